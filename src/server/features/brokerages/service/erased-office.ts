import type { TenantTx } from '#server/platform/db/database.ts'
import { newId } from '#server/platform/ids.ts'
import { insertMove } from '../store/moves.ts'
import { findBrokerageOf } from '../store/offices.ts'

/**
 * Records in the brokerage's log the credits that are deleted with an office. Part of the transaction that starts its
 * erasure.
 */
export async function recordErasedOffice(tx: TenantTx, credits: number): Promise<void> {
  const office = await findBrokerageOf(tx, tx.organizationId)
  if (!office || credits === 0) return
  const { brokerageId } = office
  const move = { id: newId(), kind: 'expired_credits' as const, from: tx.organizationId, to: null }
  await insertMove(tx, { ...move, brokerageId, amount: credits, movedBy: null })
}
