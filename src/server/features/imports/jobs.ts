import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import type { Queue } from '#server/platform/queue/queue.ts'
import { type ImportsService, RUN_IMPORT } from './service.ts'

export function importsJobs(queue: Queue, service: ImportsService): void {
  queue.work<{ organizationId: string; importId: string }>(
    RUN_IMPORT,
    { concurrency: 3, expireInSeconds: 3600, isResumable: true },
    (job, signal) => service.run(parseOrganizationId(job.organizationId), job.importId, signal),
  )
}
