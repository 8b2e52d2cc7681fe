import { fold } from '../identity/name.ts'
import { type CellShape, hasShape } from './cell-shapes.ts'
import { countHeaderCells } from './csv-columns.ts'

/** Rows searched for the header, because many files begin with titles, notes and export dates. */
export const HEADER_ROWS = 20

/** Number of cells examined, enough to distinguish a header from data. */
const MAX_CELLS = 100

const DATA_SHAPES: readonly CellShape[] = ['email', 'phone', 'zip', 'address', 'street']

/**
 * Finds the header among the first non-empty rows: the row with the most known names. Null if the first row is data.
 * @param rows null for an unreadable row
 */
export function findHeaderRow(rows: readonly (readonly string[] | null)[]): number | null {
  let bestRow: { index: number; score: number } | null = null
  let maxFilled = 0
  for (const [index, cells] of rows.slice(0, HEADER_ROWS).entries()) {
    if (!cells) continue
    const filledCount = cells.filter((cell) => cell.trim() !== '').length
    const { sure, weak } = countHeaderCells(cells)
    const score = sure * 2 + weak - countDataCells(cells) * 3
    // Below the first row, a header needs more known names, and no wider rows before it.
    const isHeader =
      index === 0 ? sure + weak > 0 : (sure >= 2 || filledCount === 1) && sure > 0 && filledCount >= maxFilled
    if (isHeader && score > 0 && (bestRow === null || score > bestRow.score)) bestRow = { index, score }
    maxFilled = Math.max(maxFilled, filledCount)
  }
  if (bestRow) return bestRow.index
  const firstRow = rows[0]
  return firstRow && countDataCells(firstRow) > 0 ? null : 0
}

function countDataCells(cells: readonly string[]): number {
  let count = 0
  for (const cell of cells.slice(0, MAX_CELLS)) {
    // A numbered title such as "Custom Property 12" isn't a street.
    const isNumbered = /^\s*\p{L}[^@]*\s\d{1,4}\s*$/u.test(cell) && !/\d.*\s/.test(cell)
    if (/[\d@]/.test(cell) && !isNumbered && DATA_SHAPES.some((shape) => hasShape(cell.trim(), shape)))
      count += 1
  }
  return count
}

/** Fingerprint of an export format: its header without case and spaces. */
export function headerFingerprint(header: readonly string[]): string {
  return header.map((title) => fold(title).replace(/\s+/g, ' ')).join('\u001f')
}
