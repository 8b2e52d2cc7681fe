import type { OpenInvitation, ReceivedInvitation } from '#contract/invitations.ts'
import type { AuthService } from '#server/features/auth/service.ts'
import { NOT_JOINABLE_YET, type OrganizationsService } from '#server/features/organizations/service.ts'
import { audit } from '#server/platform/audit.ts'
import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Session } from '#server/platform/http/session.ts'
import { digest } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as store from '../store.ts'

/** The person who accepts. */
type Joiner = Pick<Session, 'userId' | 'email' | 'role'>

const EXPIRED = 'This invitation has expired. Ask the person who invited you for a new one.'
const USED_OR_WITHDRAWN =
  'This invitation was already used or withdrawn. If you joined with it, log in. Otherwise ask the person who invited you for a new one.'

const otherOrganizationText = (email: string) =>
  `${email} already belongs to an organization, and you can only belong to one. Log in and leave it under Settings, Team, then open this invitation again.`

export type Features = {
  organizations: OrganizationsService
  auth: Pick<AuthService, 'ensureUser' | 'asksForCode' | 'linkRuleFor'>
}
type InvitationAccess = store.InvitationRef & { hash: string | null }

/** Reading and accepting invitations. Signing in with the invited address proves access to its mailbox. */
export function acceptInvitation(
  { db, events }: Pick<Platform, 'db' | 'events'>,
  { organizations, auth }: Features,
) {
  /** @throws {AppError} not_found for a void token, forbidden for a session with another address */
  async function requireByToken(session: Session, token: string): Promise<InvitationAccess> {
    const hash = digest(token)
    const invitation = await store.findByToken(db, hash)
    if (!invitation) throw invalidInvitationError()
    if (invitation.email !== session.email) {
      throw new AppError(
        'forbidden',
        'This invitation was sent to another address. Log out, then sign in with the address it was sent to.',
      )
    }
    return { ...invitation, hash }
  }

  async function readReceived(
    session: Session,
    { organizationId, id }: store.InvitationRef,
  ): Promise<ReceivedInvitation | null> {
    const invitation = await db.tenant(parseOrganizationId(organizationId), (tx) =>
      store.findReceived(tx, id),
    )
    if (!invitation) return null
    const suspendedText = invitation.isSuspended ? NOT_JOINABLE_YET : null
    return {
      id,
      organizationName: await organizations.nameOf(organizationId),
      role: invitation.role,
      invitedBy: invitation.invitedBy,
      expiresAt: invitation.expiresAt,
      obstacle: session.organizationId ? await obstacleOf(session, session.organizationId) : suspendedText,
    }
  }

  /** Message for a member of another organization, which they have to leave first. */
  async function obstacleOf(session: Pick<Session, 'role'>, ownId: string): Promise<string> {
    const organizationName = await organizations.nameOf(ownId)
    const advice = `You belong to ${organizationName}, and you can only belong to one organization. Leave it under Settings, Team, then open this invitation again.`
    return session.role === 'OWNER'
      ? `${advice} If you're its only owner, transfer or delete the organization first.`
      : advice
  }

  async function accept(session: Joiner, access: InvitationAccess, requestId: string): Promise<void> {
    const organizationId = parseOrganizationId(access.organizationId)
    await db.tenant(organizationId, async (tx) => {
      const invitation = await store.claimOpenInvitation(tx, { ...access, email: session.email })
      if (!invitation) throw invalidInvitationError()
      const currentId = await organizations.admit(tx, session.userId, invitation.role)
      if (currentId) throw new AppError('conflict', await obstacleOf(session, currentId))
      await organizations.recordSeatCount(tx)
      await audit(tx, {
        actor: { kind: 'user', userId: session.userId, role: session.role },
        action: 'invitation.accepted',
        subject: access.id,
        details: { role: invitation.role },
        requestId,
      })
      events.publish(tx, organizationId, { type: 'organization.changed' })
    })
  }

  /** @throws {AppError} not_found for a link that is expired, used, withdrawn or unknown */
  async function openByToken(token: string): Promise<InvitationAccess & { email: string }> {
    const hash = digest(token)
    const invitation = await store.findByToken(db, hash)
    if (invitation) return { ...invitation, hash }
    if (await store.isExpired(db, hash)) throw new AppError('not_found', EXPIRED)
    throw new AppError('not_found', USED_OR_WITHDRAWN)
  }

  return {
    /** The invitation behind an emailed link, for anyone with access to the mailbox; changes nothing. @throws {AppError} not_found */
    async preview(session: Session | null, token: string): Promise<OpenInvitation> {
      const { organizationId, id, email } = await openByToken(token)
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
     * @throws {AppError} not_found; conflict while someone else is signed in, or for a member of another
     * organization
     */
    async joinByToken(
      token: string,
      caller: { session: Session | null; signsOut: boolean; requestId: string },
      signIn: (email: string) => Promise<{ isAwaitingCode: boolean }>,
    ): Promise<{ location: string }> {
      const access = await openByToken(token)
      const { session, requestId } = caller
      const isOther = session !== null && session.email !== access.email
      if (isOther && !caller.signsOut)
        throw new AppError(
          'conflict',
          `You're signed in as ${session.email}. Sign out and join as ${access.email}?`,
        )
      const isSignedIn = session !== null && !isOther
      const rule = isSignedIn ? null : await auth.linkRuleFor(access.email)
      // The invitation stays open until its recipient has signed in there.
      if (rule?.kind === 'refused') return { location: rule.page }
      const user = await auth.ensureUser(access.email)
      // Joined by the same link a moment ago.
      if (user.organizationId === access.organizationId) throw invalidInvitationError()
      if (user.organizationId) throw new AppError('conflict', otherOrganizationText(access.email))
      if (isSignedIn || !(await auth.asksForCode(user.id))) {
        await accept({ ...user, userId: user.id }, access, requestId)
        if (isSignedIn) return { location: '/dashboard' }
      }
      const { isAwaitingCode } = await signIn(access.email)
      return { location: isAwaitingCode ? '/auth/code' : '/dashboard' }
    },

    /** The invitation of a link; changes nothing. @throws {AppError} not_found, forbidden */
    async readByToken(session: Session, token: string): Promise<ReceivedInvitation> {
      const invitation = await readReceived(session, await requireByToken(session, token))
      if (!invitation) throw invalidInvitationError()
      return invitation
    },

    async listReceived(session: Session): Promise<ReceivedInvitation[]> {
      const invitations: ReceivedInvitation[] = []
      for (const ref of await store.listByAddress(db, session.email)) {
        const invitation = await readReceived(session, ref)
        if (invitation) invitations.push(invitation)
      }
      return invitations
    },

    /**
     * Accepts an invitation by its link. @throws {AppError} not_found, forbidden, conflict for a member of another
     * organization
     */
    async acceptByToken(session: Session, token: string, requestId: string): Promise<void> {
      await accept(session, await requireByToken(session, token), requestId)
    },

    /**
     * Accepts an invitation to the caller's address. @throws {AppError} not_found, conflict for a member of another
     * organization
     */
    async acceptReceived(session: Session, id: string, requestId: string): Promise<void> {
      const ref = (await store.listByAddress(db, session.email)).find((one) => one.id === id)
      if (!ref) throw notFound('Invitation')
      await accept(session, { ...ref, hash: null }, requestId)
    },
  }
}

function invalidInvitationError(): AppError {
  return new AppError(
    'not_found',
    'This invitation is no longer valid. Ask the person who invited you for a new one.',
  )
}
