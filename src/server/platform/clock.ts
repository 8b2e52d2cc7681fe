/** Source of the current time, which tests and jobs can fix. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

/** The calendar day in UTC, `YYYY-MM-DD`. */
export function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10)
}

/** Last second of a calendar day in UTC. A task due then isn't overdue earlier, and shows the same day in America. */
export function endOfDay(day: string): string {
  return `${day}T23:59:59.000Z`
}

export const DAY_MS = 86_400_000

/** The time that many days later, or earlier for a negative number. */
export function addDays(date: Date, days: number): Date {
  return new Date(date.getTime() + days * DAY_MS)
}
