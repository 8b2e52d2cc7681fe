import type { Queue } from '#server/platform/queue/queue.ts'
import type { SecondFactorChange } from './service/emails.ts'
import { SECOND_FACTOR_EMAIL_JOB, type SecondFactorService } from './service.ts'

/** Runs at each start, when a new key may have been configured, and every night. */
export const RESEAL_JOB = 'reseal-second-factors'

export function secondFactorJobs(queue: Queue, service: SecondFactorService): void {
  queue.work<{ userId: string; change: SecondFactorChange }>(
    SECOND_FACTOR_EMAIL_JOB,
    { concurrency: 2, retries: 6 },
    service.sendEmail,
  )
  queue.work(RESEAL_JOB, { cron: '41 3 * * *' }, async () => {
    await service.removeUnconfirmed()
    await service.resealAll()
  })
}
