import type { ChartSeries, ChartTone } from '#domain/charts/chart.ts'
import type { ANALYTICS_VIEWS } from './metrics.ts'
import type { Milestone } from './milestones.ts'
import {
  COVERAGE_LABELS,
  categoryText,
  MILESTONE_LABELS,
  memberNameOf,
  minutesText,
  PERIOD_BEFORE,
} from './texts.ts'
import { movementCharts, overviewCharts } from './time-series-charts.ts'
import type {
  Bands,
  Coverage,
  Credits,
  Funnel,
  FunnelRow,
  Members,
  Neighborhoods,
  Pipeline,
  Response,
  ViewChart,
} from './view-chart.ts'

/** More ZIP codes than a chart can show are in the table below it. */
const MAX_CHART_ZIPS = 15

function funnelCharts({ stages, bySignal, bySource }: Funnel): ViewChart[] {
  return [
    {
      id: 'stages',
      title: 'Steps to a closing',
      description: 'People who reached each step for the first time in this period.',
      chart: {
        kind: 'funnel',
        heading: 'Step',
        valueName: 'People',
        unit: 'count',
        labels: stages.map(({ milestone }) => MILESTONE_LABELS[milestone]),
        values: stages.map(({ people }) => people.value ?? 0),
      },
      drills: stages.map(({ people }) => [people.drill]),
    },
    stepsChart(
      'by-signal',
      'Steps by signal',
      'Signal',
      stages,
      bySignal,
      'People with several signals count in each.',
    ),
    stepsChart(
      'by-source',
      'Steps by lead source',
      'Lead source',
      stages,
      bySource,
      'The 20 most frequent sources.',
    ),
  ]
}

/** Steps that the charts by signal and source compare; their tables have all. */
const COMPARED_STEPS: readonly { milestone: Milestone; tone: ChartTone }[] = [
  { milestone: 'contacted', tone: 'muted' },
  { milestone: 'conversation', tone: 'accent' },
  { milestone: 'closed', tone: 'green' },
]

function stepsChart(
  id: string,
  title: string,
  heading: string,
  stages: Funnel['stages'],
  rows: readonly FunnelRow[],
  description: string,
): ViewChart {
  const places = COMPARED_STEPS.map(({ milestone }) =>
    stages.findIndex((stage) => stage.milestone === milestone),
  )
  return {
    id,
    title,
    description,
    chart: {
      kind: 'rows',
      heading,
      unit: 'count',
      labels: rows.map(({ value }) => (id === 'by-signal' ? categoryText(value) : value || 'No source')),
      series: COMPARED_STEPS.map(({ milestone, tone }, index) => ({
        name: MILESTONE_LABELS[milestone],
        tone,
        values: rows.map((row) => row.stages[places[index] ?? 0]?.people ?? 0),
      })),
    },
    drills: rows.map((row) => places.map((place) => row.stages[place]?.drill ?? null)),
  }
}

function responseCharts({ histogram, previous, bySignal }: Response): ViewChart[] {
  const buckets = withEmptyBuckets(histogram)
  const before: ChartSeries[] = previous
    ? [{ name: PERIOD_BEFORE, tone: 'muted', values: buckets.map((bucket) => bucket.previous) }]
    : []
  return [
    {
      id: 'histogram',
      title: 'Time to first contact',
      description:
        'People by the time from their first signal to your first contact. Each bar spans 1.41 times the one before.',
      chart: {
        kind: 'histogram',
        heading: 'From',
        unit: 'count',
        labels: buckets.map(({ fromMinutes }) => minutesText(fromMinutes)),
        series: [{ name: 'People', tone: 'accent', values: buckets.map(({ people }) => people) }, ...before],
      },
      drills: buckets.map(({ drill }) => [drill]),
    },
    {
      id: 'by-signal',
      title: 'Time by signal',
      description: 'Half of the people were contacted by the median, four in five by the 80th percentile.',
      chart: {
        kind: 'rows',
        heading: 'Signal',
        unit: 'minutes',
        labels: bySignal.map(({ signal }) => categoryText(signal)),
        series: [
          { name: 'Median', tone: 'accent', values: bySignal.map(({ medianMinutes }) => medianMinutes) },
          {
            name: '80th percentile',
            tone: 'muted',
            values: bySignal.map(({ percentile80Minutes }) => percentile80Minutes),
          },
        ],
      },
      drills: bySignal.map(({ drill }) => [drill, drill]),
    },
  ]
}

type Bucket = Response['histogram'][number]

/** The histogram with empty buckets between the others, so that its axis has no jumps. */
function withEmptyBuckets(histogram: Response['histogram']): Bucket[] {
  return histogram.flatMap((bucket, index) => {
    const empty: Bucket[] = []
    let from = index === 0 ? bucket.fromMinutes : (histogram[index - 1]?.toMinutes ?? bucket.fromMinutes)
    // Bounds are rounded numbers, so a bucket begins where the next one does only about.
    while (from < bucket.fromMinutes * 0.99) {
      const to = from === 0 ? 1 : from * Math.SQRT2
      empty.push({
        fromMinutes: from,
        toMinutes: to,
        people: 0,
        previous: bucket.previous === null ? null : 0,
        drill: null,
      })
      from = to
    }
    return [...empty, bucket]
  })
}

