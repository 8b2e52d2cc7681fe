import { CONTACT_FIELDS, type RawContact } from '../identity/contact-draft.ts'
import { cleanText } from '../identity/name.ts'

const LINE_BREAK = /[\r\n\u2028\u2029]/

/** A refused row is kept in at most this many bytes of JSON. */
const STORED_MAX_BYTES = 3800

/** Twice the longest field: enough to see what has to go. */
const STORED_FIELD_LENGTHS = [400, 100, 25]

/** Line breaks and tabs inside a value: address lines are joined by commas, other values by blanks. */
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

/** What a row that was refused held, for people to correct: without what cannot be stored, cut to fit 4 KB. */
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

/** One line that a database can hold. */
export function storable(text: string): string {
  return cleanText(text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').toWellFormed())
}
