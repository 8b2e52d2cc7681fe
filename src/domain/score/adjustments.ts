import { CATEGORIES, type Category } from '../signals/categories.ts'
import { lockInFactors, scoredAge } from './baseline.ts'
import { parseDay } from './day.ts'
import { subtypeRow } from './hazard.ts'
import { FORMULA, INTERACTIONS, LOCK_IN, SCHOOL_AGE_CHILDREN, type Subtype } from './parameters.ts'
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
  liveSignals: readonly LiveSignal[],
  applies: (signal: LiveSignal) => boolean,
): Adjustment | null {
  const affected = liveSignals.filter(applies)
  if (affected.length === 0 || factor === 1) return null
  const categories = new Set(affected.map(({ category }) => category))
  return {
    kind,
    factor,
    categories: CATEGORIES.filter((category) => categories.has(category)),
    subtypes: [...new Set(affected.map(({ subtype }) => subtype))],
  }
}

const matchesTerm = (term: string) => (signal: LiveSignal) =>
  signal.category === term || signal.subtype === term

function interactions(liveSignals: readonly LiveSignal[], age: number | null): (Adjustment | null)[] {
  return INTERACTIONS.map(({ terms: [first, second], factor, minAge }) => {
    if (minAge !== null && (age === null || age < minAge)) return null
    if (!liveSignals.some(matchesTerm(first)) || !liveSignals.some(matchesTerm(second))) return null
    return adjustment(
      'together',
      factor,
      liveSignals,
      (signal) => matchesTerm(first)(signal) || matchesTerm(second)(signal),
    )
  })
}

/** Categories whose live signals are all older than the newer address. */
function categoriesOlderThan(day: number, liveSignals: readonly LiveSignal[]): ReadonlySet<Category> {
  const isOlder = ({ eventDate }: LiveSignal) => parseDay(eventDate) < day
  const newerCategories = new Set(
    liveSignals.filter((signal) => !isOlder(signal)).map(({ category }) => category),
  )
  return new Set(
    liveSignals.map(({ category }) => category).filter((category) => !newerCategories.has(category)),
  )
}

/**
 * Lists the factors on the hazards of a contact's live signals for the explanation: interacting events, school-age
 * children, a low-rate loan, negative equity, a newer address. `result` is the score of `input`.
 */
export function adjustmentsOf(input: ScoreInput, result: ScoreResult): Adjustment[] {
  const { household, policy } = input
  const liveSignals = input.signals.flatMap((signal, index) => {
    const row = result.signals[index]?.live ? subtypeRow(signal.subtype) : undefined
    return row ? [{ category: row.category, subtype: row.subtype, eventDate: signal.eventDate }] : []
  })
  const lockInCategories: readonly Category[] = LOCK_IN.categories
  const isSubjectToLockIn = ({ category }: LiveSignal) => lockInCategories.includes(category)
  const lockIn = lockInFactors(household)
  const childrenFactor =
    household.schoolAgeChildren && !policy.excludeFamilial ? SCHOOL_AGE_CHILDREN.factor : 1
  const olderCategories = categoriesOlderThan(parseDay(household.newAddressSince), liveSignals)
  return [
    ...interactions(liveSignals, scoredAge(household, policy)),
    adjustment('school_age_children', childrenFactor, liveSignals, matchesTerm(SCHOOL_AGE_CHILDREN.category)),
    adjustment('rate_lock', lockIn.rate, liveSignals, isSubjectToLockIn),
    adjustment('negative_equity', lockIn.equity, liveSignals, isSubjectToLockIn),
    adjustment('newer_address', result.mayHaveMoved ? FORMULA.afterMove : 1, liveSignals, ({ category }) =>
      olderCategories.has(category),
    ),
  ].filter((candidate) => candidate !== null)
}
