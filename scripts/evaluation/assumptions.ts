import type { Subtype } from '#domain/score/parameters.ts'
import { TRUE_BASELINE } from './truth.ts'

/**
 * Assumptions of the simulation beyond the score's parameters, each with its source; [J] marks judgment. Numbers
 * from surveys and registries are rounded. Some choices were made after seeing results of the score; the stress tests
 * (`STRESSES`) show the alternatives.
 */

/** Timeline of the simulation in months: 24 of history, 12 of outcome; scoring happens at month 0. */
export const TIMELINE = {
  from: -24,
  until: 12,
  source: 'Design of the evaluation: 36 months, of which the horizon of the score is 12',
} as const

/** Years of history before scoring. */
export const HISTORY_YEARS = -TIMELINE.from / 12

/** Shares of US adults by age band of the baseline. */
export const AGES = {
  bands: [
    { from: 18, to: 25, share: 0.116 },
    { from: 25, to: 30, share: 0.084 },
    { from: 30, to: 35, share: 0.088 },
    { from: 35, to: 45, share: 0.167 },
    { from: 45, to: 55, share: 0.154 },
    { from: 55, to: 65, share: 0.159 },
    { from: 65, to: 75, share: 0.132 },
    { from: 75, to: 85, share: 0.074 },
    { from: 85, to: 96, share: 0.026 },
  ],
  source: 'Census Bureau, population estimates 2023, rounded',
} as const

/** Years owned: exponentially distributed, at most the years since the age `firstHome`. */
export const YEARS_OWNED = {
  firstHome: 20,
  meanPerYearOfAge: 0.45,
  minYears: 1.5,
  source: 'ACS: owners have lived in their home for a median of 12 to 13 years; shape [J]',
} as const

/** Points by which an owner's loan is below the market rate; most older owners have no loan. */
export const LOANS = {
  gaps: [
    { gap: 3.75, share: 0.22 },
    { gap: 3, share: 0.35 },
    { gap: 2, share: 0.18 },
    { gap: 1, share: 0.1 },
    { gap: 0, share: 0.15 },
  ],
  mortgagedShare: { below65: 0.72, from65: 0.35 },
  source: 'FHFA National Mortgage Database 2024 and ACS, rounded',
} as const

/** Owners with a home larger than their household needs, among those old enough and long enough in it. */
export const LARGE_HOMES = { share: 0.45, minAge: 60, minYears: 15, source: 'AHS; size [J]' } as const

type Incidence = {
  subtype: Subtype
  tenure: 'owner' | 'all'
  /** Share of the events that changes housing needs. See `REASONS`. */
  countedShare: number
  /** New events per person and year, by age band of the baseline. */
  rates: readonly number[]
  source: string
}

/**
 * Frequency of each kind of event: who can have it, the share that counts, events per 1,000 people and year by age band,
 * and the source. No rule finds `death.unknown`; `downsizing.state` is `LARGE_HOMES`. Counts from vital statistics are
 * reduced where they would cause more moves than surveys report: a couple who already live together don't move when
 * they marry.
 */
