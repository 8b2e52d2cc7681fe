import type { Subtype } from '../parameters.ts'

/**
 * Assumptions of the simulation beyond the score's parameters, each with its source; [J] marks judgment. Survey and
 * registry figures are rounded, not taken cell by cell. Some choices were made with the score's figures in view;
 * `STRESSES` prints the results of the alternatives.
 */

/** Timeline of the simulation in months: 24 of history, 12 of outcome; scoring happens at month 0. */
export const CALENDAR = {
  from: -24,
  until: 12,
  source: 'Design of the evaluation: 36 months, of which the horizon of the score is 12',
} as const

/** Years of history before scoring. */
export const HISTORY_YEARS = -CALENDAR.from / 12

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

/** Years owned: exponential with this mean, cut at the years since `firstHome`. */
export const YEARS_OWNED = {
  firstHome: 20,
  meanPerYearOfAge: 0.45,
  atLeast: 1.5,
  source: 'ACS: owners have lived in their home for 12 to 13 years in the middle; shape [J]',
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
  mortgaged: { below65: 0.72, from65: 0.35 },
  source: 'FHFA National Mortgage Database 2024 and ACS, rounded',
} as const

/** Owners with a home larger than their household needs, among those old enough and long enough in it. */
export const LARGE_HOMES = { share: 0.45, minAge: 60, minYears: 15, source: 'AHS; size [J]' } as const

type Incidence = {
  subtype: Subtype
  who: 'owner' | 'all'
  /** New events per person and year, by age band of the baseline. */
  rates: readonly [number, number, number, number, number, number, number, number, number]
  /** Share of them that changes housing needs; default all. See `REASONS`. */
  counted?: number
  source: string
}

/**
 * Frequency of each kind of event. No rule finds `death.unknown`; `downsizing.state` is `LARGE_HOMES`. Counts from
 * vital statistics are reduced (`counted`) where the score's effects would cause more moves than surveys of movers
 * report: a wedding of a couple who already live together moves no one.
 */
export const INCIDENCE: readonly Incidence[] = [
  {
    subtype: 'death.estate',
    who: 'owner',
    rates: [0, 0, 0.0005, 0.001, 0.0025, 0.004, 0.004, 0.004, 0.004],
    source: '[J] homes that pass to an heir',
  },
  {
    subtype: 'death.survivor',
    who: 'owner',
    rates: [0, 0.0003, 0.0005, 0.001, 0.003, 0.008, 0.018, 0.04, 0.05],
    source: 'NCHS life tables; CPS marital status',
  },
  {
    subtype: 'divorce.filed',
    who: 'all',
    rates: [0.004, 0.011, 0.013, 0.013, 0.011, 0.007, 0.003, 0.001, 0.0005],
    counted: 0.6,
    source: 'NVSS: 2.4 divorces per 1,000 people; ages by ACS',
  },
  {
    subtype: 'divorce.inferred',
    who: 'owner',
    rates: [0.001, 0.002, 0.003, 0.003, 0.003, 0.002, 0.001, 0.0005, 0.0002],
    source: '[J] transfers between spouses without a case on file',
  },
  {
    subtype: 'downsizing.retire',
    who: 'all',
    rates: [0, 0, 0, 0, 0.004, 0.04, 0.05, 0.008, 0.001],
    counted: 0.7,
    source: 'BLS and SSA, orders of magnitude',
  },
  {
    subtype: 'debt.nod',
    who: 'owner',
    rates: [0.004, 0.004, 0.004, 0.0045, 0.0045, 0.0035, 0.0025, 0.0015, 0.001],
    source: 'ATTOM 2023: 270,000 foreclosure starts on 86 million owned homes',
  },
  {
    subtype: 'debt.auction',
    who: 'owner',
    rates: [0.0013, 0.0013, 0.0013, 0.0015, 0.0015, 0.0012, 0.0008, 0.0005, 0.0003],
    source: '[J] a third of the notices of default',
  },
  {
    subtype: 'debt.taxlien',
    who: 'owner',
    rates: [0.02, 0.018, 0.016, 0.015, 0.015, 0.013, 0.012, 0.012, 0.012],
    source: '[J]',
  },
  {
    subtype: 'debt.bankruptcy',
    who: 'all',
    rates: [0.0005, 0.0015, 0.002, 0.0028, 0.0028, 0.002, 0.0015, 0.0007, 0.0003],
    source: 'US Courts: 450,000 to 520,000 private cases a year',
  },
  {
    subtype: 'debt.armreset',
    who: 'owner',
    rates: [0.002, 0.006, 0.008, 0.008, 0.006, 0.004, 0.002, 0.001, 0],
    source: '[J]',
  },
  {
    subtype: 'diapers',
    who: 'all',
    rates: [0.045, 0.085, 0.095, 0.035, 0.002, 0, 0, 0, 0],
    counted: 0.7,
    source: 'NVSS: 3.6 million births a year, two parents each',
  },
  {
    subtype: 'diplomas.young',
    who: 'all',
    rates: [0.1, 0.05, 0, 0, 0, 0, 0, 0, 0],
    counted: 0.5,
    source: 'NCES: 4.1 million degrees a year',
  },
  {
    subtype: 'diplomas.other',
    who: 'all',
    rates: [0, 0, 0.03, 0.015, 0.006, 0.002, 0, 0, 0],
    counted: 0.5,
    source: 'NCES',
  },
  {
    subtype: 'diamonds',
    who: 'all',
    rates: [0.014, 0.05, 0.045, 0.02, 0.009, 0.005, 0.003, 0.001, 0],
    counted: 0.6,
    source: 'NVSS: 2.0 million marriages a year',
  },
  {
    subtype: 'destinations.metro',
    who: 'all',
    rates: [0.03, 0.03, 0.022, 0.013, 0.008, 0.004, 0.001, 0, 0],
    source: 'CPS ASEC reasons for moving: new job or transfer',
  },
  {
    subtype: 'destinations.local',
    who: 'all',
    rates: [0.3, 0.22, 0.18, 0.14, 0.11, 0.08, 0.03, 0.005, 0],
    counted: 0.5,
    source: 'BLS job tenure, JOLTS; ages [J]',
  },
  {
    subtype: 'disaster.damage',
    who: 'all',
    rates: [0.0015, 0.0015, 0.0015, 0.0015, 0.0015, 0.0015, 0.0015, 0.0015, 0.0015],
    source: 'Household pulse surveys, without those back within weeks [J]',
  },
  {
    subtype: 'disaster.county',
    who: 'all',
    rates: [0.001, 0.001, 0.001, 0.001, 0.001, 0.001, 0.001, 0.001, 0.001],
    source: '[J] homes hit in counties with a declaration',
  },
]

