import type { IsoDate } from '#domain/enrichment/person-record.ts'
import { listAt, numberAt, type ParsedDate, readDate, textsAt, valueAt } from './raw-fields.ts'

/**
 * Collects the fields of one answer whose value cannot be: each is unknown in the record and named in its provenance.
 * Missing values and a literal `true` ("not in your plan") are only unknown.
 */
export type RejectedFields = {
  /** `field` in words for the agent: `birth year`. */
  note(field: string): void
  fields(): string[]
}

export function createRejectedFields(): RejectedFields {
  const fields = new Set<string>()
  return {
    note: (field) => fields.add(field),
    fields: () => [...fields].sort(),
  }
}

/** A number within the bounds; one outside them is noted. */
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

/** A date from 1900 to `latest`; another one, and a day that does not exist, are noted. */
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

/** Text of digits and separators only: a date that was meant, but cannot be. */
function looksLikeDate(value: unknown): boolean {
  return typeof value === 'string' && /^\d[\d/.:TZ -]{3,39}$/.test(value.trim())
}

const MAX_TEXTS = 300
const MAX_ENTRY_LENGTH = 200

/** The texts of a list. A list that is longer than any life is noted and left out, an entry that long likewise. */
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

/** The entries of a list; one with more than `most` is noted and left out. */
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
