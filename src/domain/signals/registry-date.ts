import type { RegistryDate } from '../enrichment/public-record.ts'
import { addMonths, type DayNumber, parseDay } from '../score/day.ts'
import { LIMITS, YEAR_ONLY_FACTOR } from './rules.ts'

export type ResolvedDate = {
  day: DayNumber
  precision: 'day' | 'month' | 'year'
  /** Factor for the confidence of signals based on this date. */
  factor: number
}

/** The day of a registry date, NaN if invalid, and the earliest day that it may mean. */
export function parseRegistryDate(date: RegistryDate): ResolvedDate & { earliestDay: DayNumber } {
  if (/^\d{4}$/.test(date)) {
    const [day, earliestDay] = [parseDay(`${date}-07-01`), parseDay(`${date}-01-01`)]
    return { day, earliestDay, precision: 'year', factor: YEAR_ONLY_FACTOR }
  }
  if (/^\d{4}-\d{2}$/.test(date))
    return { day: parseDay(`${date}-15`), earliestDay: parseDay(`${date}-01`), precision: 'month', factor: 1 }
  const day = parseDay(date)
  return { day, earliestDay: day, precision: 'day', factor: 1 }
}

/**
 * Parses a registry date: a missing day becomes the 15th, a bare year July 1 with lower confidence. Null if missing,
 * invalid, too old, or more than `monthsAhead` in the future.
 */
export function resolveRegistryDate(
  date: RegistryDate | null | undefined,
  today: DayNumber,
  monthsAhead = 0,
): ResolvedDate | null {
  const resolved = date ? parseRegistryDate(date) : null
  if (!resolved || Number.isNaN(resolved.day)) return null
  const isTooOld = resolved.day < addMonths(today, -12 * LIMITS.yearsBack)
  if (isTooOld || resolved.earliestDay > addMonths(today, monthsAhead)) return null
  const { day, precision, factor } = resolved
  return { day, precision, factor }
}
