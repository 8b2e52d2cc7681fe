import { BASELINE, LOCK, OWNERSHIP_YEARS, RHO } from './parameters.ts'
import type { ScoreHousehold, ScorePolicy } from './score-input.ts'

const AGE_RANGE = /^\s*(\d{1,3})\s*(?:\+|(?:-|–|to)\s*(\d{1,3}))?\s*$/

function believable(age: number | null): age is number {
  return age !== null && age >= BASELINE.adultAges[0] && age <= BASELINE.adultAges[1]
}

/** Midpoint of an age range in years (`45-54` → 49.5, `85+` → 85), null when it cannot be read. */
export function midpointOfAgeRange(range: string | null): number | null {
  const match = range === null ? null : AGE_RANGE.exec(range)
  if (!match) return null
  const from = Number(match[1])
  const to = match[2] === undefined ? from : Number(match[2])
  const midpoint = (from + to) / 2
  return to >= from && believable(midpoint) ? midpoint : null
}

/** The age the score reads, in years: the known one, else the midpoint of the range, else null. */
export function scoredAge(household: ScoreHousehold, policy: ScorePolicy): number | null {
  if (policy.excludeAge) return null
  return believable(household.age) ? household.age : midpointOfAgeRange(household.ageRange)
}

function ownershipFactor(years: number | null, age: number | null): number {
  if (years === null || !(years >= 0)) return OWNERSHIP_YEARS.unknown
  const factor = OWNERSHIP_YEARS.factors.find((step) => years < step.below)?.factor ?? OWNERSHIP_YEARS.unknown
  const { minAge, minYears, atLeast } = OWNERSHIP_YEARS.lateLife
  return age !== null && age >= minAge && years >= minYears ? Math.max(factor, atLeast) : factor
}

function baseHazard(tenure: ScoreHousehold['tenure'], age: number | null): number {
  const band = age === null ? undefined : BASELINE.bands.find((candidate) => age < candidate.below)
  if (!band) return BASELINE.unknownAge[tenure ?? 'all']
  if (tenure !== null) return band[tenure]
  // Chances mix, hazards do not: an unknown tenure is a household that is one or the other.
  const staying =
    band.ownershipShare * Math.exp(-band.owner) + (1 - band.ownershipShare) * Math.exp(-band.renter)
  return -Math.log(staying)
}

/**
 * What a cheap loan and negative equity leave of an owner's moving: `signals` multiplies the hazards of the
 * categories in `LOCK.categories`, `baseline` the baseline hazard. Both in (0, 1], 1 where nothing is known.
 */
export function lockOf(household: ScoreHousehold): { baseline: number; signals: number } {
  if (household.tenure !== 'owner') return { baseline: 1, signals: 1 }
  const { rateGap, loanToValue } = household
  const lock = rateGap !== null && rateGap > 0 ? Math.max(LOCK.atLeast, LOCK.perPoint ** rateGap) : 1
  const underwater = loanToValue !== null && loanToValue > LOCK.negativeEquity.aboveLoanToValue
  const equity = underwater ? LOCK.negativeEquity.factor : 1
  return { baseline: (1 - LOCK.baselineShare * (1 - lock)) * equity, signals: lock * equity }
}

/** Annual hazard of moving with no event (h0), always above 0. Sources: `BASELINE`, `OWNERSHIP_YEARS`, `LOCK`. */
export function baselineHazard(household: ScoreHousehold, age: number | null, lock: number): number {
  const ownership = household.tenure === 'owner' ? ownershipFactor(household.ownershipYears, age) : 1
  const rho = household.enriched ? RHO.afterEnrichment : RHO.beforeEnrichment
  return baseHazard(household.tenure, age) * ownership * rho * lock
}
