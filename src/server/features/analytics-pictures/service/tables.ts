import type {
  BandsAnswer,
  CoverageAnswer,
  CreditsAnswer,
  FunnelAnswer,
  MembersAnswer,
  MovementAnswer,
  NeighborhoodsAnswer,
  OverviewAnswer,
  PipelineAnswer,
  ResponseAnswer,
} from '#contract/analytics/answers.ts'
import type { AnalyticsView } from '#contract/analytics/query.ts'
import { ACTIVITY_TYPES } from '#domain/activities/activity.ts'
import { FUNNEL_MILESTONES, type Milestone } from '#domain/analytics/milestones.ts'
import {
  ACTIVITY_LABELS,
  COVERAGE_LABELS,
  categoryText,
  MEMBER_OUTCOMES,
  MILESTONE_LABELS,
  memberNameOf,
} from '#domain/analytics/texts.ts'

type Cell = string | number | null

/** A table of a view with the labels of the screen; numbers are plain, with their unit in the label. */
export type Table = {
  title: string
  columns: readonly string[]
  rows: readonly (readonly Cell[])[]
}

/** A number with at most one decimal. */
export const rounded = (value: number | null): number | null =>
  value === null ? null : Math.round(10 * value) / 10

const percent = (share: number | null) => (share === null ? null : rounded(100 * share))
const dollars = (cents: number) => cents / 100

type Compared = { previous: unknown }

/** One column, or two with the period before. */
const columnsOf = ({ previous }: Compared, label: string): string[] =>
  previous === null ? [label] : [label, `${label}, period before`]

type ComparedNumber = { value: number; previous: number | null }
const cellsOf = (answer: Compared, { value, previous }: ComparedNumber): Cell[] =>
  answer.previous === null ? [value] : [value, previous]

function overviewTables({ unit, series, previousSeries }: OverviewAnswer): Table[] {
  const columns = [
    categoryText(unit),
    'New signals',
    'Activities',
    'Conversations',
    'Appointments set',
    'Closed',
  ]
  const rowsOf = (units: OverviewAnswer['series']) =>
    units.map(({ from, signals, activities, conversations, appointmentsSet, closed }) => [
      from,
      signals,
      activities,
      conversations,
      appointmentsSet,
      closed,
    ])
  const current = { title: 'Over time', columns, rows: rowsOf(series) }
  return previousSeries
    ? [current, { title: 'Over time, period before', columns, rows: rowsOf(previousSeries) }]
    : [current]
}

function funnelTables(answer: FunnelAnswer): Table[] {
  const lost = {
    milestone: 'lost' as Milestone,
    people: answer.lost,
    implied: 0,
    rate: null,
    rateOfFirst: null,
  }
  const byKind = (title: string, heading: string, rows: readonly (readonly Cell[])[]): Table => ({
    title,
    columns: [heading, ...FUNNEL_MILESTONES.map((milestone) => MILESTONE_LABELS[milestone]), 'Lost'],
    rows,
  })
  const cellsOfRow = ({ stages, lost: lostHere }: FunnelAnswer['bySignal'][number]) =>
    [...stages, lostHere].map(({ people }) => people)
  return [
    {
      title: 'Steps in numbers',
      columns: [
        'Step',
        ...columnsOf(answer, 'People'),
        'Of the step before (%)',
        'Of the first step (%)',
        'Not recorded',
      ],
      rows: [...answer.stages, lost].map(({ milestone, people, rate, rateOfFirst, implied }) => [
        MILESTONE_LABELS[milestone],
        ...cellsOf(answer, people),
        percent(rate),
        percent(rateOfFirst),
        implied,
      ]),
    },
    byKind(
      'All steps by signal',
      'Signal category',
      answer.bySignal.map((row) => [categoryText(row.value), ...cellsOfRow(row)]),
    ),
    byKind(
      'All steps by lead source',
      'Lead source',
      answer.bySource.map((row) => [row.value || 'No source', ...cellsOfRow(row)]),
    ),
  ]
}

function responseTables(answer: ResponseAnswer): Table[] {
  return [
    {
      title: 'Response times',
      columns: ['From (minutes)', 'To (minutes)', ...columnsOf(answer, 'People')],
      rows: answer.histogram.map(({ fromMinutes, toMinutes, people, previous }) => [
        rounded(fromMinutes),
        rounded(toMinutes),
        ...cellsOf(answer, { value: people, previous }),
      ]),
    },
    {
      title: 'People by signal',
      columns: ['Signal', 'People', 'Median (minutes)', '80th percentile (minutes)'],
      rows: answer.bySignal.map(({ signal, people, medianMinutes, percentile80Minutes }) => [
        categoryText(signal),
        people,
        rounded(medianMinutes),
        rounded(percentile80Minutes),
      ]),
    },
  ]
}

