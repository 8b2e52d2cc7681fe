import { VERIFY_JOB } from '#server/features/contacts/service.ts'
import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import type { Queue } from '#server/platform/queue/queue.ts'
import type { VerificationService } from './service.ts'

export function verificationJobs(queue: Queue, service: VerificationService): void {
  queue.work<{ organizationId: string; contactIds?: string[] }>(
    VERIFY_JOB,
    { concurrency: 4, expireInSeconds: 600, isResumable: true },
    ({ organizationId, contactIds }, signal) => {
      const id = parseOrganizationId(organizationId)
      return contactIds ? service.verify(id, contactIds) : service.verifyDue(id, signal)
    },
  )
}
