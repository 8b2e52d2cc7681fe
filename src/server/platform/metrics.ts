import { Counter, Gauge, Histogram, Registry } from 'prom-client'

/**
 * Metrics of this process. Labels come from short fixed lists, never from ids, addresses or other data of a person or
 * organization.
 */
export const registry = new Registry()

const counter = <const L extends string>(name: string, help: string, labelNames: readonly L[] = []) =>
  new Counter({ name, help, labelNames: [...labelNames], registers: [registry] })
export const gauge = <const L extends string>(name: string, help: string, labelNames: readonly L[] = []) =>
  new Gauge({ name, help, labelNames: [...labelNames], registers: [registry] })

export const requestSeconds = new Histogram({
  name: 'ninefold_http_request_duration_seconds',
  help: 'Time from request to end of response, by route and status class',
  labelNames: ['method', 'route', 'status'] as const,
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30],
  registers: [registry],
})
export const refusalSeconds = new Histogram({
  name: 'ninefold_http_refusal_seconds',
  help: 'Time from the arrival of a request until it was shed with 503',
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 2.5],
  registers: [registry],
})
export const limitedRequests = counter(
  'ninefold_http_requests_limited_total',
  'Requests rejected with 429, by route',
  ['route'],
)
export const serverErrors = counter(
  'ninefold_http_server_errors_total',
  'Responses with status 500 and above, by route and status',
  ['route', 'status'],
)
export const enrichmentsEnded = counter(
  'ninefold_enrichments_total',
  'Finished enrichments, by outcome (matched, no_match, failed)',
  ['outcome'],
)
export const importRows = counter(
  'ninefold_import_rows_total',
  'Import rows, by result (imported, skipped)',
  ['result'],
)
export const mails = counter(
  'ninefold_mails_total',
  'Emails by result: handed to the mail server (sent, failed) or held back by a limit (held)',
  ['result'],
)
export const brokenMoneyRules = gauge(
  'ninefold_money_rules_broken',
  'Failed billing checks at the last run by this process; -1 when the run itself failed',
)
export const moneyCheckedAt = gauge(
  'ninefold_money_checked_timestamp_seconds',
  'Time of the last billing check by this process',
)
export const jobsEnded = counter(
  'ninefold_jobs_total',
  'Jobs run by this process, by job and result (done, failed)',
  ['job', 'result'],
)
