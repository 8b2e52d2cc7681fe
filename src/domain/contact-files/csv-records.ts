import { CsvFileError } from './csv-file-error.ts'

/** Reason why a record couldn't be read. */
export type UnreadableReason = 'quote-not-closed' | 'text-after-quote' | 'too-long'

export type CsvRecord = {
  /** Spreadsheet row number: the first record is row 1, blank rows count, a quoted line break doesn't. */
  row: number
  /** First line of the record in the file, as in a text editor. */
  line: number
} & ({ cells: string[] } | { unreadable: UnreadableReason })

/** Escape before a quotation mark inside quotation marks: another one, or a backslash. */
export type QuoteEscape = '"' | '\\'

type Failure = Exclude<UnreadableReason, 'too-long'>

/** `end` is the offset of the next record, after a failed one that of the next line. */
type SplitRecord = { end: number } & ({ cells: string[] } | { failure: Failure; isWithinLine: boolean })

/**
 * Maximum record size in bytes of UTF-8. Real contacts are below 1 KiB; longer records have lost a quotation mark.
 */
const MAX_RECORD_BYTES = 64 * 1024

/** Characters searched for the end of a record: all of one of the maximum size, or proof that it is too long. */
const LOOKAHEAD = 2 * MAX_RECORD_BYTES

/**
 * Limit of multi-line records that fail, because their lines are read twice. Real files have a few; a file of nothing
 * else would take quadratic time.
 */
const MAX_LOST_QUOTES = 200

/**
 * Splits text into records of cells. Memory stays within the look-ahead and one pushed text, whatever the file size.
 * Empty lines count as rows, but are no records. An unreadable record (unclosed quotation mark, text after a closing
 * one, over 64 KiB) is reported as such, and reading resumes on the line after its first: a lost quotation mark costs
 * its own row, never the rest of the file. `push` and `end` throw `CsvFileError` if that happens too often.
 */
export class CsvRecordReader {
  readonly #delimiter: string
  readonly #escape: QuoteEscape
  #text = ''
  #at = 0
  #row = 1
  #line = 1
  #isSkippingLine = false
  #lostQuotes = 0

  constructor(delimiter: string, quoteEscape: QuoteEscape = '"') {
    this.#delimiter = delimiter
    this.#escape = quoteEscape
  }

