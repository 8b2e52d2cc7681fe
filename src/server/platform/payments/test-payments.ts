import Stripe from 'stripe'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { digest, newSecret } from '../ids.ts'
import type { Payments } from './payments.ts'
import { paymentEventOf } from './stripe-events.ts'
import * as checkouts from './test-checkouts.ts'
import { eventsOf, TEST_PRICES } from './test-events.ts'
import { requireWebhookSecret, type StripeEvent, verifiedEvent } from './webhook-signature.ts'

/** Hands a signed event to the webhook; anything but a status below 300 means that it was not taken. */
type Deliver = (rawBody: string, signature: string) => Promise<{ status: number }>

type TestPaymentsOptions = {
  db: Database
  clock: Clock
  appUrl: string
  /** The same in every process of an installation, and known to nobody else. */
  webhookSecret: string
  /** Without it the events go over HTTP to the webhook at `appUrl`. */
  deliver?: Deliver
}

/** The embedded payments, and what their hosted page does. */
export type TestPayments = Payments & {
  checkout(id: string): Promise<checkouts.TestCheckout | undefined>
  /** Ends the checkout if it is open and sends its events. @returns how it stands now, undefined without checkout */
  settle(
    id: string,
    status: 'paid' | 'declined' | 'canceled',
  ): Promise<{ status: checkouts.TestCheckout['status']; delivered: boolean } | undefined>
  /** Sends again what the webhook did not take within three days. @returns how many events */
  repeatDeliveries(): Promise<number>
}

const PROVIDER = 'test'
const CHECKOUT_ID = /^cs_test_[A-Za-z0-9_-]{43}$/
const REPEATED_FOR_MS = 3 * 24 * 3600 * 1000
const DELIVERY_TIMEOUT_MS = 10_000

/**
 * Payments without a provider: a local checkout page takes the provider's place and sends events of the same shape,
 * signed in the same way, to the same webhook. No card is charged.
 *
 * @throws {ConfigError} for a missing or short webhook secret
 */
export function createTestPayments(options: TestPaymentsOptions): TestPayments {
  const { db, clock, appUrl, webhookSecret } = options
  const deliver = options.deliver ?? deliverTo(`${appUrl}/api/stripe/webhook`)
  requireWebhookSecret(webhookSecret)

  async function send(events: readonly StripeEvent[]): Promise<number> {
    let taken = 0
    for (const event of events) {
      const payload = JSON.stringify(event)
      const timestamp = Math.floor(clock.now().getTime() / 1000)
      const signature = Stripe.webhooks.generateTestHeaderString({
        payload,
        secret: webhookSecret,
        timestamp,
      })
      // As with a real provider the payment stands even if nobody hears of it now; it is told again later.
      const answer = await deliver(payload, signature).catch(() => ({ status: 503 }))
      if (answer.status < 300) taken += 1
    }
    return taken
  }

  const find = async (id: string) => (CHECKOUT_ID.test(id) ? checkouts.findCheckout(db, id) : undefined)

  return {
    kind: 'test',
    provider: PROVIDER,

    async openCheckout({ organizationId, customerId, plan, period }) {
      const id = `cs_test_${newSecret()}`
      await checkouts.insertCheckout(db, {
        id,
        organizationId,
        plan,
        billingPeriod: period,
        customerId: customerId ?? `cus_test_${digest(organizationId).slice(0, 24)}`,
        subscriptionId: `sub_test_${digest(`${id} subscription`).slice(0, 24)}`,
        createdAt: clock.now().toISOString(),
      })
      return { url: `${appUrl}/test-payments/checkout/${id}` }
    },

    async eventsOfCheckout(sessionId, organizationId) {
      const checkout = await find(sessionId)
      if (checkout?.organizationId !== organizationId) return null
      return eventsOf(checkout).map((event) => paymentEventOf(event, TEST_PRICES))
    },

    verifyEvent(rawBody, signature) {
      return paymentEventOf(
        verifiedEvent(rawBody, signature, { secret: webhookSecret, now: clock.now() }),
        TEST_PRICES,
      )
    },

    checkout: find,

    async settle(id, status) {
      if (!CHECKOUT_ID.test(id)) return undefined
      await checkouts.settleCheckout(db, id, status, clock.now())
      const checkout = await checkouts.findCheckout(db, id)
      if (!checkout) return undefined
      const events = checkout.status === status ? eventsOf(checkout) : []
      return { status: checkout.status, delivered: (await send(events)) === events.length }
    },

    async repeatDeliveries() {
      const settled = await checkouts.settledSince(db, new Date(clock.now().getTime() - REPEATED_FOR_MS))
      const events = settled.flatMap(eventsOf)
      const open = await checkouts.unprocessedOf(
        db,
        PROVIDER,
        events.map((event) => event.id),
      )
      return send(events.filter((event) => open.has(event.id)))
    },
  }
}

/** Delivers over HTTP, as a provider would. */
export function deliverTo(webhookUrl: string): Deliver {
  return async (body, signature) => {
    const answer = await fetch(webhookUrl, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Stripe-Signature': signature },
      body,
      signal: AbortSignal.timeout(DELIVERY_TIMEOUT_MS),
    })
    await answer.body?.cancel()
    return { status: answer.status }
  }
}
