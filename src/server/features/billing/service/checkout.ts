import type { BillingPeriod } from '#contract/billing.ts'
import { audit } from '#server/platform/audit.ts'
import { type Context, requireOwnOrganization, userIdOf } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { DOUBLE_CLICK_MS } from '../limits.ts'
import { setCheckoutSession } from '../store/catch-up.ts'
import * as store from '../store/organization.ts'
import { readSubscription } from './overview.ts'
import type { Deps } from './record-change.ts'

type CheckoutOrder = { customerId: string | null; customerEmail: string; orderId: string }

/**
 * Opens a hosted checkout, which returns to `origin`, the site that the caller uses. Two clicks within a few seconds share
 * one idempotency key.
 *
 * @throws {AppError} conflict while a subscription is active or its payment is being retried, and while suspended
 */
export async function openCheckout(
  deps: Deps,
  context: Context,
  {
    organizationId,
    billingPeriod: period,
    origin,
  }: { organizationId: string; billingPeriod: BillingPeriod; origin: string },
): Promise<{ url: string }> {
  requireOwnOrganization(context.organizationId, organizationId)
  const order = await deps.db.tenant(context.organizationId, (tx) => createOrder(tx, deps, context, period))
  // Outside of the transaction, so that no connection is held during the provider's request.
  const { url, sessionId } = await deps.payments.openCheckout({
    organizationId: context.organizationId,
    customerEmail: order.customerEmail,
    customerId: order.customerId,
    period,
    successUrl: `${origin}/checkout-return?session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${origin}/onboarding`,
    idempotencyKey: `checkout-${order.orderId}`,
  })
  if (!isAllowedRedirect(url, origin)) {
    throw new AppError('unavailable', 'Unable to setup payment method. Please try again.')
  }
  await deps.db.tenant(context.organizationId, (tx) => setCheckoutSession(tx, order.orderId, sessionId))
  return { url }
}

async function createOrder(
  tx: TenantTx,
  deps: Deps,
  context: Context,
  period: BillingPeriod,
): Promise<CheckoutOrder> {
  const organization = await store.findOrganization(tx)
  const userId = userIdOf(context) ?? ''
  const customerEmail = await store.findEmail(tx, userId)
  if (!organization || !customerEmail) throw notFound('Organization')
  if (organization.subscriptionStatus === 'active') {
    throw new AppError('conflict', 'Your organization already has an active subscription')
  }
  const { customerId, isBehind } = await readSubscription(tx, deps)
  if (isBehind) {
    throw new AppError('conflict', "Your last payment failed and we'll try again. Update your card instead.")
  }
  if (organization.suspendedAt !== null) {
    throw new AppError('conflict', 'Your organization is suspended. Please contact support.')
  }
  await audit(tx, { ...context, action: 'checkout.opened', details: { period } })
  const now = deps.clock.now()
  const since = new Date(now.getTime() - DOUBLE_CLICK_MS)
  const orderId = await store.upsertCheckoutOrder(tx, {
    period,
    userId,
    id: newId(now.getTime()),
    now,
    since,
  })
  return { customerId, customerEmail, orderId }
}

/**
 * Opens the provider's page for cards and invoices.
 *
 * @throws {AppError} conflict before the first checkout
 */
export async function openPortal(deps: Deps, context: Context, origin: string): Promise<{ url: string }> {
  const { organizationId } = context
  const customerId = await deps.db.tenant(organizationId, async (tx) => {
    const subscription = await readSubscription(tx, deps)
    if (subscription.customerId) await audit(tx, { ...context, action: 'billing.portal_opened' })
    return subscription.customerId
  })
  if (!customerId)
    throw new AppError('conflict', 'Subscribe first. There is no payment method to change yet.')
  const returnUrl = `${origin}/settings/billing`
  const { url } = await deps.payments.openPortal({ customerId, organizationId, returnUrl })
  if (!isAllowedRedirect(url, origin)) {
    throw new AppError('unavailable', "We couldn't open the payment provider's page. Please try again.")
  }
  return { url }
}

/**
 * Allows pages of the site that the caller uses and encrypted ones only, so that a bad provider response can't redirect the
 * browser elsewhere.
 */
function isAllowedRedirect(url: string, site: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, origin } = new URL(url)
  return protocol === 'https:' || origin === site
}
