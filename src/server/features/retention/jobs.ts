import type { Queue } from '#server/platform/queue/queue.ts'
import type { RetentionService } from './service.ts'

/** At night in US time zones, after the features' own cleanups. */
export function retentionJobs(queue: Queue, service: Pick<RetentionService, 'removeAll'>): void {
  queue.work('outdated.remove', { cron: '20 6 * * *', expireInSeconds: 2 * 3600 }, (_, signal) =>
    service.removeAll(signal),
  )
}
