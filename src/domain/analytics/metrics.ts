import { ACTIVITY_TYPES } from '#domain/activities/activity.ts'
import { AGREEMENT_SIDES } from '#domain/activities/relationship.ts'
import { CATEGORIES } from '#domain/signals/categories.ts'
import { MILESTONES } from './milestones.ts'
import { RESPONSE_BUCKETS } from './response-times.ts'

/** The views of analytics, in the order of their tabs. */
export const ANALYTICS_VIEWS = [
  'overview',
  'funnel',
  'response',
  'members',
  'bands',
  'movement',
  'coverage',
  'credits',
  'pipeline',
  'neighborhoods',
] as const

/**
 * Metrics whose people can be listed. The SQL function `fact_events` defines those of `daily_facts`; `coverage`, `stage` and
 * `band` are states of a contact without a day.
 */
export const PEOPLE_METRIC_PATTERN =
  /^(activity|conversation|milestone|response|signal|score|credit|contact|move|coverage|stage|band)(\.[a-z_0-9]+){0,2}$/i

/** All metrics that the SQL function `fact_events` counts. Milestones of `any` side count each contact once. */
const METRICS: readonly string[] = [
  ...ACTIVITY_TYPES.map((type) => `activity.${type}`),
  'conversation',
  ...[...AGREEMENT_SIDES, 'any'].flatMap((side) =>
    MILESTONES.map((milestone) => `milestone.${side}.${milestone}`),
  ),
  ...RESPONSE_BUCKETS.map((bucket) => `response.${bucket}`),
  ...CATEGORIES.map((category) => `signal.${category}`),
  ...['score.new', 'score.rose', 'score.fell', 'credit.used', 'contact.added', 'move'],
]

/** True if a metric fits a pattern, in which one `%` stands for any text. */
export function fitsMetric(metric: string, pattern: string): boolean {
  const [start = '', end] = pattern.split('%')
  return end === undefined ? metric === pattern : metric.startsWith(start) && metric.endsWith(end)
}

/** The metrics that fit any of the patterns. */
export function metricsOf(patterns: readonly string[]): string[] {
  return METRICS.filter((metric) => patterns.some((pattern) => fitsMetric(metric, pattern)))
}
