import { z } from 'zod'
import { areaUnderCurve, type MoveCount, topLift, wilsonInterval } from './field-intervals.ts'
import { NAMED_BANDS } from './parameters.ts'

/** Contacts with the same score snapshot and chance, observed equally long. */
export type ObservedGroup = {
  score: number
  /** Chance to move within twelve months at the snapshot, 0 to 1. */
  chance: number
  /** Whole months since the snapshot, 1 to 12. */
  months: number
  contacts: number
  /** Number of them who moved within those months. */
  moved: number
}

/** Minimum number of observed moves, below which intervals span half the scale. [J] */
const MIN_OUTCOMES = 30

/** Age in months at which snapshots are compared, up to the end of the year they predict. */
export const OBSERVED_MONTHS = { min: 3, max: 12 } as const

const TENTHS = 10

const interval = { low: z.number(), high: z.number() }
const estimate = z.object({ value: z.number(), ...interval })
const count = z.number().int()

/** Expected and observed moves of some contacts; shares are 0 to 1, the 95% interval is around the observed share. */
const outcomeComparison = z.object({
  contacts: count,
  moved: count,
  expected: z.number(),
  observed: z.number(),
  ...interval,
})
export type OutcomeComparison = z.infer<typeof outcomeComparison>

export const fieldEvaluation = z.discriminatedUnion('status', [
  z.object({ status: z.literal('too_few'), contacts: count, outcomes: count, needed: count }),
  z.object({
    status: z.literal('measured'),
    contacts: count,
    outcomes: count,
    /** Shortest and longest observation, in months. */
    months: z.object({ from: count, to: count }),
    overall: outcomeComparison,
    bands: z.array(outcomeComparison.extend({ band: z.string() })),
    /** Contacts in ten parts by chance, highest first; equal chances stay together, so sizes may differ. */
    tenths: z.array(outcomeComparison),
    /** Ratio of the top part's share of movers to the overall share; `share` is the part's share of contacts. */
    lift: estimate.extend({ share: z.number() }).nullable(),
    /** Chance that a random mover had a higher predicted chance than a random stayer. */
    auc: estimate.nullable(),
  }),
])
export type FieldEvaluation = z.infer<typeof fieldEvaluation>

/**
 * Expected share of moves after `months`, given a twelve-month chance and a constant hazard: 1 − (1 − P)^(months/12).
 */
export function expectedShare(chance: number, months: number): number {
  return 1 - (1 - chance) ** (months / 12)
}

/** False for impossible counts and chances, which would distort the evaluation. */
function isUsable({ score, chance, months, contacts, moved }: ObservedGroup): boolean {
  const hasValidCounts = contacts > 0 && moved >= 0 && moved <= contacts
  const { min, max } = OBSERVED_MONTHS
  return hasValidCounts && score >= 0 && chance >= 0 && chance <= 1 && months >= min && months <= max
}

function compare(groups: readonly ObservedGroup[]): OutcomeComparison {
  let contacts = 0
  let moved = 0
  let expected = 0
  for (const group of groups) {
    contacts += group.contacts
    moved += group.moved
    expected += group.contacts * expectedShare(group.chance, group.months)
  }
  return {
    contacts,
    moved,
    expected: expected / contacts,
    observed: moved / contacts,
    ...wilsonInterval(moved, contacts),
  }
}

/** Groups by chance, highest first; one list per chance. */
function groupByChance(groups: readonly ObservedGroup[]): ObservedGroup[][] {
  const levels = Map.groupBy(groups, ({ chance }) => chance)
  return [...levels.keys()].sort((a, b) => b - a).map((chance) => levels.get(chance) ?? [])
}

const contactsIn = (groups: readonly ObservedGroup[]) =>
  groups.reduce((sum, { contacts }) => sum + contacts, 0)

/** Assigns each chance as a whole to the part that contains the middle of its contacts. */
function tenthsOf(levels: readonly ObservedGroup[][], contacts: number): ObservedGroup[][] {
  const parts: ObservedGroup[][] = Array.from({ length: TENTHS }, () => [])
  let precedingContacts = 0
  for (const level of levels) {
    const levelContacts = contactsIn(level)
    parts[Math.floor((TENTHS * (precedingContacts + levelContacts / 2)) / contacts)]?.push(...level)
    precedingContacts += levelContacts
  }
  return parts.filter((part) => part.length > 0)
}

function bandsOf(groups: readonly ObservedGroup[]): (OutcomeComparison & { band: string })[] {
  return NAMED_BANDS.flatMap(({ name, atLeast, below }) => {
    const bandGroups = groups.filter(({ score }) => score >= atLeast && score < below)
    return bandGroups.length > 0 ? [{ band: name, ...compare(bandGroups) }] : []
  })
}

function levelCounts(levels: readonly ObservedGroup[][]): MoveCount[] {
  return levels.map((level) => ({
    contacts: contactsIn(level),
    moved: level.reduce((sum, { moved }) => sum + moved, 0),
  }))
}

/**
 * Compares predicted chances with later moves: by band, by tenth, as lift and as area under the curve, each with a
 * 95% interval; or reports too few moves. Each contact may appear in one group only.
 */
export function evaluateField(observedGroups: readonly ObservedGroup[]): FieldEvaluation {
  const groups = observedGroups.filter(isUsable)
  const contacts = contactsIn(groups)
  const outcomes = groups.reduce((sum, { moved }) => sum + moved, 0)
  if (outcomes < MIN_OUTCOMES) return { status: 'too_few', contacts, outcomes, needed: MIN_OUTCOMES }
  const levels = groupByChance(groups)
  const sortedGroups = levels.flat()
  const tenths = tenthsOf(levels, contacts).map(compare)
  const [top] = tenths
  const lift = top ? topLift(top, { contacts: contacts - top.contacts, moved: outcomes - top.moved }) : null
  const months = groups.map((group) => group.months)
  return {
    status: 'measured',
    contacts,
    outcomes,
    months: { from: months.reduce((a, b) => Math.min(a, b)), to: months.reduce((a, b) => Math.max(a, b)) },
    overall: compare(sortedGroups),
    bands: bandsOf(sortedGroups),
    tenths,
    lift: lift && top ? { ...lift, share: top.contacts / contacts } : null,
    auc: areaUnderCurve(levelCounts(levels)),
  }
}
