import { CsvFileError } from './csv-file-error.ts'
import {
  type CsvWindow,
  parseCsvWindow,
  parseLineWithBackslashes,
  parseLineWithBareQuotes,
  type QuoteEscape,
  type WindowFailure,
} from './csv-window.ts'

/** Reason why a record couldn't be read. */
export type UnreadableReason = 'quote-not-closed' | 'text-after-quote' | 'too-long'

export type CsvRecord = {
  /** Spreadsheet row number: the first record is row 1, blank rows count, a quoted line break doesn't. */
  row: number
  /** First line of the record in the file, as in a text editor. */
  line: number
} & ({ cells: string[] } | { unreadable: UnreadableReason })

/**
 * Maximum record size in bytes of UTF-8. Real contacts are below 1 KiB; longer records have lost a quotation mark.
 */
const RECORD_MAX_BYTES = 64 * 1024

/** Bytes parsed at a time, so that one step takes a few milliseconds. */
const WINDOW_BYTES = 16 * 1024

/** Window for longer records: twice the maximum, so that it holds all of one or proves it too long. */
const WIDE_WINDOW_BYTES = 2 * RECORD_MAX_BYTES

/** A record; null to let other work run. */
export type ReadStep = CsvRecord | null

/**
 * Limit of multi-line records that fail, because their lines are read twice. Real files have a few; a file of nothing
 * else would take quadratic time.
 */
const LOST_QUOTES_MAX = 200

const TAB = 9
const LF = 10
const CR = 13
const BLANK = 32

/**
 * Splits text into records of cells. Memory stays within one window and one pushed text, whatever the file size.
 * An unreadable record (unclosed quotation mark, text after a closing one, over 64 KiB) is reported as such, and
 * reading resumes on the line after its first: a lost quotation mark costs its own row, never the rest of the file.
 * `push` and `end` throw `CsvFileError` if that happens too often. Lines without a value are counted and skipped.
 */
export class CsvRecordReader {
  readonly #delimiter: string
  readonly #escape: QuoteEscape
  #buffer: Buffer = Buffer.alloc(0)
  #row = 1
  #line = 1
  #skippingLine = false
  #isWide = false
  #lostQuotes = 0

  constructor(delimiter: string, quoteEscape: QuoteEscape = '"') {
    this.#delimiter = delimiter
    this.#escape = quoteEscape
  }

