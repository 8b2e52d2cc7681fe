import { z } from 'zod'
import { CATEGORIES, type Category } from '../signals/categories.ts'

/**
 * Adapts the chance to an organization's own outcomes, on the scale of log odds:
 * logit(p′) = center + intercept + slope · (logit(p) − center) + Σ ln(multiplier of each live category).
 */
export const calibration = z.object({
  /** Log odds at which the slope turns: those of an average chance. */
  center: z.number(),
  /** Added to the log odds of everyone. */
  intercept: z.number(),
  /** Below 1, chances move closer together. */
  slope: z.number().positive(),
  /** Factor on the odds of contacts with a live signal of the category; 1 where absent. */
  multipliers: z.partialRecord(z.enum(CATEGORIES), z.number().positive()),
})
export type Calibration = z.infer<typeof calibration>

/** Changes nothing. */
export const NO_CALIBRATION: Calibration = { center: 0, intercept: 0, slope: 1, multipliers: {} }

/** Chances closer to 0 or 1 count as this close: their log odds would be infinite. */
const MIN_DISTANCE = 1e-6

export function logitOf(chance: number): number {
  const bounded = Math.min(1 - MIN_DISTANCE, Math.max(MIN_DISTANCE, chance))
  return Math.log(bounded / (1 - bounded))
}

export function chanceOf(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds))
}

function categoryShift(categories: readonly Category[], { multipliers }: Calibration): number {
  return categories.reduce((sum, category) => sum + Math.log(multipliers[category] ?? 1), 0)
}

/** Chance of the formula after calibration. */
export function calibrate(chance: number, categories: readonly Category[], by: Calibration): number {
  const logOdds = by.center + by.intercept + by.slope * (logitOf(chance) - by.center)
  return chanceOf(logOdds + categoryShift(categories, by))
}

/** Chance of the formula before calibration; the inverse of `calibrate`. */
export function uncalibrate(chance: number, categories: readonly Category[], by: Calibration): number {
  const logOdds = logitOf(chance) - categoryShift(categories, by)
  return chanceOf(by.center + (logOdds - by.center - by.intercept) / by.slope)
}
