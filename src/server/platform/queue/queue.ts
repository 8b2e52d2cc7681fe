import { PgBoss } from 'pg-boss'
import type { Log } from '../log.ts'
import { jobsEnded } from '../metrics.ts'

/**
 * Background work. A job is a wake-up call with ids in it: what is to be done stands in the tables, so a job may run
 * twice or come late without harm. Personal data does not lie in the queue: the address of a sign-in mail is sealed.
 */
export type Queue = {
  /** `delaySeconds` starts the job later; `key` keeps a waiting job from being put in twice. */
  send(job: string, data: object, options?: { delaySeconds?: number; key?: string }): Promise<void>
  /** Registers the worker of a job; call before `start`. The signal aborts when time is up or the process stops. */
  work<T extends object>(
    job: string,
    options: JobOptions,
    handler: (data: T, signal: AbortSignal) => Promise<void>,
  ): void
  /** Runs a job at the times of a cron expression (UTC), once for all processes. */
  schedule(job: string, cron: string): void
  /** Jobs that are due and not begun, of all processes: a look into an index. */
  due(): Promise<QueueStats[]>
  start(): Promise<void>
  stop(): Promise<void>
}

export type QueueStats = { job: string; waiting: number; oldestSeconds: number }

export type JobOptions = {
  /** How many run at once in this process. */
  concurrency: number
  /** A job that runs longer is given to another worker. */
  expireInSeconds?: number
  retries?: number
  /** The handler leaves off at its signal with work left: while the process stops, the job goes to another worker. */
  leavesOff?: true
}

const DUE = `
  select name as job, count(*)::int as waiting, extract(epoch from now() - min(start_after))::float as "oldestSeconds"
    from pgboss.job where state < 'active' and not blocked and start_after <= now() group by name`

type JobWithSignal = { id: string; data: unknown; signal: AbortSignal }

/** Within the time that a stopping process has altogether. */
const STOP_MS = 3000

type Worker = {
  job: string
  options: JobOptions
  handler: (data: never, signal: AbortSignal) => Promise<void>
}

/** Opens the queue in the schema `pgboss`; `runsWorkers` is false in a process that only serves requests. */
export function openQueue(ownerUrl: string, options: { log: Log; runsWorkers: boolean }): Queue {
  const boss = new PgBoss({
    connectionString: ownerUrl,
    application_name: 'ninefold-queue',
    // On a cluster the queue stands on one node; elsewhere nobody knows this setting, and nobody minds it.
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
  const stopping = new AbortController()
  const schedules: { job: string; cron: string }[] = []

  /** Keeps the error's kind and not its words, which may quote a person's data, in the log and in the queue. */
  function giveUp(job: string, id: string, error: unknown): never {
    const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
    const kind = String(code ?? name ?? 'unknown')
    jobsEnded.labels(job, 'failed').inc()
    options.log.warn({ job, id, err: kind }, 'A job failed; the queue tries it again')
    throw new Error(kind)
  }

  /** What stands in the database and is as wanted is left alone: most starts find nothing to do. */
  async function prepareQueues(): Promise<void> {
    const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
    for (const { job, options: wishes } of workers) {
      const wanted = queueOptions(wishes)
      const found = known.get(job)
      if (!found) await boss.createQueue(job, { ...wanted, policy: 'short' })
      else if (differs(found, wanted)) await boss.updateQueue(job, wanted)
    }
    const planned = new Map((await boss.getSchedules()).map(({ name, cron }) => [name, cron]))
    for (const { job, cron } of schedules) if (planned.get(job) !== cron) await boss.schedule(job, cron)
  }

  async function run({ job, options: { leavesOff }, handler }: Worker, one: JobWithSignal): Promise<void> {
    const signal = AbortSignal.any([one.signal, stopping.signal])
    await handler(one.data as never, signal).catch((error) => giveUp(job, one.id, error))
    jobsEnded.labels(job, 'done').inc()
    if (leavesOff && stopping.signal.aborted) throw new Error('the process stops')
  }

  /** A batch of one does not burst; several local workers keep one slow job from holding the others. */
  async function startWorker(worker: Worker): Promise<void> {
    const { concurrency } = worker.options
    await boss.work(
      worker.job,
      { localConcurrency: concurrency, pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 2 },
      async ([one]) => {
        if (one) await run(worker, one)
      },
    )
  }

  return {
    async send(job, data, { delaySeconds, key } = {}) {
      await boss.send(job, data, {
        ...(delaySeconds ? { startAfter: delaySeconds } : {}),
        // `short` queues hold one waiting job a key; without a key each job is its own.
        singletonKey: key ?? crypto.randomUUID(),
      })
    },
    work: (job, jobOptions, handler) => {
      workers.push({ job, options: jobOptions, handler })
    },
    schedule: (job, cron) => {
      schedules.push({ job, cron })
    },
    async due() {
      const { rows } = await boss.getDb().executeSql(DUE)
      return rows as QueueStats[] // as the statement names them
    },
    async start() {
      await boss.start()
      await prepareQueues()
      if (options.runsWorkers) for (const worker of workers) await startWorker(worker)
    },
    async stop() {
      stopping.abort()
      // Whoever is not done by then is failed by the queue, and so taken up elsewhere.
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

function differs(found: object, wanted: Record<string, unknown>): boolean {
  const standing = found as Record<string, unknown>
  return Object.keys(wanted).some((key) => standing[key] !== wanted[key])
}
