import type { MoveCount } from './field-intervals.ts'

/** Prediction and outcome of one person. */
export type Prediction = { value: number; hasMoved: boolean }

/** People by prediction, highest first; equal predictions are grouped, in no order. */
export type Ranking = { peopleCount: number; moverCount: number; ties: readonly MoveCount[] }

export function rank(predictions: readonly Prediction[]): Ranking {
  const ties: MoveCount[] = []
  let value = Number.NaN
  let tie: MoveCount = { contacts: 0, moved: 0 }
  for (const prediction of [...predictions].sort((a, b) => b.value - a.value)) {
    if (prediction.value !== value) {
      value = prediction.value
      tie = { contacts: 0, moved: 0 }
      ties.push(tie)
    }
    tie.contacts++
    if (prediction.hasMoved) tie.moved++
  }
  return {
    peopleCount: predictions.length,
    moverCount: ties.reduce((sum, { moved }) => sum + moved, 0),
    ties,
  }
}

/** People with similar predictions: their mean prediction and observed share of movers. */
export type CalibrationBin = { people: number; expected: number; observed: number }

/** Summarizes people as one bin; NaN without people. */
export function binOf(people: readonly Prediction[]): CalibrationBin {
  const mean = (read: (person: Prediction) => number) =>
    people.reduce((sum, person) => sum + read(person), 0) / people.length
  return {
    people: people.length,
    expected: mean(({ value }) => value),
    observed: mean(({ hasMoved }) => (hasMoved ? 1 : 0)),
  }
}

/** Share of movers among people with an equal prediction, per person; `sorted` is in order of predictions. */
function sharesAmongEqual(sorted: readonly Prediction[]): Float64Array {
  const shares = new Float64Array(sorted.length)
  let from = 0
  while (from < sorted.length) {
    let to = from
    let moved = 0
    for (; to < sorted.length && sorted[to]?.value === sorted[from]?.value; to++)
      if (sorted[to]?.hasMoved) moved++
    shares.fill(moved / (to - from), from, to)
    from = to
  }
  return shares
}

/**
 * Bins with equal numbers of people, by predicted chance; never more bins than people. Movers among equal predictions
 * are spread evenly over the bins, so that the order of `predictions` doesn't matter.
 */
export function binsOfEqualSize(predictions: readonly Prediction[], bins: number): CalibrationBin[] {
  const sorted = [...predictions].sort((a, b) => a.value - b.value)
  const shares = sharesAmongEqual(sorted)
  const edgeIndex = (i: number) => Math.round((i * sorted.length) / bins)
  return Array.from({ length: bins }, (_, i) => ({ from: edgeIndex(i), to: edgeIndex(i + 1) }))
    .filter(({ from, to }) => from < to)
    .map(({ from, to }) => ({
      ...binOf(sorted.slice(from, to)),
      observed: shares.subarray(from, to).reduce((sum, share) => sum + share, 0) / (to - from),
    }))
}

/** Expected calibration error: mean distance between expected and observed, weighted by people per bin. */
export function calibrationError(bins: readonly CalibrationBin[]): number {
  const people = bins.reduce((sum, bin) => sum + bin.people, 0)
  return bins.reduce((sum, bin) => sum + bin.people * Math.abs(bin.expected - bin.observed), 0) / people
}
