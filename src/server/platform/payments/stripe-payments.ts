import type Stripe from 'stripe'
import type { Clock } from '../clock.ts'
import { ConfigError } from '../config-error.ts'
import { AppError } from '../errors.ts'
import { digest } from '../ids.ts'
import type { Log } from '../log.ts'
import type { Invoice, PaymentEvent, Payments } from './payments.ts'
import {
  createStripeCall,
  idOf,
  isLiveKey,
  isNotAllowed,
  nullIfMissing,
  type StripeCall,
  type StripeSettings,
  stripeClient,
} from './stripe-client.ts'
import { currentEvents, externalRefund } from './stripe-current-events.ts'
import { isScheduledToEnd, paymentEventOf } from './stripe-events.ts'
import { quotePeriod, switchPeriod } from './stripe-period.ts'
import { openPortal } from './stripe-portal.ts'
import { type StripePrices, stripePrices } from './stripe-prices.ts'
import { cardOf, endNow, refundAndCancel } from './stripe-refunds.ts'
import { isoTime } from './unix-time.ts'
import { requireWebhookSecrets, type StripeEvent, stripeEventOf, verifiedEvent } from './webhook-signature.ts'

type StripePaymentsOptions = {
  settings: StripeSettings
  clock: Clock
  log: Log
  /** Time limit of one attempt; ten seconds by default. */
  timeoutMs?: number
}

const SESSION_ID_PATTERN = /^cs_(test|live)_[A-Za-z0-9]{10,200}$/
const INVOICES_PER_CALL = 100

/**
 * Payments with Stripe. Amounts come from our plan and period, never from the browser. If the provider can't be reached at
 * the start, prices are loaded with the first call that needs them.
 *
 * @throws {ConfigError} for a wrong key or webhook secret, and for prices that don't match the plans
 */
export async function createStripePayments(options: StripePaymentsOptions): Promise<Payments> {
  const { settings, clock, log } = options
  requireWebhookSecrets(settings.webhookSecrets)
  const livemode = isLiveKey(settings.secretKey)
  const stripe = stripeClient(settings, { timeoutMs: options.timeoutMs })
  const callStripe = createStripeCall(log)
  const prices = stripePrices(stripe)
  await prices.load().catch((error: Error) => {
    if (error instanceof ConfigError) throw error
    log.warn({ err: error.name }, 'The payment provider is unavailable; prices will be loaded later')
  })

  return {
    provider: 'stripe',

    openCheckout: (request) =>
      callStripe('checkout', async () => {
        const { forSale } = await prices.load()
        const price = forSale.find(({ period }) => period === request.period)
        if (!price) throw new AppError('conflict', 'This plan is not available')
        const customer = (await knownCustomer(stripe, request)) ?? (await customerOf(stripe, request))
        const session = await stripe.checkout.sessions.create(
          sessionParams(request, { customer, price: price.id }),
          { idempotencyKey: request.idempotencyKey },
        )
        if (!session.url) throw new AppError('unavailable', 'The payment provider returned no checkout page')
        return { url: session.url, sessionId: session.id }
      }),

    openPortal: (request) => callStripe('portal', () => openPortal(stripe, request)),

    setCancelAtPeriodEnd: (request) => callStripe('cancel', () => setCancelAtPeriodEnd(stripe, request)),

    quotePeriod: (request) => callStripe('period', () => quotePeriod({ stripe, prices }, request)),

    switchPeriod: (request) => callStripe('period', () => switchPeriod({ stripe, prices }, request)),

    refundAndCancel: (request) => callStripe('refund', () => refundAndCancel(stripe, request)),

    cardOf: (invoiceId) => callStripe('refund', () => cardOf(stripe, invoiceId)),

    endNow: (request) => callStripe('end', () => endNow(stripe, request)),

    expireCheckouts: (request) => callStripe('checkout', () => expireCheckouts(stripe, request)),

    invoices: (customerId, limit) => callStripe('invoices', () => listInvoices(stripe, customerId, limit)),

    eventsOfCheckout: (sessionId, organizationId) =>
      checkoutEvents({ stripe, callStripe, prices }, sessionId, organizationId),

    eventsOfSubscription: (subscriptionId) =>
      callStripe('subscription', async () => {
        const { known } = await prices.load()
        const events = await currentEvents(stripe, subscriptionId, clock.now())
        return events?.map((event) => paymentEventOf(event, known)) ?? null
      }),

    externalRefund: (paymentId) => callStripe('refund', () => externalRefund(stripe, paymentId)),

    verifyEvent(rawBody, signature) {
      const trust = { secrets: settings.webhookSecrets, livemode, now: clock.now() }
      const event = verifiedEvent(rawBody, signature, trust)
      const known = prices.known()
      if (known) return paymentEventOf(event, known)
      // The event can't be interpreted without prices; the provider will resend it.
      void callStripe('prices', prices.load).catch(() => {})
      throw new AppError('unavailable', 'Prices are not loaded yet')
    },
  }
}

