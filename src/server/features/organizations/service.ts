import { z } from 'zod'
import type { PersonNames, Profile } from '#contract/auth.ts'
import type { Role } from '#contract/endpoint.ts'
import type { Member } from '#contract/organizations.ts'
import { auditFor } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import type { Query, TenantTx } from '#server/platform/db/database.ts'
import { type OrganizationId, parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { AppError } from '#server/platform/errors.ts'
import { hasRole } from '#server/platform/http/access.ts'
import { type ListOrder, type Page, type PageQuery, readPage } from '#server/platform/page.ts'
import type { Platform } from '#server/platform/platform.ts'
import { createOrganization } from './service/create-organization.ts'
import type { MemberCursorKey } from './store.ts'
import * as store from './store.ts'

export const NOT_JOINABLE_YET = 'This organization is suspended. You can join when the suspension is lifted.'

/** Two-factor status of members is visible to administrators only. */
function hideSecondFactor({ actor }: Context, member: Member): Member {
  if (actor.kind === 'system' || hasRole(actor, 'ADMIN')) return member
  const { hasSecondFactor: _, ...visibleMember } = member
  return visibleMember
}

/** Locks a user. @throws {AppError} unauthenticated for an account deleted meanwhile */
async function requireUser(tx: Query, userId: string) {
  const user = await store.lockUser(tx, userId)
  if (!user) throw new AppError('unauthenticated', 'Please log in to continue')
  return user
}

/** Organizations, their members and profiles. */
export function organizationsService({ db }: Pick<Platform, 'db'>) {
  return {
    /** For maintenance of every organization, suspended or not. */
    listAllIds: () => store.listAllIds(db),
    /** For background work, which pauses while an organization is suspended. */
    listActiveIds: () => store.listActiveIds(db),

    /**
     * Members of the caller's organization by name; `next` is null on the last page.
     *
     * @throws {AppError} invalid for an unknown cursor
     */
    async listMembers(context: Context, query: PageQuery): Promise<Page<Member>> {
      const { items, next } = await db.tenant(context.organizationId, (tx) =>
        readPage(MEMBER_ORDER, query, (range) => store.listMembers(tx, range)),
      )
      return { items: items.map((member) => hideSecondFactor(context, member)), next }
    },

    /** Part of the caller's transaction. */
    findMember: store.findMember,
    hasMemberWithAddress: store.hasMemberWithAddress,
    /** Updates the count of members and open invitations; part of the transaction that changed them. */
    recordSeatCount: store.updateSeatCount,
    /** Locks a user and returns their organization; null for none. */
    async lockOrganizationOf(tx: Query, userId: string): Promise<OrganizationId | null> {
      const { organizationId = null } = (await store.lockUser(tx, userId)) ?? {}
      return organizationId === null ? null : parseOrganizationId(organizationId)
    },
    nameOf: async (organizationId: string) => (await store.findName(db, organizationId)) ?? '',

    /**
     * Makes a user a member unless they belong to an organization. Part of the caller's transaction.
     *
     * @returns the organization that the user already belongs to; null if the user was admitted
     * @throws {AppError} conflict while the organization is being erased, suspended while it is suspended
     */
    async admit(tx: TenantTx, userId: string, role: Role): Promise<string | null> {
      const obstacle = await store.lockJoinable(tx)
      if (obstacle === 'erased')
        throw new AppError('conflict', "This organization is being deleted, so you can't join it.")
      if (obstacle === 'suspended') throw new AppError('suspended', NOT_JOINABLE_YET)
      const user = await requireUser(tx, userId)
      if (user.organizationId) return user.organizationId
      await store.joinOrganization(tx, userId, tx.organizationId, role)
      return null
    },

    /** Names a user who has no name yet; part of the caller's transaction. */
    fillNames: store.fillNames,

    changeNames: (userId: string, names: PersonNames): Promise<void> =>
      db.transaction(async (tx) => {
        const user = await requireUser(tx, userId)
        await store.updateNames(tx, userId, names)
        const actor = { kind: 'user', userId, role: user.role } as const
        await auditFor(tx, user.organizationId, { actor, action: 'profile.updated', subject: userId })
      }),

    /** True if a user belongs to the organization; locks the membership until the transaction ends. */
    isMember: store.lockMember,

    /** The only member of an organization, null for a team; part of the caller's transaction. */
    lockOnlyMember: store.lockOnlyMember,

    /**
     * Saves the user's names. A user without an organization becomes OWNER of a new one; otherwise OWNER and ADMIN
     * also change the company name.
     *
     * @returns the user's organization
     */
    completeProfile(userId: string, profile: Profile): Promise<string> {
      return db.transaction(async (tx) => {
        const user = await requireUser(tx, userId)
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

// PostgreSQL can't store these characters, so no valid cursor contains them.
const name = z
  .string()
  .max(200)
  .refine((text) => text.isWellFormed() && !text.includes('\0'))

const MEMBER_ORDER: ListOrder<MemberCursorKey, Member> = {
  shape: z.object({ nameless: z.boolean(), firstName: name, lastName: name, id: z.uuid() }),
  keyOf: ({ firstName, lastName, id }) => ({
    nameless: firstName === null,
    firstName: firstName ?? '',
    lastName: lastName ?? '',
    id,
  }),
}
