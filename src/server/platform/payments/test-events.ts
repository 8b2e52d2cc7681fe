import type { BillingPeriod } from '#contract/billing.ts'
import { digest } from '../ids.ts'
import type { KnownPrice } from './stripe-events.ts'
import type { RefundMetadata } from './stripe-shapes.ts'
import type { TestCheckout } from './test-checkouts.ts'
import {
  centsOf,
  periodFrom,
  type TestEventType,
  type TestInvoice,
  type TestOutcome,
  type TestSubscription,
} from './test-life.ts'
import type { StripeEvent } from './webhook-signature.ts'

const PRICES = {
  monthly: { id: 'price_test_professional_monthly', interval: 'month' },
  yearly: { id: 'price_test_professional_yearly', interval: 'year' },
} as const

export const TEST_PRICES: readonly KnownPrice[] = [
  { id: PRICES.monthly.id, plan: 'professional', period: 'monthly' },
  { id: PRICES.yearly.id, plan: 'professional', period: 'yearly' },
]

/** Subscription and invoice of a checkout, derived deterministically. */
export function purchaseOf(checkout: TestCheckout): { subscription: TestSubscription; invoice: TestInvoice } {
  const { billingPeriod, createdAt } = checkout
  const period = periodFrom(new Date(createdAt), billingPeriod)
  return {
    subscription: {
      id: checkout.subscriptionId,
      customerId: checkout.customerId,
      organizationId: checkout.organizationId,
      billingPeriod,
      status: 'active',
      ...period,
      cancelAtPeriodEnd: false,
      createdAt,
      lastEventAt: createdAt,
    },
    invoice: {
      id: `in_test_${derivedId(checkout, 'invoice')}`,
      subscriptionId: checkout.subscriptionId,
      createdAt,
      amountCents: centsOf(billingPeriod),
      creditCents: 0,
      status: 'paid',
      billingReason: 'subscription_create',
      ...period,
      attemptCount: 1,
      nextAttemptAt: null,
      refundKey: null,
    },
  }
}

/** Events a provider would send for a checkout in its current state, built deterministically. */
export function eventsOf(checkout: TestCheckout): StripeEvent[] {
  const { subscription, invoice } = purchaseOf(checkout)
  const event = (type: string, object: StripeEvent['data']['object']) =>
    eventOf(`evt_test_${derivedId(checkout, type)}`, type, checkout.createdAt, object)
  const created = event('customer.subscription.created', subscriptionObject(subscription, 'incomplete'))
  if (checkout.status === 'paid') {
    return [
      created,
      event('customer.subscription.updated', subscriptionObject(subscription)),
      event('invoice.paid', invoiceObject(subscription, invoice)),
      event('checkout.session.completed', sessionObject(checkout, invoice)),
    ]
  }
  if (checkout.status === 'declined') {
    const open: TestInvoice = { ...invoice, status: 'open' }
    return [created, event('invoice.payment_failed', invoiceObject(subscription, open))]
  }
  return []
}

/** Builds the events of a step in order. `newId` creates their ids. */
export function eventsOfStep(outcome: TestOutcome, newId: () => string): StripeEvent[] {
  const { subscription, invoice } = outcome
  const objects: Record<TestEventType, () => StripeEvent['data']['object'] | null> = {
    'customer.subscription.created': () => subscriptionObject(subscription),
    'customer.subscription.updated': () => subscriptionObject(subscription),
    'customer.subscription.deleted': () => subscriptionObject(subscription),
    'invoice.paid': () => invoice && invoiceObject(subscription, invoice),
    'invoice.payment_failed': () => invoice && invoiceObject(subscription, invoice),
    'refund.created': () => invoice && refundObject(subscription, invoice),
  }
  return outcome.events.flatMap((type) => {
    const object = objects[type]()
    return object ? [eventOf(`evt_test_${newId()}`, type, subscription.lastEventAt, object)] : []
  })
}

function eventOf(id: string, type: string, at: string, object: StripeEvent['data']['object']): StripeEvent {
  return {
    id,
    object: 'event',
    type,
    created: seconds(at),
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    data: { object },
  }
}

