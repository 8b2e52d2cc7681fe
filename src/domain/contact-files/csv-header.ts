import { fold } from '../identity/name.ts'
import { type CellShape, hasShape } from './cell-shapes.ts'
import { countHeaderCells } from './csv-columns.ts'

/** Rows among which the header may be: titles, notes and export dates stand above it in many files. */
export const HEADER_ROWS = 20

/** Cells of a row that are looked at: enough to tell a header from data. */
const CELLS_MAX = 100

const DATA_SHAPES: readonly CellShape[] = ['email', 'phone', 'zip', 'address', 'street']

/**
 * Finds the row that names the columns among the first rows that hold something: the one with the most names that are
 * known. Null when the first row is data already.
 *
 * @param rows null for a row that cannot be read
 */
export function findHeaderRow(rows: readonly (readonly string[] | null)[]): number | null {
  let best: { index: number; score: number } | null = null
  let widest = 0
  for (const [index, cells] of rows.slice(0, HEADER_ROWS).entries()) {
    if (!cells) continue
    const filled = cells.filter((cell) => cell.trim() !== '').length
    const { sure, weak } = countHeaderCells(cells)
    const score = sure * 2 + weak - countDataCells(cells) * 3
    // Below the first row a header must say more, and stand above narrower rows only.
    const isHeader =
      index === 0 ? sure + weak > 0 : (sure >= 2 || filled === 1) && sure > 0 && filled >= widest
    if (isHeader && score > 0 && (best === null || score > best.score)) best = { index, score }
    widest = Math.max(widest, filled)
  }
  if (best) return best.index
  const first = rows[0]
  return first && countDataCells(first) > 0 ? null : 0
}

function countDataCells(cells: readonly string[]): number {
  let count = 0
  for (const cell of cells.slice(0, CELLS_MAX)) {
    if (/[\d@]/.test(cell) && DATA_SHAPES.some((shape) => hasShape(cell.trim(), shape))) count += 1
  }
  return count
}

/** What tells one kind of export from another, whatever its rows hold: the header as read, without case and blanks. */
export function headerFingerprint(header: readonly string[]): string {
  return header.map((title) => fold(title).replace(/\s+/g, ' ')).join('\u001f')
}
