import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import type { Queue } from '#server/platform/queue/queue.ts'
import { ERASE_JOB, type ErasureService } from './service.ts'

/** Jobs aren't retried by the queue: the erasures table stores the progress. */
export function erasureJobs(queue: Queue, service: ErasureService): void {
  queue.work<{ organizationId: string }>(
    ERASE_JOB,
    { expireInSeconds: 6 * 3600, retries: 0 },
    ({ organizationId }, signal) => service.continue(parseOrganizationId(organizationId), signal),
  )
  queue.work('erasure.review-canceled', { cron: '10 5 * * *', expireInSeconds: 3600 }, (_, signal) =>
    service.reviewCanceled(signal),
  )
  queue.work('erasure.redact-late-events', { cron: '40 5 * * *', expireInSeconds: 3600 }, (_, signal) =>
    service.redactLateEvents(signal),
  )
}