/** Monthly rate of an event for one person of this age band; 0 if impossible. */
export function monthlyRate(
  { who, rates, counted = 1 }: Incidence,
  { band, owner }: { band: number; owner: boolean },
  uncut: boolean,
): number {
  if (who === 'owner' && !owner) return 0
  return ((uncut ? 1 : counted) * (rates[band] ?? 0)) / 12
}

/** Share of all moves per cause, from the reasons movers name, with judgment where none fits. */
export const REASONS = {
  shares: {
    'new jobs': { of: ['destinations'], between: [0.07, 0.12] },
    'marriages and divorces': { of: ['diamonds', 'divorce'], between: [0.04, 0.08] },
    graduations: { of: ['diplomas'], between: [0.015, 0.04] },
    births: { of: ['diapers'], between: [0.015, 0.05] },
    'defaults and other debt': { of: ['debt'], between: [0.005, 0.025] },
    'deaths, retirement and large homes': { of: ['death', 'downsizing'], between: [0.015, 0.05] },
    disasters: { of: ['disaster'], between: [0.001, 0.01] },
  },
  source:
    'CPS ASEC reasons for moving (about: job 10%, marital status 5%, college 3%); births and large homes [J]',
} as const

/** Deviation of the true effects from the score's parameters. */
export const MISTAKES = {
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
export const AFTER_MOVE = { left: 0.3, source: '[J], as in the score' } as const

/** Maximum months between two events that interact as in the score. */
export const INTERACTION_WINDOW = { months: 24, source: '[J]' } as const

/**
 * The main simulation uses the kinder choice where the design leaves room; the harsher one is a stress test with
 * figures printed beside it.
 */
export type Stress = {
  name: string
  /** The baseline table counts every cause of moving, so events and the rest together make it up. */
  everyCause: boolean
  /** Frailty also scales the effect of events, not only the hazard without one. */
  frailEvents: boolean
  /** The score is wrong about whole kinds of events, not about each event independently. */
  everyKind: boolean
  /** Every registered event counts in full (`counted` is ignored). */
  uncut: boolean
  /** Share of moves in the last two years that a newer address reveals. */
  movesSeen: number
}

export const AS_DESIGNED: Stress = {
  name: 'As designed',
  everyCause: false,
  frailEvents: false,
  everyKind: false,
  uncut: false,
  movesSeen: 1,
}

export const STRESSES: readonly Stress[] = [
  { ...AS_DESIGNED, name: 'Two in five earlier moves unseen', movesSeen: 0.6 },
  { ...AS_DESIGNED, name: 'Frailty in events too', frailEvents: true },
  { ...AS_DESIGNED, name: 'Wrong about whole kinds of events', everyKind: true },
  { ...AS_DESIGNED, name: 'Every registered event counts', uncut: true },
  { ...AS_DESIGNED, name: 'Baseline counts every cause', everyCause: true },
  {
    ...AS_DESIGNED,
    name: 'All of these together',
    movesSeen: 0.6,
    frailEvents: true,
    everyKind: true,
    uncut: true,
    everyCause: true,
  },
]
