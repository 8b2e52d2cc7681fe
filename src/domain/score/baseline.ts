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

type AgeBand = (typeof BASELINE.bands)[number]

function bandOf(age: number | null): AgeBand | null {
  return (age === null ? undefined : BASELINE.bands.find((candidate) => age < candidate.below)) ?? null
}

function baseHazard(tenure: ScoreHousehold['tenure'], age: number | null): number {
  const band = bandOf(age)
  if (!band) return BASELINE.unknownAge[tenure ?? 'all']
  if (tenure !== null) return band[tenure]
  // Chances mix, hazards do not: an unknown tenure is a household that is one or the other.
  const staying =
    band.ownershipShare * Math.exp(-band.owner) + (1 - band.ownershipShare) * Math.exp(-band.renter)
  return -Math.log(staying)
}

/** What a rate gap leaves of an owner's moving, in (0, 1]. */
function rateLock({ tenure, rateGap }: ScoreHousehold): number {
  const gap = tenure === 'owner' && rateGap !== null && rateGap > 0 ? rateGap : 0
  return gap > 0 ? Math.max(LOCK.atLeast, LOCK.perPoint ** gap) : 1
}

/** What negative equity leaves of it, in (0, 1]. */
function equityLock({ tenure, loanToValue }: ScoreHousehold): number {
  const { aboveLoanToValue, factor } = LOCK.negativeEquity
  return tenure === 'owner' && loanToValue !== null && loanToValue > aboveLoanToValue ? factor : 1
}

function baselineRateLock(household: ScoreHousehold): number {
  return 1 - LOCK.baselineShare * (1 - rateLock(household))
}

/**
 * What a cheap loan and negative equity leave of an owner's moving: `signals` multiplies the hazards of the
 * categories in `LOCK.categories`, `baseline` the baseline hazard. Both in (0, 1], 1 where nothing is known.
 */
export function lockOf(household: ScoreHousehold): { baseline: number; signals: number } {
  const equity = equityLock(household)
  return { baseline: baselineRateLock(household) * equity, signals: rateLock(household) * equity }
}

function enrichmentFactor(household: ScoreHousehold): number {
  return household.enriched ? RHO.afterEnrichment : RHO.beforeEnrichment
}

/** Annual hazard of moving with no event (h0), always above 0. Sources: `BASELINE`, `OWNERSHIP_YEARS`, `LOCK`. */
export function baselineHazard(household: ScoreHousehold, age: number | null, lock: number): number {
  const ownership = household.tenure === 'owner' ? ownershipFactor(household.ownershipYears, age) : 1
  return baseHazard(household.tenure, age) * ownership * enrichmentFactor(household) * lock
}

/** One multiplier of the baseline; `known` is what it rests on: years owned, points of rate, loan to value. */
type BaselineFactor = {
  kind: 'years_owned' | 'looked_up' | 'rate_lock' | 'negative_equity'
  known: number | null
  factor: number
}

/** How the baseline comes about: the cell of the table, and the factors that make `hazard` of it. */
export type BaselineExplanation = {
  /** Annual hazard with no event (h0). */
  hazard: number
  /** Chance of moving within twelve months with no event, 0 to 1. */
  chance: number
  tenure: ScoreHousehold['tenure']
  age: number | null
  ageFrom: 'age' | 'range' | 'unknown' | 'switched_off'
  /** Ages of the cell, both included; `to` is null for the oldest. */
  ageBand: { from: number; to: number | null } | null
  /** Annual hazard of that cell. */
  cell: number
  factors: BaselineFactor[]
}

function agesOf(band: AgeBand | null): BaselineExplanation['ageBand'] {
  if (!band) return null
  const at = BASELINE.bands.indexOf(band)
  const last = at === BASELINE.bands.length - 1
  return { from: BASELINE.bands[at - 1]?.below ?? BASELINE.adultAges[0], to: last ? null : band.below - 1 }
}

function ageSource(household: ScoreHousehold, policy: ScorePolicy): BaselineExplanation['ageFrom'] {
  if (policy.excludeAge) return 'switched_off'
  if (believable(household.age)) return 'age'
  return midpointOfAgeRange(household.ageRange) === null ? 'unknown' : 'range'
}

/** Explains `baselineHazard`: the cell times all factors is `hazard`. Factors of 1 that say nothing are left out. */
export function explainBaseline(household: ScoreHousehold, policy: ScorePolicy): BaselineExplanation {
  const age = scoredAge(household, policy)
  const { tenure, ownershipYears, rateGap, loanToValue } = household
  const factors: BaselineFactor[] = []
  if (tenure === 'owner') {
    const known = ownershipYears !== null && ownershipYears >= 0 ? ownershipYears : null
    factors.push({ kind: 'years_owned', known, factor: ownershipFactor(ownershipYears, age) })
  }
  if (household.enriched)
    factors.push({ kind: 'looked_up', known: null, factor: enrichmentFactor(household) })
  const held = [
    { kind: 'rate_lock', known: rateGap, factor: baselineRateLock(household) },
    { kind: 'negative_equity', known: loanToValue, factor: equityLock(household) },
  ] as const
  factors.push(...held.filter(({ factor }) => factor < 1))
  const hazard = baselineHazard(household, age, lockOf(household).baseline)
  return {
    hazard,
    chance: -Math.expm1(-hazard),
    tenure,
    age,
    ageFrom: ageSource(household, policy),
    ageBand: agesOf(bandOf(age)),
    cell: baseHazard(tenure, age),
    factors,
  }
}

/** What a cheap loan and negative equity leave of the hazards in `LOCK.categories`, each by itself. */
export function signalLocks(household: ScoreHousehold): { rate: number; equity: number } {
  return { rate: rateLock(household), equity: equityLock(household) }
}
