import { createHmac, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import {
  APP_URL,
  type PaymentsApp,
  providerEvents,
  startPaymentsApp,
  WEBHOOK_SECRET,
} from '#test/payments-app.ts'

let app: PaymentsApp
beforeAll(async () => {
  app = await startPaymentsApp()
})
afterAll(() => app.close())
beforeEach(() => {
  app.faults.publish = null
  app.faults.webhookAway = false
})

type Organization = {
  status: string
  plan: string | null
  end: string | null
  customer: string | null
  credits: number
  sum: number
  grants: number
}

async function stateOf(organization: OrganizationId): Promise<Organization> {
  const [row] = await app.rows<Organization>(
    `select subscription_status as status, subscription_plan as plan,
            to_char(subscription_period_end at time zone 'UTC', 'YYYY-MM-DD') as end, stripe_customer_id as customer,
            credits, (select coalesce(sum(amount), 0)::int from credit_ledger where organization_id = o.id) as sum,
            (select count(*)::int from credit_ledger where organization_id = o.id and operation = 'grant') as grants
       from organizations o where id = $1`,
    [organization],
  )
  return row!
}

const outcomeOf = async (event: { id: string }) =>
  (
    await app.rows<{ outcome: string | null }>(
      `select outcome from webhook_events where provider = 'test' and event_id = $1`,
      [event.id],
    )
  ).map(({ outcome }) => outcome)

const get = (user: string, url: string) =>
  app.app.inject({ method: 'GET', url, headers: { 'x-test-user': user } })

const openCheckout = (user: string, organizationId: string, billingPeriod = 'monthly') =>
  app.app.inject({
    method: 'POST',
    url: '/api/stripe/create-checkout-session',
    headers: { 'x-test-user': user },
    payload: { organizationId, billingPeriod },
  })

async function pay(organization: OrganizationId, billingPeriod = 'monthly'): Promise<string> {
  const { url } = (await openCheckout(organization, organization, billingPeriod)).json()
  const id = new URL(url).pathname.split('/').at(-1)!
  await app.testPayments.pay(id)
  return id
}

const FIRST: [string, string] = ['2026-01-05T00:00:00Z', '2026-02-05T00:00:00Z']
const SECOND: [string, string] = ['2026-02-05T00:00:00Z', '2026-03-05T00:00:00Z']
const THIRD: [string, string] = ['2026-03-05T00:00:00Z', '2026-04-05T00:00:00Z']

describe('A25 subscription', () => {
  test('a paid checkout activates the subscription and brings the credits', async () => {
    const organization = await app.organization('Blue Door Realty')
    const audited = () =>
      app.rows<{ action: string }>(
        'select action from audit_log where organization_id = $1 order by created_at',
        [organization],
      )

    await pay(organization)

    const answer = await get(organization, `/api/organizations/${organization}/subscription`)
    expect(answer.json()).toEqual({
      organization: {
        id: organization,
        name: 'Blue Door Realty',
        subscriptionStatus: 'active',
        subscriptionPlan: 'professional',
        subscriptionPeriodEnd: '2026-04-01T12:00:00.000Z',
        credits: 1000,
        seats: 1,
      },
    })
    const actions = (await audited()).map(({ action }) => action)
    expect(actions).toEqual(
      expect.arrayContaining(['checkout.opened', 'subscription.changed', 'credits.granted']),
    )
    expect(app.published).toContain(`organization.changed ${organization}`)
    expect(app.woken).toEqual([organization])
  })

  test('a year is paid until next year', async () => {
    const organization = await app.organization()
    await pay(organization, 'yearly')
    expect(await stateOf(organization)).toMatchObject({ status: 'active', end: '2027-03-01', credits: 1000 })
  })

  test('the return page does the same step when the webhook has not come, and once', async () => {
    const organization = await app.organization()
    app.faults.webhookAway = true
    const id = await pay(organization)
    expect(await stateOf(organization)).toMatchObject({ status: 'incomplete', credits: 0 })

    const answers = await Promise.all(
      Array.from({ length: 20 }, () => get(organization, `/api/stripe/checkout-success?session_id=${id}`)),
    )

    for (const answer of answers) expect(answer.json()).toEqual({ success: true, error: null })
    expect(await stateOf(organization)).toMatchObject({ status: 'active', credits: 1000, grants: 1 })
  })

  test('what the webhook did not take is sent again', async () => {
    const organization = await app.organization()
    app.faults.webhookAway = true
    await pay(organization)
    app.faults.webhookAway = false

    await app.testPayments.sweep()
    await app.testPayments.sweep()

    expect(await stateOf(organization)).toMatchObject({ status: 'active', credits: 1000, grants: 1 })
  })

  test("another organization's checkout activates nothing and answers like an unknown one", async () => {
    const [own, foreign] = [await app.organization(), await app.organization()]
    const id = await pay(foreign)
    for (const session of [id, `cs_test_${'A'.repeat(43)}`, "' or 1=1", 'cs_test_']) {
      const answer = await get(own, `/api/stripe/checkout-success?session_id=${encodeURIComponent(session)}`)
      expect(answer.statusCode).toBe(200)
      expect(answer.json()).toEqual({ success: false, error: 'Failed to activate subscription' })
    }
    expect(await stateOf(own)).toMatchObject({ status: 'incomplete', credits: 0, grants: 0 })
    await pay(own)
    expect((await get(own, `/api/stripe/checkout-success?session_id=${id}`)).json().success).toBe(false)
    const missing = await get(own, '/api/stripe/checkout-success')
    expect([missing.statusCode, missing.json().message]).toEqual([400, 'Missing checkout session'])
  })

  test('a checkout is opened by an owner, for the own organization, while none is active', async () => {
    const [own, foreign, member] = [
      await app.organization(),
      await app.organization(),
      await app.organization('Team', 'ADMIN'),
    ]
    expect((await openCheckout(member, member)).statusCode).toBe(403)
    const [there, nowhere] = [await openCheckout(own, foreign), await openCheckout(own, randomUUID())]
    expect(there.statusCode).toBe(404)
    expect({ ...there.json(), requestId: '' }).toEqual({ ...nowhere.json(), requestId: '' })
    const opened = await openCheckout(own, own)
    expect(opened.json().url).toMatch(new RegExp(`^${APP_URL}/test-payments/checkout/cs_test_[\\w-]{43}$`))
    await pay(own)
    const again = await openCheckout(own, own)
    expect([again.statusCode, again.json().message]).toEqual([
      409,
      'Your organization already has an active subscription',
    ])
  })

  test("another organization's subscription answers like one that does not exist", async () => {
    const [own, foreign] = [await app.organization(), await app.organization()]
    const [there, nowhere] = await Promise.all(
      [foreign, randomUUID()].map((id) => get(own, `/api/organizations/${id}/subscription`)),
    )
    expect(there!.statusCode).toBe(404)
    expect({ ...there!.json(), requestId: '' }).toEqual({ ...nowhere!.json(), requestId: '' })
  })
})

describe('Trust 16 signatures', () => {
  const MINUTE = 60_000

  /** What the official library would not sign. */
  function byHand(body: string, { secret = WEBHOOK_SECRET, at = String(app.clock.time / 1000) }): string {
    return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`
  }

  test.each<[string, (body: string) => { body?: string; signature?: string }]>([
    ['missing', () => ({})],
    ['empty', () => ({ signature: '' })],
    ['made of nothing', () => ({ signature: 't=,v1=' })],
    ['of another secret', (body) => ({ signature: app.sign(body, { secret: 'whsec_another_secret_0123' }) })],
    ['of an empty secret', (body) => ({ signature: byHand(body, { secret: '' }) })],
    ['of another body', (body) => ({ signature: app.sign(`${body} `) })],
    [
      'of a re-serialised body',
      (body) => ({ signature: app.sign(body), body: JSON.stringify(JSON.parse(body), null, 1) }),
    ],
    ['old', (body) => ({ signature: app.sign(body, { at: app.clock.time - 5 * MINUTE - 1000 }) })],
    [
      'from the future',
      (body) => ({ signature: app.sign(body, { at: app.clock.time + 5 * MINUTE + 1000 }) }),
    ],
    ['from tomorrow', (body) => ({ signature: app.sign(body, { at: app.clock.time + 24 * 60 * MINUTE }) })],
    ['signed at no time', (body) => ({ signature: byHand(body, { at: 'NaN' }) })],
    [
      'signed now, sent with a later time behind',
      (body) => ({ signature: `${app.sign(body)},t=9999999999` }),
    ],
    ['right, but of no event', () => ({ body: '[1]', signature: app.sign('[1]') })],
    ['right, but of no JSON', () => ({ body: 'x', signature: app.sign('x') })],
  ])('%s: refused, nothing written', async (_name, forge) => {
    const organization = await app.organization()
    const { subscription } = providerEvents({ organizationId: organization })
    const payload = JSON.stringify(subscription('created', 'active', '2026-03-01T12:00:00Z', THIRD))
    const { body = payload, signature } = forge(payload)
    const before = await app.checksum()

    const answer = await app.webhook(body, signature)

    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({
      code: 'invalid',
      message: 'The signature of this event is not valid',
    })
    expect(await app.checksum()).toBe(before)
  })

  test('four minutes away from now, either way, is taken', async () => {
    const { subscription } = providerEvents({ organizationId: await app.organization() })
    for (const away of [-4 * MINUTE, 4 * MINUTE]) {
      const payload = JSON.stringify(subscription('updated', 'active', '2026-03-01T12:00:00Z', THIRD))
      const answer = await app.webhook(payload, app.sign(payload, { at: app.clock.time + away }))
      expect([answer.statusCode, answer.json()]).toEqual([200, { received: true }])
    }
  })

  test('a refusal is noted in the audit log, one a minute', async () => {
    app.clock.time += 10 * MINUTE
    const noted = async () =>
      (await app.rows(`select 1 from audit_log where action = 'webhook.rejected'`)).length
    const before = await noted()
    for (let i = 0; i < 5; i++) await app.webhook('{}', 't=1,v1=00')
    expect(await noted()).toBe(before + 1)
    app.clock.time += MINUTE
    await app.webhook('{}', 't=1,v1=00')
    expect(await noted()).toBe(before + 2)
  })

  test('a body of more than 256 KiB and one of another type are refused unread', async () => {
    const large = JSON.stringify({ filler: 'x'.repeat(256 * 1024) })
    expect((await app.webhook(large, app.sign(large))).statusCode).toBe(413)
    const form = await app.app.inject({
      method: 'POST',
      url: '/api/stripe/webhook',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'a=1',
    })
    expect(form.statusCode).toBe(415)
  })
})

describe('Trust 16 one effect, whatever the order', () => {
  test('each event 50 times in parallel has one effect', async () => {
    const organization = await app.organization()
    const { subscription, invoice } = providerEvents({ organizationId: organization })
    const lifecycle = [
      subscription('created', 'incomplete', FIRST[0], FIRST),
      invoice('paid', 'create', FIRST[0], FIRST),
      subscription('updated', 'active', FIRST[0], FIRST),
      invoice('paid', 'cycle', SECOND[0], SECOND),
    ]
    for (const event of lifecycle) {
      const codes = await Promise.all(Array.from({ length: 50 }, () => app.deliver(event)))
      expect(new Set(codes.flat())).toEqual(new Set([200]))
    }

    expect(await stateOf(organization)).toMatchObject({
      status: 'active',
      end: '2026-03-05',
      credits: 1000,
      sum: 1000,
      grants: 2,
    })
    const changes = await app.rows(
      `select 1 from audit_log where organization_id = $1 and action = 'subscription.changed'`,
      [organization],
    )
    expect(changes).toHaveLength(3)
  })

  test('another event of the same payment brings no more credits', async () => {
    const organization = await app.organization()
    const { invoice } = providerEvents({ organizationId: organization })
    await app.deliver(invoice('paid', 'create', FIRST[0], FIRST), invoice('paid', 'create', FIRST[0], FIRST))
    expect(await stateOf(organization)).toMatchObject({ credits: 1000, grants: 1 })
  })

  const permutations = <T>(items: T[]): T[][] =>
    items.length < 2
      ? [items]
      : items.flatMap((item, i) => permutations(items.toSpliced(i, 1)).map((rest) => [item, ...rest]))

  type Lifecycle = (events: ReturnType<typeof providerEvents>) => object[]
  const failing: Lifecycle = ({ subscription, invoice }) => [
    subscription('created', 'incomplete', FIRST[0], FIRST),
    subscription('updated', 'active', FIRST[0], FIRST),
    invoice('paid', 'create', FIRST[0], FIRST),
    invoice('paid', 'cycle', SECOND[0], SECOND),
    invoice('payment_failed', 'cycle', THIRD[0], THIRD),
  ]
  const ending: Lifecycle = ({ subscription, invoice }) => [
    invoice('paid', 'create', FIRST[0], FIRST),
    subscription('updated', 'unpaid', SECOND[0], SECOND),
    invoice('paid', 'cycle', '2026-02-08T00:00:00Z', SECOND),
    subscription('deleted', 'canceled', '2026-02-20T00:00:00Z', SECOND),
    invoice('payment_failed', 'cycle', THIRD[0], THIRD),
  ]

  test.each([
    ['a renewal that fails', failing, { status: 'past_due', end: '2026-03-05', credits: 1000, grants: 2 }],
    [
      'an end that a late invoice does not undo',
      ending,
      { status: 'canceled', end: '2026-03-05', credits: 1000, grants: 2 },
    ],
  ])('all 120 orders of %s end alike', async (_name, lifecycle, expected) => {
    const orders = permutations([0, 1, 2, 3, 4])
    expect(orders).toHaveLength(120)
    for (const order of orders) {
      const organization = await app.organization()
      const events = lifecycle(providerEvents({ organizationId: organization }))
      const codes = await app.deliver(...order.map((i) => events[i]!))
      expect(codes).toEqual([200, 200, 200, 200, 200])
      const state = await stateOf(organization)
      expect(state, `order ${order.join()}`).toMatchObject({
        ...expected,
        plan: 'professional',
        sum: state.credits,
      })
    }
  })

  test('an event whose effect fails is answered 500 and has its effect when it is sent again', async () => {
    const organization = await app.organization()
    const event = providerEvents({ organizationId: organization }).invoice('paid', 'create', FIRST[0], FIRST)
    app.faults.publish = new Error('no effect')
    expect(await app.deliver(event)).toEqual([500])
    expect(await stateOf(organization)).toMatchObject({ status: 'incomplete', credits: 0, grants: 0 })
    expect(await outcomeOf(event)).toEqual([null])

    app.faults.publish = null
    expect(await app.deliver(event)).toEqual([200])
    expect(await stateOf(organization)).toMatchObject({ status: 'active', credits: 1000, grants: 1 })
    expect(await outcomeOf(event)).toEqual(['applied'])
  })
})

describe('Trust 16 events that mean nothing', () => {
  test.each<[string, (own: string) => Parameters<typeof providerEvents>[0]]>([
    ['of an unknown organization', () => ({ organizationId: randomUUID() })],
    ['of an organization that is no id', () => ({ organizationId: "x'; drop table users; --" })],
    ['of an unknown price', (own) => ({ organizationId: own, price: 'price_of_somebody_else' })],
    ['in another currency', (own) => ({ organizationId: own, currency: 'eur' })],
  ])('%s: kept, answered 200, ignored', async (_name, about) => {
    const own = await app.organization()
    const { subscription, invoice } = providerEvents(about(own))
    const sent = [
      subscription('updated', 'active', FIRST[0], FIRST),
      invoice('paid', 'create', FIRST[0], FIRST),
      { id: `evt_${randomUUID()}`, type: 'charge.refunded', created: 1, data: { object: {} } },
    ]
    expect(await app.deliver(...sent)).toEqual([200, 200, 200])
    for (const event of sent) expect(await outcomeOf(event as { id: string })).toEqual(['ignored'])
    expect(await stateOf(own)).toMatchObject({ status: 'incomplete', customer: null, credits: 0, grants: 0 })
  })

  test('of a customer or subscription that belongs to another organization, or of a second customer', async () => {
    const [own, other] = [await app.organization(), await app.organization()]
    const active = (about: Parameters<typeof providerEvents>[0]) =>
      providerEvents(about).subscription('updated', 'active', FIRST[0], FIRST)
    await app.deliver(active({ organizationId: own, customer: 'cus_own', subscription: 'sub_own' }))
    const taken = [
      active({ organizationId: other, customer: 'cus_own', subscription: 'sub_other' }),
      active({ organizationId: other, customer: 'cus_other', subscription: 'sub_own' }),
      active({ organizationId: own, customer: 'cus_second', subscription: 'sub_own' }),
    ]
    expect(await app.deliver(...taken)).toEqual([200, 200, 200])
    for (const event of taken) expect(await outcomeOf(event)).toEqual(['ignored'])
    expect(await stateOf(other)).toMatchObject({ status: 'incomplete', customer: null })
    expect(await stateOf(own)).toMatchObject({ status: 'active', customer: 'cus_own' })
  })

  test("another subscription's unpaid beginning or end does not take away the active one", async () => {
    const own = await app.organization()
    const about = { organizationId: own, customer: `cus_${own}` }
    await app.deliver(providerEvents(about).subscription('updated', 'active', FIRST[0], FIRST))
    const second = providerEvents({ ...about, subscription: `sub_second_${own}` })
    await app.deliver(
      second.subscription('created', 'incomplete', SECOND[0], SECOND),
      second.subscription('updated', 'incomplete_expired', SECOND[0], SECOND),
    )
    expect(await stateOf(own)).toMatchObject({ status: 'active', end: '2026-02-05' })
  })
})
