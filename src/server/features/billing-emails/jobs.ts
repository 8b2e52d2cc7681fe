import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import type { Queue } from '#server/platform/queue/queue.ts'
import { BILLING_EMAIL_JOB, type BillingEmailsService } from './service.ts'

/** The queue never retries emails: the table stores the time of the next attempt, and the sweep starts it. */
export function billingEmailsJobs(queue: Queue, service: BillingEmailsService): void {
  queue.work<{ organizationId: OrganizationId; key: string }>(
    BILLING_EMAIL_JOB,
    { concurrency: 2, expireInSeconds: 300, retries: 0 },
    (email) => service.send(email),
  )
}
