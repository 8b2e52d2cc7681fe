import type { ContactDetail } from '#contract/contacts.ts'
import type { ScoreExplanation } from '#contract/score.ts'
import { adjustmentsOf } from '#domain/score/adjustments.ts'
import { explainBaseline } from '#domain/score/baseline.ts'
import { counterfactuals, scoreMeaning, signalDrivenChance } from '#domain/score/explain.ts'
import { subtypeRow } from '#domain/score/hazard.ts'
import { FAMILIAL_CATEGORIES } from '#domain/score/parameters.ts'
import { scoreContact } from '#domain/score/score.ts'
import type {
  ScoredSignal,
  ScoredSignalInput,
  ScoreInput,
  ScorePolicy,
  ScoreResult,
} from '#domain/score/score-input.ts'
import { forecastScores, whatIfs } from '#domain/score/what-if.ts'
import { allowedRankSignals, type RankSignal } from '#domain/signal-rules/rank-signal.ts'
import { explainConfidence } from '#domain/signals/confidence.ts'

type ScoreBreakdown = Omit<ScoreExplanation, 'history' | 'ranking'>
type StoredSignal = ContactDetail['signals'][number]
type ExplainedSignal = ScoreExplanation['signals'][number]
type Evidence = ExplainedSignal['evidence']

/** Months of the forecast. */
const MONTHS_AHEAD = 24

/** Explains a contact's score from its inputs; `outcomes` is the number that its calibration was fitted on, if known. */
export function explainScore(
  input: ScoreInput,
  storedSignals: readonly StoredSignal[],
  outcomes: number | null,
): ScoreBreakdown {
  const result = scoreContact(input)
  const byId = new Map(storedSignals.map((signal) => [signal.id, signal]))
  return {
    asOf: input.today,
    score: result.score,
    chance: result.chance,
    lift: result.lift,
    signalChance: signalDrivenChance(result.hazard),
    hazard: result.hazard,
    meaning: scoreMeaning(result, input.household.tenure),
    points: result.points,
    signals: result.signals.flatMap((scoredSignal, index) => {
      const [signalInput, signal] = [input.signals[index], byId.get(scoredSignal.id)]
      return signalInput && signal ? [explainSignal(input, signalInput, scoredSignal, signal)] : []
    }),
    counterfactuals: counterfactuals(input, result).map((counterfactual) => ({
      signalId: counterfactual.signalId,
      category: counterfactual.category,
      without: counterfactual.scoreWithout,
      chance: counterfactual.chanceWithout,
    })),
    whatIfs: whatIfs(input, result),
    adjustments: adjustmentsOf(input, result),
    baseline: explainBaseline(input.household, input.policy),
    calibration: explainCalibration(input, result, outcomes),
    ahead: forecastScores(input, MONTHS_AHEAD),
    mayHaveMoved: result.mayHaveMoved,
    listedForSale: input.household.listedForSale,
    modelVersion: result.modelVersion,
  }
}

function explainCalibration(
  input: ScoreInput,
  { calibrationVersion, baseHazard }: ScoreResult,
  outcomes: number | null,
): ScoreExplanation['calibration'] {
  if (calibrationVersion === null) return null
  const { score, chance } = scoreContact({ ...input, policy: { ...input.policy, calibration: null } })
  return { version: calibrationVersion, outcomes, before: { score, chance }, baseHazard }
}

/** Signals that only rank, as far as the organization allows them. */
export function explainRanking(
  stored: { rankSignals: RankSignal[] | null; rankScore: number | null } | undefined,
  policy: ScorePolicy,
): ScoreExplanation['ranking'] {
  const signals = allowedRankSignals(stored?.rankSignals ?? [], policy)
  if (signals.length === 0 || stored?.rankScore == null) return null
  return { score: stored.rankScore, signals }
}

/** Explanation of a contact that was never enriched. */
export const UNSCORED: ScoreBreakdown = {
  asOf: null,
  score: null,
  chance: null,
  lift: null,
  signalChance: null,
  hazard: null,
  meaning: 'Not scored yet: enrich this contact to look for signals',
  points: [],
  signals: [],
  counterfactuals: [],
  whatIfs: [],
  adjustments: [],
  baseline: null,
  calibration: null,
  ahead: [],
  mayHaveMoved: false,
  listedForSale: false,
  modelVersion: null,
}

function explainSignal(
  input: ScoreInput,
  signalInput: ScoredSignalInput,
  scoredSignal: ScoredSignal,
  signal: StoredSignal,
): ExplainedSignal {
  const { category } = signal
  const state = stateOf(input, signalInput, scoredSignal)
  return { ...scoredSignal, category, state, evidence: evidenceOf(signalInput, signal) }
}

function stateOf(
  { today, policy }: ScoreInput,
  { subtype }: ScoredSignalInput,
  { live, expiresAt }: ScoredSignal,
): ExplainedSignal['state'] {
  if (live) return 'live'
  const row = subtypeRow(subtype)
  if (!row || expiresAt === null) return 'unknown'
  if (policy.excludeFamilial && FAMILIAL_CATEGORIES.includes(row.category)) return 'switched_off'
  return expiresAt <= today ? 'expired' : 'upcoming'
}

const MATCHES = ['name+address', 'name+city', 'surname+address', 'address'] as const
const PRECISIONS = ['day', 'month', 'year'] as const

/** Stored metadata of a detection rule, without unexpected values. */
function evidenceOf(signalInput: ScoredSignalInput, signal: StoredSignal): Evidence {
  const { ruleId, subtype, provider, documentId, sample, inputs: storedInputs } = signal.metadata ?? {}
  const scalars = scalarsOf(storedInputs)
  const { base: _, recordKind, documentType, match, datePrecision, ...inputs } = scalars
  return {
    ruleId: textOf(ruleId),
    subtype: textOf(subtype),
    description: signal.description,
    provider: textOf(provider) ?? signal.source,
    documentId: textOf(documentId),
    sample: sample === true,
    recordKind: textOf(recordKind),
    documentType: textOf(documentType),
    match: MATCHES.find((value) => value === match) ?? null,
    eventDate: signalInput.eventDate,
    precision: PRECISIONS.find((value) => value === datePrecision) ?? null,
    detectedAt: signal.detectedAt,
    confidence: signalInput.confidence,
    ...explainConfidence({ ruleId, confidence: signalInput.confidence, inputs: scalars }),
    inputs,
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

function scalarsOf(value: unknown): Evidence['inputs'] {
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(
    Object.entries(value).filter(
      ([, each]) => each === null || ['string', 'number', 'boolean'].includes(typeof each),
    ),
  )
}
