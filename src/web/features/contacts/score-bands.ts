/** Tones of `Badge` and of `--<tone>` colors. */
export type BandTone = 'red' | 'orange' | 'yellow' | 'green' | 'blue'

/** Color of the Move Likelihood Score bar: red at 75, orange at 50, yellow at 25, green below. */
export function likelihoodTone(score: number): BandTone {
  return bandTone(score, 25, 'green')
}

/** Color of one signal's bar: red at 75, orange at 50, yellow at 30, blue below. */
export function evidenceTone(percent: number): BandTone {
  return bandTone(percent, 30, 'blue')
}

function bandTone(value: number, yellowFrom: number, lowestTone: BandTone): BandTone {
  if (value >= 75) return 'red'
  if (value >= 50) return 'orange'
  return value >= yellowFrom ? 'yellow' : lowestTone
}

/** A signal's confidence in percent, 0..100; its score if no confidence is stored. */
export function confidencePercent(signal: { confidenceScore: number | null; score: number }): number {
  return Math.round(signal.confidenceScore === null ? signal.score : signal.confidenceScore * 100)
}
