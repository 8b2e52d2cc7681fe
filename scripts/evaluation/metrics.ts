import { type Estimate, topLift } from '#domain/score/field-intervals.ts'
import { binOf, type CalibrationBin, type Prediction, type Ranking } from '#domain/score/predictions.ts'

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

/** Bins of equal width between 0 and 1, without empty ones. */
export function binsOfEqualWidth(predictions: readonly Prediction[], bins: number): CalibrationBin[] {
  const groups = Array.from({ length: bins }, (): Prediction[] => [])
  for (const prediction of predictions) {
    groups[Math.min(bins - 1, Math.max(0, Math.floor(prediction.value * bins)))]?.push(prediction)
  }
  return groups.filter((people) => people.length > 0).map(binOf)
}
