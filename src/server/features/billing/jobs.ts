import type { Queue } from '#server/platform/queue/queue.ts'
import { type BillingService, CHECK_MONEY_JOB } from './service.ts'

/**
 * Subscriptions of a provider that is no longer connected end, what got lost is asked for, and what must hold about money
 * is looked at, each hour; a start and an operator ask for it at once.
 */
export function billingJobs(
  queue: Queue,
  service: Pick<BillingService, 'catchUp' | 'checkMoney' | 'endUnconnected'>,
): void {
  queue.work(CHECK_MONEY_JOB, { concurrency: 1, expireInSeconds: 900, retries: 2 }, async () => {
    try {
      await service.endUnconnected()
      await service.catchUp()
    } finally {
      // It is what tells of trouble, so that trouble with the others must not keep it away.
      await service.checkMoney()
    }
  })
  queue.schedule(CHECK_MONEY_JOB, '23 * * * *')
}
