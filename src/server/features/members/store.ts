import type { Role } from '#contract/endpoint.ts'
import type { TenantTx } from '#server/platform/db/database.ts'

export { enterOrganization } from '#server/platform/db/enter-organization.ts'

/** Serializes changes of members and roles; always the first lock of a transaction. */
export async function lockTeam(tx: TenantTx): Promise<void> {
  await tx.run('select 1 from organizations where id = $1 for no key update', [tx.organizationId])
}

export function roleOf(tx: TenantTx, userId: string): Promise<Role | undefined> {
  return tx.find('select role from memberships where organization_id = $1 and user_id = $2', [
    tx.organizationId,
    userId,
  ])
}

export function countOwners(tx: TenantTx): Promise<number> {
  return tx.value(
    `select count(*)::int as owners from memberships where organization_id = $1 and role = 'OWNER'`,
    [tx.organizationId],
  )
}
