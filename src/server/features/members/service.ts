import type { MemberAccess } from '#contract/auth.ts'
import type { Role } from '#contract/endpoint.ts'
import type { Member } from '#contract/organizations.ts'
import type { AnalyticsService } from '#server/features/analytics/service.ts'
import type { ApiKeysService } from '#server/features/api-keys/service.ts'
import type { AssignmentsService } from '#server/features/assignments/service.ts'
import type { AuthService } from '#server/features/auth/service.ts'
import { requireNoBrokerage } from '#server/features/brokerages/service/ownership.ts'
import type { ContactTransfersService } from '#server/features/contact-transfers/service.ts'
import type { ContactsService } from '#server/features/contacts/service.ts'
import type { InvitationsService } from '#server/features/invitations/service.ts'
import type { LicensesService } from '#server/features/licenses/service.ts'
import type { MembershipsService } from '#server/features/memberships/service.ts'
import type { OauthService } from '#server/features/oauth/service.ts'
import type { OrganizationsService } from '#server/features/organizations/service.ts'
import type { TasksService } from '#server/features/tasks/service.ts'
import type { TeamsService } from '#server/features/teams/service.ts'
import type { ViewsService } from '#server/features/views/service.ts'
import { type AuditEntry, audit, auditPlatform } from '#server/platform/audit.ts'
import { type Context, userIdOf } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { AppError, fieldError, notFound } from '#server/platform/errors.ts'
import { actorOf, type Session } from '#server/platform/http/session.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as policy from './policy.ts'
import * as store from './store.ts'

type Features = {
  apiKeys: Pick<ApiKeysService, 'revokeAllOf'>
  assignments: Pick<AssignmentsService, 'releaseOwned'>
  oauth: Pick<OauthService, 'disconnectAllOf'>
  auth: AuthService
  contacts: Pick<ContactsService, 'deleteConversationsOf'>
  contactTransfers: Pick<ContactTransfersService, 'offer'>
  invitations: Pick<InvitationsService, 'withdrawSentBy'>
  licenses: Pick<LicensesService, 'removeAllOf'>
  memberships: MembershipsService
  organizations: OrganizationsService
  tasks: TasksService
  teams: Pick<TeamsService, 'followLeaving'>
  analytics: Pick<AnalyticsService, 'removePrivateOf'>
  views: Pick<ViewsService, 'removeAllOf'>
}

