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
