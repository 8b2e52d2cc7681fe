import type { Queue } from '#server/platform/queue/queue.ts'
import type { OutdatedService } from './service.ts'

const REMOVE = 'outdated.remove'

/** At night in US time zones, after the features' own cleanups. */
export function outdatedJobs(queue: Queue, service: Pick<OutdatedService, 'removeAll'>): void {
  queue.work(REMOVE, { concurrency: 1, expireInSeconds: 2 * 3600 }, async (_, signal) => {
    await service.removeAll(signal)
  })
  queue.schedule(REMOVE, '20 6 * * *')
}
