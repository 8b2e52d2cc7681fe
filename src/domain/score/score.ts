import type { Category } from '../signals/categories.ts'
import { apportion } from './apportion.ts'
import { baselineHazard, lockFactorsOf, scoredAge } from './baseline.ts'
import { calibrate } from './calibration.ts'
import {
  assessCategory,
  bySubtypeThenConfidence,
  type Circumstances,
  hazardFactor,
  type LiveSignal,
} from './category-evidence.ts'
import { addMonths, formatDay, monthsBetween, parseDay, parseToday } from './day.ts'
import { eventHazard, intensity, type SubtypeRow, subtypeRow } from './hazard.ts'
import { FAMILIAL_CATEGORIES, FORMULA, MODEL_VERSION } from './parameters.ts'
import type {
  CategoryPoints,
  ScoreCalibration,
  ScoredSignal,
  ScoredSignalInput,
  ScoreInput,
  ScoreResult,
} from './score-input.ts'

/** Report on a signal without a readable date. */
function undatedSignal(id: string): ScoredSignal {
  return {
    id,
    live: false,
    intensity: 0,
    hazard: 0,
    points: 0,
    peakFrom: null,
    peakTo: null,
    expiresAt: null,
  }
}

function datedSignal(
  signal: ScoredSignalInput,
  row: SubtypeRow,
  eventDay: number,
  today: number,
): ScoredSignal {
  return {
    ...undatedSignal(signal.id),
    intensity: intensity(row, monthsBetween(eventDay, today)),
    peakFrom: formatDay(addMonths(eventDay, row.peak[0])),
    peakTo: formatDay(addMonths(eventDay, row.peak[1])),
    expiresAt: formatDay(eventDay + row.expiryDays),
  }
}

/** Reports on every signal and collects the live ones: dated, above zero confidence, not faded, not switched off. */
function readSignals(
  input: ScoreInput,
  today: number,
): { scoredSignals: ScoredSignal[]; liveSignals: LiveSignal[] } {
  const scoredSignals: ScoredSignal[] = []
  const liveSignals: LiveSignal[] = []
  for (const signal of input.signals) {
    const row = subtypeRow(signal.subtype)
    const eventDay = parseDay(signal.eventDate)
    if (row === undefined || Number.isNaN(eventDay)) {
      scoredSignals.push(undatedSignal(signal.id))
      continue
    }
    const report = datedSignal(signal, row, eventDay, today)
    const isSwitchedOff = input.policy.excludeFamilial && FAMILIAL_CATEGORIES.includes(row.category)
    report.live = report.intensity >= FORMULA.liveIntensity && signal.confidence > 0 && !isSwitchedOff
    if (report.live) {
      const { source, documentId } = signal
      const { intensity } = report
      const confidence = Math.min(1, signal.confidence)
      liveSignals.push({
        index: scoredSignals.length,
        row,
        eventDay,
        intensity,
        confidence,
        source,
        documentId,
      })
    }
    scoredSignals.push(report)
  }
  liveSignals.sort(bySubtypeThenConfidence)
  return { scoredSignals, liveSignals }
}

type AssessedCategory = {
  category: Category
  index: number
  hazard: number
  signals: LiveSignal[]
  weights: number[]
}

const byHazard = (a: AssessedCategory, b: AssessedCategory) => b.hazard - a.hazard || a.index - b.index

function assessCategories(
  liveSignals: readonly LiveSignal[],
  circumstances: Circumstances,
  moveDay: number,
): AssessedCategory[] {
  const byCategory = Map.groupBy(liveSignals, ({ row }) => row.category)
  return Array.from(byCategory, ([category, signals]) => {
    const { hazard, weights } = assessCategory(signals, circumstances)
    const precedesMove = signals.every(({ eventDay }) => eventDay < moveDay)
    const index = signals[0]?.row.categoryIndex ?? 0
    return { category, index, hazard: precedesMove ? hazard * FORMULA.afterMove : hazard, signals, weights }
  }).sort(byHazard)
}

/** Splits the score over categories and, within each, over its signals. */
function sharePoints(
  score: number,
  categories: readonly AssessedCategory[],
  scoredSignals: ScoredSignal[],
): CategoryPoints[] {
  const shares = apportion(
    score,
    categories.map((category) => category.hazard),
  )
  const points: CategoryPoints[] = []
  categories.forEach(({ category, hazard, signals, weights }, index) => {
    const share = shares[index] ?? 0
    if (share > 0) points.push({ category, points: share, hazard })
    const signalShares = apportion(share, weights)
    signals.forEach((signal, signalIndex) => {
      const report = scoredSignals[signal.index]
      if (report) report.points = signalShares[signalIndex] ?? 0
    })
  })
  return points
}

