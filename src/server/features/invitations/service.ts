import type { Invitation, InvitationInput } from '#contract/invitations.ts'
import type { OrganizationsService } from '#server/features/organizations/service.ts'
import { audit } from '#server/platform/audit.ts'
import { type Context, userIdOf } from '#server/platform/context.ts'
import { decodeTimeCursor, pageByTime } from '#server/platform/cursor.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { mintOrganizationId } from '#server/platform/db/organization-id.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { consumeLimits, mailboxBucket } from '#server/platform/http/stored-limits.ts'
import { digest, newSecret } from '#server/platform/ids.ts'
import { emailFailureOf } from '#server/platform/mail/mailer.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as policy from './policy.ts'
import { acceptInvitation } from './service/accept-invitation.ts'
import { invitationMail } from './service/mail.ts'
import * as store from './store.ts'

export const INVITATION_MAIL_JOB = 'send-invitation-mail'

type InvitationIds = { organizationId: string; invitationId: string }

/** Invitations to an organization by email. */
export function invitationsService(
  platform: Pick<Platform, 'db' | 'queue' | 'mailer' | 'events' | 'log' | 'appUrl' | 'site'>,
  { organizations }: { organizations: OrganizationsService },
) {
  const { db, queue, mailer, events, log, appUrl, site } = platform

  const recordChange = async (
    tx: TenantTx,
    context: Context,
    id: string,
    action: string,
    details?: { role: string },
  ) => {
    await organizations.recordSeatCount(tx)
    await audit(tx, { ...context, action, subject: id, details })
    events.publish(tx, context.organizationId, { type: 'organization.changed' })
  }

  const mail = (organizationId: string, invitationId: string) =>
    queue.send(INVITATION_MAIL_JOB, { organizationId, invitationId }, { key: invitationId })

  /** The invitation is stored; if the queue is unavailable, the sweep sends it. */
  const enqueueEmail = (organizationId: string, invitationId: string) =>
    mail(organizationId, invitationId).catch((error: Error) =>
      log.warn({ err: error, id: invitationId }, 'Could not queue an invitation; the sweep will retry it'),
    )

  return {
    ...acceptInvitation(platform, { organizations }),

    /** Newest first; `next` is null on the last page. @throws {AppError} not_found, invalid */
    async list(
      context: Context,
      organizationId: string,
      query: { limit: number; cursor?: string | undefined },
    ): Promise<{ invitations: Invitation[]; next: string | null }> {
      organizations.requireOwn(context, organizationId)
      const page = { after: decodeTimeCursor(query.cursor), limit: query.limit + 1 }
      const found = await db.tenant(context.organizationId, (tx) => store.listInvitations(tx, page))
      const { rows: invitations, next } = pageByTime(found, query.limit)
      return { invitations, next }
    },

    /**
     * Invites an address. Never reveals that it belongs to another organization.
     *
     * @throws {AppError} not_found, conflict for a member or an address with an open invitation, rate_limited
     */
    async invite(context: Context, organizationId: string, input: InvitationInput): Promise<Invitation> {
      organizations.requireOwn(context, organizationId)
      const invitation = await db.tenant(context.organizationId, async (tx) => {
        if (await organizations.hasMemberWithAddress(tx, input.email)) {
          throw conflictError('This person is already a member of your organization')
        }
        const invited = { ...input, invitedBy: userIdOf(context), days: policy.INVITATION_DAYS }
        const id = await store.insertInvitation(tx, invited)
        if (!id) throw conflictError('This address already has an open invitation. Send it again instead.')
        await requireMailQuota(tx, input.email)
        await recordChange(tx, context, id, 'invitation.sent', { role: input.role })
        return requireInvitation(await store.findInvitation(tx, id))
      })
      await enqueueEmail(context.organizationId, invitation.id)
      return invitation
    },

    /** Sends a new link, which voids the previous one. @throws {AppError} not_found, rate_limited */
    async resend(context: Context, organizationId: string, id: string): Promise<Invitation> {
      organizations.requireOwn(context, organizationId)
      const invitation = await db.tenant(context.organizationId, async (tx) => {
        const email = await store.renewInvitation(tx, id, {
          invitedBy: userIdOf(context),
          days: policy.INVITATION_DAYS,
        })
        if (!email) throw notFound('Invitation')
        await requireMailQuota(tx, email)
        await recordChange(tx, context, id, 'invitation.resent')
        return requireInvitation(await store.findInvitation(tx, id))
      })
      await enqueueEmail(context.organizationId, id)
      return invitation
    },

    /** @throws {AppError} not_found when it was accepted, revoked or never existed */
    async revoke(context: Context, organizationId: string, id: string): Promise<void> {
      organizations.requireOwn(context, organizationId)
      await db.tenant(context.organizationId, async (tx) => {
        const taken = await store.claimInvitation(tx, id)
        if (!taken) throw notFound('Invitation')
        await recordChange(tx, context, id, 'invitation.revoked', { role: taken.role })
      })
    },

    /**
     * Revokes invitations of a member who can't invite anymore; part of the caller's transaction, which records the
     * seats.
     */
    withdrawSentBy: store.deleteInvitationsFrom,

    /** Deletes the invitation of an address, for a privacy request; part of the caller's transaction. */
    async forget(tx: TenantTx, context: Context, email: string): Promise<void> {
      const id = await store.removeByAddress(tx, email)
      if (id) await recordChange(tx, context, id, 'invitation.erased')
    },

    /**
     * Sends the email of an invitation; called by the job, which retries while the mail server is unavailable. The
     * token is created here, so that neither the queue nor the database ever stores it.
     */
    async sendMail({ organizationId, invitationId }: InvitationIds): Promise<void> {
      const token = newSecret()
      const invitation = await db.tenant(mintOrganizationId(organizationId), async (tx) =>
        (await store.setToken(tx, invitationId, digest(token)))
          ? store.findInvitation(tx, invitationId)
          : null,
      )
      if (!invitation) return
      const organizationName = await organizations.nameOf(organizationId)
      const link = `${appUrl}/invitations/accept?token=${token}`
      try {
        await mailer.send(invitationMail({ ...invitation, organizationName, product: site.brand.name, link }))
      } catch (error) {
        if (emailFailureOf(error) !== 'rejected') throw error
        log.warn({ id: invitationId }, 'The mail server rejected an invitation')
      }
    },

    /** Queues invitations that were not sent. */
    async sweep(): Promise<void> {
      for (const { organizationId, id } of await store.findUnsent(db)) await mail(organizationId, id)
    },

    /** Frees the seats of expired invitations and removes those past retention. */
    async removeOld(): Promise<void> {
      for (const id of await store.organizationsWithExpired(db)) {
        await db.tenant(mintOrganizationId(id), async (tx) => {
          await store.removeOld(tx, policy.RETENTION_DAYS)
          await organizations.recordSeatCount(tx)
        })
      }
    },
  }
}
export type InvitationsService = ReturnType<typeof invitationsService>

/** Part of the transaction, so that exceeding a limit rolls back. @throws {AppError} rate_limited */
async function requireMailQuota(tx: TenantTx, email: string): Promise<void> {
  const seconds = await consumeLimits(tx, [
    { bucket: `invitation:organization:${tx.organizationId}`, ...policy.PER_ORGANIZATION },
    { bucket: mailboxBucket('invitation', email), ...policy.PER_ADDRESS },
  ])
  if (seconds === null) return
  throw new AppError('rate_limited', 'Too many invitations were sent today. Please try again tomorrow.', {
    retryAfterSeconds: seconds,
  })
}

function conflictError(message: string): AppError {
  return new AppError('conflict', message, { fields: { email: message } })
}

function requireInvitation(invitation: Invitation | undefined): Invitation {
  if (!invitation) throw new Error('The invitation was not stored')
  return invitation
}
