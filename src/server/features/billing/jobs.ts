import type { Queue } from '#server/platform/queue/queue.ts'
import { type BillingService, CHECK_MONEY_JOB } from './service.ts'

/**
 * Subscriptions of a provider that is no longer connected end, and what must hold about money is looked at, each hour; a
 * start asks for both at once.
 */
export function billingJobs(
  queue: Queue,
  service: Pick<BillingService, 'checkMoney' | 'endUnconnected'>,
): void {
  queue.work(CHECK_MONEY_JOB, { concurrency: 1, expireInSeconds: 900, retries: 2 }, async () => {
    await service.endUnconnected()
    await service.checkMoney()
  })
  queue.schedule(CHECK_MONEY_JOB, '23 * * * *')
}