type Checkout = Parameters<Payments['openCheckout']>[0]

function sessionParams(
  request: Checkout,
  { customer, price }: { customer: string; price: string },
): Stripe.Checkout.SessionCreateParams {
  const metadata = { organizationId: request.organizationId }
  return {
    mode: 'subscription',
    customer,
    client_reference_id: request.organizationId,
    metadata,
    line_items: [{ price, quantity: 1 }],
    subscription_data: { metadata },
    allowed_payment_method_types: ['card'],
    billing_address_collection: 'required',
    customer_update: { address: 'auto', name: 'auto' },
    allow_promotion_codes: false,
    success_url: request.successUrl,
    cancel_url: request.cancelUrl,
  }
}

/** Customer id we stored, unless it is deleted or belongs to another provider or account. */
async function knownCustomer(
  stripe: Stripe,
  { customerId, organizationId }: Checkout,
): Promise<string | null> {
  if (!customerId) return null
  const customer = await stripe.customers.retrieve(customerId).catch(nullIfMissing)
  if (!customer || customer.deleted) return null
  return customer.metadata.organizationId === organizationId ? customer.id : null
}

/**
 * Finds or creates the customer of an organization. Search lags by seconds, so creation also uses the organization's
 * idempotency key. Such a key requires equal parameters, so the payer's email is set in a second step.
 */
async function customerOf(stripe: Stripe, request: Checkout): Promise<string> {
  const { organizationId, customerEmail: email } = request
  // Without search permission, the key alone limits this to one customer a day.
  const existing = await searchedCustomer(stripe, organizationId)
  if (existing) return existing
  const { id } = await stripe.customers.create(
    { metadata: { organizationId } },
    { idempotencyKey: `ninefold-customer-${organizationId}` },
  )
  const idempotencyKey = `${request.idempotencyKey}-email-${digest(email).slice(0, 16)}`
  await stripe.customers.update(id, { email }, { idempotencyKey })
  return id
}

/** Searches the customer of an organization; null if there is none or search isn't permitted. */
async function searchedCustomer(stripe: Stripe, organizationId: string): Promise<string | null> {
  const query = `metadata["organizationId"]:"${organizationId.replace(/[^\w-]/g, '')}"`
  const { data } = await stripe.customers.search({ query, limit: 1 }).catch((error) => {
    if (isNotAllowed(error)) return { data: [] }
    throw error
  })
  return data[0]?.id ?? null
}

/** Expires open checkouts; one that is paid or over by now is no longer open. */
async function expireCheckouts(
  stripe: Stripe,
  { organizationId, customerIds }: Parameters<Payments['expireCheckouts']>[0],
): Promise<void> {
  const searched = await searchedCustomer(stripe, organizationId)
  for (const customer of new Set([...customerIds, ...(searched ? [searched] : [])])) {
    try {
      for await (const { id } of stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 })) {
        await stripe.checkout.sessions.expire(id)
      }
    } catch (error) {
      if (!isNotAllowed(error)) throw error
    }
  }
}

