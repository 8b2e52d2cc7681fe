import { categoryHazard, eventHazard, type SubtypeRow } from './hazard.ts'
import { FORMULA, INTERACTIONS, SCHOOL_AGE_CHILDREN } from './parameters.ts'

/** A live signal during scoring; `at` is its index in the input. */
export type LiveSignal = {
  at: number
  row: SubtypeRow
  eventDay: number
  intensity: number
  /** Above 0, at most 1. */
  confidence: number
  source: string
  documentId: string | null
}

/** Household factors on hazards, besides the parameters of a subtype. */
export type Circumstances = {
  baseHazard: number
  age: number | null
  lock: number
  schoolAgeChildren: boolean
  /** Subtypes and categories with a live signal. */
  present: ReadonlySet<string>
}

type CategoryAssessment = {
  /** Hazard per year of the category (Ht), before any discount for a move. */
  hazard: number
  /** Share of each signal in the category's hazard, in input order. */
  weights: number[]
}

const isOf = (row: SubtypeRow, term: string) => row.subtype === term || row.category === term

/** Product of interactions, lock and school-age children; 1 if none applies. */
export function hazardFactor(row: SubtypeRow, around: Circumstances): number {
  let factor = row.locked ? around.lock : 1
  if (around.schoolAgeChildren && row.category === SCHOOL_AGE_CHILDREN.category)
    factor *= SCHOOL_AGE_CHILDREN.factor
  for (const { between, factor: together, minAge } of INTERACTIONS) {
    if (!between.every((term) => around.present.has(term))) continue
    if (minAge !== null && (around.age === null || around.age < minAge)) continue
    if (between.some((term) => isOf(row, term))) factor *= together
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

/** True if an earlier (more certain) signal of the same event has the same document. */
function repeatsDocument(signals: readonly LiveSignal[], at: number): boolean {
  const { documentId, source } = signals[at] ?? { documentId: null }
  if (documentId === null) return false
  return signals
    .slice(0, at)
    .some((earlier) => earlier.documentId === documentId && earlier.source === source)
}

function assessEvent(signals: readonly LiveSignal[], row: SubtypeRow, around: Circumstances): Event {
  let unreal = 1
  let weight = 1
  const weights = signals.map(({ confidence }, at) => {
    if (repeatsDocument(signals, at)) return 0
    const share = confidence * weight
    unreal *= 1 - share
    weight *= FORMULA.corroboration
    return share
  })
  const chanceReal = Math.min(row.maxChanceReal ?? FORMULA.maxChanceReal, 1 - unreal)
  const strongest = Math.max(...signals.map(({ intensity }) => intensity))
  const hazard = eventHazard(row, around.baseHazard, strongest, hazardFactor(row, around))
  return { hazard, chanceReal, index: row.index, weights }
}

/** Combines the live signals of one category, sorted by `bySubtypeThenConfidence`. */
export function assessCategory(signals: readonly LiveSignal[], around: Circumstances): CategoryAssessment {
  const events = Array.from(
    Map.groupBy(signals, ({ row }) => row),
    ([row, own]) => assessEvent(own, row, around),
  )
  const strongestFirst = events.toSorted((a, b) => b.hazard - a.hazard || a.index - b.index)
  let noneStronger = 1
  for (const event of strongestFirst) {
    const share = noneStronger * event.chanceReal * -Math.expm1(-event.hazard)
    const sum = event.weights.reduce((total, weight) => total + weight, 0)
    event.weights = event.weights.map((weight) => (weight * share) / sum)
    noneStronger *= 1 - event.chanceReal
  }
  return { hazard: categoryHazard(strongestFirst), weights: events.flatMap(({ weights }) => weights) }
}
