import { CATEGORIES, type Category } from '../signals/categories.ts'
import { scoredAge, signalLocks } from './baseline.ts'
import { parseDay } from './day.ts'
import { subtypeRow } from './hazard.ts'
import { FORMULA, INTERACTIONS, LOCK, SCHOOL_AGE_CHILDREN, type Subtype } from './parameters.ts'
import type { ScoredSignalInput, ScoreInput, ScoreResult } from './score-input.ts'

/** Factor on signal hazards that doesn't come from the signals themselves. */
export type Adjustment = {
  kind: 'together' | 'school_age_children' | 'rate_lock' | 'negative_equity' | 'newer_address'
  /** Affected categories, in category order. */
  categories: Category[]
  /** Affected subtypes with a live signal. */
  subtypes: Subtype[]
  factor: number
}

type LiveSignal = Pick<ScoredSignalInput, 'category' | 'subtype' | 'eventDate'>

function adjustment(
  kind: Adjustment['kind'],
  factor: number,
  live: readonly LiveSignal[],
  applies: (signal: LiveSignal) => boolean,
): Adjustment | null {
  const touched = live.filter(applies)
  if (touched.length === 0 || factor === 1) return null
  const categories = new Set(touched.map(({ category }) => category))
  return {
    kind,
    factor,
    categories: CATEGORIES.filter((category) => categories.has(category)),
    subtypes: [...new Set(touched.map(({ subtype }) => subtype))],
  }
}

const isOf = (term: string) => (signal: LiveSignal) => signal.category === term || signal.subtype === term

function interactions(live: readonly LiveSignal[], age: number | null): (Adjustment | null)[] {
  return INTERACTIONS.map(({ between: [one, other], factor, minAge }) => {
    if (minAge !== null && (age === null || age < minAge)) return null
    if (!live.some(isOf(one)) || !live.some(isOf(other))) return null
    return adjustment('together', factor, live, (signal) => isOf(one)(signal) || isOf(other)(signal))
  })
}

/** Categories whose live signals are all older than the newer address. */
function olderThan(day: number, live: readonly LiveSignal[]): ReadonlySet<Category> {
  const isOlder = ({ eventDate }: LiveSignal) => parseDay(eventDate) < day
  const since = new Set(live.filter((signal) => !isOlder(signal)).map(({ category }) => category))
  return new Set(live.map(({ category }) => category).filter((category) => !since.has(category)))
}

/**
 * Lists the factors on the hazards of a contact's live signals for the explanation: interacting events, school-age
 * children, a low-rate loan, negative equity, a newer address. `result` is the score of `input`.
 */
export function adjustmentsOf(input: ScoreInput, result: ScoreResult): Adjustment[] {
  const { household, policy } = input
  const live = input.signals.flatMap((signal, at) => {
    const row = result.signals[at]?.live ? subtypeRow(signal.subtype) : undefined
    return row ? [{ category: row.category, subtype: row.subtype, eventDate: signal.eventDate }] : []
  })
  const lockedCategories: readonly Category[] = LOCK.categories
  const isLocked = ({ category }: LiveSignal) => lockedCategories.includes(category)
  const locks = signalLocks(household)
  const children = household.schoolAgeChildren && !policy.excludeFamilial ? SCHOOL_AGE_CHILDREN.factor : 1
  const older = olderThan(parseDay(household.newAddressSince), live)
  return [
    ...interactions(live, scoredAge(household, policy)),
    adjustment('school_age_children', children, live, isOf(SCHOOL_AGE_CHILDREN.category)),
    adjustment('rate_lock', locks.rate, live, isLocked),
    adjustment('negative_equity', locks.equity, live, isLocked),
    adjustment('newer_address', result.mayHaveMoved ? FORMULA.afterMove : 1, live, ({ category }) =>
      older.has(category),
    ),
  ].filter((applied) => applied !== null)
}
