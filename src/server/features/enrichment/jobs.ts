import { VERIFY_JOB } from '#server/features/contacts/service.ts'
import { mintOrganizationId } from '#server/platform/db/organization-id.ts'
import type { Queue } from '#server/platform/queue/queue.ts'
import { ENRICH_JOB, type EnrichmentService, WAITING_JOB } from './service.ts'

export function enrichmentJobs(queue: Queue, service: EnrichmentService): void {
  queue.work<{ organizationId: string; enrichmentId: string }>(ENRICH_JOB, { concurrency: 8 }, (job) =>
    service.run(mintOrganizationId(job.organizationId), job.enrichmentId),
  )
  queue.work<{ organizationId: string }>(WAITING_JOB, { concurrency: 2, expireInSeconds: 900 }, (job) =>
    service.runWaiting(mintOrganizationId(job.organizationId)),
  )
  queue.work<{ organizationId: string; contactIds: string[] }>(
    VERIFY_JOB,
    { concurrency: 4, expireInSeconds: 600 },
    (job) => service.verify(mintOrganizationId(job.organizationId), job.contactIds),
  )
}
