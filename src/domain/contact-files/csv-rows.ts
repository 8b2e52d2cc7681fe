import {
  CONTACT_FIELD_LABELS,
  CONTACT_FIELDS,
  type ContactDraft,
  parseContactDraft,
  type RawContact,
} from '../identity/contact-draft.ts'
import {
  type CsvColumns,
  chooseCsvColumns,
  fieldsOfHeader,
  mapCsvColumns,
  missingNameFields,
  pickContactFields,
} from './csv-columns.ts'
import type { TextEncodingName } from './csv-encoding.ts'
import type { CsvField, CsvMapping } from './csv-fields.ts'
import { CsvFileError } from './csv-file-error.ts'
import type { CsvRecord } from './csv-records.ts'
import { isBlank, RecordSource, unreadableText } from './csv-source.ts'
import { unguardFormula } from './formula-guard.ts'
import { keptRaw, onOneLine } from './raw-contact.ts'

/**
 * One row of the file as a spreadsheet counts them (the header is row 1): a contact, or what is wrong with it and the
 * fields as far as they could be read.
 */
export type CsvRow =
  | { row: number; draft: ContactDraft }
  | { row: number; problem: string; raw: RawContact | null }

export type CsvOptions = {
  /** Told once what was found. */
  onHeader?: (facts: CsvHeaderFacts) => void
  /** The columns as a person chose them, instead of the recognised ones. */
  mapping?: CsvMapping
}

/** What was found out about a file before its first contact. */
export type CsvHeaderFacts = { encoding: TextEncodingName; delimiter: string; unknownColumns: string[] }

const COLUMNS_MAX = 200

const PREVIEW_PROBLEMS = 5
const PREVIEW_CELL_LENGTH = 100

const EXPECTED = CONTACT_FIELDS.map((field) => CONTACT_FIELD_LABELS[field]).join(', ')

/**
 * Reads a contact list of any length in constant memory. Blank rows are passed over; every other row is yielded, as a
 * contact or with the problem in words (`Row 7: Last Name is missing`).
 * Throws `CsvFileError` for a file that cannot be read as a whole; "No CSV data" opens its message when there is no
 * header or nothing below it.
 */
export async function* readContactRows(
  chunks: AsyncIterable<Uint8Array>,
  { onHeader, mapping }: CsvOptions = {},
): AsyncGenerator<CsvRow> {
  const source = new RecordSource()
  let columns: CsvColumns | null = null
  let isEmpty = true
  for await (const record of source.records(chunks)) {
    if (isBlank(record)) continue
    if (!columns) {
      columns = readHeader(record, mapping)
      onHeader?.({ ...source.facts(), unknownColumns: columns.unknown })
      continue
    }
    isEmpty = false
    yield readRow(record, columns)
  }
  if (!columns) throw new CsvFileError('No CSV data: the file is empty.')
  if (isEmpty) throw new CsvFileError('No CSV data: the file has column names but no rows below them.')
}

/** What the beginning of a file shows: its header as recognised, and its first rows. */
export type CsvPreview = {
  columns: { header: string; field: CsvField | null }[]
  rows: string[][]
  delimiter: string
  encoding: TextEncodingName
  problems: string[]
}

/**
 * Looks at the beginning of a file, which may end in the middle of a row.
 *
 * @param isWhole whether these bytes are all of the file: otherwise the last row is passed over
 * @throws {CsvFileError} when there is no header that can be read
 */
export function previewCsv(bytes: Uint8Array, rowsMax: number, isWhole: boolean): CsvPreview {
  const source = new RecordSource()
  const records = [...source.whole(bytes)].filter((record) => !isBlank(record))
  const [first, ...rest] = records
  if (!first) throw new CsvFileError('No CSV data: the file is empty.')
  const header = headerCells(first)
  const fields = fieldsOfHeader(header)
  const whole = isWhole ? rest : rest.slice(0, -1)
  if (whole.length === 0 && isWhole) {
    throw new CsvFileError('No CSV data: the file has column names but no rows below them.')
  }
  const columns = mapCsvColumns(header)
  const read = whole.map((record) => readRow(record, columns))
  const unnamed = missingNameFields(columns).map(
    (field) => `No column is recognised as ${CONTACT_FIELD_LABELS[field]}.`,
  )
  const refused = read.flatMap((row) => ('problem' in row ? [row.problem] : []))
  return {
    columns: header.map((title, index) => ({ header: shown(title), field: fields[index] ?? null })),
    rows: whole.flatMap((record) => ('cells' in record ? [record.cells.map(shown)] : [])).slice(0, rowsMax),
    ...source.facts(),
    // Without names every row is refused, which says nothing more.
    problems: unnamed.length > 0 ? unnamed : refused.slice(0, PREVIEW_PROBLEMS),
  }
}

function shown(cell: string): string {
  return cell.slice(0, PREVIEW_CELL_LENGTH).trim().toWellFormed()
}

function readHeader(record: CsvRecord, mapping: CsvMapping | undefined): CsvColumns {
  const header = headerCells(record)
  if (mapping) return chosenColumns(header, mapping)
  const columns = mapCsvColumns(header)
  const missing = missingNameFields(columns)
  if (missing.length === 2) {
    throw new CsvFileError(`No CSV data: the first row must name the columns (${EXPECTED}).`)
  }
  const [field] = missing
  if (field)
    throw new CsvFileError(`The file has no ${CONTACT_FIELD_LABELS[field]} column. Expected: ${EXPECTED}.`)
  return columns
}

function headerCells(record: CsvRecord): string[] {
  if (!('cells' in record))
    throw new CsvFileError('No CSV data: the first row, with the column names, cannot be read.')
  if (record.cells.length > COLUMNS_MAX) {
    throw new CsvFileError(`The file has ${record.cells.length} columns; at most ${COLUMNS_MAX} can be read.`)
  }
  return record.cells
}

function chosenColumns(header: string[], mapping: CsvMapping): CsvColumns {
  const columns = chooseCsvColumns(header, mapping)
  if (!columns)
    throw new CsvFileError('The chosen columns are not those of this file. Choose the file again.')
  const missing = missingNameFields(columns).map((field) => CONTACT_FIELD_LABELS[field])
  if (missing.length > 0) throw new CsvFileError(`Choose a column for ${missing.join(' and ')}.`)
  return columns
}

function readRow(record: CsvRecord, columns: CsvColumns): CsvRow {
  const { row } = record
  const refused = (problem: string, raw: RawContact | null): CsvRow => ({
    row,
    problem: `Row ${row}: ${problem}`,
    raw: raw && keptRaw(raw),
  })
  if ('unreadable' in record) return refused(unreadableText(record.unreadable, record.line), null)
  const raw = onOneLine(pickContactFields(record.cells.map(unguardFormula), columns))
  const problem = shapeProblem(record.cells, columns)
  if (problem) return refused(problem, raw)
  const parsed = parseContactDraft(raw)
  return parsed.ok ? { row, draft: parsed.draft } : refused(parsed.problems.join('; '), raw)
}

function shapeProblem(cells: string[], { header }: CsvColumns): string | null {
  // Values beyond the header mostly come from an unquoted comma, which has shifted all that follow.
  if (cells.slice(header.length).some((cell) => cell.trim() !== '')) {
    return `${cells.length} values for ${header.length} columns`
  }
  // Lists put together from several exports hold a header in the middle.
  const repeatsHeader = cells.length === header.length && cells.every((cell, index) => cell === header[index])
  return repeatsHeader ? 'repeats the column names' : null
}
