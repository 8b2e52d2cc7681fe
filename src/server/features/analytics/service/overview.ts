import type { MovementAnswer, OverviewAnswer } from '#contract/analytics/answers.ts'
import { seriesStarts, seriesUnit } from '#domain/analytics/day-range.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { type FactRow, readFacts } from '../store/facts.ts'
import {
  addUp,
  CONTACT_ACTIVITIES,
  CONTACT_ACTIVITY_METRICS,
  type Compared,
  drillOf,
  figureOf,
  GAINED_POINTS,
  headOf,
  milestoneFigures,
  milestoneMetric,
  percentileFigure,
  type ViewQuery,
} from './figures.ts'

type TimeSeries = Awaited<ReturnType<typeof readTimeSeries>>

/** Facts by unit of a range, and the first days of the units. */
async function readTimeSeries(tx: TenantTx, { range, filter }: ViewQuery, metrics: readonly string[]) {
  const unit = seriesUnit(range)
  const rows = await readFacts(tx, { range, filter, unit, metrics })
  const byStart = Map.groupBy(rows, (row: FactRow) => row.from)
  return {
    unit,
    rows,
    starts: seriesStarts(range, unit).map((from) => ({ from, rows: byStart.get(from) ?? [] })),
  }
}

/** Time series of a range and of the one before; null if that was not asked for. */
async function readComparedSeries(tx: TenantTx, query: ViewQuery, metrics: readonly string[]) {
  return {
    current: await readTimeSeries(tx, query, metrics),
    before: query.previous && (await readTimeSeries(tx, { ...query, range: query.previous }, metrics)),
  }
}

const countContacts = (rows: readonly FactRow[]) =>
  CONTACT_ACTIVITY_METRICS.reduce((total, metric) => total + addUp(rows, metric), 0)

export async function overview(tx: TenantTx, query: ViewQuery): Promise<OverviewAnswer> {
  const { side } = query
  // Together, although only some have a series: a read of its own costs more than the additional rows.
  const series = await readComparedSeries(tx, query, [
    ...CONTACT_ACTIVITY_METRICS,
    milestoneMetric('%', side),
    'conversation',
    'signal.%',
    'response.%',
    'contact.added',
    'move',
    'credit.used',
  ])
  const facts: Compared = { current: series.current.rows, before: series.before?.rows ?? null }
  const of = (pattern: string, field: 'n' | 'sum' = 'n') => figureOf(query, facts, pattern, field)
  return {
    ...headOf(query),
    figures: {
      contactsAdded: of('contact.added'),
      signals: of('signal.%'),
      activities: {
        value: countContacts(facts.current),
        previous: facts.before && countContacts(facts.before),
        drill: drillOf(query, CONTACT_ACTIVITIES),
      },
      conversations: of('conversation'),
      ...milestoneFigures(query, facts),
      moves: of('move'),
      creditsUsed: of('credit.used', 'sum'),
      medianResponseMinutes: percentileFigure(query, facts, 0.5),
    },
    unit: series.current.unit,
    series: seriesOf(series.current, side),
    previousSeries: series.before && seriesOf(series.before, side),
  }
}

function seriesOf({ starts }: TimeSeries, side: ViewQuery['side']): OverviewAnswer['series'] {
  return starts.map(({ from, rows }) => ({
    from,
    signals: addUp(rows, 'signal.%'),
    activities: countContacts(rows),
    conversations: addUp(rows, 'conversation'),
    appointmentsSet: addUp(rows, milestoneMetric('appointment_set', side)),
    closed: addUp(rows, milestoneMetric('closed', side)),
  }))
}

export async function movement(tx: TenantTx, query: ViewQuery): Promise<MovementAnswer> {
  const { current, before } = await readComparedSeries(tx, query, ['score.%'])
  const facts: Compared = { current: current.rows, before: before?.rows ?? null }
  const points = (rows: readonly FactRow[]) =>
    addUp(rows, 'score.rose', 'sum') + addUp(rows, 'score.new', 'sum')
  return {
    ...headOf(query),
    rose: figureOf(query, facts, 'score.rose'),
    fell: figureOf(query, facts, 'score.fell'),
    added: figureOf(query, facts, 'score.new'),
    pointsUp: {
      value: points(facts.current),
      previous: facts.before && points(facts.before),
      drill: drillOf(query, GAINED_POINTS),
    },
    pointsDown: {
      value: Math.abs(addUp(facts.current, 'score.fell', 'sum')),
      previous: facts.before && Math.abs(addUp(facts.before, 'score.fell', 'sum')),
      drill: drillOf(query, 'score.fell'),
    },
    unit: current.unit,
    series: current.starts.map(({ from, rows }) => ({
      from,
      rose: addUp(rows, 'score.rose'),
      fell: addUp(rows, 'score.fell'),
      added: addUp(rows, 'score.new'),
    })),
  }
}
