import type { FileContact } from '../identity/contact-details.ts'
import { CONTACT_FIELD_LABELS, CONTACT_FIELDS, type RawContact } from '../identity/contact-draft.ts'
import type { FileExtras } from './assemble-contact.ts'
import { missingNameFields, unknownColumns } from './csv-columns.ts'
import { contactReader } from './csv-contact.ts'
import type { TextEncodingName } from './csv-encoding.ts'
import type { Confidence, CoupleChoice, CsvField, CsvMapping } from './csv-fields.ts'
import { CsvFileError } from './csv-file-error.ts'
import { headerFingerprint } from './csv-header.ts'
import type { CsvRecord } from './csv-records.ts'
import { RecordSource, unreadableText, yieldToEventLoop } from './csv-source.ts'
import { type CsvTable, correctTable, isSampleFull, readTable, requireNameColumns } from './csv-table.ts'
import { trimRaw } from './raw-contact.ts'

/**
 * One row or card by number: a contact, or its problem and the basic fields that could be parsed.
 * `second` is the partner of a couple that becomes two contacts; it shares the row number and counts as another
 * contact.
 */
export type CsvRow =
  | { row: number; draft: FileContact; second?: FileContact; warnings?: string[] }
  | ({ row: number; problem: string; raw: RawContact | null } & Partial<FileExtras>)

export type CsvOptions = {
  /** Called once with the recognized header. */
  onHeader?: (facts: CsvHeaderFacts) => void
  /** A person's corrections of the recognized columns. */
  mapping?: CsvMapping
  /** Finds saved corrections for files with this header; used if `mapping` is missing. */
  findSavedMapping?: (fingerprint: string) => Promise<CsvMapping | null>
  couples?: CoupleChoice
}

/** Facts about a file before its first contact. */
export type CsvHeaderFacts = {
  encoding: TextEncodingName
  delimiter: string
  unknownColumns: string[]
  /** Null for a file without a header. */
  fingerprint: string | null
}

const NO_ROWS_MESSAGE = 'No CSV data: the file has column names but no rows below them.'
const MAX_PREVIEW_PROBLEMS = 5
const PREVIEW_CELL_LENGTH = 100

/**
 * Reads a contact list of any length in constant memory. Skips blank rows; yields every other row as a contact or a
 * described problem (`Row 7: Last Name is missing`). Throws `CsvFileError` if the file can't be read at all; its
 * message begins with "No CSV data" without a header or rows.
 */
export async function* readContactRows(
  chunks: AsyncIterable<Uint8Array>,
  options: CsvOptions = {},
): AsyncGenerator<CsvRow> {
  const source = new RecordSource()
  let startRecords: CsvRecord[] = []
  let toRow: ((record: CsvRecord) => CsvRow) | null = null
  for await (const record of source.records(chunks)) {
    if (toRow) {
      yield toRow(record)
      continue
    }
    startRecords.push(record)
    if (!isSampleFull(startRecords)) continue
    const table = await openTable(startRecords, source, options)
    toRow = recordReader(table, options.couples)
    for (const startRecord of table.records) yield toRow(startRecord)
    startRecords = []
  }
  if (toRow) return
  const table = await openTable(startRecords, source, options)
  if (table.records.length === 0) throw new CsvFileError(NO_ROWS_MESSAGE)
  toRow = recordReader(table, options.couples)
  for (const record of table.records) yield toRow(record)
}

async function openTable(
  startRecords: readonly CsvRecord[],
  source: RecordSource,
  { mapping, findSavedMapping, onHeader }: CsvOptions,
): Promise<CsvTable> {
  await yieldToEventLoop()
  const recognized = readTable(startRecords)
  await yieldToEventLoop()
  const fingerprint = recognized.header && headerFingerprint(recognized.header)
  const corrections =
    mapping ?? (fingerprint === null ? null : ((await findSavedMapping?.(fingerprint)) ?? null))
  const table = corrections ? correctTable(recognized, corrections) : recognized
  requireNameColumns(table, corrections !== null)
  onHeader?.({ ...source.facts(), unknownColumns: unknownColumns(table.columns), fingerprint })
  return table
}

