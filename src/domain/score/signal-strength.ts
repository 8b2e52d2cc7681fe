import { STRENGTH_BANDS } from './parameters.ts'

type SignalStrength = (typeof STRENGTH_BANDS)[number]['strength']

/** Score of one signal, 0 to 100: confidence times intensity. */
export function signalScore(confidence: number, intensity: number): number {
  return Math.round(100 * confidence * intensity)
}

/** Strength label of a contact's score. */
export function signalStrength(score: number): SignalStrength {
  return STRENGTH_BANDS.find((band) => score >= band.atLeast)?.strength ?? 'Low'
}
