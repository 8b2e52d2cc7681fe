import { DUPLICATES_JOB } from '#server/features/contacts/service.ts'
import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import type { Queue } from '#server/platform/queue/queue.ts'
import type { DuplicatesService } from './service.ts'

export function duplicatesJobs(queue: Queue, service: DuplicatesService): void {
  queue.work<{ organizationId: string }>(
    DUPLICATES_JOB,
    { expireInSeconds: 600, isResumable: true },
    ({ organizationId }, signal) => service.check(parseOrganizationId(organizationId), signal),
  )
}
