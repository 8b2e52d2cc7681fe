import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createStripePayments } from '#server/platform/payments/stripe-payments.ts'
import { deliverEvents, type StripeServer, startStripeServer } from '#test/fakes/stripe-server.ts'
import { type PaymentsApp, startPaymentsApp } from '#test/payments-app.ts'

const SECRET_KEY = 'sk_test_0123456789abcdef'
const SECRET = 'whsec_fedcba9876543210'
const HOUR = 3_600_000
const DAY = 24 * HOUR

let app: PaymentsApp
let stripe: StripeServer
let now = () => new Date()
beforeAll(async () => {
  stripe = await startStripeServer({ secretKey: SECRET_KEY, now: () => now() })
  const settings = { secretKey: SECRET_KEY, webhookSecrets: [SECRET], apiUrl: stripe.url }
  app = await startPaymentsApp({ provider: (seams) => createStripePayments({ settings, ...seams }) })
  now = app.clock.now
  // The product sends browsers to encrypted pages only.
  const { openCheckout } = app.payments
  app.payments.openCheckout = async (request) => {
    const answer = await openCheckout(request)
    return { ...answer, url: answer.url.replace('http:', 'https:') }
  }
})
afterAll(async () => {
  await app.close()
  await stripe.stop()
})
beforeEach(async () => {
  await app.rows('delete from organizations')
  app.clock.time += 400 * DAY
  stripe.calls.splice(0)
})

const deliver = (events: Parameters<typeof deliverEvents>[0]) =>
  deliverEvents(
    events,
    async (body, signature) => ({ status: (await app.webhook(body, signature)).statusCode }),
    { secrets: [SECRET], now: app.clock.now },
  )

/** The events since the last call; whoever does not deliver them has lost them. */
const told = () => stripe.world.events.splice(0)

/** An owner who opened the checkout; paid and told of unless it is only opened. */
async function opened() {
  const organization = await app.organization()
  const answer = await app.app.inject({
    method: 'POST',
    url: '/api/stripe/create-checkout-session',
    headers: { 'x-test-user': organization },
    payload: { organizationId: organization, billingPeriod: 'monthly' },
  })
  const session = (answer.json() as { url: string }).url.split('/').at(-1)!
  return { organization, session }
}
async function subscribed() {
  const { organization, session } = await opened()
  told()
  stripe.world.pay(session)
  await deliver(told())
  const subscription = [...stripe.world.subscriptions.values()].at(-1)!
  return { organization, subscription }
}
const goTo = (seconds: number, ms: number) => {
  app.clock.time = seconds * 1000 + ms
}
const asked = (id: string) =>
  stripe.calls.filter(({ method, path }) => method === 'GET' && path.endsWith(id)).length
const owners = (organization: string) =>
  app.rows<{ title: string }>(
    'select title from notifications where organization_id = $1 order by created_at, title',
    [organization],
  )

describe('Trust 16 an event that never came', () => {
  test('a renewal nobody heard of is found, its credits come once, also when the event arrives later', async () => {
    const { organization, subscription } = await subscribed()
    goTo(subscription.items.data[0]!.current_period_end, 0)
    stripe.world.renew(subscription.id, 'paid')
    const lost = told()
    app.clock.time += 5 * HOUR
    await app.billing.catchUp()
    expect(asked(subscription.id)).toBe(0)
    app.clock.time += 2 * HOUR
    await Promise.all([app.billing.catchUp(), app.billing.catchUp()])
    const standing = await app.standing(organization)
    expect(standing).toMatchObject({ status: 'active', credits: 1000, sum: 1000, grants: 2 })
    const end = new Date(subscription.items.data[0]!.current_period_end * 1000).toISOString()
    expect(standing?.end).toBe(end.slice(0, 10))
    expect(await deliver(lost)).toEqual([200, 200])
    expect(await app.standing(organization)).toEqual(standing)
    expect(await app.brokenRules()).toEqual([])
  })

  test('an end and a failed payment nobody heard of are found, and owners are told', async () => {
    const { organization, subscription } = await subscribed()
    goTo(subscription.items.data[0]!.current_period_end, 0)
    stripe.world.renew(subscription.id, 'declined')
    told()
    app.clock.time += 7 * HOUR
    await app.billing.catchUp()
    expect(await app.standing(organization)).toMatchObject({ status: 'past_due', grants: 1 })
    expect(await owners(organization)).toEqual([{ title: 'Your last payment did not go through' }])
    app.clock.time += DAY
    const ended = app.clock.now().toISOString()
    stripe.world.end(subscription)
    told()
    app.clock.time += 2 * HOUR
    await app.billing.catchUp()
    expect(await app.standing(organization)).toMatchObject({ status: 'canceled' })
    expect(
      await app.rows<{ canceled_at: Date }>(
        'select canceled_at from subscriptions where organization_id = $1',
        [organization],
      ),
    ).toEqual([{ canceled_at: new Date(ended) }])
    expect(await owners(organization)).toHaveLength(2)
  })

  test('asked once a day; a provider that is away is asked again with the next look', async () => {
    const { subscription } = await subscribed()
    goTo(subscription.items.data[0]!.current_period_end, 7 * HOUR)
    stripe.fail(/subscriptions/, 500, 3)
    await app.billing.catchUp()
    const calls = asked(subscription.id)
    await app.billing.catchUp()
    await app.billing.catchUp()
    expect(asked(subscription.id)).toBe(calls + 1)
    app.clock.time += DAY
    await app.billing.catchUp()
    expect(asked(subscription.id)).toBe(calls + 2)
  })

  test('a checkout that was paid and never told of opens the contacts all the same', async () => {
    const { organization, session } = await opened()
    stripe.world.pay(session)
    told()
    app.clock.time += HOUR / 2
    await app.billing.catchUp()
    expect(await app.standing(organization)).toMatchObject({ status: 'incomplete' })
    app.clock.time += HOUR
    await app.billing.catchUp()
    expect(await app.standing(organization)).toMatchObject({ status: 'active', credits: 1000, grants: 1 })
  })
})

