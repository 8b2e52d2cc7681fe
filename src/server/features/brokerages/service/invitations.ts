import type {
  BrokerageInvitation,
  BrokerageInvitationInput,
  ReceivedBrokerageInvitation,
} from '#contract/brokerages.ts'
import type { MembershipsService } from '#server/features/memberships/service.ts'
import { createOrganization } from '#server/features/organizations/service/create-organization.ts'
import { auditFor, auditPlatform } from '#server/platform/audit.ts'
import { addDays } from '#server/platform/clock.ts'
import type { Caller } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { type OrganizationId, parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { actorOf, type Session } from '#server/platform/http/session.ts'
import { mailboxBucket, requireLimits } from '#server/platform/http/stored-limits.ts'
import type { Email } from '#server/platform/mail/mailer.ts'
import { plainName } from '#server/platform/mail/plain-name.ts'
import { sendUnlessRejected } from '#server/platform/mail/send-unless-rejected.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as limits from '../limits.ts'
import * as brokerages from '../store/brokerages.ts'
import * as store from '../store/invitations.ts'
import { isOwner } from '../store/offices.ts'
import type { Offices } from './offices.ts'

type Deps = Pick<Platform, 'db' | 'clock' | 'mailer' | 'log' | 'appUrl' | 'site'> & {
  offices: Offices
  memberships: Pick<MembershipsService, 'join' | 'lockOrganizationsOf'>
}

/**
 * Invitations to a brokerage. The recipient accepts while signed in with the invited address, so the email holds no
 * secret, and an invitation never says whether the address has an account.
 */
export function createInvitations({ offices, memberships, ...platform }: Deps) {
  const { db, clock, appUrl, site, log } = platform

  async function sendEmail(invitation: BrokerageInvitation, brokerageName: string): Promise<void> {
    const details = { ...invitation, brokerageName, product: site.brand.name, appUrl }
    // A failed email is not fatal: inviting the same address sends another one.
    await sendUnlessRejected(platform, invitationEmail(details), { id: invitation.id }).catch(
      (error: Error) => log.warn({ err: error }, 'Could not email an invitation to a brokerage'),
    )
  }

  /** @returns the brokerage */
  async function accept(tx: Tx, session: Session, id: string, requestId: string): Promise<string> {
    const invitation = await store.claimInvitation(tx, id, session.email)
    if (!invitation) throw notFound('Invitation')
    const brokerage = await brokerages.lockBrokerage(tx, invitation.brokerageId)
    if (!brokerage) throw notFound('Invitation')
    const caller: Caller = { actor: actorOf(session), requestId }
    if (invitation.kind === 'supervisor') {
      if (brokerage.ownerId !== session.userId)
        await brokerages.insertSupervisor(tx, brokerage.id, session.userId)
      await auditPlatform(tx, { ...caller, action: 'brokerage.supervisor-added', subject: brokerage.id })
      return brokerage.id
    }
    await offices.join(tx, brokerage, await officeOf(tx, session, invitation.officeName, caller), caller)
    return brokerage.id
  }

  /** The organization that joins: a new one of this name, or the one that the session works in. */
  async function officeOf(
    tx: Tx,
    session: Session,
    newName: string | null,
    caller: Caller,
  ): Promise<OrganizationId> {
    if (newName !== null) {
      await memberships.lockOrganizationsOf(tx, session.userId)
      const id = parseOrganizationId(await createOrganization(tx, newName, session.userId))
      await memberships.join(tx, { userId: session.userId, organizationId: id, role: 'OWNER' })
      await auditFor(tx, id, { ...caller, action: 'organization.created', subject: id })
      return id
    }
    const { organizationId, userId } = session
    if (!organizationId || !(await isOwner(tx, userId, organizationId)))
      throw new AppError(
        'forbidden',
        'Only an owner can do this. Switch to an organization that you own first.',
      )
    return organizationId
  }

  return {
    /**
     * Invites an address, or emails it again. Part of no transaction.
     *
     * @throws {AppError} not_found, conflict with too many open invitations, rate_limited
     */
    async invite(
      brokerageId: string,
      input: BrokerageInvitationInput,
      lock: (tx: Tx) => Promise<brokerages.BrokerageRow>,
      caller: Caller,
    ): Promise<BrokerageInvitation> {
      const { invitation, name } = await db.transaction(async (tx) => {
        const brokerage = await lock(tx)
        if ((await store.countInvitations(tx, brokerageId)) >= limits.MAX_OPEN_INVITATIONS)
          throw new AppError('conflict', 'Too many invitations are open. Revoke some first.')
        const supervisors = await brokerages.listSupervisors(tx, brokerageId)
        if (input.kind === 'supervisor' && supervisors.length >= limits.MAX_SUPERVISORS)
          throw new AppError(
            'conflict',
            `A brokerage can have ${limits.MAX_SUPERVISORS} supervising brokers.`,
          )
        const quotas = [
          { bucket: `brokerage-invitation:${brokerageId}`, ...limits.PER_BROKERAGE },
          { bucket: mailboxBucket('brokerage-invitation', input.email), ...limits.PER_ADDRESS },
        ]
        await requireLimits(tx, quotas, 'Too many invitations were sent today. Please try again tomorrow.')
        const now = clock.now()
        const times = { now, expiresAt: addDays(now, limits.INVITATION_DAYS) }
        const invitation = await store.upsertInvitation(tx, brokerageId, input, times)
        const details = { kind: input.kind }
        await auditPlatform(tx, { ...caller, action: 'brokerage.invited', subject: brokerageId, details })
        return { invitation, name: brokerage.name }
      })
      await sendEmail(invitation, name)
      return invitation
    },

    listReceived: (session: Session): Promise<ReceivedBrokerageInvitation[]> =>
      store.listReceived(db, session.email, limits.MAX_RECEIVED),

    /** @returns the brokerage @throws {AppError} not_found, forbidden for a member who isn't an owner, conflict as `offices.join` */
    accept: (session: Session, id: string, requestId: string): Promise<string> =>
      db.transaction((tx) => accept(tx, session, id, requestId)),

    /** @throws {AppError} not_found */
    async decline(session: Session, id: string): Promise<void> {
      if (!(await store.claimInvitation(db, id, session.email))) throw notFound('Invitation')
    },

    removeByAddress: store.deleteByAddress,
    removeOld: (): Promise<void> => store.deleteExpired(db, addDays(clock.now(), -limits.RETENTION_DAYS)),
  }
}

const OFFER_TEXTS: Record<
  BrokerageInvitation['kind'],
  (details: { brokerage: string; office: string }) => string
> = {
  office: ({ brokerage }) =>
    `${brokerage} invited your organization to join it. The brokerage sees totals of your contacts and work, never a contact.`,
  new_office: ({ brokerage, office }) =>
    `${brokerage} invited you to open its office ${office} as the owner.`,
  supervisor: ({ brokerage }) =>
    `${brokerage} invited you as a supervising broker. You'll see totals and compliance figures of its offices.`,
}

/** Names from users are reduced to one short line each, so that they can't add text or links. */
function invitationEmail(
  invitation: BrokerageInvitation & { brokerageName: string; product: string; appUrl: string },
): Email {
  const { email, kind, product, appUrl } = invitation
  const brokerage = plainName(invitation.brokerageName)
  const offer = OFFER_TEXTS[kind]({ brokerage, office: plainName(invitation.officeName ?? '') })
  return {
    to: email,
    subject: `An invitation from ${brokerage} on ${product}`,
    text: `${offer}\n\nSign in as ${email} and answer here:\n\n${appUrl}/brokerage/invitations\n\nThe invitation expires in ${limits.INVITATION_DAYS} days. Not expecting this? You can ignore this email.\n`,
  }
}
