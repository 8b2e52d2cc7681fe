import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import type { Queue } from '#server/platform/queue/queue.ts'
import type { CreditsService } from './service.ts'

/**
 * Grants monthly credits, also within a yearly period. `granted` is called for each organization that received some, so
 * that its waiting work continues.
 */
export function creditsJobs(
  queue: Queue,
  service: CreditsService,
  granted: (organizationId: OrganizationId) => Promise<void> = async () => {},
): void {
  queue.work('credits.months', { cron: '7 * * * *', expireInSeconds: 1800 }, async (_, signal) => {
    let page = await service.subscribersAfter(null)
    while (page.length > 0 && !signal.aborted) {
      for (const organizationId of page) {
        if (await service.grantMonth(organizationId)) await granted(organizationId)
      }
      page = await service.subscribersAfter(page.at(-1) ?? null)
    }
  })
}
