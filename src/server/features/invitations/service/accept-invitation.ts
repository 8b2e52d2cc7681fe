import type { ReceivedInvitation } from '#contract/invitations.ts'
import { NOT_JOINABLE_YET, type OrganizationsService } from '#server/features/organizations/service.ts'
import { audit } from '#server/platform/audit.ts'
import { mintOrganizationId } from '#server/platform/db/organization-id.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { actorOf, type Session } from '#server/platform/http/session.ts'
import { digest } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as store from '../store.ts'

type InvitationAccess = store.InvitationRef & { hash: string | null }

/** The invited person's side. Who is signed in with the invited address has shown that its mailbox is theirs. */
export function acceptInvitation(
  { db, events }: Pick<Platform, 'db' | 'events'>,
  { organizations }: { organizations: OrganizationsService },
) {
  /** @throws {AppError} not_found for a token that is void, forbidden for who is signed in with another address */
  async function byToken(session: Session, token: string): Promise<InvitationAccess> {
    const hash = digest(token)
    const found = await store.findByToken(db, hash)
    if (!found) throw invalidInvitationError()
    if (found.email !== session.email) {
      throw new AppError(
        'forbidden',
        'This invitation was sent to another address. Log out, and sign in with the address it was sent to.',
      )
    }
    return { ...found, hash }
  }

  async function show(
    session: Session,
    { organizationId, id }: store.InvitationRef,
  ): Promise<ReceivedInvitation | null> {
    const found = await db.tenant(mintOrganizationId(organizationId), (tx) => store.findReceived(tx, id))
    if (!found) return null
    const suspended = found.isSuspended ? NOT_JOINABLE_YET : null
    return {
      id,
      organizationName: await organizations.nameOf(organizationId),
      role: found.role,
      invitedBy: found.invitedBy,
      expiresAt: found.expiresAt,
      obstacle: session.organizationId ? await obstacleOf(session, session.organizationId) : suspended,
    }
  }

  /** A person belongs to one organization: what to do before joining another one. */
  async function obstacleOf(session: Session, ownId: string): Promise<string> {
    const own = await organizations.nameOf(ownId)
    const first = `You belong to ${own}, and one person belongs to one organization. Leave it under Settings, Team, then open this invitation again.`
    return session.role === 'OWNER' ? `${first} Its last owner hands it over or erases it first.` : first
  }

  async function accept(session: Session, way: InvitationAccess, requestId: string): Promise<void> {
    const organizationId = mintOrganizationId(way.organizationId)
    await db.tenant(organizationId, async (tx) => {
      const taken = await store.claimOpenInvitation(tx, { id: way.id, email: session.email, hash: way.hash })
      if (!taken) throw invalidInvitationError()
      const { alreadyIn } = await organizations.admit(tx, session.userId, taken.role)
      if (alreadyIn) throw new AppError('conflict', await obstacleOf(session, alreadyIn))
      await organizations.noteSeats(tx)
      await audit(tx, {
        actor: actorOf(session),
        action: 'invitation.accepted',
        subject: way.id,
        details: { role: taken.role },
        requestId,
      })
      events.publish(tx, organizationId, { type: 'organization.changed' })
    })
  }

  return {
    /** What a link invites to; changes nothing. @throws {AppError} not_found, forbidden */
    async lookUp(session: Session, token: string): Promise<ReceivedInvitation> {
      const shown = await show(session, await byToken(session, token))
      if (!shown) throw invalidInvitationError()
      return shown
    },

    /** Open invitations to the caller's address. */
    async received(session: Session): Promise<ReceivedInvitation[]> {
      const shown: ReceivedInvitation[] = []
      for (const found of await store.findByAddress(db, session.email)) {
        const one = await show(session, found)
        if (one) shown.push(one)
      }
      return shown
    },

    /** Joins by the mailed link. @throws {AppError} not_found, forbidden, conflict for who belongs elsewhere */
    async acceptByToken(session: Session, token: string, requestId: string): Promise<void> {
      await accept(session, await byToken(session, token), requestId)
    },

    /** Joins by an invitation to the own address. @throws {AppError} not_found, conflict for who belongs elsewhere */
    async acceptReceived(session: Session, id: string, requestId: string): Promise<void> {
      const found = (await store.findByAddress(db, session.email)).find((one) => one.id === id)
      if (!found) throw notFound('Invitation')
      await accept(session, { ...found, hash: null }, requestId)
    },
  }
}

function invalidInvitationError(): AppError {
  return new AppError(
    'not_found',
    'This invitation is no longer valid. Ask the person who invited you for a new one.',
  )
}
