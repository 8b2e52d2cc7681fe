import type { Queue } from '#server/platform/queue/queue.ts'
import type { OriginsService } from './service.ts'

export function originsJobs(queue: Queue, service: OriginsService): void {
  queue.work('origins.remove-expired', { cron: '37 5 * * *' }, () => service.removeExpired())
}
