import type { BillingPeriod } from '#contract/billing.ts'
import type { SubscriptionStatus } from '#contract/organizations.ts'
import type { PaymentEvent, SubscriptionChange } from './payments.ts'
import {
  checkoutShape,
  endShape,
  externalRefundShape,
  failedRefundShape,
  invoiceShape,
  refundMetadata,
  refundShape,
  subscriptionShape,
} from './stripe-shapes.ts'
import { isoTime } from './unix-time.ts'
import type { StripeEvent } from './webhook-signature.ts'

/** One of our prices at the provider; events about other prices are ignored. */
export type KnownPrice = { id: string; period: BillingPeriod }

const CURRENCY = 'usd'

const STATUS: Record<string, SubscriptionStatus> = {
  active: 'active',
  trialing: 'trialing',
  past_due: 'past_due',
  unpaid: 'past_due',
  paused: 'past_due',
  canceled: 'canceled',
  incomplete: 'incomplete',
  incomplete_expired: 'canceled',
}

/** Fields of a change that most events don't set. */
const DEFAULT_FIELDS = {
  plan: 'professional',
  cancelAtPeriodEnd: null,
  trialStart: null,
  trialEnd: null,
  attempt: null,
  nextAttemptAt: null,
  paidPeriod: null,
  refund: null,
} satisfies Partial<SubscriptionChange>

/**
 * Reads a verified event in the format of the pinned API version. Irrelevant types, foreign prices and other currencies
 * cause no change.
 */
export function paymentEventOf(event: StripeEvent, prices: readonly KnownPrice[]): PaymentEvent {
  return {
    id: event.id,
    type: event.type,
    createdAt: isoTime(Math.max(event.created, endOf(event.data.object) ?? 0)),
    payload: event,
    change: changeOf(event.type, event.data.object, prices),
    failedRefund: failedRefundOf(event.type, event.data.object),
    refundedPayment: refundedPaymentOf(event.type, event.data.object),
  }
}

/** End of a subscription shown in an event; such an event is dated no earlier, even when it is replayed. */
function endOf(object: unknown): number | undefined {
  const subject = checkoutShape.safeParse(object).data?.subscription ?? object
  return endShape.safeParse(subject).data?.ended_at
}

function changeOf(type: string, object: unknown, prices: readonly KnownPrice[]): SubscriptionChange | null {
  if (type.startsWith('customer.subscription.')) return subscriptionChange(object, undefined, prices)
  if (type === 'checkout.session.completed') return checkoutChange(object, prices)
  if (type === 'invoice.paid') return invoiceChange(object, true, prices)
  if (type === 'invoice.payment_failed') return invoiceChange(object, false, prices)
  if (type === 'refund.created' || type === 'refund.updated') return refundChange(object, prices)
  return null
}

function subscriptionChange(
  object: unknown,
  clientReference: string | undefined,
  prices: readonly KnownPrice[],
): SubscriptionChange | null {
  const subscription = subscriptionShape.safeParse(object).data
  const item = subscription?.items.data.find(({ price }) => knownPrice(price.id, price.currency, prices))
  const price = item && knownPrice(item.price.id, item.price.currency, prices)
  const status = subscription && STATUS[subscription.status]
  const organizationId = subscription?.metadata?.organizationId ?? clientReference
  if (!subscription || !item || !price || !status || !organizationId) return null
  // The current period of an overdue subscription is unpaid, so the paid time ended where it began.
  const isPaid = status !== 'past_due' && status !== 'incomplete'
  return {
    ...DEFAULT_FIELDS,
    organizationId,
    customerId: subscription.customer,
    subscriptionId: subscription.id,
    status,
    period: price.period,
    periodEnd: isoTime(isPaid ? item.current_period_end : item.current_period_start),
    cancelAtPeriodEnd: status !== 'canceled' && isScheduledToEnd(subscription),
    trialStart: isoTimeOrNull(subscription.trial_start),
    trialEnd: isoTimeOrNull(subscription.trial_end),
  }
}

/** True if the end is scheduled: our calls set the flag, the provider's portal sets a time. */
export function isScheduledToEnd(subscription: {
  cancel_at_period_end?: boolean | null | undefined
  cancel_at?: number | null | undefined
}): boolean {
  return subscription.cancel_at_period_end === true || typeof subscription.cancel_at === 'number'
}

