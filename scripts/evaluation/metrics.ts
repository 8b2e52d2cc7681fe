import { type Estimate, type MoveCount, topLift } from '#domain/score/field-intervals.ts'

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

/** Share of all movers within the first `share` (0 to 1) of the ranking. A tie at the edge counts in proportion. */
export function moverShareWithin({ peopleCount, moverCount, ties }: Ranking, share: number): number {
  let remaining = peopleCount * share
  let movers = 0
  for (const tie of ties) {
    if (remaining <= 0) break
    movers += tie.moved * Math.min(1, remaining / tie.contacts)
    remaining -= tie.contacts
  }
  return movers / moverCount
}

/** Ratio of the top tenth's share of movers to the overall share. */
export function topDecileLift(ranking: Ranking): number {
  return 10 * moverShareWithin(ranking, 0.1)
}

/** Lift of the top tenth with its 95% interval; NaN without movers. */
export function topDecileEstimate(ranking: Ranking): Estimate {
  const { peopleCount, moverCount } = ranking
  const contacts = peopleCount / 10
  const moved = moverCount * moverShareWithin(ranking, 0.1)
  const lift = topLift({ contacts, moved }, { contacts: peopleCount - contacts, moved: moverCount - moved })
  return lift ?? { value: Number.NaN, low: Number.NaN, high: Number.NaN }
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

/** Bins with equal numbers of people, by predicted chance; never more bins than people. */
export function binsOfEqualSize(predictions: readonly Prediction[], bins: number): CalibrationBin[] {
  const sorted = [...predictions].sort((a, b) => a.value - b.value)
  const edgeIndex = (i: number) => Math.round((i * sorted.length) / bins)
  return Array.from({ length: bins }, (_, i) => sorted.slice(edgeIndex(i), edgeIndex(i + 1)))
    .filter((people) => people.length > 0)
    .map(binOf)
}

/** Bins of equal width between 0 and 1, without empty ones. */
export function binsOfEqualWidth(predictions: readonly Prediction[], bins: number): CalibrationBin[] {
  const groups = Array.from({ length: bins }, (): Prediction[] => [])
  for (const prediction of predictions) {
    groups[Math.min(bins - 1, Math.max(0, Math.floor(prediction.value * bins)))]?.push(prediction)
  }
  return groups.filter((people) => people.length > 0).map(binOf)
}

/** Expected calibration error: mean distance between expected and observed, weighted by people per bin. */
export function calibrationError(bins: readonly CalibrationBin[]): number {
  const people = bins.reduce((sum, bin) => sum + bin.people, 0)
  return bins.reduce((sum, bin) => sum + bin.people * Math.abs(bin.expected - bin.observed), 0) / people
}
