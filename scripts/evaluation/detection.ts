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

const DEATH_QUALITY = [0.6, 0.75] as const
const DIVORCE_QUALITY = [0.65, 0.8] as const
const DOWNSIZING_QUALITY = [0.7, 0.6] as const
const DEBT_QUALITY = [0.85, 0.95] as const
const DIPLOMA_QUALITY = [0.45, 0.7] as const
const DESTINATION_QUALITY = [0.55, 0.65] as const
/** Confidences of a job in another metro; one in three new jobs can be done remotely. */
const METRO_JOB_CONFIDENCES = [RULES.DT1.base, RULES.DT1.base, RULES.DT1.base * RULES.DT1.remoteCapable]

/** Per category between .25 and .85 (recall) and .35 and .95 (precision); confidences as in the detection rules. */
export const DETECTION: Partial<Record<Subtype, Detection>> = {
  'death.estate': detectionOf(...DEATH_QUALITY, [RULES.DE1.base], true),
  'death.survivor': detectionOf(...DEATH_QUALITY, [RULES.DE2.base], true),
  'divorce.filed': detectionOf(...DIVORCE_QUALITY, [RULES.DI1.base], true),
  'divorce.inferred': detectionOf(...DIVORCE_QUALITY, [RULES.DI2.base, RULES.DI2.explicit], true),
  'downsizing.state': detectionOf(
    ...DOWNSIZING_QUALITY,
    [RULES.DO1.base, RULES.DO1.base * RULES.DO1.unknownHousehold],
    false,
  ),
  'downsizing.retire': detectionOf(...DOWNSIZING_QUALITY, [RULES.DO2.base], false),
  'debt.nod': detectionOf(...DEBT_QUALITY, [RULES.DB1.base], true),
  'debt.auction': detectionOf(...DEBT_QUALITY, [RULES.DB1.base], true),
  'debt.taxlien': detectionOf(...DEBT_QUALITY, [RULES.DB2.base], true),
  'debt.bankruptcy': detectionOf(...DEBT_QUALITY, [RULES.DB3.base], true),
  'debt.armreset': detectionOf(...DEBT_QUALITY, [RULES.DB4.base], false),
  diapers: detectionOf(0.25, 0.35, [RULES.DA1.base, RULES.DA2.base], false),
  'diplomas.young': detectionOf(...DIPLOMA_QUALITY, [RULES.DP1.base, RULES.DP1.baseOfYearOnly], false),
  'diplomas.other': detectionOf(...DIPLOMA_QUALITY, [RULES.DP1.base, RULES.DP1.baseOfYearOnly], false),
  diamonds: detectionOf(0.4, 0.6, [RULES.DM1.base, RULES.DM2.base], true),
  'destinations.metro': detectionOf(...DESTINATION_QUALITY, METRO_JOB_CONFIDENCES, false),
  'destinations.local': detectionOf(...DESTINATION_QUALITY, [RULES.DT2.base], false),
  'disaster.damage': detectionOf(0.45, 0.75, [RULES.DS2.base], true),
  // A declaration covers a county, and nearly every home in it is unharmed, so the precision is deliberately below
  // the range.
  'disaster.county': detectionOf(0.85, 0.08, [RULES.DS1.base], false),
}

/** Frequency of each kind of match; wrong matches are less exact. */
export const MATCHES = {
  kinds: [
    { quality: MATCH_QUALITY['name+address'], realShare: 0.75, mistakenShare: 0.35 },
    { quality: MATCH_QUALITY['name+city'], realShare: 0.18, mistakenShare: 0.4 },
    { quality: MATCH_QUALITY['surname+address'], realShare: 0.07, mistakenShare: 0.25 },
  ],
  source: '[J]',
} as const

export const OBSERVATION = {
  /** Maximum error of a recorded date in months, earlier or later; uniform. */
  dateErrorMonths: 1.5,
  tenureKnownShare: 0.8,
  /** Of the owners with known tenure. */
  rateKnownShare: 0.6,
  source: 'Design of the evaluation; shares [J]',
  /** Facts from property rolls, loan records and address histories. */
  withPublicRecords: {
    /** Nearly every home is on a roll; some states withhold names, and some titles name a trust or a company. */
    tenureKnownShare: 0.95,
    /** Of the loans without a known rate, those with a recording date, which gives the year's usual rate. */
    loanYearKnownShare: 0.75,
    /** Standard deviation of a loan's rate around the usual one of its year, in points. */
    rateError: 0.5,
    /** People with an address history with dates. It reaches back over the history of the simulation. */
    addressHistoryShare: 0.7,
    source: 'Property rolls, recorded mortgages, address histories of person-data providers; shares [J]',
  },
} as const
