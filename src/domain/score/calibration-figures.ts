import { z } from 'zod'
import { logitOf } from './calibration.ts'
import { areaUnderCurve, type Estimate } from './field-intervals.ts'
import { type Coefficient, fitLogistic } from './logistic-fit.ts'
import {
  binOf,
  binsOfEqualSize,
  type CalibrationBin,
  calibrationError,
  type Prediction,
  rank,
} from './predictions.ts'

/** A figure with its 95% interval. */
export const estimate = z.object({ value: z.number(), low: z.number(), high: z.number() })

/** How well chances agree with outcomes. */
export const calibrationFigures = z.object({
  /** Mean squared distance between chance and outcome; lower is better. */
  brier: estimate,
  /** Expected calibration error over bins of equal size and one bin per category; lower is better. */
  ece: estimate,
  /** Log odds by which everyone moves more often than predicted; 0 is right. Null if nothing determines it. */
  intercept: estimate.nullable(),
  /** Below 1, high chances are too high and low ones too low; 1 is right. */
  slope: estimate.nullable(),
  /** Chance that a random mover had a higher chance than a random stayer. */
  auc: estimate.nullable(),
})
export type CalibrationFigures = z.infer<typeof calibrationFigures>

/** Two-sided 95% quantile of the normal distribution. */
const Z = 1.959963984540054
const BINS = { max: 10, minPeople: 30 }
const RESAMPLES = 200

export function estimateOf({ value, standardError }: Coefficient): Estimate {
  return { value, low: value - Z * standardError, high: value + Z * standardError }
}

function brierOf(predictions: readonly Prediction[]): Estimate {
  let sum = 0
  let sumOfSquares = 0
  for (const { value, hasMoved } of predictions) {
    const squaredError = (value - (hasMoved ? 1 : 0)) ** 2
    sum += squaredError
    sumOfSquares += squaredError ** 2
  }
  const count = predictions.length
  const mean = sum / count
  const variance = Math.max(0, sumOfSquares / count - mean ** 2)
  return estimateOf({ value: mean, standardError: Math.sqrt(variance / count) })
}

/** Numbers that look random and are the same in every run (mulberry32). */
function repeatableRandom(): () => number {
  let state = 1
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), 1 | state)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Calibration error with an interval from resampling the observed share of each bin. */
function calibrationErrorOf(bins: readonly CalibrationBin[]): Estimate {
  const random = repeatableRandom()
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const resample = (bin: CalibrationBin) => {
    const deviation = Math.sqrt((bin.observed * (1 - bin.observed)) / bin.people)
    return { ...bin, observed: bin.observed + deviation * normal() }
  }
  const errors = Array.from({ length: RESAMPLES }, () => calibrationError(bins.map(resample))).sort(
    (a, b) => a - b,
  )
  const quantile = (share: number) => errors[Math.round(share * (RESAMPLES - 1))] ?? 0
  return { value: calibrationError(bins), low: quantile(0.025), high: quantile(0.975) }
}

/** Intercept with the slope at 1, and slope, of outcomes on the log odds of the chances (Cox 1958). */
function regressionOf(predictions: readonly Prediction[]): {
  intercept: Estimate | null
  slope: Estimate | null
} {
  const offsets = Float64Array.from(predictions, ({ value }) => logitOf(value))
  const moved = Uint8Array.from(predictions, ({ hasMoved }) => (hasMoved ? 1 : 0))
  const ones = new Float64Array(predictions.length).fill(1)
  const problem = { offsets, moved }
  const unshrunk = Number.POSITIVE_INFINITY
  const [intercept] = fitLogistic({ ...problem, columns: [ones], priorDeviations: [unshrunk] }) ?? []
  const [, addedSlope] =
    fitLogistic({ ...problem, columns: [ones, offsets], priorDeviations: [unshrunk, unshrunk] }) ?? []
  return {
    intercept: intercept ? estimateOf(intercept) : null,
    slope: addedSlope ? estimateOf({ ...addedSlope, value: 1 + addedSlope.value }) : null,
  }
}

/**
 * Measures chances against outcomes; at least one person. `groups` are subsets that count as bins of their own where
 * they are large enough, because a category that is wrong may not show among people of the same chance.
 */
export function measureCalibration(
  predictions: readonly Prediction[],
  groups: readonly (readonly Prediction[])[],
): CalibrationFigures {
  const bins = Math.max(2, Math.min(BINS.max, Math.floor(predictions.length / BINS.minPeople)))
  const groupBins = groups.filter((group) => group.length >= BINS.minPeople).map(binOf)
  return {
    brier: brierOf(predictions),
    ece: calibrationErrorOf([...binsOfEqualSize(predictions, bins), ...groupBins]),
    ...regressionOf(predictions),
    auc: areaUnderCurve(rank(predictions).ties),
  }
}
