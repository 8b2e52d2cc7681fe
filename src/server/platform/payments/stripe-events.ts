import { z } from 'zod'
import type { BillingPeriod } from '#contract/billing.ts'
import type { SubscriptionStatus } from '#contract/organizations.ts'
import type { PaymentEvent, SubscriptionChange } from './payments.ts'
import type { StripeEvent } from './webhook-signature.ts'

/** A price of ours at the provider: an event about any other one changes nothing. */
export type KnownPrice = { id: string; plan: 'professional'; period: BillingPeriod }

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

/** A reference is an id, or the object itself where it was asked for. */
const reference = z.union([z.string(), z.object({ id: z.string() }).transform((object) => object.id)])
const metadata = z.record(z.string(), z.string()).nullish()

const subscriptionShape = z.object({
  id: z.string(),
  customer: reference,
  status: z.string(),
  metadata,
  items: z.object({
    data: z.array(
      z.object({
        price: z.object({ id: z.string(), currency: z.string() }),
        current_period_start: z.number(),
        current_period_end: z.number(),
      }),
    ),
  }),
})

const checkoutShape = z.object({
  client_reference_id: z.string().nullish(),
  metadata,
  subscription: z.looseObject({}),
})

const invoiceShape = z.object({
  id: z.string(),
  customer: reference,
  currency: z.string(),
  billing_reason: z.string().nullish(),
  parent: z.object({ subscription_details: z.object({ subscription: reference, metadata }) }),
  lines: z.object({
    data: z.array(
      z.object({
        period: z.object({ start: z.number(), end: z.number() }),
        pricing: z.object({ price_details: z.object({ price: reference }).nullish() }).nullish(),
      }),
    ),
  }),
})

/** Reads a verified event. Shapes as the API sends them from version 2025-03-31 on. */
export function paymentEventOf(event: StripeEvent, prices: readonly KnownPrice[]): PaymentEvent {
  return {
    id: event.id,
    type: event.type,
    createdAt: isoTime(event.created),
    payload: event,
    change: changeOf(event.type, event.data.object, prices),
  }
}

function changeOf(type: string, object: unknown, prices: readonly KnownPrice[]): SubscriptionChange | null {
  if (type.startsWith('customer.subscription.')) return subscriptionChange(object, undefined, prices)
  if (type === 'checkout.session.completed') return checkoutChange(object, prices)
  if (type === 'invoice.paid') return invoiceChange(object, true, prices)
  if (type === 'invoice.payment_failed') return invoiceChange(object, false, prices)
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
  // The running period of a subscription that is behind was not paid: what was paid ended where it began.
  const isPaid = status !== 'past_due' && status !== 'incomplete'
  return {
    organizationId,
    customerId: subscription.customer,
    subscriptionId: subscription.id,
    status,
    plan: price.plan,
    periodEnd: isoTime(isPaid ? item.current_period_end : item.current_period_start),
    paidPeriod: null,
  }
}

/** A checkout tells of its subscription only where that was expanded; otherwise the subscription's own events do. */
function checkoutChange(object: unknown, prices: readonly KnownPrice[]): SubscriptionChange | null {
  const checkout = checkoutShape.safeParse(object).data
  if (!checkout) return null
  const organizationId = checkout.metadata?.organizationId ?? checkout.client_reference_id ?? undefined
  return subscriptionChange(checkout.subscription, organizationId, prices)
}

/** Invoices of a first and of each further period; changes in between are told by the subscription's events. */
function invoiceChange(
  object: unknown,
  paid: boolean,
  prices: readonly KnownPrice[],
): SubscriptionChange | null {
  const invoice = invoiceShape.safeParse(object).data
  if (!invoice) return null
  const isFirst = invoice.billing_reason === 'subscription_create'
  if (!isFirst && invoice.billing_reason !== 'subscription_cycle') return null
  const priceOf = (line: (typeof invoice.lines.data)[number]) =>
    knownPrice(line.pricing?.price_details?.price, invoice.currency, prices)
  const line = invoice.lines.data.find(priceOf)
  const price = line && priceOf(line)
  const details = invoice.parent.subscription_details
  const organizationId = details.metadata?.organizationId
  if (!line || !price || !organizationId) return null
  const { start, end } = line.period
  return {
    organizationId,
    customerId: invoice.customer,
    subscriptionId: details.subscription,
    status: statusOfInvoice(paid, isFirst),
    plan: price.plan,
    periodEnd: isoTime(paid ? end : start),
    paidPeriod: paid ? { invoiceId: invoice.id, start: isoTime(start) } : null,
  }
}

function statusOfInvoice(paid: boolean, isFirst: boolean): SubscriptionStatus {
  if (paid) return 'active'
  return isFirst ? 'incomplete' : 'past_due'
}

function knownPrice(
  id: string | undefined,
  currency: string,
  prices: readonly KnownPrice[],
): KnownPrice | undefined {
  return currency === CURRENCY ? prices.find((price) => price.id === id) : undefined
}

function isoTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString()
}
