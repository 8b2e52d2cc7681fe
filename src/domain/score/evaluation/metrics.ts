import type { MoveCount } from '../field-intervals.ts'

/** What was predicted for one person, and what happened. */
export type Prediction = { value: number; moved: boolean }

/** People by what was predicted for them, highest first; those of one prediction are together, in no order. */
export type Ranking = { people: number; moved: number; ties: readonly MoveCount[] }

/** Ranks people by what was predicted for them. */
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
    if (prediction.moved) tie.moved++
  }
  return { people: predictions.length, moved: ties.reduce((sum, { moved }) => sum + moved, 0), ties }
}

/**
 * Of all who moved, the share that is found among the first `part` (0 to 1) of the ranking. Of a tie at the edge as
 * much is taken as still fits.
 */
export function capture({ people, moved, ties }: Ranking, part: number): number {
  let places = people * part
  let found = 0
  for (const tie of ties) {
    if (places <= 0) break
    found += tie.moved * Math.min(1, places / tie.contacts)
    places -= tie.contacts
  }
  return found / moved
}

/** How many times more often the first tenth of the ranking moves than everybody does. */
export function topDecileLift(ranking: Ranking): number {
  return 10 * capture(ranking, 0.1)
}

/** People with like predictions: what was expected of them on average, and what share of them moved. */
export type CalibrationBin = { people: number; expected: number; observed: number }

/** Sums people up into one bin; NaN figures without people. */
export function binOf(people: readonly Prediction[]): CalibrationBin {
  const mean = (of: (one: Prediction) => number) =>
    people.reduce((sum, one) => sum + of(one), 0) / people.length
  return {
    people: people.length,
    expected: mean(({ value }) => value),
    observed: mean(({ moved }) => (moved ? 1 : 0)),
  }
}

/** Bins of equally many people, in order of their chance; never more bins than people. */
export function binsOfEqualSize(predictions: readonly Prediction[], bins: number): CalibrationBin[] {
  const sorted = [...predictions].sort((a, b) => a.value - b.value)
  const edge = (i: number) => Math.round((i * sorted.length) / bins)
  return Array.from({ length: bins }, (_, i) => sorted.slice(edge(i), edge(i + 1)))
    .filter((people) => people.length > 0)
    .map(binOf)
}

/** Bins of equal width between a chance of 0 and 1; empty ones are left out. */
export function binsOfEqualWidth(predictions: readonly Prediction[], bins: number): CalibrationBin[] {
  const filled = Array.from({ length: bins }, (): Prediction[] => [])
  for (const prediction of predictions) {
    filled[Math.min(bins - 1, Math.max(0, Math.floor(prediction.value * bins)))]?.push(prediction)
  }
  return filled.filter((people) => people.length > 0).map(binOf)
}

/** Expected calibration error: mean distance of expected and observed, each bin weighted by its people. */
export function calibrationError(bins: readonly CalibrationBin[]): number {
  const people = bins.reduce((sum, bin) => sum + bin.people, 0)
  return bins.reduce((sum, bin) => sum + bin.people * Math.abs(bin.expected - bin.observed), 0) / people
}
