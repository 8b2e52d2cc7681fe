import { Counter, Gauge, Histogram, Registry } from 'prom-client'

/**
 * What a process counts, for whoever scrapes `/metrics`. Labels come from short lists that the product itself holds:
 * never an id, an address or anything else of a person or an organization.
 */
export const registry = new Registry()

const counter = <const L extends string>(name: string, help: string, labelNames: readonly L[] = []) =>
  new Counter({ name, help, labelNames: [...labelNames], registers: [registry] })
const gauge = <const L extends string>(name: string, help: string, labelNames: readonly L[] = []) =>
  new Gauge({ name, help, labelNames: [...labelNames], registers: [registry] })

export const requestSeconds = new Histogram({
  name: 'ninefold_http_request_duration_seconds',
  help: 'Time from a request to the end of its answer, by route and class of status',
  labelNames: ['method', 'route', 'status'] as const,
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30],
  registers: [registry],
})
export const refusalSeconds = new Histogram({
  name: 'ninefold_http_refusal_seconds',
  help: 'Time from when a request could be read, at the earliest, until it was turned away with 503 before any work',
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 2.5],
  registers: [registry],
})
export const limitedRequests = counter(
  'ninefold_http_requests_limited_total',
  'Requests refused with 429, by route',
  ['route'],
)
export const serverErrors = counter(
  'ninefold_http_server_errors_total',
  'Answers of 500 and above, by route and status',
  ['route', 'status'],
)
export const enrichmentsEnded = counter(
  'ninefold_enrichments_total',
  'Look-ups that came to an end, by outcome (matched, no_match, failed)',
  ['outcome'],
)
export const importRows = counter(
  'ninefold_import_rows_total',
  'Rows of imports, by result (imported, skipped)',
  ['result'],
)
export const mails = counter(
  'ninefold_mails_total',
  'Mails by result: handed to the mail server (sent, failed), or held back by a limit (held)',
  ['result'],
)
export const brokenMoneyRules = gauge(
  'ninefold_money_rules_broken',
  'Broken rules about money at the last check by this process; -1 when the check itself failed',
)
export const moneyCheckedAt = gauge(
  'ninefold_money_checked_timestamp_seconds',
  'When this process last checked the rules about money',
)
export const jobsEnded = counter(
  'ninefold_jobs_total',
  'Jobs that this process ran, by job and result (done, failed)',
  ['job', 'result'],
)
