import type { Invitation, InvitationInput, InvitedRole } from '#contract/invitations.ts'
import type { DomainsService } from '#server/features/domains/service.ts'
import { audit } from '#server/platform/audit.ts'
import { type Context, userIdOf } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { fieldError, notFound } from '#server/platform/errors.ts'
import { mailboxBucket, requireLimits } from '#server/platform/http/stored-limits.ts'
import { digest, newSecret } from '#server/platform/ids.ts'
import type { Email } from '#server/platform/mail/mailer.ts'
import { plainName } from '#server/platform/mail/plain-name.ts'
import { sendUnlessRejected } from '#server/platform/mail/send-unless-rejected.ts'
import { BY_TIME, type Page, type PageQuery, readPage } from '#server/platform/page.ts'
import type { Platform } from '#server/platform/platform.ts'
import { trySend } from '#server/platform/queue/try-send.ts'
import * as limits from './limits.ts'
import { INVITATION_DAYS } from './limits.ts'
import { acceptInvitation, type Features } from './service/accept-invitation.ts'
import * as store from './store.ts'

export const INVITATION_EMAIL_JOB = 'send-invitation-mail'

export type InvitationEmail = { organizationId: string; invitationId: string }

/** Invitations to an organization by email. */
export function invitationsService(
  platform: Pick<Platform, 'db' | 'queue' | 'mailer' | 'events' | 'log' | 'site'>,
  { organizations, auth, domains }: Features & { domains: Pick<DomainsService, 'originOf'> },
) {
  const { db, events, site } = platform

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

  const enqueueEmail = (organizationId: string, invitationId: string) =>
    trySend(platform, INVITATION_EMAIL_JOB, { organizationId, invitationId }, invitationId)

  return {
    ...acceptInvitation(platform, { organizations, auth }),

    /** Newest first; `next` is null on the last page. @throws {AppError} not_found, invalid */
    async list(context: Context, query: PageQuery): Promise<Page<Invitation>> {
      return db.tenant(context.organizationId, (tx) =>
        readPage(BY_TIME, query, (range) => store.listInvitations(tx, range)),
      )
    },

    /**
     * Invites an address. Never reveals that it belongs to another organization.
     *
     * @throws {AppError} not_found, conflict for a member or an address with an open invitation, rate_limited
     */
    async invite(context: Context, input: InvitationInput): Promise<Invitation> {
      const invitation = await db.tenant(context.organizationId, async (tx) => {
        if (await organizations.hasMemberWithAddress(tx, input.email)) {
          throw fieldError('conflict', 'email', 'This person is already a member of your organization')
        }
        const newInvitation = { ...input, invitedBy: userIdOf(context), days: limits.INVITATION_DAYS }
        const id = await store.insertInvitation(tx, newInvitation)
        if (!id)
          throw fieldError(
            'conflict',
            'email',
            'This address already has a pending invitation. Send it again instead.',
          )
        await requireEmailQuota(tx, input.email)
        await recordChange(tx, context, id, 'invitation.sent', { role: input.role })
        return store.readInvitation(tx, id)
      })
      await enqueueEmail(context.organizationId, invitation.id)
      return invitation
    },

    /** Sends a new link, which voids the previous one. @throws {AppError} not_found, rate_limited */
    async resend(context: Context, id: string): Promise<Invitation> {
      const invitation = await db.tenant(context.organizationId, async (tx) => {
        const email = await store.renewInvitation(tx, id, {
          invitedBy: userIdOf(context),
          days: limits.INVITATION_DAYS,
        })
        if (!email) throw notFound('Invitation')
        await requireEmailQuota(tx, email)
        await recordChange(tx, context, id, 'invitation.resent')
        return store.readInvitation(tx, id)
      })
      await enqueueEmail(context.organizationId, id)
      return invitation
    },

    /** @throws {AppError} not_found when it was accepted, revoked or never existed */
    async revoke(context: Context, id: string): Promise<void> {
      await db.tenant(context.organizationId, async (tx) => {
        const role = await store.claimInvitation(tx, id)
        if (!role) throw notFound('Invitation')
        await recordChange(tx, context, id, 'invitation.revoked', { role })
      })
    },

    /**
     * Revokes invitations of a member who can't invite anymore; part of the caller's transaction, which records the
     * seats.
     */
    withdrawSentBy: store.deleteInvitationsFrom,

    /**
     * Uses the open invitation of an address that joins in another way; part of the caller's transaction, which records the
     * seats. @returns its role; null if there is none
     */
    async takeByAddress(tx: TenantTx, context: Context, email: string): Promise<InvitedRole | null> {
      const invitation = await store.claimByAddress(tx, email)
      if (!invitation) return null
      const { id, role } = invitation
      await audit(tx, { ...context, action: 'invitation.accepted', subject: id, details: { role } })
      return role
    },

    /** Deletes the invitation of an address, for a privacy request; part of the caller's transaction. */
    async removeByAddress(tx: TenantTx, context: Context, email: string): Promise<void> {
      const id = await store.removeByAddress(tx, email)
      if (id) await recordChange(tx, context, id, 'invitation.erased')
    },

    /**
     * Sends the email of an invitation; called by the job, which retries while the mail server is unavailable. The
     * token is created here, so that neither the queue nor the database ever stores it.
     */
    async sendEmail({ organizationId, invitationId }: InvitationEmail): Promise<void> {
      const token = newSecret()
      const invitation = await db.tenant(parseOrganizationId(organizationId), async (tx) =>
        (await store.setToken(tx, invitationId, digest(token)))
          ? store.readInvitation(tx, invitationId)
          : null,
      )
      if (!invitation) return
      const organizationName = await organizations.nameOf(organizationId)
      const link = `${await domains.originOf(parseOrganizationId(organizationId))}/invitations/accept?token=${token}`
      const email = invitationEmail({ ...invitation, organizationName, product: site.brand.name, link })
      await sendUnlessRejected(platform, email, { id: invitationId })
    },

    /** Queues invitations that were not sent. */
    async sweep(): Promise<void> {
      for (const { organizationId, id } of await store.listUnsent(db)) await enqueueEmail(organizationId, id)
    },

    /** Frees the seats of expired invitations and removes those past retention. */
    async removeOld(): Promise<void> {
      for (const id of await store.listOrganizationsWithExpired(db)) {
        await db.tenant(parseOrganizationId(id), async (tx) => {
          await store.removeOld(tx, limits.RETENTION_DAYS)
          await organizations.recordSeatCount(tx)
        })
      }
    },
  }
}
export type InvitationsService = ReturnType<typeof invitationsService>

