import { CATEGORIES, type Category } from '../signals/categories.ts'
import { FORMULA, LOCK, SUBTYPES, type Subtype, type SubtypeParameters } from './parameters.ts'

/** A row of the parameter table made ready for scoring. */
export type SubtypeRow = Readonly<SubtypeParameters> & {
  subtype: Subtype
  /** Position in the table: fixes the order of sums, so that scores do not depend on the order of signals. */
  index: number
  categoryIndex: number
  /** Whether a rate lock and negative equity hold it back. */
  locked: boolean
  /** Days from the event to the first day on which its signal is no longer live. */
  expiryDays: number
}

type Course = Pick<SubtypeParameters, 'lead' | 'peak' | 'halfLife'>

/**
 * How strong an event works `months` after it (negative: before), 0 to 1: rises from the lead to the peak,
 * stays, then halves with each half-life and ends after five of them.
 */
export function phi(course: Course, months: number): number {
  const { lead, peak, halfLife } = course
  if (months < -lead) return 0
  if (months < peak[0]) return (months + lead) / (peak[0] + lead)
  if (months <= peak[1]) return 1
  const past = months - peak[1]
  return past > FORMULA.halfLivesToZero * halfLife ? 0 : 2 ** (-past / halfLife)
}

/** How live a signal is over the next twelve months, 0 to 1, `months` after its event (negative: upcoming). */
export function intensity(course: Course, months: number): number {
  let sum = 0
  for (let u = 0; u < FORMULA.horizonMonths; u++) sum += phi(course, months + u + 0.5)
  return sum / FORMULA.horizonMonths
}

function expiryDays(course: Course): number {
  // From the peak on the intensity only falls, so the first day below the threshold is found by halving.
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

/** The parameters of a subtype, undefined for a name the model does not know. */
export function subtypeRow(subtype: string): SubtypeRow | undefined {
  return ROWS.get(subtype)
}

/** Hazard per year that an event adds if it is real: interactions and lock are in `factor`. */
export function eventHazard(row: SubtypeRow, baseHazard: number, live: number, factor: number): number {
  return factor * (row.alpha + (row.hazardRatio - 1) * baseHazard) * live
}

/** What the signals of one subtype come to: how strong the event is, and how likely it is real. */
type EventEvidence = { hazard: number; chanceReal: number }

/**
 * Hazard per year of one category (Ht): the strongest event that really happened drives. `events` must be
 * sorted by hazard, high to low. −ln of the chance of staying, written with log1p to stay exact near 0.
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
