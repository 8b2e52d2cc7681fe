import { STOP_TEXTS, type StopReason } from '#domain/follow-up-boss/stop-texts.ts'
import type { BrandsService } from '#server/features/brands/service.ts'
import type { DomainsService } from '#server/features/domains/service.ts'
import type { NotificationsService } from '#server/features/notifications/service.ts'
import { audit } from '#server/platform/audit.ts'
import { type Context, systemContext } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import type { Email } from '#server/platform/mail/mailer.ts'
import { sendUnlessRejected } from '#server/platform/mail/send-unless-rejected.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as connections from '../store/connections.ts'
import * as queueStore from '../store/queue.ts'

export const OUTAGE_EMAIL_JOB = 'mail-stopped-sync'

/** An email to an owner whose sync stopped. */
export type OutageEmailJob = {
  organizationId: OrganizationId
  problem: StopReason
  userId: string
}

export type OutageFeatures = {
  brands: Pick<BrandsService, 'emailBrandOf'>
  domains: Pick<DomainsService, 'originOf'>
  notifications: Pick<NotificationsService, 'syncStopped'>
}

/** Tells owners once that the sync stopped until they act. */
export function createOutages(
  platform: Pick<Platform, 'db' | 'queue' | 'mailer' | 'log'>,
  { brands, domains, notifications }: OutageFeatures,
) {
  const { db, queue } = platform

  return {
    /** Records the end of a sync that just failed; part of the transaction that ends it. */
    async record(tx: TenantTx, problem: StopReason, job: string): Promise<void> {
      const context: Context = systemContext(tx.organizationId, job)
      await queueStore.dropContactsOfFailed(tx)
      await audit(tx, {
        ...context,
        ...{ action: 'follow-up-boss.failed', subject: tx.organizationId, details: { problem } },
      })
      const owners = await connections.listOwners(tx)
      await notifications.syncStopped(tx, { problem, userIds: owners.map(({ userId }) => userId) })
    },

    /** Queues due emails, a job for each owner. */
    async settle(organizationId: OrganizationId): Promise<void> {
      await db.tenant(organizationId, async (tx) => {
        const problem = await connections.lockDueMail(tx)
        if (!problem) return
        for (const { userId } of await connections.listOwners(tx)) {
          const job: OutageEmailJob = { organizationId, problem, userId }
          await queue.send(OUTAGE_EMAIL_JOB, job, { key: `${organizationId} ${userId}` })
        }
        await connections.clearMailDue(tx)
      })
    },

    /** Sends an email unless the owner has acted in the meantime. */
    async mail({ organizationId, problem, userId }: OutageEmailJob): Promise<void> {
      const { connection, owners } = await db.read(organizationId, async (tx) => ({
        connection: await connections.findConnection(tx),
        owners: await connections.listOwners(tx),
      }))
      const owner = owners.find((each) => each.userId === userId)
      if (!owner || connection?.status !== 'failed') return
      const settingsUrl = `${await domains.originOf(organizationId)}/settings/follow-up-boss`
      const { complete } = await brands.emailBrandOf(organizationId)
      const message = complete(stoppedEmail(owner.email, problem, settingsUrl))
      await sendUnlessRejected(platform, message, { organizationId })
    },
  }
}

function stoppedEmail(to: string, problem: StopReason, settingsUrl: string): Email {
  return {
    to,
    subject: 'The sync with Follow Up Boss stopped',
    text: `Changes no longer sync with Follow Up Boss. ${STOP_TEXTS[problem]}\n\n${settingsUrl}\n\nNothing is lost: we compare all contacts when the sync goes on.\n`,
  }
}
