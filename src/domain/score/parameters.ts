import type { Category } from '../signals/categories.ts'

/**
 * Parameters of the 9D score with source and plausible range, so that the model can be refitted without reading code.
 * [J] marks judgment within the range of the literature. Hazards are per year, times in months, rates in percentage
 * points.
 */
export const MODEL_VERSION = '2026.12'

export type SubtypeParameters = {
  category: Category
  /** Added hazard per year at full intensity if the event is real, with its 80% range. */
  alpha: number
  alphaRange: readonly [number, number]
  /** Factor on the baseline hazard at full intensity; 1 = no effect. */
  hazardRatio: number
  /** Months before the event when moving starts to increase. */
  lead: number
  /** Months after the event with full effect. */
  peak: readonly [number, number]
  /** Months in which the effect halves after the peak. */
  halfLife: number
  /** Upper bound on the chance that the event is real, over all its signals. */
  maxChanceReal?: number
  /** Minimum confidence of a signal for a task. */
  minTaskConfidence?: number
  source: string
}

const SOURCES = {
  judgment: '[J]',
  estate: '[J] the property is disposed of',
  widowhood: 'Widowhood studies (Denmark, France); size [J]',
  deathMixture: 'Mixture of death.estate and death.survivor',
  separation: 'Kulu 2021; Mikolai & Kulu 2018; Feijten & van Ham',
  inferred: 'Discount of divorce.filed [J]',
  hrs: 'HRS movers (Calvo, Haverstick, Zhivan)',
  foreclosure: 'Molloy & Shan: 23% move in a year against 12%',
  birth: 'Ermisch & Steele; Long',
  graduates: 'Kodrzycki; graduates under 30',
  marriage: 'Clark; Mulder & Wagner',
  jobs: 'Clark & Withers',
  localJobs: 'Near baseline [J]',
  damage: 'Household pulse surveys',
  county: 'Household pulse surveys; a declaration is about a county, not a home',
}

function row(
  category: Category,
  [alpha, low, high]: readonly [alpha: number, low: number, high: number],
  hazardRatio: number,
  [lead, peakFrom, peakTo, halfLife]: readonly [
    lead: number,
    peakFrom: number,
    peakTo: number,
    halfLife: number,
  ],
  source: string,
  limits: Pick<SubtypeParameters, 'maxChanceReal' | 'minTaskConfidence'> = {},
): SubtypeParameters {
  const peak = [peakFrom, peakTo] as const
  return { category, alpha, alphaRange: [low, high], hazardRatio, lead, peak, halfLife, source, ...limits }
}

/** Columns: category, [alpha, its range], hazard ratio, [lead, peak from, peak to, half-life], source, caps. */
export const SUBTYPES = {
  'death.estate': row('death', [0.55, 0.35, 0.8], 1, [0, 4, 14, 9], SOURCES.estate),
  'death.survivor': row('death', [0.05, 0.03, 0.09], 1.6, [0, 2, 18, 12], SOURCES.widowhood),
  'death.unknown': row('death', [0.2, 0.08, 0.4], 1.3, [0, 3, 15, 10], SOURCES.deathMixture),
  'divorce.filed': row('divorce', [0.55, 0.35, 0.8], 1, [6, -3, 6, 9], SOURCES.separation),
  'divorce.inferred': row('divorce', [0.35, 0.15, 0.6], 1, [6, -3, 6, 9], SOURCES.inferred),
  'downsizing.state': row('downsizing', [0.01, 0, 0.02], 1.55, [0, 0, 24, 36], SOURCES.hrs),
  'downsizing.retire': row('downsizing', [0.02, 0, 0.04], 1.6, [6, -3, 12, 12], SOURCES.hrs),
  'debt.nod': row('debt', [0.26, 0.2, 0.32], 1, [0, 9, 21, 12], SOURCES.foreclosure),
  'debt.auction': row('debt', [0.7, 0.45, 1], 1, [0, 0, 6, 6], SOURCES.judgment),
  'debt.taxlien': row('debt', [0.06, 0.02, 0.12], 1, [0, 3, 18, 12], SOURCES.judgment),
  'debt.bankruptcy': row('debt', [0.1, 0.04, 0.18], 1, [0, 3, 15, 12], SOURCES.judgment),
  'debt.armreset': row('debt', [0.03, 0, 0.06], 1, [6, -3, 6, 9], SOURCES.judgment),
  diapers: row('diapers', [0.02, 0, 0.04], 1.45, [9, -6, 12, 18], SOURCES.birth),
  'diplomas.young': row('diplomas', [0.25, 0.15, 0.4], 1.5, [3, -1, 6, 6], SOURCES.graduates),
  'diplomas.other': row('diplomas', [0.05, 0.01, 0.1], 1.15, [3, -1, 6, 6], SOURCES.judgment),
  diamonds: row('diamonds', [0.2, 0.1, 0.35], 1.3, [6, -3, 9, 9], SOURCES.marriage),
  'destinations.metro': row('destinations', [0.6, 0.3, 0.95], 1, [2, 0, 6, 6], SOURCES.jobs),
  'destinations.local': row('destinations', [0.02, 0, 0.05], 1.3, [2, 0, 6, 9], SOURCES.localJobs),
  'disaster.damage': row('disaster', [0.25, 0.12, 0.45], 1, [0, 0, 9, 12], SOURCES.damage),
  'disaster.county': row('disaster', [0.25, 0.12, 0.45], 1, [0, 0, 9, 12], SOURCES.county, {
    maxChanceReal: 0.1,
    minTaskConfidence: 0.3,
  }),
}

