import { CATEGORIES, type Category } from '../signals/categories.ts'
import { FORMULA, LOCK, SUBTYPES, type Subtype, type SubtypeParameters } from './parameters.ts'

/** A row of the parameter table, prepared for scoring. */
export type SubtypeRow = Readonly<SubtypeParameters> & {
  subtype: Subtype
  /** Position in the table; fixes the order of sums so that scores don't depend on signal order. */
  index: number
  categoryIndex: number
  /** True if a rate lock and negative equity hold it back. */
  locked: boolean
  /** Days from the event until its signal is no longer live. */
  expiryDays: number
}

type Course = Pick<SubtypeParameters, 'lead' | 'peak' | 'halfLife'>

/**
 * Strength of an event (0 to 1) `months` after it, negative for before: rises from the lead to the peak, stays, then
 * halves with each half-life and ends after five.
 */
export function strengthAt(course: Course, months: number): number {
  const { lead, peak, halfLife } = course
  if (months < -lead) return 0
  if (months < peak[0]) return (months + lead) / (peak[0] + lead)
  if (months <= peak[1]) return 1
  const past = months - peak[1]
  return past > FORMULA.halfLivesToZero * halfLife ? 0 : 2 ** (-past / halfLife)
}

/** Mean strength over the next twelve months (0 to 1), `months` after the event (negative: upcoming). */
export function intensity(course: Course, months: number): number {
  let sum = 0
  for (let u = 0; u < FORMULA.horizonMonths; u++) sum += strengthAt(course, months + u + 0.5)
  return sum / FORMULA.horizonMonths
}

function expiryDays(course: Course): number {
  // Intensity only falls after the peak, so bisection finds the first day below the threshold.
  let live = Math.floor(course.peak[1] * FORMULA.daysPerMonth)
  let expired = Math.ceil(
    (course.peak[1] + FORMULA.halfLivesToZero * course.halfLife + 1) * FORMULA.daysPerMonth,
  )
  while (expired - live > 1) {
    const middle = Math.floor((live + expired) / 2)
    if (intensity(course, middle / FORMULA.daysPerMonth) >= FORMULA.liveIntensity) live = middle
    else expired = middle
  }
  return expired
}

function rowOf(subtype: Subtype, index: number): SubtypeRow {
  const parameters: SubtypeParameters = SUBTYPES[subtype]
  const lockedCategories: readonly Category[] = LOCK.categories
  return {
    ...parameters,
    subtype,
    index,
    categoryIndex: CATEGORIES.indexOf(parameters.category),
    locked: lockedCategories.includes(parameters.category),
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
export function eventHazard(row: SubtypeRow, baseHazard: number, live: number, factor: number): number {
  return factor * (row.alpha + (row.hazardRatio - 1) * baseHazard) * live
}

/** Combined signals of one subtype: strength of the event and the chance that it is real. */
type EventEvidence = { hazard: number; chanceReal: number }

/**
 * Hazard per year of one category (Ht), driven by the strongest event that really happened. `events` must be sorted
 * by hazard, high to low. Computes −ln of the chance of staying with log1p to stay exact near 0.
 */
export function categoryHazard(events: readonly EventEvidence[]): number {
  let moving = 0
  let noneStronger = 1
  for (const event of events) {
    moving += noneStronger * event.chanceReal * -Math.expm1(-event.hazard)
    noneStronger *= 1 - event.chanceReal
  }
  return -Math.log1p(-moving)
}
