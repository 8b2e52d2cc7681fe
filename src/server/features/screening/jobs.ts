import type { OrganizationsService } from '#server/features/organizations/service.ts'
import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import type { Queue } from '#server/platform/queue/queue.ts'
import type { ScreeningService } from './service.ts'

/** Send this job when a new list was loaded. */
export const RESCREEN_ALL = 'rescreen-all'
const RESCREEN_ORGANIZATION = 'rescreen-organization'

/** Rescreens everyone soon after a new list was loaded, at the latest the next night. */
export function screeningJobs(
  queue: Queue,
  service: ScreeningService,
  organizations: OrganizationsService,
): void {
  queue.work(RESCREEN_ALL, { cron: '40 0 * * *' }, async () => {
    if (!(await service.hasList())) return
    for (const organizationId of await organizations.listActiveIds()) {
      await queue.send(RESCREEN_ORGANIZATION, { organizationId }, { key: organizationId })
    }
  })
  queue.work<{ organizationId: string }>(
    RESCREEN_ORGANIZATION,
    { expireInSeconds: 3600, isResumable: true },
    ({ organizationId }, signal) => service.rescreen(parseOrganizationId(organizationId), signal),
  )
}
