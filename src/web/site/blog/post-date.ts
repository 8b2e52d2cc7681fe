const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** Formats the UTC day, for example `November 10, 2026`. */
export function longDay(iso: string): string {
  const time = Date.parse(iso)
  return Number.isNaN(time) ? iso : days.format(time)
}
