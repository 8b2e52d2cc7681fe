import { z } from 'zod'
import type { MemberAccess, PersonNames, Profile } from '#contract/auth.ts'
import type { Role } from '#contract/endpoint.ts'
import type { Member } from '#contract/organizations.ts'
import type { AuthService } from '#server/features/auth/service.ts'
import type { MembershipsService } from '#server/features/memberships/service.ts'
import { auditFor } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import type { Query, TenantTx } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { hasRole } from '#server/platform/http/access.ts'
import { actorOf, type Session, type SignedInUser } from '#server/platform/http/session.ts'
import { type ListOrder, type Page, type PageQuery, readPage } from '#server/platform/page.ts'
import type { Platform } from '#server/platform/platform.ts'
import { createOrganization } from './service/create-organization.ts'
import type { MemberCursorKey } from './store.ts'
import * as store from './store.ts'

export const NOT_JOINABLE_YET = 'This organization is suspended. You can join when the suspension is lifted.'

/** Two-factor status and licenses of members are visible to administrators only. */
function hideAdministratorFacts({ actor }: Context, member: Member): Member {
  if (actor.kind === 'system' || hasRole(actor, 'ADMIN')) return member
  const { hasSecondFactor: _, licenseStates: __, ...visibleMember } = member
  return visibleMember
}

type Features = { auth: Pick<AuthService, 'switchSession'>; memberships: MembershipsService }

/** A user whose profile is completed, with the organization they work in. */
type ProfileOwner = Pick<Session, 'userId' | 'role'> & { organizationId: string | null }

/** Organizations, their members and profiles. */
export function organizationsService({ db }: Pick<Platform, 'db'>, { auth, memberships }: Features) {
  /** Locks a user. @returns the ids of their organizations @throws {AppError} unauthenticated for an account deleted meanwhile */
  async function lockUser(tx: Query, userId: string): Promise<string[]> {
    const organizationIds = await memberships.lockOrganizationsOf(tx, userId)
    if (!organizationIds) throw new AppError('unauthenticated', 'Please log in to continue')
    return organizationIds
  }

  /** Creates an organization owned by a user. Part of the caller's transaction. @returns its id */
  async function create(tx: Query, session: Pick<Session, 'userId' | 'role'>, name: string): Promise<string> {
    await lockUser(tx, session.userId)
    const id = await createOrganization(tx, name, session.userId)
    await memberships.join(tx, { userId: session.userId, organizationId: id, role: 'OWNER' })
    const actor = { kind: 'user', userId: session.userId, role: 'OWNER' } as const
    await auditFor(tx, id, { actor, action: 'organization.created', subject: id })
    return id
  }

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
      return { items: items.map((member) => hideAdministratorFacts(context, member)), next }
    },

    /** Part of the caller's transaction. */
    findMember: store.findMember,
    hasMemberWithAddress: store.hasMemberWithAddress,
    /**
     * Updates the count of members and open invitations; part of the transaction that changed them.
     *
     * @throws {AppError} conflict if more than the brokerage's seats for this organization would be in use
     */
    async recordSeatCount(tx: TenantTx): Promise<void> {
      const limit = await store.updateSeatCount(tx)
      if (limit === undefined) return
      const seats = limit === 1 ? 'The only seat' : `All ${limit} seats`
      throw new AppError(
        'conflict',
        `${seats} of your organization ${limit === 1 ? 'is' : 'are'} in use. Ask your brokerage for more seats.`,
      )
    },
    nameOf: async (organizationId: string) => (await store.findName(db, organizationId)) ?? '',

    /**
     * Makes a user a member. Part of the caller's transaction.
     *
     * @throws {AppError} conflict for a member or while the organization is being erased, suspended while it is suspended
     */
    async admit(
      tx: TenantTx,
      userId: string,
      { role, access }: { role: Role; access: MemberAccess },
    ): Promise<void> {
      const obstacle = await store.lockJoinable(tx)
      if (obstacle === 'erased')
        throw new AppError('conflict', "This organization is being deleted, so you can't join it.")
      if (obstacle === 'suspended') throw new AppError('suspended', NOT_JOINABLE_YET)
      await memberships.join(tx, { userId, organizationId: tx.organizationId, role, access })
    },

    /**
     * Names a user as their identity provider does, if they have no name yet or belong to no other organization; part of the
     * caller's transaction.
     */
    followNames: store.followNames,

    changeNames: (session: Session, names: PersonNames): Promise<void> =>
      db.transaction(async (tx) => {
        await store.updateNames(tx, session.userId, names)
        const entry = { actor: actorOf(session), action: 'profile.updated', subject: session.userId }
        await auditFor(tx, session.organizationId, entry)
      }),

    /** Part of the caller's transaction. @throws {AppError} unauthenticated, conflict */
    create,

    /** Creates another organization, owned by the user, and lets the session work in it. @throws {AppError} conflict */
    createAnother: ({ session, sid }: SignedInUser, name: string): Promise<void> =>
      db.transaction(async (tx) => auth.switchSession(sid, await create(tx, session, name), tx)),

    /**
     * Saves the user's names. A user without an organization becomes OWNER of a new one; otherwise OWNER and ADMIN
     * also change the company name of the organization they work in.
     *
     * @returns the user's organization
     */
    completeProfile(caller: ProfileOwner, profile: Profile): Promise<string> {
      return db.transaction(async (tx) => {
        const { userId } = caller
        // Two calls at once can't create two organizations.
        const [firstOrganization = null] = await lockUser(tx, userId)
        await store.updateNames(tx, userId, profile)
        const organizationId = caller.organizationId ?? firstOrganization
        if (organizationId === null) return create(tx, caller, profile.companyName)
        if (hasRole(caller, 'ADMIN')) await store.renameOrganization(tx, organizationId, profile.companyName)
        const actor = { kind: 'user', userId, role: caller.role } as const
        await auditFor(tx, organizationId, { actor, action: 'profile.updated', subject: userId })
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
