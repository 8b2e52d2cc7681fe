import type Stripe from 'stripe'
import type { ExternalRefund } from './payments.ts'
import { idOf, isMissing } from './stripe-client.ts'
import { REQUEST, subscriptionOf } from './stripe-refunds.ts'
import type { StripeEvent } from './webhook-signature.ts'

/** Invoices that are told again: a year of monthly ones. */
const INVOICES = 12
/** A state is dated somewhat back: our clock may be ahead, and an event of this moment must stand above it. */
const MAX_CLOCK_SKEW_S = 300

/**
 * A subscription as the provider knows it now, as the events that should have told of it: the payments by their own
 * times, then the state. Null when the provider has no such subscription.
 */
export async function currentEvents(
  stripe: Stripe,
  subscriptionId: string,
  now: Date,
): Promise<StripeEvent[] | null> {
  const subscription = await stripe.subscriptions.retrieve(subscriptionId).catch((error) => {
    if (isMissing(error)) return null
    throw error
  })
  if (!subscription) return null
  const read = Math.floor(now.getTime() / 1000)
  const asOf = subscription.ended_at ?? read - MAX_CLOCK_SKEW_S
  const told = (type: string, { id, state, created }: ObjectState, object: object): StripeEvent => ({
    id: `${id}:${type}:${state}`,
    ...{ type, created, livemode: subscription.livemode, data: { object: { ...object } } },
  })
  const { data } = await stripe.invoices.list({ subscription: subscriptionId, limit: INVOICES })
  const invoices = data.toReversed()
  const paid = invoices.flatMap((invoice) => {
    const { id, status, status_transitions: since } = invoice
    const isPaid = status === 'paid' && since.paid_at
    return isPaid
      ? [told('invoice.paid', { id, state: 'paid', created: since.paid_at ?? asOf }, invoice)]
      : []
  })
  const mark = { id: subscription.id, state: `${subscription.status}-${read}`, created: asOf }
  const state = told('customer.subscription.updated', mark, subscription)
  // Behind the state: nobody is told of a failed payment for what has ended.
  const declined = invoices
    .filter(({ status, attempt_count }) => status === 'open' && attempt_count > 0)
    .map((invoice) => {
      const { id, attempt_count } = invoice
      return told('invoice.payment_failed', { id, state: `${attempt_count}`, created: asOf }, invoice)
    })
  return [...paid, state, ...declined]
}

/** Which object, in which state, and since when, in seconds. */
type ObjectState = { id: string; state: string; created: number }

/** What people paid back of an invoice in the provider's own pages; null when it is no invoice of an organization. */
export async function externalRefund(stripe: Stripe, paymentIntent: string): Promise<ExternalRefund | null> {
  const payment = { type: 'payment_intent' as const, payment_intent: paymentIntent }
  const { data } = await stripe.invoicePayments.list({ payment, limit: 1 })
  const reference = data[0]?.invoice
  if (!reference) return null
  const invoice = await stripe.invoices.retrieve(idOf(reference))
  const subscriptionId = subscriptionOf(invoice)
  const organizationId = invoice.parent?.subscription_details?.metadata?.organizationId
  if (!subscriptionId || !organizationId || invoice.currency !== 'usd') return null
  const refunds = await stripe.refunds.list({ payment_intent: paymentIntent, limit: 100 })
  const standing = refunds.data.filter(
    ({ status, metadata }) => status !== 'failed' && status !== 'canceled' && !metadata?.[REQUEST],
  )
  const amountCents = standing.reduce((sum, { amount }) => sum + amount, 0)
  return { organizationId, subscriptionId, invoiceId: invoice.id, amountCents }
}
