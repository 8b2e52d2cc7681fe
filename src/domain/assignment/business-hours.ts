import { wallClock } from '../zone-clock.ts'

/** Monday to Friday from 9 to 6. */
const OPENS_AT = 9 * 60
const CLOSES_AT = 18 * 60
/** Zone of people whose place is unknown: the middle of the country. */
const DEFAULT_ZONE = 'America/Chicago'
const MINUTE_MS = 60_000
const HOUR_MINUTES = 60

/** The moment after so many business hours in an IANA time zone; null for an unknown one. */
export function addBusinessHours(from: Date, hours: number, zone: string | null): Date {
  let left = hours * HOUR_MINUTES
  let moment = from.getTime()
  while (left > 0) {
    const { isWorkday, minutes } = localTimeOf(moment, zone ?? DEFAULT_ZONE)
    const isOpen = isWorkday && minutes >= OPENS_AT && minutes < CLOSES_AT
    // Closed hours are passed by the hour, because clocks change at full ones.
    const step = isOpen ? Math.min(left, CLOSES_AT - minutes) : HOUR_MINUTES - (minutes % HOUR_MINUTES)
    if (isOpen) left -= step
    moment += step * MINUTE_MS
  }
  return new Date(moment)
}

function localTimeOf(moment: number, zone: string): { isWorkday: boolean; minutes: number } {
  const local = new Date(wallClock(zone, moment))
  const day = local.getUTCDay()
  return {
    isWorkday: day !== 0 && day !== 6,
    minutes: local.getUTCHours() * HOUR_MINUTES + local.getUTCMinutes(),
  }
}
