import type { IsoDate } from '#domain/enrichment/person-record.ts'
import { listAt, numberAt, type ReadDate, readDate, textsAt, valueAt } from './raw-fields.ts'

/**
 * Collects the fields of one answer whose value cannot be: each is unknown in the record and named in its provenance.
 * Missing values and a literal `true` ("not in your plan") are only unknown.
 */
export type Refusals = {
  /** `field` in words for the agent: `birth year`. */
  note(field: string): void
  fields(): string[]
}

export function createRefusals(): Refusals {
  const fields = new Set<string>()
  return {
    note: (field) => fields.add(field),
    fields: () => [...fields].sort(),
  }
}

/** A number within the bounds; one outside them is noted. */
export function plausibleNumber(
  refusals: Refusals,
  field: string,
  raw: unknown,
  path: string,
  [least, most]: readonly [number, number],
): number | null {
  const value = numberAt(raw, path, -Infinity, Infinity)
  if (value === null) return null
  if (value >= least && value <= most) return value
  refusals.note(field)
  return null
}

const EARLIEST: IsoDate = '1900-01-01'

/** A date from 1900 to `latest`; another one, and a day that does not exist, are noted. */
export function plausibleDate(
  refusals: Refusals,
  field: string,
  raw: unknown,
  path: string,
  latest: IsoDate,
): ReadDate | null {
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

const MOST_TEXTS = 300
const LONGEST_ENTRY = 200

/** The texts of a list. A list that is longer than any life is noted and left out, an entry that long likewise. */
export function plausibleTexts(refusals: Refusals, field: string, raw: unknown, path: string): string[] {
  const listed = valueAt(raw, path)
  if (Array.isArray(listed) && listed.length > MOST_TEXTS) {
    refusals.note(field)
    return []
  }
  const texts = textsAt(raw, path)
  const short = texts.filter((text) => text.length <= LONGEST_ENTRY)
  if (short.length < texts.length) refusals.note(field)
  return short
}

/** The entries of a list; one with more than `most` is noted and left out. */
export function plausibleList(
  refusals: Refusals,
  field: string,
  raw: unknown,
  path: string,
  most: number,
): unknown[] {
  const entries = listAt(raw, path)
  if (entries.length <= most) return entries
  refusals.note(field)
  return []
}
