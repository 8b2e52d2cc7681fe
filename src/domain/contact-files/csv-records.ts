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

/** `end` is the offset of the next record, or after a failed record that of the next line. */
type SplitRecord = { end: number } & ({ cells: string[] } | { failure: Failure; isWithinLine: boolean })

/**
 * Maximum record size in bytes of UTF-8. Real contacts are below 1 KiB; longer records have lost a quotation mark.
 */
const MAX_RECORD_BYTES = 64 * 1024

/** Characters searched for the end of a record, enough for one of the maximum size. */
const LOOKAHEAD_LENGTH = 2 * MAX_RECORD_BYTES

/**
 * Maximum number of failed multi-line records, whose lines are read twice. Real files have a few; a file of only such
 * records would take quadratic time.
 */
const MAX_LOST_QUOTES = 200

/**
 * Splits text into records of cells. Memory stays within the look-ahead and one pushed text, whatever the file size.
 * Empty lines count as rows, but aren't records. An unreadable record (unclosed quotation mark, text after a closing
 * one, over 64 KiB) is reported, and reading resumes on the line after its first, so that a lost quotation mark costs
 * only its own row. `push` and `end` throw `CsvFileError` if that happens too often.
 */
export class CsvRecordReader {
  readonly #delimiter: string
  readonly #escape: QuoteEscape
  #text = ''
  #position = 0
  #row = 1
  #line = 1
  #isSkippingLine = false
  #lostQuotes = 0

  constructor(delimiter: string, quoteEscape: QuoteEscape = '"') {
    this.#delimiter = delimiter
    this.#escape = quoteEscape
  }

