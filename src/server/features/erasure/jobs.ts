import { mintOrganizationId } from '#server/platform/db/organization-id.ts'
import type { Queue } from '#server/platform/queue/queue.ts'
import { ERASE_JOB, type ErasureService } from './service.ts'

const REVIEW = 'erasure.review-canceled'
const REDACT = 'erasure.redact-late-events'

/** Jobs aren't retried by the queue: the erasures table stores the progress. */
export function erasureJobs(queue: Queue, service: ErasureService): void {
  queue.work<{ organizationId: string }>(
    ERASE_JOB,
    { concurrency: 1, expireInSeconds: 6 * 3600, retries: 0 },
    ({ organizationId }, signal) => service.continue(mintOrganizationId(organizationId), signal),
  )
  queue.work(REVIEW, { concurrency: 1, expireInSeconds: 3600 }, (_, signal) => service.reviewCanceled(signal))
  queue.work(REDACT, { concurrency: 1, expireInSeconds: 3600 }, (_, signal) =>
    service.redactLateEvents(signal),
  )
  queue.schedule(REVIEW, '10 5 * * *')
  queue.schedule(REDACT, '40 5 * * *')
}
