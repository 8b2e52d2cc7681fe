import type { Subtype } from '#domain/score/parameters.ts'
import { MATCH_QUALITY, RULES } from '#domain/signals/rules.ts'

/** Detection quality of records. All values are judgment [J] within the ranges of the design. */

type Detection = {
  /** Share of true events that a record shows. */
  recall: number
  /** Share of signals whose event is real. */
  precision: number
  /** Confidences from the rules, equally frequent. */
  confidences: readonly number[]
  /** Court, county and vital records are matched by name and place; a person's own record needs no matching. */
  isMatchedByName: boolean
}

const detectionOf = (
  recall: number,
  precision: number,
  confidences: readonly number[],
  isMatchedByName: boolean,
): Detection => ({ recall, precision, confidences, isMatchedByName })

const DEATH = [0.6, 0.75] as const
const DIVORCE = [0.65, 0.8] as const
const DOWNSIZING = [0.7, 0.6] as const
const DEBT = [0.85, 0.95] as const
const DIPLOMAS = [0.45, 0.7] as const
const DESTINATIONS = [0.55, 0.65] as const
/** One in three new jobs can be done remotely. */
const FAR_JOB = [RULES.DT1.base, RULES.DT1.base, RULES.DT1.base * RULES.DT1.remoteCapable]

/** Per category between .25 and .85 (recall) and .35 and .95 (precision); confidences as in the detection rules. */
export const DETECTION: Partial<Record<Subtype, Detection>> = {
  'death.estate': detectionOf(...DEATH, [RULES.DE1.base], true),
  'death.survivor': detectionOf(...DEATH, [RULES.DE2.base], true),
  'divorce.filed': detectionOf(...DIVORCE, [RULES.DI1.base], true),
  'divorce.inferred': detectionOf(...DIVORCE, [RULES.DI2.base, RULES.DI2.explicit], true),
  'downsizing.state': detectionOf(
    ...DOWNSIZING,
    [RULES.DO1.base, RULES.DO1.base * RULES.DO1.unknownHousehold],
    false,
  ),
  'downsizing.retire': detectionOf(...DOWNSIZING, [RULES.DO2.base], false),
  'debt.nod': detectionOf(...DEBT, [RULES.DB1.base], true),
  'debt.auction': detectionOf(...DEBT, [RULES.DB1.base], true),
  'debt.taxlien': detectionOf(...DEBT, [RULES.DB2.base], true),
  'debt.bankruptcy': detectionOf(...DEBT, [RULES.DB3.base], true),
  'debt.armreset': detectionOf(...DEBT, [RULES.DB4.base], false),
  diapers: detectionOf(0.25, 0.35, [RULES.DA1.base, RULES.DA2.base], false),
  'diplomas.young': detectionOf(...DIPLOMAS, [RULES.DP1.base, RULES.DP1.baseOfYearOnly], false),
  'diplomas.other': detectionOf(...DIPLOMAS, [RULES.DP1.base, RULES.DP1.baseOfYearOnly], false),
  diamonds: detectionOf(0.4, 0.6, [RULES.DM1.base, RULES.DM2.base], true),
  'destinations.metro': detectionOf(...DESTINATIONS, FAR_JOB, false),
  'destinations.local': detectionOf(...DESTINATIONS, [RULES.DT2.base], false),
  'disaster.damage': detectionOf(0.45, 0.75, [RULES.DS2.base], true),
  // A declaration covers a county, and nearly every home in it is unharmed, so the precision is deliberately below
  // the range.
  'disaster.county': detectionOf(0.85, 0.08, [RULES.DS1.base], false),
}

/** Frequency of match kinds; wrong matches are loose more often. */
export const MATCHES = {
  kinds: [
    { quality: MATCH_QUALITY['name+address'], real: 0.75, mistaken: 0.35 },
    { quality: MATCH_QUALITY['name+city'], real: 0.18, mistaken: 0.4 },
    { quality: MATCH_QUALITY['surname+address'], real: 0.07, mistaken: 0.25 },
  ],
  source: '[J]',
} as const

export const OBSERVATION = {
  /** Error of a recorded date in months, uniform to both sides. */
  dates: 1.5,
  tenureKnown: 0.8,
  rateKnown: 0.6,
  source: 'Design of the evaluation; the rest [J]',
} as const
