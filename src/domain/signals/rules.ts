import type { Category } from './categories.ts'

/**
 * Detection rules: category and base confidence, the chance that the event is real given a record about this exact
 * person. Values are judgment, to be refitted against outcomes.
 */
export const RULES = {
  DE1: { category: 'death', base: 0.9 },
  DE2: { category: 'death', base: 0.8 },
  DI1: { category: 'divorce', base: 0.9 },
  /** `explicit`: the deed mentions a decree or spouses. */
  DI2: { category: 'divorce', base: 0.55, explicit: 0.7 },
  DO1: { category: 'downsizing', base: 0.6, unknownHousehold: 0.7 },
  DO2: { category: 'downsizing', base: 0.55 },
  DB1: { category: 'debt', base: 0.95 },
  DB2: { category: 'debt', base: 0.85 },
  DB3: { category: 'debt', base: 0.85 },
  DB4: { category: 'debt', base: 0.7 },
  DA1: { category: 'diapers', base: 0.85 },
  DA2: { category: 'diapers', base: 0.45 },
  DP1: { category: 'diplomas', base: 0.8, baseOfYearOnly: 0.6 },
  DM1: { category: 'diamonds', base: 0.85 },
  /** `opposite`: the chance that the same name change returns to a former name. */
  DM2: { category: 'diamonds', base: 0.5, opposite: 0.25 },
  DT1: { category: 'destinations', base: 0.65, remoteCapable: 0.4 },
  DT2: { category: 'destinations', base: 0.75 },
  DS1: { category: 'disaster', base: 0.1 },
  DS2: { category: 'disaster', base: 0.85 },
} as const satisfies Record<string, { category: Category; base: number; [variant: string]: unknown }>

export type RuleId = keyof typeof RULES

/** Confidence that a record is about the contact. A name alone is no match. */
export const MATCH_QUALITY = { 'name+address': 1, 'name+city': 0.75, 'surname+address': 0.6 } as const

export type MatchKind = keyof typeof MATCH_QUALITY

/** Confidence factor for a date with a known year only. */
export const YEAR_ONLY_FACTOR = 0.8

/** Bounds for plausible values and rules; in months unless named otherwise. */
export const LIMITS = {
  /** Records of older events don't count; every signal has faded by then. */
  yearsBack: 10,
  upcoming: { auction: 12, marriage: 12, retirement: 6, job: 2 },
  /** Deeds without a sale often state a token price, in dollars. */
  tokenPrice: 100,
  downsizing: { minAge: 60, minYears: 15, maxYears: 90, minBedrooms: 3, maxBedrooms: 30, maxHousehold: 2 },
  believableHousehold: 20,
  retirementAge: 58,
  rateReset: 6,
  education: { monthsAhead: 3, monthsBack: 18, youngBelowAge: 30 },
  job: { monthsBack: 9, farMiles: 50 },
  disaster: { monthsBack: 24 },
  schoolAge: [5, 17],
  /** Maximum age of an address that replaces an undated home on file. */
  newAddress: 24,
  /** Maximum age of a listing that still means "for sale". */
  listing: 6,
} as const
