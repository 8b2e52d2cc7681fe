import { CATEGORIES, type Category } from '../signals/categories.ts'
import { FORMULA, LOCK_IN, SUBTYPES, type Subtype, type SubtypeParameters } from './parameters.ts'

/** A row of the parameter table, prepared for scoring. */
export type SubtypeRow = Readonly<SubtypeParameters> & {
  subtype: Subtype
  /** Position in the table; fixes the order of sums so that scores don't depend on signal order. */
  index: number
  categoryIndex: number
  /** True if a rate lock and negative equity reduce it. */
  isLocked: boolean
  /** Days from the event until its signal is no longer live. */
  expiryDays: number
}

type EffectCurve = Pick<SubtypeParameters, 'lead' | 'peak' | 'halfLife'>

/**
 * Strength of an event (0 to 1) `months` after it (negative: before): rises from the lead to the peak, stays, then
 * halves with each half-life and ends after five.
 */
export function strengthAt(curve: EffectCurve, months: number): number {
  const { lead, peak, halfLife } = curve
  if (months < -lead) return 0
  if (months < peak[0]) return (months + lead) / (peak[0] + lead)
  if (months <= peak[1]) return 1
  const monthsPastPeak = months - peak[1]
  return monthsPastPeak > FORMULA.halfLivesToZero * halfLife ? 0 : 2 ** (-monthsPastPeak / halfLife)
}

/** Mean strength over the next twelve months (0 to 1), `months` after the event (negative: upcoming). */
export function intensity(curve: EffectCurve, months: number): number {
  let sum = 0
  for (let month = 0; month < FORMULA.horizonMonths; month++) sum += strengthAt(curve, months + month + 0.5)
  return sum / FORMULA.horizonMonths
}

function expiryDays(curve: EffectCurve): number {
  // Intensity only falls after the peak, so bisection finds the first day below the threshold.
  let lastLive = Math.floor(curve.peak[1] * FORMULA.daysPerMonth)
  let firstExpired = Math.ceil(
    (curve.peak[1] + FORMULA.halfLivesToZero * curve.halfLife + 1) * FORMULA.daysPerMonth,
  )
  while (firstExpired - lastLive > 1) {
    const midpoint = Math.floor((lastLive + firstExpired) / 2)
    if (intensity(curve, midpoint / FORMULA.daysPerMonth) >= FORMULA.liveIntensity) lastLive = midpoint
    else firstExpired = midpoint
  }
  return firstExpired
}

function rowOf(subtype: Subtype, index: number): SubtypeRow {
  const parameters: SubtypeParameters = SUBTYPES[subtype]
  const lockInCategories: readonly Category[] = LOCK_IN.categories
  return {
    ...parameters,
    subtype,
    index,
    categoryIndex: CATEGORIES.indexOf(parameters.category),
    isLocked: lockInCategories.includes(parameters.category),
    expiryDays: expiryDays(parameters),
  }
}

const ROWS: ReadonlyMap<string, SubtypeRow> = new Map(
  (Object.keys(SUBTYPES) as Subtype[]).map((subtype, index) => [subtype, rowOf(subtype, index)]),
)

/** Parameters of a subtype; undefined if the model doesn't know it. */
export function subtypeRow(subtype: string): SubtypeRow | undefined {
  return ROWS.get(subtype)
}

/** Hazard per year that an event adds if real; `factor` holds interactions and lock. */
export function eventHazard(row: SubtypeRow, baseHazard: number, strength: number, factor: number): number {
  return factor * (row.alpha + (row.hazardRatio - 1) * baseHazard) * strength
}

/** Combined signals of one subtype: strength of the event and the chance that it is real. */
type EventEvidence = { hazard: number; chanceReal: number }

/**
 * Hazard per year of one category (Ht), driven by the strongest event that really happened. `events` must be sorted
 * by hazard, high to low. Computes −ln of the chance of staying with log1p to stay exact near 0.
 */
export function categoryHazard(events: readonly EventEvidence[]): number {
  let chanceOfMove = 0
  let chanceOfNoStronger = 1
  for (const event of events) {
    chanceOfMove += chanceOfNoStronger * event.chanceReal * -Math.expm1(-event.hazard)
    chanceOfNoStronger *= 1 - event.chanceReal
  }
  return -Math.log1p(-chanceOfMove)
}