export const INCIDENCE: readonly Incidence[] = `
  death.estate       owner 1    0   0  .5   1 2.5   4   4   4   4  [J] homes that pass to an heir
  death.survivor     owner 1    0  .3  .5   1   3   8  18  40  50  NCHS life tables; CPS marital status
  divorce.filed      all   .6   4  11  13  13  11   7   3   1  .5  NVSS: 2.4 divorces per 1,000 people; ages by ACS
  divorce.inferred   owner 1    1   2   3   3   3   2   1  .5  .2  [J] transfers between spouses without a case on file
  downsizing.retire  all   .7   0   0   0   0   4  40  50   8   1  BLS and SSA, orders of magnitude
  debt.nod           owner 1    4   4   4 4.5 4.5 3.5 2.5 1.5   1  ATTOM 2023: 270,000 foreclosure starts, 86 million owned homes
  debt.auction       owner 1  1.3 1.3 1.3 1.5 1.5 1.2  .8  .5  .3  [J] a third of the notices of default
  debt.taxlien       owner 1   20  18  16  15  15  13  12  12  12  [J]
  debt.bankruptcy    all   1   .5 1.5   2 2.8 2.8   2 1.5  .7  .3  US Courts: 450,000 to 520,000 private cases a year
  debt.armreset      owner 1    2   6   8   8   6   4   2   1   0  [J]
  diapers            all   .7  45  85  95  35   2   0   0   0   0  NVSS: 3.6 million births a year, two parents each
  diplomas.young     all   .5 100  50   0   0   0   0   0   0   0  NCES: 4.1 million degrees a year
  diplomas.other     all   .5   0   0  30  15   6   2   0   0   0  NCES
  diamonds           all   .6  14  50  45  20   9   5   3   1   0  NVSS: 2.0 million marriages a year
  destinations.metro all   1   30  30  22  13   8   4   1   0   0  CPS ASEC reasons for moving: new job or transfer
  destinations.local all   .5 300 220 180 140 110  80  30   5   0  BLS job tenure, JOLTS; ages [J]
  disaster.damage    all   1  1.5 1.5 1.5 1.5 1.5 1.5 1.5 1.5 1.5  Household pulse surveys, without people who returned within weeks [J]
  disaster.county    all   1    1   1   1   1   1   1   1   1   1  [J] homes hit in counties with a declaration
`
  .trim()
  .split('\n')
  .map((line) => {
    const [subtype = '', tenure = '', countedShare, ...rateTexts] = line.trim().split(/\s+/)
    const rates = rateTexts.slice(0, TRUE_BASELINE.length).map((rate) => Number(rate) / 1000)
    const source = rateTexts.slice(TRUE_BASELINE.length).join(' ')
    return {
      subtype: subtype as Subtype,
      tenure: tenure as Incidence['tenure'],
      countedShare: Number(countedShare),
      rates,
      source,
    }
  })

/** Monthly rate of an event for one person of this age band; 0 if impossible. */
export function monthlyRate(
  { tenure, rates, countedShare }: Incidence,
  { band, isOwner }: { band: number; isOwner: boolean },
  doesEveryEventCount: boolean,
): number {
  if (tenure === 'owner' && !isOwner) return 0
  return ((doesEveryEventCount ? 1 : countedShare) * (rates[band] ?? 0)) / 12
}

/** Share of all moves per cause, from surveys of movers, with judgment where no reason fits. */
export const REASONS = {
  shares: {
    'new jobs': { categories: ['destinations'], range: [0.07, 0.12] },
    'marriages and divorces': { categories: ['diamonds', 'divorce'], range: [0.04, 0.08] },
    graduations: { categories: ['diplomas'], range: [0.015, 0.04] },
    births: { categories: ['diapers'], range: [0.015, 0.05] },
    'defaults and other debt': { categories: ['debt'], range: [0.005, 0.025] },
    'deaths, retirement and large homes': { categories: ['death', 'downsizing'], range: [0.015, 0.05] },
    disasters: { categories: ['disaster'], range: [0.001, 0.01] },
  },
  source:
    'CPS ASEC reasons for moving (about: job 10%, marital status 5%, college 3%); births and large homes [J]',
} as const

/** Deviation of the true effects from the score's parameters. */
export const DEVIATIONS = {
  /** Standard deviation of the logarithm of effects and half-lives, one draw per event. */
  effect: 0.3,
  halfLife: 0.25,
  /** Months by which an effect starts earlier or later, uniform, one draw per event. */
  timing: 1.5,
  /** Variance of unrecorded differences in the tendency to move; mean 1, one draw per person. */
  frailty: 0.4,
  source: 'Design of the evaluation [J]',
} as const

/** Remaining share of an event's effect after the person moved. */
export const AFTER_MOVE = { remainingShare: 0.3, source: '[J], as in the score' } as const

/** Maximum months between two events that interact as in the score. */
export const INTERACTION_WINDOW = { months: 24, source: '[J]' } as const

/** Records that appear late or never, for the stress test `areRecordsLate`. */
export const LATE_RECORDS = { lagMonths: [2, 4], missingShare: 0.3, source: '60 to 120 days [J]' } as const

/** Regions with more or fewer moves, and a slow year, for the stress test `doesBaseShift`. */
export const BASE_SHIFT = {
  regions: 50,
  /** Standard deviation of the logarithm of a region's factor. */
  spread: 0.3,
  /** Factor on hazards without an event in the year of the outcome. */
  year: 0.8,
  source: 'ACS: movers by state 8 to 17%; CPS: a fifth fewer moves within five years [J]',
} as const

/** Factor of every event with another event of a different category nearby, for the stress test `doEventsInteract`. */
export const STRONGER_TOGETHER = { factor: 1.5, source: '[J]' } as const

