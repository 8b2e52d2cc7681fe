import { CONTACT_FIELD_LABELS, CONTACT_FIELDS } from '../identity/contact-draft.ts'
import type { CsvColumn } from './csv-column.ts'
import { correctColumns, missingNameFields, recognizeColumns, SAMPLE_ROWS } from './csv-columns.ts'
import type { CsvMapping } from './csv-fields.ts'
import { CsvFileError } from './csv-file-error.ts'
import { findHeaderRow, HEADER_ROWS } from './csv-header.ts'
import type { CsvRecord } from './csv-records.ts'

/** Recognized beginning of a file. */
export type CsvTable = {
  /** Null if the first row is data. */
  header: readonly string[] | null
  headerRow: number | null
  columns: readonly CsvColumn[]
  /** Sampled records below the header. */
  records: readonly CsvRecord[]
  /** Cells of the readable records. */
  sample: readonly (readonly string[])[]
}

const MAX_COLUMNS = 1000

/** Text sampled for column recognition; the bytes of a preview contain more. */
const SAMPLE_LENGTH = 48 * 1024

const EXPECTED_COLUMNS = CONTACT_FIELDS.map((field) => CONTACT_FIELD_LABELS[field]).join(', ')
const MAX_LISTED_COLUMNS = 8
const MAX_LISTED_LENGTH = 40

/** True if recognition needs no more than these records, without blank ones. */
export function isSampleFull(records: readonly CsvRecord[]): boolean {
  if (records.length >= HEADER_ROWS + SAMPLE_ROWS) return true
  let length = 0
  for (const record of records) {
    if (!('cells' in record)) continue
    for (const cell of record.cells) length += cell.length + 1
  }
  return length > SAMPLE_LENGTH
}

/**
 * Finds the header of a file and recognizes its columns.
 * @throws {CsvFileError} when there is nothing to read
 */
export function readTable(records: readonly CsvRecord[]): CsvTable {
  if (records.length === 0) throw new CsvFileError('No CSV data: the file is empty.')
  const rows = records.map((record) => ('cells' in record ? record.cells : null))
  const index = findHeaderRow(rows)
  const header = index === null ? null : rows[index]
  if (index !== null && !header) {
    throw new CsvFileError('No CSV data: the first row, with the column names, cannot be read.')
  }
  const dataRecords = index === null ? records : records.slice(index + 1)
  const sample = dataRecords.flatMap((record) => ('cells' in record ? [record.cells] : []))
  requireMaxColumns(header ?? sample[0] ?? [])
  return {
    header: header ?? null,
    headerRow: index === null ? null : (records[index]?.row ?? null),
    columns: recognizeColumns(header ?? null, sample),
    records: dataRecords,
    sample,
  }
}

function requireMaxColumns(cells: readonly string[]): void {
  if (cells.length <= MAX_COLUMNS) return
  throw new CsvFileError(
    `The file has ${cells.length.toLocaleString('en-US')} columns; at most ${MAX_COLUMNS.toLocaleString('en-US')} can be read. Delete columns that you don't need and try again.`,
  )
}

/**
 * Applies a person's corrections.
 * @throws {CsvFileError} when they belong to another file
 */
export function correctTable(table: CsvTable, mapping: CsvMapping): CsvTable {
  const columns = correctColumns(table.columns, mapping)
  if (!columns) throw new CsvFileError('These columns don’t match this file. Choose the file again.')
  return { ...table, columns }
}

/**
 * Checks for name columns.
 * @throws {CsvFileError} with the recognized columns and the fix, when there are none
 */
export function requireNameColumns({ columns, header }: CsvTable, hasMapping: boolean): void {
  const missing = missingNameFields(columns)
  const labels = missing.map((field) => CONTACT_FIELD_LABELS[field])
  if (labels.length === 0) return
  if (hasMapping) throw new CsvFileError(`Choose a column for ${labels.join(' and ')}.`)
  const foundColumns = header === null ? '' : ` ${describeColumns(columns)}`
  if (labels.length === 2) {
    throw new CsvFileError(
      `No CSV data: the first row must name the columns (${EXPECTED_COLUMNS}).${foundColumns} Name the columns, or choose which of them holds the names.`,
    )
  }
  throw new CsvFileError(`The file has no ${labels[0]} column. Expected: ${EXPECTED_COLUMNS}.${foundColumns}`)
}

function describeColumns(columns: readonly CsvColumn[]): string {
  const titles = columns.flatMap(({ title }) =>
    title === '' ? [] : [`"${title.slice(0, MAX_LISTED_LENGTH)}"`],
  )
  const remaining = titles.length - MAX_LISTED_COLUMNS
  const titleList = titles.slice(0, MAX_LISTED_COLUMNS).join(', ')
  return `Found: ${titleList}${remaining > 0 ? ` and ${remaining} more` : ''}.`
}
