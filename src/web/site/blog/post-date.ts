const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** The day of a moment in UTC, alike for every reader: `November 10, 2026`. */
export function longDay(iso: string): string {
  const time = Date.parse(iso)
  return Number.isNaN(time) ? iso : days.format(time)
}