/** Years that a wrongly recorded owner seems to have owned: exponential. */
export const WRONG_OWNER = { meanYears: 10, source: '[J]' } as const

/**
 * A less favorable choice than that of the main simulation, where the design leaves room, or a harder truth. Its
 * results are printed beside the main ones.
 */
export type Stress = {
  name: string
  /** The baseline table counts every cause of moving, events included. */
  doesBaselineCountEveryCause: boolean
  /** Frailty scales the effect of events, not only the hazard without one. */
  doesFrailtyScaleEvents: boolean
  /** The score is wrong about whole kinds of events, not about each event independently. */
  areErrorsPerKind: boolean
  /** Every registered event counts in full (`countedShare` is ignored). */
  doesEveryEventCount: boolean
  /** Share of moves in the last two years that a newer address reveals. */
  seenMoveShare: number
  /** True if rolls, loan records and address histories are known as in `OBSERVATION.withPublicRecords`. */
  hasPublicRecords: boolean
  /** Factor on the effect of every event. */
  effectScale: number
  /** Variance of unrecorded differences in the tendency to move. */
  frailty: number
  /** Records appear months after the event or never (`LATE_RECORDS`). */
  areRecordsLate: boolean
  /** Other numbers of moves by region and year than the surveys' (`BASE_SHIFT`). */
  doesBaseShift: boolean
  /** Share of recorded tenures that are wrong. */
  wrongTenureShare: number
  /** Events of different categories strengthen one another (`STRONGER_TOGETHER`). */
  doEventsInteract: boolean
}

export const AS_DESIGNED: Stress = {
  name: 'Main simulation',
  doesBaselineCountEveryCause: false,
  doesFrailtyScaleEvents: false,
  areErrorsPerKind: false,
  doesEveryEventCount: false,
  seenMoveShare: 1,
  hasPublicRecords: true,
  effectScale: 1,
  frailty: DEVIATIONS.frailty,
  areRecordsLate: false,
  doesBaseShift: false,
  wrongTenureShare: 0,
  doEventsInteract: false,
}

const LESS_FAVORABLE = {
  seenMoveShare: 0.6,
  doesFrailtyScaleEvents: true,
  areErrorsPerKind: true,
  doesEveryEventCount: true,
  doesBaselineCountEveryCause: true,
} satisfies Partial<Stress>

const HARDER = {
  effectScale: 0.5,
  frailty: 1,
  areRecordsLate: true,
  doesBaseShift: true,
  wrongTenureShare: 0.2,
  doEventsInteract: true,
} satisfies Partial<Stress>

/** Less favorable choices where the design leaves room. */
export const STRESSES: readonly Stress[] = [
  { ...AS_DESIGNED, name: 'Two in five earlier moves unseen', seenMoveShare: LESS_FAVORABLE.seenMoveShare },
  { ...AS_DESIGNED, name: 'Frailty in events too', doesFrailtyScaleEvents: true },
  { ...AS_DESIGNED, name: 'Wrong about whole kinds of events', areErrorsPerKind: true },
  { ...AS_DESIGNED, name: 'Every registered event counts', doesEveryEventCount: true },
  { ...AS_DESIGNED, name: 'Baseline counts every cause', doesBaselineCountEveryCause: true },
  { ...AS_DESIGNED, ...LESS_FAVORABLE, name: 'All of these together' },
]

/** Truths further away from what the score assumes. */
export const HARDER_TRUTHS: readonly Stress[] = [
  { ...AS_DESIGNED, name: 'Without rolls, loan and address records', hasPublicRecords: false },
  { ...AS_DESIGNED, name: 'Events have half the effect', effectScale: HARDER.effectScale },
  { ...AS_DESIGNED, name: 'Unseen differences two and a half times as large', frailty: HARDER.frailty },
  { ...AS_DESIGNED, name: 'Records 2–4 months late, 30% missing', areRecordsLate: true },
  { ...AS_DESIGNED, name: 'Other regions, a slow year', doesBaseShift: true },
  { ...AS_DESIGNED, name: 'One tenure in five is wrong', wrongTenureShare: HARDER.wrongTenureShare },
  { ...AS_DESIGNED, name: 'Events strengthen one another', doEventsInteract: true },
  { ...AS_DESIGNED, ...HARDER, hasPublicRecords: false, name: 'All of these together' },
]
