/** Source of the current time, which tests and jobs can fix. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

/** The calendar day in UTC, `YYYY-MM-DD`. */
export function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10)
}

const BEHIND_UTC_MS = 8 * 3_600_000

/**
 * The calendar day for members, who work in the US: it ends with midnight in Los Angeles, 8:00 UTC, so that no evening
 * belongs to tomorrow.
 */
export function americanDay(date: Date): string {
  return dayOf(new Date(date.getTime() - BEHIND_UTC_MS))
}

/** Last second of a calendar day in UTC. A task due then isn't overdue earlier, and shows the same day in America. */
export function endOfDay(day: string): string {
  return `${day}T23:59:59.000Z`
}

/** The end of the calendar day for members: an evening in Los Angeles is already tomorrow in UTC. */
export function endOfAmericanDay(date: Date): Date {
  return new Date(Date.parse(endOfDay(americanDay(date))) + BEHIND_UTC_MS)
}

export const DAY_MS = 86_400_000

/** The time that many days later, or earlier for a negative number. */
export function addDays(date: Date, days: number): Date {
  return new Date(date.getTime() + days * DAY_MS)
}

/** Returns a function that is true at most once per interval. */
export function throttle(clock: Clock, intervalMs: number): () => boolean {
  let last = Number.NEGATIVE_INFINITY
  return () => {
    const now = clock.now().getTime()
    if (now - last < intervalMs) return false
    last = now
    return true
  }
}
