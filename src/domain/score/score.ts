import type { Category } from '../signals/categories.ts'
import { apportion } from './apportion.ts'
import { baselineHazard, lockOf, scoredAge } from './baseline.ts'
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
  ScoredSignal,
  ScoredSignalInput,
  ScoreInput,
  ScoreResult,
} from './score-input.ts'

/** Report of a signal without a readable date. */
function undated(id: string): ScoredSignal {
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

function dated(signal: ScoredSignalInput, row: SubtypeRow, eventDay: number, today: number): ScoredSignal {
  return {
    ...undated(signal.id),
    intensity: intensity(row, monthsBetween(eventDay, today)),
    peakFrom: formatDay(addMonths(eventDay, row.peak[0])),
    peakTo: formatDay(addMonths(eventDay, row.peak[1])),
    expiresAt: formatDay(eventDay + row.expiryDays),
  }
}

/** Reports every signal and collects the live ones: dated, above zero confidence, not faded, not switched off. */
function readSignals(input: ScoreInput, today: number): { scored: ScoredSignal[]; live: LiveSignal[] } {
  const scored: ScoredSignal[] = []
  const live: LiveSignal[] = []
  for (const signal of input.signals) {
    const row = subtypeRow(signal.subtype)
    const eventDay = parseDay(signal.eventDate)
    if (row === undefined || Number.isNaN(eventDay)) {
      scored.push(undated(signal.id))
      continue
    }
    const report = dated(signal, row, eventDay, today)
    const switchedOff = input.policy.excludeFamilial && FAMILIAL_CATEGORIES.includes(row.category)
    report.live = report.intensity >= FORMULA.liveIntensity && signal.confidence > 0 && !switchedOff
    if (report.live) {
      const { source, documentId } = signal
      const { intensity } = report
      const confidence = Math.min(1, signal.confidence)
      live.push({ at: scored.length, row, eventDay, intensity, confidence, source, documentId })
    }
    scored.push(report)
  }
  live.sort(bySubtypeThenConfidence)
  return { scored, live }
}

type AssessedCategory = {
  category: Category
  index: number
  hazard: number
  signals: LiveSignal[]
  weights: number[]
}

function assess(live: readonly LiveSignal[], around: Circumstances, movedOn: number): AssessedCategory[] {
  const byCategory = Map.groupBy(live, ({ row }) => row.category)
  return Array.from(byCategory, ([category, signals]) => {
    const { hazard, weights } = assessCategory(signals, around)
    const precedesMove = signals.every(({ eventDay }) => eventDay < movedOn)
    const index = signals[0]?.row.categoryIndex ?? 0
    return { category, index, hazard: precedesMove ? hazard * FORMULA.afterMove : hazard, signals, weights }
  }).sort((a, b) => b.hazard - a.hazard || a.index - b.index)
}

/** Splits the score over categories and, within each, over its signals. */
function sharePoints(
  score: number,
  assessed: readonly AssessedCategory[],
  scored: ScoredSignal[],
): CategoryPoints[] {
  const shares = apportion(
    score,
    assessed.map((category) => category.hazard),
  )
  const points: CategoryPoints[] = []
  assessed.forEach(({ category, hazard, signals, weights }, i) => {
    const share = shares[i] ?? 0
    if (share > 0) points.push({ category, points: share, hazard })
    const parts = apportion(share, weights)
    signals.forEach((signal, j) => {
      const report = scored[signal.at]
      if (report) report.points = parts[j] ?? 0
    })
  })
  return points
}

function circumstancesOf({ household, policy }: ScoreInput, live: readonly LiveSignal[]): Circumstances {
  const age = scoredAge(household, policy)
  const lock = lockOf(household)
  return {
    baseHazard: baselineHazard(household, age, lock.baseline),
    age,
    lock: lock.signals,
    schoolAgeChildren: household.schoolAgeChildren && !policy.excludeFamilial,
    present: new Set(live.flatMap(({ row }) => [row.subtype, row.category])),
  }
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
  const { scored, live } = readSignals(input, today)
  const around = circumstancesOf(input, live)
  const { baseHazard } = around
  for (const { at, row, intensity: strength } of live) {
    const report = scored[at]
    if (report) report.hazard = eventHazard(row, baseHazard, strength, hazardFactor(row, around))
  }

  const { newAddressSince, listedForSale } = input.household
  const movedOn = parseDay(newAddressSince)
  const mayHaveMoved = movedOn <= today
  const assessed = assess(live, around, mayHaveMoved ? movedOn : Number.NaN)
  const hazard = assessed.reduce((sum, category) => sum + category.hazard, 0)
  const score = scoreOf(hazard, live.length)
  const points = sharePoints(score, assessed, scored)
  const chance = Math.max(-Math.expm1(-(baseHazard + hazard)), listedForSale ? FORMULA.listedChance : 0)
  return {
    score,
    chance,
    lift: chance / -Math.expm1(-baseHazard),
    baseHazard,
    hazard,
    points,
    topSignal: points[0]?.category ?? null,
    signalsDetected: live.length,
    liveCategories: assessed.map(({ category }) => category),
    mayHaveMoved,
    listedForSale,
    signals: scored,
    modelVersion: MODEL_VERSION,
  }
}
