import type { Estimate, Interval } from '#domain/score/field-intervals.ts'
import {
  AGES,
  BASE_SHIFT,
  DEVIATIONS,
  INCIDENCE,
  LARGE_HOMES,
  LATE_RECORDS,
  LOANS,
  REASONS,
  STRONGER_TOGETHER,
  WRONG_OWNER,
  YEARS_OWNED,
} from './assumptions.ts'
import { DETECTION, OBSERVATION } from './detection.ts'
import { bandError, type Evaluation, type RankingMethod } from './evaluation.ts'
import { minimumsOf, targetsOf } from './minimums.ts'

/** One table, for the console and the page alike; columns after the first are numbers unless they hold prose. */
export type Table = { title: string; note?: string; head: string[]; rows: string[][] }

/** An evaluation and the name of its row. */
export type Run = { name: string; evaluation: Evaluation }

export const toPercent = (share: number) => `${(100 * share).toFixed(1)}%`
const formatDecimal = (value: number) => value.toFixed(3)
const formatCount = (value: number) => value.toLocaleString('en')

export const METHOD_LABELS: Record<RankingMethod, string> = {
  model: 'The score',
  ageAndTenure: 'Age and tenure alone',
  counting: 'Counting live signals',
  learned: 'Learned from the simulation',
  knowable: 'Knowing every event',
  oracle: 'Knowing the true chance',
}

const formatInterval = ({ low, high }: Interval) => `${formatDecimal(low)}–${formatDecimal(high)}`
const formatLift = ({ value, low, high }: Estimate) =>
  `${value.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})`

export function rankingTable({ all, owners }: Evaluation): Table {
  const rows = (Object.keys(METHOD_LABELS) as RankingMethod[]).flatMap((method) => {
    const [allResult, ownersResult] = [all[method], owners[method]]
    if (!allResult || !ownersResult) return []
    const cells = [allResult, ownersResult].flatMap(({ auc, lift }) => [
      formatDecimal(auc.value),
      formatInterval(auc),
      formatLift(lift),
    ])
    return [[METHOD_LABELS[method], ...cells]]
  })
  return {
    title: 'How well people are ranked by their chance of moving',
    note: 'AUC: chance that a person who moved ranks above one who stayed. Lift: how many times more often the top tenth moves than the whole group; 95% intervals in parentheses. Three lines are bounds that no score can use: a method that reads the same records but learned from the true chances of the simulation; knowing every event and its true effect; knowing the true chance, with everything that no record shows.',
    head: ['Ranked by', 'AUC, all', '95%', 'Lift', 'AUC, owners', '95%', 'Lift'],
    rows,
  }
}

/** The score beside its bounds in several simulations. */
export function boundTable(title: string, note: string, runs: readonly Run[]): Table {
  const methods = ['model', 'learned', 'oracle'] as const
  const labels = { model: 'score', learned: 'learned', oracle: 'true chance' }
  return {
    title,
    note,
    head: [
      'Simulation',
      ...methods.map((method) => `AUC, all: ${labels[method]}`),
      ...methods.map((method) => `AUC, owners: ${labels[method]}`),
      ...methods.map((method) => `Lift, owners: ${labels[method]}`),
    ],
    rows: runs.map(({ name, evaluation: { all, owners } }) => {
      const formatAuc = (result: { auc: Estimate } | null) =>
        result ? `${formatDecimal(result.auc.value)} (${formatInterval(result.auc)})` : '–'
      return [
        name,
        ...methods.map((method) => formatAuc(all[method])),
        ...methods.map((method) => formatAuc(owners[method])),
        ...methods.map((method) => {
          const result = owners[method]
          return result ? formatLift(result.lift) : '–'
        }),
      ]
    }),
  }
}

const formatPoints = (share: number) => `${share > 0 ? '+' : ''}${(100 * share).toFixed(1)}`

export function bandTable({ bands }: Evaluation): Table {
  return {
    title: 'Predicted and observed moves',
    note: 'For each strength of the score: the mean predicted chance of moving within twelve months; the share that moved, with its 95% interval; and the mean true chance, which the simulation knows without sampling noise. Points: predicted minus true chance.',
    head: ['Strength', 'People', 'Predicted', 'Moved', '95%', 'True chance', 'Points'],
    rows: bands.map((band) => [
      band.name,
      formatCount(band.people),
      toPercent(band.expected),
      toPercent(band.observed),
      `${toPercent(band.low)}–${toPercent(band.high)}`,
      toPercent(band.trueChance),
      formatPoints(bandError(band)),
    ]),
  }
}

export function minimumTable(evaluation: Evaluation): Table {
  return {
    title: 'Minimums',
    note: 'The tests fail if the score misses one.',
    head: ['Metric', 'Value', 'Minimum', ''],
    rows: minimumsOf(evaluation).map(({ name, value, limit, direction, isMet }) => [
      name,
      value.toFixed(4),
      `${direction} ${limit}`,
      isMet ? 'met' : 'missed',
    ]),
  }
}

