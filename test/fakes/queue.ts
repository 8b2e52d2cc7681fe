import { actAsSystem } from '#server/platform/acting-member.ts'
import type { Queue } from '#server/platform/queue/queue.ts'

type Job = { job: string; data: object; key: string | undefined }
type Handler = (data: never, signal: AbortSignal) => Promise<void>

/** A queue in memory. Jobs wait for `drain`; between `start` and `stop` they run by themselves. */
export type FakeQueue = Queue & {
  /** Jobs not yet run, in order, including those without a worker. */
  readonly pendingJobs: readonly Job[]
  /** Runs jobs until none with a worker is left. A job that throws is put back, and its error is thrown. */
  drain(): Promise<void>
}

export function createFakeQueue(): FakeQueue {
  const pendingJobs: Job[] = []
  const handlers = new Map<string, Handler>()
  const running = new Set<Promise<void>>()
  let isStarted = false

  async function drain(): Promise<void> {
    for (;;) {
      const nextIndex = pendingJobs.findIndex(({ job }) => handlers.has(job))
      const [job] = nextIndex === -1 ? [] : pendingJobs.splice(nextIndex, 1)
      if (!job) return
      try {
        await actAsSystem(() => handlers.get(job.job)?.(job.data as never, new AbortController().signal))
      } catch (error) {
        pendingJobs.unshift(job)
        throw error
      }
    }
  }

  function runInBackground(): void {
    const run = drain().catch((error: unknown) => console.error('A job failed in the background', error))
    running.add(run)
    void run.finally(() => running.delete(run))
  }

  return {
    pendingJobs,
    drain,
    async send(job, data, { key } = {}) {
      if (
        key !== undefined &&
        pendingJobs.some((waitingJob) => waitingJob.job === job && waitingJob.key === key)
      )
        return
      // Jobs are copies, as in the database.
      pendingJobs.push({ job, data: JSON.parse(JSON.stringify(data)) as object, key })
      if (isStarted) setImmediate(runInBackground)
    },
    work: (job, _options, handler) => {
      handlers.set(job, handler as Handler)
    },
    statsOfDue: async () => [],
    async start() {
      isStarted = true
      runInBackground()
    },
    async stop() {
      isStarted = false
      await Promise.all(running)
    },
  }
}
