import type { Queue } from '#server/platform/queue/queue.ts'
import type { BrandsService } from './service.ts'

/** Runs at each start, when a new key may have been configured, and every night. */
export const RESEAL_EMAIL_KEYS_JOB = 'brands.reseal-email-keys'

export function brandsJobs(queue: Queue, service: BrandsService): void {
  queue.work('brands.check-senders', { cron: '23 * * * *', retries: 2 }, () => service.checkDueSenders())
  queue.work(RESEAL_EMAIL_KEYS_JOB, { cron: '48 3 * * *' }, async () => {
    await service.resealAll()
  })
}
