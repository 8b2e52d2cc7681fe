import type { TenantTx } from '#server/platform/db/database.ts'
import { AGREEMENT, UNCONNECTED_GRACE_MS } from '../policy.ts'
import { lockOrganization } from '../store/organization.ts'
import { listDueUnconnected, listSubscriptions, saveSubscription } from '../store/subscriptions.ts'
import { type Deps, setBestSubscription } from './record-change.ts'

const LIVE_STATUSES = new Set(['active', 'trialing', 'past_due'])

/**
 * Ends the subscriptions of a provider that is no longer connected, two days after their period: nobody tells of their
 * renewal or end any more, and they would stay as they are for ever.
 */
export async function endUnconnected(deps: Deps): Promise<void> {
  const { db, payments, clock, log } = deps
  const until = new Date(clock.now().getTime() - UNCONNECTED_GRACE_MS)
  for (const organizationId of await listDueUnconnected(db, payments.provider, until)) {
    const ended = await db.tenant(organizationId, (tx) => endOverdue(tx, deps, until))
    log.warn({ organizationId, ended }, 'Subscriptions of a provider that is not connected have ended')
  }
}

async function endOverdue(tx: TenantTx, deps: Deps, until: Date): Promise<string[]> {
  const before = await lockOrganization(tx)
  if (!before) return []
  const at = deps.clock.now().toISOString()
  const known = await listSubscriptions(tx)
  const ended = known.filter(
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
