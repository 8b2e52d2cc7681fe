import type { TenantTx } from '#server/platform/db/database.ts'
import { post } from '../store/post-entries.ts'

/**
 * Adds credits, or takes some where `amount` is below zero; never more than there are. Once a key. Part of the
 * caller's transaction.
 */
export function adjustCredits(
  tx: TenantTx,
  { key, amount }: { key: string; amount: number },
): Promise<'posted' | 'insufficient' | 'exists'> {
  return post(tx, {
    key: `adjustment:${key}`,
    amount,
    operation: 'adjustment',
    description: amount > 0 ? 'Given by the operator' : 'Taken by the operator',
  })
}
