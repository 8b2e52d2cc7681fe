import { categoryHazard, eventHazard, type SubtypeRow } from './hazard.ts'
import { FORMULA, INTERACTIONS, SCHOOL_AGE_CHILDREN, SUBTYPES } from './parameters.ts'

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
  /** Bit set of the subtypes with a live signal, by index. */
  present: number
}

type CategoryAssessment = {
  /** Hazard per year of the category (Ht), before any discount for a move. */
  hazard: number
  /** Share of each signal in the category's hazard, in input order. */
  weights: number[]
}

const SUBTYPE_NAMES = Object.keys(SUBTYPES) as (keyof typeof SUBTYPES)[]

function bitsOf(term: string): number {
  return SUBTYPE_NAMES.reduce(
    (bits, name, index) => (name === term || SUBTYPES[name].category === term ? bits | (1 << index) : bits),
    0,
  )
}

const COMPILED_INTERACTIONS = INTERACTIONS.map(({ between: [one, other], factor, minAge }) => ({
  one: bitsOf(one),
  other: bitsOf(other),
  factor,
  minAge,
}))

/** Product of interactions, lock and school-age children; 1 if none applies. */
export function hazardFactor(row: SubtypeRow, around: Circumstances): number {
  let factor = row.locked ? around.lock : 1
  if (around.schoolAgeChildren && row.category === SCHOOL_AGE_CHILDREN.category)
    factor *= SCHOOL_AGE_CHILDREN.factor
  for (const { one, other, factor: together, minAge } of COMPILED_INTERACTIONS) {
    if ((around.present & one) === 0 || (around.present & other) === 0) continue
    if (minAge !== null && (around.age === null || around.age < minAge)) continue
    if (((one | other) & (1 << row.index)) !== 0) factor *= together
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

type Event = { from: number; to: number; hazard: number; chanceReal: number; index: number }

/** True if an earlier (more certain) signal of the same event has the same document. */
function repeatsDocument(signals: readonly LiveSignal[], from: number, i: number): boolean {
  const signal = signals[i]
  if (!signal || signal.documentId === null) return false
  for (let j = from; j < i; j++) {
    const earlier = signals[j]
    if (earlier?.documentId === signal.documentId && earlier.source === signal.source) return true
  }
  return false
}

function assessEvent(
  signals: readonly LiveSignal[],
  from: number,
  row: SubtypeRow,
  around: Circumstances,
  weights: number[],
): Event {
  let to = from
  let strongest = 0
  let unreal = 1
  let weight = 1
  for (; to < signals.length; to++) {
    const signal = signals[to]
    if (!signal || signal.row !== row) break
    if (signal.intensity > strongest) strongest = signal.intensity
    if (repeatsDocument(signals, from, to)) {
      weights.push(0)
      continue
    }
    unreal *= 1 - signal.confidence * weight
    weights.push(signal.confidence * weight)
    weight *= FORMULA.corroboration
  }
  const chanceReal = Math.min(row.maxChanceReal ?? FORMULA.maxChanceReal, 1 - unreal)
  const hazard = eventHazard(row, around.baseHazard, strongest, hazardFactor(row, around))
  return { from, to, hazard, chanceReal, index: row.index }
}

function scaleWeights(weights: number[], event: Event, share: number): void {
  let sum = 0
  for (let i = event.from; i < event.to; i++) sum += weights[i] ?? 0
  for (let i = event.from; i < event.to; i++) weights[i] = ((weights[i] ?? 0) * share) / sum
}

/** Combines the live signals of one category, sorted by `bySubtypeThenConfidence`. */
export function assessCategory(signals: readonly LiveSignal[], around: Circumstances): CategoryAssessment {
  const weights: number[] = []
  const events: Event[] = []
  for (let from = 0; from < signals.length; ) {
    const first = signals[from]
    if (!first) break
    const event = assessEvent(signals, from, first.row, around, weights)
    events.push(event)
    from = event.to
  }
  if (events.length > 1) events.sort((a, b) => b.hazard - a.hazard || a.index - b.index)
  let noneStronger = 1
  for (const event of events) {
    scaleWeights(weights, event, noneStronger * event.chanceReal * -Math.expm1(-event.hazard))
    noneStronger *= 1 - event.chanceReal
  }
  return { hazard: categoryHazard(events), weights }
}
