import type { MemberAccess } from '#contract/auth.ts'
import type { Role } from '#contract/endpoint.ts'
import type { AuthService } from '#server/features/auth/service.ts'
import type { InvitationsService } from '#server/features/invitations/service.ts'
import type { MembersService } from '#server/features/members/service.ts'
import type { OrganizationsService } from '#server/features/organizations/service.ts'
import { audit } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { listTargets } from '../store/groups.ts'
import * as settings from '../store/settings.ts'
import * as store from '../store/users.ts'

export type AdmissionFeatures = {
  auth: Pick<AuthService, 'lockAccount'>
  invitations: Pick<InvitationsService, 'takeByAddress' | 'inviteProvisioned' | 'revokeByAddress'>
  members: Pick<MembersService, 'removeProvisioned'>
  organizations: Pick<OrganizationsService, 'admit' | 'followNames' | 'recordSeatCount'>
}

/** Starts and ends memberships of provisioned people. Everything is part of a transaction that has locked the team. */
export function createAdmission(
  { events }: Pick<Platform, 'events'>,
  { auth, invitations, members, organizations }: AdmissionFeatures,
) {
  /** Role and access of someone who joins: of their groups, otherwise as before, otherwise a MEMBER with the default access. */
  async function roleOf(tx: TenantTx, row: store.UserRow): Promise<{ role: Role; access: MemberAccess }> {
    const [target] = await listTargets(tx, [row.id])
    const defaultAccess = await settings.findDefaultAccess(tx)
    const fallback = { role: row.formerRole ?? 'MEMBER', access: row.formerAccess ?? defaultAccess }
    if (!target?.groupRole || fallback.role === 'OWNER') return fallback
    return { role: target.groupRole, access: target.groupAccess ?? fallback.access }
  }

  async function join(tx: TenantTx, context: Context, row: store.UserRow): Promise<void> {
    const { role, access } = await roleOf(tx, row)
    const userId = row.userId ?? (await auth.lockAccount(tx, row.email)).id
    await invitations.takeByAddress(tx, context, row.email)
    await organizations.admit(tx, userId, { role, access }).catch((error: unknown) => {
      // The reason may be about the person's other organizations.
      if (error instanceof AppError && error.code === 'conflict')
        throw new AppError('conflict', "This person can't be added right now. Ask them to contact support.")
      throw error
    })
    await store.linkUser(tx, row.id, userId)
    await organizations.recordSeatCount(tx)
    await audit(tx, { ...context, action: 'member.provisioned', subject: userId, details: { role, access } })
    events.publish(tx, tx.organizationId, { type: 'organization.changed', team: true })
  }

  return {
    /**
     * Makes a person a member, or invites them. Only an organization that has proven the domain of the address can add its
     * mailboxes without asking; someone whom provisioning removed comes back without asking too.
     *
     * @returns the id of an invitation to send @throws {AppError} rate_limited, conflict
     */
    async admit(
      tx: TenantTx,
      context: Context,
      row: store.UserRow,
      isProven: boolean,
    ): Promise<string | null> {
      if (isProven || (row.userId && row.formerRole)) {
        await join(tx, context, row)
        return null
      }
      const { role } = await roleOf(tx, row)
      const invitedBy = (await settings.findInviter(tx)) ?? null
      await store.touchUser(tx, row.id)
      return invitations.inviteProvisioned(tx, context, {
        email: row.email,
        role: role === 'OWNER' ? 'ADMIN' : role,
        invitedBy,
      })
    },

    /** Ends the membership or invitation of a person. @throws {AppError} conflict for the last owner */
    async withdraw(tx: TenantTx, context: Context, row: store.UserRow): Promise<void> {
      if (row.userId && row.role) {
        await members.removeProvisioned(tx, context, row.userId)
        await store.saveFormer(tx, row.id, { role: row.role, access: row.access })
      }
      if (row.isInvited) {
        await invitations.revokeByAddress(tx, context, row.email)
        await store.touchUser(tx, row.id)
      }
    },

    /** Names the account of a member, whose mailbox the organization has proven to own. */
    followNames: (tx: TenantTx, row: store.UserRow): Promise<void> =>
      organizations.followNames(tx, row.userId ?? '', { firstName: row.givenName, lastName: row.familyName }),
  }
}
export type Admission = ReturnType<typeof createAdmission>
