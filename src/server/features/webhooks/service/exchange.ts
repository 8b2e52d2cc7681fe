import type { TenantTx } from '#server/platform/db/database.ts'
import * as limits from '../limits.ts'
import * as deliveries from '../store/deliveries.ts'
import { type DisabledReason, lockEndpoints } from '../store/endpoints.ts'

/** Turns an endpoint off and tells those who manage it; part of the caller's transaction. */
export type DisableEndpoint = (tx: TenantTx, endpointId: string, reason: DisabledReason) => Promise<void>

const GONE = 410

/** Stores how attempts ended, and turns endpoints off that are gone or have failed for days. */
async function settleAttempts(
  tx: TenantTx,
  results: readonly deliveries.AttemptResult[],
  disable: DisableEndpoint,
): Promise<void> {
  if (results.length === 0) return
  const resultsByEndpoint = Map.groupBy(results, ({ endpointId }) => endpointId)
  const healthyIds = [...resultsByEndpoint].flatMap(([id, all]) =>
    all.some(({ failure }) => failure === null) ? [id] : [],
  )
  const failingIds = [...resultsByEndpoint.keys()].filter((id) => !healthyIds.includes(id))
  await Promise.all([deliveries.settle(tx, results), deliveries.recordHealth(tx, { healthyIds, failingIds })])
  const goneIds = new Set(results.flatMap(({ endpointId, status }) => (status === GONE ? [endpointId] : [])))
  for (const id of goneIds) await disable(tx, id, 'gone')
  // A single failure after a long silence is tried once more first.
  const retriedIds = results.flatMap(({ endpointId, attempt }) => (attempt > 1 ? [endpointId] : []))
  const candidateIds = failingIds.filter((id) => retriedIds.includes(id) && !goneIds.has(id))
  if (candidateIds.length === 0) return
  for (const id of await deliveries.listLongFailing(tx, candidateIds, limits.FAILING_DAYS))
    await disable(tx, id, 'failing')
}

/** Stores results and claims due deliveries, under the lock of the organization's endpoints. */
export async function exchangeDeliveries(
  tx: TenantTx,
  { results, limit }: { results: readonly deliveries.AttemptResult[]; limit: number },
  disable: DisableEndpoint,
): Promise<deliveries.ClaimedDelivery[]> {
  const locking = lockEndpoints(tx)
  await Promise.all([locking, settleAttempts(tx, results, disable)])
  if (limit === 0) return []
  return deliveries.claimDue(tx, {
    ...{ limit, inFlight: limits.MAX_IN_FLIGHT, seconds: limits.CLAIM_SECONDS },
  })
}
