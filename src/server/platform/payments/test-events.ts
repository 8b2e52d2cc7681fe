import { addMonths } from '#domain/billing/credit-months.ts'
import { PROFESSIONAL } from '#domain/billing/plans.ts'
import { digest } from '../ids.ts'
import type { KnownPrice } from './stripe-events.ts'
import type { TestCheckout } from './test-checkouts.ts'
import type { StripeEvent } from './webhook-signature.ts'

const MONTHLY = {
  id: 'price_test_professional_monthly',
  cents: PROFESSIONAL.monthlyPrice * 100,
  interval: 'month',
}
const YEARLY = {
  id: 'price_test_professional_yearly',
  cents: PROFESSIONAL.yearlyPrice * 100,
  interval: 'year',
}

export const TEST_PRICES: readonly KnownPrice[] = [
  { id: MONTHLY.id, plan: 'professional', period: 'monthly' },
  { id: YEARLY.id, plan: 'professional', period: 'yearly' },
]

/** The events that the provider would send for a checkout in its present state; the same each time they are built. */
export function eventsOf(checkout: TestCheckout): StripeEvent[] {
  if (checkout.status === 'paid') {
    return [
      event(checkout, 'customer.subscription.created', subscription(checkout, 'incomplete')),
      event(checkout, 'customer.subscription.updated', subscription(checkout, 'active')),
      event(checkout, 'invoice.paid', invoice(checkout, 'paid')),
      event(checkout, 'checkout.session.completed', session(checkout)),
    ]
  }
  if (checkout.status === 'declined') {
    return [
      event(checkout, 'customer.subscription.created', subscription(checkout, 'incomplete')),
      event(checkout, 'invoice.payment_failed', invoice(checkout, 'open')),
    ]
  }
  return []
}

function event(checkout: TestCheckout, type: string, object: StripeEvent['data']['object']): StripeEvent {
  return {
    id: `evt_test_${derived(checkout, type)}`,
    object: 'event',
    type,
    created: seconds(new Date(checkout.createdAt)),
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    data: { object },
  }
}

function session(checkout: TestCheckout) {
  return {
    id: checkout.id,
    object: 'checkout.session',
    mode: 'subscription',
    status: 'complete',
    payment_status: 'paid',
    client_reference_id: checkout.organizationId,
    customer: checkout.customerId,
    subscription: checkout.subscriptionId,
    invoice: invoiceId(checkout),
    currency: 'usd',
    amount_total: priceOf(checkout).cents,
    metadata: { organizationId: checkout.organizationId },
    livemode: false,
  }
}

function subscription(checkout: TestCheckout, status: 'incomplete' | 'active') {
  const { start, end } = periodOf(checkout)
  const price = priceOf(checkout)
  return {
    id: checkout.subscriptionId,
    object: 'subscription',
    customer: checkout.customerId,
    status,
    currency: 'usd',
    start_date: start,
    cancel_at_period_end: false,
    latest_invoice: invoiceId(checkout),
    metadata: { organizationId: checkout.organizationId },
    items: {
      object: 'list',
      data: [
        {
          id: `si_test_${derived(checkout, 'item')}`,
          object: 'subscription_item',
          quantity: 1,
          current_period_start: start,
          current_period_end: end,
          price: {
            id: price.id,
            object: 'price',
            currency: 'usd',
            unit_amount: price.cents,
            recurring: { interval: price.interval, interval_count: 1 },
          },
        },
      ],
    },
    livemode: false,
  }
}

function invoice(checkout: TestCheckout, status: 'paid' | 'open') {
  const price = priceOf(checkout)
  const metadata = { organizationId: checkout.organizationId }
  return {
    id: invoiceId(checkout),
    object: 'invoice',
    customer: checkout.customerId,
    status,
    currency: 'usd',
    billing_reason: 'subscription_create',
    total: price.cents,
    amount_due: price.cents,
    amount_paid: status === 'paid' ? price.cents : 0,
    attempt_count: 1,
    parent: {
      type: 'subscription_details',
      subscription_details: { subscription: checkout.subscriptionId, metadata },
    },
    lines: {
      object: 'list',
      data: [
        {
          id: `il_test_${derived(checkout, 'line')}`,
          object: 'line_item',
          amount: price.cents,
          currency: 'usd',
          period: periodOf(checkout),
          pricing: {
            type: 'price_details',
            price_details: { price: price.id, product: 'prod_test_professional' },
          },
          metadata,
        },
      ],
    },
    livemode: false,
  }
}

function invoiceId(checkout: TestCheckout): string {
  return `in_test_${derived(checkout, 'invoice')}`
}

/** Ids that follow from the checkout, without telling its own, which is the key to its page. */
function derived(checkout: TestCheckout, what: string): string {
  return digest(`${checkout.id} ${what}`).slice(0, 32)
}

function priceOf(checkout: TestCheckout) {
  return checkout.billingPeriod === 'yearly' ? YEARLY : MONTHLY
}

function periodOf(checkout: TestCheckout): { start: number; end: number } {
  const start = new Date(checkout.createdAt)
  return {
    start: seconds(start),
    end: seconds(addMonths(start, checkout.billingPeriod === 'yearly' ? 12 : 1)),
  }
}

function seconds(date: Date): number {
  return Math.floor(date.getTime() / 1000)
}
