import { monitorEventLoopDelay } from 'node:perf_hooks'
import { cacheResult } from './cache-result.ts'
import type { Database } from './db/database.ts'
import type { AdmissionControl } from './http/admission-control.ts'
import type { ModelStatus } from './llm/language-model.ts'
import { gauge } from './metrics.ts'
import type { ProviderStatus } from './providers/provider-status.ts'
import type { QueueStats } from './queue/queue.ts'

/** Queue metrics cost a query, so scrapers share the result for this long. */
const QUEUE_CACHE_MS = 10_000

export type MetricsSources = {
  door: AdmissionControl
  db: Pick<Database, 'poolStats'>
  waitingJobs(): Promise<QueueStats[]>
  providerStatuses(): ProviderStatus[]
  modelStatus(): ModelStatus | null
  version: string
}

const build = gauge('ninefold_build_info', 'Version of this build; the value is always 1', ['version'])
const inFlight = gauge('ninefold_http_requests_in_flight', 'Requests in progress, including streams')
const working = gauge('ninefold_http_requests_working', 'Requests being processed')
const waitingRequests = gauge('ninefold_http_requests_waiting', 'Requests waiting in the admission queue')
const slots = gauge('ninefold_http_slots', 'Requests that may be processed at once')
const shed = gauge('ninefold_http_requests_shed_total', 'Requests shed with 503 before any work')
const cut = gauge('ninefold_http_connections_cut_total', 'Connections closed because the client was too slow')
const loopDelay = gauge(
  'ninefold_event_loop_delay_seconds',
  'Event loop lag since the last scrape, by quantile',
  ['quantile'],
)
const memory = gauge('ninefold_memory_bytes', 'Memory of the process, by kind (rss, heap_used, external)', [
  'kind',
])
const cpu = gauge('ninefold_cpu_seconds_total', 'CPU time of the process')
const uptime = gauge('ninefold_uptime_seconds', 'Time since this process started')
const pool = gauge(
  'ninefold_database_connections',
  'Database pool connections, by state (used, idle, wanted)',
  ['state'],
)
const jobs = gauge('ninefold_jobs_waiting', 'Jobs that are due but not started, by job', ['job'])
const jobAge = gauge('ninefold_jobs_oldest_seconds', 'Waiting time of the oldest due job, by job', ['job'])
const queueReadable = gauge('ninefold_queue_readable', '1 if the queue metrics could be read, 0 if not')
const breakers = gauge(
  'ninefold_breaker_open',
  'Circuit breakers of enabled data sources: 0 closed, 0.5 half-open, 1 open',
  ['source'],
)
const calls = gauge('ninefold_source_calls_total', 'Requests to a data source since the start', ['source'])
const failures = gauge('ninefold_source_failures_total', 'Failed requests to a data source since the start', [
  'source',
])

const BREAKER_VALUES: Record<string, number> = { closed: 0, open: 1 }

/** Returns a function that updates, at each scrape, the metrics that aren't counted as they happen. */
export function createMetricsCollector(sources: MetricsSources): () => Promise<void> {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  const queue = cacheResult(sources.waitingJobs, QUEUE_CACHE_MS)
  build.labels(sources.version).set(1)
  return async () => {
    // Enabled by the first scrape, so that it costs nothing without a scraper.
    delay.enable()
    measureRequests(sources.door)
    for (const quantile of [50, 99])
      loopDelay.labels(`0.${quantile}`).set(delaySeconds(delay.percentile(quantile)))
    delay.reset()
    const { rss, heapUsed, external } = process.memoryUsage()
    for (const [kind, bytes] of Object.entries({ rss, heap_used: heapUsed, external }))
      memory.labels(kind).set(bytes)
    const { user, system } = process.cpuUsage()
    cpu.set((user + system) / 1e6)
    uptime.set(process.uptime())
    const { total, idle, waiting: wanted } = sources.db.poolStats()
    for (const [state, count] of Object.entries({ used: total - idle, idle, wanted }))
      pool.labels(state).set(count)
    measureSources(sources)
    await measureQueue(queue)
  }
}

function measureRequests(door: AdmissionControl): void {
  const stats = door.admission.stats()
  inFlight.set(door.inFlight())
  working.set(stats.working)
  waitingRequests.set(stats.waiting)
  slots.set(stats.places)
  shed.set(stats.shed)
  cut.set(door.cut())
}

function measureSources({ providerStatuses, modelStatus }: MetricsSources): void {
  const model = modelStatus()
  const sources = providerStatuses().filter(({ on }) => on)
  for (const source of model ? [...sources, { ...model, name: 'language model' }] : sources) {
    breakers.labels(source.name).set(BREAKER_VALUES[source.breaker] ?? 0.5)
    calls.labels(source.name).set(source.calls)
    failures.labels(source.name).set(source.failures)
  }
}

async function measureQueue(read: () => Promise<QueueStats[]>): Promise<void> {
  const stats = await read().catch(() => null)
  queueReadable.set(stats ? 1 : 0)
  jobs.reset()
  jobAge.reset()
  for (const { job, waiting: count, oldestSeconds } of stats ?? []) {
    jobs.labels(job).set(count)
    jobAge.labels(job).set(oldestSeconds)
  }
}

/** Subtracts the resolution, which the histogram includes in each delay. */
function delaySeconds(nanoseconds: number): number {
  return Math.max(0, nanoseconds / 1e9 - 0.02)
}
