import {
  CONTACT_FIELD_LABELS,
  CONTACT_FIELDS,
  type ContactDraft,
  parseContactDraft,
  type RawContact,
} from '../identity/contact-draft.ts'
import { type CsvColumns, mapCsvColumns, missingNameFields, pickContactFields } from './csv-columns.ts'
import { detectCsvDialect } from './csv-dialect.ts'
import { CsvTextDecoder, type TextEncodingName } from './csv-encoding.ts'
import { CsvFileError } from './csv-file-error.ts'
import { type CsvRecord, CsvRecordReader, type UnreadableReason } from './csv-records.ts'
import { unguardFormula } from './formula-guard.ts'

/** One row of the file as a spreadsheet counts them (the header is row 1): a contact, or what is wrong with it. */
export type CsvRow = { row: number; draft: ContactDraft } | { row: number; problem: string }

/** What was found out about a file before its first contact. */
export type CsvHeaderFacts = { encoding: TextEncodingName; delimiter: string; unknownColumns: string[] }

const COLUMNS_MAX = 200

/** Text held back until the delimiter is decided; a header row is far shorter. */
const DIALECT_SAMPLE_LENGTH = 16 * 1024

const LINE_BREAK = /[\r\n\u2028\u2029]/

const EXPECTED = CONTACT_FIELDS.map((field) => CONTACT_FIELD_LABELS[field]).join(', ')

/**
 * Reads a contact list of any length in constant memory. Blank rows are passed over; every other row is yielded, as a
 * contact or with the problem in words (`Row 7: Last Name is missing`). `onHeader` is told once what was found.
 * Throws `CsvFileError` for a file that cannot be read as a whole; "No CSV data" opens its message when there is no
 * header or nothing below it.
 */
export async function* readContactRows(
  chunks: AsyncIterable<Uint8Array>,
  onHeader?: (facts: CsvHeaderFacts) => void,
): AsyncGenerator<CsvRow> {
  const source = new RecordSource()
  let columns: CsvColumns | null = null
  let isEmpty = true
  for await (const record of source.records(chunks)) {
    if (isBlank(record)) continue
    if (!columns) {
      columns = readHeader(record)
      onHeader?.({ ...source.facts(), unknownColumns: columns.unknown })
      continue
    }
    isEmpty = false
    yield readRow(record, columns)
  }
  if (!columns) throw new CsvFileError('No CSV data: the file is empty.')
  if (isEmpty) throw new CsvFileError('No CSV data: the file has column names but no rows below them.')
}

/** Bytes to records: decoder, delimiter and record reader in a row. */
class RecordSource {
  readonly #decoder = new CsvTextDecoder()
  #delimiter = ''
  #reader: CsvRecordReader | null = null
  #held = ''

  facts(): { encoding: TextEncodingName; delimiter: string } {
    return { encoding: this.#decoder.encoding ?? 'utf-8', delimiter: this.#delimiter }
  }

  async *records(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<CsvRecord> {
    for await (const chunk of chunks) yield* this.#feed(this.#decoder.push(chunk), false)
    yield* this.#feed(this.#decoder.end(), true)
  }

  *#feed(text: string, fileEnds: boolean): Generator<CsvRecord> {
    this.#held += text
    if (!this.#reader && !fileEnds && this.#held.length < DIALECT_SAMPLE_LENGTH) return
    const reader = this.#reader ?? this.#start()
    const ready = this.#held
    this.#held = ''
    yield* reader.push(ready)
    if (fileEnds) yield* reader.end()
  }

  #start(): CsvRecordReader {
    const { delimiter, preambleLength } = detectCsvDialect(this.#held)
    this.#held = this.#held.slice(preambleLength)
    this.#delimiter = delimiter
    this.#reader = new CsvRecordReader(delimiter)
    return this.#reader
  }
}

function readHeader(record: CsvRecord): CsvColumns {
  if (!('cells' in record))
    throw new CsvFileError('No CSV data: the first row, with the column names, cannot be read.')
  if (record.cells.length > COLUMNS_MAX) {
    throw new CsvFileError(`The file has ${record.cells.length} columns; at most ${COLUMNS_MAX} can be read.`)
  }
  const columns = mapCsvColumns(record.cells)
  const missing = missingNameFields(columns)
  if (missing.length === 2) {
    throw new CsvFileError(`No CSV data: the first row must name the columns (${EXPECTED}).`)
  }
  const [field] = missing
  if (field)
    throw new CsvFileError(`The file has no ${CONTACT_FIELD_LABELS[field]} column. Expected: ${EXPECTED}.`)
  return columns
}

function readRow(record: CsvRecord, columns: CsvColumns): CsvRow {
  const { row } = record
  if ('unreadable' in record)
    return { row, problem: `Row ${row}: ${unreadableText(record.unreadable, record.line)}` }
  const problem = shapeProblem(record.cells, columns)
  if (problem) return { row, problem: `Row ${row}: ${problem}` }
  const parsed = parseContactDraft(onOneLine(pickContactFields(record.cells.map(unguardFormula), columns)))
  return parsed.ok
    ? { row, draft: parsed.draft }
    : { row, problem: `Row ${row}: ${parsed.problems.join('; ')}` }
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

/** Line breaks and tabs inside a quoted cell: address lines are joined by commas, other values by blanks. */
function onOneLine(raw: RawContact): RawContact {
  const flat: RawContact = {}
  for (const field of CONTACT_FIELDS) {
    const value = (raw[field] ?? '').replace(/\t/g, ' ')
    flat[field] = LINE_BREAK.test(value) ? joinLines(value, field === 'address') : value
  }
  return flat
}

function joinLines(text: string, byComma: boolean): string {
  const lines = text.split(LINE_BREAK).map((line) => line.trim())
  if (!byComma) return lines.filter(Boolean).join(' ')
  const bare = lines.map((line) => (line.endsWith(',') ? line.slice(0, -1) : line))
  return bare.filter(Boolean).join(', ')
}

function unreadableText(reason: UnreadableReason, line: number): string {
  switch (reason) {
    case 'quote-not-closed':
      return `a quotation mark on line ${line} is never closed`
    case 'text-after-quote':
      return `text follows a closing quotation mark on line ${line}`
    case 'too-long':
      return `longer than 64 KB, or a quotation mark on line ${line} is never closed`
  }
}

function isBlank(record: CsvRecord): boolean {
  return 'cells' in record && record.cells.every((cell) => cell.trim() === '')
}
