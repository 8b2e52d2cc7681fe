import type { BrandsService } from '#server/features/brands/service.ts'
import type { DomainsService } from '#server/features/domains/service.ts'
import type { Database, TenantTx } from '#server/platform/db/database.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import { sendUnlessRejected } from '#server/platform/mail/send-unless-rejected.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as limits from '../limits.ts'
import { giveUpDisabled } from '../store/deliveries.ts'
import * as endpoints from '../store/endpoints.ts'
import { disabledEmail } from './disabled-email.ts'

export const DISABLED_EMAIL_JOB = 'mail-disabled-webhook'

/** An email to one of those who manage an endpoint that we turned off. */
export type DisabledEmailJob = {
  organizationId: OrganizationId
  endpointId: string
  reason: endpoints.DisabledReason
  userId: string
}

/** The rest of the work after an endpoint was turned off. */
export function disabledEndpoints(
  platform: Pick<Platform, 'db' | 'queue' | 'mailer' | 'log'>,
  {
    brands,
    domains,
  }: { brands: Pick<BrandsService, 'emailBrandOf'>; domains: Pick<DomainsService, 'originOf'> },
) {
  const { db, queue } = platform

  return {
    /** Queues due emails, a job for each recipient, and gives up what waits for endpoints that are off. */
    async settle(organizationId: OrganizationId): Promise<void> {
      await db.tenant(organizationId, async (tx) => {
        for (const { id: endpointId, reason } of await endpoints.listMailsDue(tx)) {
          for (const { userId } of await endpoints.listManagers(tx)) {
            const job: DisabledEmailJob = { organizationId, endpointId, reason, userId }
            await queue.send(DISABLED_EMAIL_JOB, job, { key: `${endpointId} ${userId}` })
          }
          await endpoints.clearMailDue(tx, endpointId)
        }
      })
      await inBatches(db, organizationId, (tx) => giveUpDisabled(tx, limits.CLEANUP_BATCH))
    },

    /** Tells an owner or administrator that an endpoint was turned off. */
    async mail({ organizationId, endpointId, reason, userId }: DisabledEmailJob): Promise<void> {
      const { endpoint, managers } = await db.read(organizationId, async (tx) => ({
        endpoint: await endpoints.findEndpoint(tx, endpointId),
        managers: await endpoints.listManagers(tx),
      }))
      const manager = managers.find((each) => each.userId === userId)
      if (!manager || !endpoint || endpoint.isEnabled) return
      const settingsUrl = `${await domains.originOf(organizationId)}/settings/webhooks`
      const { complete } = await brands.emailBrandOf(organizationId)
      const message = complete(disabledEmail(manager.email, { url: endpoint.url, reason, settingsUrl }))
      await sendUnlessRejected(platform, message, { endpointId })
    },
  }
}

/** Repeats a change in transactions of its own until a batch isn't full. */
export async function inBatches(
  db: Database,
  organizationId: OrganizationId,
  change: (tx: TenantTx) => Promise<number>,
): Promise<void> {
  while ((await db.tenant(organizationId, change)) === limits.CLEANUP_BATCH);
}
