import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  deliverEvents,
  type StripeServer,
  signatureOf,
  startStripeServer,
} from '#test/fakes/stripe-server.ts'
import { type PaymentsApp, startPaymentsApp } from '#test/workspaces/payments.ts'
import { createStripePayments } from './stripe-payments.ts'

const SECRET_KEY = 'sk_test_0123456789abcdef'
const OLD_SECRET = 'whsec_0123456789abcdef'
const SECRET = 'whsec_fedcba9876543210'

let app: PaymentsApp
let stripe: StripeServer
let now = () => new Date()
beforeAll(async () => {
  stripe = await startStripeServer({ secretKey: SECRET_KEY, now: () => now() })
  const settings = { secretKey: SECRET_KEY, webhookSecrets: [SECRET, OLD_SECRET], apiUrl: stripe.url }
  app = await startPaymentsApp({ provider: (deps) => createStripePayments({ settings, ...deps }) })
  now = app.clock.now
})
afterAll(async () => {
  await app.close()
  await stripe.stop()
})

/** Pays for an organization at the provider without delivering the events. @returns the events */
async function paid() {
  const organization = await app.createOrganization()
  const { url } = await app.payments.openCheckout({
    organizationId: organization,
    customerEmail: 'pat@example.com',
    customerId: null,
    period: 'monthly',
    successUrl: 'http://localhost:3000/checkout-return?session_id={CHECKOUT_SESSION_ID}',
    cancelUrl: 'http://localhost:3000/onboarding',
    idempotencyKey: `checkout-${organization}`,
  })
  stripe.state.events.splice(0)
  const session = url.split('/').at(-1)!
  stripe.state.pay(session)
  return { organization, session, events: [...stripe.state.events] }
}

const webhook = async (body: string, signature?: string) => ({
  status: (await app.webhook(body, signature)).statusCode,
})
const deliver = (
  events: Awaited<ReturnType<typeof paid>>['events'],
  options: { secrets?: string[]; reversed?: boolean } = {},
) => deliverEvents(events, webhook, { secrets: [SECRET], now: app.clock.now, ...options })

describe('Trust 16 the webhook of a real provider', () => {
  test.each([
    ['in order', {}],
    ['out of order', { reversed: true }],
    ['signed by the secret that is being replaced', { secrets: [OLD_SECRET] }],
    ['signed by both', { secrets: ['whsec_unknown_unknown_1', OLD_SECRET] }],
  ])('a payment reported %s activates the subscription once', async (_how, options) => {
    const { organization, events } = await paid()
    expect(await deliver(events, options)).toEqual([200, 200, 200, 200])
    expect(await deliver(events, options)).toEqual([200, 200, 200, 200])
    expect(await app.readState(organization)).toMatchObject({ status: 'active', credits: 1000, grants: 1 })
  })

  test('the provider retries while an event has no effect', async () => {
    const { organization, events } = await paid()
    app.faults.publish = new Error('no effect')
    const paidInvoice = events.filter(({ type }) => type === 'invoice.paid')
    expect(await deliver(paidInvoice)).toEqual([500])
    app.faults.publish = null
    expect(await deliver(paidInvoice)).toEqual([200])
    expect(await app.readState(organization)).toMatchObject({ status: 'active', grants: 1 })
  })

  test('the return page applies the checkout before the webhook, and credits are granted once', async () => {
    const { organization, session, events } = await paid()
    const confirm = (user: string) =>
      app.app.inject({
        method: 'GET',
        url: `/api/stripe/checkout-success?session_id=${session}`,
        headers: { 'x-test-user': user },
      })
    const stranger = await app.createOrganization()
    expect((await confirm(stranger)).json()).toMatchObject({ success: false })
    expect((await confirm(organization)).json()).toMatchObject({ success: true })
    expect(await deliver(events, { reversed: true })).toEqual([200, 200, 200, 200])
    expect(await app.readState(organization)).toMatchObject({ status: 'active', credits: 1000, grants: 1 })
    expect(await app.readState(stranger)).toMatchObject({ status: 'incomplete', credits: 0 })
  })

  test('reopening the return page after the end does not backdate it', async () => {
    const { organization, session, events } = await paid()
    await deliver(events)
    const confirm = () =>
      app.app.inject({
        method: 'GET',
        url: `/api/stripe/checkout-success?session_id=${session}`,
        headers: { 'x-test-user': organization },
      })
    app.clock.time += 20 * 24 * 3_600_000
    stripe.state.events.splice(0)
    stripe.state.cancelNow([...stripe.state.subscriptions.values()].at(-1)!)
    await deliver([...stripe.state.events])
    const canceledAt = async () =>
      (
        await app.rows<{ at: Date }>(
          `select canceled_at as at from subscriptions where organization_id = $1`,
          [organization],
        )
      ).map(({ at }) => at.toISOString())
    expect(await canceledAt()).toEqual([app.clock.now().toISOString()])
    expect((await confirm()).json()).toMatchObject({ success: false })
    expect(await canceledAt()).toEqual([app.clock.now().toISOString()])
    expect(await app.readState(organization)).toMatchObject({ status: 'canceled', grants: 1 })
  })

  const MINUTE = 60_000
  type SentWebhook = { body?: string; signature?: string }
  const signed = (body: string, { secret = SECRET, away: secondsFromNow = 0 } = {}) =>
    signatureOf(body, [secret], new Date(app.clock.time + secondsFromNow))
  test.each<[string, (body: string) => SentWebhook]>([
    ['without signature', () => ({})],
    ['with an empty signature', () => ({ signature: '' })],
    ['of another secret', (body) => ({ signature: signed(body, { secret: 'whsec_another_secret_0123' }) })],
    [
      'with a re-serialised body',
      (body) => ({ body: JSON.stringify(JSON.parse(body), null, 1), signature: signed(body) }),
    ],
    ['of six minutes ago', (body) => ({ signature: signed(body, { away: -6 * MINUTE }) })],
    ['of six minutes from now', (body) => ({ signature: signed(body, { away: 6 * MINUTE }) })],
    [
      'for real money',
      (body) => {
        const liveBody = body.replaceAll('"livemode":false', '"livemode":true')
        return { body: liveBody, signature: signed(liveBody) }
      },
    ],
  ])('an event %s is refused, and nothing is written', async (_how, forge) => {
    const { organization, events } = await paid()
    const before = await app.checksum()
    for (const event of events) {
      const original = JSON.stringify(event)
      const { body = original, signature } = forge(original)
      expect(await webhook(body, signature)).toEqual({ status: 400 })
    }
    expect(await app.checksum()).toBe(before)
    expect(await app.readState(organization)).toMatchObject({ status: 'incomplete', credits: 0 })
  })

  test('another currency and another price change nothing', async () => {
    for (const [from, to] of [
      ['"usd"', '"eur"'],
      ['"price_test', '"price_else'],
    ] as const) {
      const { organization, events } = await paid()
      const changedEvents = JSON.parse(JSON.stringify(events).replaceAll(from, to))
      expect(await deliver(changedEvents)).toEqual([200, 200, 200, 200])
      expect(await app.readState(organization)).toMatchObject({ status: 'incomplete', credits: 0, grants: 0 })
    }
  })
})

