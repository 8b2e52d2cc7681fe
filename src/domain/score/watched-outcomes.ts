import { type Calibration, logitOf, uncalibrate } from './calibration.ts'
import { expectedShare } from './field-evaluation.ts'
import { type KnownOutcome, type RecalibrationInput, recalibrate } from './recalibration.ts'
import type { Recalibration } from './recalibration-report.ts'

/** A chance for the next twelve months, and the outcome in the months watched since. */
export type WatchedOutcome = KnownOutcome & {
  /** Calibration that gave the chance; null for none. */
  calibrationVersion: number | null
  /** Whole months, 1 to 12. */
  months: number
}

const moveCenter = (calibration: Calibration, shift: number): Calibration => ({
  ...calibration,
  center: calibration.center + shift,
})

type WatchedInput = Omit<RecalibrationInput, 'outcomes'> & {
  outcomes: readonly WatchedOutcome[]
  /** Every calibration that gave one of the chances. */
  versions: ReadonlyMap<number, Calibration>
}

/** The chance before calibration; NaN if the calibration is unknown. */
function formulaChanceOf(outcome: WatchedOutcome, versions: WatchedInput['versions']): number {
  const { chance, categories, calibrationVersion } = outcome
  if (calibrationVersion === null) return chance
  const version = versions.get(calibrationVersion)
  return version ? uncalibrate(chance, categories, version) : Number.NaN
}

/**
 * Recalibrates on outcomes that were watched for different times. The fit compares chances of the months watched; its
 * result applies to twelve months, whose log odds are higher by about the same amount for everyone.
 */
export function recalibrateWatched({ outcomes, versions, current }: WatchedInput): Recalibration {
  const shifts: number[] = []
  const known = outcomes.map((outcome): KnownOutcome => {
    const formulaChance = formulaChanceOf(outcome, versions)
    const { categories, hasMoved, observedOn, isFromConversation } = outcome
    const chance = expectedShare(formulaChance, outcome.months)
    const shift = logitOf(formulaChance) - logitOf(chance)
    if (!isFromConversation && Number.isFinite(shift)) shifts.push(shift)
    return { chance, categories, hasMoved, observedOn, isFromConversation }
  })
  const meanShift = shifts.reduce((sum, shift) => sum + shift, 0) / Math.max(1, shifts.length)
  const result = recalibrate({
    outcomes: known,
    current: current && moveCenter(current, -meanShift),
  })
  return { ...result, calibration: result.calibration && moveCenter(result.calibration, meanShift) }
}
