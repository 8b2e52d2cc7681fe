import { AGES, BASE_SHIFT, HISTORY_YEARS, LARGE_HOMES, LOANS, YEARS_OWNED } from './assumptions.ts'
import type { Random } from './random.ts'
import { TRUE_BASELINE } from './truth.ts'

/** Simulated adult. */
export type Person = {
  /** Whole years, constant over the simulation. */
  age: number
  /** Index of the age band in the baseline. */
  band: number
  isOwner: boolean
  /** Years owned at the start of the simulation; 0 for renters. */
  yearsOwned: number
  /** Points by which the loan is below the market rate; 0 without a loan. */
  rateGap: number
  /** True if the home is larger than the household needs. */
  hasLargeHome: boolean
  /** Unrecorded tendency to move compared with similar people; mean 1. */
  frailty: number
  /** Number of the region, of `BASE_SHIFT.regions`. */
  region: number
}

/** Picks an entry by its share; shares sum to 1. */
export function pick<T>(entries: readonly T[], shareOf: (entry: T) => number, random: Random): T {
  let remaining = random.uniform()
  for (const entry of entries) {
    remaining -= shareOf(entry)
    if (remaining < 0) return entry
  }
  return entries[entries.length - 1] as T
}

function drawYearsOwned(age: number, random: Random): number {
  const maxYears = age - YEARS_OWNED.firstHome
  const mean = Math.max(YEARS_OWNED.minYears, YEARS_OWNED.meanPerYearOfAge * maxYears)
  const years = random.exponential() * mean
  // An owner cannot predate their first home, so longer draws are spread over the possible years.
  return years <= Math.max(1, maxYears) ? years : random.uniform() * Math.max(1, maxYears)
}

function drawRateGap(age: number, random: Random): number {
  const mortgaged = age < 65 ? LOANS.mortgagedShare.below65 : LOANS.mortgagedShare.from65
  return random.uniform() < mortgaged ? pick(LOANS.gaps, ({ share }) => share, random).gap : 0
}

function drawPerson(index: number, frailty: number, random: Random): Person {
  const group = pick(AGES.bands, ({ share }) => share, random)
  const age = group.from + Math.floor(random.uniform() * (group.to - group.from))
  const band = TRUE_BASELINE.findIndex(({ below }) => age < below)
  const isOwner = random.uniform() < (TRUE_BASELINE[band]?.ownershipShare ?? 0)
  const years = isOwner ? drawYearsOwned(age, random) : 0
  const canDownsize = isOwner && age >= LARGE_HOMES.minAge && years + HISTORY_YEARS >= LARGE_HOMES.minYears
  const shape = 1 / frailty
  return {
    age,
    band,
    isOwner,
    yearsOwned: years,
    rateGap: isOwner ? drawRateGap(age, random) : 0,
    hasLargeHome: canDownsize && random.uniform() < LARGE_HOMES.share,
    frailty: random.gamma(shape) / shape,
    region: index % BASE_SHIFT.regions,
  }
}

/** Draws adults: ages as in the country, ownership by age as in the baseline, tendencies with variance `frailty`. */
export function drawPopulation(people: number, frailty: number, random: Random): Person[] {
  return Array.from({ length: people }, (_, index) => drawPerson(index, frailty, random))
}
