import type { CsvColumn } from './csv-column.ts'
import type { CsvField } from './csv-fields.ts'

/** Reads one value of a row of clean cells. */
export type CellReader = (cells: readonly string[]) => string

/** A column with its position. */
export type IndexedColumn = CsvColumn & { index: number }

/** Columns by field, best first. */
export function columnsByField(columns: readonly CsvColumn[]): Map<CsvField, IndexedColumn[]> {
  const found = new Map<CsvField, IndexedColumn[]>()
  columns.forEach((column, index) => {
    if (column.field) found.set(column.field, [...(found.get(column.field) ?? []), { ...column, index }])
  })
  for (const placed of found.values()) placed.sort((a, b) => a.rank - b.rank || a.index - b.index)
  return found
}

/** Reads the first non-empty of several cells. */
export function firstFilled(indexes: readonly number[]): CellReader {
  const [only] = indexes
  if (only === undefined) return () => ''
  if (indexes.length === 1) return (cells) => cells[only] ?? ''
  return (cells) => {
    for (const index of indexes) if (cells[index]) return cells[index]
    return ''
  }
}
