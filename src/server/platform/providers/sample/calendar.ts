import type { IsoDate } from '#domain/enrichment/person-record.ts'
import { chance } from './hash.ts'

/** Days since 1 January 1970, UTC. */
export type DayNumber = number

export const DAYS_PER_MONTH = 30.4375
export const DAYS_PER_YEAR = 365.25

export function dayNumber(date: IsoDate): DayNumber {
  return Math.floor(Date.parse(`${date}T00:00:00Z`) / 86_400_000)
}

export function isoDate(day: DayNumber): IsoDate {
  return new Date(day * 86_400_000).toISOString().slice(0, 10)
}

export function yearOf(day: DayNumber): number {
  return new Date(day * 86_400_000).getUTCFullYear()
}

/** How often a thing comes back to one person: months between two occurrences. */
export type Period = readonly [least: number, most: number]

export type Occurrence = { index: number; day: DayNumber }

/**
 * The occurrences of a person's schedule up to `until`, newest first, at most `count`. The schedule is fixed in time
 * by the identity: asked again days later, an occurrence keeps its index and its day.
 */
export function occurrences(
  key: string,
  question: string,
  period: Period,
  until: DayNumber,
  count: number,
): Occurrence[] {
  const months = period[0] + chance(key, `${question} period`) * (period[1] - period[0])
  const length = Math.max(1, Math.round(months * DAYS_PER_MONTH))
  const phase = Math.floor(chance(key, `${question} phase`) * length)
  const last = Math.floor((until - phase) / length)
  return Array.from({ length: count }, (_, back) => ({
    index: last - back,
    day: phase + (last - back) * length,
  }))
}