/** Part of the transaction, so that exceeding a limit rolls back. @throws {AppError} rate_limited */
function requireEmailQuota(tx: TenantTx, email: string): Promise<void> {
  const quotas = [
    { bucket: `invitation:organization:${tx.organizationId}`, ...limits.PER_ORGANIZATION },
    { bucket: mailboxBucket('invitation', email), ...limits.PER_ADDRESS },
  ]
  return requireLimits(tx, quotas, 'Too many invitations were sent today. Please try again tomorrow.')
}

/**
 * The invitation email. Names from users are reduced to one short line each, so that they can't add text or links.
 */
function invitationEmail(details: {
  email: string
  role: InvitedRole
  invitedBy: string | null
  organizationName: string
  product: string
  link: string
}): Email {
  const { email, product, link } = details
  const company = plainName(details.organizationName)
  const inviterText = details.invitedBy ? `${plainName(details.invitedBy)} invited you` : 'You were invited'
  const roleText = details.role === 'ADMIN' ? 'an administrator' : 'a member'
  return {
    to: email,
    subject: `Join ${company} on ${product}`,
    text: `${inviterText} to join ${company} on ${product} as ${roleText}:\n\n${link}\n\nOpen the link to join as ${email}; you don't need a password. The link works once and expires in ${INVITATION_DAYS} days. Not expecting this? You can ignore this email.\n`,
  }
}
