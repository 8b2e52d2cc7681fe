import type { MemberAccess } from '#contract/auth.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { listTargets } from '../store/groups.ts'
import { findDefaultAccess } from '../store/settings.ts'
import { findInvited } from '../store/users.ts'

/**
 * Access of someone whom an identity provider invited, by their groups, from their first request on; `all` for people whom
 * members invited. Part of the transaction in which the person joins.
 */
export async function accessOfInvited(tx: TenantTx, email: string): Promise<MemberAccess> {
  const id = await findInvited(tx, email)
  if (id === undefined) return 'all'
  const [target] = await listTargets(tx, [id])
  return target?.groupAccess ?? findDefaultAccess(tx)
}
