import { type Category, categoryBits } from '../signals/categories.ts'
import type { Calibration } from './calibration.ts'
import { type Coefficient, fitLogistic, type LogisticProblem } from './logistic-fit.ts'

/**
 * Standard deviations of the priors around "no change": on log odds for intercept and categories. Two of them are a
 * factor of about 4 on everyone's odds, and of 2 on a category's. [J]
 */
const PRIOR = { intercept: 0.7, slope: 0.35, category: 0.35 }

/** Smallest slope: outcomes can make the score flat, but not reverse it. */
export const MIN_SLOPE = 0.05

/** Which parameters the number of outcomes allows. */
export type FitScope = { slope: boolean; categories: readonly Category[] }

/** A chance of the formula as log odds, live categories as bits (`categoryBits`), and the outcome. */
export type FitObservation = { logOdds: number; bits: number; hasMoved: boolean }

/** Observations in columns, from which a calibration can be fitted on any number of the first ones. */
export type FitData = LogisticProblem & { scope: FitScope; center: number }

export type CalibrationFit = {
  calibration: Calibration
  /** Of the intercept, the slope if fitted (minus 1), and each category's logarithm, in this order. */
  coefficients: Coefficient[]
}

/** Prepares fits. The center is the mean of all log odds, which tells nothing about outcomes. */
export function prepareFit(observations: readonly FitObservation[], scope: FitScope): FitData {
  const size = observations.length
  const columnOf = (read: (observation: FitObservation) => number) => {
    const column = new Float64Array(size)
    let index = 0
    for (const observation of observations) column[index++] = read(observation)
    return column
  }
  const offsets = columnOf(({ logOdds }) => logOdds)
  const center = offsets.reduce((sum, value) => sum + value, 0) / size
  const columns = [new Float64Array(size).fill(1)]
  const priorDeviations: number[] = [PRIOR.intercept]
  if (scope.slope) {
    columns.push(offsets.map((value) => value - center))
    priorDeviations.push(PRIOR.slope)
  }
  for (const category of scope.categories) {
    const bit = categoryBits([category])
    columns.push(columnOf(({ bits }) => ((bits & bit) === 0 ? 0 : 1)))
    priorDeviations.push(PRIOR.category)
  }
  const moved = Uint8Array.from(columnOf(({ hasMoved }) => (hasMoved ? 1 : 0)))
  return { columns, offsets, moved, priorDeviations, scope, center }
}

/** Fits a calibration on the first `count` outcomes, shrunk toward no change; null if they don't determine one. */
export function fitCalibration(data: FitData, count: number): CalibrationFit | null {
  const { scope, center } = data
  const coefficients = fitLogistic({
    columns: data.columns.map((column) => column.subarray(0, count)),
    offsets: data.offsets.subarray(0, count),
    moved: data.moved.subarray(0, count),
    priorDeviations: data.priorDeviations,
  })
  if (!coefficients) return null
  const slope = scope.slope ? Math.max(MIN_SLOPE, 1 + (coefficients[1]?.value ?? 0)) : 1
  const firstCategory = scope.slope ? 2 : 1
  const multipliers = Object.fromEntries(
    scope.categories.map((category, i) => [category, Math.exp(coefficients[firstCategory + i]?.value ?? 0)]),
  )
  return {
    calibration: { center, intercept: coefficients[0]?.value ?? 0, slope, multipliers },
    coefficients,
  }
}
