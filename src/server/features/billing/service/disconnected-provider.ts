import type { TenantTx } from '#server/platform/db/database.ts'
import { CUSTOM_PLAN_PROVIDER, DISCONNECTED_GRACE_MS, LIVE_STATUSES } from '../limits.ts'
import { lockOrganization } from '../store/organization.ts'
import { listDueDisconnected, listSubscriptions } from '../store/subscriptions.ts'
import { type Deps, endSubscriptions, setBestSubscription } from './record-change.ts'

/**
 * Ends subscriptions of a disconnected provider two days after their period. Events about their renewal or end no longer
 * arrive, so they would never change.
 */
export async function endDisconnectedSubscriptions(deps: Deps): Promise<void> {
  const { db, payments, clock, log } = deps
  const dueBefore = new Date(clock.now().getTime() - DISCONNECTED_GRACE_MS)
  for (const organizationId of await listDueDisconnected(db, payments.provider, dueBefore)) {
    const endedIds = await db.tenant(organizationId, (tx) => endDueSubscriptions(tx, deps, dueBefore))
    log.warn({ organizationId, ended: endedIds }, 'Ended subscriptions of a disconnected provider')
  }
}

async function endDueSubscriptions(tx: TenantTx, deps: Deps, dueBefore: Date): Promise<string[]> {
  const organization = await lockOrganization(tx)
  if (!organization) return []
  const subscriptions = await listSubscriptions(tx)
  const dueSubscriptions = subscriptions.filter(
    ({ provider, status, periodEnd }) =>
      provider !== deps.payments.provider &&
      provider !== CUSTOM_PLAN_PROVIDER &&
      LIVE_STATUSES.has(status) &&
      Date.parse(periodEnd) <= dueBefore.getTime(),
  )
  await endSubscriptions(tx, dueSubscriptions, deps.clock.now())
  if (
    await setBestSubscription(tx, deps, organization, await listSubscriptions(tx), 'provider not connected')
  )
    deps.events.publish(tx, tx.organizationId, { type: 'organization.changed' })
  return dueSubscriptions.map(({ subscriptionId }) => subscriptionId)
}
