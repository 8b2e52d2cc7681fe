import type { PersonNames, Profile } from '#contract/auth.ts'
import type { Role } from '#contract/endpoint.ts'
import type { Member } from '#contract/organizations.ts'
import { auditFor, auditPlatform } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import type { Query, TenantTx } from '#server/platform/db/database.ts'
import { mintOrganizationId, type OrganizationId } from '#server/platform/db/organization-id.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { hasRole } from '#server/platform/http/access.ts'
import type { Platform } from '#server/platform/platform.ts'
import { createOrganization } from './service/create-organization.ts'
import { decodeMemberCursor, encodeMemberCursor } from './service/member-cursor.ts'
import * as store from './store.ts'

/** @throws {AppError} not_found for another organization than the caller's */
function requireOwn(context: Context, organizationId: string): void {
  if (organizationId.toLowerCase() !== context.organizationId) throw notFound('Organization')
}

export const NOT_JOINABLE_YET = 'This organization is suspended. You can join when the suspension is lifted.'

/** Two-factor status of members is visible to administrators only. */
function visibleTo({ actor }: Context, member: Member): Member {
  if (actor.kind === 'system' || hasRole(actor, 'ADMIN')) return member
  const { hasSecondFactor: _, ...rest } = member
  return rest
}

/** Organizations, their members and profiles. */
export function organizationsService({ db }: Pick<Platform, 'db'>) {
  return {
    /** For maintenance of every organization, suspended or not. */
    allIds: () => store.listAllIds(db),
    /** For background work, which pauses while an organization is suspended. */
    activeIds: () => store.listActiveIds(db),

    requireOwn,

    /**
     * Members of the caller's organization by name; `next` is null on the last page.
     *
     * @throws {AppError} not_found for another organization, invalid for an unknown cursor
     */
    async members(
      context: Context,
      organizationId: string,
      query: { limit: number; cursor?: string | undefined },
    ) {
      requireOwn(context, organizationId)
      const page = { after: decodeMemberCursor(query.cursor), limit: query.limit + 1 }
      const found = await db.tenant(context.organizationId, (tx) => store.listMembers(tx, page))
      const members: Member[] = found.slice(0, query.limit).map((member) => visibleTo(context, member))
      const last = members.at(-1)
      return { members, next: found.length > query.limit && last ? encodeMemberCursor(last) : null }
    },

    /** Part of the caller's transaction. */
    member: store.findMember,
    hasMemberWithAddress: store.hasMemberWithAddress,
    /** Updates the count of members and open invitations; part of the transaction that changed them. */
    recordSeatCount: store.updateSeatCount,
    /** Locks a user and returns their organization; null for none. */
    async lockOrganizationOf(tx: Query, userId: string): Promise<OrganizationId | null> {
      const { organizationId = null } = (await store.lockUser(tx, userId)) ?? {}
      return organizationId === null ? null : mintOrganizationId(organizationId)
    },
    nameOf: async (organizationId: string) => (await store.findName(db, organizationId))?.name ?? '',

    /**
     * Makes a user a member unless they belong to an organization. Part of the caller's transaction.
     *
     * @returns the organization that the user already belongs to
     * @throws {AppError} conflict while the organization is being erased, suspended while it is suspended
     */
    async admit(tx: TenantTx, userId: string, role: Role): Promise<{ alreadyIn: string | null }> {
      const obstacle = await store.lockJoinable(tx)
      if (obstacle === 'erased')
        throw new AppError('conflict', "This organization is being deleted, so you can't join it.")
      if (obstacle === 'suspended') throw new AppError('suspended', NOT_JOINABLE_YET)
      const user = await store.lockUser(tx, userId)
      if (!user) throw new AppError('unauthenticated', 'Please log in to continue')
      if (user.organizationId) return { alreadyIn: user.organizationId }
      await store.joinOrganization(tx, userId, tx.organizationId, role)
      return { alreadyIn: null }
    },

    changeNames: (userId: string, names: PersonNames): Promise<void> =>
      db.transaction(async (tx) => {
        const user = await store.lockUser(tx, userId)
        if (!user) throw new AppError('unauthenticated', 'Please log in to continue')
        await store.updateNames(tx, userId, names)
        const line = {
          actor: { kind: 'user', userId, role: user.role },
          action: 'profile.updated',
          subject: userId,
        } as const
        if (user.organizationId) await auditFor(tx, user.organizationId, line)
        else await auditPlatform(tx, line)
      }),

    /** True when a user belongs to the organization; locks the membership until the transaction ends. */
    isMember: (tx: TenantTx, userId: string): Promise<boolean> => store.lockMember(tx, userId),

    /** The only member of an organization, null for a team; part of the caller's transaction. */
    onlyMember: store.lockOnlyMember,

    /**
     * Saves the user's names. A user without an organization becomes OWNER of a new one; otherwise OWNER and ADMIN
     * also change the company name.
     *
     * @returns the user's organization
     */
    completeProfile(userId: string, profile: Profile): Promise<string> {
      return db.transaction(async (tx) => {
        const user = await store.lockUser(tx, userId)
        if (!user) throw new AppError('unauthenticated', 'Please log in to continue')
        await store.updateNames(tx, userId, profile)
        const actor = { kind: 'user', userId, role: user.role } as const
        if (user.organizationId) {
          if (hasRole(user, 'ADMIN'))
            await store.renameOrganization(tx, user.organizationId, profile.companyName)
          await auditFor(tx, user.organizationId, { actor, action: 'profile.updated', subject: userId })
          return user.organizationId
        }
        const organizationId = await createOrganization(tx, profile.companyName, userId)
        await auditFor(tx, organizationId, { actor, action: 'organization.created', subject: organizationId })
        return organizationId
      })
    },
  }
}
export type OrganizationsService = ReturnType<typeof organizationsService>
