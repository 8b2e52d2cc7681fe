import type { DayNumber } from '#domain/score/day.ts'
import { chance } from './hash.ts'

export const DAYS_PER_MONTH = 30.4375
export const DAYS_PER_YEAR = 365.25

export function yearOf(day: DayNumber): number {
  return new Date(day * 86_400_000).getUTCFullYear()
}

/** Range of months between two occurrences. */
export type Period = readonly [min: number, max: number]

export type Occurrence = { index: number; day: DayNumber }

/**
 * Lists the occurrences of a person's schedule up to `until`, newest first, at most `count`. The key fixes the schedule, so
 * an occurrence keeps its index and day on later calls.
 */
export function occurrences(
  key: string,
  salt: string,
  period: Period,
  until: DayNumber,
  count: number,
): Occurrence[] {
  const months = period[0] + chance(key, `${salt} period`) * (period[1] - period[0])
  const length = Math.max(1, Math.round(months * DAYS_PER_MONTH))
  const phase = Math.floor(chance(key, `${salt} phase`) * length)
  const last = Math.floor((until - phase) / length)
  return Array.from({ length: count }, (_, yearsBack) => ({
    index: last - yearsBack,
    day: phase + (last - yearsBack) * length,
  }))
}
