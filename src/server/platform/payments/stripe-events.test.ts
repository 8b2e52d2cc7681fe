import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ORGANIZATION, type StripeAccount, startStripeAccount } from '#test/workspaces/stripe-account.ts'

let account: StripeAccount
beforeEach(async () => {
  account = await startStripeAccount()
})
afterEach(() => account.stop())

describe('A25 events', () => {
  test('full life cycle: paid, renewed, declined, canceled, refunded', async () => {
    const { subscriptionId, invoiceId, customerId } = await account.subscribe()
    const declined = account.stripe.state.renew(subscriptionId, 'declined')!
    account.stripe.state.cancelAtPortal(subscriptionId)
    await account.payments.refundAndCancel({ subscriptionId, invoiceId, idempotencyKey: 'refund-1' })

    const about = {
      organizationId: ORGANIZATION,
      customerId,
      subscriptionId,
      plan: 'professional',
      period: 'monthly',
      trialStart: null,
      trialEnd: null,
    }
    const [march, april, may] = ['2026-03-01', '2026-04-01', '2026-05-01'].map(
      (day) => `${day}T12:00:00.000Z`,
    )
    const fourthOfMarch = '2026-03-04T12:00:00.000Z'
    const unchanged = {
      cancelAtPeriodEnd: null,
      attempt: null,
      nextAttemptAt: null,
      paidPeriod: null,
      refund: null,
    }
    const changes = (await account.readEvents()).map(({ type, change }) => [type, change])
    expect(changes).toEqual([
      [
        'customer.subscription.created',
        { ...about, ...unchanged, status: 'incomplete', periodEnd: march, cancelAtPeriodEnd: false },
      ],
      [
        'customer.subscription.updated',
        { ...about, ...unchanged, status: 'active', periodEnd: april, cancelAtPeriodEnd: false },
      ],
      [
        'invoice.paid',
        {
          ...about,
          ...unchanged,
          status: 'active',
          periodEnd: april,
          attempt: 0,
          paidPeriod: { invoiceId, start: march, amountCents: 7900, currency: 'usd' },
        },
      ],
      ['checkout.session.completed', null],
      [
        'invoice.payment_failed',
        {
          ...about,
          ...unchanged,
          status: 'past_due',
          periodEnd: april,
          attempt: 1,
          nextAttemptAt: fourthOfMarch,
        },
      ],
      [
        'customer.subscription.updated',
        { ...about, ...unchanged, status: 'past_due', periodEnd: april, cancelAtPeriodEnd: false },
      ],
      [
        'customer.subscription.updated',
        { ...about, ...unchanged, status: 'past_due', periodEnd: april, cancelAtPeriodEnd: true },
      ],
      [
        'refund.created',
        {
          ...about,
          ...unchanged,
          status: 'canceled',
          periodEnd: april,
          cancelAtPeriodEnd: false,
          refund: { invoiceId, amountCents: 7900 },
        },
      ],
      ['charge.refunded', null],
      [
        'customer.subscription.deleted',
        { ...about, ...unchanged, status: 'canceled', periodEnd: may, cancelAtPeriodEnd: false },
      ],
    ])
    expect(declined.status).toBe('open')
  })

  test('foreign prices, other currencies and external refunds change nothing', async () => {
    await account.subscribe()
    const [charge] = [...account.stripe.state.charges.values()]
    account.stripe.state.refund(charge!, {
      amount: 7900,
      metadata: { organizationId: ORGANIZATION },
      reason: null,
    })
    const allEvents = JSON.stringify(account.stripe.state.events)
    const price = [...account.stripe.state.prices.values()].find(({ unit_amount }) => unit_amount === 7900)!
    for (const [from, to] of [
      [price.id, 'price_of_someone_else'],
      ['"usd"', '"eur"'],
    ]) {
      account.stripe.state.events.splice(0, Infinity, ...JSON.parse(allEvents.replaceAll(from!, to!)))
      expect((await account.readEvents()).map(({ change }) => change)).toEqual(
        account.stripe.state.events.map(() => null),
      )
    }
  })

  test('a trial start is not a paid period', async () => {
    const { subscriptionId } = await account.subscribe()
    const subscription = account.stripe.state.subscriptions.get(subscriptionId)!
    const start = Date.parse('2026-03-01T12:00:00Z') / 1000
    Object.assign(subscription, { status: 'trialing', trial_start: start, trial_end: start + 86_400 })
    const paid = account.stripe.state.events.find(({ type }) => type === 'invoice.paid')!
    const lines = (paid.data.object as { lines: { data: { amount: number }[] } }).lines.data
    for (const line of lines) line.amount = 0
    account.stripe.state.events.splice(0, Infinity, paid)
    account.stripe.state.emit('customer.subscription.updated', subscription)
    const [invoice, trial] = await account.readEvents()
    expect(invoice!.change).toBeNull()
    expect(trial!.change).toMatchObject({
      status: 'trialing',
      trialStart: '2026-03-01T12:00:00.000Z',
      trialEnd: '2026-03-02T12:00:00.000Z',
    })
  })

  test('dates the end of a subscription by its own time, not by an older event', async () => {
    const { subscriptionId } = await account.subscribe()
    const subscription = account.stripe.state.subscriptions.get(subscriptionId)!
    const [paidAt, endedAt] = ['2026-03-01T12:00:00Z', '2026-03-20T08:00:00Z'].map(
      (time) => Date.parse(time) / 1000,
    )
    const endedSubscription = { ...subscription, status: 'canceled', ended_at: endedAt }
    const [session] = [...account.stripe.state.sessions.values()]
    account.stripe.state.events.splice(0)
    account.stripe.state.emit('customer.subscription.updated', endedSubscription)
    account.stripe.state.emit('checkout.session.completed', { ...session, subscription: endedSubscription })
    for (const event of account.stripe.state.events) expect(event.created).toBe(paidAt)
    expect((await account.readEvents()).map(({ createdAt, change }) => [createdAt, change?.status])).toEqual([
      ['2026-03-20T08:00:00.000Z', 'canceled'],
      ['2026-03-20T08:00:00.000Z', 'canceled'],
    ])
  })

  test('the return page reads its own checkout, of its own organization, before any webhook', async () => {
    const { url } = await account.checkout()
    const unpaid = url.split('/').at(-1)!
    expect(await account.payments.eventsOfCheckout(unpaid, ORGANIZATION)).toEqual([])
    account.stripe.state.pay(unpaid)
    const { subscription, invoice } = account.stripe.state.sessions.get(unpaid)!
    const events = await account.payments.eventsOfCheckout(unpaid, ORGANIZATION)
    expect(
      events!.map(({ id, change }) => [
        id,
        change?.status,
        change?.subscriptionId,
        change?.paidPeriod?.invoiceId,
      ]),
    ).toEqual([
      [`${unpaid}:checkout.session.completed:active`, 'active', subscription, undefined],
      [`${unpaid}:invoice.paid:paid`, 'active', subscription, invoice],
    ])
    const bought = account.stripe.state.subscriptions.get(subscription!)!
    for (const status of ['past_due', 'canceled']) {
      bought.status = status
      expect(await account.payments.eventsOfCheckout(unpaid, ORGANIZATION)).toEqual([])
    }
    for (const [session, organization] of [
      [unpaid, '0198c0de-0000-7000-8000-000000000002'],
      ['cs_test_0000000000000000', ORGANIZATION],
      ['cs_test_../../customers', ORGANIZATION],
      ['', ORGANIZATION],
    ] as const)
      expect(await account.payments.eventsOfCheckout(session, organization)).toBeNull()
  })
})
