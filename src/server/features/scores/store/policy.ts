import type { TenantTx } from '#server/platform/db/database.ts'

export type PolicyRow = { excludeFamilial: boolean; excludeAge: boolean }

export function findPolicy(tx: TenantTx): Promise<PolicyRow | undefined> {
  return tx.row<PolicyRow>('select exclude_familial, exclude_age from organizations where id = $1', [
    tx.organizationId,
  ])
}