export type Subtype = keyof typeof SUBTYPES

/** Annual hazard of moving with no event, by age; `below` is exclusive. */
export const BASELINE = {
  bands: [
    { below: 25, owner: 0.171, renter: 0.428, ownershipShare: 0.24 },
    { below: 30, owner: 0.139, renter: 0.353, ownershipShare: 0.37 },
    { below: 35, owner: 0.112, renter: 0.289, ownershipShare: 0.5 },
    { below: 45, owner: 0.077, renter: 0.214, ownershipShare: 0.62 },
    { below: 55, owner: 0.056, renter: 0.171, ownershipShare: 0.7 },
    { below: 65, owner: 0.045, renter: 0.139, ownershipShare: 0.76 },
    { below: 75, owner: 0.039, renter: 0.112, ownershipShare: 0.79 },
    { below: 85, owner: 0.041, renter: 0.107, ownershipShare: 0.79 },
    { below: 121, owner: 0.059, renter: 0.128, ownershipShare: 0.7 },
  ],
  /** Ages outside this range count as unknown. */
  adultAges: [18, 120],
  unknownAge: { owner: 0.0639, renter: 0.2295, all: 0.1273 },
  /** Plausible range of each cell, as a share of it. */
  cellTolerance: 0.2,
  source:
    'Pattern: CPS ASEC mobility by age and tenure; HRS movers (Calvo, Haverstick, Zhivan). Level: 12% of adults a year, the middle of CPS (about 11%) and ACS (12.6% in 2022), which counts more moves (Ihrke, Koerber & Fields 2015)',
} as const

/** Factor on an owner's baseline by years owned, averaged over the next twelve months; `below` is exclusive. */
export const OWNERSHIP_YEARS = {
  factors: [
    { below: 1, factor: 0.55 },
    { below: 2, factor: 0.85 },
    { below: 5, factor: 1.25 },
    { below: 10, factor: 1.2 },
    { below: 15, factor: 1 },
    { below: 20, factor: 0.85 },
    { below: 30, factor: 0.75 },
    { below: Number.POSITIVE_INFINITY, factor: 0.7 },
  ],
  unknown: 1,
  cellTolerance: 0.2,
  /** Minimum factor in late life, because moves to care offset long ownership. */
  lateLife: { minAge: 75, minYears: 15, atLeast: 0.9 },
  source: 'CPS ASEC mobility by age and tenure; late-life floor HRS movers',
} as const

/**
 * Moves on record compared with those expected of similar people: gamma–Poisson credibility, (1 + v·moves) /
 * (1 + v·expected), where v is the variance of the tendency to move between similar people.
 */
export const MOVE_HISTORY = {
  variance: 0.25,
  varianceRange: [0.1, 0.5],
  /** Years of addresses that count; older moves say little about today. */
  years: 10,
  /** Addresses with move-in days closer together count as one. */
  minMonthsBetween: 2,
  /** Bound on the factor, because address histories contain relatives' addresses. */
  atMost: 2,
  source:
    'Repeat movers: DaVanzo 1980; Census P70-66 (renters stay a median of 2.1 years, 15% of people for over 20), beyond what age and tenure explain; size [J]',
} as const

