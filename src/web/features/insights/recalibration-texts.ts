import type { RecalibrationStatus } from '#contract/recalibration.ts'
import type { Recalibration } from '#domain/score/recalibration-report.ts'
import { formatCount, formatExactPercent, formatQuantity } from '#web/lib/format.ts'

type FinishedRun = Pick<NonNullable<RecalibrationStatus['latest']>, 'report' | 'version'>
type FitReport = Recalibration['intercept']

/** `24 of 100 outcomes, 3 of 20 moves`: what a part of the fit still needs. */
function missingText({ outcomes, moved, needed }: Extract<FitReport, { status: 'too_few' }>): string {
  return `Needs more: ${formatCount(outcomes)} of ${formatCount(needed.outcomes)} outcomes, ${formatCount(moved)} of ${formatCount(needed.moved)} moves`
}

const factor = (value: number) => `×${value.toFixed(2)}`

function fittedText(fit: FitReport, format: (value: number) => string): string {
  if (fit.status === 'too_few') return missingText(fit)
  return `${format(fit.value)} (${format(fit.low)} to ${format(fit.high)})`
}

/** Effect on everyone's odds: `×0.62 (×0.50 to ×0.77)`. */
export function levelText(fit: FitReport): string {
  return fittedText(fit, (value) => factor(Math.exp(value)))
}

/** Spread between high and low chances: `×0.80 (×0.60 to ×1.00)`. */
export function factorText(fit: FitReport): string {
  return fittedText(fit, factor)
}

const BETTER = 'The adjusted chances predicted later outcomes better'

/** Why a run adopted nothing; `adjustment` is the new one. */
const REJECTIONS: Readonly<
  Record<Exclude<Recalibration['decision'], 'adopted'>, (adjustment: string) => string>
> = {
  too_few_outcomes: () => 'Not enough known outcomes yet.',
  no_later_outcomes: (adjustment) =>
    `All outcomes are from the same time, so we couldn't test ${adjustment.toLowerCase()} on later ones.`,
  brier_not_better: (adjustment) => `${adjustment} wouldn't have predicted later outcomes better.`,
  calibration_not_better: (adjustment) =>
    `${adjustment} wouldn't have brought chances closer to what happened.`,
  could_be_chance: (adjustment) => `${adjustment} looked slightly better, but that could be chance.`,
}

/**
 * Result of a run in words. Nightly runs adopt nothing while someone's choice holds. `inUse` is the version that scores are
 * adjusted with.
 */
export function decisionText({ report: { decision }, version }: FinishedRun, inUse: number | null): string {
  if (decision !== 'adopted') {
    const adjustment = inUse === null ? 'An adjustment' : 'A new adjustment'
    return `${REJECTIONS[decision](adjustment)} Scores stay as they are.`
  }
  return version === null
    ? `${BETTER}. Scores didn't change, because someone picked a version.`
    : `${BETTER}, so they became version ${version}.`
}

/** Whether the formula ranked movers above others, in plain words. */
export function rankingText({ verdict }: Recalibration['ranking']): string {
  switch (verdict) {
    case 'ranked':
      return 'The score ranked people who moved above people who stayed.'
    case 'not_ranked':
      return 'The score did not rank your outcomes: people who moved had no higher chances than people who stayed.'
    case 'reversed':
      return 'The score ranked your outcomes the wrong way: people who moved had lower chances than people who stayed.'
    case 'unclear':
      return 'There are too few outcomes to tell whether the score ranks them.'
  }
}

/** `40 contacts, 12 moved (30.0%; expected 18.2%)` */
export function conversationsText(conversations: NonNullable<Recalibration['conversations']>): string {
  const { outcomes, moved, observed, expected } = conversations
  return `${formatQuantity(outcomes, 'outcome is', 'outcomes are')} known only from conversations: ${formatCount(moved)} moved (${formatExactPercent(observed)}, expected ${formatExactPercent(expected)}). They don't change scores, because you don't talk to people at random.`
}
