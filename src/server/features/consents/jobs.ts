import type { Queue } from '#server/platform/queue/queue.ts'
import type { ConsentsService } from './service.ts'

export function consentsJobs(queue: Queue, service: Pick<ConsentsService, 'storeMissingHashes'>): void {
  queue.work('opt-outs.store', { cron: '40 6 * * *', expireInSeconds: 2 * 3600 }, () =>
    service.storeMissingHashes(),
  )
}
