import type { Interval } from '#domain/score/field-intervals.ts'
import { AGES, DEVIATIONS, INCIDENCE, LARGE_HOMES, LOANS, REASONS, YEARS_OWNED } from './assumptions.ts'
import { DETECTION, OBSERVATION } from './detection.ts'
import { bandError, type Evaluation, type RankingMethod } from './evaluation.ts'
import { minimumsOf } from './minimums.ts'

/** One table, for the console and the page alike; columns after the first are figures unless they hold prose. */
export type Table = { title: string; note?: string; head: string[]; rows: string[][] }

/** An evaluation and its name among the others. */
export type Run = { name: string; evaluation: Evaluation }

export const toPercent = (share: number) => `${(100 * share).toFixed(1)}%`
const toFigure = (value: number) => value.toFixed(3)
const toCount = (value: number) => value.toLocaleString('en')

export const METHOD_LABELS: Record<RankingMethod, string> = {
  model: 'The score',
  ageAndTenure: 'Age and tenure alone',
  counting: 'Counting live signals',
  knowable: 'Knowing every event',
}

export function rankingTable({ all, owners }: Evaluation): Table {
  const rows = (Object.keys(METHOD_LABELS) as RankingMethod[]).map((method) => {
    const [ofAll, ofOwners] = [all[method], owners[method]]
    const interval = ({ low, high }: Interval) => `${toFigure(low)}–${toFigure(high)}`
    return [
      METHOD_LABELS[method],
      toFigure(ofAll.auc.value),
      interval(ofAll.auc),
      ofAll.lift.toFixed(2),
      toFigure(ofOwners.auc.value),
      interval(ofOwners.auc),
      ofOwners.lift.toFixed(2),
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
      toCount(band.people),
      toPercent(band.expected),
      toPercent(band.observed),
      `${toPercent(band.low)}–${toPercent(band.high)}`,
      toPercent(band.trueChance),
      points(bandError(band)),
    ]),
  }
}

export function minimumTable(evaluation: Evaluation): Table {
  return {
    title: 'Floors',
    note: 'Set before the simulation was run; the tests hold the score to them.',
    head: ['Figure', 'Value', 'Floor', ''],
    rows: minimumsOf(evaluation).map(({ name, value, limit, direction, isMet }) => [
      name,
      value.toFixed(4),
      `${direction} ${limit}`,
      isMet ? 'met' : 'missed',
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
        toPercent(all.moved / all.people),
        toFigure(all.model.auc.value),
        toFigure(owners.model.auc.value),
        owners.model.lift.toFixed(2),
        ece.toFixed(4),
        `${worst.name}: ${points(bandError(worst))}`,
        String(minimumsOf(evaluation).filter(({ isMet }) => !isMet).length),
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
      rows: INCIDENCE.map(({ subtype, tenure, rates, countedShare = 1, source }) => [
        subtype,
        tenure,
        rates.map((rate) => (rate === 0 ? '0' : (100 * rate).toFixed(2))).join(' · '),
        String(countedShare),
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
          `× lognormal ${DEVIATIONS.effect}, ${DEVIATIONS.halfLife}`,
          DEVIATIONS.source,
        ],
        ['Timing of events', `± ${DEVIATIONS.timing} months`, DEVIATIONS.source],
        ['Unseen propensity to move', `gamma, mean 1, variance ${DEVIATIONS.frailty}`, DEVIATIONS.source],
        ['Recorded dates', `± ${OBSERVATION.dates} months`, OBSERVATION.source],
        ['Tenure known', toPercent(OBSERVATION.tenureKnown), OBSERVATION.source],
        ['Rate of the loan known', toPercent(OBSERVATION.rateKnown), OBSERVATION.source],
        [
          'Ages',
          AGES.bands.map(({ from, share }) => `${from}+ ${toPercent(share)}`).join(' · '),
          AGES.source,
        ],
        [
          'Years owned',
          `mean ${YEARS_OWNED.meanPerYearOfAge} a year since ${YEARS_OWNED.firstHome}`,
          YEARS_OWNED.source,
        ],
        [
          'Cheap loans',
          LOANS.gaps.map(({ gap, share }) => `${gap} points ${toPercent(share)}`).join(' · '),
          LOANS.source,
        ],
        ['Homes larger than needed', toPercent(LARGE_HOMES.share), LARGE_HOMES.source],
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
