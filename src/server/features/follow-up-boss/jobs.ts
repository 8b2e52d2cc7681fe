import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import type { Queue } from '#server/platform/queue/queue.ts'
import { OUTAGE_EMAIL_JOB, type OutageEmailJob } from './service/outages.ts'
import { type FollowUpBossService, SYNC_JOB } from './service.ts'

/** Runs at each start, when a new key may have been configured, and every night. */
export const RESEAL_FOLLOW_UP_BOSS_JOB = 'reseal-follow-up-boss'

/** One organization has one place, so that a slow account holds up no other one. */
export function followUpBossJobs(queue: Queue, service: FollowUpBossService): void {
  queue.work<{ organizationId: string }>(
    SYNC_JOB,
    { concurrency: 4, retries: 0 },
    async ({ organizationId }) => service.sync(parseOrganizationId(organizationId)),
  )
  queue.work<OutageEmailJob>(OUTAGE_EMAIL_JOB, { retries: 6 }, service.mailOutage)
  queue.work(RESEAL_FOLLOW_UP_BOSS_JOB, { cron: '52 3 * * *' }, () => service.resealAll())
}
