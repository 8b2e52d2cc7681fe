import { readStreetTail } from './address-cell.ts'
import { cleanText } from './name.ts'
import { isUnitWord } from './street-words.ts'

export type StreetLine = {
  /** House number as written (`10-12`, `N6W23001`); null if there is none. */
  number: string | null
  /** `PO Box 12`; excludes a house number. */
  box: string | null
  /** State typed after the street on the same line. */
  state: string | null
  zipCode: string | null
}

/** Longer lines aren't US streets. */
const MAX_LENGTH = 200

const HOUSE_NUMBER_PATTERN = /^(?:[NSEW]\d{1,3}[NSEW]\d{1,6}|\d{1,7}(?:-\d{1,6})?)[A-Z]?$/i
const BOX_PATTERN = /^p\.?\s?o\.?\s?b(?:ox)?\b\.?\s?#?\s?([\w-]*)|^(?:post office )?box\b\s?#?\s?([\w-]+)/i
const STREET_CORNER_PATTERN = /[&@]|\b(?:and|at)\b/i

/** Parses a US street line; null if empty, unreadable or the corner of two streets. */
export function parseStreetLine(text: string): StreetLine | null {
  const line = cleanText(text).replace(/^[^\p{L}\p{N}#]+/u, '')
  if (line === '' || line.length > MAX_LENGTH) return null
  const { state, zipCode } = readStreetTail(line)
  const stateAndZip = { state: state || null, zipCode: zipCode || null }
  const box = BOX_PATTERN.exec(line)
  if (box) return { number: null, box: `PO Box ${box[1] ?? box[2] ?? ''}`.trim(), ...stateAndZip }
  const number = houseNumber(line)
  return number === null && STREET_CORNER_PATTERN.test(line) ? null : { number, box: null, ...stateAndZip }
}

/** First word, or the first after a unit ("Apt 1B 626 E Kilbourn Ave"). */
function houseNumber(line: string): string | null {
  const words = line.split(/[\s,]+/)
  const [first = ''] = words
  const isUnit = isUnitWord(first) || first === '#'
  const numberIndex = isUnit ? 2 : first.startsWith('#') ? 1 : 0
  const number = words[numberIndex] ?? ''
  return words.length > numberIndex + 1 && HOUSE_NUMBER_PATTERN.test(number) ? number : null
}
