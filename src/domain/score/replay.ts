import { z } from 'zod'
import type { IsoDate } from '../enrichment/person-record.ts'
import { midpointOfAgeRange } from './baseline.ts'
import { monthsBetween, parseDay, parseToday } from './day.ts'
import { wilsonInterval } from './field-intervals.ts'
import { scoreContact } from './score.ts'
import type { ScoredSignalInput, ScoreHousehold, ScorePolicy } from './score-input.ts'

/**
 * Replays scores as of a day before a move. Only data on record by then may count, so a replay reads dated signals and
 * the age. Today's facts about the home are left out for everyone, because missing facts reveal later moves.
 */

/** Months between the replayed list and the move. */
const REPLAY_MONTHS = 6

/** Share of the list that counts as its top. */
const TOP_SHARE = 0.2

/** Minimum number of people who moved, below which the interval is meaningless. [J] */
const MIN_MOVED = 10

/** Data of a person that a replay reads. */
export type ReplayedPerson = {
  id: string
  birthYear: number | null
  /** Years, as of today. */
  age: number | null
  ageRange: string | null
  signals: readonly ScoredSignalInput[]
}

const UNKNOWN_HOME = {
  tenure: null,
  ageRange: null,
  ownershipYears: null,
  moveHistory: null,
  enriched: true,
  rateGap: null,
  loanToValue: null,
  schoolAgeChildren: false,
  newAddressSince: null,
  listedForSale: false,
} satisfies Omit<ScoreHousehold, 'age'>

function ageOn({ birthYear, age, ageRange }: ReplayedPerson, day: number, today: number): number | null {
  const birthDay = birthYear === null ? Number.NaN : parseDay(`${birthYear}-07-01`)
  if (!Number.isNaN(birthDay)) return Math.floor(monthsBetween(birthDay, day) / 12)
  const currentAge = age ?? midpointOfAgeRange(ageRange)
  return currentAge === null ? null : currentAge - Math.floor(monthsBetween(day, today) / 12)
}

/** Chance of a move within twelve months as it would have been on `asOf`; nothing dated later changes it. */
export function replayedChance(
  person: ReplayedPerson,
  { asOf, today, policy }: { asOf: IsoDate; today: IsoDate; policy: ScorePolicy },
): number {
  const age = ageOn(person, parseToday(asOf), parseToday(today))
  const signals = person.signals.filter(({ eventDate }) => eventDate <= asOf)
  return scoreContact({ today: asOf, household: { ...UNKNOWN_HOME, age }, signals, policy }).chance
}

/**
 * The month whose first day is at least six months before a move, so that its list can't reflect the move.
 * @returns `YYYY-MM-01`
 */
export function replayMonth(movedOn: IsoDate): IsoDate {
  const day = new Date(`${movedOn.slice(0, 7)}-01T00:00:00Z`)
  day.setUTCMonth(day.getUTCMonth() - REPLAY_MONTHS)
  return day.toISOString().slice(0, 10)
}

/** True if a chance is in the top fifth of a list with these others; equal chances count as higher. */
export function isInTop(chance: number, otherChances: readonly number[]): boolean {
  const higherCount = otherChances.filter((otherChance) => otherChance >= chance).length
  return higherCount + 1 <= TOP_SHARE * (otherChances.length + 1)
}

const count = z.number().int()

export const replayResult = z.discriminatedUnion('status', [
  z.object({ status: z.literal('too_few'), moved: count, needed: count, list: count }),
  z.object({
    status: z.literal('measured'),
    /** People who moved and could be replayed. */
    moved: count,
    /** How many of them were in the top fifth six months before. */
    inTop: count,
    /** 95% interval of the share in the top fifth, 0 to 1. */
    low: z.number(),
    high: z.number(),
    /** The share that any order would reach by chance. */
    byChance: z.number(),
    /** Contacts on the list. */
    list: count,
  }),
])
export type ReplayResult = z.infer<typeof replayResult>

/** Sums up the replays of people who moved: whether each was in the top fifth of a list of `list` contacts. */
export function summarizeReplay(topFlags: readonly boolean[], list: number): ReplayResult {
  const moved = topFlags.length
  if (moved < MIN_MOVED) return { status: 'too_few', moved, needed: MIN_MOVED, list }
  const topCount = topFlags.filter(Boolean).length
  return {
    status: 'measured',
    moved,
    inTop: topCount,
    ...wilsonInterval(topCount, moved),
    byChance: TOP_SHARE,
    list,
  }
}
