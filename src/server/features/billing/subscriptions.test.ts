import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import { FIRST_MONTH, providerEvents, SECOND_MONTH, THIRD_MONTH } from '#test/builders/provider-events.ts'
import { type PaymentsApp, startPaymentsApp } from '#test/workspaces/payments.ts'

let app: PaymentsApp
beforeAll(async () => {
  app = await startPaymentsApp()
})
afterAll(() => app.close())

const readOverview = async (organization: OrganizationId) =>
  (
    await app.app.inject({
      method: 'GET',
      url: `/api/organizations/${organization}/billing`,
      headers: { 'x-test-user': organization },
    })
  ).json()

const listSubscriptions = (organization: OrganizationId) =>
  app.rows<Record<string, unknown>>(
    `select subscription_id, status::text, period, cancel_at_period_end, failed_attempts, next_attempt_at, trial_end,
            created_at, canceled_at, event_at
       from subscriptions where organization_id = $1 order by 1`,
    [organization],
  )

const permutations = <T>(items: T[]): T[][] =>
  items.length < 2
    ? [items]
    : items.flatMap((item, i) => permutations(items.toSpliced(i, 1)).map((tail) => [item, ...tail]))

/** An event with additional fields in its object. */
const withFields = (event: { data: { object: object } }, fields: object) => ({
  ...event,
  data: { object: { ...event.data.object, ...fields } },
})

describe('Trust 16 several subscriptions of one organization', () => {
  test('have the same result for all 120 orders of events, each sent twice', async () => {
    const endStates = new Set<string>()
    const orders = permutations([0, 1, 2, 3, 4])
    expect(orders).toHaveLength(120)
    for (const order of orders) {
      const organization = await app.createOrganization()
      const ids = { organizationId: organization, customer: `cus_${organization}` }
      const firstEvents = providerEvents({ ...ids, subscription: `sub_1_${organization}` })
      const secondEvents = providerEvents({ ...ids, subscription: `sub_2_${organization}` })
      const events = [
        firstEvents.invoice('paid', 'create', FIRST_MONTH[0], FIRST_MONTH),
        withFields(firstEvents.invoice('payment_failed', 'cycle', SECOND_MONTH[0], SECOND_MONTH), {
          ...{ attempt_count: 2, next_payment_attempt: Date.parse('2026-02-08T00:00:00Z') / 1000 },
        }),
        firstEvents.subscription('deleted', 'canceled', '2026-02-20T00:00:00Z', FIRST_MONTH),
        secondEvents.invoice('paid', 'create', THIRD_MONTH[0], THIRD_MONTH),
        withFields(secondEvents.subscription('updated', 'active', '2026-03-06T00:00:00Z', THIRD_MONTH), {
          cancel_at_period_end: true,
        }),
      ]
      const codes = await app.deliver(...order.flatMap((i) => [events[i]!, events[i]!]))
      expect(new Set(codes)).toEqual(new Set([200]))
      const state = JSON.stringify([await listSubscriptions(organization), await app.readState(organization)])
      endStates.add(state.replaceAll(organization, ''))
    }
    expect([...endStates]).toHaveLength(1)
    const [endState] = [...endStates]
    expect(endState).toContain('"status":"active"')
    expect(JSON.parse(endState!)[1]).toMatchObject({
      status: 'active',
      end: '2026-04-05',
      credits: 1000,
      grants: 2,
    })
    expect(JSON.parse(endState!)[0]).toMatchObject([
      { status: 'canceled', failed_attempts: 2, cancel_at_period_end: false },
      { status: 'active', failed_attempts: 0, cancel_at_period_end: true },
    ])
    expect(await app.listBrokenRules()).toEqual([])
  })

  test('assign a customer that is reported for two organizations to one of them', async () => {
    const [firstId, secondId] = [await app.createOrganization(), await app.createOrganization()]
    const ids = { customer: `cus_${randomUUID()}`, subscription: `sub_${randomUUID()}` }
    const events = [firstId, secondId].map((organizationId) =>
      providerEvents({ organizationId, ...ids }).invoice('paid', 'create', SECOND_MONTH[0], SECOND_MONTH),
    )
    const codes = await Promise.all(
      Array.from({ length: 25 }, () => events.map((event) => app.deliver(event))).flat(),
    )
    expect(new Set(codes.flat())).toEqual(new Set([200]))
    const statuses = [await app.readState(firstId), await app.readState(secondId)].map((each) => each?.status)
    expect(statuses.sort()).toEqual(['active', 'incomplete'])
    expect(await app.listBrokenRules()).toEqual([])
  })

  test('apply an event that a stopped process stored when it is sent again', async () => {
    const organization = await app.createOrganization()
    const event = providerEvents({ organizationId: organization }).invoice(
      'paid',
      'create',
      FIRST_MONTH[0],
      FIRST_MONTH,
    )
    await app.rows(
      `insert into webhook_events (provider, event_id, type, payload, created_at)
       values ('test', $1, $2, $3, '2026-01-05T00:00:00Z')`,
      [event.id, event.type, JSON.stringify(event)],
    )
    expect(await app.readState(organization)).toMatchObject({ status: 'incomplete', credits: 0 })
    await Promise.all(Array.from({ length: 50 }, () => app.deliver(event)))
    expect(await app.readState(organization)).toMatchObject({ status: 'active', credits: 1000, grants: 1 })
  })
})