export function targetTable(evaluation: Evaluation): Table {
  const format = (value: number | null) => (value === null ? '–' : value.toFixed(4))
  return {
    title: 'Targets',
    note: 'Goals of the score beside its bounds. A goal above "learned" asks for more than the records tell; a goal above "true chance" is impossible.',
    head: ['Metric', 'Score', 'Learned', 'True chance', 'Target', ''],
    rows: targetsOf(evaluation).map(({ name, value, learned, oracle, limit, direction, isMet }) => [
      name,
      format(value),
      format(learned),
      format(oracle),
      `${direction} ${limit}`,
      isMet ? 'reached' : 'not reached',
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
      'Minimums missed',
    ],
    rows: runs.map(({ name, evaluation }) => {
      const { all, owners, ece, bands } = evaluation
      const worstBand = bands.reduce((a, b) => (Math.abs(bandError(b)) > Math.abs(bandError(a)) ? b : a))
      return [
        name,
        toPercent(all.moverCount / all.people),
        formatDecimal(all.model.auc.value),
        formatDecimal(owners.model.auc.value),
        owners.model.lift.value.toFixed(2),
        ece.toFixed(4),
        `${worstBand.name}: ${formatPoints(bandError(worstBand))}`,
        String(minimumsOf(evaluation).filter(({ isMet }) => !isMet).length),
      ]
    }),
  }
}

function publicRecordRows(): string[][] {
  const { tenureKnownShare, loanYearKnownShare, rateError, addressHistoryShare, source } =
    OBSERVATION.withPublicRecords
  return [
    ['Tenure known with rolls', toPercent(tenureKnownShare), source],
    ['Other loans with a known year', `${toPercent(loanYearKnownShare)}, ± ${rateError} points`, source],
    ['Address histories with dates', toPercent(addressHistoryShare), source],
  ]
}

function harderTruthRows(): string[][] {
  const [minLag, maxLag] = LATE_RECORDS.lagMonths
  const late = `${minLag}–${maxLag} months, ${toPercent(LATE_RECORDS.missingShare)} missing`
  const shift = `regions × lognormal ${BASE_SHIFT.spread}, year × ${BASE_SHIFT.year}`
  return [
    ['Harder truth: late records', late, LATE_RECORDS.source],
    ['Harder truth: regions and years', shift, BASE_SHIFT.source],
    ['Harder truth: events together', `× ${STRONGER_TOGETHER.factor}`, STRONGER_TOGETHER.source],
    ['Harder truth: years of wrong owners', `mean ${WRONG_OWNER.meanYears}`, WRONG_OWNER.source],
  ]
}

/** All assumptions of the simulation with their sources. */
export function assumptionTables(): Table[] {
  return [
    {
      title: 'Assumptions: events per person and year',
      note: 'By age: 18–24, 25–29, 30–34, 35–44, 45–54, 55–64, 65–74, 75–84, 85 and over. "Counted" is the share of events that change housing needs. [J] marks our own judgment.',
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
      title: 'Assumptions: detection by records',
      note: 'All values are our own judgment [J], within the ranges of the design. Recall: share of events that a record shows. Precision: share of signals whose event is real and concerns this person.',
      head: ['Event', 'Recall', 'Precision', 'Confidence by the rules'],
      rows: Object.entries(DETECTION).map(([subtype, { recall, precision, confidences }]) => [
        subtype,
        String(recall),
        String(precision),
        [...new Set(confidences)].map((confidence) => confidence.toFixed(2)).join(', '),
      ]),
    },
    {
      title: 'Other assumptions',
      head: ['Assumption', 'Value', 'Source'],
      rows: [
        [
          'Effects, half-lives of events',
          `× lognormal ${DEVIATIONS.effect}, ${DEVIATIONS.halfLife}`,
          DEVIATIONS.source,
        ],
        ['Timing of events', `± ${DEVIATIONS.timing} months`, DEVIATIONS.source],
        ['Unseen propensity to move', `gamma, mean 1, variance ${DEVIATIONS.frailty}`, DEVIATIONS.source],
        ['Recorded dates', `± ${OBSERVATION.dateErrorMonths} months`, OBSERVATION.source],
        ['Tenure known without rolls', toPercent(OBSERVATION.tenureKnownShare), OBSERVATION.source],
        ['Rate of the loan known', toPercent(OBSERVATION.rateKnownShare), OBSERVATION.source],
        ...publicRecordRows(),
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
        ...harderTruthRows(),
        [
          'Moves by cause',
          Object.entries(REASONS.shares)
            .map(
              ([name, { range }]) =>
                `${name} ${range.map((share) => Math.round(1000 * share) / 10).join('–')}%`,
            )
            .join(' · '),
          REASONS.source,
        ],
      ],
    },
  ]
}
