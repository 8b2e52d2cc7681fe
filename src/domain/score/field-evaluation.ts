import {
  areaUnderCurve,
  type Estimate,
  type Interval,
  type MoveCount,
  topLift,
  wilsonInterval,
} from './field-intervals.ts'

/** Contacts with the same frozen score and chance, watched equally long. */
export type ObservedGroup = {
  score: number
  /** Chance to move within twelve months as it was frozen, 0 to 1. */
  chance: number
  /** Whole months from the freeze to today, 1 to 12. */
  months: number
  contacts: number
  /** Of these, how many moved within those months. */
  moved: number
}

/** Moves that must have been seen before a figure means anything; below it an interval spans half the scale. [J] */
const MIN_OUTCOMES = 30

/** A frozen score is compared once it is 3 months old, and for no longer than the year its chance is about. */
export const OBSERVED_MONTHS = { min: 3, max: 12 } as const

const TENTHS = 10

/** Bands of the score as the product names them, with those apart in whom nothing was found. */
const FIELD_BANDS = [
  { band: 'Very High', atLeast: 75 },
  { band: 'High', atLeast: 50 },
  { band: 'Medium', atLeast: 25 },
  { band: 'Low', atLeast: 1 },
  { band: 'No live signal', atLeast: 0 },
] as const
type FieldBand = (typeof FIELD_BANDS)[number]['band']

/** What was expected of some contacts, and what was seen; shares are 0 to 1, the interval is around the share seen. */
export type OutcomeComparison = Interval & {
  contacts: number
  moved: number
  expected: number
  observed: number
}

export type FieldEvaluation =
  | { status: 'too_few'; contacts: number; outcomes: number; needed: number }
  | {
      status: 'measured'
      contacts: number
      outcomes: number
      /** How long contacts were watched: the shortest and the longest, in months. */
      months: { from: number; to: number }
      overall: OutcomeComparison
      bands: (OutcomeComparison & { band: FieldBand })[]
      /** Contacts in ten parts by chance, highest first; equal chances stay together, so parts may differ in size. */
      tenths: OutcomeComparison[]
      /** How many times more often the highest part moved than everybody; `share` is its part of all contacts. */
      lift: (Estimate & { share: number }) | null
      /** Chance that somebody who moved had a higher frozen chance than somebody who did not. */
      auc: Estimate | null
    }

/**
 * Share expected to have moved after `months` of a chance that is about twelve, with a constant hazard:
 * 1 − (1 − P)^(months/12).
 */
export function expectedShare(chance: number, months: number): number {
  return 1 - (1 - chance) ** (months / 12)
}

/** A count that cannot be, or a chance that is none, is left out instead of bending every figure. */
function isUsable({ score, chance, months, contacts, moved }: ObservedGroup): boolean {
  const counts = contacts > 0 && moved >= 0 && moved <= contacts
  const { min, max } = OBSERVED_MONTHS
  return counts && score >= 0 && chance >= 0 && chance <= 1 && months >= min && months <= max
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

/** The groups from the highest chance to the lowest, each list of one chance. */
function groupByChance(groups: readonly ObservedGroup[]): ObservedGroup[][] {
  const levels = Map.groupBy(groups, ({ chance }) => chance)
  return [...levels.keys()].sort((a, b) => b - a).map((chance) => levels.get(chance) ?? [])
}

const contactsIn = (groups: readonly ObservedGroup[]) =>
  groups.reduce((sum, { contacts }) => sum + contacts, 0)

/** Each chance goes whole to the part in which the middle of its contacts lies. */
function tenthsOf(levels: readonly ObservedGroup[][], contacts: number): ObservedGroup[][] {
  const parts: ObservedGroup[][] = Array.from({ length: TENTHS }, () => [])
  let above = 0
  for (const level of levels) {
    const own = contactsIn(level)
    parts[Math.floor((TENTHS * (above + own / 2)) / contacts)]?.push(...level)
    above += own
  }
  return parts.filter((part) => part.length > 0)
}

function bandsOf(groups: readonly ObservedGroup[]): (OutcomeComparison & { band: FieldBand })[] {
  const bandOf = ({ score }: ObservedGroup) =>
    FIELD_BANDS.find(({ atLeast }) => score >= atLeast)?.band ?? 'No live signal'
  const found = Map.groupBy(groups, bandOf)
  return FIELD_BANDS.flatMap(({ band }) => {
    const own = found.get(band)
    return own ? [{ band, ...compare(own) }] : []
  })
}

function levelCounts(levels: readonly ObservedGroup[][]): MoveCount[] {
  return levels.map((level) => ({
    contacts: contactsIn(level),
    moved: level.reduce((sum, { moved }) => sum + moved, 0),
  }))
}

/**
 * Compares frozen chances with the moves that followed: by band, by tenth, as lift and as area under the curve, each
 * with a 95 % interval; or says that there are too few moves. Each contact must be in the groups once.
 */
export function evaluateField(watched: readonly ObservedGroup[]): FieldEvaluation {
  const groups = watched.filter(isUsable)
  const contacts = contactsIn(groups)
  const outcomes = groups.reduce((sum, { moved }) => sum + moved, 0)
  if (outcomes < MIN_OUTCOMES) return { status: 'too_few', contacts, outcomes, needed: MIN_OUTCOMES }
  const levels = groupByChance(groups)
  const ordered = levels.flat()
  const tenths = tenthsOf(levels, contacts).map(compare)
  const [top] = tenths
  const lift = top ? topLift(top, { contacts: contacts - top.contacts, moved: outcomes - top.moved }) : null
  const months = groups.map((group) => group.months)
  return {
    status: 'measured',
    contacts,
    outcomes,
    months: {
      from: months.reduce((a, b) => Math.min(a, b)),
      to: months.reduce((a, b) => Math.max(a, b)),
    },
    overall: compare(ordered),
    bands: bandsOf(ordered),
    tenths,
    lift: lift && top ? { ...lift, share: top.contacts / contacts } : null,
    auc: areaUnderCurve(levelCounts(levels)),
  }
}
