import type { Subtype } from '../score/parameters.ts'
import type { ScorePolicy } from '../score/score-input.ts'
import type { Category } from '../signals/categories.ts'
import type { RuleEvidence } from './evaluate.ts'
import type { Trait } from './variables.ts'

/** Signal of a rule about protected traits. It changes the order of lists and nothing else. */
export type RankSignal = {
  ruleId: string
  name: string
  version: number
  category: Category
  subtype: Subtype
  confidence: number
  eventDate: string
  traits: readonly Trait[]
  evidence: RuleEvidence
}

/** True if the organization excludes a trait that a rule rests on. */
export function isExcluded(traits: readonly Trait[], policy: ScorePolicy): boolean {
  return (
    (policy.excludeAge && traits.includes('age')) || (policy.excludeFamilial && traits.includes('family'))
  )
}

/** Signals without a trait that the organization excludes. */
export function allowedRankSignals(signals: readonly RankSignal[], policy: ScorePolicy): RankSignal[] {
  return signals.filter(({ traits }) => !isExcluded(traits, policy))
}