/** Members and roles of an organization. Changes apply from the member's next request on. */
export function membersService({ db, events }: Pick<Platform, 'db' | 'events'>, features: Features) {
  const { analytics, apiKeys, assignments, auth, contacts, contactTransfers, invitations } = features
  const { licenses, memberships, oauth, organizations, tasks, teams, views } = features

  /**
   * Runs one team change at a time. Roles are read under the lock, so that of two owners who demote each other at
   * once only one succeeds.
   */
  function changeTeam<T>(
    context: Context,
    work: (tx: TenantTx, caller: { userId: string; role: Role }) => Promise<T>,
  ): Promise<T> {
    return db.tenant(context.organizationId, async (tx) => {
      await store.lockTeam(tx)
      const userId = userIdOf(context)
      const role = userId && (await store.roleOf(tx, userId))
      if (!userId || !role) throw new AppError('forbidden', 'You are no longer a member of this organization')
      return work(tx, { userId, role })
    })
  }

  /** Changes role and access. A MEMBER may see fewer contacts than the assistant's earlier answers count and name. */
  async function changeMembership(
    tx: TenantTx,
    userId: string,
    to: { role: Role; access?: MemberAccess },
  ): Promise<void> {
    await memberships.change(tx, userId, to)
    if (to.role === 'MEMBER') {
      await contacts.deleteConversationsOf(tx, userId)
      await tasks.releaseHidden(tx, { userIds: [userId] })
    }
    if (!policy.mayInvite(to.role) && (await invitations.withdrawSentBy(tx, userId)) > 0)
      await organizations.recordSeatCount(tx)
  }

  async function recordChange(
    tx: TenantTx,
    context: Context,
    action: string,
    subject: string,
    details?: AuditEntry['details'],
  ): Promise<void> {
    await audit(tx, { ...context, action, subject, details })
    events.publish(tx, context.organizationId, { type: 'organization.changed', team: true })
  }

  /** @throws {AppError} not_found */
  async function requireRole(tx: TenantTx, userId: string): Promise<Role> {
    const role = await store.roleOf(tx, userId)
    if (!role) throw notFound('Member')
    return role
  }

  /** @throws {AppError} conflict when the organization would have no owner */
  async function requireAnotherOwner(tx: TenantTx, role: Role): Promise<void> {
    if (role === 'OWNER' && (await store.countOwners(tx)) < 2)
      throw new AppError('conflict', policy.LAST_OWNER)
  }

  /**
   * Ends a membership: unassigns contacts and tasks, and removes the member's views, private dashboards, licenses, API keys,
   * connected apps, conversations and sent invitations. The member is removed first, so that an assignment waiting for the lock sees it.
   */
  async function endMembership(tx: TenantTx, context: Context, userId: string) {
    // The member's tasks may be about contacts that they don't see, and their contacts are not theirs anymore.
    await tx.liftAccess()
    const teammateIds = await teams.followLeaving(tx, userId)
    await memberships.end(tx, { userId, organizationId: tx.organizationId })
    const tasksUnassigned = await tasks.unassign(tx, context, userId)
    const contactsUnassigned = await assignments.releaseOwned(tx, userId)
    await tasks.releaseHidden(tx, { userIds: teammateIds })
    await contactTransfers.offer(tx, userId)
    // Someone of another organization stays signed in, and may come back with less access.
    await contacts.deleteConversationsOf(tx, userId)
    const viewsDeleted = await views.removeAllOf(tx, userId)
    await analytics.removePrivateOf(tx, userId)
    await licenses.removeAllOf(tx, userId)
    await apiKeys.revokeAllOf(tx, userId)
    await oauth.disconnectAllOf(tx, userId)
    const invitationsWithdrawn = await invitations.withdrawSentBy(tx, userId)
    await organizations.recordSeatCount(tx)
    return {
      ...{ tasksUnassigned, viewsDeleted },
      ...(contactsUnassigned > 0 ? { contactsUnassigned } : {}),
      ...(invitationsWithdrawn > 0 ? { invitationsWithdrawn } : {}),
    }
  }

  /** Removes a member. Sessions of someone without another organization end; others go on there. */
  async function removeMember(tx: TenantTx, context: Context, userId: string, role: Role): Promise<void> {
    const removedCounts = await endMembership(tx, context, userId)
    const otherOrganizations = await memberships.lockOrganizationsOf(tx, userId)
    if (!otherOrganizations?.length) await auth.endAllSessions(tx, userId)
    await recordChange(tx, context, 'member.removed', userId, { role, ...removedCounts })
  }

  async function findMember(tx: TenantTx, userId: string): Promise<Member> {
    const member = await organizations.findMember(tx, userId)
    if (!member) throw notFound('Member')
    return member
  }

  return {
    /** @throws {AppError} not_found, forbidden, conflict for the last owner */
    async changeRole(context: Context, userId: string, to: Role): Promise<Member> {
      return changeTeam(context, async (tx, caller) => {
        const from = await requireRole(tx, userId)
        policy.requireMayChange(caller.role, from, to)
        if (from !== to) {
          await requireAnotherOwner(tx, from)
          await changeMembership(tx, userId, { role: to })
          await recordChange(tx, context, 'member.role-changed', userId, { from, to })
        }
        return findMember(tx, userId)
      })
    },

    /**
     * Gives a member the role and access that an identity provider states. The last owner stays an owner, and with
     * `keepsOwners` every owner. Part of the caller's transaction, which has locked the team.
     */
    async followProvider(
      tx: TenantTx,
      context: Context,
      userId: string,
      { keepsOwners, ...to }: { role: Role; access: MemberAccess; keepsOwners: boolean },
    ): Promise<void> {
      const from = await requireRole(tx, userId)
      const losesOwner = from === 'OWNER' && to.role !== 'OWNER'
      if (losesOwner && (keepsOwners || (await store.countOwners(tx)) < 2)) return
      await changeMembership(tx, userId, to)
      await recordChange(tx, context, 'member.role-changed', userId, { from, to: to.role, access: to.access })
    },

    /**
     * Removes a member.
     *
     * @throws {AppError} not_found, forbidden, conflict
     */
    async remove(context: Context, userId: string): Promise<void> {
      await changeTeam(context, async (tx, caller) => {
        const role = await requireRole(tx, userId)
        policy.requireMayRemove(caller.role, role)
        await requireAnotherOwner(tx, role)
        if (userId === caller.userId)
          throw new AppError('conflict', "You can't remove yourself. Leave the organization instead.")
        await removeMember(tx, context, userId, role)
      })
    },

    /** Lets one change of a team run at a time; the first lock of the caller's transaction. */
    lockTeam: store.lockTeam,

    /**
     * Removes a member whom an identity provider withdraws; part of the caller's transaction, which has locked the team.
     *
     * @throws {AppError} not_found, conflict for the last owner
     */
    async removeProvisioned(tx: TenantTx, context: Context, userId: string): Promise<void> {
      const role = await requireRole(tx, userId)
      await requireAnotherOwner(tx, role)
      await removeMember(tx, context, userId, role)
    },

    /** @throws {AppError} conflict for the last owner */
    async leave(context: Context): Promise<void> {
      await changeTeam(context, async (tx, { userId, role }) => {
        await requireAnotherOwner(tx, role)
        const removedCounts = await endMembership(tx, context, userId)
        await recordChange(tx, context, 'member.left', userId, { role, ...removedCounts })
      })
    },

    /** Makes a member an owner and the caller an administrator. @throws {AppError} not_found, forbidden, conflict */
    async transfer(context: Context, toUserId: string): Promise<Member> {
      return changeTeam(context, async (tx, { userId, role }) => {
        if (role !== 'OWNER') throw new AppError('forbidden', 'Only an owner can do this')
        await requireRole(tx, toUserId)
        if (toUserId === userId) throw new AppError('conflict', 'You are already an owner')
        await changeMembership(tx, toUserId, { role: 'OWNER' })
        await changeMembership(tx, userId, { role: 'ADMIN' })
        await recordChange(tx, context, 'ownership.transferred', toUserId, { from: userId })
        return findMember(tx, toUserId)
      })
    },

    /**
     * Deletes the caller's account, confirmed by its email address.
     *
     * @throws {AppError} invalid for another address, conflict for the last owner and for the owner of a brokerage
     */
    async deleteAccount(session: Session, typedEmail: string, requestId: string): Promise<void> {
      if (typedEmail !== session.email) {
        throw fieldError('invalid', 'email', 'Type the email address of this account')
      }
      const { userId } = session
      const account = { action: 'account.deleted', subject: userId }
      const joined = await memberships.organizationIdsOf(userId)
      await db.transaction(async (tx) => {
        await requireNoBrokerage(tx, userId)
        for (const organizationId of joined.map(parseOrganizationId)) {
          const context: Context = { organizationId, actor: actorOf(session), requestId }
          const tenantTx = await store.enterOrganization(tx, organizationId)
          await store.lockTeam(tenantTx)
          const role = await store.roleOf(tenantTx, userId)
          if (!role) continue
          await requireAnotherOwner(tenantTx, role)
          await endMembership(tenantTx, context, userId)
          await recordChange(tenantTx, context, account.action, account.subject)
        }
        // Creating and joining an organization lock the user, so that none is left without its owner.
        if ((await memberships.lockOrganizationsOf(tx, userId))?.length)
          throw new AppError('conflict', 'You just joined an organization. Please try again.')
        await auth.removeUser(tx, userId)
        if (joined.length === 0) await auditPlatform(tx, { ...account, actor: actorOf(session), requestId })
      })
    },
  }
}
export type MembersService = ReturnType<typeof membersService>
