import { type GroupRole, roleOfGroups } from '#domain/identity/group-roles.ts'
import type { AuthService } from '#server/features/auth/service.ts'
import type { ContactTransfersService } from '#server/features/contact-transfers/service.ts'
import type { DomainsService } from '#server/features/domains/service.ts'
import type { InvitationsService } from '#server/features/invitations/service.ts'
import type { MembersService } from '#server/features/members/service.ts'
import type { MembershipsService } from '#server/features/memberships/service.ts'
import type { OrganizationsService } from '#server/features/organizations/service.ts'
import { audit } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as connections from '../store/connections.ts'
import * as people from '../store/people.ts'
import { SignInFailure, type VerifiedPerson } from './sign-in-failure.ts'
import { domainOf } from './sign-in-policy.ts'

export type SignInRequest = {
  oldSid: string | undefined
  requestId: string
  userAgent: string | undefined
}

export type Features = {
  auth: AuthService
  contactTransfers: Pick<ContactTransfersService, 'hasOffer'>
  domains: Pick<DomainsService, 'findProven'>
  invitations: Pick<InvitationsService, 'takeByAddress'>
  members: Pick<MembersService, 'followProvider' | 'lockTeam'>
  memberships: Pick<MembershipsService, 'lockOrganizationsOf'>
  organizations: OrganizationsService
}

type Connected = { organizationId: OrganizationId; connection: connections.ConnectionRow }

/** Turns what an identity provider says about a person into an account, a membership and a session. */
export function createAdmission(
  { db, events }: Pick<Platform, 'db' | 'events'>,
  { auth, contactTransfers, domains, invitations, members, memberships, organizations }: Features,
) {
  /** Domains of a connection that its organization proves right now. */
  async function provenDomains({ organizationId, connection }: Connected): Promise<Set<string>> {
    const proofs = connection.domains.map(async (domain) =>
      (await domains.findProven('email', domain)) === organizationId ? domain : [],
    )
    return new Set((await Promise.all(proofs)).flat())
  }

  /**
   * The address of the account: of the one that the subject used before, or else as the identity provider says. Either must
   * be in a domain that the organization proves, because accounts belong to their mailboxes.
   *
   * @throws {SignInFailure} email-missing, domain
   */
  async function accountEmail(
    tx: TenantTx,
    connectionId: string,
    person: VerifiedPerson,
    proven: ReadonlySet<string>,
  ): Promise<string> {
    const identity = await people.findIdentity(tx, connectionId, person.subject)
    const email = identity?.email ?? person.email
    if (!email) throw new SignInFailure('email-missing')
    if (!proven.has(domainOf(email))) throw new SignInFailure('domain')
    return email
  }

  /** @throws {SignInFailure} not-member @throws {AppError} suspended, conflict */
  async function join(
    tx: TenantTx,
    context: Context,
    { connection }: Connected,
    newcomer: { id: string; email: string },
    mapped: GroupRole | null,
  ): Promise<void> {
    const invitedRole = await invitations.takeByAddress(tx, context, newcomer.email)
    if (!invitedRole && !connection.addsMembers) throw new SignInFailure('not-member')
    const role = mapped?.role ?? invitedRole ?? connection.defaultRole
    const access = mapped?.access ?? connection.defaultAccess
    await organizations.admit(tx, newcomer.id, { role, access })
    await organizations.recordSeatCount(tx)
    await audit(tx, {
      ...context,
      action: 'member.joined-by-single-sign-on',
      subject: newcomer.id,
      details: { role, connection: connection.id },
    })
  }

  return {
    /** Checks everything that would refuse a person, for a test. @throws {SignInFailure} */
    async check(connected: Connected, person: VerifiedPerson): Promise<void> {
      const proven = await provenDomains(connected)
      await db.tenant(connected.organizationId, (tx) =>
        accountEmail(tx, connected.connection.id, person, proven),
      )
    },

    /**
     * Signs a person in, as a new member if the connection adds members.
     *
     * @throws {SignInFailure} @throws {AppError} suspended, conflict
     */
    async signIn(
      connected: Connected,
      person: VerifiedPerson,
      request: SignInRequest,
    ): Promise<{ sid: string; isAwaitingCode: boolean }> {
      const { organizationId, connection } = connected
      const proven = await provenDomains(connected)
      return db.tenant(organizationId, async (tx) => {
        const email = await accountEmail(tx, connection.id, person, proven)
        const mapped = roleOfGroups(person.groups, connection.mappings, {
          role: connection.defaultRole,
          access: connection.defaultAccess,
        })
        const member = await people.findMember(tx, email)
        const changesTeam =
          !member || (mapped !== null && (mapped.role !== member.role || mapped.access !== member.access))
        // The team is locked before the account, as every change of members does.
        if (changesTeam) await members.lockTeam(tx)
        const user = await auth.lockAccount(tx, email)
        const context: Context = {
          organizationId,
          actor: { kind: 'user', userId: user.id, role: member?.role ?? 'MEMBER' },
          requestId: request.requestId,
        }
        if (!member) await join(tx, context, connected, user, mapped)
        else if (mapped && changesTeam) await follow(tx, context, user.id, mapped)
        await organizations.followNames(tx, user.id, person)
        await people.saveIdentity(tx, {
          connectionId: connection.id,
          subject: person.subject,
          userId: user.id,
        })
        await connections.recordSuccess(tx, connection.id)
        await audit(tx, {
          ...context,
          action: 'sign-in.single-sign-on',
          subject: user.id,
          details: { connection: connection.id },
        })
        if (changesTeam) events.publish(tx, organizationId, { type: 'organization.changed', team: true })
        const ownOrganizations = await memberships.lockOrganizationsOf(tx, user.id)
        return auth.signInVouched(tx, user, {
          ...request,
          organizationId,
          // An identity provider answers for its own organization, and not for others with the same person, such as one
          // that the person left and may still take contacts from.
          isOnlyHere: ownOrganizations?.length === 1 && !(await contactTransfers.hasOffer(tx, user.id)),
        })
      })
    },
  }

  /** Owners with an exception stay owners, so that someone can get in when the identity provider fails. */
  async function follow(tx: TenantTx, context: Context, userId: string, mapped: GroupRole): Promise<void> {
    const owners = await people.listOwners(tx)
    if (owners.some(({ id, isBreakGlass }) => id === userId && isBreakGlass)) return
    await members.followProvider(tx, context, userId, { ...mapped, keepsOwners: false })
  }
}
