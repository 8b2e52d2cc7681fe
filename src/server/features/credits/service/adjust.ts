import type { TenantTx } from '#server/platform/db/database.ts'
import { post } from '../store/post-entries.ts'

/**
 * Adds credits, or takes some if `amount` is negative, but never more than exist. Once per key. Part of the caller's
 * transaction.
 */
export function adjustCredits(
  tx: TenantTx,
  { key, amount }: { key: string; amount: number },
): Promise<'posted' | 'insufficient' | 'exists'> {
  return post(tx, {
    key: `adjustment:${key}`,
    amount,
    operation: 'adjustment',
    description: amount > 0 ? 'Added by the operator' : 'Removed by the operator',
  })
}
