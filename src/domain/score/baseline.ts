import { z } from 'zod'
import {
  BASELINE,
  ENRICHMENT_FACTORS,
  FORMULA,
  LOCK_IN,
  MOVE_HISTORY,
  OWNERSHIP_YEARS,
} from './parameters.ts'
import type { ScoreHousehold, ScorePolicy } from './score-input.ts'

const AGE_RANGE_PATTERN = /^\s*(\d{1,3})\s*(?:\+|(?:-|–|to)\s*(\d{1,3}))?\s*$/

function isAdultAge(age: number | null): age is number {
  return age !== null && age >= BASELINE.adultAges[0] && age <= BASELINE.adultAges[1]
}

/** Midpoint of an age range in years (`45-54` → 49.5, `85+` → 85); null if unreadable. */
export function midpointOfAgeRange(range: string | null): number | null {
  const match = range === null ? null : AGE_RANGE_PATTERN.exec(range)
  if (!match) return null
  const from = Number(match[1])
  const to = match[2] === undefined ? from : Number(match[2])
  const midpoint = (from + to) / 2
  return to >= from && isAdultAge(midpoint) ? midpoint : null
}

/** Age in years used by the score: the known age, or else the midpoint of the range; null if unknown. */
export function scoredAge(household: ScoreHousehold, policy: ScorePolicy): number | null {
  if (policy.excludeAge) return null
  return isAdultAge(household.age) ? household.age : midpointOfAgeRange(household.ageRange)
}

function ownershipFactorAt(years: number, age: number | null): number {
  const factor = OWNERSHIP_YEARS.factors.find((step) => years < step.below)?.factor ?? OWNERSHIP_YEARS.unknown
  const { minAge, minYears, atLeast } = OWNERSHIP_YEARS.lateLife
  return age !== null && age >= minAge && years >= minYears ? Math.max(factor, atLeast) : factor
}

/**
 * Factor on an owner's baseline by years owned, with a minimum in late life. Averages over the next twelve months,
 * because someone who bought half a year ago leaves the first year halfway.
 */
function ownershipFactor(years: number | null, age: number | null): number {
  if (years === null || !(years >= 0)) return OWNERSHIP_YEARS.unknown
  let sum = 0
  for (let month = 0; month < FORMULA.horizonMonths; month++)
    sum += ownershipFactorAt(years + (month + 0.5) / 12, age)
  return sum / FORMULA.horizonMonths
}

type AgeBand = (typeof BASELINE.bands)[number]

function ageBandOf(age: number | null): AgeBand | null {
  return (age === null ? undefined : BASELINE.bands.find((candidate) => age < candidate.below)) ?? null
}

function baseHazard(tenure: ScoreHousehold['tenure'], age: number | null): number {
  const band = ageBandOf(age)
  if (!band) return BASELINE.unknownAge[tenure ?? 'all']
  if (tenure !== null) return band[tenure]
  // A household of unknown tenure owns or rents; chances can be averaged, but hazards can't.
  const chanceToStay =
    band.ownershipShare * Math.exp(-band.owner) + (1 - band.ownershipShare) * Math.exp(-band.renter)
  return -Math.log(chanceToStay)
}

/** Factor of a rate gap on an owner's hazard, in (0, 1]. */
function rateLock({ tenure, rateGap }: ScoreHousehold): number {
  const gap = tenure === 'owner' && rateGap !== null && rateGap > 0 ? rateGap : 0
  return gap > 0 ? Math.max(LOCK_IN.atLeast, LOCK_IN.factorPerPoint ** gap) : 1
}

/** Factor of negative equity on an owner's hazard, in (0, 1]. */
function equityLock({ tenure, loanToValue }: ScoreHousehold): number {
  const { aboveLoanToValue, factor } = LOCK_IN.negativeEquity
  return tenure === 'owner' && loanToValue !== null && loanToValue > aboveLoanToValue ? factor : 1
}

function baselineRateLock(household: ScoreHousehold): number {
  return 1 - LOCK_IN.baselineShare * (1 - rateLock(household))
}

/**
 * Factors of a low-rate loan and negative equity on an owner's hazards: `signals` for the categories in
 * `LOCK_IN.categories`, `baseline` for the baseline hazard. Both in (0, 1], 1 if unknown.
 */
export function lockFactorsOf(household: ScoreHousehold): { baseline: number; signals: number } {
  const equity = equityLock(household)
  return { baseline: baselineRateLock(household) * equity, signals: rateLock(household) * equity }
}

/**
 * Factor of moves on record, 1 without a record. Years owned already tell about the time in the present home, so
 * that time and the move into it don't count again for an owner with known years.
 */
