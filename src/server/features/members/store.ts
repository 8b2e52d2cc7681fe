import type { Role } from '#contract/endpoint.ts'
import type { TenantTx } from '#server/platform/db/database.ts'

/** Serializes changes of members and roles; always the first lock of a transaction. */
export async function lockTeam(tx: TenantTx): Promise<void> {
  await tx.run('select 1 from organizations where id = $1 for no key update', [tx.organizationId])
}

export function roleOf(tx: TenantTx, userId: string): Promise<Role | undefined> {
  return tx.find('select role from users where organization_id = $1 and id = $2', [tx.organizationId, userId])
}

export function countOwners(tx: TenantTx): Promise<number> {
  return tx.value(`select count(*)::int as owners from users where organization_id = $1 and role = 'OWNER'`, [
    tx.organizationId,
  ])
}

export async function setRole(tx: TenantTx, userId: string, role: Role): Promise<void> {
  await tx.run('update users set role = $3, updated_at = now() where organization_id = $1 and id = $2', [
    tx.organizationId,
    userId,
    role,
  ])
}

export async function endMembership(tx: TenantTx, userId: string): Promise<void> {
  await tx.run(
    `update users set organization_id = null, role = 'MEMBER', joined_at = null, updated_at = now()
      where organization_id = $1 and id = $2`,
    [tx.organizationId, userId],
  )
}