  *push(text: string): Generator<ReadStep> {
    this.#buffer = Buffer.concat([this.#buffer, Buffer.from(text)])
    while (this.#skip(false) && this.#buffer.length >= WIDE_WINDOW_BYTES) yield* this.#readWindow(false)
  }

  *end(): Generator<ReadStep> {
    while (this.#skip(true) && this.#buffer.length > 0) yield* this.#readWindow(true)
  }

  *#readWindow(fileEnds: boolean): Generator<ReadStep> {
    yield null
    const window = this.#buffer.subarray(0, this.#isWide ? WIDE_WINDOW_BYTES : WINDOW_BYTES)
    const { records, isFull, failure } = parseCsvWindow(window, this.#delimiter, this.#escape)
    const final = fileEnds && !isFull && window.length === this.#buffer.length
    // The last record of a window may continue after it.
    if (!final && failure === null) records.pop()
    const start = records.at(-1)?.end ?? 0
    const isCut = window.length < this.#buffer.length
    if (!this.#isWide && isCut && start === 0 && mayBeCompleted(window, failure)) {
      this.#isWide = true
      return
    }
    this.#isWide = false
    yield* this.#handOut(window, records)
    this.#buffer = this.#buffer.subarray(start)
    const rest = window.subarray(start)
    if (final && failure === null) this.#buffer = Buffer.alloc(0)
    else if (final || !mayBeCompleted(rest, failure)) yield this.#giveUp(rest, failure, final)
  }

  *#handOut(window: Buffer, records: CsvWindow['records']): Generator<CsvRecord> {
    let start = 0
    for (const { cells, end } of records) {
      const place = { row: this.#row, line: this.#line }
      this.#row += 1
      this.#line += countLineEnds(window, start, end)
      yield end - start > RECORD_MAX_BYTES ? { ...place, unreadable: 'too-long' } : { ...place, cells }
      start = end
    }
  }

  /** Reports the record that begins here as unreadable; its first line is skipped. */
  #giveUp(rest: Buffer, failure: WindowFailure | null, final: boolean): CsvRecord {
    const place = { row: this.#row, line: this.#line }
    this.#row += 1
    this.#line += 1
    this.#skippingLine = true
    const firstLine = rest.subarray(0, lineEnd(rest) ?? rest.length)
    if (firstLine.length > RECORD_MAX_BYTES) return { ...place, unreadable: 'too-long' }
    if (failure?.kind === 'bare-quote' && !failure.spansLines) {
      const cells = parseLineWithBareQuotes(firstLine, this.#delimiter)
      return cells ? { ...place, cells } : { ...place, unreadable: 'quote-not-closed' }
    }
    if (failure?.kind === 'text-after-quote' && !failure.spansLines && firstLine.includes('\\"')) {
      const cells = parseLineWithBackslashes(firstLine, this.#delimiter)
      if (cells) return { ...place, cells }
    }
    if (failure === null || failure.spansLines) this.#countLostQuote()
    if (failure === null || (failure.kind === 'quote-not-closed' && !final))
      return { ...place, unreadable: 'too-long' }
    // Text after a quotation mark on a later line: the mark on the first line was never meant to reach that far.
    const lostHere = failure.kind === 'quote-not-closed' || failure.spansLines
    return { ...place, unreadable: lostHere ? 'quote-not-closed' : 'text-after-quote' }
  }

  #countLostQuote(): void {
    this.#lostQuotes += 1
    if (this.#lostQuotes <= LOST_QUOTES_MAX) return
    throw new CsvFileError(
      `More than ${LOST_QUOTES_MAX} rows have a quotation mark that is never closed. Export the file again and retry.`,
    )
  }

  /** Skips text that isn't a record; false if more text must arrive first. */
  #skip(fileEnds: boolean): boolean {
    if (!this.#skipLine(fileEnds)) return false
    this.#skipBlankLines(fileEnds)
    return true
  }

  /** The CSV parser would take half a minute for the blank lines of a long file. */
  #skipBlankLines(fileEnds: boolean): void {
    const bytes = this.#buffer
    const delimiter = this.#delimiter.charCodeAt(0)
    let start = 0
    for (let index = 0; index < bytes.length && index - start < RECORD_MAX_BYTES; index++) {
      const byte = bytes[index]
      if (byte === delimiter || byte === BLANK || byte === TAB) continue
      if (byte !== LF && byte !== CR) break
      // A final CR may be half of a CR LF.
      if (byte === CR && index + 1 === bytes.length && !fileEnds) break
      if (byte === CR && bytes[index + 1] === LF) index += 1
      start = index + 1
      this.#row += 1
      this.#line += 1
    }
    this.#buffer = bytes.subarray(start)
  }

  /** Skips the rest of a rejected line; false if more text must arrive first. */
  #skipLine(fileEnds: boolean): boolean {
    if (!this.#skippingLine) return true
    const end = lineEnd(this.#buffer)
    // A final CR may be half of a CR LF.
    const isCut = end === this.#buffer.length && this.#buffer[end - 1] === CR && !fileEnds
    if (end === null || isCut) {
      this.#buffer = isCut ? this.#buffer.subarray(-1) : Buffer.alloc(0)
      return fileEnds
    }
    this.#buffer = this.#buffer.subarray(end)
    this.#skippingLine = false
    return true
  }
}

/** True if later text may complete the rest of a window. */
function mayBeCompleted(rest: Buffer, failure: WindowFailure | null): boolean {
  if (rest.length > RECORD_MAX_BYTES) return false
  return failure === null || failure.kind === 'quote-not-closed' || lineEnd(rest) === null
}

/** Offset after the first line end; null if there is none. */
function lineEnd(bytes: Buffer): number | null {
  const lf = bytes.indexOf(LF)
  // Files with CR alone may have no LF for megabytes, so the CR search ends at the LF.
  const cr = (lf === -1 ? bytes : bytes.subarray(0, lf)).indexOf(CR)
  if (cr === -1) return lf === -1 ? null : lf + 1
  return cr + 1 === lf ? lf + 1 : cr + 1
}

function countLineEnds(bytes: Buffer, start: number, end: number): number {
  let count = 0
  for (let index = start; index < end; index++) {
    const byte = bytes[index]
    if (byte === LF || (byte === CR && bytes[index + 1] !== LF)) count++
  }
  return count
}
