/** A month of a paid period, counted from 0. `start` is ISO 8601 in UTC. */
type CreditMonth = { number: number; start: string }

/**
 * The month of a paid period that a moment lies in: credits are granted by the month also where a year was paid.
 * Months begin on the day of the month the period began on, or on the last day of a shorter month.
 *
 * @returns null before the start and from the end on
 */
export function creditMonthAt(period: { start: string; end: string }, moment: Date): CreditMonth | null {
  const start = new Date(period.start)
  if (moment < start || moment >= new Date(period.end)) return null
  let number =
    (moment.getUTCFullYear() - start.getUTCFullYear()) * 12 + moment.getUTCMonth() - start.getUTCMonth()
  if (addMonths(start, number) > moment) number -= 1
  return { number, start: addMonths(start, number).toISOString() }
}

/** The same time of day some months later, on the last day where that month has no such day. */
export function addMonths(date: Date, months: number): Date {
  const moved = new Date(date)
  moved.setUTCMonth(date.getUTCMonth() + months)
  // 31 January + 1 month would become 3 March: day 0 is the last of the month before.
  if (moved.getUTCDate() !== date.getUTCDate()) moved.setUTCDate(0)
  return moved
}
