import type { Relationship } from '../activities/relationship.ts'
import type { CallCheck } from '../compliance/call-permission.ts'
import { parseDay } from '../score/day.ts'
import type { TodayCandidate, TodayChannel } from './candidate.ts'

/** Chance of contacts who were never scored: about one in twenty households moves from an owned home in a year. */
const UNSCORED_CHANCE = 0.05

/** A call reaches people best; a number that was not checked can still be called, but not at once. */
const REACHABILITY: Readonly<Record<CallCheck, number>> = { free: 1, exempt: 1, unchecked: 0.85, listed: 0 }
const REACH_OUTSIDE_HOURS = 0.8
const REACH_BY_CHANNEL = { email: 0.5, letter: 0.25, personal: 0.25 } as const

const RELATIONSHIP_FACTOR: Readonly<Record<Relationship, number>> = {
  past_client: 1.6,
  sphere: 1.3,
  lead: 1.2,
  other: 1,
  vendor: 0.6,
}

/** Days since the last conversation, up to which a factor counts. */
const RECENCY: readonly { upTo: number; factor: number }[] = [
  { upTo: 60, factor: 0.8 },
  { upTo: 180, factor: 1 },
  { upTo: 730, factor: 1.3 },
  { upTo: Number.POSITIVE_INFINITY, factor: 1.1 },
]
const NEVER_SPOKEN = 0.9

const DUE_TASK_FACTOR = 2
const ANNIVERSARY_FACTOR = 2

/** Days before and after the day of a closing that count as its anniversary. */
export const ANNIVERSARY_DAYS = 3

export type RankedCandidate<C> = {
  candidate: C
  channel: TodayChannel
  /** Higher comes first; only comparable within one list. */
  weight: number
}

/**
 * Ranks whom to contact today: chance of a move × reachable now × relationship and time since the last conversation ×
 * due task. One contact for each household, and people whose signal asks for tact after the others. Contacts that no
 * channel reaches are left out; exclusions (do not contact, rest, agreements) are the caller's.
 *
 * @param today local day, `YYYY-MM-DD`
 * @param listedHouseholds households that the list already names
 */
export function rankToday<C extends TodayCandidate>(
  candidates: readonly C[],
  today: string,
  listedHouseholds: readonly string[] = [],
): RankedCandidate<C>[] {
  const ranked = candidates
    .flatMap((candidate) => {
      const channel = bestChannel(candidate)
      return channel ? [{ candidate, channel, weight: weightOf(candidate, channel, today) }] : []
    })
    .toSorted(
      (a, b) =>
        Number(a.channel === 'personal') - Number(b.channel === 'personal') ||
        b.weight - a.weight ||
        (a.candidate.id < b.candidate.id ? -1 : 1),
    )
  return oneOfEachHousehold(ranked, listedHouseholds)
}

/** The channel that suggests itself; null if none is open. */
export function bestChannel(candidate: TodayCandidate): TodayChannel | null {
  const { isPersonalOnly, hasPhone, hasEmail, hasAddress, blockedChannels, callCheck } = candidate
  const isOpen = (channel: 'call' | 'text' | 'email' | 'letter') => !blockedChannels.includes(channel)
  const canPhone = hasPhone && callCheck !== 'listed'
  const channels: TodayChannel[] = []
  if (canPhone && isOpen('call')) channels.push('call')
  if (canPhone && isOpen('text')) channels.push('text')
  if (hasEmail && isOpen('email')) channels.push('email')
  if (hasAddress && isOpen('letter')) channels.push('letter')
  const [best] = channels
  if (!best) return null
  return isPersonalOnly ? 'personal' : best
}

function weightOf(candidate: TodayCandidate, channel: TodayChannel, today: string): number {
  const { chance, relationship, lastConversationOn, closedOn, dueTask } = candidate
  return (
    (chance ?? UNSCORED_CHANCE) *
    reachOf(candidate, channel) *
    (relationship ? RELATIONSHIP_FACTOR[relationship] : 1) *
    recencyFactor(lastConversationOn, today) *
    (dueTask ? DUE_TASK_FACTOR : 1) *
    (yearsSinceClosing(closedOn, today) === null ? 1 : ANNIVERSARY_FACTOR)
  )
}

function reachOf({ callCheck, isCallingHour }: TodayCandidate, channel: TodayChannel): number {
  if (channel !== 'call' && channel !== 'text') return REACH_BY_CHANNEL[channel]
  return REACHABILITY[callCheck] * (isCallingHour ? 1 : REACH_OUTSIDE_HOURS)
}

function recencyFactor(lastConversationOn: string | null, today: string): number {
  if (lastConversationOn === null) return NEVER_SPOKEN
  const days = parseDay(today) - parseDay(lastConversationOn)
  return RECENCY.find(({ upTo }) => days <= upTo)?.factor ?? NEVER_SPOKEN
}

/** Full years at the anniversary of a closing, within some days of it; null on other days and in the first year. */
export function yearsSinceClosing(closedOn: string | null, today: string): number | null {
  const closed = parseDay(closedOn)
  if (closedOn === null || Number.isNaN(closed)) return null
  const now = parseDay(today)
  for (const year of [
    Number(today.slice(0, 4)) - 1,
    Number(today.slice(0, 4)),
    Number(today.slice(0, 4)) + 1,
  ]) {
    // February 29 is celebrated on March 1.
    const anniversary =
      Date.UTC(year, Number(closedOn.slice(5, 7)) - 1, Number(closedOn.slice(8))) / 86_400_000
    const years = year - Number(closedOn.slice(0, 4))
    if (years > 0 && Math.abs(now - anniversary) <= ANNIVERSARY_DAYS) return years
  }
  return null
}

function oneOfEachHousehold<C extends TodayCandidate>(
  ranked: readonly RankedCandidate<C>[],
  listedHouseholds: readonly string[],
) {
  const seen = new Set(listedHouseholds)
  return ranked.filter(({ candidate: { householdKey } }) => {
    if (householdKey === null) return true
    if (seen.has(householdKey)) return false
    seen.add(householdKey)
    return true
  })
}
