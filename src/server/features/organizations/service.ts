import type { Profile } from '#contract/auth.ts'
import type { Member } from '#contract/organizations.ts'
import { fold } from '#domain/identity/name.ts'
import { auditFor } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { hasRole } from '#server/platform/http/access.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as store from './store.ts'

/** Organizations and the profile that starts one. */
export function organizationsService({ db }: Pick<Platform, 'db'>) {
  return {
    /** For work done by the system in every organization. */
    allIds: () => store.listIds(db),

    /** The people of the caller's organization. @throws {AppError} not_found for another one's */
    async members(context: Context, organizationId: string): Promise<Member[]> {
      if (organizationId.toLowerCase() !== context.organizationId) throw notFound('Organization')
      return db.tenant(context.organizationId, store.listMembers)
    },

    /** Whether a user belongs to the organization; they stay in it until the transaction ends. */
    isMember: (tx: TenantTx, userId: string): Promise<boolean> => store.lockMember(tx, userId),

    /**
     * Saves the names. A user without an organization becomes OWNER of a new one; otherwise the company name is
     * changed only by OWNER and ADMIN, and a MEMBER's is left alone.
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
        const organizationId = newId()
        const slug = slugOf(profile.companyName)
        const slugs = [slug, `${slug}-${organizationId.slice(-8)}`]
        await store.insertOrganization(tx, organizationId, profile.companyName, slugs)
        await store.joinOrganization(tx, userId, organizationId, 'OWNER')
        await auditFor(tx, organizationId, { actor, action: 'organization.created', subject: organizationId })
        return organizationId
      })
    },
  }
}
export type OrganizationsService = ReturnType<typeof organizationsService>

/** `Müller & Sons, Inc.` → `muller-sons-inc` */
function slugOf(name: string): string {
  const slug = fold(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)
  return slug || 'organization'
}