  *push(text: string): Generator<CsvRecord> {
    this.#text = this.#text.slice(this.#position) + text
    this.#position = 0
    while (this.#text.length - this.#position >= LOOKAHEAD_LENGTH) yield* this.#read()
  }

  *end(): Generator<CsvRecord> {
    while (this.#position < this.#text.length) yield* this.#read()
  }

  *#read(): Generator<CsvRecord> {
    if (this.#isSkippingLine) return this.#skipLine()
    if (this.#skipEmptyLines()) return
    const start = this.#position
    const position = { row: this.#row, line: this.#line }
    const result = splitRecord(this.#text, start, this.#delimiter, this.#escape)
    this.#row += 1
    if ('cells' in result && result.end - start < LOOKAHEAD_LENGTH) {
      this.#position = result.end
      this.#line += countLines(this.#text, start, result.end)
      yield isTooLong(this.#text.slice(start, result.end))
        ? { ...position, unreadable: 'too-long' }
        : { ...position, cells: result.cells }
      return
    }
    this.#line += 1
    this.#isSkippingLine = true
    yield { ...position, ...this.#readFirstLine(result) }
  }

  /** Reads only the first line of a failed record, or returns why it can't be read. */
  #readFirstLine(result: SplitRecord): { cells: string[] } | { unreadable: UnreadableReason } {
    const line = this.#text.slice(this.#position, lineEnd(this.#text, this.#position))
    if (isTooLong(line)) return { unreadable: 'too-long' }
    if ('failure' in result && result.isWithinLine) {
      const otherEscape = splitRecord(line, 0, this.#delimiter, this.#escape === '"' ? '\\' : '"')
      return 'cells' in otherEscape ? { cells: otherEscape.cells } : { unreadable: result.failure }
    }
    this.#lostQuotes += 1
    if (this.#lostQuotes > MAX_LOST_QUOTES) {
      throw new CsvFileError(
        `More than ${MAX_LOST_QUOTES} rows have a quotation mark that is never closed. Export the file again and retry.`,
      )
    }
    // Text after a quotation mark on a later line means that the mark on the first line is unclosed.
    const isNeverClosed =
      'failure' in result &&
      (result.failure === 'text-after-quote' || this.#text.length - this.#position < LOOKAHEAD_LENGTH)
    return { unreadable: isNeverClosed ? 'quote-not-closed' : 'too-long' }
  }

  /** Skips empty lines without creating records, because a file can have millions. */
  #skipEmptyLines(): boolean {
    const firstRow = this.#row
    // The last character may be the first half of a line end.
    while (this.#position < this.#text.length - 1 && lineEnd(this.#text, this.#position) === this.#position) {
      this.#position = afterLineEnd(this.#text, this.#position)
      this.#row += 1
      this.#line += 1
    }
    return this.#row > firstRow
  }

  #skipLine(): void {
    const end = lineEnd(this.#text, this.#position)
    this.#isSkippingLine = end === this.#text.length
    this.#position = afterLineEnd(this.#text, end)
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
  for (let index = start; ; index += 1) {
    const cell = splitCell(text, index, delimiter, quoteEscape)
    const isWithinLine = isOneLine || cell.end <= firstLineEnd
    if (isOneLine && cell.end > firstLineEnd) return { failure: 'quote-not-closed', isWithinLine, end }
    if ('failure' in cell) return { failure: cell.failure, isWithinLine, end }
    if (cell.hasBareQuote && !isWithinLine) return { failure: 'text-after-quote', isWithinLine, end }
    isOneLine ||= cell.hasBareQuote
    cells.push(cell.value)
    index = cell.end
    if (text[index] !== delimiter) return { cells, end: afterLineEnd(text, index) }
  }
}

function splitCell(
  text: string,
  start: number,
  delimiter: string,
  quoteEscape: QuoteEscape,
): { value: string; end: number; hasBareQuote: boolean } | { failure: Failure; end: number } {
  const quoteStart = skipSpaces(text, start, delimiter)
  if (text[quoteStart] !== '"') {
    let end = quoteStart
    while (!endsCell(text[end], delimiter)) end += 1
    const value = text.slice(quoteStart, end).trim()
    return { value, end, hasBareQuote: value.includes('"') }
  }
  const quoteEnd = closingQuote(text, quoteStart + 1, quoteEscape)
  if (quoteEnd === -1) return { failure: 'quote-not-closed', end: text.length }
  const end = skipSpaces(text, quoteEnd + 1, delimiter)
  if (!endsCell(text[end], delimiter)) return { failure: 'text-after-quote', end: quoteEnd }
  const quotedText = text.slice(quoteStart + 1, quoteEnd)
  const value = quoteEscape === '"' ? quotedText.replaceAll('""', '"') : quotedText.replace(/\\(.)/gs, '$1')
  return { value, end, hasBareQuote: false }
}

function closingQuote(text: string, from: number, quoteEscape: QuoteEscape): number {
  let index = text.indexOf('"', from)
  while (index !== -1 && (quoteEscape === '"' ? text[index + 1] === '"' : isEscaped(text, from, index))) {
    index = text.indexOf('"', index + (quoteEscape === '"' ? 2 : 1))
  }
  return index
}

function isEscaped(text: string, from: number, index: number): boolean {
  let firstBackslash = index
  while (firstBackslash > from && text[firstBackslash - 1] === '\\') firstBackslash -= 1
  return (index - firstBackslash) % 2 === 1
}

function skipSpaces(text: string, from: number, delimiter: string): number {
  let index = from
  while (text[index] === ' ' || (text[index] === '\t' && delimiter !== '\t')) index += 1
  return index
}

function endsCell(char: string | undefined, delimiter: string): boolean {
  return char === delimiter || char === '\n' || char === '\r' || char === undefined
}

/** Offset of the first line end from an offset on; the text's length if there is none. */
function lineEnd(text: string, from: number): number {
  let index = from
  while (index < text.length && text[index] !== '\n' && text[index] !== '\r') index += 1
  return index
}

function afterLineEnd(text: string, index: number): number {
  return Math.min(text.length, index + (text.startsWith('\r\n', index) ? 2 : 1))
}

function countLines(text: string, start: number, end: number): number {
  let count = 0
  for (let index = start; index < end; index = afterLineEnd(text, lineEnd(text, index))) count += 1
  return count
}

function isTooLong(text: string): boolean {
  return text.length * 3 > MAX_RECORD_BYTES && Buffer.byteLength(text) > MAX_RECORD_BYTES
}
