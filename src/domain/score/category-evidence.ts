import { categoryHazard, eventHazard, type SubtypeRow } from './hazard.ts'
import { FORMULA, INTERACTIONS, SCHOOL_AGE_CHILDREN } from './parameters.ts'

/** A live signal during scoring; `at` is its index in the input. */
export type LiveSignal = {
  index: number
  row: SubtypeRow
  eventDay: number
  intensity: number
  /** Above 0, at most 1. */
  confidence: number
  source: string
  documentId: string | null
}

/** Household factors on hazards, in addition to the parameters of a subtype. */
export type Circumstances = {
  baseHazard: number
  age: number | null
  lock: number
  schoolAgeChildren: boolean
  /** Subtypes and categories with a live signal. */
  liveTerms: ReadonlySet<string>
}

type CategoryAssessment = {
  /** Hazard per year of the category (Ht), before any discount for a move. */
  hazard: number
  /** Share of each signal in the category's hazard, in input order. */
  weights: number[]
}

const matchesTerm = (row: SubtypeRow, term: string) => row.subtype === term || row.category === term

/** Product of interactions, lock and school-age children; 1 if none applies. */
export function hazardFactor(row: SubtypeRow, circumstances: Circumstances): number {
  let factor = row.isLocked ? circumstances.lock : 1
  if (circumstances.schoolAgeChildren && row.category === SCHOOL_AGE_CHILDREN.category)
    factor *= SCHOOL_AGE_CHILDREN.factor
  for (const { terms, factor: interactionFactor, minAge } of INTERACTIONS) {
    if (!terms.every((term) => circumstances.liveTerms.has(term))) continue
    if (minAge !== null && (circumstances.age === null || circumstances.age < minAge)) continue
    if (terms.some((term) => matchesTerm(row, term))) factor *= interactionFactor
  }
  return factor
}

/** Sorts signals by category, then subtype, highest confidence first. */
export function bySubtypeThenConfidence(a: LiveSignal, b: LiveSignal): number {
  return (
    a.row.categoryIndex - b.row.categoryIndex ||
    a.row.index - b.row.index ||
    b.confidence - a.confidence ||
    b.intensity - a.intensity
  )
}

type Event = { hazard: number; chanceReal: number; index: number; weights: number[] }

/** True if an earlier (more certain) signal of the event has the same document. */
function repeatsDocument(signals: readonly LiveSignal[], index: number): boolean {
  const { documentId, source } = signals[index] ?? { documentId: null }
  if (documentId === null) return false
  return signals
    .slice(0, index)
    .some((earlier) => earlier.documentId === documentId && earlier.source === source)
}

function assessEvent(signals: readonly LiveSignal[], row: SubtypeRow, circumstances: Circumstances): Event {
  let chanceUnreal = 1
  let weight = 1
  const weights = signals.map(({ confidence }, index) => {
    if (repeatsDocument(signals, index)) return 0
    const share = confidence * weight
    chanceUnreal *= 1 - share
    weight *= FORMULA.corroboration
    return share
  })
  const chanceReal = Math.min(row.maxChanceReal ?? FORMULA.maxChanceReal, 1 - chanceUnreal)
  const maxIntensity = Math.max(...signals.map(({ intensity }) => intensity))
  const hazard = eventHazard(row, circumstances.baseHazard, maxIntensity, hazardFactor(row, circumstances))
  return { hazard, chanceReal, index: row.index, weights }
}

/** Combines the live signals of one category, sorted by `bySubtypeThenConfidence`. */
export function assessCategory(
  signals: readonly LiveSignal[],
  circumstances: Circumstances,
): CategoryAssessment {
  const events = Array.from(
    Map.groupBy(signals, ({ row }) => row),
    ([row, eventSignals]) => assessEvent(eventSignals, row, circumstances),
  )
  const sortedEvents = events.toSorted((a, b) => b.hazard - a.hazard || a.index - b.index)
  let chanceOfNoStronger = 1
  for (const event of sortedEvents) {
    const share = chanceOfNoStronger * event.chanceReal * -Math.expm1(-event.hazard)
    const sum = event.weights.reduce((total, weight) => total + weight, 0)
    event.weights = event.weights.map((weight) => (weight * share) / sum)
    chanceOfNoStronger *= 1 - event.chanceReal
  }
  return { hazard: categoryHazard(sortedEvents), weights: events.flatMap(({ weights }) => weights) }
}