function memberCharts({ members }: Members): ViewChart[] {
  const series = [
    { name: 'Conversations', tone: 'muted', of: 'conversations' },
    { name: 'Appointments set', tone: 'accent', of: 'appointmentsSet' },
    { name: 'Closings', tone: 'green', of: 'closed' },
  ] as const
  return [
    {
      id: 'members',
      title: 'Activity and outcomes',
      description: 'Members by name, with what they logged or brought about in this period.',
      chart: {
        kind: 'rows',
        heading: 'Member',
        unit: 'count',
        labels: members.map(memberNameOf),
        series: series.map(({ name, tone, of }) => ({
          name,
          tone,
          values: members.map((member) => member[of].value),
        })),
      },
      drills: members.map((member) => series.map(({ of }) => member[of].drill)),
    },
  ]
}

function bandCharts({ bands }: Bands): ViewChart[] {
  const shown = bands.toReversed()
  return [
    {
      id: 'bands',
      title: 'Moves by score',
      description:
        'Share of people who moved, with its 95% interval. The short line is the share that the score stated.',
      chart: {
        kind: 'intervals',
        heading: 'Score',
        valueName: 'Moved',
        expectedName: 'Expected',
        unit: 'percent',
        rows: shown.map(({ minScore, maxScore, rate, low, high, expected }) => ({
          name: `${minScore}–${maxScore}`,
          value: rate,
          low,
          high,
          expected,
        })),
      },
      drills: shown.map(({ movedDrill }) => [movedDrill]),
    },
  ]
}

function coverageCharts({ fields }: Coverage): ViewChart[] {
  return [
    {
      id: 'fields',
      title: 'Missing data',
      description: 'Contacts without each field, and contacts whose field is more than a year old.',
      chart: {
        kind: 'rows',
        heading: 'Field',
        unit: 'count',
        labels: fields.map(({ field }) => COVERAGE_LABELS[field]),
        series: [
          { name: 'Missing', tone: 'orange', values: fields.map(({ missing }) => missing) },
          { name: 'Over a year old', tone: 'muted', values: fields.map(({ stale }) => stale) },
        ],
      },
      drills: fields.map(({ drill }) => [drill, null]),
    },
  ]
}

function creditCharts({ bySignal }: Credits): ViewChart[] {
  return [
    {
      id: 'credits',
      title: 'Credits and conversations by signal',
      description: 'Credits used on contacts with each signal, and their first conversations.',
      chart: {
        kind: 'rows',
        heading: 'Signal',
        unit: 'count',
        labels: bySignal.map(({ signal }) => categoryText(signal)),
        series: [
          { name: 'Credits used', tone: 'muted', values: bySignal.map(({ used }) => used) },
          {
            name: 'Conversations',
            tone: 'accent',
            values: bySignal.map(({ conversations }) => conversations),
          },
        ],
      },
      drills: bySignal.map(({ drill }) => [null, drill]),
    },
  ]
}

function pipelineCharts({ stages }: Pipeline): ViewChart[] {
  const labels = stages.map(({ milestone }) => MILESTONE_LABELS[milestone])
  const drills = stages.map(({ drill }) => [drill])
  return [
    {
      id: 'fees',
      title: 'Fees by stage',
      description: 'The fees that you and your team typed for these deals.',
      chart: {
        kind: 'rows',
        heading: 'Stage',
        unit: 'dollars',
        labels,
        series: [{ name: 'Fees', tone: 'green', values: stages.map(({ feeCents }) => feeCents / 100) }],
      },
      drills,
    },
    {
      id: 'people',
      title: 'People by stage',
      description: 'Open stages count everyone who is there today. Closed and lost count this period.',
      chart: {
        kind: 'rows',
        heading: 'Stage',
        unit: 'count',
        labels,
        series: [{ name: 'People', tone: 'accent', values: stages.map(({ people }) => people) }],
      },
      drills,
    },
  ]
}

function neighborhoodCharts({ neighborhoods }: Neighborhoods): ViewChart[] {
  const shown = neighborhoods.slice(0, MAX_CHART_ZIPS)
  return [
    {
      id: 'expected-moves',
      title: 'Expected moves by ZIP code',
      description: `Moves within 12 months that the scores expect, in the ${MAX_CHART_ZIPS} ZIP codes with the most contacts.`,
      chart: {
        kind: 'rows',
        heading: 'ZIP code',
        unit: 'count',
        labels: shown.map(({ zip, city }) => (zip ? [zip, city].filter(Boolean).join(' ') : 'No ZIP code')),
        series: [
          { name: 'Expected moves', tone: 'accent', values: shown.map(({ expectedMoves }) => expectedMoves) },
        ],
      },
      drills: shown.map(({ drill }) => [drill]),
    },
  ]
}

/** The charts of each view from its answer. Screens and pictures draw the same ones. */
export const VIEW_CHARTS = {
  overview: overviewCharts,
  funnel: funnelCharts,
  response: responseCharts,
  members: memberCharts,
  bands: bandCharts,
  movement: movementCharts,
  coverage: coverageCharts,
  credits: creditCharts,
  pipeline: pipelineCharts,
  neighborhoods: neighborhoodCharts,
} satisfies Record<(typeof ANALYTICS_VIEWS)[number], unknown>
