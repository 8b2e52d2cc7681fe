const LF = 10
const CR = 13
const QUOTE = 34
const SPACE = 32
/** Comma, semicolon, tab and pipe. */
const DELIMITERS: ReadonlySet<number> = new Set([44, 59, 9, 124])
/** A longer quoted value has lost its closing quotation mark, so its lines count as rows. */
const MAX_QUOTED_BYTES = 64 * 1024

/**
 * Counts the rows of a CSV file chunk by chunk, ignoring line breaks inside quotation marks and lines without values.
 */
export class RowCounter {
  #rows = 0
  #hasValue = false
  #state: 'cell start' | 'cell' | 'quoted' | 'quote in quoted' = 'cell start'
  #quotedBytes = 0
  #quotedLines = 0
  #last = 0

  push(chunk: Uint8Array): void {
    for (const byte of chunk) {
      // Skips the zero bytes of UTF-16.
      if (byte === 0) continue
      const isLineEnd = byte === CR || (byte === LF && this.#last !== CR)
      if (this.#state === 'quoted') this.#readQuoted(byte, isLineEnd)
      else this.#readPlain(byte, isLineEnd)
      this.#last = byte
    }
  }

  #readQuoted(byte: number, isLineEnd: boolean): void {
    this.#quotedBytes++
    if (byte === QUOTE) this.#state = 'quote in quoted'
    else if (isLineEnd) this.#quotedLines++
    else if (byte > SPACE) this.#hasValue = true
    if (this.#quotedBytes > MAX_QUOTED_BYTES) {
      this.#rows += this.#quotedLines
      this.#state = 'cell'
    }
  }

  #readPlain(byte: number, isLineEnd: boolean): void {
    if (isLineEnd) {
      if (this.#hasValue) this.#rows++
      this.#hasValue = false
      this.#state = 'cell start'
    } else if (DELIMITERS.has(byte)) this.#state = 'cell start'
    else if (byte === QUOTE && this.#state === 'quote in quoted') this.#state = 'quoted'
    else if (byte === QUOTE && this.#state === 'cell start') {
      this.#state = 'quoted'
      this.#quotedBytes = 0
      this.#quotedLines = 0
    } else if (byte > SPACE) {
      this.#hasValue = true
      this.#state = 'cell'
    }
  }

  /** Rows below the header. */
  rows(): number {
    const unclosedLines = this.#state === 'quoted' ? this.#quotedLines : 0
    return Math.max(0, this.#rows + unclosedLines + (this.#hasValue ? 1 : 0) - 1)
  }
}
