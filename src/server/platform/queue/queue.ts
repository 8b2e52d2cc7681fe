import { PgBoss } from 'pg-boss'
import type { Log } from '../log.ts'

/**
 * Background work. A job is a wake-up call with ids in it: what is to be done stands in the tables, so a job may run
 * twice or come late without harm. Personal data does not lie in the queue, but for the address a sign-in mail goes to.
 */
export type Queue = {
  /** `delaySeconds` starts the job later; `key` keeps a waiting job from being put in twice. */
  send(job: string, data: object, options?: { delaySeconds?: number; key?: string }): Promise<void>
  /** Registers the worker of a job; call before `start`. */
  work<T extends object>(
    job: string,
    options: JobOptions,
    handler: (data: T, signal: AbortSignal) => Promise<void>,
  ): void
  /** Runs a job at the times of a cron expression (UTC), once for all processes. */
  schedule(job: string, cron: string): void
  start(): Promise<void>
  stop(): Promise<void>
}

export type JobOptions = {
  /** How many run at once in this process. */
  concurrency: number
  /** A job that runs longer is given to another worker. */
  expireInSeconds?: number
  retries?: number
}

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
    max: 4,
    superviseIntervalSeconds: 15,
    monitorIntervalSeconds: 15,
    useListenNotify: true,
    supervise: options.runsWorkers,
    schedule: options.runsWorkers,
  })
  boss.on('error', (error) => options.log.error({ err: error.message }, 'The job queue reported an error'))
  const workers: Worker[] = []
  const schedules: { job: string; cron: string }[] = []

  /** Keeps the error's kind and not its words, which may quote a person's data, in the log and in the queue. */
  function giveUp(job: string, id: string, error: unknown): never {
    const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
    const kind = String(code ?? name ?? 'unknown')
    options.log.warn({ job, id, err: kind }, 'A job failed; the queue tries it again')
    throw new Error(kind)
  }

  async function register({
    job,
    options: { concurrency, expireInSeconds = 60, retries = 8 },
    handler,
  }: Worker) {
    await boss.createQueue(job, {
      notify: true,
      retryLimit: retries,
      retryDelay: 1,
      retryBackoff: true,
      retryDelayMax: 300,
      expireInSeconds,
      deleteAfterSeconds: 3600,
      policy: 'short',
    })
    if (!options.runsWorkers) return
    // A batch of one does not burst; several local workers keep one slow job from holding the others.
    await boss.work(
      job,
      { localConcurrency: concurrency, pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 2 },
      async ([one]) => {
        if (one) await handler(one.data as never, one.signal).catch((error) => giveUp(job, one.id, error))
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
    async start() {
      await boss.start()
      for (const worker of workers) await register(worker)
      for (const { job, cron } of schedules) await boss.schedule(job, cron)
    },
    stop: () => boss.stop({ graceful: true, timeout: 3000 }),
  }
}