/** Factor on the baseline, lower once an enrichment has looked for events. */
export const ENRICHMENT_FACTORS = { beforeEnrichment: 1, afterEnrichment: 0.92, source: '[J]' } as const

/** Owners with a low-rate loan or negative equity move less. */
export const LOCK_IN = {
  factorPerPoint: 0.82,
  atLeast: 0.5,
  baselineShare: 0.6,
  categories: ['downsizing', 'diapers', 'diamonds', 'destinations'],
  negativeEquity: { aboveLoanToValue: 1, factor: 0.7 },
  source: 'FHFA WP 24-03 (rate lock-in); Ferreira, Gyourko & Tracy (negative equity)',
} as const satisfies {
  categories: readonly Category[]
  [key: string]: unknown
}

/** Interest rates of new 30-year loans, in percent. */
export const MARKET = {
  mortgageRate: 6.5,
  /** Yearly averages since `firstYear`, for a loan whose own rate is not on record. */
  firstYear: 1990,
  yearlyRates: [
    10.13, 9.25, 8.39, 7.31, 8.38, 7.93, 7.81, 7.6, 6.94, 7.44, 8.05, 6.97, 6.54, 5.83, 5.84, 5.87, 6.41,
    6.34, 6.03, 5.04, 4.69, 4.45, 3.66, 3.98, 4.17, 3.85, 3.65, 3.99, 4.54, 3.94, 3.11, 2.96, 5.34, 6.81,
    6.72,
  ],
  source: 'Freddie Mac PMMS; today: order of magnitude [J]',
} as const

type Interaction = {
  /** A category or a subtype; both sides must have a live signal. */
  terms: readonly [Category | Subtype, Category | Subtype]
  factor: number
  minAge: number | null
  source: string
}

/** Pairs of events that together have more effect than their sum. */
export const INTERACTIONS: readonly Interaction[] = [
  { terms: ['divorce', 'debt'], factor: 1.15, minAge: null, source: '[J]' },
  { terms: ['death.survivor', 'downsizing'], factor: 1.25, minAge: 60, source: '[J]' },
]

/** School-age children keep a household from following a job. */
export const SCHOOL_AGE_CHILDREN: { category: Category; factor: number; source: string } = {
  category: 'destinations',
  factor: 0.85,
  source: '[J]',
}

/** Categories that an organization's familial switch excludes, along with inferences about the household. */
export const FAMILIAL_CATEGORIES: readonly Category[] = ['diapers']

export const FORMULA = {
  /** Length of a month in all calculations. */
  daysPerMonth: 365.25 / 12,
  /** Months over which the intensity is averaged, at their midpoints. */
  horizonMonths: 12,
  /** Half-lives after which an effect ends. */
  halfLivesToZero: 5,
  /** Minimum intensity of a live signal. */
  liveIntensity: 0.05,
  /** Weight of each additional signal of an event, relative to the previous signal. */
  corroboration: 0.5,
  maxChanceReal: 0.98,
  /** Scale where a score of 75 means a one-in-three chance of a signal-driven move within twelve months. */
  scoreScale: Math.log(1.5) / Math.log(4),
  /** Remaining share of a category if all its live signals are older than a newer address. */
  afterMove: 0.3,
  /** Minimum twelve-month chance for a home that is listed for sale. */
  listedChance: 0.65,
  source: 'Calibration of the scale: design of the score; the rest [J]',
} as const

/** Strength of scores from `atLeast` upward, ordered high to low. */
export const STRENGTH_BANDS = [
  { atLeast: 75, strength: 'Very High' },
  { atLeast: 50, strength: 'High' },
  { atLeast: 25, strength: 'Medium' },
  { atLeast: 0, strength: 'Low' },
] as const

/** The bands by name, with contacts without a live signal separate; `below` is exclusive. */
export const NAMED_BANDS = [
  ...STRENGTH_BANDS.map(({ strength, atLeast }, index) => ({
    name: strength as string,
    atLeast: Math.max(1, atLeast),
    below: STRENGTH_BANDS[index - 1]?.atLeast ?? 101,
  })),
  { name: 'No live signal', atLeast: 0, below: 1 },
]
