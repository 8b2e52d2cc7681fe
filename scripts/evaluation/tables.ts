import type { Interval } from '#domain/score/field-intervals.ts'
import { AGES, INCIDENCE, LARGE_HOMES, LOANS, MISTAKES, REASONS, YEARS_OWNED } from './assumptions.ts'
import { DETECTION, OBSERVATION } from './detection.ts'
import { bandError, type Evaluation, type RankingMethod } from './evaluation.ts'
import { floorsOf } from './floors.ts'

/** One table, for the console and the page alike; columns after the first are figures unless they hold prose. */
export type Table = { title: string; note?: string; head: string[]; rows: string[][] }

/** An evaluation and its name among the others. */
export type Run = { name: string; evaluation: Evaluation }

export const percent = (share: number) => `${(100 * share).toFixed(1)}%`
const figure = (value: number) => value.toFixed(3)
const count = (value: number) => value.toLocaleString('en')

export const WAYS: Record<RankingMethod, string> = {
  model: 'The score',
  ageAndTenure: 'Age and tenure alone',
  counting: 'Counting live signals',
  knowable: 'Knowing every event',
}

export function rankingTable({ all, owners }: Evaluation): Table {
  const rows = (Object.keys(WAYS) as RankingMethod[]).map((way) => {
    const [everybody, own] = [all[way], owners[way]]
    const interval = ({ low, high }: Interval) => `${figure(low)}–${figure(high)}`
    return [
      WAYS[way],
      figure(everybody.auc.value),
      interval(everybody.auc),
      everybody.lift.toFixed(2),
      figure(own.auc.value),
      interval(own.auc),
      own.lift.toFixed(2),
    ]
  })
  return {
    title: 'How well people are ranked by their chance of moving',
    note: 'AUC: chance that a person who moved ranked above one who stayed. Lift: how many times more often the first tenth moves than everybody of the group. The last line is a ceiling: a reader of every event and its true effect, who lacks only what no record shows.',
    head: ['Ranked by', 'AUC, all', '95%', 'Lift', 'AUC, owners', '95%', 'Lift'],
    rows,
  }
}

const points = (share: number) => `${share > 0 ? '+' : ''}${(100 * share).toFixed(1)}`

export function bandTable({ bands }: Evaluation): Table {
  return {
    title: 'Predicted and observed moves',
    note: 'By strength of the score: the mean chance of moving within twelve months that stood beside it; the share that moved, with its 95% interval; and the mean true chance, which the simulation knows and the luck of the draw does not blur. Points: said above the truth.',
    head: ['Strength', 'People', 'Said', 'Moved', '95%', 'True chance', 'Points'],
    rows: bands.map((band) => [
      band.name,
      count(band.people),
      percent(band.expected),
      percent(band.observed),
      `${percent(band.low)}–${percent(band.high)}`,
      percent(band.trueChance),
      points(bandError(band)),
    ]),
  }
}

export function floorTable(evaluation: Evaluation): Table {
  return {
    title: 'Floors',
    note: 'Set before the simulation was run; the tests hold the score to them.',
    head: ['Figure', 'Value', 'Floor', ''],
    rows: floorsOf(evaluation).map(({ name, value, limit, direction, met }) => [
      name,
      value.toFixed(4),
      `${direction} ${limit}`,
      met ? 'met' : 'missed',
    ]),
  }
}

export function runTable(title: string, note: string, runs: readonly Run[]): Table {
  return {
    title,
    note,
    head: [
      'Simulation',
      'Moved',
      'AUC, all',
      'AUC, owners',
      'Lift, owners',
      'ECE',
      'Worst band',
      'Floors missed',
    ],
    rows: runs.map(({ name, evaluation }) => {
      const { all, owners, ece, bands } = evaluation
      const worst = bands.reduce((a, b) => (Math.abs(bandError(b)) > Math.abs(bandError(a)) ? b : a))
      return [
        name,
        percent(all.moved / all.people),
        figure(all.model.auc.value),
        figure(owners.model.auc.value),
        owners.model.lift.toFixed(2),
        ece.toFixed(4),
        `${worst.name}: ${points(bandError(worst))}`,
        String(floorsOf(evaluation).filter(({ met }) => !met).length),
      ]
    }),
  }
}

/** All assumptions of the simulation with their sources. */
export function assumptionTables(): Table[] {
  return [
    {
      title: 'Taken for granted: how often events happen, a person and year',
      note: 'By age: 18–24, 25–29, 30–34, 35–44, 45–54, 55–64, 65–74, 75–84, 85 and more. "Counted": the part that changes where someone needs to live. [J] is judgment.',
      head: ['Event', 'Who', 'Rates in %', 'Counted', 'Source'],
      rows: INCIDENCE.map(({ subtype, who, rates, counted = 1, source }) => [
        subtype,
        who,
        rates.map((rate) => (rate === 0 ? '0' : (100 * rate).toFixed(2))).join(' · '),
        String(counted),
        source,
      ]),
    },
    {
      title: 'Taken for granted: what records show of them',
      note: 'All [J], inside the ranges of the design. Recall: share of events that a record shows. Precision: share of signals whose event is real and concerns this person.',
      head: ['Event', 'Recall', 'Precision', 'Confidence by the rules'],
      rows: Object.entries(DETECTION).map(([subtype, { recall, precision, confidences }]) => [
        subtype,
        String(recall),
        String(precision),
        [...new Set(confidences)].map((confidence) => confidence.toFixed(2)).join(', '),
      ]),
    },
    {
      title: 'Taken for granted: the rest',
      head: ['What', 'Value', 'Source'],
      rows: [
        [
          'Effects, half-lives of events',
          `× lognormal ${MISTAKES.effect}, ${MISTAKES.halfLife}`,
          MISTAKES.source,
        ],
        ['Timing of events', `± ${MISTAKES.timing} months`, MISTAKES.source],
        ['Unseen propensity to move', `gamma, mean 1, variance ${MISTAKES.frailty}`, MISTAKES.source],
        ['Recorded dates', `± ${OBSERVATION.dates} months`, OBSERVATION.source],
        ['Tenure known', percent(OBSERVATION.tenureKnown), OBSERVATION.source],
        ['Rate of the loan known', percent(OBSERVATION.rateKnown), OBSERVATION.source],
        ['Ages', AGES.bands.map(({ from, share }) => `${from}+ ${percent(share)}`).join(' · '), AGES.source],
        [
          'Years owned',
          `mean ${YEARS_OWNED.meanPerYearOfAge} a year since ${YEARS_OWNED.firstHome}`,
          YEARS_OWNED.source,
        ],
        [
          'Cheap loans',
          LOANS.gaps.map(({ gap, share }) => `${gap} points ${percent(share)}`).join(' · '),
          LOANS.source,
        ],
        ['Homes larger than needed', percent(LARGE_HOMES.share), LARGE_HOMES.source],
        [
          'Moves by cause',
          Object.entries(REASONS.shares)
            .map(
              ([name, { between }]) =>
                `${name} ${between.map((share) => Math.round(1000 * share) / 10).join('–')}%`,
            )
            .join(' · '),
          REASONS.source,
        ],
      ],
    },
  ]
}
