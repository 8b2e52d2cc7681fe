import type { ChartTone } from '#domain/charts/chart.ts'
import { type SeriesUnit, shiftDay } from './day-range.ts'
import { categoryText, PERIOD_BEFORE } from './texts.ts'
import type { Movement, Overview, OverviewKey, TimeSeries, ViewChart } from './view-chart.ts'

const OVERVIEW_CHARTS: readonly { key: OverviewKey; title: string; description: string; tone: ChartTone }[] =
  [
    {
      key: 'conversations',
      title: 'Conversations',
      description: 'Calls, messages and meetings in which the contact answered.',
      tone: 'accent',
    },
    {
      key: 'activities',
      title: 'Activities',
      description: 'Everything logged except notes.',
      tone: 'accent',
    },
    { key: 'signals', title: 'New signals', description: 'Signals found in each period.', tone: 'accent' },
    {
      key: 'appointmentsSet',
      title: 'Appointments set',
      description: 'People with their first appointment.',
      tone: 'green',
    },
    { key: 'closed', title: 'Closings', description: 'People who closed with you.', tone: 'green' },
  ]

export function overviewCharts({ figures, previousSeries, ...course }: Overview): ViewChart[] {
  return OVERVIEW_CHARTS.map(({ key, title, description, tone }) => {
    const series: ChartedSeries[] = [
      { name: title, tone, drill: figures[key].drill, values: course.series.map((row) => row[key]) },
    ]
    // Weeks and months of both ranges need not be as many.
    if (previousSeries)
      series.push({
        name: PERIOD_BEFORE,
        tone: 'muted',
        drill: null,
        values: course.series.map((_, index) => previousSeries[index]?.[key] ?? null),
      })
    return timeSeriesChart({ id: key, title, description, kind: 'bars' }, course, series)
  })
}

export function movementCharts({ rose, fell, added, ...course }: Movement): ViewChart[] {
  const { series } = course
  return [
    timeSeriesChart(
      {
        id: 'scores',
        title: 'Scores that changed',
        description: 'Score changes in each period. The table links to the people.',
        kind: 'stacked-bars',
      },
      course,
      [
        { name: 'Went up', tone: 'green', drill: rose.drill, values: series.map((row) => row.rose) },
        { name: 'Went down', tone: 'orange', drill: fell.drill, values: series.map((row) => row.fell) },
        { name: 'First score', tone: 'muted', drill: added.drill, values: series.map((row) => row.added) },
      ],
    ),
  ]
}

type ChartedSeries = { name: string; tone: ChartTone; drill: string | null; values: (number | null)[] }
type ChartText = { id: string; title: string; description: string; kind: 'bars' | 'stacked-bars' }

/** A chart by day, week or month; each number leads to the people of its period. */
function timeSeriesChart(
  { kind, ...text }: ChartText,
  { range, unit, series: periods }: TimeSeries<unknown>,
  series: readonly ChartedSeries[],
): ViewChart {
  return {
    ...text,
    chart: {
      kind,
      heading: categoryText(unit),
      labels: periods.map(({ from }) => periodText(from, unit)),
      unit: 'count',
      series: series.map(({ name, tone, values }) => ({ name, tone, values })),
    },
    drills: periods.map(({ from }, index) => {
      const next = periods[index + 1]?.from
      return series.map(
        ({ drill }) => drill && drillWithin(drill, from, next ? shiftDay(next, -1) : range.to),
      )
    }),
  }
}

/** The people of a part of the range. */
function drillWithin(drill: string, from: string, to: string): string {
  const query = new URLSearchParams(drill)
  query.set('from', from)
  query.set('to', to)
  return query.toString()
}

const formats: Record<SeriesUnit, Intl.DateTimeFormat> = {
  day: new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' }),
  week: new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }),
  month: new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' }),
}

function periodText(from: string, unit: SeriesUnit): string {
  return formats[unit].format(Date.parse(from))
}
