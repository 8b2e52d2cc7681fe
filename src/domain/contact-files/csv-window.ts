import { CsvError, parse } from 'csv-parse/sync'

/** Failure that ended the parsing of a window, and whether the record spans lines. */
export type WindowFailure = {
  kind: 'quote-not-closed' | 'text-after-quote' | 'bare-quote'
  spansLines: boolean
}

export type CsvWindow = {
  /** Cells, and the byte offset after the record and its line end. */
  records: { cells: string[]; end: number }[]
  /** True if the parser stopped at its record limit. */
  isFull: boolean
  failure: WindowFailure | null
}

/** Escape before a quotation mark inside quotation marks: another one, or a backslash. */
export type QuoteEscape = '"' | '\\'

const OPTIONS = {
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  trim: true,
  // The reader limits records itself; this limit would reject the whole file.
  max_record_size: 0,
}

const LF = 10
const CR = 13
const QUOTE = 34

/** Records parsed at a time. The parser throws an error for each record of another width than the first. */
const RECORDS_MAX = 1000

/** Parses records up to the end of the bytes, the record limit, or the first malformed one. */
export function parseCsvWindow(
  bytes: Uint8Array,
  delimiter: string,
  quoteEscape: QuoteEscape = '"',
): CsvWindow {
  if (!bytes.includes(QUOTE)) return parseWithoutQuotes(bytes, delimiter)
  const records: CsvWindow['records'] = []
  let nextLine = 1
  try {
    parse(bytes, {
      ...OPTIONS,
      delimiter,
      escape: quoteEscape,
      to: RECORDS_MAX,
      on_record: (cells: string[], { bytes: end, lines }) => {
        records.push({ cells, end })
        nextLine = lines + 1
        return null
      },
    })
    return { records, isFull: records.length === RECORDS_MAX, failure: null }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const failure = { kind: failureKind(error.code), spansLines: Number(error.lines) > nextLine }
    return { records, isFull: false, failure }
  }
}

/**
 * Fast path for windows without quotation marks, which are the most common. The parser is too slow at trimming
 * records of spaces.
 */
function parseWithoutQuotes(bytes: Uint8Array, delimiter: string): CsvWindow {
  const records: CsvWindow['records'] = []
  let start = 0
  while (start < bytes.length && records.length < RECORDS_MAX) {
    let lineEnd = start
    while (lineEnd < bytes.length && bytes[lineEnd] !== LF && bytes[lineEnd] !== CR) lineEnd++
    const end = Math.min(lineEnd + (bytes[lineEnd] === CR && bytes[lineEnd + 1] === LF ? 2 : 1), bytes.length)
    const line = Buffer.from(bytes.buffer, bytes.byteOffset + start, lineEnd - start).toString()
    records.push({ cells: line.split(delimiter).map((cell) => cell.trim()), end })
    start = end
  }
  return { records, isFull: records.length === RECORDS_MAX, failure: null }
}

/** Parses one line with backslash escapes; null if that doesn't make it readable. */
export function parseLineWithBackslashes(line: Uint8Array, delimiter: string): string[] | null {
  const { records, failure } = parseCsvWindow(line, delimiter, '\\')
  return failure === null && records.length === 1 ? (records[0]?.cells ?? null) : null
}

/** Parses one line whose quotation marks inside cells are literal; null if one of them opens a cell. */
export function parseLineWithBareQuotes(line: Uint8Array, delimiter: string): string[] | null {
  try {
    const rows = parse(line, { ...OPTIONS, delimiter, relax_quotes: true })
    return rows.length === 1 ? (rows[0] ?? null) : null
  } catch (error) {
    if (error instanceof CsvError) return null
    throw error
  }
}

function failureKind(code: string): WindowFailure['kind'] {
  if (code === 'CSV_QUOTE_NOT_CLOSED') return 'quote-not-closed'
  return code === 'INVALID_OPENING_QUOTE' ? 'bare-quote' : 'text-after-quote'
}
