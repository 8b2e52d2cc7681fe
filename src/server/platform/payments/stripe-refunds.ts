import type Stripe from 'stripe'
import { AppError } from '../errors.ts'
import { idOf, nullIfMissing } from './stripe-client.ts'
import type { RefundMetadata } from './stripe-shapes.ts'
import { isoTime } from './unix-time.ts'

type RefundRequest = { subscriptionId: string; invoiceId: string; idempotencyKey: string }

/** Metadata key of the request that made a refund. */
export const REQUEST = 'request'
/** Metadata key of the subscription whose credit a balance transaction reversed. */
const REFUNDED = 'refunded_subscription'

/**
 * Refunds an invoice, then cancels its subscription, so that a customer never loses access without the refund. Each step
 * first checks what is done, so that a retry continues where an earlier attempt stopped.
 *
 * @throws {AppError} conflict when the invoice has nothing to refund
 */
export async function refundAndCancel(
  stripe: Stripe,
  request: RefundRequest,
): Promise<{ amountCents: number }> {
  const { invoice, payment } = await paidInvoice(stripe, request.invoiceId)
  if (subscriptionOf(invoice) !== request.subscriptionId || invoice.currency !== 'usd')
    throw nothingToRefundError()
  if (invoice.status !== 'paid' || invoice.amount_paid === 0 || !payment) throw nothingToRefundError()
  const amountCents = await refund(stripe, request, { invoice, paymentIntent: payment })
  await reverseCredit(stripe, request, idOf(invoice.customer ?? ''))
  const isKnown = await cancelNow(stripe, request)
  if (!isKnown) throw nothingToRefundError()
  return { amountCents }
}

/**
 * Reverses the credit that a switch from yearly to monthly left, because the full payment is refunded. Once per
 * subscription; other credit stays.
 */
async function reverseCredit(stripe: Stripe, request: RefundRequest, customer: string): Promise<void> {
  const { subscriptionId } = request
  let credit = 0
  for await (const { total } of stripe.invoices.list({ subscription: subscriptionId, limit: 100 })) {
    credit += Math.max(0, -total)
  }
  if (credit === 0) return
  const stored = await stripe.customers.retrieve(customer)
  if (stored.deleted || stored.balance >= 0) return
  for await (const { metadata } of stripe.customers.listBalanceTransactions(customer, { limit: 100 })) {
    if (metadata?.[REFUNDED] === subscriptionId) return
  }
  await stripe.customers.createBalanceTransaction(
    customer,
    {
      amount: Math.min(credit, -stored.balance),
      currency: 'usd',
      description: 'Credit of a refunded subscription',
      metadata: { [REFUNDED]: subscriptionId },
    },
    { idempotencyKey: `refund-credit-${subscriptionId}` },
  )
}

async function refund(
  stripe: Stripe,
  request: RefundRequest,
  { invoice, paymentIntent }: { invoice: Stripe.Invoice; paymentIntent: string },
): Promise<number> {
  // The provider forgets idempotency keys after a day, but not its refunds.
  const existing = await stripe.refunds.list({ payment_intent: paymentIntent, limit: 100 })
  const valid = existing.data.filter(({ status }) => status !== 'failed' && status !== 'canceled')
  const sameRequest = valid.find(({ metadata }) => metadata?.[REQUEST] === request.idempotencyKey)
  if (sameRequest) return sameRequest.amount
  if (valid.length > 0) throw nothingToRefundError()
  const metadata = { ...metadataOf(invoice, request), [REQUEST]: request.idempotencyKey }
  const created = await stripe.refunds.create(
    { payment_intent: paymentIntent, reason: 'requested_by_customer', metadata },
    { idempotencyKey: `${request.idempotencyKey}-refund` },
  )
  if (created.status === 'failed' || created.status === 'canceled') throw nothingToRefundError()
  return created.amount
}

/** Reads the fingerprint of the card that paid an invoice. */
export async function cardOf(stripe: Stripe, invoiceId: string): Promise<string | null> {
  const { payment } = await paidInvoice(stripe, invoiceId)
  if (!payment) return null
  const { data } = await stripe.charges.list({ payment_intent: payment, limit: 100 })
  return data.find(({ paid }) => paid)?.payment_method_details?.card?.fingerprint ?? null
}

type EndRequest = Pick<RefundRequest, 'subscriptionId' | 'idempotencyKey'>

/** Cancels a subscription and voids its open invoices, which the provider would otherwise keep collecting. */
export async function endNow(stripe: Stripe, request: EndRequest): Promise<void> {
  if (!(await cancelNow(stripe, request))) return
  const { subscriptionId: subscription, idempotencyKey } = request
  for await (const invoice of stripe.invoices.list({ subscription, status: 'open', limit: 100 })) {
    await stripe.invoices.voidInvoice(
      invoice.id,
      {},
      { idempotencyKey: `${idempotencyKey}-void-${invoice.id}` },
    )
  }
}

/** Cancels without a final invoice or proration. @returns false if the provider doesn't know the subscription */
async function cancelNow(stripe: Stripe, { subscriptionId, idempotencyKey }: EndRequest): Promise<boolean> {
  const subscription = await stripe.subscriptions.retrieve(subscriptionId).catch(nullIfMissing)
  if (!subscription) return false
  if (subscription.status !== 'canceled') {
    await stripe.subscriptions.cancel(
      subscriptionId,
      { invoice_now: false, prorate: false },
      { idempotencyKey: `${idempotencyKey}-cancel` },
    )
  }
  return true
}

function metadataOf(invoice: Stripe.Invoice, { subscriptionId, invoiceId }: RefundRequest): RefundMetadata {
  const line = invoice.lines.data.find((each) => each.amount !== 0 && each.pricing?.price_details)
  const price = line?.pricing?.price_details?.price
  const organizationId = invoice.parent?.subscription_details?.metadata?.organizationId
  if (!line || !price || !organizationId || !invoice.customer) throw nothingToRefundError()
  return {
    organizationId,
    customerId: idOf(invoice.customer),
    subscriptionId,
    invoiceId,
    priceId: idOf(price),
    periodEnd: isoTime(line.period.end),
  }
}

export function subscriptionOf(invoice: Stripe.Invoice): string | undefined {
  const subscription = invoice.parent?.subscription_details?.subscription
  return subscription && idOf(subscription)
}

/** An invoice and the id of the payment that paid it. @throws {AppError} conflict for an unknown invoice */
async function paidInvoice(stripe: Stripe, id: string) {
  const invoice = await stripe.invoices.retrieve(id, { expand: ['payments'] }).catch(nullIfMissing)
  if (!invoice) throw nothingToRefundError()
  const paid = invoice.payments?.data.find(({ status }) => status === 'paid')?.payment.payment_intent
  return { invoice, payment: paid ? idOf(paid) : null }
}

function nothingToRefundError(): AppError {
  return new AppError('conflict', 'There is no payment to refund')
}
