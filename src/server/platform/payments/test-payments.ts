import { createHmac } from 'node:crypto'
import Stripe from 'stripe'
import type { BillingPeriod } from '#contract/billing.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { digest, newSecret } from '../ids.ts'
import type { PaymentEvent, Payments } from './payments.ts'
import { paymentEventOf } from './stripe-events.ts'
import * as checkouts from './test-checkouts.ts'
import { eventsOf, TEST_PRICES } from './test-events.ts'
import type { TestCard, TestStep } from './test-life.ts'
import { type TestPortalView, testPortal } from './test-portal.ts'
import { eventsOfCustomerOf, eventsSince } from './test-subscriptions.ts'
import { requireWebhookSecrets, type StripeEvent, verifiedEvent } from './webhook-signature.ts'

/** Delivers a signed event to the webhook; a status of 300 or above means it was not accepted. */
type Deliver = (rawBody: string, signature: string) => Promise<{ status: number }>

type TestPaymentsOptions = {
  db: Database
  clock: Clock
  appUrl: string
  /** Secret shared by all processes of the installation. */
  webhookSecret: string
  deliver: Deliver
}

/** The embedded payments with the actions of their hosted pages. */
export type TestPayments = Payments & {
  kind: 'test'
  checkout(id: string): Promise<checkouts.TestCheckout | undefined>
  /** Creates a paid checkout, for the demo. @returns its events, which still have to be sent */
  subscribe(request: TestOrder): Promise<PaymentEvent[]>
  /** Ends an open checkout and sends its events. @returns its current state; undefined if there is no checkout */
  settle(
    id: string,
    status: 'paid' | 'declined' | 'canceled',
  ): Promise<{ status: checkouts.TestCheckout['status']; delivered: boolean } | undefined>
  /** Data of the customer's page; undefined without a valid session. */
  portal(id: string): Promise<TestPortalView | undefined>
  /** @returns false without a valid session */
  changeCard(portalId: string, card: TestCard): Promise<boolean>
  /** Performs a step if it applies, and sends its events. @returns undefined without session or subscription */
  step(portalId: string, subscriptionId: string, step: TestStep): Promise<{ delivered: boolean } | undefined>
  /** Resends events that the webhook didn't accept, for three days. @returns how many were accepted */
  repeatDeliveries(): Promise<number>
}

type TestOrder = {
  organizationId: string
  customerId: string | null
  period: BillingPeriod
  idempotencyKey: string
}

const PROVIDER = 'test'
const CHECKOUT_ID = /^cs_test_[A-Za-z0-9_-]{43}$/
const REDELIVERY_MS = 3 * 24 * 3600 * 1000

/**
 * Simulated payments: local pages replace the provider's and send events of the same format and signature to the same
 * webhook. No card is charged.
 *
 * @throws {ConfigError} for a missing or short webhook secret
 */
