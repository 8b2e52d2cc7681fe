/** A month of a paid period; `number` starts at 0, `start` is ISO 8601 in UTC. */
type CreditMonth = { number: number; start: string }

/**
 * The month of a paid period that contains a time; yearly plans get their credits by the month too. Months begin on the
 * period's first day of the month, or on the last day of a shorter month.
 * @returns null outside the period
 */
export function creditMonthAt(period: { start: string; end: string }, time: Date): CreditMonth | null {
  const start = new Date(period.start)
  if (time < start || time >= new Date(period.end)) return null
  let number =
    (time.getUTCFullYear() - start.getUTCFullYear()) * 12 + time.getUTCMonth() - start.getUTCMonth()
  if (addMonths(start, number) > time) number -= 1
  return { number, start: addMonths(start, number).toISOString() }
}

/** Adds months; a day that the target month lacks becomes its last day. */
export function addMonths(date: Date, months: number): Date {
  const result = new Date(date)
  result.setUTCMonth(date.getUTCMonth() + months)
  // January 31 plus one month overflows to March 3; day 0 is the last day of the previous month.
  if (result.getUTCDate() !== date.getUTCDate()) result.setUTCDate(0)
  return result
}
