import type { Queue } from '#server/platform/queue/queue.ts'
import { PRIVACY_MAIL_JOB, PRIVACY_WORK_JOB, type PrivacyRequestsService } from './service.ts'

const REMIND = 'privacy.remind-operators'
const REMOVE_OLD = 'privacy.remove-old'

/** Jobs aren't retried by the queue: the table stores the next attempt, and the sweep queues it. */
export function privacyRequestsJobs(queue: Queue, service: PrivacyRequestsService): void {
  queue.work<{ id: string }>(
    PRIVACY_MAIL_JOB,
    { concurrency: 2, expireInSeconds: 300, retries: 0 },
    ({ id }) => service.sendMail(id),
  )
  queue.work<{ id: string }>(
    PRIVACY_WORK_JOB,
    { concurrency: 1, expireInSeconds: 3600, retries: 0 },
    ({ id }) => service.work(id),
  )
  queue.work(REMIND, { concurrency: 1, expireInSeconds: 600 }, () => service.remind())
  queue.work(REMOVE_OLD, { concurrency: 1, expireInSeconds: 600 }, () => service.removeOld())
  queue.schedule(REMIND, '0 13 * * *')
  queue.schedule(REMOVE_OLD, '45 3 * * *')
}
