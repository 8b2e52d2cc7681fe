import type { BillingPeriod } from '#contract/billing.ts'
import { digest } from '../ids.ts'
import type { KnownPrice } from './stripe-events.ts'
import type { RefundMetadata } from './stripe-shapes.ts'
import type { TestCheckout } from './test-checkouts.ts'
import {
  centsOf,
  createInvoice,
  periodFrom,
  type TestEventType,
  type TestInvoice,
  type TestOutcome,
  type TestSubscription,
} from './test-life.ts'
import { unixSeconds } from './unix-time.ts'
import { type StripeEvent, stripeEventOf } from './webhook-signature.ts'

const priceOf = (period: BillingPeriod) => `price_test_professional_${period}`

export const TEST_PRICES: readonly KnownPrice[] = (['monthly', 'yearly'] as const).map((period) => ({
  id: priceOf(period),
  period,
}))

/** Subscription and invoice of a checkout, derived deterministically. */
export function purchaseOf(checkout: TestCheckout): { subscription: TestSubscription; invoice: TestInvoice } {
  const { subscriptionId, customerId, organizationId, billingPeriod, createdAt } = checkout
  const at = new Date(createdAt)
  const subscription: TestSubscription = {
    id: subscriptionId,
    customerId,
    organizationId,
    billingPeriod,
    status: 'active',
    ...periodFrom(at, billingPeriod),
    cancelAtPeriodEnd: false,
    createdAt,
    lastEventAt: createdAt,
  }
  const id = `in_test_${derivedId(checkout, 'invoice')}`
  const { invoice } = createInvoice(
    { subscription, balanceCents: 0 },
    { id, at, reason: 'subscription_create' },
  )
  return { subscription, invoice: { ...invoice, status: 'paid' } }
}

/** Events a provider would send for a checkout in its current state, built deterministically. */
export function eventsOf(checkout: TestCheckout): StripeEvent[] {
  const { subscription, invoice } = purchaseOf(checkout)
  const event = (type: string, object: object) =>
    eventOf(`evt_test_${derivedId(checkout, type)}`, type, checkout.createdAt, object)
  const created = event('customer.subscription.created', subscriptionObject(subscription, 'incomplete'))
  if (checkout.status === 'paid') {
    return [
      created,
      event('customer.subscription.updated', subscriptionObject(subscription)),
      event('invoice.paid', invoiceObject(subscription, invoice)),
      event('checkout.session.completed', sessionObject(checkout)),
    ]
  }
  if (checkout.status === 'declined') {
    const openInvoice: TestInvoice = { ...invoice, status: 'open' }
    return [created, event('invoice.payment_failed', invoiceObject(subscription, openInvoice))]
  }
  return []
}

/** Builds the events of a step in order. `newId` creates their ids. */
export function eventsOfStep(outcome: TestOutcome, newId: () => string): StripeEvent[] {
  const { subscription, invoice } = outcome
  const objectOf = (type: TestEventType): object | null => {
    if (type.startsWith('customer.subscription.')) return subscriptionObject(subscription)
    if (!invoice) return null
    return type === 'refund.created'
      ? refundObject(subscription, invoice)
      : invoiceObject(subscription, invoice)
  }
  return outcome.events.flatMap((type) => {
    const object = objectOf(type)
    return object ? [eventOf(`evt_test_${newId()}`, type, subscription.lastEventAt, object)] : []
  })
}

function eventOf(id: string, type: string, at: string, object: object): StripeEvent {
  return stripeEventOf({ id, type, created: unixSeconds(at), livemode: false }, object)
}

function sessionObject(checkout: TestCheckout) {
  return {
    id: checkout.id,
    client_reference_id: checkout.organizationId,
    customer: checkout.customerId,
    subscription: checkout.subscriptionId,
    metadata: { organizationId: checkout.organizationId },
  }
}

function subscriptionObject(subscription: TestSubscription, status: string = subscription.status) {
  return {
    id: subscription.id,
    customer: subscription.customerId,
    status,
    cancel_at_period_end: subscription.cancelAtPeriodEnd,
    cancel_at: subscription.cancelAtPeriodEnd ? unixSeconds(subscription.periodEnd) : null,
    metadata: { organizationId: subscription.organizationId },
    items: {
      data: [
        {
          current_period_start: unixSeconds(subscription.periodStart),
          current_period_end: unixSeconds(subscription.periodEnd),
          price: { id: priceOf(subscription.billingPeriod), currency: 'usd' },
        },
      ],
    },
  }
}

function invoiceObject(subscription: TestSubscription, invoice: TestInvoice) {
  const metadata = { organizationId: subscription.organizationId }
  const { billingPeriod } = subscription
  const isSwitch = invoice.billingReason === 'subscription_update'
  const line = (amount: number, period: BillingPeriod, isProration: boolean) => ({
    amount,
    period: { start: unixSeconds(invoice.periodStart), end: unixSeconds(invoice.periodEnd) },
    pricing: { price_details: { price: priceOf(period) } },
    parent: { subscription_item_details: { proration: isProration } },
  })
  const former = billingPeriod === 'monthly' ? 'yearly' : 'monthly'
  const price = centsOf(billingPeriod)
  return {
    id: invoice.id,
    customer: subscription.customerId,
    status: invoice.status,
    currency: 'usd',
    billing_reason: invoice.billingReason,
    amount_paid: invoice.status === 'paid' ? invoice.amountCents : 0,
    attempt_count: invoice.attemptCount,
    next_payment_attempt: invoice.nextAttemptAt === null ? null : unixSeconds(invoice.nextAttemptAt),
    parent: { subscription_details: { subscription: subscription.id, metadata } },
    lines: {
      data: [
        ...(isSwitch ? [line(-invoice.creditCents, former, true)] : []),
        line(price, billingPeriod, false),
      ],
    },
  }
}

function refundObject(subscription: TestSubscription, invoice: TestInvoice) {
  const metadata: RefundMetadata = {
    organizationId: subscription.organizationId,
    customerId: subscription.customerId,
    subscriptionId: subscription.id,
    invoiceId: invoice.id,
    priceId: priceOf(subscription.billingPeriod),
    periodEnd: invoice.periodEnd,
  }
  return {
    id: `re_test_${digest(invoice.id).slice(0, 32)}`,
    amount: invoice.amountCents,
    currency: 'usd',
    status: 'succeeded',
    metadata,
  }
}

/** Derives an id from the checkout without revealing the checkout's own id, which is the key to its page. */
function derivedId(checkout: TestCheckout, kind: string): string {
  return digest(`${checkout.id} ${kind}`).slice(0, 32)
}
