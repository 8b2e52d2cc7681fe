import type { RegistryDate } from '../enrichment/public-record.ts'
import { type DayNumber, parseDay } from '../score/day.ts'
import { parseRegistryDate } from '../signals/registry-date.ts'

const EARLIEST_DAY = parseDay('1850-01-01')
/** Auctions are announced at most this many days ahead. */
const MAX_DAYS_AHEAD = 550

/**
 * The day of a registry date for sorting: a month counts as its 15th, a year as July 1. NaN if missing, invalid or
 * implausible.
 */
export function registryDay(date: RegistryDate | null | undefined, today: DayNumber): DayNumber {
  const day = date ? parseRegistryDate(date).day : Number.NaN
  return day >= EARLIEST_DAY && day <= today + MAX_DAYS_AHEAD ? day : Number.NaN
}

/** The first plausible date; null if there is none. */
export function firstPlausibleDate(
  dates: readonly (RegistryDate | null | undefined)[],
  today: DayNumber,
): RegistryDate | null {
  return dates.find((date) => !Number.isNaN(registryDay(date, today))) ?? null
}

const MAX_AMOUNT = 1e9

/** Whole dollars; null if the amount is implausible. */
export function plausibleAmount(amount: number | null | undefined): number | null {
  return amount != null && amount > 0 && amount <= MAX_AMOUNT ? Math.round(amount) : null
}
