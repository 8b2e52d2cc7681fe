import type { IsoDate } from '#domain/enrichment/person-record.ts'
import { textAt } from './raw-fields.ts'
import { plausibleNumber, type RejectedFields } from './rejected-fields.ts'

export const DAYS_PER_YEAR = 366

/** Reads coordinates such as `"41.78,-88.15"`: both or none. */
export function pointAt(
  raw: unknown,
  path: string,
  refusals: RejectedFields,
): { latitude: number | null; longitude: number | null } {
  const [north, east] = (textAt(raw, path) ?? '').split(',')
  const latitude = plausibleNumber(refusals, 'coordinates', { north }, 'north', [-90, 90])
  const longitude = plausibleNumber(refusals, 'coordinates', { east }, 'east', [-180, 180])
  return latitude === null || longitude === null
    ? { latitude: null, longitude: null }
    : { latitude, longitude }
}

export function daysAfter(day: IsoDate, days: number): IsoDate {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
}

export function lower(text: string | null): string | null {
  return text === null ? null : text.toLowerCase()
}
