import { z } from 'zod'
import { CATEGORIES } from '../signals/categories.ts'
import { calibration } from './calibration.ts'
import { calibrationFigures, estimate } from './calibration-figures.ts'

const count = z.number().int()
const need = z.object({ outcomes: count, moved: count })
/** Numbers of outcomes and of moves among them. */
export type OutcomeCount = z.infer<typeof need>

const fitReport = z.discriminatedUnion('status', [
  /** `value` after shrinkage, with its 95% interval: log odds for the intercept, a factor on the odds for a category. */
  estimate.extend({ status: z.literal('fitted') }),
  z.object({ status: z.literal('too_few'), ...need.shape, needed: need }),
])
export type FitReport = z.infer<typeof fitReport>

export const recalibration = z.object({
  /** Outcomes on record, which alone are learned from. */
  known: need,
  /** Outcomes known only from talking to people, who were not chosen at random; `expected` and `observed` are shares. */
  conversations: z
    .object({ ...need.shape, expected: z.number(), observed: z.number(), low: z.number(), high: z.number() })
    .nullable(),
  /** Outcomes left out: an impossible chance or day, or an unknown calibration. */
  unusable: count,
  intercept: fitReport,
  slope: fitReport,
  categories: z.array(z.object({ category: z.enum(CATEGORIES), fit: fitReport })),
  /** Whether the chances of the formula ranked movers above stayers. */
  ranking: z.object({
    verdict: z.enum(['ranked', 'not_ranked', 'reversed', 'unclear']),
    auc: estimate.nullable(),
  }),
  /** Later outcomes, predicted from earlier ones only: by the calibration in use and by the new one. */
  holdOut: z
    .object({
      from: z.string(),
      to: z.string(),
      ...need.shape,
      before: calibrationFigures,
      after: calibrationFigures,
      /** Natural logarithm of how many times better the new calibration predicts them together. */
      evidence: z.number(),
    })
    .nullable(),
  decision: z.enum([
    'adopted',
    'too_few_outcomes',
    'no_later_outcomes',
    'brier_not_better',
    'calibration_not_better',
    'could_be_chance',
  ]),
  /** The new calibration, fitted on every known outcome; null with too few. Use it only if the decision is `adopted`. */
  calibration: calibration.nullable(),
})
export type Recalibration = z.infer<typeof recalibration>