describe('A25 refunds made in the pages of the provider', () => {
  const chargeOf = () => [...stripe.world.charges.values()].at(-1)!
  const notes = () =>
    app.rows<{ kind: string; outcome: string }>(
      'select kind, outcome from money_notes where created_at >= $1 order by created_at, key',
      [new Date(app.clock.time - DAY)],
    )
  const payment = async (organization: string) =>
    (
      await app.rows<{ cents: number | null; whole: boolean }>(
        `select refunded_cents as cents, refunded_at is not null as whole
           from subscription_payments where organization_id = $1`,
        [organization],
      )
    ).at(-1)
  const elsewhere = { metadata: {}, reason: null }

  test('a whole payment: its credits go, the subscription stays as the provider says, operators see it', async () => {
    const { organization } = await subscribed()
    stripe.world.refund(chargeOf(), { amount: 7900, ...elsewhere })
    const events = told()
    expect(await deliver([...events, ...events])).toEqual([200, 200, 200, 200])
    expect(await app.standing(organization)).toMatchObject({ status: 'active', credits: 0, sum: 0 })
    expect(await payment(organization)).toEqual({ cents: 7900, whole: true })
    expect(await notes()).toEqual([{ kind: 'refund_elsewhere', outcome: '79.00 USD, the whole payment' }])
    expect(await owners(organization)).toEqual([{ title: 'Your payment was returned' }])
    expect(await app.brokenRules()).toEqual([])
  })

  test('a part: noted, and nothing else; with the rest it is the whole', async () => {
    const { organization } = await subscribed()
    stripe.world.refund(chargeOf(), { amount: 1000, ...elsewhere })
    await deliver(told())
    expect(await app.standing(organization)).toMatchObject({ status: 'active', credits: 1000 })
    expect(await payment(organization)).toEqual({ cents: 1000, whole: false })
    stripe.world.refund(chargeOf(), { amount: 6900, ...elsewhere })
    await deliver(told())
    expect(await app.standing(organization)).toMatchObject({ credits: 0 })
    expect(await payment(organization)).toEqual({ cents: 7900, whole: true })
  })

  test('of an earlier payment takes no credits of the present one', async () => {
    const { organization, subscription } = await subscribed()
    const first = chargeOf()
    goTo(subscription.items.data[0]!.current_period_end, 0)
    stripe.world.renew(subscription.id, 'paid')
    await deliver(told())
    stripe.world.refund(first, { amount: 7900, ...elsewhere })
    await deliver(told())
    expect(await app.standing(organization)).toMatchObject({ status: 'active', credits: 1000, sum: 1000 })
    // The payments are told again where a renewal is late.
    goTo(subscription.items.data[0]!.current_period_end, 7 * HOUR)
    await app.billing.catchUp()
    expect(asked(subscription.id)).toBe(1)
    expect(await app.standing(organization)).toMatchObject({ status: 'active', credits: 1000, sum: 1000 })
    expect(await app.brokenRules()).toEqual([])
  })

  test('the credits of one that fails come back, once, and go with the next one', async () => {
    const { organization } = await subscribed()
    const credits = async () => (await app.standing(organization))?.credits
    const fail = async (refund: { status: string | null }) => {
      app.clock.time += HOUR
      refund.status = 'failed'
      stripe.world.emit('refund.failed', refund)
      const events = told()
      await deliver([...events, ...events.map((event) => ({ ...event, id: `${event.id}_again` }))])
    }
    const part = stripe.world.refund(chargeOf(), { amount: 900, ...elsewhere })
    const rest = stripe.world.refund(chargeOf(), { amount: 7000, ...elsewhere })
    await deliver(told())
    expect(await credits()).toBe(0)
    await fail(part)
    expect(await payment(organization)).toEqual({ cents: 7000, whole: false })
    expect(await credits()).toBe(1000)
    expect(await app.brokenRules()).toEqual([])
    await fail(rest)
    app.clock.time += HOUR
    stripe.world.refund(chargeOf(), { amount: 7900, ...elsewhere })
    await deliver(told())
    expect(await app.standing(organization)).toMatchObject({ credits: 0, sum: 0 })
    expect(await app.brokenRules()).toEqual([])
  })

  test('credits of a period that is over do not come back', async () => {
    const { organization, subscription } = await subscribed()
    const refund = stripe.world.refund(chargeOf(), { amount: 7900, ...elsewhere })
    await deliver(told())
    goTo(subscription.items.data[0]!.current_period_end, 0)
    stripe.world.renew(subscription.id, 'paid')
    await deliver(told())
    refund.status = 'failed'
    stripe.world.emit('refund.failed', refund)
    await deliver(told())
    expect(await app.standing(organization)).toMatchObject({ credits: 1000, sum: 1000, grants: 2 })
    expect(await app.brokenRules()).toEqual([])
  })

  test('one that fails later is taken back, and what is told of it late changes nothing', async () => {
    const { organization } = await subscribed()
    const refund = stripe.world.refund(chargeOf(), { amount: 7900, ...elsewhere })
    const [created] = told()
    await deliver([created!])
    app.clock.time += HOUR
    refund.status = 'failed'
    stripe.world.emit('refund.failed', refund)
    await deliver(told())
    expect(await payment(organization)).toEqual({ cents: null, whole: false })
    await deliver([{ ...created!, id: 'evt_late' }])
    expect(await payment(organization)).toEqual({ cents: null, whole: false })
    expect((await notes()).map(({ kind }) => kind)).toEqual(['refund_elsewhere', 'refund_failed'])
    expect(await app.brokenRules()).toEqual([])
  })

  test('of another product at the same provider says nothing about us', async () => {
    await subscribed()
    const charge = { ...chargeOf(), id: 'ch_else', payment_intent: 'pi_else' }
    stripe.world.charges.set(charge.id, charge)
    stripe.world.refund(charge, { amount: 100, ...elsewhere })
    const before = await notes()
    expect(await deliver(told())).toEqual([200, 200])
    expect(await notes()).toEqual(before)
  })

  test('our own refund that fails later is money that is here again', async () => {
    const { organization } = await subscribed()
    const answer = await app.app.inject({
      method: 'POST',
      url: `/api/organizations/${organization}/billing/refund`,
      headers: { 'x-test-user': organization },
    })
    expect(answer.json()).toMatchObject({ status: 'refunded' })
    const created = told()
    await deliver(created)
    expect(await payment(organization)).toEqual({ cents: 7900, whole: true })
    const refund = [...stripe.world.refunds.values()].at(-1)!
    refund.status = 'failed'
    stripe.world.emit('refund.failed', refund)
    const failed = told()
    await deliver(failed)
    expect(await payment(organization)).toEqual({ cents: null, whole: false })
    await deliver([...created, ...failed].map((event) => ({ ...event, id: `${event.id}_late` })))
    expect(await payment(organization)).toEqual({ cents: null, whole: false })
    expect(await app.standing(organization)).toMatchObject({ status: 'canceled', credits: 1000, sum: 1000 })
    const rules = (await app.brokenRules()) as { rule: string }[]
    expect(rules.map(({ rule }) => rule)).toEqual(['refund that did not take place'])
    app.clock.time += 4 * DAY
  })
})

test('Trust 17 operators are mailed of what needs a look, once; a mail that failed goes out later', async () => {
  const { subscription } = await subscribed()
  stripe.world.refund([...stripe.world.charges.values()].at(-1)!, { amount: 100, metadata: {}, reason: null })
  await deliver(told())
  const mails = () => app.mailer.outbox!.filter(({ subject }) => subject.includes('look'))
  vi.spyOn(app.mailer, 'send').mockRejectedValueOnce(new Error('no mail server'))
  await expect(app.billing.checkMoney()).rejects.toThrow('no mail server')
  await Promise.all([app.billing.checkMoney(), app.billing.checkMoney()])
  expect(mails()).toHaveLength(1)
  expect(mails()[0]!.text).toContain('1.00 USD in part')
  expect(subscription.status).toBe('active')
})
