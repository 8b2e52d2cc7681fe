import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import type { Queue } from '#server/platform/queue/queue.ts'
import { ENRICH_JOB, type EnrichmentService, WAITING_JOB } from './service.ts'

export function enrichmentJobs(queue: Queue, service: EnrichmentService): void {
  queue.work<{ organizationId: string; enrichmentId: string }>(ENRICH_JOB, { concurrency: 8 }, (job) =>
    service.run(parseOrganizationId(job.organizationId), job.enrichmentId),
  )
  queue.work<{ organizationId: string }>(
    WAITING_JOB,
    { concurrency: 2, expireInSeconds: 900, isResumable: true },
    (job, signal) => service.runWaiting(parseOrganizationId(job.organizationId), signal),
  )
}