/** Reads the subscription of a checkout if it is expanded; otherwise the subscription's own events follow. */
function checkoutChange(object: unknown, prices: readonly KnownPrice[]): SubscriptionChange | null {
  const checkout = checkoutShape.safeParse(object).data
  if (!checkout) return null
  const organizationId = checkout.metadata?.organizationId ?? checkout.client_reference_id ?? undefined
  return subscriptionChange(checkout.subscription, organizationId, prices)
}

/**
 * Reads invoices of first and later periods, and of a switch between monthly and yearly, which starts a new period. Other
 * changes arrive in the subscription's events.
 */
function invoiceChange(
  object: unknown,
  paid: boolean,
  prices: readonly KnownPrice[],
): SubscriptionChange | null {
  const invoice = invoiceShape.safeParse(object).data
  if (!invoice) return null
  const isFirst = invoice.billing_reason === 'subscription_create'
  const isSwitch = invoice.billing_reason === 'subscription_update'
  if (!isFirst && !isSwitch && invoice.billing_reason !== 'subscription_cycle') return null
  // An unpaid switch is reported by the subscription itself.
  if (isSwitch && !paid) return null
  const priceOf = (line: (typeof invoice.lines.data)[number]) =>
    knownPrice(line.pricing?.price_details?.price, invoice.currency, prices)
  // A line of 0 before discounts starts a trial, not a paid period.
  const isPeriod = ({ amount, parent }: (typeof invoice.lines.data)[number]) =>
    isSwitch ? (amount ?? 0) > 0 && parent?.subscription_item_details?.proration === false : amount !== 0
  const line = invoice.lines.data.find((each) => isPeriod(each) && priceOf(each) !== undefined)
  const price = line && priceOf(line)
  const details = invoice.parent.subscription_details
  const organizationId = details.metadata?.organizationId
  if (!line || !price || !organizationId) return null
  const { start, end } = line.period
  return {
    ...DEFAULT_FIELDS,
    organizationId,
    customerId: invoice.customer,
    subscriptionId: details.subscription,
    status: statusOfInvoice(paid, isFirst),
    period: price.period,
    periodEnd: isoTime(paid ? end : start),
    attempt: paid ? 0 : invoice.attempt_count,
    nextAttemptAt: paid ? null : isoTimeOrNull(invoice.next_payment_attempt),
    paidPeriod: paid
      ? {
          ...{ invoiceId: invoice.id, start: isoTime(start) },
          ...{ amountCents: invoice.amount_paid, currency: CURRENCY },
          ...(isSwitch && { isSwitch }),
        }
      : null,
  }
}

function statusOfInvoice(paid: boolean, isFirst: boolean): SubscriptionStatus {
  if (paid) return 'active'
  return isFirst ? 'incomplete' : 'past_due'
}

/** Reads our own refunds; external refunds lack our metadata and don't affect the subscription. */
function refundChange(object: unknown, prices: readonly KnownPrice[]): SubscriptionChange | null {
  const refund = refundShape.safeParse(object).data
  const price = refund && knownPrice(refund.metadata.priceId, refund.currency, prices)
  if (!refund || !price) return null
  const { organizationId, customerId, subscriptionId, invoiceId, periodEnd } = refund.metadata
  return {
    ...DEFAULT_FIELDS,
    organizationId,
    customerId,
    subscriptionId,
    status: 'canceled',
    period: price.period,
    periodEnd,
    cancelAtPeriodEnd: false,
    refund: { invoiceId, amountCents: refund.amount },
  }
}

/** Reads a failed refund of ours: a bank may reject it days later. */
function failedRefundOf(type: string, object: unknown): PaymentEvent['failedRefund'] {
  const refund = type.startsWith('refund.') ? failedRefundShape.safeParse(object).data : undefined
  if (!refund) return null
  const { organizationId, subscriptionId, invoiceId } = refund.metadata
  return { organizationId, subscriptionId, invoiceId }
}

/** Payment of an external refund, whose total is read from the provider. Our own refunds carry metadata. */
function refundedPaymentOf(type: string, object: unknown): string | null {
  if (!type.startsWith('refund.') && type !== 'charge.refunded') return null
  const refund = externalRefundShape.safeParse(object).data
  const isOurs = refundMetadata.safeParse(refund?.metadata).success
  return refund && !isOurs ? refund.payment_intent : null
}

function knownPrice(
  id: string | undefined,
  currency: string,
  prices: readonly KnownPrice[],
): KnownPrice | undefined {
  return currency === CURRENCY ? prices.find((price) => price.id === id) : undefined
}

function isoTimeOrNull(seconds: number | null | undefined): string | null {
  return typeof seconds === 'number' ? isoTime(seconds) : null
}