function sessionObject(checkout: TestCheckout, invoice: TestInvoice) {
  return {
    id: checkout.id,
    object: 'checkout.session',
    mode: 'subscription',
    status: 'complete',
    payment_status: 'paid',
    client_reference_id: checkout.organizationId,
    customer: checkout.customerId,
    subscription: checkout.subscriptionId,
    invoice: invoice.id,
    currency: 'usd',
    amount_total: invoice.amountCents,
    metadata: { organizationId: checkout.organizationId },
    livemode: false,
  }
}

function subscriptionObject(subscription: TestSubscription, status: string = subscription.status) {
  const price = PRICES[subscription.billingPeriod]
  return {
    id: subscription.id,
    object: 'subscription',
    customer: subscription.customerId,
    status,
    currency: 'usd',
    start_date: seconds(subscription.createdAt),
    cancel_at_period_end: subscription.cancelAtPeriodEnd,
    cancel_at: subscription.cancelAtPeriodEnd ? seconds(subscription.periodEnd) : null,
    trial_start: null,
    trial_end: null,
    metadata: { organizationId: subscription.organizationId },
    items: {
      object: 'list',
      data: [
        {
          id: `si_test_${digest(subscription.id).slice(0, 32)}`,
          object: 'subscription_item',
          quantity: 1,
          current_period_start: seconds(subscription.periodStart),
          current_period_end: seconds(subscription.periodEnd),
          price: {
            id: price.id,
            object: 'price',
            currency: 'usd',
            unit_amount: centsOf(subscription.billingPeriod),
            recurring: { interval: price.interval, interval_count: 1 },
          },
        },
      ],
    },
    livemode: false,
  }
}

function invoiceObject(subscription: TestSubscription, invoice: TestInvoice) {
  const metadata = { organizationId: subscription.organizationId }
  const { billingPeriod } = subscription
  const isSwitch = invoice.billingReason === 'subscription_update'
  const line = (what: string, amount: number, period: BillingPeriod, isProration: boolean) => ({
    id: `il_test_${digest(`${invoice.id}${what}`).slice(0, 32)}`,
    object: 'line_item',
    amount,
    currency: 'usd',
    period: { start: seconds(invoice.periodStart), end: seconds(invoice.periodEnd) },
    pricing: {
      type: 'price_details',
      price_details: { price: PRICES[period].id, product: 'prod_test_professional' },
    },
    parent: {
      type: 'subscription_item_details',
      subscription_item_details: { proration: isProration },
    },
    metadata,
  })
  const former = billingPeriod === 'monthly' ? 'yearly' : 'monthly'
  const price = centsOf(billingPeriod)
  return {
    id: invoice.id,
    object: 'invoice',
    customer: subscription.customerId,
    status: invoice.status,
    currency: 'usd',
    billing_reason: invoice.billingReason,
    total: price - invoice.creditCents,
    amount_due: invoice.amountCents,
    amount_paid: invoice.status === 'paid' ? invoice.amountCents : 0,
    attempt_count: invoice.attemptCount,
    next_payment_attempt: invoice.nextAttemptAt === null ? null : seconds(invoice.nextAttemptAt),
    parent: {
      type: 'subscription_details',
      subscription_details: { subscription: subscription.id, metadata },
    },
    lines: {
      object: 'list',
      data: [
        ...(isSwitch ? [line(' credit', -invoice.creditCents, former, true)] : []),
        line('', price, billingPeriod, false),
      ],
    },
    livemode: false,
  }
}

function refundObject(subscription: TestSubscription, invoice: TestInvoice) {
  const metadata: RefundMetadata = {
    organizationId: subscription.organizationId,
    customerId: subscription.customerId,
    subscriptionId: subscription.id,
    invoiceId: invoice.id,
    priceId: PRICES[subscription.billingPeriod].id,
    periodEnd: invoice.periodEnd,
  }
  return {
    id: `re_test_${digest(invoice.id).slice(0, 32)}`,
    object: 'refund',
    amount: invoice.amountCents,
    currency: 'usd',
    status: 'succeeded',
    reason: 'requested_by_customer',
    metadata,
  }
}

/** Derives an id from the checkout without revealing the checkout's own id, which is the key to its page. */
function derivedId(checkout: TestCheckout, what: string): string {
  return digest(`${checkout.id} ${what}`).slice(0, 32)
}

function seconds(time: string): number {
  return Math.floor(Date.parse(time) / 1000)
}
