import type { RegistryDate } from '../enrichment/public-record.ts'
import { addMonths, type DayNumber, dayOf, parseDay } from '../score/day.ts'
import { LIMITS, YEAR_ONLY_FACTOR } from './rules.ts'

export type ResolvedDate = {
  day: DayNumber
  precision: 'day' | 'month' | 'year'
  /** Factor for the confidence of signals based on this date. */
  factor: number
}

function resolve(date: RegistryDate): (ResolvedDate & { begins: DayNumber }) | null {
  if (/^\d{4}$/.test(date)) {
    const year = Number(date)
    const day = dayOf(year, 7, 1)
    return { day, begins: dayOf(year, 1, 1), precision: 'year', factor: YEAR_ONLY_FACTOR }
  }
  if (/^\d{4}-\d{2}$/.test(date)) {
    const [year, month] = [Number(date.slice(0, 4)), Number(date.slice(5))]
    return { day: dayOf(year, month, 15), begins: dayOf(year, month, 1), precision: 'month', factor: 1 }
  }
  const day = parseDay(date)
  return { day, begins: day, precision: 'day', factor: 1 }
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
  const resolved = date ? resolve(date) : null
  if (!resolved || Number.isNaN(resolved.day)) return null
  const tooEarly = resolved.day < addMonths(today, -12 * LIMITS.yearsBack)
  if (tooEarly || resolved.begins > addMonths(today, monthsAhead)) return null
  const { day, precision, factor } = resolved
  return { day, precision, factor }
}
