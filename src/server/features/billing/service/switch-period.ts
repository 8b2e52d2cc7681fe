import type { BillingPeriod, PeriodQuote } from '#contract/billing.ts'
import type { Subscription } from '#domain/billing/subscription-state.ts'
import { audit } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { QUOTE_VALID_MS } from '../limits.ts'
import { readSubscription } from './overview.ts'
import type { Deps } from './record-change.ts'

/** Price of switching to the other period now. @throws {AppError} conflict without an active subscription that renews */
export async function quotePeriod(deps: Deps, { organizationId }: Context): Promise<PeriodQuote> {
  const subscription = await deps.db.tenant(organizationId, (tx) => requireSwitchable(tx, deps))
  const { subscriptionId } = subscription
  const period: BillingPeriod = subscription.period === 'monthly' ? 'yearly' : 'monthly'
  const quote = await deps.payments.quotePeriod({ subscriptionId, period, at: deps.clock.now() })
  return { period, ...quote }
}

/**
 * Requests the switch from the provider. Idempotent by quote.
 *
 * @returns the switched subscription
 * @throws {AppError} conflict as `quotePeriod`, for the current period or an old quote, and for a declined card
 */
export async function switchPeriod(
  deps: Deps,
  context: Context,
  { period, at }: { period: BillingPeriod; at: Date },
): Promise<string> {
  const age = deps.clock.now().getTime() - at.getTime()
  // Written so that an invalid date fails too.
  if (!(age >= 0 && age <= QUOTE_VALID_MS))
    throw new AppError('conflict', 'This price is no longer current. Check the new price and try again.')
  const { subscriptionId } = await deps.db.tenant(context.organizationId, async (tx) => {
    const subscription = await requireSwitchable(tx, deps)
    if (subscription.period === period)
      throw new AppError('conflict', `Your subscription is already billed ${period}`)
    const { subscriptionId: subject } = subscription
    await audit(tx, { ...context, action: 'subscription.period_requested', subject, details: { period } })
    return subscription
  })
  // No connection is held during the provider's request.
  const idempotencyKey = `period-${subscriptionId}-${period}-${at.getTime()}`
  await deps.payments.switchPeriod({ subscriptionId, period, at, idempotencyKey })
  return subscriptionId
}

async function requireSwitchable(tx: TenantTx, deps: Deps): Promise<Subscription> {
  const { liveSubscription, refundPending } = await readSubscription(tx, deps)
  if (liveSubscription?.status !== 'active' || refundPending)
    throw new AppError('conflict', 'Only an active subscription can change its billing period')
  if (liveSubscription.cancelAtPeriodEnd)
    throw new AppError('conflict', 'Resume the subscription before you change its billing period')
  return liveSubscription
}