function moveHistoryFactor(
  { tenure, ownershipYears, moveHistory }: ScoreHousehold,
  age: number | null,
): number {
  if (moveHistory === null || !(moveHistory.years > 0)) return 1
  const { years, moves, yearsSinceMove } = moveHistory
  const isHomeCounted = tenure === 'owner' && ownershipYears !== null && ownershipYears >= 0
  const countedMoves = isHomeCounted ? Math.max(0, moves - 1) : moves
  // Whether someone owned or rented an earlier home is unknown.
  const expectedBefore = Math.max(0, years - yearsSinceMove) * baseHazard(null, age)
  const expectedSince = isHomeCounted ? 0 : yearsSinceMove * baseHazard(tenure, age)
  const { variance, atMost } = MOVE_HISTORY
  return Math.min(atMost, (1 + variance * countedMoves) / (1 + variance * (expectedBefore + expectedSince)))
}

function enrichmentFactor(household: ScoreHousehold): number {
  return household.enriched ? ENRICHMENT_FACTORS.afterEnrichment : ENRICHMENT_FACTORS.beforeEnrichment
}

/** Annual hazard of moving with no event (h0), always above 0. Sources: `BASELINE`, `OWNERSHIP_YEARS`, `MOVE_HISTORY`, `LOCK_IN`. */
export function baselineHazard(household: ScoreHousehold, age: number | null, lock: number): number {
  const ownership = household.tenure === 'owner' ? ownershipFactor(household.ownershipYears, age) : 1
  const history = moveHistoryFactor(household, age)
  return baseHazard(household.tenure, age) * ownership * history * enrichmentFactor(household) * lock
}

/** One factor of the baseline; `known` is the fact behind it: years owned, moves, points of rate, loan to value. */
const baselineFactor = z.object({
  kind: z.enum(['years_owned', 'move_history', 'looked_up', 'rate_lock', 'negative_equity']),
  known: z.number().nullable(),
  factor: z.number(),
})

/** Derivation of the baseline: the table cell, and the factors that turn it into `hazard`. */
export const baselineExplanation = z.object({
  /** Annual hazard with no event (h0). */
  hazard: z.number(),
  /** Chance of moving within twelve months with no event, 0 to 1. */
  chance: z.number(),
  tenure: z.enum(['owner', 'renter']).nullable(),
  age: z.number().nullable(),
  ageFrom: z.enum(['age', 'range', 'unknown', 'switched_off']),
  /** Age range of the cell, inclusive; `to` is null for the oldest band. */
  ageBand: z.object({ from: z.number(), to: z.number().nullable() }).nullable(),
  /** Annual hazard of the cell. */
  cell: z.number(),
  factors: z.array(baselineFactor),
})
export type BaselineExplanation = z.infer<typeof baselineExplanation>

function ageRangeOf(band: AgeBand | null): BaselineExplanation['ageBand'] {
  if (!band) return null
  const index = BASELINE.bands.indexOf(band)
  const isOldest = index === BASELINE.bands.length - 1
  return {
    from: BASELINE.bands[index - 1]?.below ?? BASELINE.adultAges[0],
    to: isOldest ? null : band.below - 1,
  }
}

function ageSource(household: ScoreHousehold, policy: ScorePolicy): BaselineExplanation['ageFrom'] {
  if (policy.excludeAge) return 'switched_off'
  if (isAdultAge(household.age)) return 'age'
  return midpointOfAgeRange(household.ageRange) === null ? 'unknown' : 'range'
}

/** Explains `baselineHazard`: the cell times all factors is `hazard`. Omits uninformative factors of 1. */
export function explainBaseline(household: ScoreHousehold, policy: ScorePolicy): BaselineExplanation {
  const age = scoredAge(household, policy)
  const { tenure, ownershipYears, rateGap, loanToValue } = household
  const factors: BaselineExplanation['factors'] = []
  if (tenure === 'owner') {
    const known = ownershipYears !== null && ownershipYears >= 0 ? ownershipYears : null
    factors.push({ kind: 'years_owned', known, factor: ownershipFactor(ownershipYears, age) })
  }
  const historyFactor = moveHistoryFactor(household, age)
  if (historyFactor !== 1)
    factors.push({ kind: 'move_history', known: household.moveHistory?.moves ?? null, factor: historyFactor })
  if (household.enriched)
    factors.push({ kind: 'looked_up', known: null, factor: enrichmentFactor(household) })
  const lockFactors = [
    { kind: 'rate_lock', known: rateGap, factor: baselineRateLock(household) },
    { kind: 'negative_equity', known: loanToValue, factor: equityLock(household) },
  ] as const
  factors.push(...lockFactors.filter(({ factor }) => factor < 1))
  const hazard = baselineHazard(household, age, lockFactorsOf(household).baseline)
  return {
    hazard,
    chance: -Math.expm1(-hazard),
    tenure,
    age,
    ageFrom: ageSource(household, policy),
    ageBand: ageRangeOf(ageBandOf(age)),
    cell: baseHazard(tenure, age),
    factors,
  }
}

/** Separate factors of a low-rate loan and negative equity on the hazards in `LOCK_IN.categories`. */
export function lockInFactors(household: ScoreHousehold): { rate: number; equity: number } {
  return { rate: rateLock(household), equity: equityLock(household) }
}
