import { wallClock } from '../zone-clock.ts'

/** The times at which a member gets the Morning Five. */
export type SendSchedule = {
  /** Minutes after midnight. */
  sendAt: number
  /** IANA name. */
  timeZone: string
  /** 1 (Monday) to 7 (Sunday). */
  days: readonly number[]
}

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/**
 * Finds the next send time after `after`, at most one per local day. A time skipped by the start of daylight saving moves
 * to the end of the gap; a time repeated by its end counts once. Null without days.
 */
export function nextSend({ sendAt, timeZone, days }: SendSchedule, after: Date): Date | null {
  const today = Date.parse(`${localDay(timeZone, after)}T00:00:00Z`)
  for (let daysAhead = 0; daysAhead <= 7; daysAhead++) {
    const day = new Date(today + daysAhead * DAY_MS)
    if (!days.includes(day.getUTCDay() || 7)) continue
    const instant = instantOf(timeZone, day.getTime() + sendAt * MINUTE_MS)
    if (instant > after.getTime()) return new Date(instant)
  }
  return null
}

/** The calendar day in a time zone, `YYYY-MM-DD`. */
export function localDay(timeZone: string, at: Date): string {
  return new Date(wallClock(timeZone, at.getTime())).toISOString().slice(0, 10)
}

/** The earliest instant at which the local clock shows `wall`, or the end of the gap if it never does. */
function instantOf(timeZone: string, wall: number): number {
  // Offsets a day before and after, which differ where daylight saving starts or ends.
  const candidates = [wall - DAY_MS, wall + DAY_MS]
    .map((guess) => wall - (wallClock(timeZone, guess) - guess))
    .toSorted((a, b) => a - b)
  const [first = wall, last = wall] = candidates
  const exact = candidates.find((instant) => wallClock(timeZone, instant) === wall)
  if (exact !== undefined) return exact
  let at = first
  while (at < last && wallClock(timeZone, at) < wall) at += MINUTE_MS
  return at
}