function circumstancesOf(
  { household, policy }: ScoreInput,
  liveSignals: readonly LiveSignal[],
): Circumstances {
  const age = scoredAge(household, policy)
  const lock = lockFactorsOf(household)
  return {
    baseHazard: baselineHazard(household, age, lock.baseline),
    age,
    lock: lock.signals,
    schoolAgeChildren: household.schoolAgeChildren && !policy.excludeFamilial,
    liveTerms: new Set(liveSignals.flatMap(({ row }) => [row.subtype, row.category])),
  }
}

const chanceOfHazard = (hazard: number) => -Math.expm1(-hazard)
const hazardOfChance = (chance: number) => -Math.log1p(-chance)

/**
 * Adapts annual hazards to an organization's own outcomes. Baseline and total follow the calibrated chances; their
 * difference is split among the categories by hazard and multiplier, so that points still add up.
 */
function calibrateHazards(
  formula: { baseHazard: number; categories: readonly AssessedCategory[] },
  calibration: ScoreCalibration,
): { baseHazard: number; hazard: number; categories: AssessedCategory[] } {
  const liveCategories = formula.categories.map(({ category }) => category)
  const formulaHazard = formula.categories.reduce((sum, { hazard }) => sum + hazard, 0)
  const baseHazard = hazardOfChance(calibrate(chanceOfHazard(formula.baseHazard), [], calibration))
  const total = calibrate(chanceOfHazard(formula.baseHazard + formulaHazard), liveCategories, calibration)
  // Outcomes can show that people with a signal move less than others; a signal then adds nothing.
  const hazard = Math.max(0, hazardOfChance(total) - baseHazard)
  const weightOf = ({ category, hazard: share }: AssessedCategory) =>
    share * (calibration.multipliers[category] ?? 1)
  const weights = formula.categories.reduce((sum, category) => sum + weightOf(category), 0)
  const categories = formula.categories
    .map((category) => ({ ...category, hazard: (hazard * weightOf(category)) / weights }))
    .sort(byHazard)
  return { baseHazard, hazard, categories }
}

/** Score of a signal-driven hazard per year; 75 means a one-in-three signal-driven chance. */
function scoreOf(hazard: number, liveSignals: number): number {
  if (liveSignals === 0) return 0
  return Math.max(1, Math.round(100 * -Math.expm1(-hazard / FORMULA.scoreScale)))
}

/**
 * Scores one contact: the likelihood of a signal-driven move within twelve months, and the contribution of each
 * category. Pure, and independent of signal order.
 * @throws RangeError when `today` is not a day.
 */
export function scoreContact(input: ScoreInput): ScoreResult {
  const today = parseToday(input.today)
  const { scoredSignals, liveSignals } = readSignals(input, today)
  const circumstances = circumstancesOf(input, liveSignals)
  const { baseHazard } = circumstances
  for (const { index, row, intensity: strength } of liveSignals) {
    const report = scoredSignals[index]
    if (report) report.hazard = eventHazard(row, baseHazard, strength, hazardFactor(row, circumstances))
  }

  const { newAddressSince, listedForSale } = input.household
  const moveDay = parseDay(newAddressSince)
  const mayHaveMoved = moveDay <= today
  const assessed = assessCategories(liveSignals, circumstances, mayHaveMoved ? moveDay : Number.NaN)
  const formulaHazard = assessed.reduce((sum, category) => sum + category.hazard, 0)
  const formulaChance = Math.max(
    chanceOfHazard(baseHazard + formulaHazard),
    listedForSale ? FORMULA.listedChance : 0,
  )
  const { calibration } = input.policy
  const formula = { baseHazard, hazard: formulaHazard, categories: assessed }
  const { categories, ...hazards } = calibration ? calibrateHazards(formula, calibration) : formula
  const liveCategories = categories.map(({ category }) => category)
  const chance = calibration ? calibrate(formulaChance, liveCategories, calibration) : formulaChance
  const score = scoreOf(hazards.hazard, liveSignals.length)
  const points = sharePoints(score, categories, scoredSignals)
  return {
    score,
    chance,
    lift: chance / chanceOfHazard(hazards.baseHazard),
    ...hazards,
    points,
    topSignal: points[0]?.category ?? null,
    signalsDetected: liveSignals.length,
    liveCategories,
    mayHaveMoved,
    listedForSale,
    signals: scoredSignals,
    modelVersion: MODEL_VERSION,
    calibrationVersion: calibration?.version ?? null,
  }
}
