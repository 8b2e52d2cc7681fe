import { wallClock } from '../zone-clock.ts'

/** A time of day. */
export type SendTime = {
  /** Minutes after midnight. */
  sendAt: number
  /** IANA name. */
  timeZone: string
}

/** The times at which a member gets an email on days of the week. */
export type SendSchedule = SendTime & {
  /** 1 (Monday) to 7 (Sunday). */
  days: readonly number[]
}

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** Finds the next send time after `after`, see `nextSendOn`. Null without days. */
export function nextSend({ days, ...time }: SendSchedule, after: Date): Date | null {
  return nextSendOn(time, after, { maxDaysAhead: 7, isSendDay: (day) => days.includes(day.getUTCDay() || 7) })
}

/**
 * Finds the next send time after `after` on a day that `isSendDay` accepts (as midnight in UTC), at most one per local day. A
 * time skipped by the start of daylight saving moves to the end of the gap; a time repeated by its end counts once.
 */
export function nextSendOn(
  { sendAt, timeZone }: SendTime,
  after: Date,
  { maxDaysAhead, isSendDay }: { maxDaysAhead: number; isSendDay: (day: Date) => boolean },
): Date | null {
  const today = Date.parse(`${localDay(timeZone, after)}T00:00:00Z`)
  for (let daysAhead = 0; daysAhead <= maxDaysAhead; daysAhead++) {
    const day = new Date(today + daysAhead * DAY_MS)
    if (!isSendDay(day)) continue
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
