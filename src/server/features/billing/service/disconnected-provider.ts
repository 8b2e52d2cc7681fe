import type { TenantTx } from '#server/platform/db/database.ts'
import { CUSTOM_PLAN_PROVIDER, LIVE_STATUSES, UNCONNECTED_GRACE_MS } from '../limits.ts'
import { lockOrganization } from '../store/organization.ts'
import { listDueUnconnected, listSubscriptions } from '../store/subscriptions.ts'
import { type Deps, endSubscriptions, setBestSubscription } from './record-change.ts'

/**
 * Ends subscriptions of a disconnected provider two days after their period. Events about their renewal or end no longer
 * arrive, so they would never change.
 */
export async function endUnconnected(deps: Deps): Promise<void> {
  const { db, payments, clock, log } = deps
  const until = new Date(clock.now().getTime() - UNCONNECTED_GRACE_MS)
  for (const organizationId of await listDueUnconnected(db, payments.provider, until)) {
    const ended = await db.tenant(organizationId, (tx) => endOverdue(tx, deps, until))
    log.warn({ organizationId, ended }, 'Ended subscriptions of a disconnected provider')
  }
}

async function endOverdue(tx: TenantTx, deps: Deps, until: Date): Promise<string[]> {
  const before = await lockOrganization(tx)
  if (!before) return []
  const stored = await listSubscriptions(tx)
  const ended = stored.filter(
    ({ provider, status, periodEnd }) =>
      provider !== deps.payments.provider &&
      provider !== CUSTOM_PLAN_PROVIDER &&
      LIVE_STATUSES.has(status) &&
      Date.parse(periodEnd) <= until.getTime(),
  )
  await endSubscriptions(tx, ended, deps.clock.now())
  if (await setBestSubscription(tx, deps, before, await listSubscriptions(tx), 'provider not connected'))
    deps.events.publish(tx, tx.organizationId, { type: 'organization.changed' })
  return ended.map(({ subscriptionId }) => subscriptionId)
}
