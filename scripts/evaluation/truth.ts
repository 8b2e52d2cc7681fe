import type { Subtype } from '#domain/score/parameters.ts'
import type { Category } from '#domain/signals/categories.ts'

/**
 * How people in the simulation behave. This is a copy of the design's tables that the score's parameters started
 * from. The score never reads it and the simulation never reads the score's parameters, so that a change of the score
 * can't change what it is measured against.
 */

type TrueKind = {
  category: Category
  /** Added hazard per year at full strength. */
  addedHazard: number
  /** Factor on the hazard without an event. */
  hazardRatio: number
  /** Months before the event when its effect starts. */
  lead: number
  /** Months after the event with full effect. */
  peak: readonly [number, number]
  /** Months in which the effect halves after that. */
  halfLife: number
}

/** Center of the true effects, from which `DEVIATIONS` draws; columns as in `TrueKind`. */
export const TRUE_KINDS = Object.fromEntries(
  `
  death.estate       death         .55 1     0  4 14  9
  death.survivor     death         .05 1.6   0  2 18 12
  death.unknown      death         .2  1.3   0  3 15 10
  divorce.filed      divorce       .55 1     6 -3  6  9
  divorce.inferred   divorce       .35 1     6 -3  6  9
  downsizing.state   downsizing    .01 1.55  0  0 24 36
  downsizing.retire  downsizing    .02 1.6   6 -3 12 12
  debt.nod           debt          .26 1     0  9 21 12
  debt.auction       debt          .7  1     0  0  6  6
  debt.taxlien       debt          .06 1     0  3 18 12
  debt.bankruptcy    debt          .1  1     0  3 15 12
  debt.armreset      debt          .03 1     6 -3  6  9
  diapers            diapers       .02 1.45  9 -6 12 18
  diplomas.young     diplomas      .25 1.5   3 -1  6  6
  diplomas.other     diplomas      .05 1.15  3 -1  6  6
  diamonds           diamonds      .2  1.3   6 -3  9  9
  destinations.metro destinations  .6  1     2  0  6  6
  destinations.local destinations  .02 1.3   2  0  6  9
  disaster.damage    disaster      .25 1     0  0  9 12
  disaster.county    disaster      .25 1     0  0  9 12
`
    .trim()
    .split('\n')
    .map((line): [string, TrueKind] => {
      const [subtype = '', category = '', ...numbers] = line.trim().split(/\s+/)
      const [addedHazard = 0, hazardRatio = 1, lead = 0, peakFrom = 0, peakTo = 0, halfLife = 1] =
        numbers.map(Number)
      const peak = [peakFrom, peakTo] as const
      return [subtype, { category: category as Category, addedHazard, hazardRatio, lead, peak, halfLife }]
    }),
) as Record<Subtype, TrueKind>

/** Annual hazard of moving by age; `below` is exclusive. */
export const TRUE_BASELINE = [
  { below: 25, owner: 0.16, renter: 0.4, ownershipShare: 0.24 },
  { below: 30, owner: 0.13, renter: 0.33, ownershipShare: 0.37 },
  { below: 35, owner: 0.105, renter: 0.27, ownershipShare: 0.5 },
  { below: 45, owner: 0.072, renter: 0.2, ownershipShare: 0.62 },
  { below: 55, owner: 0.052, renter: 0.16, ownershipShare: 0.7 },
  { below: 65, owner: 0.042, renter: 0.13, ownershipShare: 0.76 },
  { below: 75, owner: 0.036, renter: 0.105, ownershipShare: 0.79 },
  { below: 85, owner: 0.038, renter: 0.1, ownershipShare: 0.79 },
  { below: 121, owner: 0.055, renter: 0.12, ownershipShare: 0.7 },
] as const

/** Share of the table's hazard that remains without any event. */
export const SHARE_WITHOUT_EVENTS = 0.92

const OWNERSHIP_STEPS = [
  { below: 1, factor: 0.55 },
  { below: 2, factor: 0.85 },
  { below: 5, factor: 1.25 },
  { below: 10, factor: 1.2 },
  { below: 15, factor: 1 },
  { below: 20, factor: 0.85 },
  { below: 30, factor: 0.75 },
]
const FACTOR_OF_LONGEST = 0.7
const LATE_LIFE = { minAge: 75, minYears: 15, atLeast: 0.9 }

/** True factor on an owner's hazard by years owned. */
export function trueOwnershipFactor(years: number, age: number): number {
  const factor = OWNERSHIP_STEPS.find((step) => years < step.below)?.factor ?? FACTOR_OF_LONGEST
  const isLateLife = age >= LATE_LIFE.minAge && years >= LATE_LIFE.minYears
  return isLateLife ? Math.max(factor, LATE_LIFE.atLeast) : factor
}

/** Effect of a low-rate loan. */
export const TRUE_LOCK_IN: {
  factorPerPoint: number
  atLeast: number
  baselineShare: number
  categories: readonly Category[]
} = {
  factorPerPoint: 0.82,
  atLeast: 0.5,
  baselineShare: 0.6,
  categories: ['downsizing', 'diapers', 'diamonds', 'destinations'],
}

/** Pairs of events with more effect than their sum. */
export const TRUE_INTERACTIONS: readonly {
  terms: readonly [Category | Subtype, Category | Subtype]
  factor: number
  minAge: number | null
}[] = [
  { terms: ['divorce', 'debt'], factor: 1.15, minAge: null },
  { terms: ['death.survivor', 'downsizing'], factor: 1.25, minAge: 60 },
]
