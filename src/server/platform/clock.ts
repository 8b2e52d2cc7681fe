/** The time, as a seam: tests and jobs hold it still. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

/** The calendar day in UTC, `YYYY-MM-DD`. */
export function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10)
}

/** The last second of a calendar day in UTC: a task due that day is not overdue before, and reads as that day in America. */
export function endOfDay(day: string): string {
  return `${day}T23:59:59.000Z`
}

export const DAY_MS = 86_400_000

/** The time that many days later, or earlier for a negative number. */
export function addDays(date: Date, days: number): Date {
  return new Date(date.getTime() + days * DAY_MS)
}
