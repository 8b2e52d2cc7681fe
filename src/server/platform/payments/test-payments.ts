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
import { type Delivery, type TestPortal, testPortal } from './test-portal.ts'
import { eventsOfCustomerOf, eventsSince } from './test-subscriptions.ts'
import { unixSeconds } from './unix-time.ts'
import { requireWebhookSecrets, type StripeEvent, verifiedEvent } from './webhook-signature.ts'

/** Delivers a signed event to the webhook; a status of 300 or above means it was not accepted. */
type Deliver = (rawBody: string, signature: string) => Promise<{ status: number }>

type TestPaymentsOptions = {
  db: Database
  clock: Clock
  /** Secret shared by all processes of the installation. */
  webhookSecret: string
  deliver: Deliver
}

/** The embedded payments with the actions of their hosted pages. */
export type TestPayments = Payments &
  TestPortal & {
    checkout(id: string): Promise<checkouts.TestCheckout | undefined>
    /** Creates a paid checkout, for the demo. @returns its events, which still have to be sent */
    subscribe(request: TestOrder): Promise<PaymentEvent[]>
    /** Ends an open checkout and sends its events. @returns its current state; undefined if there is no checkout */
    settle(
      id: string,
      status: 'paid' | 'declined' | 'canceled',
    ): Promise<({ status: checkouts.TestCheckout['status'] } & Delivery) | undefined>
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
const CHECKOUT_ID_PATTERN = /^cs_test_[A-Za-z0-9_-]{43}$/
const REDELIVERY_MS = 3 * 24 * 3600 * 1000

/**
 * Simulated payments: local pages, on the host that the payment started on, replace the provider's and send events of the same format and signature to the same
 * webhook. No card is charged.
 *
 * @throws {ConfigError} for a missing or short webhook secret
 */
export function createTestPayments(options: TestPaymentsOptions): TestPayments {
  const { db, clock, webhookSecret, deliver } = options
  requireWebhookSecrets([webhookSecret])
  const portal = testPortal({ db, clock, send: sendAll })

  async function send(events: readonly StripeEvent[]): Promise<number> {
    let accepted = 0
    for (const event of events) {
      const payload = JSON.stringify(event)
      const timestamp = unixSeconds(clock.now())
      const signature = Stripe.webhooks.generateTestHeaderString({
        payload,
        secret: webhookSecret,
        timestamp,
      })
      // As with a real provider, the payment counts even if delivery fails; the event is sent again later.
      const response = await deliver(payload, signature).catch(() => ({ status: 503 }))
      if (response.status < 300) accepted += 1
    }
    return accepted
  }

  async function sendAll(events: readonly StripeEvent[]): Promise<Delivery> {
    return { delivered: (await send(events)) === events.length }
  }

  /** Derives the checkout's id from the organization and key, unguessable for others. */
  function keyedId({ organizationId, period, idempotencyKey }: TestOrder): string {
    const key = JSON.stringify([organizationId, period, idempotencyKey])
    return `cs_test_${createHmac('sha256', webhookSecret).update(key).digest('base64url')}`
  }

  async function add({ organizationId, customerId, period }: TestOrder, id: string): Promise<void> {
    await checkouts.insertCheckout(db, {
      id,
      organizationId,
      plan: 'professional',
      billingPeriod: period,
      customerId: customerId ?? `cus_test_${digest(organizationId).slice(0, 24)}`,
      subscriptionId: `sub_test_${digest(`${id} subscription`).slice(0, 24)}`,
      createdAt: clock.now().toISOString(),
    })
  }

  const read = (event: StripeEvent) => paymentEventOf(event, TEST_PRICES)
  const find = async (id: string) =>
    CHECKOUT_ID_PATTERN.test(id) ? checkouts.findCheckout(db, id) : undefined

  return {
    provider: PROVIDER,
    ...portal,

    async openCheckout(request) {
      const key = keyedId(request)
      const existing = await checkouts.findCheckout(db, key)
      const id = existing?.status === 'canceled' ? `cs_test_${newSecret()}` : key
      await add(request, id)
      return { url: new URL(`/test-payments/checkout/${id}`, request.successUrl).href, sessionId: id }
    },

    // All customers share the same test cards.
    cardOf: async () => null,

    expireCheckouts: ({ organizationId }) => checkouts.expireCheckouts(db, organizationId),

    async eventsOfCheckout(sessionId, organizationId) {
      const checkout = await find(sessionId)
      if (checkout?.organizationId !== organizationId) return null
      return eventsOf(checkout).map(read)
    },

    async eventsOfSubscription(subscriptionId) {
      const events = [
        ...(await checkouts.paidCheckouts(db, { subscriptionId })).flatMap(eventsOf),
        ...(await eventsOfCustomerOf(db, subscriptionId)),
      ]
      return events.length > 0 ? events.map(read) : null
    },

    externalRefund: async () => null,

    verifyEvent(rawBody, signature) {
      const trust = { secrets: [webhookSecret], livemode: false, now: clock.now() }
      return read(verifiedEvent(rawBody, signature, trust))
    },

    checkout: find,

    async subscribe(request) {
      const id = keyedId(request)
      await add(request, id)
      await checkouts.completeCheckout(db, id, 'paid', clock.now())
      const checkout = await checkouts.findCheckout(db, id)
      return (checkout ? eventsOf(checkout) : []).map(read)
    },

    async settle(id, status) {
      if (!CHECKOUT_ID_PATTERN.test(id)) return undefined
      await checkouts.completeCheckout(db, id, status, clock.now())
      const checkout = await checkouts.findCheckout(db, id)
      if (!checkout) return undefined
      const events = checkout.status === status ? eventsOf(checkout) : []
      return { status: checkout.status, ...(await sendAll(events)) }
    },

    async repeatDeliveries() {
      const since = new Date(clock.now().getTime() - REDELIVERY_MS)
      const completed = await checkouts.completedSince(db, since)
      const events = [...completed.flatMap(eventsOf), ...(await eventsSince(db, since))]
      const ids = events.map(({ id }) => id)
      const unprocessed = await checkouts.unprocessedOf(db, PROVIDER, ids)
      return send(events.filter((event) => unprocessed.has(event.id)))
    },
  }
}