export function createTestPayments(options: TestPaymentsOptions): TestPayments {
  const { db, clock, appUrl, webhookSecret, deliver } = options
  requireWebhookSecrets([webhookSecret])
  const portal = testPortal({ db, clock })

  async function send(events: readonly StripeEvent[]): Promise<number> {
    let accepted = 0
    for (const event of events) {
      const payload = JSON.stringify(event)
      const timestamp = Math.floor(clock.now().getTime() / 1000)
      const signature = Stripe.webhooks.generateTestHeaderString({
        payload,
        secret: webhookSecret,
        timestamp,
      })
      // As with a real provider, the payment counts even if delivery fails; the event is sent again later.
      const answer = await deliver(payload, signature).catch(() => ({ status: 503 }))
      if (answer.status < 300) accepted += 1
    }
    return accepted
  }

  async function sendAll({ events }: { events: readonly StripeEvent[] }): Promise<{ delivered: boolean }> {
    return { delivered: (await send(events)) === events.length }
  }

  /** Derives the checkout's id from the organization and key, unguessable for others. */
  function keyedId({ organizationId, period, idempotencyKey }: TestOrder): string {
    const key = JSON.stringify([organizationId, period, idempotencyKey])
    return `cs_test_${createHmac('sha256', webhookSecret).update(key).digest('base64url')}`
  }

  async function add({ organizationId, customerId, period }: TestOrder, id: string): Promise<string> {
    await checkouts.insertCheckout(db, {
      id,
      organizationId,
      plan: 'professional',
      billingPeriod: period,
      customerId: customerId ?? `cus_test_${digest(organizationId).slice(0, 24)}`,
      subscriptionId: `sub_test_${digest(`${id} subscription`).slice(0, 24)}`,
      createdAt: clock.now().toISOString(),
    })
    return id
  }

  const find = async (id: string) => (CHECKOUT_ID.test(id) ? checkouts.findCheckout(db, id) : undefined)

  return {
    kind: 'test',
    provider: PROVIDER,

    async openCheckout(request) {
      const known = await checkouts.findCheckout(db, keyedId(request))
      const id = await add(
        request,
        known?.status === 'canceled' ? `cs_test_${newSecret()}` : keyedId(request),
      )
      return { url: `${appUrl}/test-payments/checkout/${id}`, sessionId: id }
    },

    async openPortal(request) {
      return { url: `${appUrl}/test-payments/portal/${await portal.open(request)}` }
    },

    async setCancelAtPeriodEnd({ subscriptionId, cancel }) {
      await sendAll(await portal.setCancelAtPeriodEnd(subscriptionId, cancel))
    },

    quotePeriod: portal.quotePeriod,

    async switchPeriod(request) {
      await sendAll(await portal.switchPeriod(request))
    },

    async refundAndCancel(request) {
      const { events, amountCents } = await portal.refundAndCancel(request)
      await sendAll({ events })
      return { amountCents }
    },

    // All customers share the same test cards.
    cardOf: async () => null,

    async endNow({ subscriptionId }) {
      await sendAll(await portal.endNow(subscriptionId))
    },

    expireCheckouts: ({ organizationId }) => checkouts.expireCheckouts(db, organizationId),

    async invoices(customerId, limit) {
      const invoices = await portal.invoices(customerId, limit)
      return invoices.map((invoice) => ({
        id: invoice.id,
        number: invoiceNumber(invoice.number),
        createdAt: invoice.createdAt,
        amountCents: invoice.amountCents,
        currency: 'usd',
        status: invoice.status,
        hostedUrl: null,
        pdfUrl: null,
        refunded: invoice.refundKey !== null,
      }))
    },

    async eventsOfCheckout(sessionId, organizationId) {
      const checkout = await find(sessionId)
      if (checkout?.organizationId !== organizationId) return null
      return eventsOf(checkout).map((event) => paymentEventOf(event, TEST_PRICES))
    },

    async eventsOfSubscription(subscriptionId) {
      const events = [
        ...(await checkouts.paidCheckouts(db, { subscriptionId })).flatMap(eventsOf),
        ...(await eventsOfCustomerOf(db, subscriptionId)),
      ]
      return events.length > 0 ? events.map((event) => paymentEventOf(event, TEST_PRICES)) : null
    },

    externalRefund: async () => null,

    verifyEvent(rawBody, signature) {
      return paymentEventOf(
        verifiedEvent(rawBody, signature, { secrets: [webhookSecret], livemode: false, now: clock.now() }),
        TEST_PRICES,
      )
    },

    checkout: find,

    async subscribe(request) {
      const id = await add(request, keyedId(request))
      await checkouts.completeCheckout(db, id, 'paid', clock.now())
      const checkout = await checkouts.findCheckout(db, id)
      return (checkout ? eventsOf(checkout) : []).map((event) => paymentEventOf(event, TEST_PRICES))
    },

    portal: portal.view,

    changeCard: portal.changeCard,

    async step(portalId, subscriptionId, step) {
      const changed = await portal.step(portalId, subscriptionId, step)
      return changed && sendAll(changed)
    },

    async settle(id, status) {
      if (!CHECKOUT_ID.test(id)) return undefined
      await checkouts.completeCheckout(db, id, status, clock.now())
      const checkout = await checkouts.findCheckout(db, id)
      if (!checkout) return undefined
      const events = checkout.status === status ? eventsOf(checkout) : []
      return { status: checkout.status, ...(await sendAll({ events })) }
    },

    async repeatDeliveries() {
      const since = new Date(clock.now().getTime() - REDELIVERY_MS)
      const settled = await checkouts.completedSince(db, since)
      const events = [...settled.flatMap(eventsOf), ...(await eventsSince(db, since))]
      const open = await checkouts.unprocessedOf(
        db,
        PROVIDER,
        events.map((event) => event.id),
      )
      return send(events.filter((event) => open.has(event.id)))
    },
  }
}

/** Invoice number shown to a customer, counted from 1 for each customer. */
export function invoiceNumber(number: number): string {
  return `TEST-${String(number).padStart(4, '0')}`
}
