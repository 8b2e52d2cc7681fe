import type { OpenInvitation, ReceivedInvitation } from '#contract/invitations.ts'
import type { AuthService } from '#server/features/auth/service.ts'
import { NOT_JOINABLE_YET, type OrganizationsService } from '#server/features/organizations/service.ts'
import { accessOfInvited } from '#server/features/scim/service/invited-access.ts'
import { audit } from '#server/platform/audit.ts'
import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { RequestSite } from '#server/platform/http/hosts.ts'
import type { Session, SignedInUser } from '#server/platform/http/session.ts'
import { digest } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as store from '../store.ts'

/** The person who accepts. */
type Joiner = Pick<Session, 'userId' | 'email'>

const EXPIRED = 'This invitation has expired. Ask the person who invited you for a new one.'
const USED_OR_WITHDRAWN =
  'This invitation was already used or withdrawn. If you joined with it, log in. Otherwise ask the person who invited you for a new one.'

export type Features = {
  organizations: OrganizationsService
  auth: Pick<
    AuthService,
    'ensureUser' | 'asksForCode' | 'linkRuleFor' | 'singleSignOnPageOf' | 'switchSession'
  >
}
type InvitationAccess = store.InvitationRef & { hash: string | null }

/** Reading, accepting and declining invitations. Signing in with the invited address proves access to its mailbox. */
export function acceptInvitation(
  { db, events }: Pick<Platform, 'db' | 'events'>,
  { organizations, auth }: Features,
) {
  /** @throws {AppError} not_found for a void token, forbidden for a session with another address */
  async function requireByToken(
    session: Session,
    token: string,
    site: RequestSite,
  ): Promise<InvitationAccess> {
    const hash = digest(token)
    const invitation = await store.findByToken(db, hash)
    if (!invitation || !isShownOn(site, invitation)) throw invalidInvitationError()
    if (invitation.email !== session.email) {
      throw new AppError(
        'forbidden',
        'This invitation was sent to another address. Log out, then sign in with the address it was sent to.',
      )
    }
    return { ...invitation, hash }
  }

  async function listTo({ email }: Session, site: RequestSite): Promise<store.InvitationRef[]> {
    return (await store.listByAddress(db, email)).filter((ref) => isShownOn(site, ref))
  }

  /** @throws {AppError} not_found */
  async function requireReceived(session: Session, id: string, site: RequestSite) {
    const ref = (await listTo(session, site)).find((one) => one.id === id)
    if (!ref) throw notFound('Invitation')
    return ref
  }

  async function readReceived({
    organizationId,
    id,
  }: store.InvitationRef): Promise<ReceivedInvitation | null> {
    const invitation = await db.tenant(parseOrganizationId(organizationId), (tx) =>
      store.findReceived(tx, id),
    )
    if (!invitation) return null
    return {
      id,
      organizationName: await organizations.nameOf(organizationId),
      role: invitation.role,
      invitedBy: invitation.invitedBy,
      expiresAt: invitation.expiresAt,
      obstacle: invitation.isSuspended ? NOT_JOINABLE_YET : null,
    }
  }

  /** Joins, and lets the session with `sid` work in the organization. */
  async function accept(
    joiner: Joiner,
    access: InvitationAccess,
    { sid, requestId }: { sid: string | undefined; requestId: string },
  ): Promise<void> {
    const organizationId = parseOrganizationId(access.organizationId)
    await db.tenant(organizationId, async (tx) => {
      const invitation = await store.claimOpenInvitation(tx, { ...access, email: joiner.email })
      if (!invitation) throw invalidInvitationError()
      await organizations.admit(tx, joiner.userId, {
        role: invitation.role,
        access: await accessOfInvited(tx, joiner.email),
      })
      if (sid) await auth.switchSession(sid, organizationId, tx)
      await organizations.recordSeatCount(tx)
      await audit(tx, {
        actor: { kind: 'user', userId: joiner.userId, role: invitation.role },
        action: 'invitation.accepted',
        subject: access.id,
        details: { role: invitation.role },
        requestId,
      })
      events.publish(tx, organizationId, { type: 'organization.changed' })
    })
  }

  /** @throws {AppError} not_found for a link that is expired, used, withdrawn or unknown */
  async function openByToken(
    token: string,
    site: RequestSite,
  ): Promise<InvitationAccess & { email: string }> {
    const hash = digest(token)
    const invitation = await store.findByToken(db, hash)
    if (invitation && isShownOn(site, invitation)) return { ...invitation, hash }
    if (await store.isExpired(db, hash)) throw new AppError('not_found', EXPIRED)
    throw new AppError('not_found', USED_OR_WITHDRAWN)
  }

  return {
    /** The invitation behind an emailed link, for anyone with access to the mailbox; changes nothing. @throws {AppError} not_found */
    async preview(session: Session | null, token: string, site: RequestSite): Promise<OpenInvitation> {
      const { organizationId, id, email } = await openByToken(token, site)
      const invitation = await db.tenant(parseOrganizationId(organizationId), (tx) =>
        store.findReceived(tx, id),
      )
      if (!invitation) throw new AppError('not_found', USED_OR_WITHDRAWN)
      return {
        email,
        organizationName: await organizations.nameOf(organizationId),
        role: invitation.role,
        invitedBy: invitation.invitedBy,
        expiresAt: invitation.expiresAt,
        signedInAs: session && session.email !== email ? session.email : null,
      }
    },

    /**
     * Joins by the link of an email, which proves access to the mailbox: signing in takes no second one. The session
     * starts only after the invitation is used, so that a link signs in at most once; an account with a second factor
     * first gets its code page, and its invitation stays open.
     *
     * @throws {AppError} not_found; conflict while someone else is signed in
     */
    async joinByToken(
      token: string,
      caller: {
        session: Session | null
        sid: string | undefined
        signsOut: boolean
        requestId: string
        site: RequestSite
      },
      signIn: (email: string) => Promise<{ sid: string; isAwaitingCode: boolean }>,
    ): Promise<{ location: string }> {
      const access = await openByToken(token, caller.site)
      const { session, requestId } = caller
      const isOther = session !== null && session.email !== access.email
      if (isOther && !caller.signsOut)
        throw new AppError(
          'conflict',
          `You're signed in as ${session.email}. Sign out and join as ${access.email}?`,
        )
      if (session && !isOther) {
        await accept(session, access, { sid: caller.sid, requestId })
        return { location: '/dashboard' }
      }
      const rule = await auth.linkRuleFor(access.email)
      // The invitation stays open until its recipient has signed in there.
      if (rule.kind === 'refused') return { location: auth.singleSignOnPageOf(rule, caller.site) }
      const user = await auth.ensureUser(access.email)
      const isJoining = !(await auth.asksForCode(user.id))
      if (isJoining) await accept({ ...user, userId: user.id }, access, { sid: undefined, requestId })
      const { sid, isAwaitingCode } = await signIn(access.email)
      if (isJoining && !isAwaitingCode) await auth.switchSession(sid, access.organizationId)
      return { location: isAwaitingCode ? '/auth/code' : '/dashboard' }
    },

    /** The invitation of a link; changes nothing. @throws {AppError} not_found, forbidden */
    async readByToken(session: Session, token: string, site: RequestSite): Promise<ReceivedInvitation> {
      const invitation = await readReceived(await requireByToken(session, token, site))
      if (!invitation) throw invalidInvitationError()
      return invitation
    },

    async listReceived(session: Session, site: RequestSite): Promise<ReceivedInvitation[]> {
      const invitations: ReceivedInvitation[] = []
      for (const ref of await listTo(session, site)) {
        const invitation = await readReceived(ref)
        if (invitation) invitations.push(invitation)
      }
      return invitations
    },

    /** Accepts an invitation by its link. @throws {AppError} not_found, forbidden */
    async acceptByToken(
      { session, sid, requestId }: SignedInUser,
      token: string,
      site: RequestSite,
    ): Promise<void> {
      await accept(session, await requireByToken(session, token, site), { sid, requestId })
    },

    /** Accepts an invitation to the caller's address. @throws {AppError} not_found */
    async acceptReceived(
      { session, sid, requestId }: SignedInUser,
      id: string,
      site: RequestSite,
    ): Promise<void> {
      await accept(session, { ...(await requireReceived(session, id, site)), hash: null }, { sid, requestId })
    },

    /** Deletes an invitation to the caller's address, which frees its seat. @throws {AppError} not_found */
    async decline({ session, requestId }: SignedInUser, id: string, site: RequestSite): Promise<void> {
      const { organizationId } = await requireReceived(session, id, site)
      await db.tenant(parseOrganizationId(organizationId), async (tx) => {
        const role = await store.claimInvitation(tx, id)
        if (!role) throw notFound('Invitation')
        await organizations.recordSeatCount(tx)
        await audit(tx, {
          actor: { kind: 'user', userId: session.userId, role },
          action: 'invitation.declined',
          subject: id,
          details: { role },
          requestId,
        })
        events.publish(tx, tx.organizationId, { type: 'organization.changed' })
      })
    },
  }
}

/** An organization's own domain knows its own invitations only. */
function isShownOn(site: RequestSite, { organizationId }: store.InvitationRef): boolean {
  return site.organizationId === null || organizationId === site.organizationId
}

function invalidInvitationError(): AppError {
  return new AppError(
    'not_found',
    'This invitation is no longer valid. Ask the person who invited you for a new one.',
  )
}
