/** Whether a person may be called or texted now, by the clock where they live. */
export type CallingHours = {
  allowed: boolean
  /** Their time of day, such as "6:40 a.m."; where the zone is not known, the one that decides. */
  localTime: string
  /** When calling is allowed again; null while it is allowed. */
  opensAt: Date | null
  /** One sentence for whoever wants to call. */
  why: string
}

/** Calls and text messages only from 8 a.m. to 9 p.m. where the person is (47 CFR 64.1200(c)(1)). */
const OPENS = 8
const CLOSES = 21
const MINUTE = 60_000
const QUARTER = 15 * MINUTE
const DAY = 24 * 60 * MINUTE
/** From the first to the last of the contiguous states; Arizona keeps standard time. */
const UNKNOWN_ZONES = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
] as const

const clocks = new Map<string, Intl.DateTimeFormat | null>()

/**
 * Calling hours at a place, which `place` names for people. `zone` is an IANA name; where it is missing or unknown, calling is allowed only while it is
 * in every zone of the contiguous states.
 */
export function callingHours(zone: string | null, now: Date, place?: string | null): CallingHours {
  if (zone === null || clockOf(zone) === null) return strictest(now)
  const localTime = timeOfDay(minutesOfDay(zone, now))
  const where = place ? `in ${place}` : 'there'
  if (isOpen(zone, now))
    return { allowed: true, localTime, opensAt: null, why: `It’s ${localTime} ${where}.` }
  const why = `It’s ${localTime} ${where}. You can call or text from 8 a.m. to 9 p.m. their time.`
  return { allowed: false, localTime, opensAt: nextOpening([zone], now), why }
}

function strictest(now: Date): CallingHours {
  const closed = UNKNOWN_ZONES.find((zone) => !isOpen(zone, now))
  const localTime = timeOfDay(minutesOfDay(closed ?? UNKNOWN_ZONES[0], now))
  if (closed === undefined) {
    const why =
      'We don’t know their time zone, but it’s between 8 a.m. and 9 p.m. everywhere in the contiguous US.'
    return { allowed: true, localTime, opensAt: null, why }
  }
  const why = `We don’t know their time zone, and it may be ${localTime} there. You can call or text from 8 a.m. to 9 p.m. their time.`
  return { allowed: false, localTime, opensAt: nextOpening(UNKNOWN_ZONES, now), why }
}

/** Offsets are whole quarters of an hour, so an opening is found at one; days of 23 and 25 hours need nothing more. */
function nextOpening(zones: readonly string[], now: Date): Date {
  let at = Math.ceil(now.getTime() / QUARTER) * QUARTER
  const last = at + 2 * DAY
  while (at < last && !zones.every((zone) => isOpen(zone, new Date(at)))) at += QUARTER
  return new Date(at)
}

function isOpen(zone: string, at: Date): boolean {
  const minutes = minutesOfDay(zone, at)
  return minutes >= OPENS * 60 && minutes < CLOSES * 60
}

function minutesOfDay(zone: string, at: Date): number {
  const parts = clockOf(zone)?.formatToParts(at) ?? []
  const part = (type: string) => Number(parts.find((candidate) => candidate.type === type)?.value ?? 0)
  return part('hour') * 60 + part('minute')
}

function timeOfDay(minutes: number): string {
  const hour = Math.floor(minutes / 60)
  return `${hour % 12 || 12}:${String(minutes % 60).padStart(2, '0')} ${hour < 12 ? 'a.m.' : 'p.m.'}`
}

function clockOf(zone: string): Intl.DateTimeFormat | null {
  const known = clocks.get(zone)
  if (known !== undefined) return known
  const clock = newClock(zone)
  // Zone names come from places, but a wrong one must not fill the memory.
  if (clocks.size < 1000) clocks.set(zone, clock)
  return clock
}

function newClock(zone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en-US', {
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZone: zone,
    })
  } catch {
    return null
  }
}