test('A25 a subscription at a former price still renews and ends', async () => {
  const { organization, events } = await paid()
  await deliver(events)
  const oldPrice = [...stripe.state.prices.values()].find(({ unit_amount }) => unit_amount === 7900)!
  const { lookup_key, product } = oldPrice
  Object.assign(oldPrice, { active: false, lookup_key: null, unit_amount: 6900 })
  stripe.state.addPrice({ lookup_key, product })
  // More than one page in between.
  for (let i = 0; i < 120; i++) stripe.state.addPrice({ lookup_key: null, product, active: false })
  // As after a restart.
  const settings = { secretKey: SECRET_KEY, webhookSecrets: [SECRET], apiUrl: stripe.url }
  const restarted = await createStripePayments({ settings, clock: app.clock, log: app.log })
  const original = app.payments.verifyEvent
  app.payments.verifyEvent = restarted.verifyEvent
  const subscription = [...stripe.state.subscriptions.values()].at(-1)!
  stripe.state.events.splice(0)
  stripe.state.renew(subscription.id, 'paid')
  await deliver([...stripe.state.events])
  expect(await app.readState(organization)).toMatchObject({ status: 'active', credits: 1000, grants: 2 })
  app.clock.time += 1000
  stripe.state.events.splice(0)
  stripe.state.cancelNow(subscription)
  await deliver([...stripe.state.events])
  expect(await app.readState(organization)).toMatchObject({ status: 'canceled' })

  const { url } = await restarted.openCheckout({
    ...{ organizationId: organization, customerEmail: 'pat@example.com', customerId: null },
    ...{ period: 'monthly', idempotencyKey: `again-${organization}` },
    ...{ successUrl: 'http://localhost:3000/x', cancelUrl: 'http://localhost:3000/y' },
  })
  const requestedPrice = stripe.state.sessions.get(url.split('/').at(-1)!)!.request.price
  expect(stripe.state.prices.get(requestedPrice)).toMatchObject({ lookup_key, active: true })
  app.payments.verifyEvent = original
  stripe.state.prices.delete(requestedPrice)
  Object.assign(oldPrice, { active: true, lookup_key, unit_amount: 7900 })
})
