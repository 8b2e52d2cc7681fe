import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import type { Queue } from '#server/platform/queue/queue.ts'
import { type OutcomesService, SNAPSHOT_ORGANIZATION } from './service.ts'

/** Snapshots are taken on the first of each month, after the nightly rescoring has started; the sweep catches up. */
export function outcomesJobs(queue: Queue, service: OutcomesService): void {
  queue.work('freeze-all-scores', { cron: '30 0 1 * *' }, () => service.sweep())
  queue.work<{ organizationId: string }>(
    SNAPSHOT_ORGANIZATION,
    { expireInSeconds: 3600, isResumable: true },
    ({ organizationId }, signal) => service.takeSnapshot(parseOrganizationId(organizationId), signal),
  )
}