describe('A24 A31 the billing page', () => {
  test('shows a failing renewal with its attempts, then the end after the last one', async () => {
    const organization = await app.createOrganization()
    const { subscription, invoice } = providerEvents({ organizationId: organization })
    await app.deliver(invoice('paid', 'create', FIRST_MONTH[0], FIRST_MONTH))
    expect(await readOverview(organization)).toMatchObject({
      ...{
        status: 'active',
        failedAttempts: 0,
        nextAttemptAt: null,
        period: 'monthly',
        paymentsKind: 'test',
      },
      ...{
        periodEnd: '2026-02-05T00:00:00.000Z',
        cancelAtPeriodEnd: false,
        retainedUntil: null,
        hasPortal: true,
      },
    })
    for (const attempt of [1, 2, 3]) {
      const failure = invoice('payment_failed', 'cycle', `2026-02-0${4 + attempt}T00:00:00Z`, SECOND_MONTH)
      const next_payment_attempt = Date.parse(`2026-02-0${5 + attempt}T00:00:00Z`) / 1000
      await app.deliver(withFields(failure, { attempt_count: attempt, next_payment_attempt }))
      expect(await readOverview(organization)).toMatchObject({
        ...{ status: 'past_due', failedAttempts: attempt, periodEnd: '2026-02-05T00:00:00.000Z' },
        nextAttemptAt: `2026-02-0${5 + attempt}T00:00:00.000Z`,
      })
    }
    await app.deliver(
      withFields(invoice('payment_failed', 'cycle', '2026-02-08T00:00:00Z', SECOND_MONTH), {
        attempt_count: 4,
      }),
      subscription('deleted', 'canceled', '2026-02-08T00:00:01Z', FIRST_MONTH),
    )
    expect(await readOverview(organization)).toMatchObject({
      ...{ status: 'canceled', failedAttempts: 0, canceledAt: '2026-02-08T00:00:01.000Z' },
      ...{ retainedUntil: '2026-05-09T00:00:01.000Z', refundableUntil: null },
      // Unused credits remain in the ledger but can't be spent.
      credits: { balance: 1000, renewsAt: null },
    })
  })

  test('shows a recovered renewal', async () => {
    const organization = await app.createOrganization()
    const { invoice } = providerEvents({ organizationId: organization })
    await app.deliver(
      invoice('paid', 'create', FIRST_MONTH[0], FIRST_MONTH),
      invoice('payment_failed', 'cycle', SECOND_MONTH[0], SECOND_MONTH),
      invoice('paid', 'cycle', '2026-02-07T00:00:00Z', SECOND_MONTH),
    )
    expect(await readOverview(organization)).toMatchObject({
      ...{ status: 'active', failedAttempts: 0, periodEnd: '2026-03-05T00:00:00.000Z' },
      credits: { granted: 1000, used: 0, balance: 1000, since: '2026-02-05T00:00:00.000Z' },
    })
  })

  test('shows the dates of a trial', async () => {
    const organization = await app.createOrganization()
    const { subscription } = providerEvents({ organizationId: organization })
    const trial = {
      trial_start: Date.parse(FIRST_MONTH[0]) / 1000,
      trial_end: Date.parse('2026-01-19T00:00:00Z') / 1000,
    }
    await app.deliver(withFields(subscription('created', 'trialing', FIRST_MONTH[0], FIRST_MONTH), trial))
    expect(await readOverview(organization)).toMatchObject({
      ...{ status: 'trialing', trialStart: '2026-01-05T00:00:00.000Z', trialEnd: '2026-01-19T00:00:00.000Z' },
    })
    await app.deliver(subscription('updated', 'active', '2026-01-19T00:00:00Z', FIRST_MONTH))
    expect(await readOverview(organization)).toMatchObject({
      status: 'active',
      trialEnd: '2026-01-19T00:00:00.000Z',
    })
  })

  test('rejects a price from the caller', async () => {
    const organization = await app.createOrganization()
    const openCheckout = (payload: object) =>
      app.app.inject({
        method: 'POST',
        url: '/api/stripe/create-checkout-session',
        headers: { 'x-test-user': organization },
        payload: { organizationId: organization, billingPeriod: 'monthly', ...payload },
      })
    const forgedFields = [
      { price: 'price_cheap' },
      { amount: 1 },
      { currency: 'eur' },
      { billingPeriod: 'weekly' },
    ]
    for (const fields of forgedFields) expect((await openCheckout(fields)).statusCode).toBe(400)
    expect(
      (await app.rows('select 1 from checkout_orders where organization_id = $1', [organization])).length,
    ).toBe(0)
  })

  test('refuses a second subscription while a payment is retried or the organization is suspended, not after a trial', async () => {
    const openCheckout = async (organization: OrganizationId) => {
      const response = await app.app.inject({
        method: 'POST',
        url: '/api/stripe/create-checkout-session',
        headers: { 'x-test-user': organization },
        payload: { organizationId: organization, billingPeriod: 'monthly' },
      })
      return `${response.statusCode} ${response.json().message ?? ''}`
    }
    const [pastDueId, trialId] = [await app.createOrganization(), await app.createOrganization()]
    const { subscription, invoice } = providerEvents({ organizationId: pastDueId })
    await app.deliver(
      invoice('paid', 'create', FIRST_MONTH[0], FIRST_MONTH),
      invoice('payment_failed', 'cycle', SECOND_MONTH[0], SECOND_MONTH),
      providerEvents({ organizationId: trialId }).subscription(
        'created',
        'trialing',
        FIRST_MONTH[0],
        FIRST_MONTH,
      ),
    )
    expect(await openCheckout(pastDueId)).toMatch(/^409 .* Update your card instead/)
    await app.deliver(subscription('deleted', 'canceled', THIRD_MONTH[0], SECOND_MONTH))
    expect(await openCheckout(pastDueId)).toBe('200 ')
    expect(await openCheckout(trialId)).toBe('200 ')
    await app.rows(`update organizations set suspended_at = now(), suspended_reason = 'x' where id = $1`, [
      trialId,
    ])
    expect(await openCheckout(trialId)).toBe('409 Your organization is suspended. Please contact support.')
  })

  test('uses one key for two clicks on Subscribe, and another for a later click', async () => {
    const organization = await app.createOrganization()
    const keys: string[] = []
    const originalOpenCheckout = app.payments.openCheckout
    app.payments.openCheckout = (request) => {
      keys.push(request.idempotencyKey)
      return originalOpenCheckout(request)
    }
    const openCheckout = () =>
      app.app.inject({
        method: 'POST',
        url: '/api/stripe/create-checkout-session',
        headers: { 'x-test-user': organization },
        payload: { organizationId: organization, billingPeriod: 'monthly' },
      })
    await Promise.all([openCheckout(), openCheckout()])
    app.clock.time += 60_000
    await openCheckout()
    app.payments.openCheckout = originalOpenCheckout
    expect(keys).toHaveLength(3)
    expect(keys[0]).toBe(keys[1])
    expect(keys[2]).not.toBe(keys[0])
  })
})