async function setCancelAtPeriodEnd(
  stripe: Stripe,
  { subscriptionId, cancel, idempotencyKey }: Parameters<Payments['setCancelAtPeriodEnd']>[0],
): Promise<void> {
  const subscription = await stripe.subscriptions.retrieve(subscriptionId)
  if (subscription.status === 'canceled') throw new AppError('conflict', 'This subscription has ended')
  if (isScheduledToEnd(subscription) === cancel) return
  // The provider's portal sets a time instead of the flag, and both can't be sent together.
  const change = cancel || subscription.cancel_at_period_end ? { cancel_at_period_end: cancel } : undefined
  await stripe.subscriptions.update(subscriptionId, change ?? { cancel_at: '' }, { idempotencyKey })
}

async function listInvoices(stripe: Stripe, customerId: string, limit: number): Promise<Invoice[]> {
  const invoices: Stripe.Invoice[] = []
  const params = { customer: customerId, limit: Math.min(limit, INVOICES_PER_CALL) }
  for await (const invoice of stripe.invoices.list({ ...params, expand: ['data.payments'] })) {
    invoices.push(invoice)
    if (invoices.length >= limit) break
  }
  const refunded = invoices.length > 0 ? await refundedInvoices(stripe, customerId) : new Set<string>()
  return invoices.map((invoice) => ({
    id: invoice.id,
    number: invoice.number,
    createdAt: isoTime(invoice.created),
    amountCents: invoice.total,
    currency: invoice.currency,
    status: statusOf(invoice.status),
    hostedUrl: invoice.hosted_invoice_url ?? null,
    pdfUrl: invoice.invoice_pdf ?? null,
    refunded: paymentsOf(invoice).some((payment) => refunded.has(payment)),
  }))
}

/** Finds the payments of a customer that have a refund. */
async function refundedInvoices(stripe: Stripe, customerId: string): Promise<Set<string>> {
  const payments = new Set<string>()
  const params = { customer: customerId, limit: INVOICES_PER_CALL }
  for await (const charge of stripe.charges.list(params)) {
    if (charge.amount_refunded > 0 && charge.payment_intent) payments.add(idOf(charge.payment_intent))
  }
  return payments
}

function paymentsOf(invoice: Stripe.Invoice): string[] {
  return (invoice.payments?.data ?? []).flatMap(({ payment }) =>
    payment.payment_intent ? [idOf(payment.payment_intent)] : [],
  )
}

function statusOf(status: Stripe.Invoice['status']): Invoice['status'] {
  const statuses: Invoice['status'][] = ['draft', 'open', 'paid', 'uncollectible', 'void']
  return statuses.find((each) => each === status) ?? 'open'
}

/**
 * Reads a checkout as events, because the browser may return before the webhook arrives. Dates them by the payment, so
 * that later events supersede them.
 */
async function checkoutEvents(
  { stripe, callStripe, prices }: { stripe: Stripe; callStripe: StripeCall; prices: StripePrices },
  sessionId: string,
  organizationId: string,
): Promise<PaymentEvent[] | null> {
  if (!SESSION_ID_PATTERN.test(sessionId)) return null
  return callStripe('checkout', async () => {
    const { known } = await prices.load()
    const expand = ['subscription', 'invoice']
    const session = await stripe.checkout.sessions.retrieve(sessionId, { expand }).catch(nullIfMissing)
    if (session?.client_reference_id !== organizationId) return null
    return eventsOf(session).map((event) => paymentEventOf(event, known))
  })
}

function eventsOf(session: Stripe.Checkout.Session): StripeEvent[] {
  const { subscription, invoice } = session
  if (typeof subscription !== 'object' || !subscription) return []
  // The state is current, so an end or a failed renewal must not be dated to the first payment.
  if (!['active', 'trialing'].includes(subscription.status)) return []
  const paidAt = typeof invoice === 'object' ? invoice?.status_transitions.paid_at : null
  const created = paidAt ?? session.created
  const { id, livemode } = session
  const event = (type: string, state: string, object: object) =>
    stripeEventOf({ id: `${id}:${type}:${state}`, type, created, livemode }, object)
  const events = [
    event('checkout.session.completed', subscription.status, { ...session, customer_details: null }),
  ]
  if (paidAt && typeof invoice === 'object' && invoice) events.push(event('invoice.paid', 'paid', invoice))
  return events
}
