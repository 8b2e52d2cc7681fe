import type { TenantTx } from '#server/platform/db/database.ts'
import { AGREEMENT, LIVE_STATUSES, UNCONNECTED_GRACE_MS } from '../policy.ts'
import { lockOrganization } from '../store/organization.ts'
import { listDueUnconnected, listSubscriptions, saveSubscription } from '../store/subscriptions.ts'
import { type Deps, setBestSubscription } from './record-change.ts'

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
  const at = deps.clock.now().toISOString()
  const stored = await listSubscriptions(tx)
  const ended = stored.filter(
    ({ provider, status, periodEnd }) =>
      provider !== deps.payments.provider &&
      provider !== AGREEMENT &&
      LIVE_STATUSES.has(status) &&
      Date.parse(periodEnd) <= until.getTime(),
  )
  for (const one of ended)
    await saveSubscription(tx, { ...one, status: 'canceled', eventAt: at, canceledAt: at })
  if (await setBestSubscription(tx, deps, before, await listSubscriptions(tx), 'provider not connected'))
    deps.events.publish(tx, tx.organizationId, { type: 'organization.changed' })
  return ended.map(({ subscriptionId }) => subscriptionId)
}
