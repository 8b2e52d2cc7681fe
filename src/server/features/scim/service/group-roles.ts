import type { Role } from '#contract/endpoint.ts'
import type { InvitationsService } from '#server/features/invitations/service.ts'
import type { MembersService } from '#server/features/members/service.ts'
import type { Context } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { type GroupTarget, listTargets } from '../store/groups.ts'
import { findDefaultAccess } from '../store/settings.ts'

export type RoleFeatures = {
  members: Pick<MembersService, 'followProvider'>
  invitations: Pick<InvitationsService, 'changeRoleByAddress'>
}

/**
 * Gives people the role and access of their groups: of several groups, the highest role and the widest access. People
 * whose groups give none become members with the default access, or keep their role if `keepsRole`. Part of a transaction that
 * has locked the team.
 */
export async function applyGroupRoles(
  tx: TenantTx,
  context: Context,
  { members, invitations }: RoleFeatures,
  ids: readonly string[],
  { keepsRole }: { keepsRole: boolean },
): Promise<void> {
  if (ids.length === 0) return
  const defaultAccess = await findDefaultAccess(tx)
  for (const target of await listTargets(tx, ids)) {
    const { userId, email, role, access } = target
    const isMember = userId !== null && role !== null
    const fallback: Role = keepsRole && role !== null ? role : 'MEMBER'
    const to = { role: target.groupRole ?? fallback, access: target.groupAccess ?? defaultAccess }
    if (isMember && (to.role !== role || to.access !== access))
      await members.followProvider(tx, context, userId, { ...to, keepsOwners: true })
    if (!isMember) await invitations.changeRoleByAddress(tx, email, invitedRole(target))
  }
}

function invitedRole({ groupRole }: GroupTarget): 'ADMIN' | 'MEMBER' {
  return groupRole ?? 'MEMBER'
}
