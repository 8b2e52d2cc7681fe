import { PgBoss } from 'pg-boss'
import { actAsSystem } from '../acting-member.ts'
import { errorKindOf } from '../errors.ts'
import type { Log } from '../log.ts'
import { jobsEnded } from '../metrics.ts'

/**
 * Background jobs. A job only carries ids; the work itself is described by the tables, so a job may run twice or late
 * without harm. The queue holds no personal data: the address of a sign-in email is encrypted.
 */
export type Queue = {
  /** `delaySeconds` starts the job later; `key` prevents a second waiting job with the same key. */
  send(job: string, data: object, options?: { delaySeconds?: number; key?: string }): Promise<void>
  /** Registers the worker of a job; call before `start`. The signal aborts on timeout or when the process stops. */
  work<T extends object>(
    job: string,
    options: JobOptions,
    handler: (data: T, signal: AbortSignal) => Promise<unknown>,
  ): void
  /** Due but unstarted jobs of all processes; reads an index only. */
  statsOfDue(): Promise<QueueStats[]>
  start(): Promise<void>
  stop(): Promise<void>
}

export type QueueStats = { job: string; waiting: number; oldestSeconds: number }

export type JobOptions = {
  /** Also runs the job at the times of a cron expression (UTC), once for all processes. */
  cron?: string
  /** Jobs run at once in this process. Default 1. */
  concurrency?: number
  /** A job that runs longer is given to another worker. Default 60. */
  expireInSeconds?: number
  retries?: number
  /** The handler may stop early on its signal; the job then continues in another worker. */
  isResumable?: true
}

const DUE = `
  select name as job, count(*)::int as waiting, extract(epoch from now() - min(start_after))::float as "oldestSeconds"
    from pgboss.job where state < 'active' and not blocked and start_after <= now() group by name`

type JobWithSignal = { id: string; data: unknown; signal: AbortSignal }

/** Part of the time a stopping process has in total. */
const STOP_MS = 3000

type Worker = {
  job: string
  options: JobOptions
  handler: (data: never, signal: AbortSignal) => Promise<unknown>
}

/** Opens the queue in the schema `pgboss`; `runsWorkers` is false in a process that only serves requests. */
export function openQueue(ownerUrl: string, options: { log: Log; runsWorkers: boolean }): Queue {
  const boss = new PgBoss({
    connectionString: ownerUrl,
    application_name: 'ninefold-queue',
    // On a Citus cluster the queue lives on one node; plain PostgreSQL accepts and ignores this setting.
    ...{ options: '-c citus.enable_ddl_propagation=off' },
    max: 4,
    superviseIntervalSeconds: 15,
    monitorIntervalSeconds: 15,
    useListenNotify: true,
    supervise: options.runsWorkers,
    schedule: options.runsWorkers,
  })
  boss.on('error', (error) => options.log.error({ err: error }, 'The job queue reported an error'))
  const workers: Worker[] = []
  const stop = new AbortController()

  /** Logs and stores only the kind of an error, since its message may quote personal data. */
  function failJob(job: string, id: string, error: unknown): never {
    const kind = errorKindOf(error)
    jobsEnded.labels(job, 'failed').inc()
    options.log.warn({ job, id, err: kind }, 'A job failed; the queue will retry it')
    throw new Error(kind)
  }

  /** Creates or updates queues and schedules that differ from the wanted ones; most starts find nothing to do. */
  async function prepareQueues(): Promise<void> {
    const existingQueues = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
    for (const { job, options: jobOptions } of workers) {
      const wantedOptions = queueOptions(jobOptions)
      const existing = existingQueues.get(job)
      if (!existing) await boss.createQueue(job, { ...wantedOptions, policy: 'short' })
      else if (differs(existing, wantedOptions)) await boss.updateQueue(job, wantedOptions)
    }
    const existingCrons = new Map((await boss.getSchedules()).map(({ name, cron }) => [name, cron]))
    for (const {
      job,
      options: { cron },
    } of workers)
      if (cron && existingCrons.get(job) !== cron) await boss.schedule(job, cron)
  }

  async function run(
    { job, options: { isResumable }, handler }: Worker,
    jobRun: JobWithSignal,
  ): Promise<void> {
    const signal = AbortSignal.any([jobRun.signal, stop.signal])
    await actAsSystem(() => handler(jobRun.data as never, signal)).catch((error) =>
      failJob(job, jobRun.id, error),
    )
    jobsEnded.labels(job, 'done').inc()
    if (isResumable && stop.signal.aborted) throw new Error('the process is stopping')
  }

  /** Several local workers with batches of one keep a slow job from delaying others. */
  async function startWorker(worker: Worker): Promise<void> {
    const { concurrency = 1 } = worker.options
    await boss.work(
      worker.job,
      { localConcurrency: concurrency, pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 2 },
      async ([jobRun]) => {
        if (jobRun) await run(worker, jobRun)
      },
    )
  }

  return {
    async send(job, data, { delaySeconds, key } = {}) {
      await boss.send(job, data, {
        ...(delaySeconds ? { startAfter: delaySeconds } : {}),
        // `short` queues hold one waiting job per key; a random key keeps the others apart.
        singletonKey: key ?? crypto.randomUUID(),
      })
    },
    work: (job, jobOptions, handler) => {
      workers.push({ job, options: jobOptions, handler })
    },
    async statsOfDue() {
      const { rows } = await boss.getDb().executeSql(DUE)
      return rows as QueueStats[]
    },
    async start() {
      await boss.start()
      await prepareQueues()
      if (options.runsWorkers) for (const worker of workers) await startWorker(worker)
    },
    async stop() {
      stop.abort()
      // The queue fails unfinished jobs, so that another worker retries them.
      await boss.stop({ graceful: true, timeout: STOP_MS })
    },
  }
}

function queueOptions({ expireInSeconds = 60, retries = 8 }: JobOptions) {
  return {
    notify: true,
    retryLimit: retries,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 300,
    expireInSeconds,
    deleteAfterSeconds: 3600,
  }
}

function differs(existing: object, target: Record<string, unknown>): boolean {
  const current = existing as Record<string, unknown>
  return Object.keys(target).some((key) => current[key] !== target[key])
}
