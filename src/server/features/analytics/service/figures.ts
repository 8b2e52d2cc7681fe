import type { AnalyticsFilter, DayRange, Figure } from '#contract/analytics/query.ts'
import { ACTIVITY_TYPES } from '#domain/activities/activity.ts'
import type { AgreementSide } from '#domain/activities/relationship.ts'
import { fitsMetric } from '#domain/analytics/metrics.ts'
import { percentileOf } from '#domain/analytics/response-times.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import type { ZipCodes } from '#server/platform/places/zip-codes.ts'
import { type Dimension, type FactRow, readFacts } from '../store/facts.ts'

/** Range and filters of a view, resolved. */
export type ViewQuery = {
  range: DayRange
  previous: DayRange | null
  filter: AnalyticsFilter
  side: AgreementSide | null
  now: Date
  zipCodes: Pick<ZipCodes, 'find'>
}

/** Returns the fields that every answer begins with. */
export function headOf({ range, previous, filter, now }: ViewQuery) {
  return { range, previous, filters: filter, generatedAt: now.toISOString() }
}

/** Sums of a range and of the one before; null if that was not asked for. */
export type Compared = { current: FactRow[]; before: FactRow[] | null }

export async function readCompared(
  tx: TenantTx,
  { range, previous, filter }: ViewQuery,
  metrics: readonly string[],
  by?: Dimension,
): Promise<Compared> {
  const query = { filter, metrics, ...(by ? { by } : {}) }
  return {
    current: await readFacts(tx, { ...query, range }),
    before: previous && (await readFacts(tx, { ...query, range: previous })),
  }
}

/** Metric of a milestone on a side; people who reached it on both sides count once without one. */
export function milestoneMetric(milestone: string, side: AgreementSide | null): string {
  return `milestone.${side ?? 'any'}.${milestone}`
}

/** Adds up the rows whose metric matches a pattern with `%`. */
export function addUp(rows: readonly FactRow[], pattern: string, field: 'n' | 'sum' = 'n'): number {
  return rows.reduce((total, row) => (fitsMetric(row.metric, pattern) ? total + row[field] : total), 0)
}

/** A number with the one before and its people. `pattern` is also the metric that lists them. */
export function figureOf(
  query: ViewQuery,
  { current, before }: Compared,
  pattern: string,
  field: 'n' | 'sum' = 'n',
): Figure {
  return {
    value: addUp(current, pattern, field),
    previous: before && addUp(before, pattern, field),
    drill: drillOf(query, pattern),
  }
}

/** A number whose people can't be listed. */
export const figureWithoutPeople: typeof figureOf = (...parts) => ({ ...figureOf(...parts), drill: null })

/** Metric of the API for people whose score rose or is new, and its metrics. */
export const GAINED_POINTS = 'score.gained'
export const GAINED_POINTS_METRICS = ['score.rose', 'score.new']

/** Metric of the API for activities that contact someone, unlike notes, and its metrics. */
export const CONTACT_ACTIVITIES = 'activity.contact'
export const CONTACT_ACTIVITY_METRICS = ACTIVITY_TYPES.filter((type) => type !== 'note').map(
  (type) => `activity.${type}`,
)

/** How many people reached each milestone, of the query's side or of both. */
export function milestoneFigures(query: ViewQuery, facts: Compared, toFigure = figureOf) {
  const reached = (milestone: string) => toFigure(query, facts, milestoneMetric(milestone, query.side))
  return {
    contacted: reached('contacted'),
    appointmentsSet: reached('appointment_set'),
    appointmentsHeld: reached('appointment_held'),
    agreementsSigned: reached('agreement_signed'),
    underContract: reached('under_contract'),
    closed: reached('closed'),
    lost: reached('lost'),
  }
}

/** Query of the people behind a metric. */
export function drillOf(
  { range, filter, side }: ViewQuery,
  pattern: string,
  narrower: AnalyticsFilter = {},
): string {
  const metric = pattern.replace('.%', '')
  const parameters = { metric, ...range, ...(side ? { side } : {}), ...filter, ...narrower }
  return new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== undefined)).toString()
}

/** People by bucket of their response time. */
export function histogramOf(rows: readonly FactRow[]): Map<number, number> {
  const people = new Map<number, number>()
  for (const { metric, n } of rows) {
    const bucket = metric.startsWith('response.') ? Number(metric.slice('response.'.length)) : null
    if (bucket !== null) people.set(bucket, (people.get(bucket) ?? 0) + n)
  }
  return people
}

/** A share; null if there is nothing to divide by. */
export function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole
}

export function rowsByValue(rows: readonly FactRow[]): Map<string, FactRow[]> {
  return Map.groupBy(rows, ({ value }) => value)
}

/** A percentile of response times, about. */
export function percentileFigure(query: ViewQuery, { current, before }: Compared, share: number) {
  return {
    value: percentileOf(histogramOf(current), share),
    previous: before && percentileOf(histogramOf(before), share),
    drill: drillOf(query, 'response.%'),
  }
}
