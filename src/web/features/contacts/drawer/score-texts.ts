import type { Signal } from '#contract/contacts.ts'
import type { ScoreExplanation } from '#contract/score.ts'
import { formatDay, formatMonth } from '#web/lib/format.ts'
import { categoryLabel } from '#web/ui/category-look.ts'

/** Points that fill a spoke when no category has more. */
const FULL_SPOKE = 60

/** Length of a spoke, 0..1: so that a small score draws small spokes and the largest one never leaves the rim. */
export function spokeLength(points: number, most: number): number {
  return points / Math.max(FULL_SPOKE, most)
}

/** `Without the divorce signal: 50`, one a live signal; the date tells two signals of one category apart. */
export function counterfactualTexts(
  counterfactuals: ScoreExplanation['counterfactuals'],
  signals: readonly Pick<Signal, 'id' | 'eventDate' | 'detectedAt'>[],
): string[] {
  return counterfactuals.map(({ signalId, category, without }) => {
    const several = counterfactuals.filter((other) => other.category === category).length > 1
    const signal = signals.find(({ id }) => id === signalId)
    const day = several && signal ? ` of ${formatDay(signal.eventDate ?? signal.detectedAt)}` : ''
    return `Without the ${categoryLabel(category).toLowerCase()} signal${day}: ${without}`
  })
}

/** When the leading live signal is strongest and when it is gone; empty without one. */
export function courseText(signals: ScoreExplanation['signals']): string {
  const leading = signals.filter((signal) => signal.live).sort((a, b) => b.points - a.points)[0]
  // A signal that ended before it could peak has no course.
  if (!leading?.peakFrom || !leading.peakTo) return ''
  const gone = leading.expiresAt ? `, gone by ${formatMonth(leading.expiresAt)}` : ''
  return `Peaks ${peakText(leading.peakFrom, leading.peakTo)}, fades after that${gone}.`
}

/** The months of the peak: `May 2027 – May 2028`, or one month. */
export function peakText(peakFrom: string, peakTo: string): string {
  const from = formatMonth(peakFrom)
  const to = formatMonth(peakTo)
  return from === to ? from : `${from} – ${to}`
}
