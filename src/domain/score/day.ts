import type { IsoDate } from '../enrichment/person-record.ts'
import { FORMULA } from './parameters.ts'

/** Whole days since 1970-01-01. Days are compared and subtracted as integers; NaN means "no such day". */
export type DayNumber = number

const DAY_MS = 86_400_000

/** Parses `YYYY-MM-DD`; returns NaN for anything else and for days that don't exist. */
export function parseDay(date: IsoDate | null | undefined): DayNumber {
  if (!date || !/^[1-9]\d{3}-\d\d-\d\d$/.test(date)) return Number.NaN
  const month = Number(date.slice(5, 7))
  const time = Date.UTC(Number(date.slice(0, 4)), month - 1, Number(date.slice(8)))
  // February 30 would become a day in March.
  return new Date(time).getUTCMonth() === month - 1 ? time / DAY_MS : Number.NaN
}

/** Parses the day of a calculation. @throws RangeError when it is not a day. */
export function parseToday(today: IsoDate): DayNumber {
  const day = parseDay(today)
  if (Number.isNaN(day)) throw new RangeError('today must be a day, YYYY-MM-DD')
  return day
}

/** Formats a day number as `YYYY-MM-DD`; years 1000 to 9999. */
export function formatDay(day: DayNumber): IsoDate {
  const date = new Date(day * DAY_MS)
  return `${date.getUTCFullYear()}-${twoDigits(date.getUTCMonth() + 1)}-${twoDigits(date.getUTCDate())}`
}

const twoDigits = (value: number) => (value < 10 ? `0${value}` : String(value))

/** Fractional months between two days, with 365.25 / 12 days per month; negative if `to` is earlier. */
export function monthsBetween(from: DayNumber, to: DayNumber): number {
  return (to - from) / FORMULA.daysPerMonth
}

/** Adds (fractional) months, rounded to the nearest day. */
export function addMonths(day: DayNumber, months: number): DayNumber {
  return day + Math.round(months * FORMULA.daysPerMonth)
}
