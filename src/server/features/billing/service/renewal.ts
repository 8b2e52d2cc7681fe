import type { Subscription } from '#domain/billing/subscription-standing.ts'
import { audit } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { lockOrganization } from '../store/organization.ts'
import { listSubscriptions, saveSubscription } from '../store/subscriptions.ts'
import { standingOf } from './overview.ts'
import type { Deps } from './record-change.ts'

const LIVE_STATUSES = new Set(['active', 'trialing', 'past_due'])

/**
 * Ends the subscription with its paid period, or takes that back. Wished for again it stays as it is.
 *
 * @throws {AppError} conflict without a running subscription
 */
export async function setRenewal(deps: Deps, context: Context, cancel: boolean): Promise<void> {
  const { db } = deps
  const { organizationId } = context
  const subscription = await db.tenant(organizationId, async (tx) => {
    const { paid } = await standingOf(tx, deps)
    if (!paid) throw new AppError('conflict', 'There is no running subscription')
    if (paid.cancelAtPeriodEnd === cancel) return null
    const action = cancel ? 'subscription.cancel_requested' : 'subscription.resume_requested'
    await audit(tx, { ...context, action, subject: paid.subscriptionId })
    return paid
  })
  if (!subscription) return
  await askProvider(deps, subscription, cancel)
  await db.tenant(organizationId, (tx) => recordRenewalChange(tx, deps, subscription, cancel))
}

/** No connection is held meanwhile. The key changes with each answer, so that a wish after another one is a new wish. */
function askProvider({ payments }: Deps, { subscriptionId, cancelSaidAt }: Subscription, cancel: boolean) {
  const idempotencyKey = `renewal-${subscriptionId}-${cancel ? 'cancel' : 'resume'}-${cancelSaidAt ?? 'first'}`
  return payments.setCancelAtPeriodEnd({ subscriptionId, cancel, idempotencyKey })
}

/** Shown at once: the provider's event says the same some seconds later. */
async function recordRenewalChange(
  tx: TenantTx,
  deps: Deps,
  { subscriptionId }: Subscription,
  cancel: boolean,
): Promise<void> {
  await lockOrganization(tx)
  const now = deps.clock.now().toISOString()
  const known = (await listSubscriptions(tx)).find(
    (one) => one.provider === deps.payments.provider && one.subscriptionId === subscriptionId,
  )
  const isOlder = known?.cancelSaidAt == null || known.cancelSaidAt < now
  if (!known || !LIVE_STATUSES.has(known.status) || known.cancelAtPeriodEnd === cancel || !isOlder) return
  await saveSubscription(tx, { ...known, cancelAtPeriodEnd: cancel, cancelSaidAt: now })
  deps.events.publish(tx, tx.organizationId, { type: 'organization.changed' })
}
