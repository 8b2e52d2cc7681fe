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
import { type CsvTable, checkNames, correctTable, isSampleFull, readTable } from './csv-table.ts'
import { trimRaw } from './raw-contact.ts'

/**
 * One row by spreadsheet number, or one card: a contact, or its problem and the eight typed fields as far as they could be parsed.
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
  /** Earlier corrections for files with this header; used if `mapping` is missing. */
  remembered?: (fingerprint: string) => Promise<CsvMapping | null>
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

const NO_ROWS = 'No CSV data: the file has column names but no rows below them.'
const PREVIEW_PROBLEMS = 5
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
  let start: CsvRecord[] = []
  let read: ((record: CsvRecord) => CsvRow) | null = null
  for await (const record of source.records(chunks)) {
    if (read) {
      yield read(record)
      continue
    }
    start.push(record)
    if (!isSampleFull(start)) continue
    const table = await openTable(start, source, options)
    read = recordReader(table, options.couples)
    for (const early of table.records) yield read(early)
    start = []
  }
  if (read) return
  const table = await openTable(start, source, options)
  if (table.records.length === 0) throw new CsvFileError(NO_ROWS)
  read = recordReader(table, options.couples)
  for (const record of table.records) yield read(record)
}

async function openTable(
  start: readonly CsvRecord[],
  source: RecordSource,
  { mapping, remembered, onHeader }: CsvOptions,
): Promise<CsvTable> {
  await yieldToEventLoop()
  const recognized = readTable(start)
  await yieldToEventLoop()
  const fingerprint = recognized.header && headerFingerprint(recognized.header)
  const corrections = mapping ?? (fingerprint === null ? null : ((await remembered?.(fingerprint)) ?? null))
  const table = corrections ? correctTable(recognized, corrections) : recognized
  checkNames(table, corrections !== null)
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
export function previewCsv(bytes: Uint8Array, rowsMax: number, isWhole: boolean): CsvPreview {
  const source = new RecordSource()
  const table = readTable(sampleOf(source.whole(bytes), isWhole))
  if (table.records.length === 0 && isWhole) throw new CsvFileError(NO_ROWS)
  const contacts = table.records.map(recordReader(table, 'one'))
  const rowProblems = contacts.flatMap((row) => ('problem' in row ? [row.problem] : []))
  const unnamed = missingNameFields(table.columns).map(
    (field) => `We didn’t find a ${CONTACT_FIELD_LABELS[field]} column.`,
  )
  const rows = table.records.flatMap((record) => ('cells' in record ? [record.cells.map(previewText)] : []))
  return {
    columns: table.columns.map(({ title, field, confidence }, index) => ({
      header: previewText(title),
      ...{ field, confidence },
      sample: rows.find((cells) => cells[index])?.[index] ?? '',
    })),
    rows: rows.slice(0, rowsMax),
    headerRow: table.headerRow,
    fingerprint: table.header && headerFingerprint(table.header),
    hasCouples: contacts.some((row) => 'draft' in row && row.draft.details?.partner),
    ...source.facts(),
    // Without name columns every row fails, so only the missing columns are reported.
    problems: unnamed.length > 0 ? unnamed : rowProblems.slice(0, PREVIEW_PROBLEMS),
  }
}

/**
 * Takes as many records as an import, so that both recognize the same columns. The last record of a partial file may
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
  const contact = contactReader(table, couples)
  return (record) => {
    const { row } = record
    const skippedRow = (problem: string, raw: RawContact | null): CsvRow => ({
      row,
      problem: `Row ${row}: ${problem}`,
      raw: raw && trimRaw(raw),
    })
    if ('unreadable' in record) return skippedRow(unreadableText(record.unreadable, record.line), null)
    const outcome = contact(record.cells)
    const problem = shapeProblem(record.cells, table)
    if (problem) return skippedRow(problem, outcome.ok ? typedFields(outcome.contact) : outcome.raw)
    if (!outcome.ok) {
      const { ok: _, problems, raw, ...extras } = outcome
      return { ...skippedRow(problems.join('; '), raw), ...extras }
    }
    const { contact: draft, partnerContact, warnings } = outcome
    return {
      row,
      draft,
      ...(partnerContact && { second: partnerContact }),
      ...(warnings.length > 0 && { warnings }),
    }
  }
}

function typedFields(contact: FileContact): RawContact {
  return Object.fromEntries(CONTACT_FIELDS.map((field) => [field, contact[field]]))
}

function shapeProblem(cells: readonly string[], { header, columns }: CsvTable): string | null {
  // Extra values usually come from an unquoted comma, which shifts everything after it.
  if (cells.length > columns.length && cells.slice(columns.length).some((cell) => cell.trim() !== '')) {
    return `${cells.length} values for ${columns.length} columns`
  }
  // Lists combined from several exports repeat the header.
  const repeatsHeader =
    header?.length === cells.length && cells.every((cell, index) => cell === header[index])
  return repeatsHeader ? 'repeats the column names' : null
}
