import { formatDay, parseDay } from '../score/day.ts'
import { MONTH_NAMES } from './months.ts'

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
/** Older changes are only on the page itself. */
const MAX_DAYS = 365
const UNIT_DAYS: Record<string, number> = { day: 1, week: 7, month: 30, year: 365, quarter: 91 }

function dayBefore(today: string, days: number): string {
  return formatDay(parseDay(today) - Math.min(days, 20 * MAX_DAYS))
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
  const day = /\b(20\d\d-\d\d-\d\d)\b/.exec(text)?.[1]
  if (day && !Number.isNaN(Date.parse(day))) return day
  const [, count = '', unit = 'day'] =
    /\b(\d{1,3}|an?|one|few) (day|week|month|year|quarter)s?\b/.exec(text) ?? []
  if (count) return dayBefore(today, (Number(count) || (count === 'few' ? 3 : 1)) * (UNIT_DAYS[unit] ?? 1))
  const weekday = WEEKDAYS.findIndex((name) => new RegExp(`\\b${name}\\b`).test(text))
  if (weekday >= 0) return dayBefore(today, daysSince(today, weekday))
  const month = MONTH_NAMES.findIndex((name) =>
    new RegExp(`\\b(?:${name}|${name.slice(0, 3)})\\b`, 'i').test(text),
  )
  if (month >= 0 && /\b(?:since|in|before|after|from)\b/.test(text)) return monthStart(month, text, today)
  const year = /\b(?:since|in|before|after) (20\d\d)\b/.exec(text)?.[1]
  if (year) return `${year}-01-01`
  if (/\byesterday\b/.test(text)) return dayBefore(today, 1)
  if (/\btoday\b/.test(text)) return today
  const monday = new Date(today).getUTCDay() === 1 ? 0 : daysSince(today, 1)
  if (/\blast week\b/.test(text)) return dayBefore(today, monday + 7)
  if (/\bthis week\b/.test(text)) return dayBefore(today, monday)
  const span = /\b(?:last|past|this) (month|quarter|year)\b/.exec(text)?.[1]
  if (span)
    return span === 'year' && /\bthis\b/.test(text)
      ? `${today.slice(0, 4)}-01-01`
      : dayBefore(today, UNIT_DAYS[span] ?? 0)
  return /\b(recently|lately|new)\b/.test(text) ? dayBefore(today, 7) : null
}

/** The first day of the month that began last, or of the year named beside it. */
function monthStart(month: number, text: string, today: string): string {
  const named = /\b(20\d\d)\b/.exec(text)?.[1]
  const thisYear = Number(today.slice(0, 4))
  const year = named ?? (month + 1 > Number(today.slice(5, 7)) ? thisYear - 1 : thisYear)
  return `${year}-${String(month + 1).padStart(2, '0')}-01`
}
