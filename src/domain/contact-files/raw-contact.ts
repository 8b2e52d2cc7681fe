import { CONTACT_FIELDS, type RawContact } from '../identity/contact-draft.ts'
import { cleanText } from '../identity/name.ts'

const LINE_BREAK = /[\r\n\u2028\u2029]/

/** Maximum size of a stored skipped row, in bytes of JSON. */
const STORED_MAX_BYTES = 3800

/** Twice the longest field, enough to see what to shorten. */
const STORED_FIELD_LENGTHS = [400, 100, 25]

/** Flattens line breaks and tabs in values: address lines are joined with commas, other values with spaces. */
export function flattenLines(raw: RawContact): RawContact {
  const flat: RawContact = {}
  for (const field of CONTACT_FIELDS) {
    const value = (raw[field] ?? '').replace(/\t/g, ' ')
    flat[field] = LINE_BREAK.test(value) ? joinLines(value, field === 'address') : value
  }
  return flat
}

function joinLines(text: string, byComma: boolean): string {
  const lines = text.split(LINE_BREAK).map((line) => line.trim())
  if (!byComma) return lines.filter(Boolean).join(' ')
  const bare = lines.map((line) => (line.endsWith(',') ? line.slice(0, -1) : line))
  return bare.filter(Boolean).join(', ')
}

/** Content of a skipped row for correction: without unstorable characters, cut to 4 KB. */
export function trimRaw(raw: RawContact): RawContact {
  for (const length of STORED_FIELD_LENGTHS) {
    const kept = shortenFields(raw, length)
    if (new TextEncoder().encode(JSON.stringify(kept)).length <= STORED_MAX_BYTES) return kept
  }
  return {}
}

function shortenFields(raw: RawContact, length: number): RawContact {
  const kept: RawContact = {}
  for (const field of CONTACT_FIELDS) {
    const text = (raw[field] ?? '')
      .slice(0, length)
      .replace(/\p{Cc}/gu, ' ')
      .toWellFormed()
      .trim()
    if (text !== '') kept[field] = text
  }
  return kept
}

/** Normalizes one line for storage. */
export function storable(text: string): string {
  return cleanText(text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').toWellFormed())
}
