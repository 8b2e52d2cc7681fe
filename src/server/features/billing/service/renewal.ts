import type { Billing } from '#contract/billing.ts'
import type { Subscription } from '#domain/billing/subscription-state.ts'
import { audit } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { LIVE_STATUSES } from '../limits.ts'
import { lockOrganization } from '../store/organization.ts'
import { hasKey, listSubscriptions, saveSubscription } from '../store/subscriptions.ts'
import { readOverview, readSubscription } from './overview.ts'
import type { Deps } from './record-change.ts'

/**
 * Cancels the subscription at the end of its paid period, or revokes that. Idempotent.
 *
 * @throws {AppError} conflict without an active subscription
 */
export async function setRenewal(deps: Deps, context: Context, cancel: boolean): Promise<Billing> {
  const { db } = deps
  const { organizationId } = context
  const subscription = await db.tenant(organizationId, async (tx) => {
    const { liveSubscription } = await readSubscription(tx, deps)
    if (!liveSubscription) throw new AppError('conflict', "You don't have an active subscription")
    if (liveSubscription.cancelAtPeriodEnd === cancel) return null
    const action = cancel ? 'subscription.cancel_requested' : 'subscription.resume_requested'
    await audit(tx, { ...context, action, subject: liveSubscription.subscriptionId })
    return liveSubscription
  })
  if (subscription) {
    await requestRenewalChange(deps, subscription, cancel)
    await db.tenant(organizationId, (tx) => recordRenewalChange(tx, deps, subscription, cancel))
  }
  return readOverview(deps, context)
}

/** Holds no connection. The idempotency key changes with each reported state, so that a later command is a new one. */
function requestRenewalChange(
  { payments }: Deps,
  { subscriptionId, cancelEventAt }: Subscription,
  cancel: boolean,
) {
  const idempotencyKey = `renewal-${subscriptionId}-${cancel ? 'cancel' : 'resume'}-${cancelEventAt ?? 'first'}`
  return payments.setCancelAtPeriodEnd({ subscriptionId, cancel, idempotencyKey })
}

/** Stores the change before the provider's event arrives, so that it shows immediately. */
async function recordRenewalChange(
  tx: TenantTx,
  deps: Deps,
  subscription: Subscription,
  cancel: boolean,
): Promise<void> {
  await lockOrganization(tx)
  const now = deps.clock.now().toISOString()
  const row = (await listSubscriptions(tx)).find(hasKey(subscription))
  const isOlder = row?.cancelEventAt == null || row.cancelEventAt < now
  if (!row || !LIVE_STATUSES.has(row.status) || row.cancelAtPeriodEnd === cancel || !isOlder) return
  await saveSubscription(tx, { ...row, cancelAtPeriodEnd: cancel, cancelEventAt: now })
  deps.events.publish(tx, tx.organizationId, { type: 'organization.changed' })
}
