import type { TenantTx } from '#server/platform/db/database.ts'
import { AGREEMENT, UNCONNECTED_GRACE_MS } from '../policy.ts'
import { lockOrganization } from '../store/organization.ts'
import { dueUnconnected, saveSubscription, subscriptions } from '../store/subscriptions.ts'
import { type Deps, standBy } from './record-change.ts'

const LIVE = new Set(['active', 'trialing', 'past_due'])

/**
 * Ends the subscriptions of a provider that is no longer connected, two days after their period: nobody tells of their
 * renewal or end any more, and they would stay as they are for ever.
 */
export async function endUnconnected(deps: Deps): Promise<void> {
  const { db, payments, clock, log } = deps
  const until = new Date(clock.now().getTime() - UNCONNECTED_GRACE_MS)
  for (const organizationId of await dueUnconnected(db, payments.provider, until)) {
    const ended = await db.tenant(organizationId, (tx) => endThose(tx, deps, until))
    log.warn({ organizationId, ended }, 'Subscriptions of a provider that is not connected have ended')
  }
}

async function endThose(tx: TenantTx, deps: Deps, until: Date): Promise<string[]> {
  const before = await lockOrganization(tx)
  if (!before) return []
  const at = deps.clock.now().toISOString()
  const known = await subscriptions(tx)
  const ended = known.filter(
    ({ provider, status, periodEnd }) =>
      provider !== deps.payments.provider &&
      provider !== AGREEMENT &&
      LIVE.has(status) &&
      Date.parse(periodEnd) <= until.getTime(),
  )
  for (const one of ended)
    await saveSubscription(tx, { ...one, status: 'canceled', eventAt: at, canceledAt: at })
  if (await standBy(tx, deps, before, await subscriptions(tx), 'provider not connected'))
    deps.events.publish(tx, tx.organizationId, { type: 'organization.changed' })
  return ended.map(({ subscriptionId }) => subscriptionId)
}
