import { formatDay, parseDay } from '../score/day.ts'

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
/** Older changes are only on the page itself. */
const MAX_DAYS = 365

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
  const day = /\b(20\d\d-\d\d-\d\d)\b/.exec(text)?.[1]
  if (day && !Number.isNaN(Date.parse(day))) return day
  const some = /\b(?:last|past) (\d{1,3}) (day|week)s?\b/.exec(text)
  if (some) return dayBefore(today, Number(some[1]) * (some[2] === 'week' ? 7 : 1))
  const weekday = WEEKDAYS.findIndex((name) => new RegExp(`\\b${name}\\b`).test(text))
  if (weekday >= 0) return dayBefore(today, daysSince(today, weekday))
  if (/\byesterday\b/.test(text)) return dayBefore(today, 1)
  if (/\btoday\b/.test(text)) return today
  const monday = new Date(today).getUTCDay() === 1 ? 0 : daysSince(today, 1)
  if (/\blast week\b/.test(text)) return dayBefore(today, monday + 7)
  if (/\bthis week\b/.test(text)) return dayBefore(today, monday)
  if (/\b(last|past|this) month\b/.test(text)) return dayBefore(today, 30)
  return /\b(recently|lately|new)\b/.test(text) ? dayBefore(today, 7) : null
}
