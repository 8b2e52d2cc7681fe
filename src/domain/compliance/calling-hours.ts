import { isTimeZone, wallClock } from '../zone-clock.ts'
import { type CallingRule, type CallingWindow, callingRuleOf, isLegalHoliday } from './calling-rules.ts'

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
const FEDERAL: CallingWindow = [8, 21]
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

/**
 * Returns the calling hours at a place; `place` is its name for people. `zone` is an IANA name. An unknown or missing
 * zone allows calls only while every zone of the contiguous states does. A state with a stricter rule adds its own.
 *
 * @param state two letters of the state where the number's owner lives
 */
export function callingHours(
  zone: string | null,
  now: Date,
  place?: string | null,
  state?: string | null,
): CallingHours {
  const rule = callingRuleOf(state)
  if (zone === null || !isTimeZone(zone)) return strictestHours(now, rule)
  const local = localTimeIn(zone, now)
  const localTime = timeOfDay(local.minutes)
  const where = place ? `in ${place}` : 'there'
  const open = isOpen(local, rule)
  const why = `${timeText(localTime, local, rule)} ${where}.${ruleText(local, rule) ?? (open ? '' : FEDERAL_TEXT)}`
  return { allowed: open, localTime, opensAt: open ? null : nextOpening([zone], now, rule), why }
}

const FEDERAL_TEXT = ' You can call or text from 8 a.m. to 9 p.m. their time.'

function strictestHours(now: Date, rule: CallingRule | null): CallingHours {
  const locals = UNKNOWN_ZONES.map((zone) => localTimeIn(zone, now))
  const closed = locals.find((local) => !isOpen(local, rule))
  const local = closed ?? (locals[0] as LocalTime)
  const localTime = timeOfDay(local.minutes)
  if (closed === undefined) {
    const why = rule
      ? `We don’t know their time zone, but it’s within calling hours everywhere in the contiguous US.${ruleText(local, rule)}`
      : 'We don’t know their time zone, but it’s between 8 a.m. and 9 p.m. everywhere in the contiguous US.'
    return { allowed: true, localTime, opensAt: null, why }
  }
  const why = `We don’t know their time zone, and it may be ${localTime} there.${ruleText(local, rule) ?? FEDERAL_TEXT}`
  return { allowed: false, localTime, opensAt: nextOpening(UNKNOWN_ZONES, now, rule), why }
}

const openingCache = new Map<string, Date>()

/** Time zone offsets are whole quarters of an hour, so stepping by quarters finds the opening. */
function nextOpening(zones: readonly string[], now: Date, rule: CallingRule | null): Date {
  let at = Math.ceil(now.getTime() / QUARTER) * QUARTER
  // Lists ask for the same opening hundreds of times.
  const key = `${at} ${rule?.name ?? ''} ${zones.join()}`
  const cachedOpening = openingCache.get(key)
  if (cachedOpening) return cachedOpening
  // A weekend with holidays before and after it.
  const last = at + 6 * DAY
  while (at < last && !zones.every((zone) => isOpen(localTimeIn(zone, new Date(at)), rule))) at += QUARTER
  if (openingCache.size >= 1000) openingCache.clear()
  openingCache.set(key, new Date(at))
  return new Date(at)
}

/** The hours of a day, by the stricter of the federal and the state's rule. */
function windowOf({ weekday, day }: LocalTime, rule: CallingRule | null): CallingWindow {
  if (!rule) return FEDERAL
  if (weekday === SUNDAY || (rule.observesHolidays && isLegalHoliday(day, rule))) return rule.sunday
  return weekday === SATURDAY ? rule.saturday : rule.weekdays
}

function isOpen(local: LocalTime, rule: CallingRule | null): boolean {
  const window = windowOf(local, rule)
  return window !== null && local.minutes >= window[0] * 60 && local.minutes < window[1] * 60
}

/** "It’s 6:40 a.m.", with the day if it has no or other hours than most. */
function timeText(localTime: string, local: LocalTime, rule: CallingRule | null): string {
  const isOther = rule && windowOf(local, rule)?.join() !== rule.weekdays?.join()
  return `It’s ${localTime}${isOther ? ` on ${dayText(local)}` : ''}`
}

function dayText({ weekday }: LocalTime): string {
  if (weekday === SUNDAY) return 'Sunday'
  return weekday === SATURDAY ? 'Saturday' : 'a legal holiday'
}

/** Names the state's rule; null where the federal one is as strict. */
function ruleText(local: LocalTime, rule: CallingRule | null): string | null {
  if (!rule) return null
  const window = windowOf(local, rule)
  const hoursText = window ? `from ${hourText(window[0])} to ${hourText(window[1])}` : null
  if (!hoursText) return ` ${rule.name} allows no sales calls or texts that day (${rule.statute}).`
  if (window?.join() === FEDERAL?.join()) return null
  return ` ${rule.name} allows calls and texts ${hoursText} (${rule.statute}).`
}

function hourText(hour: number): string {
  return hour === 12 ? 'noon' : `${hour % 12 || 12} ${hour < 12 ? 'a.m.' : 'p.m.'}`
}

type LocalTime = {
  /** Minutes after midnight. */
  minutes: number
  /** From `SUNDAY` to `SATURDAY`. */
  weekday: number
  /** `YYYY-MM-DD` */
  day: string
}

const [SUNDAY, SATURDAY] = [0, 6]

function localTimeIn(zone: string, at: Date): LocalTime {
  const local = new Date(wallClock(zone, at.getTime()))
  return {
    minutes: local.getUTCHours() * 60 + local.getUTCMinutes(),
    weekday: local.getUTCDay(),
    day: local.toISOString().slice(0, 10),
  }
}

function timeOfDay(minutes: number): string {
  const hour = Math.floor(minutes / 60)
  return `${hour % 12 || 12}:${String(minutes % 60).padStart(2, '0')} ${hour < 12 ? 'a.m.' : 'p.m.'}`
}
