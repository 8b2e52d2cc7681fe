import { AppError } from '../errors.ts'

/** Enough for an import of 5,000 device contacts with 5 values each. */
const MAX_VALUES = 50_000
const MAX_DEPTH = 100

const QUOTE = 34
const COMMA = 44
const BACKSLASH = 92
const OPENING: ReadonlySet<number> = new Set([91, 123])
const CLOSING: ReadonlySet<number> = new Set([93, 125])

/**
 * Checks a JSON text before parsing. Parsing blocks the event loop, and its time grows with the number of values and
 * levels rather than with the bytes.
 *
 * @throws {AppError} invalid
 */
export function checkJsonShape(text: string): void {
  let values = 0
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfString(text, at)
    else if (code === COMMA) values++
    else if (OPENING.has(code)) {
      values++
      depth++
    } else if (CLOSING.has(code)) depth--
    if (values > MAX_VALUES || depth > MAX_DEPTH) {
      throw new AppError('invalid', 'The JSON body has too many values or levels')
    }
  }
}

/** Finds the end of the string that begins at `start`; the end of the text if it is never closed. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end - 1
    while (text.charCodeAt(before) === BACKSLASH) before--
    // After an odd number of backslashes the quote is escaped.
    if ((end - before) % 2 === 1) return end
  }
  return text.length
}
