import type { Queue } from '#server/platform/queue/queue.ts'
import { PRIVACY_EMAIL_JOB, PRIVACY_WORK_JOB, type PrivacyRequestsService } from './service.ts'

/** Jobs aren't retried by the queue: the table stores the next attempt, and the sweep queues it. */
export function privacyRequestsJobs(queue: Queue, service: PrivacyRequestsService): void {
  queue.work<{ id: string }>(
    PRIVACY_EMAIL_JOB,
    { concurrency: 2, expireInSeconds: 300, retries: 0 },
    ({ id }) => service.sendEmail(id),
  )
  queue.work<{ id: string }>(PRIVACY_WORK_JOB, { expireInSeconds: 3600, retries: 0 }, ({ id }) =>
    service.work(id),
  )
  queue.work('privacy.remind-operators', { cron: '0 13 * * *', expireInSeconds: 600 }, () => service.remind())
  queue.work('privacy.remove-old', { cron: '45 3 * * *', expireInSeconds: 600 }, () => service.removeOld())
}
