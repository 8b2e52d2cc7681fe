/** Tones of `Badge` and of `--<tone>` colours. */
export type BandTone = 'red' | 'orange' | 'yellow' | 'green' | 'blue'

type Band = { atLeast: number; tone: BandTone }

const LIKELIHOOD: readonly Band[] = [
  { atLeast: 75, tone: 'red' },
  { atLeast: 50, tone: 'orange' },
  { atLeast: 25, tone: 'yellow' },
]

const EVIDENCE: readonly Band[] = [
  { atLeast: 75, tone: 'red' },
  { atLeast: 50, tone: 'orange' },
  { atLeast: 30, tone: 'yellow' },
]

/** Colour of the Move Likelihood Score bar: red at 75, orange at 50, yellow at 25, green below. */
export function likelihoodTone(score: number): BandTone {
  return LIKELIHOOD.find((band) => score >= band.atLeast)?.tone ?? 'green'
}

/** Colour of one signal's bar: red at 75, orange at 50, yellow at 30, blue below. */
export function evidenceTone(percent: number): BandTone {
  return EVIDENCE.find((band) => percent >= band.atLeast)?.tone ?? 'blue'
}

/** How sure a signal is, in per cent 0..100: its confidence, or its score where none is stored. */
export function confidencePercent(signal: { confidenceScore: number | null; score: number }): number {
  return Math.round(signal.confidenceScore === null ? signal.score : signal.confidenceScore * 100)
}
