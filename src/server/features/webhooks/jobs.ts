import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import type { Queue } from '#server/platform/queue/queue.ts'
import { DISABLED_EMAIL_JOB, type DisabledEmailJob } from './service/disabled-endpoints.ts'
import { SEND_JOB, type WebhooksService } from './service.ts'

/** Runs at each start, when a new key may have been configured, and every night. */
export const RESEAL_WEBHOOK_SECRETS_JOB = 'reseal-webhook-secrets'

/** The queue only wakes the sender: the table stores what is due, and the sweep finds what was missed. */
export function webhooksJobs(queue: Queue, service: WebhooksService): void {
  queue.work<{ organizationId: string }>(
    SEND_JOB,
    { concurrency: 2, retries: 0 },
    async ({ organizationId }) => service.wake(parseOrganizationId(organizationId)),
  )
  queue.work<DisabledEmailJob>(DISABLED_EMAIL_JOB, { retries: 6 }, service.mailDisabled)
  queue.work(RESEAL_WEBHOOK_SECRETS_JOB, { cron: '47 3 * * *' }, () => service.resealAll())
}
