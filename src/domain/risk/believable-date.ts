import type { RegistryDate } from '../enrichment/public-record.ts'
import { type DayNumber, dayOf, parseDay } from '../score/day.ts'

const EARLIEST_YEAR = 1850
/** A sale by auction is announced ahead; nothing else lies in the future, and nothing lies this far. */
const MAX_DAYS_AHEAD = 550

/**
 * The day of a date as a registry printed it, to sort by: a month alone counts from its 15th, a year from its 1 July.
 * NaN where it is missing, no date, or one that cannot be.
 */
export function registryDay(date: RegistryDate | null | undefined, today: DayNumber): DayNumber {
  if (!date) return Number.NaN
  const [year = '', month = '7', day = date.length === 4 ? '1' : '15'] = date.split('-')
  const whole = parseDay(date)
  const found =
    Number.isNaN(whole) && date.length < 10 ? dayOf(Number(year), Number(month), Number(day)) : whole
  return found >= dayOf(EARLIEST_YEAR, 1, 1) && found <= today + MAX_DAYS_AHEAD ? found : Number.NaN
}

/** The first of some dates that can be; null where none can. */
export function firstBelievable(
  dates: readonly (RegistryDate | null | undefined)[],
  today: DayNumber,
): RegistryDate | null {
  return dates.find((date) => !Number.isNaN(registryDay(date, today))) ?? null
}

const MAX_AMOUNT = 1e9

/** Whole dollars, null where the amount cannot be. */
export function believableAmount(amount: number | null | undefined): number | null {
  return amount != null && amount > 0 && amount <= MAX_AMOUNT ? Math.round(amount) : null
}
