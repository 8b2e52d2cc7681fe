import type Stripe from 'stripe'
import type { ExternalRefund } from './payments.ts'
import { idOf, nullIfMissing } from './stripe-client.ts'
import { REQUEST, subscriptionOf } from './stripe-refunds.ts'
import { unixSeconds } from './unix-time.ts'
import { type StripeEvent, stripeEventOf } from './webhook-signature.ts'

/** Number of invoices to replay: a year of monthly ones. */
const INVOICES = 12
/** Backdates the state, so that with a fast clock of ours a new event still supersedes it. */
const MAX_CLOCK_SKEW_S = 300

/**
 * Rebuilds the events of a subscription from its current state at the provider: payments with their own times, then the
 * state. Null if the provider has no such subscription.
 */
export async function currentEvents(
  stripe: Stripe,
  subscriptionId: string,
  now: Date,
): Promise<StripeEvent[] | null> {
  const subscription = await stripe.subscriptions.retrieve(subscriptionId).catch(nullIfMissing)
  if (!subscription) return null
  const read = unixSeconds(now)
  const asOf = subscription.ended_at ?? read - MAX_CLOCK_SKEW_S
  const { livemode } = subscription
  const eventOf = (type: string, { id, state, created }: ObjectState, object: object) =>
    stripeEventOf({ id: `${id}:${type}:${state}`, type, created, livemode }, object)
  const { data } = await stripe.invoices.list({ subscription: subscriptionId, limit: INVOICES })
  const invoices = data.toReversed()
  const paid = invoices.flatMap((invoice) => {
    const { id, status, status_transitions: since } = invoice
    const isPaid = status === 'paid' && since.paid_at
    return isPaid
      ? [eventOf('invoice.paid', { id, state: 'paid', created: since.paid_at ?? asOf }, invoice)]
      : []
  })
  const subscriptionState = { id: subscription.id, state: `${subscription.status}-${read}`, created: asOf }
  const state = eventOf('customer.subscription.updated', subscriptionState, subscription)
  // After the state, so that an ended subscription triggers no failed-payment notice.
  const declined = invoices
    .filter(({ status, attempt_count }) => status === 'open' && attempt_count > 0)
    .map((invoice) => {
      const { id, attempt_count } = invoice
      return eventOf('invoice.payment_failed', { id, state: `${attempt_count}`, created: asOf }, invoice)
    })
  return [...paid, state, ...declined]
}

/** An object's id, its state, and when that state began, in seconds. */
type ObjectState = { id: string; state: string; created: number }

/** Sums up refunds made in the provider's dashboard; null if the invoice belongs to no organization. */
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
  const valid = refunds.data.filter(
    ({ status, metadata }) => status !== 'failed' && status !== 'canceled' && !metadata?.[REQUEST],
  )
  const amountCents = valid.reduce((sum, { amount }) => sum + amount, 0)
  return { organizationId, subscriptionId, invoiceId: invoice.id, amountCents }
}
