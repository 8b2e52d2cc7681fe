import type { IsoDate } from '../enrichment/person-record.ts'
import { CATEGORIES, type Category, categoryBits } from '../signals/categories.ts'
import { type Calibration, calibrate, logitOf, NO_CALIBRATION } from './calibration.ts'
import { type CalibrationFigures, estimateOf, measureCalibration } from './calibration-figures.ts'
import {
  type FitData,
  type FitObservation,
  type FitScope,
  fitCalibration,
  MIN_SLOPE,
  prepareFit,
} from './calibration-fit.ts'
import { parseDay } from './day.ts'
import { areaUnderCurve, wilsonInterval } from './field-intervals.ts'
import type { Coefficient } from './logistic-fit.ts'
import { type Prediction, rank } from './predictions.ts'
import type { FitReport, OutcomeCount, Recalibration } from './recalibration-report.ts'

/** A chance given in the past and its outcome. One per contact. */
export type KnownOutcome = {
  /** Chance that the formula gave at the time, for the months watched since (`expectedShare`), 0 to 1. */
  chance: number
  /** Categories with a live signal at the time. */
  categories: readonly Category[]
  hasMoved: boolean
  /** Day on which the outcome was known. */
  observedOn: IsoDate
  /** True if no record shows the outcome, only a talk with the person. */
  isFromConversation: boolean
}

export type RecalibrationInput = {
  outcomes: readonly KnownOutcome[]
  /** Calibration in use; null for none. */
  current: Calibration | null
}

/** Known outcomes and moves that each parameter needs; a category's moves are those with a live signal of it. */
const RECALIBRATION_MINIMUMS = {
  intercept: { outcomes: 100, moved: 20 },
  slope: { outcomes: 300, moved: 50 },
  category: { outcomes: 500, moved: 10 },
} as const

/** Shares of the outcomes, oldest first, that are learned from before the outcomes up to the next are predicted. */
const HOLD_OUT_STARTS = [0.4, 0.6, 0.8]

/**
 * Evidence that an adoption needs. If the calibration in use were right, a likelihood ratio of later outcomes would
 * reach 20 in at most one of 20 cases: its expected value is 1 (Ville 1939).
 */
const MIN_EVIDENCE = Math.log(20)

/** A usable outcome. */
type Observation = KnownOutcome & FitObservation

function readOutcomes({ outcomes }: RecalibrationInput): Observation[] {
  return outcomes.flatMap((outcome) => {
    const { chance, categories, observedOn } = outcome
    const isUsable = chance >= 0 && chance <= 1 && !Number.isNaN(parseDay(observedOn))
    return isUsable ? [{ ...outcome, logOdds: logitOf(chance), bits: categoryBits(categories) }] : []
  })
}

const movedAmong = (observations: readonly Observation[]) =>
  observations.reduce((sum, { hasMoved }) => sum + (hasMoved ? 1 : 0), 0)

const countOutcomes = (observations: readonly Observation[]) => ({
  outcomes: observations.length,
  moved: movedAmong(observations),
})

function isEnough(has: OutcomeCount, needed: OutcomeCount): boolean {
  return has.outcomes >= needed.outcomes && has.moved >= needed.moved
}

/** First index from which every outcome is later than those before it. */
function boundaryAt(observations: readonly Observation[], share: number): number {
  let index = Math.round(share * observations.length)
  while (
    index < observations.length &&
    observations[index]?.observedOn === observations[index - 1]?.observedOn
  )
    index++
  return index
}

type HeldOut = { observation: Observation; before: number; after: number }

/** Predicts later outcomes with calibrations fitted on the earlier ones; `observations` are oldest first. */
function predictLater(observations: readonly Observation[], data: FitData, current: Calibration): HeldOut[] {
  return HOLD_OUT_STARTS.flatMap((share, i) => {
    const from = boundaryAt(observations, share)
    const to = boundaryAt(observations, HOLD_OUT_STARTS[i + 1] ?? 1)
    const fit = from < to ? fitCalibration(data, from) : null
    if (!fit) return []
    return observations.slice(from, to).map((observation) => ({
      observation,
      before: calibrate(observation.chance, observation.categories, current),
      after: calibrate(observation.chance, observation.categories, fit.calibration),
    }))
  })
}

/** Logarithm of the likelihood ratio of the new calibration to the one in use. */
function evidenceOf(heldOut: readonly HeldOut[]): number {
  return heldOut.reduce(
    (sum, { observation, before, after }) =>
      sum + Math.log(observation.hasMoved ? after / before : (1 - after) / (1 - before)),
    0,
  )
}

function measure(heldOut: readonly HeldOut[], read: (held: HeldOut) => number): CalibrationFigures {
  const predictions = heldOut.map(
    (held): Prediction => ({ value: read(held), hasMoved: held.observation.hasMoved }),
  )
  const groups = CATEGORIES.map((category) => {
    const bit = categoryBits([category])
    return predictions.filter((_, i) => ((heldOut[i]?.observation.bits ?? 0) & bit) !== 0)
  })
  return measureCalibration(predictions, groups)
}

function decide(
  before: CalibrationFigures,
  after: CalibrationFigures,
  evidence: number,
): Recalibration['decision'] {
  if (!(after.brier.value < before.brier.value)) return 'brier_not_better'
  if (!(after.ece.value < before.ece.value)) return 'calibration_not_better'
  return evidence >= MIN_EVIDENCE ? 'adopted' : 'could_be_chance'
}

