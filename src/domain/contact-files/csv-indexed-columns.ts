import type { CsvColumn } from './csv-column.ts'
import type { CsvField } from './csv-fields.ts'

/** Reads one value of a row of clean cells. */
export type CellReader = (cells: readonly string[]) => string

/** A column with its position. */
export type IndexedColumn = CsvColumn & { index: number }

/** Columns of each field, best first. */
export type ColumnsByField = (field: CsvField) => readonly IndexedColumn[]

export function columnsByField(columns: readonly CsvColumn[]): ColumnsByField {
  const columnsOf = Map.groupBy(
    columns.map((column, index) => ({ ...column, index })).toSorted((a, b) => a.rank - b.rank),
    ({ field }) => field,
  )
  return (field) => columnsOf.get(field) ?? []
}

/** The first non-empty of several cells. */
export function firstFilled(columns: readonly IndexedColumn[], cells: readonly string[]): string {
  for (const { index } of columns) if (cells[index]) return cells[index]
  return ''
}
