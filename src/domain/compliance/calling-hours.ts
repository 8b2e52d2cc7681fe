/** Calling permission at one moment, by the clock where the contact lives. */
export type CallingHours = {
  allowed: boolean
  /** The contact's time of day, such as "6:40 a.m."; in an unknown zone, the time that decides. */
  localTime: string
  /** When calling is allowed again; null while it is allowed. */
  opensAt: Date | null
  /** One sentence for the agent who wants to call. */
  why: string
}

/** Calls and texts are allowed from 8 a.m. to 9 p.m. local time (47 CFR 64.1200(c)(1)). */
const OPENS = 8
const CLOSES = 21
const MINUTE = 60_000
const QUARTER = 15 * MINUTE
const DAY = 24 * 60 * MINUTE
/** First to last zone of the contiguous states; Arizona keeps standard time. */
const UNKNOWN_ZONES = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
] as const

const clocks = new Map<string, Intl.DateTimeFormat | null>()

/**
 * Returns the calling hours at a place; `place` is its name for people. `zone` is an IANA name. An unknown or missing
 * zone allows calls only while every zone of the contiguous states does.
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

/** Time zone offsets are whole quarters of an hour, so stepping by quarters finds the opening. */
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
  // A cap on the cache, because a bad zone name can’t fill the memory.
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
