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
 * `zip` are states of a contact without a day.
 */
export const PEOPLE_METRIC_PATTERN =
  /^(activity|conversation|milestone|response|signal|score|credit|contact|move|coverage|stage|zip)(\.[a-z_0-9]+){0,2}$/i
