import type { ListedOrganization, MemberAccess } from '#contract/auth.ts'
import type { Role } from '#contract/endpoint.ts'
import type { ActingMember } from '#server/platform/acting-member.ts'
import type { Query, TenantTx } from '#server/platform/db/database.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Session } from '#server/platform/http/session.ts'
import type { Platform } from '#server/platform/platform.ts'
import { MAX_ORGANIZATIONS } from './limits.ts'
import * as store from './store.ts'

type Member = { userId: string; organizationId: string }

/**
 * Memberships of users in organizations, and the home membership in `users` that follows them. Changes are part of the
 * caller's transaction.
 */
export function membershipsService({ db }: Pick<Platform, 'db'>) {
  return {
    /** @throws {AppError} unauthenticated for a deleted account, conflict for a member or a user with too many organizations */
    async join(
      tx: Query,
      { userId, organizationId, role, access = 'all' }: Member & { role: Role; access?: MemberAccess },
    ): Promise<void> {
      if (!(await store.lockUser(tx, userId)))
        throw new AppError('unauthenticated', 'Please log in to continue')
      if ((await store.countOrganizations(tx, userId)) >= MAX_ORGANIZATIONS)
        throw new AppError(
          'conflict',
          `You can belong to up to ${MAX_ORGANIZATIONS} organizations. Leave one first.`,
        )
      if (!(await store.insertMembership(tx, { userId, organizationId, role, access })))
        throw new AppError('conflict', 'You are already a member of this organization')
      await store.updateHomes(tx, [userId])
    },

    async change(
      tx: TenantTx,
      userId: string,
      change: { role?: Role; access?: MemberAccess },
    ): Promise<void> {
      await store.updateMembership(tx, userId, change)
      await store.updateHomes(tx, [userId])
    },

    /** Sessions that work in this organization go on in the user's home organization. */
    async end(tx: Query, { userId, organizationId }: Member): Promise<void> {
      await store.deleteMembership(tx, userId, organizationId)
      await store.updateHomes(tx, [userId])
    },

    /** Ends the memberships of all members of an organization. */
    async endAll(tx: Query, organizationId: string): Promise<void> {
      await store.updateHomes(tx, await store.deleteAllMemberships(tx, organizationId))
    },

    /** Locks a user until the transaction ends. @returns the ids of their organizations, in order; null for a deleted account */
    async lockOrganizationsOf(tx: Query, userId: string): Promise<string[] | null> {
      return (await store.lockUser(tx, userId)) ? store.listOrganizationIds(tx, userId) : null
    },
    organizationIdsOf: (userId: string): Promise<string[]> => store.listOrganizationIds(db, userId),

    /** The member that a job acts for, such as the one who imported a file; null for former members. */
    async findActingMember(organizationId: OrganizationId, userId: string): Promise<ActingMember | null> {
      const member = await store.findMember(db, { userId, organizationId })
      return member ? { ...member, organizationId, userId } : null
    },

    /** True if a user belongs to the organization; locks the membership until the transaction ends. */
    isMember: store.lockMember,

    /** Those of some contacts that a member doesn't see; part of the caller's transaction. */
    listHiddenContacts: store.listHiddenContacts,

    /** The only member of an organization, null for a team; part of the caller's transaction. */
    lockOnlyMember: store.lockOnlyMember,

    /** The caller's organizations by name. */
    async listOwn({ userId, organizationId }: Session): Promise<ListedOrganization[]> {
      const organizations = await store.listOrganizations(db, userId)
      return organizations.map((each) => ({ ...each, isActive: each.id === organizationId }))
    },

    /** Repairs what a process of the previous release left out of step; see `repairMemberships`. */
    repair: () => store.repairMemberships(db),
  }
}
export type MembershipsService = ReturnType<typeof membershipsService>
