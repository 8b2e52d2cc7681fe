/** True for an existing day as `YYYY-MM-DD`, or `--MM-DD` without a year. */
export function isCalendarDay(text: string): boolean {
  const [, year = '2000', month, day] = /^(?:(\d{4})-|--)(\d{2})-(\d{2})$/.exec(text) ?? []
  if (!month || !day) return false
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.getUTCDate() === Number(day)
}
