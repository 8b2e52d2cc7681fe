import type { Relationship } from '../activities/relationship.ts'
import type { CallCheck } from '../compliance/call-permission.ts'
import { parseDay } from '../score/day.ts'
import type { TodayCandidate, TodayChannel } from './candidate.ts'

/** Chance assumed for contacts without a score: about one in twenty owners moves in a year. */
const UNSCORED_CHANCE = 0.05

/** Calls are the best channel; an unchecked number counts less, because it needs a check first. */
const CALL_REACHABILITY: Readonly<Record<CallCheck, number>> = {
  free: 1,
  exempt: 1,
  unchecked: 0.85,
  listed: 0,
}
const OUTSIDE_HOURS_FACTOR = 0.8
const CHANNEL_REACHABILITY = { email: 0.5, letter: 0.25, personal: 0.25 } as const

const RELATIONSHIP_FACTOR: Readonly<Record<Relationship, number>> = {
  past_client: 1.6,
  sphere: 1.3,
  lead: 1.2,
  other: 1,
  vendor: 0.6,
}

/** Factors by days since the last conversation. */
const RECENCY_FACTORS: readonly { maxDays: number; factor: number }[] = [
  { maxDays: 60, factor: 0.8 },
  { maxDays: 180, factor: 1 },
  { maxDays: 730, factor: 1.3 },
  { maxDays: Number.POSITIVE_INFINITY, factor: 1.1 },
]
const NEVER_SPOKEN_FACTOR = 0.9

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
 * Ranks contacts for today by chance of a move × reachability now × relationship and time since the last conversation ×
 * due task. Lists one contact per household, and people whose signal calls for tact last. Leaves out contacts without an
 * open channel. The caller applies exclusions (do not contact, rest, agreements).
 *
 * @param today local day, `YYYY-MM-DD`
 * @param listedHouseholds households already on the list
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
  return firstOfEachHousehold(ranked, listedHouseholds)
}

/** The best open channel; null if none is open. */
export function bestChannel(candidate: TodayCandidate): TodayChannel | null {
  const { isPersonalOnly, hasPhone, hasEmail, hasAddress, blockedChannels, callCheck } = candidate
  const isOpen = (channel: 'call' | 'text' | 'email' | 'letter') => !blockedChannels.includes(channel)
  const canPhone = hasPhone && callCheck !== 'listed'
  const channels: TodayChannel[] = []
  if (canPhone && isOpen('call')) channels.push('call')
  if (canPhone && isOpen('text')) channels.push('text')
  if (hasEmail && isOpen('email')) channels.push('email')
  if (hasAddress && isOpen('letter')) channels.push('letter')
  const [bestOpen] = channels
  if (!bestOpen) return null
  return isPersonalOnly ? 'personal' : bestOpen
}

function weightOf(candidate: TodayCandidate, channel: TodayChannel, today: string): number {
  const { chance, relationship, lastConversationOn, closedOn, dueTask } = candidate
  return (
    (chance ?? UNSCORED_CHANCE) *
    reachabilityOf(candidate, channel) *
    (relationship ? RELATIONSHIP_FACTOR[relationship] : 1) *
    recencyFactor(lastConversationOn, today) *
    (dueTask ? DUE_TASK_FACTOR : 1) *
    (yearsSinceClosing(closedOn, today) === null ? 1 : ANNIVERSARY_FACTOR)
  )
}

function reachabilityOf({ callCheck, isCallingHour }: TodayCandidate, channel: TodayChannel): number {
  if (channel !== 'call' && channel !== 'text') return CHANNEL_REACHABILITY[channel]
  return CALL_REACHABILITY[callCheck] * (isCallingHour ? 1 : OUTSIDE_HOURS_FACTOR)
}

function recencyFactor(lastConversationOn: string | null, today: string): number {
  if (lastConversationOn === null) return NEVER_SPOKEN_FACTOR
  const days = parseDay(today) - parseDay(lastConversationOn)
  return RECENCY_FACTORS.find(({ maxDays }) => days <= maxDays)?.factor ?? NEVER_SPOKEN_FACTOR
}

/** Years since a closing on days near its anniversary; null on other days and in the first year. */
export function yearsSinceClosing(closedOn: string | null, today: string): number | null {
  const closingDay = parseDay(closedOn)
  if (closedOn === null || Number.isNaN(closingDay)) return null
  const currentDay = parseDay(today)
  for (const year of [
    Number(today.slice(0, 4)) - 1,
    Number(today.slice(0, 4)),
    Number(today.slice(0, 4)) + 1,
  ]) {
    // A closing on February 29 has its anniversary on March 1.
    const anniversary =
      Date.UTC(year, Number(closedOn.slice(5, 7)) - 1, Number(closedOn.slice(8))) / 86_400_000
    const years = year - Number(closedOn.slice(0, 4))
    if (years > 0 && Math.abs(currentDay - anniversary) <= ANNIVERSARY_DAYS) return years
  }
  return null
}

function firstOfEachHousehold<C extends TodayCandidate>(
  ranked: readonly RankedCandidate<C>[],
  listedHouseholds: readonly string[],
) {
  const listed = new Set(listedHouseholds)
  return ranked.filter(({ candidate: { householdKey } }) => {
    if (householdKey === null) return true
    if (listed.has(householdKey)) return false
    listed.add(householdKey)
    return true
  })
}
