/** Monday to Friday from 9 to 6, in the middle of the country: teams work in up to four time zones. */
const OPENS_AT = 9 * 60
const CLOSES_AT = 18 * 60
const ZONE = 'America/Chicago'
const MINUTE_MS = 60_000
const HOUR_MINUTES = 60

const FORMAT = new Intl.DateTimeFormat('en-US', {
  timeZone: ZONE,
  weekday: 'short',
  hour: 'numeric',
  minute: 'numeric',
  hourCycle: 'h23',
})

/** The moment after so many business hours. */
export function addBusinessHours(from: Date, hours: number): Date {
  let left = hours * HOUR_MINUTES
  let moment = from.getTime()
  while (left > 0) {
    const { isWorkday, minutes } = localTimeOf(moment)
    const isOpen = isWorkday && minutes >= OPENS_AT && minutes < CLOSES_AT
    // Closed hours are passed by the hour, because clocks change at full ones.
    const step = isOpen ? Math.min(left, CLOSES_AT - minutes) : HOUR_MINUTES - (minutes % HOUR_MINUTES)
    if (isOpen) left -= step
    moment += step * MINUTE_MS
  }
  return new Date(moment)
}

function localTimeOf(moment: number): { isWorkday: boolean; minutes: number } {
  const parts = Object.fromEntries(FORMAT.formatToParts(moment).map(({ type, value }) => [type, value]))
  return {
    isWorkday: parts.weekday !== 'Sat' && parts.weekday !== 'Sun',
    minutes: Number(parts.hour) * HOUR_MINUTES + Number(parts.minute),
  }
}
