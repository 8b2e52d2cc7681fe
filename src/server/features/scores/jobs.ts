import type { OrganizationsService } from '#server/features/organizations/service.ts'
import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import type { Queue } from '#server/platform/queue/queue.ts'
import { MAX_CONCURRENT_SLICES } from './limits.ts'
import { RESCORE_SLICE, type ScoresService } from './service.ts'

/**
 * Rescores each organization once a day, since signals fade. Runs hourly to make up for missed days and interrupted
 * runs.
 */
export function scoresJobs(queue: Queue, service: ScoresService, organizations: OrganizationsService): void {
  queue.work(
    'rescore-all',
    { cron: '5 * * * *', expireInSeconds: 600, isResumable: true },
    async (_, signal) => {
      for (const id of await organizations.listActiveIds()) {
        if (signal.aborted) return
        await service.rescoreAll(parseOrganizationId(id), 'faded')
      }
    },
  )
  queue.work<{ organizationId: string; slice: number }>(
    RESCORE_SLICE,
    { concurrency: MAX_CONCURRENT_SLICES, expireInSeconds: 900, isResumable: true },
    ({ organizationId, slice }, signal) =>
      service.runSlice(parseOrganizationId(organizationId), slice, signal),
  )
}
