const MINUTE_MS = 60_000

/** The time zones of the US with their everyday names. */
export const US_ZONES = [
  { value: 'America/New_York', label: 'Eastern' },
  { value: 'America/Chicago', label: 'Central' },
  { value: 'America/Denver', label: 'Mountain' },
  { value: 'America/Phoenix', label: 'Arizona' },
  { value: 'America/Los_Angeles', label: 'Pacific' },
  { value: 'America/Anchorage', label: 'Alaska' },
  { value: 'Pacific/Honolulu', label: 'Hawaii' },
] as const

/** `Central` for `America/Chicago`; zones elsewhere by their IANA name. */
export function zoneLabel(zone: string): string {
  return US_ZONES.find(({ value }) => value === zone)?.label ?? zone.replaceAll('_', ' ')
}

/** Limit of cached zones, so that invalid names can't fill the memory. */
const MAX_CLOCKS = 1000
const clocks = new Map<string, Intl.DateTimeFormat | null>()

/** True for an IANA name that this program knows. */
export function isTimeZone(name: string): boolean {
  return clockOf(name) !== null
}

/** The time that a clock in a zone shows, in milliseconds as if it were UTC. */
export function wallClock(zone: string, instant: number): number {
  const parts = clockOf(zone)?.formatToParts(instant) ?? []
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((candidate) => candidate.type === type)?.value)
  return (
    Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute')) +
    (instant % MINUTE_MS)
  )
}

function clockOf(zone: string): Intl.DateTimeFormat | null {
  const cached = clocks.get(zone)
  if (cached !== undefined) return cached
  const clock = newClock(zone)
  if (clocks.size < MAX_CLOCKS) clocks.set(zone, clock)
  return clock
}

function newClock(timeZone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en-US', {
      ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' },
      hourCycle: 'h23',
      timeZone,
    })
  } catch {
    return null
  }
}
