import { wallClock } from '../zone-clock.ts'

/** When a member gets the Morning Five. */
export type SendTimes = {
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
 * The first time after a moment, at most once a local day. A time that the start of daylight saving skips comes right
 * after the gap; one that its end repeats counts the first time. Null without a day.
 */
export function nextSend({ sendAt, timeZone, days }: SendTimes, after: Date): Date | null {
  const today = Date.parse(`${localDay(timeZone, after)}T00:00:00Z`)
  for (let ahead = 0; ahead <= 7; ahead++) {
    const day = new Date(today + ahead * DAY_MS)
    if (!days.includes(day.getUTCDay() || 7)) continue
    const at = instantOf(timeZone, day.getTime() + sendAt * MINUTE_MS)
    if (at > after.getTime()) return new Date(at)
  }
  return null
}

/** The calendar day at a place, `YYYY-MM-DD`. */
export function localDay(timeZone: string, at: Date): string {
  return new Date(wallClock(timeZone, at.getTime())).toISOString().slice(0, 10)
}

/** The earliest instant at which a clock there shows `wall` or, if it never does, the first after the gap. */
function instantOf(timeZone: string, wall: number): number {
  // Offsets around that time; two where daylight saving starts or ends.
  const candidates = [wall - DAY_MS, wall + DAY_MS]
    .map((near) => wall - (wallClock(timeZone, near) - near))
    .toSorted((a, b) => a - b)
  const [first = wall, last = wall] = candidates
  const exact = candidates.find((instant) => wallClock(timeZone, instant) === wall)
  if (exact !== undefined) return exact
  let at = first
  while (at < last && wallClock(timeZone, at) < wall) at += MINUTE_MS
  return at
}