  *push(text: string): Generator<CsvRecord> {
    this.#text = this.#text.slice(this.#at) + text
    this.#at = 0
    while (this.#text.length - this.#at >= LOOKAHEAD) yield* this.#read()
  }

  *end(): Generator<CsvRecord> {
    while (this.#at < this.#text.length) yield* this.#read()
  }

  *#read(): Generator<CsvRecord> {
    if (this.#isSkippingLine) return this.#skipLine()
    if (this.#skipEmptyLines()) return
    const start = this.#at
    const position = { row: this.#row, line: this.#line }
    const split = splitRecord(this.#text, start, this.#delimiter, this.#escape)
    this.#row += 1
    if ('cells' in split && split.end - start < LOOKAHEAD) {
      this.#at = split.end
      this.#line += countLines(this.#text, start, split.end)
      yield isTooLong(this.#text.slice(start, split.end))
        ? { ...position, unreadable: 'too-long' }
        : { ...position, cells: split.cells }
      return
    }
    this.#line += 1
    this.#isSkippingLine = true
    yield { ...position, ...this.#readFirstLine(split) }
  }

  /** Reads a failed record's first line alone, or tells why it can't be read. */
  #readFirstLine(split: SplitRecord): { cells: string[] } | { unreadable: UnreadableReason } {
    const line = this.#text.slice(this.#at, lineEnd(this.#text, this.#at))
    if (isTooLong(line)) return { unreadable: 'too-long' }
    if ('failure' in split && split.isWithinLine) {
      const other = splitRecord(line, 0, this.#delimiter, this.#escape === '"' ? '\\' : '"')
      return 'cells' in other ? { cells: other.cells } : { unreadable: split.failure }
    }
    this.#lostQuotes += 1
    if (this.#lostQuotes > MAX_LOST_QUOTES) {
      throw new CsvFileError(
        `More than ${MAX_LOST_QUOTES} rows have a quotation mark that is never closed. Export the file again and retry.`,
      )
    }
    // Text after a quotation mark on a later line: the mark on the first line was never meant to reach that far.
    const isNeverClosed =
      'failure' in split && (split.failure === 'text-after-quote' || this.#text.length - this.#at < LOOKAHEAD)
    return { unreadable: isNeverClosed ? 'quote-not-closed' : 'too-long' }
  }

  /** Passes over empty lines, of which a file may have millions: a record for each would be garbage. */
  #skipEmptyLines(): boolean {
    const first = this.#row
    // The last character may be half of a line end.
    while (this.#at < this.#text.length - 1 && lineEnd(this.#text, this.#at) === this.#at) {
      this.#at = afterLineEnd(this.#text, this.#at)
      this.#row += 1
      this.#line += 1
    }
    return this.#row > first
  }

  #skipLine(): void {
    const end = lineEnd(this.#text, this.#at)
    this.#isSkippingLine = end === this.#text.length
    this.#at = afterLineEnd(this.#text, end)
  }
}

/** Splits the record at an offset. A quotation mark inside an unquoted cell is literal if the record is one line. */
export function splitRecord(
  text: string,
  start: number,
  delimiter: string,
  quoteEscape: QuoteEscape,
): SplitRecord {
  const firstLineEnd = lineEnd(text, start)
  const end = afterLineEnd(text, firstLineEnd)
  const line = text.slice(start, firstLineEnd)
  if (!line.includes('"')) return { cells: line.split(delimiter).map((cell) => cell.trim()), end }
  const cells: string[] = []
  let isOneLine = false
  for (let at = start; ; at += 1) {
    const cell = splitCell(text, at, delimiter, quoteEscape)
    const isWithinLine = isOneLine || cell.end <= firstLineEnd
    if (isOneLine && cell.end > firstLineEnd) return { failure: 'quote-not-closed', isWithinLine, end }
    if ('failure' in cell) return { failure: cell.failure, isWithinLine, end }
    if (cell.hasBareQuote && !isWithinLine) return { failure: 'text-after-quote', isWithinLine, end }
    isOneLine ||= cell.hasBareQuote
    cells.push(cell.value)
    at = cell.end
    if (text[at] !== delimiter) return { cells, end: afterLineEnd(text, at) }
  }
}

function splitCell(
  text: string,
  from: number,
  delimiter: string,
  quoteEscape: QuoteEscape,
): { value: string; end: number; hasBareQuote: boolean } | { failure: Failure; end: number } {
  const open = skipBlanks(text, from, delimiter)
  if (text[open] !== '"') {
    let end = open
    while (!endsCell(text[end], delimiter)) end += 1
    const value = text.slice(open, end).trim()
    return { value, end, hasBareQuote: value.includes('"') }
  }
  const close = closingQuote(text, open + 1, quoteEscape)
  if (close === -1) return { failure: 'quote-not-closed', end: text.length }
  const end = skipBlanks(text, close + 1, delimiter)
  if (!endsCell(text[end], delimiter)) return { failure: 'text-after-quote', end: close }
  const quoted = text.slice(open + 1, close)
  const value = quoteEscape === '"' ? quoted.replaceAll('""', '"') : quoted.replace(/\\(.)/gs, '$1')
  return { value, end, hasBareQuote: false }
}

function closingQuote(text: string, from: number, quoteEscape: QuoteEscape): number {
  let at = text.indexOf('"', from)
  while (at !== -1 && (quoteEscape === '"' ? text[at + 1] === '"' : isBackslashed(text, from, at))) {
    at = text.indexOf('"', at + (quoteEscape === '"' ? 2 : 1))
  }
  return at
}

function isBackslashed(text: string, from: number, at: number): boolean {
  let first = at
  while (first > from && text[first - 1] === '\\') first -= 1
  return (at - first) % 2 === 1
}

function skipBlanks(text: string, from: number, delimiter: string): number {
  let at = from
  while (text[at] === ' ' || (text[at] === '\t' && delimiter !== '\t')) at += 1
  return at
}

function endsCell(char: string | undefined, delimiter: string): boolean {
  return char === delimiter || char === '\n' || char === '\r' || char === undefined
}

/** Offset of the first line end from an offset on; the text's length if there is none. */
function lineEnd(text: string, from: number): number {
  let at = from
  while (at < text.length && text[at] !== '\n' && text[at] !== '\r') at += 1
  return at
}

function afterLineEnd(text: string, at: number): number {
  return Math.min(text.length, at + (text.startsWith('\r\n', at) ? 2 : 1))
}

function countLines(text: string, start: number, end: number): number {
  let count = 0
  for (let at = start; at < end; at = afterLineEnd(text, lineEnd(text, at))) count += 1
  return count
}

function isTooLong(text: string): boolean {
  return text.length * 3 > MAX_RECORD_BYTES && Buffer.byteLength(text) > MAX_RECORD_BYTES
}
