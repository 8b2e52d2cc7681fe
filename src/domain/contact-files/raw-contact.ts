import { CONTACT_FIELDS, type RawContact } from '../identity/contact-draft.ts'
import { onOneCellLine } from './csv-cells.ts'

/** Maximum size of a stored skipped row, in bytes of JSON. */
const MAX_STORED_BYTES = 3800

/** Twice the longest field, enough to see what to shorten. */
const STORED_FIELD_LENGTHS = [400, 100, 25]

/** Flattens line breaks and tabs in values: address lines are joined with commas, other values with spaces. */
export function flattenLines(raw: RawContact): RawContact {
  const flat: RawContact = {}
  for (const field of CONTACT_FIELDS) {
    flat[field] = onOneCellLine(raw[field] ?? '', field === 'address' ? ', ' : ' ')
  }
  return flat
}

/** Content of a skipped row for correction: without unstorable characters, cut to 4 KB. */
export function trimRaw(raw: RawContact): RawContact {
  for (const length of STORED_FIELD_LENGTHS) {
    const kept = shortenFields(raw, length)
    if (new TextEncoder().encode(JSON.stringify(kept)).length <= MAX_STORED_BYTES) return kept
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
