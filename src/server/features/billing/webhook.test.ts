import { createHmac, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FIRST_MONTH, providerEvents, SECOND_MONTH, THIRD_MONTH } from '#test/builders/provider-events.ts'
import { type PaymentsApp, startPaymentsApp, WEBHOOK_SECRET } from '#test/workspaces/payments.ts'

let app: PaymentsApp
beforeAll(async () => {
  app = await startPaymentsApp()
})
afterAll(() => app.close())

const outcomeOf = async (event: { id: string }) =>
  (
    await app.rows<{ outcome: string | null }>(
      `select outcome from webhook_events where provider = 'test' and event_id = $1`,
      [event.id],
    )
  ).map(({ outcome }) => outcome)

describe('Trust 16 signatures', () => {
  const MINUTE_MS = 60_000

  /** A signature that the official library wouldn't create. */
  function signByHand(body: string, { secret = WEBHOOK_SECRET, at = String(app.clock.time / 1000) }): string {
    return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`
  }

  test.each<[string, (body: string) => { body?: string; signature?: string }]>([
    ['missing', () => ({})],
    ['empty', () => ({ signature: '' })],
    ['with empty parts', () => ({ signature: 't=,v1=' })],
    ['of another secret', (body) => ({ signature: app.sign(body, { secret: 'whsec_another_secret_0123' }) })],
    ['of an empty secret', (body) => ({ signature: signByHand(body, { secret: '' }) })],
    ['of another body', (body) => ({ signature: app.sign(`${body} `) })],
    [
      'of a reserialized body',
      (body) => ({ signature: app.sign(body), body: JSON.stringify(JSON.parse(body), null, 1) }),
    ],
    ['old', (body) => ({ signature: app.sign(body, { at: app.clock.time - 5 * MINUTE_MS - 1000 }) })],
    [
      'from the future',
      (body) => ({ signature: app.sign(body, { at: app.clock.time + 5 * MINUTE_MS + 1000 }) }),
    ],
    [
      'from tomorrow',
      (body) => ({ signature: app.sign(body, { at: app.clock.time + 24 * 60 * MINUTE_MS }) }),
    ],
    ['without a valid time', (body) => ({ signature: signByHand(body, { at: 'NaN' }) })],
    ['signed now, with a later time appended', (body) => ({ signature: `${app.sign(body)},t=9999999999` })],
    ['valid, but of no event', () => ({ body: '[1]', signature: app.sign('[1]') })],
    ['valid, but of no JSON', () => ({ body: 'x', signature: app.sign('x') })],
  ])('%s: rejected without a change', async (_name, forge) => {
    const organization = await app.createOrganization()
    const { subscription } = providerEvents({ organizationId: organization })
    const payload = JSON.stringify(subscription('created', 'active', '2026-03-01T12:00:00Z', THIRD_MONTH))
    const { body = payload, signature } = forge(payload)
    const checksumBefore = await app.checksum()

    const response = await app.webhook(body, signature)

    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({
      code: 'invalid',
      message: 'The signature of this event is not valid',
    })
    expect(await app.checksum()).toBe(checksumBefore)
  })

  test('accepts a signature up to four minutes off', async () => {
    const { subscription } = providerEvents({ organizationId: await app.createOrganization() })
    for (const offset of [-4 * MINUTE_MS, 4 * MINUTE_MS]) {
      const payload = JSON.stringify(subscription('updated', 'active', '2026-03-01T12:00:00Z', THIRD_MONTH))
      const response = await app.webhook(payload, app.sign(payload, { at: app.clock.time + offset }))
      expect([response.statusCode, response.json()]).toEqual([200, { received: true }])
    }
  })

  test('audits rejections once a minute', async () => {
    app.clock.time += 10 * MINUTE_MS
    const countRejections = async () =>
      (await app.rows(`select 1 from audit_log where action = 'webhook.rejected'`)).length
    const countBefore = await countRejections()
    for (let i = 0; i < 5; i++) await app.webhook('{}', 't=1,v1=00')
    expect(await countRejections()).toBe(countBefore + 1)
    app.clock.time += MINUTE_MS
    await app.webhook('{}', 't=1,v1=00')
    expect(await countRejections()).toBe(countBefore + 2)
  })

  test('rejects a body over 256 KiB or of another type', async () => {
    const largeBody = JSON.stringify({ filler: 'x'.repeat(256 * 1024) })
    expect((await app.webhook(largeBody, app.sign(largeBody))).statusCode).toBe(413)
    const response = await app.app.inject({
      method: 'POST',
      url: '/api/stripe/webhook',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'a=1',
    })
    expect(response.statusCode).toBe(415)
  })
})

describe('Trust 16 events have one effect in any order', () => {
  test('applies an event that arrives 50 times at once only once', async () => {
    const organization = await app.createOrganization()
    const { subscription, invoice } = providerEvents({ organizationId: organization })
    const lifecycle = [
      subscription('created', 'incomplete', FIRST_MONTH[0], FIRST_MONTH),
      invoice('paid', 'create', FIRST_MONTH[0], FIRST_MONTH),
      subscription('updated', 'active', FIRST_MONTH[0], FIRST_MONTH),
      invoice('paid', 'cycle', SECOND_MONTH[0], SECOND_MONTH),
    ]
    for (const event of lifecycle) {
      const codes = await Promise.all(Array.from({ length: 50 }, () => app.deliver(event)))
      expect(new Set(codes.flat())).toEqual(new Set([200]))
    }

    expect(await app.readState(organization)).toMatchObject({
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

  test('grants no more credits for another event of the same payment', async () => {
    const organization = await app.createOrganization()
    const { invoice } = providerEvents({ organizationId: organization })
    await app.deliver(
      invoice('paid', 'create', FIRST_MONTH[0], FIRST_MONTH),
      invoice('paid', 'create', FIRST_MONTH[0], FIRST_MONTH),
    )
    expect(await app.readState(organization)).toMatchObject({ credits: 1000, grants: 1 })
  })

  const permutations = <T>(items: T[]): T[][] =>
    items.length < 2
      ? [items]
      : items.flatMap((item, i) => permutations(items.toSpliced(i, 1)).map((tail) => [item, ...tail]))

  type Lifecycle = (events: ReturnType<typeof providerEvents>) => object[]
  const failingRenewal: Lifecycle = ({ subscription, invoice }) => [
    subscription('created', 'incomplete', FIRST_MONTH[0], FIRST_MONTH),
    subscription('updated', 'active', FIRST_MONTH[0], FIRST_MONTH),
    invoice('paid', 'create', FIRST_MONTH[0], FIRST_MONTH),
    invoice('paid', 'cycle', SECOND_MONTH[0], SECOND_MONTH),
    invoice('payment_failed', 'cycle', THIRD_MONTH[0], THIRD_MONTH),
  ]
  const endBeforeLateInvoice: Lifecycle = ({ subscription, invoice }) => [
    invoice('paid', 'create', FIRST_MONTH[0], FIRST_MONTH),
    subscription('updated', 'unpaid', SECOND_MONTH[0], SECOND_MONTH),
    invoice('paid', 'cycle', '2026-02-08T00:00:00Z', SECOND_MONTH),
    subscription('deleted', 'canceled', '2026-02-20T00:00:00Z', SECOND_MONTH),
    invoice('payment_failed', 'cycle', THIRD_MONTH[0], THIRD_MONTH),
  ]

  test.each([
    [
      'a renewal that fails',
      failingRenewal,
      { status: 'past_due', end: '2026-03-05', credits: 1000, grants: 2 },
    ],
    [
      'an end before a late invoice',
      endBeforeLateInvoice,
      { status: 'canceled', end: '2026-03-05', credits: 1000, grants: 2 },
    ],
  ])('has the same result for all 120 orders of %s', async (_name, lifecycle, expected) => {
    const orders = permutations([0, 1, 2, 3, 4])
    expect(orders).toHaveLength(120)
    for (const order of orders) {
      const organization = await app.createOrganization()
      const events = lifecycle(providerEvents({ organizationId: organization }))
      const codes = await app.deliver(...order.map((i) => events[i]!))
      expect(codes).toEqual([200, 200, 200, 200, 200])
      const state = await app.readState(organization)
      expect(state, `order ${order.join()}`).toMatchObject({
        ...expected,
        plan: 'professional',
        sum: expected.credits,
      })
    }
  })

  test('returns 500 when applying fails, and applies the event when it is sent again', async () => {
    const organization = await app.createOrganization()
    const event = providerEvents({ organizationId: organization }).invoice(
      'paid',
      'create',
      FIRST_MONTH[0],
      FIRST_MONTH,
    )
    app.faults.publish = new Error('no effect')
    expect(await app.deliver(event)).toEqual([500])
    expect(await app.readState(organization)).toMatchObject({ status: 'incomplete', credits: 0, grants: 0 })
    expect(await outcomeOf(event)).toEqual([null])

    app.faults.publish = null
    expect(await app.deliver(event)).toEqual([200])
    expect(await app.readState(organization)).toMatchObject({ status: 'active', credits: 1000, grants: 1 })
    expect(await outcomeOf(event)).toEqual(['applied'])
  })
})

describe('Trust 16 ignored events', () => {
  test.each<[string, (organizationId: string) => Parameters<typeof providerEvents>[0]]>([
    ['of an unknown organization', () => ({ organizationId: randomUUID() })],
    ['of an organization with an invalid id', () => ({ organizationId: "x'; drop table users; --" })],
    ['of an unknown price', (organizationId) => ({ organizationId, price: 'price_of_someone_else' })],
    ['in another currency', (organizationId) => ({ organizationId, currency: 'eur' })],
  ])('%s: stored and ignored with 200', async (_name, eventOptions) => {
    const organization = await app.createOrganization()
    const { subscription, invoice } = providerEvents(eventOptions(organization))
    const events = [
      subscription('updated', 'active', FIRST_MONTH[0], FIRST_MONTH),
      invoice('paid', 'create', FIRST_MONTH[0], FIRST_MONTH),
      { id: `evt_${randomUUID()}`, type: 'charge.refunded', created: 1, data: { object: {} } },
    ]
    expect(await app.deliver(...events)).toEqual([200, 200, 200])
    for (const event of events) expect(await outcomeOf(event as { id: string })).toEqual(['ignored'])
    expect(await app.readState(organization)).toMatchObject({
      status: 'incomplete',
      customer: null,
      credits: 0,
      grants: 0,
    })
  })

  test('of a customer or subscription that belongs to another organization, or of a second customer', async () => {
    const [ownId, otherId] = [await app.createOrganization(), await app.createOrganization()]
    const activeEvent = (options: Parameters<typeof providerEvents>[0]) =>
      providerEvents(options).subscription('updated', 'active', FIRST_MONTH[0], FIRST_MONTH)
    await app.deliver(activeEvent({ organizationId: ownId, customer: 'cus_own', subscription: 'sub_own' }))
    const conflictingEvents = [
      activeEvent({ organizationId: otherId, customer: 'cus_own', subscription: 'sub_other' }),
      activeEvent({ organizationId: otherId, customer: 'cus_other', subscription: 'sub_own' }),
      activeEvent({ organizationId: ownId, customer: 'cus_second', subscription: 'sub_own' }),
    ]
    expect(await app.deliver(...conflictingEvents)).toEqual([200, 200, 200])
    for (const event of conflictingEvents) expect(await outcomeOf(event)).toEqual(['ignored'])
    expect(await app.readState(otherId)).toMatchObject({ status: 'incomplete', customer: null })
    expect(await app.readState(ownId)).toMatchObject({ status: 'active', customer: 'cus_own' })
  })

  test('grants credits to a second customer with a new subscription', async () => {
    const organization = await app.createOrganization()
    const [firstEvents, secondEvents] = ['first', 'second'].map((name) =>
      providerEvents({
        ...{
          organizationId: organization,
          customer: `cus_${name}_${organization}`,
          subscription: `sub_${name}_${organization}`,
        },
      }),
    )
    await app.deliver(
      firstEvents!.invoice('paid', 'create', FIRST_MONTH[0], FIRST_MONTH),
      firstEvents!.subscription('deleted', 'canceled', SECOND_MONTH[0], FIRST_MONTH),
      secondEvents!.invoice('paid', 'create', THIRD_MONTH[0], THIRD_MONTH),
    )
    expect(await app.readState(organization)).toMatchObject({
      ...{ status: 'active', end: '2026-04-05', customer: `cus_second_${organization}`, grants: 2 },
    })
    const requestedIds: string[] = []
    const originalInvoices = app.payments.invoices
    app.payments.invoices = async (customerId) => {
      requestedIds.push(customerId)
      return []
    }
    const headers = { 'x-test-user': organization }
    await app.app.inject({
      method: 'GET',
      url: `/api/organizations/${organization}/billing/invoices`,
      headers,
    })
    app.payments.invoices = originalInvoices
    expect(requestedIds).toEqual([`cus_second_${organization}`])
  })

  test('keeps the active subscription when another one starts or ends unpaid', async () => {
    const organization = await app.createOrganization()
    const ids = { organizationId: organization, customer: `cus_${organization}` }
    await app.deliver(providerEvents(ids).subscription('updated', 'active', FIRST_MONTH[0], FIRST_MONTH))
    const secondEvents = providerEvents({ ...ids, subscription: `sub_second_${organization}` })
    await app.deliver(
      secondEvents.subscription('created', 'incomplete', SECOND_MONTH[0], SECOND_MONTH),
      secondEvents.subscription('updated', 'incomplete_expired', SECOND_MONTH[0], SECOND_MONTH),
    )
    expect(await app.readState(organization)).toMatchObject({ status: 'active', end: '2026-02-05' })
  })
})
