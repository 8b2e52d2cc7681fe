import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import type { Queue } from '#server/platform/queue/queue.ts'
import type { CreditsService } from './service.ts'

/**
 * Grants monthly credits, also within a yearly period. Calls `onGranted` for each organization that received some, so that
 * its waiting work continues.
 */
export function creditsJobs(
  queue: Queue,
  service: CreditsService,
  onGranted: (organizationId: OrganizationId) => Promise<void> = async () => {},
): void {
  queue.work('credits.months', { cron: '7 * * * *', expireInSeconds: 1800 }, async (_, signal) => {
    let page = await service.listSubscribersAfter(null)
    while (page.length > 0 && !signal.aborted) {
      for (const organizationId of page) {
        if (await service.grantMonth(organizationId)) await onGranted(organizationId)
      }
      page = await service.listSubscribersAfter(page.at(-1) ?? null)
    }
  })
}
