import type { Queue } from '#server/platform/queue/queue.ts'
import type { DomainsService } from './service.ts'

export function domainsJobs(queue: Queue, service: DomainsService): void {
  queue.work('domains.recheck', { cron: '20 * * * *', retries: 2 }, (_, signal) => service.recheck(signal))
}