/** Preview of a file: its recognized header and first rows. */
export type CsvPreview = {
  /** `sample` is the first value of the column. */
  columns: { header: string; field: CsvField | null; confidence: Confidence | null; sample: string }[]
  rows: string[][]
  /** Spreadsheet row of the header; null without a header. */
  headerRow: number | null
  fingerprint: string | null
  /** True if some of the first rows have a couple in one name. */
  hasCouples: boolean
  delimiter: string
  encoding: TextEncodingName
  problems: string[]
}

/**
 * Previews the beginning of a file, which may end within a row.
 * @param isWhole true if the bytes are the whole file; otherwise the last row is dropped
 * @throws {CsvFileError} when there is no readable header
 */
export function previewCsv(bytes: Uint8Array, maxRows: number, isWhole: boolean): CsvPreview {
  const source = new RecordSource()
  const table = readTable(sampleOf(source.readWhole(bytes), isWhole))
  if (table.records.length === 0 && isWhole) throw new CsvFileError(NO_ROWS_MESSAGE)
  const contacts = table.records.map(recordReader(table, 'one'))
  const rowProblems = contacts.flatMap((row) => ('problem' in row ? [row.problem] : []))
  const missingColumnProblems = missingNameFields(table.columns).map(
    (field) => `We didn’t find a ${CONTACT_FIELD_LABELS[field]} column.`,
  )
  const rows = table.records.flatMap((record) => ('cells' in record ? [record.cells.map(previewText)] : []))
  return {
    columns: table.columns.map(({ title, field, confidence }, index) => ({
      header: previewText(title),
      ...{ field, confidence },
      sample: rows.find((cells) => cells[index])?.[index] ?? '',
    })),
    rows: rows.slice(0, maxRows),
    headerRow: table.headerRow,
    fingerprint: table.header && headerFingerprint(table.header),
    hasCouples: contacts.some((row) => 'draft' in row && row.draft.details?.partner),
    ...source.facts(),
    // Without name columns every row fails, so only the missing columns are reported.
    problems:
      missingColumnProblems.length > 0 ? missingColumnProblems : rowProblems.slice(0, MAX_PREVIEW_PROBLEMS),
  }
}

/**
 * Samples as many records as an import, so that both recognize the same columns. The last record of a partial file may
 * be cut.
 */
function sampleOf(records: Iterable<CsvRecord>, isWhole: boolean): CsvRecord[] {
  const sample: CsvRecord[] = []
  for (const record of records) {
    if (isSampleFull(sample)) return sample
    sample.push(record)
  }
  return isWhole || sample.length < 2 ? sample : sample.slice(0, -1)
}

function previewText(cell: string): string {
  return cell.slice(0, PREVIEW_CELL_LENGTH).trim().toWellFormed()
}

function recordReader(table: CsvTable, couples: CoupleChoice = 'one'): (record: CsvRecord) => CsvRow {
  const readContact = contactReader(table, couples)
  return (record) => {
    const { row } = record
    const skippedRow = (problem: string, raw: RawContact | null): CsvRow => ({
      row,
      problem: `Row ${row}: ${problem}`,
      raw: raw && trimRaw(raw),
    })
    if ('unreadable' in record) return skippedRow(unreadableText(record.unreadable, record.line), null)
    const outcome = readContact(record.cells)
    const problem = rowProblem(record.cells, table)
    if (problem) return skippedRow(problem, outcome.ok ? basicFields(outcome.contact) : outcome.raw)
    if (!outcome.ok) {
      const { ok: _, problems, raw, ...extras } = outcome
      return { ...skippedRow(problems.join('; '), raw), ...extras }
    }
    const { contact: draft, second, warnings } = outcome
    return {
      row,
      draft,
      ...(second && { second }),
      ...(warnings.length > 0 && { warnings }),
    }
  }
}

function basicFields(contact: FileContact): RawContact {
  return Object.fromEntries(CONTACT_FIELDS.map((field) => [field, contact[field]]))
}

function rowProblem(cells: readonly string[], { header, columns }: CsvTable): string | null {
  // Extra values usually come from an unquoted comma, which shifts everything after it.
  if (cells.length > columns.length && cells.slice(columns.length).some((cell) => cell.trim() !== '')) {
    return `${cells.length} values for ${columns.length} columns`
  }
  // Lists combined from several exports repeat the header.
  const repeatsHeader =
    header?.length === cells.length && cells.every((cell, index) => cell === header[index])
  return repeatsHeader ? 'repeats the column names' : null
}
