import { cleanText } from './name.ts'

export type PersonName = {
  firstName: string
  lastName: string
  /** Title and suffix as written ("Dr.", "Jr."). */
  title: string | null
  suffix: string | null
  /** The second person of a couple in one cell. */
  partner: { firstName: string; lastName: string } | null
}

/** Splits a whole name; `lastName` is empty where there is only one word. */
export function parseFullName(text: string): PersonName {
  const name = cleanText(text)
  const comma = name.match(/^([^,]+),([^,]+)$/)
  const [first = '', ...others] = name.split(/\s+/)
  return {
    firstName: comma ? (comma[2]?.trim() ?? '') : first,
    lastName: comma ? (comma[1]?.trim() ?? '') : others.join(' '),
    title: null,
    suffix: null,
    partner: null,
  }
}
