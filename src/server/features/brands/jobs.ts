import type { Queue } from '#server/platform/queue/queue.ts'
import type { BrandsService } from './service.ts'

export function brandsJobs(queue: Queue, service: BrandsService): void {
  queue.work('brands.check-senders', { cron: '23 * * * *', retries: 2 }, () => service.checkDueSenders())
}
