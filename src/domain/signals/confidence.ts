import { z } from 'zod'
import type { DetectedSignal } from './detected-signal.ts'
import { MATCH_QUALITY, RULES, YEAR_ONLY_FACTOR } from './rules.ts'

/** Reason why a signal is below its rule's base confidence. */
export const confidencePart = z.object({
  kind: z.enum(['match', 'year_only', 'remote_capable', 'household_unknown']),
  factor: z.number(),
})
export type ConfidencePart = z.infer<typeof confidencePart>

export type ConfidenceExplanation = {
  base: number | null
  /** Factors below 1; `base` times all of them is the confidence, up to rounding. */
  parts: ConfidencePart[]
}

const NOT_EXPLAINED: ConfidenceExplanation = { base: null, parts: [] }
/** Confidences are stored with two decimals. */
const ROUNDING = 0.0051

function matchFactor(match: unknown): number {
  // A record about the home that names no household member counts like one with the family's name.
  if (match === 'address') return MATCH_QUALITY['surname+address']
  const qualities: Readonly<Record<string, number>> = MATCH_QUALITY
  return (typeof match === 'string' ? qualities[match] : undefined) ?? 1
}

function yearFactor(ruleId: unknown, { datePrecision, yearOnly }: DetectedSignal['inputs']): number {
  if (ruleId === 'DP1') return yearOnly === true ? RULES.DP1.baseOfYearOnly / RULES.DP1.base : 1
  return datePrecision === 'year' ? YEAR_ONLY_FACTOR : 1
}

/**
 * Splits a signal's confidence into the factors its rule recorded. Explains nothing if the factors don't multiply to
 * the confidence, as in signals of older versions.
 */
export function explainConfidence(signal: {
  ruleId: unknown
  confidence: number
  inputs: DetectedSignal['inputs']
}): ConfidenceExplanation {
  const { ruleId, confidence, inputs } = signal
  const { base, match, remoteCapable, householdSize } = inputs
  if (typeof base !== 'number') return NOT_EXPLAINED
  const candidates: ConfidencePart[] = [
    { kind: 'match', factor: matchFactor(match) },
    { kind: 'year_only', factor: yearFactor(ruleId, inputs) },
    {
      kind: 'remote_capable',
      factor: ruleId === 'DT1' && remoteCapable === true ? RULES.DT1.remoteCapable : 1,
    },
    {
      kind: 'household_unknown',
      factor: ruleId === 'DO1' && householdSize === null ? RULES.DO1.unknownHousehold : 1,
    },
  ]
  const parts = candidates.filter(({ factor }) => factor < 1)
  const product = parts.reduce((total, { factor }) => total * factor, base)
  return Math.abs(product - confidence) <= ROUNDING ? { base, parts } : NOT_EXPLAINED
}
