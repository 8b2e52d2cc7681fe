import type { Queue } from '#server/platform/queue/queue.ts'
import { BILLING_AUDIT_JOB, type BillingService } from './service.ts'

/**
 * Ends subscriptions of a disconnected provider, catches up on missed events and checks the billing rules every hour.
 * Also runs when the application starts and when an operator requests a check.
 */
export function billingJobs(
  queue: Queue,
  service: Pick<BillingService, 'catchUp' | 'checkMoney' | 'endDisconnectedSubscriptions'>,
): void {
  queue.work(BILLING_AUDIT_JOB, { cron: '23 * * * *', expireInSeconds: 900, retries: 2 }, async () => {
    try {
      await service.endDisconnectedSubscriptions()
      await service.catchUp()
    } finally {
      // The check raises the alarms, so it runs even if the other steps fail.
      await service.checkMoney()
    }
  })
}
