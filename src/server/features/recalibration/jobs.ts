import type { OrganizationsService } from '#server/features/organizations/service.ts'
import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import type { Queue } from '#server/platform/queue/queue.ts'
import { RECALIBRATE_JOB, type RecalibrationService } from './service.ts'

/** Recalibrates each organization every night, after scores have been calculated for the day. */
export function recalibrationJobs(
  queue: Queue,
  service: RecalibrationService,
  organizations: OrganizationsService,
): void {
  queue.work(
    'recalibrate-all',
    { cron: '40 6 * * *', expireInSeconds: 600, isResumable: true },
    async (_, signal) => {
      for (const id of await organizations.listActiveIds()) {
        if (signal.aborted) return
        await service.startNightly(parseOrganizationId(id))
      }
    },
  )
  queue.work<{ organizationId: string; id: string }>(
    RECALIBRATE_JOB,
    { expireInSeconds: 300 },
    ({ organizationId, id }) => service.run(parseOrganizationId(organizationId), id),
  )
}
