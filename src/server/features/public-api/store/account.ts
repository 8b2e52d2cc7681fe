import type { TenantTx } from '#server/platform/db/database.ts'

export function readOrganizationName(tx: TenantTx): Promise<string> {
  return tx.value('select name from organizations where id = $1', [tx.organizationId])
}