function judge(heldOut: readonly HeldOut[]): Pick<Recalibration, 'holdOut' | 'decision'> {
  const { outcomes, moved } = countOutcomes(heldOut.map(({ observation }) => observation))
  const [first, last] = [heldOut[0]?.observation, heldOut.at(-1)?.observation]
  if (!first || !last || moved === 0 || moved === outcomes)
    return { holdOut: null, decision: 'no_later_outcomes' }
  const before = measure(heldOut, (held) => held.before)
  const after = measure(heldOut, (held) => held.after)
  const evidence = evidenceOf(heldOut)
  return {
    holdOut: { from: first.observedOn, to: last.observedOn, outcomes, moved, before, after, evidence },
    decision: decide(before, after, evidence),
  }
}

function rankingOf(observations: readonly Observation[], known: OutcomeCount): Recalibration['ranking'] {
  const predictions = observations.map(({ chance, hasMoved }): Prediction => ({ value: chance, hasMoved }))
  const auc = areaUnderCurve(rank(predictions).ties)
  if (!auc) return { verdict: 'unclear', auc }
  if (auc.low > 0.5) return { verdict: 'ranked', auc }
  if (auc.high < 0.5) return { verdict: 'reversed', auc }
  return { verdict: isEnough(known, RECALIBRATION_MINIMUMS.slope) ? 'not_ranked' : 'unclear', auc }
}

function conversationsOf(
  observations: readonly Observation[],
  current: Calibration,
): Recalibration['conversations'] {
  if (observations.length === 0) return null
  const { outcomes, moved } = countOutcomes(observations)
  const expected =
    observations.reduce((sum, { chance, categories }) => sum + calibrate(chance, categories, current), 0) /
    outcomes
  return { outcomes, moved, expected, observed: moved / outcomes, ...wilsonInterval(moved, outcomes) }
}

/** Reports on every parameter: the fitted value, or what is missing. */
function fitReports(
  known: OutcomeCount,
  byCategory: ReadonlyMap<Category, OutcomeCount>,
  scope: FitScope,
  coefficients: readonly Coefficient[],
): Pick<Recalibration, 'intercept' | 'slope' | 'categories'> {
  const { intercept, slope, category: categoryNeed } = RECALIBRATION_MINIMUMS
  const tooFew = (has: OutcomeCount, needed: OutcomeCount): FitReport => ({
    status: 'too_few',
    ...has,
    needed,
  })
  const [interceptFit, slopeFit] = coefficients
  const fitted = ({ value, standardError }: Coefficient, toScale: (value: number) => number): FitReport => {
    const { low, high } = estimateOf({ value, standardError })
    return { status: 'fitted', value: toScale(value), low: toScale(low), high: toScale(high) }
  }
  const toSlope = (value: number) => Math.max(MIN_SLOPE, 1 + value)
  const firstCategory = scope.slope ? 2 : 1
  return {
    intercept: interceptFit ? fitted(interceptFit, (value) => value) : tooFew(known, intercept),
    slope: scope.slope && slopeFit ? fitted(slopeFit, toSlope) : tooFew(known, slope),
    categories: CATEGORIES.map((category) => {
      const index = scope.categories.indexOf(category)
      const coefficient = index < 0 ? undefined : coefficients[firstCategory + index]
      const has = { outcomes: known.outcomes, moved: byCategory.get(category)?.moved ?? 0 }
      return { category, fit: coefficient ? fitted(coefficient, Math.exp) : tooFew(has, categoryNeed) }
    }),
  }
}

/**
 * Refits the chance on an organization's own outcomes and says whether the result may be used: it must predict later
 * outcomes better than the calibration in use, by Brier score and by calibration error. Doesn't depend on the order
 * of `outcomes`.
 */
export function recalibrate(input: RecalibrationInput): Recalibration {
  const current = input.current ?? NO_CALIBRATION
  const usable = readOutcomes(input)
  const observations = usable
    .filter(({ isFromConversation }) => !isFromConversation)
    .sort((a, b) => (a.observedOn < b.observedOn ? -1 : a.observedOn > b.observedOn ? 1 : 0))
  const known = countOutcomes(observations)
  const byCategory = new Map(
    CATEGORIES.map((category) => [
      category,
      countOutcomes(observations.filter(({ categories }) => categories.includes(category))),
    ]),
  )
  const { intercept, slope, category: categoryNeed } = RECALIBRATION_MINIMUMS
  const canFitCategories = known.outcomes >= categoryNeed.outcomes
  const scope: FitScope = {
    slope: isEnough(known, slope),
    categories: canFitCategories
      ? CATEGORIES.filter((category) => (byCategory.get(category)?.moved ?? 0) >= categoryNeed.moved)
      : [],
  }
  const data = prepareFit(observations, scope)
  const fit = isEnough(known, intercept) ? fitCalibration(data, observations.length) : null
  const verdict = fit
    ? judge(predictLater(observations, data, current))
    : { holdOut: null, decision: 'too_few_outcomes' as const }
  return {
    known,
    conversations: conversationsOf(
      usable.filter(({ isFromConversation }) => isFromConversation),
      current,
    ),
    unusable: input.outcomes.length - usable.length,
    ...fitReports(known, byCategory, scope, fit?.coefficients ?? []),
    ranking: rankingOf(observations, known),
    ...verdict,
    calibration: fit?.calibration ?? null,
  }
}