function memberTables(answer: MembersAnswer): Table[] {
  return [
    {
      title: 'Outcomes',
      columns: [
        'Member',
        ...MEMBER_OUTCOMES.flatMap(([, label]) => columnsOf(answer, label)),
        'Median response (minutes)',
      ],
      rows: answer.members.map((member) => [
        memberNameOf(member),
        ...MEMBER_OUTCOMES.flatMap(([key]) => cellsOf(answer, member[key])),
        rounded(member.medianResponseMinutes),
      ]),
    },
    {
      title: 'Activities',
      columns: ['Member', ...ACTIVITY_TYPES.flatMap((type) => columnsOf(answer, ACTIVITY_LABELS[type]))],
      rows: answer.members.map((member) => [
        memberNameOf(member),
        ...ACTIVITY_TYPES.flatMap((type) => cellsOf(answer, member.activities[type])),
      ]),
    },
  ]
}

function bandTables({ bands }: BandsAnswer): Table[] {
  return [
    {
      title: 'Bands in numbers',
      columns: [
        'Score',
        'People',
        'Moved',
        'Share (%)',
        '95% interval from (%)',
        '95% interval to (%)',
        'Expected (%)',
      ],
      rows: bands.map(({ minScore, maxScore, people, moved, rate, low, high, expected }) => [
        `${minScore}–${maxScore}`,
        people,
        moved,
        percent(rate),
        percent(low),
        percent(high),
        percent(expected),
      ]),
    },
  ]
}

function movementTables({ unit, series }: MovementAnswer): Table[] {
  return [
    {
      title: 'Scores that changed',
      columns: [categoryText(unit), 'Went up', 'Went down', 'First score'],
      rows: series.map(({ from, rose, fell, added }) => [from, rose, fell, added]),
    },
  ]
}

function coverageTables({ fields }: CoverageAnswer): Table[] {
  return [
    {
      title: 'Fields in numbers',
      columns: ['Field', 'Known (%)', 'Missing', 'Over a year old', 'Moves at stake'],
      rows: fields.map(({ field, share, missing, stale, expectedMovesMissing }) => [
        COVERAGE_LABELS[field],
        percent(share),
        missing,
        stale,
        rounded(expectedMovesMissing),
      ]),
    },
  ]
}

function creditTables({ bySignal }: CreditsAnswer): Table[] {
  return [
    {
      title: 'Credits by signal',
      columns: ['Signal', 'Credits used', 'Conversations', 'Credits per conversation'],
      rows: bySignal.map(({ signal, used, conversations, creditsPerConversation }) => [
        categoryText(signal),
        used,
        conversations,
        rounded(creditsPerConversation),
      ]),
    },
  ]
}

function pipelineTables({ stages }: PipelineAnswer): Table[] {
  return [
    {
      title: 'Stages in numbers',
      columns: ['Stage', 'People', 'With a fee', 'Prices ($)', 'Fees ($)'],
      rows: stages.map(({ milestone, people, valued, priceCents, feeCents }) => [
        MILESTONE_LABELS[milestone],
        people,
        valued,
        dollars(priceCents),
        dollars(feeCents),
      ]),
    },
  ]
}

function neighborhoodTables(answer: NeighborhoodsAnswer): Table[] {
  return [
    {
      title: 'All ZIP codes',
      columns: [
        'ZIP code',
        'City',
        'State',
        'Contacts',
        'Expected moves',
        'Signals',
        'Conversations',
        'Closed',
        'Moves',
      ],
      rows: answer.neighborhoods.map((place) => [
        place.zip ?? 'No ZIP code',
        place.city,
        place.state,
        place.contacts,
        rounded(place.expectedMoves),
        place.signals.value,
        place.conversations.value,
        place.closed.value,
        place.moves.value,
      ]),
    },
  ]
}

/** The tables of each view from its answer. */
export const VIEW_TABLES = {
  overview: overviewTables,
  funnel: funnelTables,
  response: responseTables,
  members: memberTables,
  bands: bandTables,
  movement: movementTables,
  coverage: coverageTables,
  credits: creditTables,
  pipeline: pipelineTables,
  neighborhoods: neighborhoodTables,
} satisfies Record<AnalyticsView, unknown>
