import { mintOrganizationId } from '#server/platform/db/organization-id.ts'
import type { Queue } from '#server/platform/queue/queue.ts'
import { FREEZE_ORGANIZATION, type OutcomesService } from './service.ts'

const FREEZE_ALL = 'freeze-all-scores'

/** On the first of each month, after the night's rescoring has begun, scores are frozen; the sweep catches up. */
export function outcomesJobs(queue: Queue, service: OutcomesService): void {
  queue.work(FREEZE_ALL, { concurrency: 1 }, () => service.sweep())
  queue.work<{ organizationId: string }>(
    FREEZE_ORGANIZATION,
    { concurrency: 1, expireInSeconds: 3600, leavesOff: true },
    ({ organizationId }, signal) => service.freeze(mintOrganizationId(organizationId), signal),
  )
  queue.schedule(FREEZE_ALL, '30 0 1 * *')
}
