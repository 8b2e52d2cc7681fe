import { formatDay, parseDay } from '../score/day.ts'
import { MONTH_NAMES } from './months.ts'

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const MAX_DAYS = 20 * 365
const UNIT_DAYS: Record<string, number> = { day: 1, week: 7, month: 30, year: 365, quarter: 91 }

function dayBefore(today: string, days: number): string {
  return formatDay(parseDay(today) - Math.min(days, MAX_DAYS))
}

/** Days since the last such weekday, 1 to 7. */
function daysSince(today: string, weekday: number): number {
  return ((new Date(today).getUTCDay() - weekday + 6) % 7) + 1
}

/** The UTC start day in a folded question, `last_visit` for the person's last visit, or null without either. */
export function sinceDay(text: string, today: string): string | 'last_visit' | null {
  if (
    /\b(my|our|the) last (visit|login|log-in|sign-in|session)|was (last here|here last)|last time i\b/.test(
      text,
    )
  )
    return 'last_visit'
  return (
    namedDay(text) ??
    spanStart(text, today) ??
    namedSeason(text, today) ??
    namedMonth(text, today) ??
    relativeDay(text, today)
  )
}

function namedDay(text: string): string | null {
  const day = /\b(20\d\d-\d\d-\d\d)\b/.exec(text)?.[1]
  if (day && !Number.isNaN(Date.parse(day))) return day
  const year = /\b(?:since|in|before|after) (20\d\d)\b/.exec(text)?.[1]
  return year ? `${year}-01-01` : null
}

/** The start of a span such as "the last 3 weeks". */
function spanStart(text: string, today: string): string | null {
  const [, count = '', unit = 'day'] =
    /\b(\d{1,3}|an?|one|few) (day|week|month|year|quarter)s?\b/.exec(text) ?? []
  if (!count) return null
  return dayBefore(today, (Number(count) || (count === 'few' ? 3 : 1)) * (UNIT_DAYS[unit] ?? 1))
}

/** First days of seasons and of days that people date things by; those of moving holidays are rounded. */
const SEASONS: readonly [RegExp, string][] = [
  [/\bspring\b/, '03-01'],
  [/\bmemorial day\b/, '05-25'],
  [/\bsummer\b/, '06-01'],
  [/\b(?:july 4th|fourth of july|4th of july)\b/, '07-04'],
  [/\b(?:fall|autumn)\b/, '09-01'],
  [/\blabor day\b/, '09-01'],
  [/\bthanksgiving\b/, '11-22'],
  [/\bwinter\b/, '12-01'],
  [/\b(?:christmas|holidays|xmas)\b/, '12-25'],
  [/\bnew years?(?: day)?\b(?! old)/, '01-01'],
  [/\bq1\b/, '01-01'],
  [/\bq2\b/, '04-01'],
  [/\bq3\b/, '07-01'],
  [/\bq4\b/, '10-01'],
]

/** The last time that a season or holiday began. */
function namedSeason(text: string, today: string): string | null {
  const start = SEASONS.find(([pattern]) => pattern.test(text))?.[1]
  if (start) {
    const year = Number(today.slice(0, 4))
    return `${start <= today.slice(5) ? year : year - 1}-${start}`
  }
  const quarter = /\b(this|last|past|previous|prior) q(?:uarter)?\b/.exec(text)?.[1]
  if (!quarter) return null
  const first = Math.floor((Number(today.slice(5, 7)) - 1) / 3) * 3 + 1
  const month = quarter === 'this' ? first : first - 3
  const year = Number(today.slice(0, 4)) - (month < 1 ? 1 : 0)
  return `${year}-${String(month < 1 ? month + 12 : month).padStart(2, '0')}-01`
}

function namedMonth(text: string, today: string): string | null {
  const month = MONTH_NAMES.findIndex((name) =>
    new RegExp(`\\b(?:since|in|before|after|from) (?:${name}|${name.slice(0, 3)})\\b`, 'i').test(text),
  )
  return month < 0 ? null : monthStart(month, text, today)
}

function relativeDay(text: string, today: string): string | null {
  const weekday = WEEKDAYS.findIndex((name) => new RegExp(`\\b${name}\\b`).test(text))
  if (weekday >= 0) return dayBefore(today, daysSince(today, weekday))
  if (/\byesterday\b/.test(text)) return dayBefore(today, 1)
  if (/\btoday\b/.test(text)) return today
  const monday = new Date(today).getUTCDay() === 1 ? 0 : daysSince(today, 1)
  if (/\blast week\b/.test(text)) return dayBefore(today, monday + 7)
  if (/\bthis week\b/.test(text)) return dayBefore(today, monday)
  if (/\bthis year\b/.test(text)) return `${today.slice(0, 4)}-01-01`
  const span = /\b(?:last|past|this) (month|quarter|year)\b/.exec(text)?.[1]
  if (span) return dayBefore(today, UNIT_DAYS[span] ?? 0)
  return /\b(recently|lately|new)\b/.test(text) ? dayBefore(today, 7) : null
}

/** The first day of the month that began last, or in the year that the text states. */
function monthStart(month: number, text: string, today: string): string {
  const statedYear = /\b(20\d\d)\b/.exec(text)?.[1]
  const thisYear = Number(today.slice(0, 4))
  const year = statedYear ?? (month + 1 > Number(today.slice(5, 7)) ? thisYear - 1 : thisYear)
  return `${year}-${String(month + 1).padStart(2, '0')}-01`
}
