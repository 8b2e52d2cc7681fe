import type { IsoDate } from '#domain/enrichment/person-record.ts'
import { listAt, numberAt, type ParsedDate, readDate, textsAt, valueAt } from './raw-fields.ts'

/**
 * Collects fields of a response with impossible values; they are unknown in the record and named in its provenance.
 * Missing values and `true` ("not in your plan") are merely unknown.
 */
export type RejectedFields = {
  /** Records a rejected field, in words for the agent: `birth year`. */
  note(field: string): void
  fields(): string[]
}

/** Context for reading one response: today's date and the collector of rejected fields. */
export type Reading = { today: IsoDate; refusals: RejectedFields }

export function createRejectedFields(): RejectedFields {
  const fields = new Set<string>()
  return {
    note: (field) => fields.add(field),
    fields: () => [...fields].sort(),
  }
}

/** Reads a number within the bounds; rejects one outside them. */
export function plausibleNumber(
  refusals: RejectedFields,
  field: string,
  raw: unknown,
  path: string,
  [min, max]: readonly [number, number],
): number | null {
  const value = numberAt(raw, path, -Infinity, Infinity)
  if (value === null) return null
  if (value >= min && value <= max) return value
  refusals.note(field)
  return null
}

const EARLIEST: IsoDate = '1900-01-01'

/** Reads a date from 1900 to `latest`; rejects other dates and impossible days. */
export function plausibleDate(
  refusals: RejectedFields,
  field: string,
  raw: unknown,
  path: string,
  latest: IsoDate,
): ParsedDate | null {
  const value = valueAt(raw, path)
  const date = readDate(value)
  if (date && date.day >= EARLIEST && date.day <= latest) return date
  if (date || looksLikeDate(value)) refusals.note(field)
  return null
}

/** True for text of digits and separators, which was meant as a date. */
function looksLikeDate(value: unknown): boolean {
  return typeof value === 'string' && /^\d[\d/.:TZ -]{3,39}$/.test(value.trim())
}

const MAX_TEXTS = 300
const MAX_ENTRY_LENGTH = 200

/** Reads the texts of a list; rejects the list if it is implausibly long, and entries that are too long. */
export function plausibleTexts(
  refusals: RejectedFields,
  field: string,
  raw: unknown,
  path: string,
): string[] {
  const listed = valueAt(raw, path)
  if (Array.isArray(listed) && listed.length > MAX_TEXTS) {
    refusals.note(field)
    return []
  }
  const texts = textsAt(raw, path)
  const short = texts.filter((text) => text.length <= MAX_ENTRY_LENGTH)
  if (short.length < texts.length) refusals.note(field)
  return short
}

/** Reads the entries of a list; rejects a list with more than `max`. */
export function plausibleList(
  refusals: RejectedFields,
  field: string,
  raw: unknown,
  path: string,
  max: number,
): unknown[] {
  const entries = listAt(raw, path)
  if (entries.length <= max) return entries
  refusals.note(field)
  return []
}
