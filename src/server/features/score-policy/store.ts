import type { ScorePolicySettings } from '#contract/score-policy.ts'
import type { TenantTx } from '#server/platform/db/database.ts'

/** Locks the settings until the transaction ends. */
export function lockPolicy(tx: TenantTx): Promise<ScorePolicySettings | undefined> {
  return tx.row<ScorePolicySettings>(
    'select exclude_familial, exclude_age from organizations where id = $1 for no key update',
    [tx.organizationId],
  )
}

export async function updatePolicy(tx: TenantTx, policy: ScorePolicySettings): Promise<void> {
  await tx.run(
    'update organizations set exclude_familial = $2, exclude_age = $3, updated_at = now() where id = $1',
    [tx.organizationId, policy.excludeFamilial, policy.excludeAge],
  )
}
