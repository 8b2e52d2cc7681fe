import type { IsoDate } from '../enrichment/person-record.ts'
import { FORMULA } from './parameters.ts'

/** Whole days since 1970-01-01. Days are compared and subtracted as integers; NaN means "no such day". */
export type DayNumber = number

const TWO_DIGITS = Array.from({ length: 100 }, (_, n) => String(n).padStart(2, '0'))
const MONTH_LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

function digits(text: string, from: number, to: number): number {
  let value = 0
  for (let i = from; i < to; i++) {
    const digit = text.charCodeAt(i) - 48
    if (digit < 0 || digit > 9) return Number.NaN
    value = value * 10 + digit
  }
  return value
}

function monthLength(year: number, month: number): number {
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  return month === 2 && leap ? 29 : (MONTH_LENGTHS[month - 1] ?? 0)
}

/** Day number of a civil date of the Gregorian calendar (Hinnant's algorithm), NaN when there is no such day. */
export function dayOf(year: number, month: number, day: number): DayNumber {
  if (!(year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= monthLength(year, month)))
    return Number.NaN
  const y = month > 2 ? year : year - 1
  const era = Math.floor(y / 400)
  const yearOfEra = y - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

/** Parses `YYYY-MM-DD`; returns NaN for anything else and for days that don't exist. */
export function parseDay(date: IsoDate | null | undefined): DayNumber {
  if (date?.length !== 10 || date.charCodeAt(4) !== 45 || date.charCodeAt(7) !== 45) return Number.NaN
  return dayOf(digits(date, 0, 4), digits(date, 5, 7), digits(date, 8, 10))
}

/** Parses the day of a calculation. @throws RangeError when it is not a day. */
export function parseToday(today: IsoDate): DayNumber {
  const day = parseDay(today)
  if (Number.isNaN(day)) throw new RangeError('today must be a day, YYYY-MM-DD')
  return day
}

/** Formats a day number as `YYYY-MM-DD`; years 1 to 9999. */
export function formatDay(day: DayNumber): IsoDate {
  const shifted = day + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  const dayOfMonth = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1
  return `${year < 1000 ? String(year).padStart(4, '0') : year}-${TWO_DIGITS[month]}-${TWO_DIGITS[dayOfMonth]}`
}

/** Fractional months between two days, with 365.25 / 12 days per month; negative if `to` is earlier. */
export function monthsBetween(from: DayNumber, to: DayNumber): number {
  return (to - from) / FORMULA.daysPerMonth
}

/** Adds (fractional) months, rounded to the nearest day. */
export function addMonths(day: DayNumber, months: number): DayNumber {
  return day + Math.round(months * FORMULA.daysPerMonth)
}
