import parser from 'parse-address'
import { cleanText } from './name.ts'

export type StreetLine = {
  /** House number as written (`10-12`, `N6W23001`); null where there is none. */
  number: string | null
  street: string | null
  /** `PO Box 12`; then number and street are null. */
  box: string | null
  /** What some people type behind the street in the same line. */
  state: string | null
  zipCode: string | null
}

// Its patterns take longer than linear time on hostile lines; no street of the United States comes near this length.
const MAX_LENGTH = 200

/** Reads a street line of the United States; null for an empty or unreadable one. */
export function parseStreetLine(text: string): StreetLine | null {
  const line = cleanText(text)
  if (line === '' || line.length > MAX_LENGTH) return null
  const found = parser.parseLocation(line)
  if (!found) return null
  const box =
    /^p\W*o\b/i.test(found.sec_unit_type ?? '') && !found.street ? `PO Box ${found.sec_unit_num ?? ''}` : null
  return {
    number: found.number ?? null,
    street: found.street ?? null,
    box: box?.trim() ?? null,
    state: found.state ?? null,
    zipCode: found.zip ?? null,
  }
}
