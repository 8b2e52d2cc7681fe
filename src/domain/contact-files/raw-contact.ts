import { CONTACT_FIELDS, type RawContact } from '../identity/contact-draft.ts'
import { onOneCellLine } from './csv-cells.ts'

/** Maximum size of a stored skipped row, in bytes of JSON. */
const MAX_STORED_BYTES = 3800

/** Field lengths to try: twice the longest field, which shows what to shorten, and less. */
const STORED_FIELD_LENGTHS = [400, 100, 25]

/** Flattens line breaks and tabs in values: address lines are joined with commas, other values with spaces. */
export function flattenLines(raw: RawContact): RawContact {
  const flatContact: RawContact = {}
  for (const field of CONTACT_FIELDS) {
    flatContact[field] = onOneCellLine(raw[field] ?? '', field === 'address' ? ', ' : ' ')
  }
  return flatContact
}

/** Content of a skipped row for correction, without characters that can't be stored, at most 4 KB. */
export function trimRaw(raw: RawContact): RawContact {
  for (const length of STORED_FIELD_LENGTHS) {
    const shortContact = shortenFields(raw, length)
    if (new TextEncoder().encode(JSON.stringify(shortContact)).length <= MAX_STORED_BYTES) return shortContact
  }
  return {}
}

function shortenFields(raw: RawContact, length: number): RawContact {
  const shortened: RawContact = {}
  for (const field of CONTACT_FIELDS) {
    const text = (raw[field] ?? '')
      .slice(0, length)
      .replace(/\p{Cc}/gu, ' ')
      .toWellFormed()
      .trim()
    if (text !== '') shortened[field] = text
  }
  return shortened
}
