const LF = 10
const CR = 13
const QUOTE = 34
const SPACE = 32
/** Comma, semicolon, tab and bar. */
const DELIMITERS: ReadonlySet<number> = new Set([44, 59, 9, 124])
/** A quoted value longer than this has lost its closing mark: its lines are rows again. */
const MAX_QUOTED_BYTES = 64 * 1024

/**
 * Counts the rows of a CSV file chunk by chunk: a line break inside quotation marks ends no row, and a line without
 * values is none.
 */
export class RowCounter {
  #rows = 0
  #hasValue = false
  #place: 'cell start' | 'cell' | 'quoted' | 'quote in quoted' = 'cell start'
  #quotedBytes = 0
  #quotedLines = 0
  #last = 0

  push(chunk: Uint8Array): void {
    for (const byte of chunk) {
      // The zero bytes of UTF-16 are no content of their own.
      if (byte === 0) continue
      const isLineEnd = byte === CR || (byte === LF && this.#last !== CR)
      if (this.#place === 'quoted') this.#readQuoted(byte, isLineEnd)
      else this.#readPlain(byte, isLineEnd)
      this.#last = byte
    }
  }

  #readQuoted(byte: number, isLineEnd: boolean): void {
    this.#quotedBytes++
    if (byte === QUOTE) this.#place = 'quote in quoted'
    else if (isLineEnd) this.#quotedLines++
    else if (byte > SPACE) this.#hasValue = true
    if (this.#quotedBytes > MAX_QUOTED_BYTES) {
      this.#rows += this.#quotedLines
      this.#place = 'cell'
    }
  }

  #readPlain(byte: number, isLineEnd: boolean): void {
    if (isLineEnd) {
      if (this.#hasValue) this.#rows++
      this.#hasValue = false
      this.#place = 'cell start'
    } else if (DELIMITERS.has(byte)) this.#place = 'cell start'
    else if (byte === QUOTE && this.#place === 'quote in quoted') this.#place = 'quoted'
    else if (byte === QUOTE && this.#place === 'cell start') {
      this.#place = 'quoted'
      this.#quotedBytes = 0
      this.#quotedLines = 0
    } else if (byte > SPACE) {
      this.#hasValue = true
      this.#place = 'cell'
    }
  }

  /** Rows below the header. */
  rows(): number {
    const lost = this.#place === 'quoted' ? this.#quotedLines : 0
    return Math.max(0, this.#rows + lost + (this.#hasValue ? 1 : 0) - 1)
  }
}
