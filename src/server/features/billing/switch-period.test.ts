import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Billing, BillingPeriod, PeriodQuote } from '#contract/billing.ts'
import { DAY, type StripeBilling, startStripeBilling } from '#test/workspaces/stripe-billing.ts'

let app: StripeBilling
beforeAll(async () => {
  app = await startStripeBilling()
})
afterAll(() => app.close())
beforeEach(() => app.clear())

function call(organization: string, method: 'GET' | 'POST', path: string, payload?: object) {
  const url = `/api/organizations/${organization}/billing/${path}`
  return app.app.inject({
    method,
    url,
    headers: { 'x-test-user': organization },
    ...(payload && { payload }),
  })
}

async function quoteOf(organization: string, period: BillingPeriod): Promise<PeriodQuote> {
  const answer = await call(organization, 'GET', 'period-quote')
  expect([answer.statusCode, answer.json().period]).toEqual([200, period])
  return answer.json()
}

describe('switching the billing period at Stripe', () => {
  test('charges the quoted difference when a month becomes a year', async () => {
    const { organization, subscription } = await app.createSubscriber()
    app.clock.time += 10 * DAY
    const quote = await quoteOf(organization, 'yearly')
    expect(quote.priceCents).toBe(79_000)
    expect(quote.creditCents).toBeGreaterThan(5000)
    expect(quote.dueCents).toBe(quote.priceCents - quote.creditCents)
    // The quoted price holds for a few minutes.
    app.clock.time += 5 * 60_000
    const answer = await call(organization, 'POST', 'period', { period: 'yearly', at: quote.at })
    expect(answer.statusCode).toBe(200)
    const billing: Billing = answer.json()
    expect(billing).toMatchObject({ status: 'active', period: 'yearly', periodEnd: quote.periodEnd })
    const charged = [...app.stripe.state.charges.values()].at(-1)
    expect(charged?.amount).toBe(quote.dueCents)
    expect(subscription.items.data[0]?.price.recurring.interval).toBe('year')
    await app.deliver(app.takeEvents())
    expect(await app.readState(organization)).toMatchObject({ status: 'active', credits: 1000, grants: 2 })
    expect(await app.brokenRules()).toEqual([])
  })

  test('costs nothing and leaves a credit when a year becomes a month', async () => {
    const { organization } = await app.createSubscriber()
    const up = await quoteOf(organization, 'yearly')
    await call(organization, 'POST', 'period', { period: 'yearly', at: up.at })
    app.clock.time += 30 * DAY
    const quote = await quoteOf(organization, 'monthly')
    expect(quote).toMatchObject({ priceCents: 7900, dueCents: 0 })
    const answer = await call(organization, 'POST', 'period', { period: 'monthly', at: quote.at })
    expect(answer.json()).toMatchObject({ period: 'monthly', periodEnd: quote.periodEnd })
    const [customer] = [...app.stripe.state.customers.values()].slice(-1)
    expect(customer?.balance).toBe(-(quote.creditCents - quote.priceCents))
    await app.deliver(app.takeEvents())
    expect(await app.brokenRules()).toEqual([])
  })

  test('shows credits that add up after a switch: carried over, granted, used and left', async () => {
    const { organization } = await app.createSubscriber()
    const use = (...keys: string[]) =>
      app.db.tenant(organization, async (tx) => {
        for (const key of keys)
          await app.credits.reserve(tx, { key, contactId: null, description: 'Enrichment' })
      })
    const credits = async (): Promise<Billing['credits']> =>
      (await app.db.tenant(organization, (tx) => app.credits.monthOf(tx))) as Billing['credits']
    await use('enrich:1', 'enrich:2')
    expect(await credits()).toMatchObject({
      granted: 1000,
      carriedOver: 0,
      used: 2,
      adjusted: 0,
      balance: 998,
    })
    const { at } = await quoteOf(organization, 'yearly')
    const answer = await call(organization, 'POST', 'period', { period: 'yearly', at })
    await app.deliver(app.takeEvents())
    expect(await credits()).toMatchObject({
      granted: 0,
      carriedOver: 998,
      used: 0,
      adjusted: 0,
      balance: 998,
    })
    expect(answer.json().credits).toHaveProperty('carriedOver')
    await use('enrich:3')
    const days = await app.rows<{ amount: number }>(
      'select amount from credit_ledger where organization_id = $1',
      [organization],
    )
    expect(days.reduce((sum, { amount }) => sum + amount, 0)).toBe(997)
    const { granted, carriedOver, used, adjusted, balance } = await credits()
    expect([granted, carriedOver, used, adjusted, balance]).toEqual([0, 998, 1, 0, 997])
    // Credits that the switch took back don't count as granted that day.
    const context = { organizationId: organization, actor: { kind: 'system', job: 'test' } } as never
    const usage = await app.credits.usage(context)
    expect(usage.days.reduce((sum, day) => sum + day.granted, 0)).toBeLessThanOrEqual(1000)
  })

  test('grants no new credits for used ones, in both directions', async () => {
    const { organization } = await app.createSubscriber()
    await app.db.tenant(organization, async (tx) => {
      for (const key of ['enrich:1', 'enrich:2'])
        await app.credits.reserve(tx, { key, contactId: null, description: 'Enrichment' })
    })
    for (const period of ['yearly', 'monthly'] as const) {
      const { at } = await quoteOf(organization, period)
      expect((await call(organization, 'POST', 'period', { period, at })).statusCode).toBe(200)
      await app.deliver(app.takeEvents())
      expect(await app.readState(organization)).toMatchObject({ credits: 998 })
    }
  })

  test('changes nothing when the card is declined, and says so', async () => {
    const { organization } = await app.createSubscriber()
    app.clock.time += DAY
    const quote = await quoteOf(organization, 'yearly')
    app.stripe.state.isCardDeclined = true
    const answer = await call(organization, 'POST', 'period', { period: 'yearly', at: quote.at })
    app.stripe.state.isCardDeclined = false
    expect(answer.statusCode).toBe(409)
    expect(answer.json().message).toContain('Your card was declined')
    expect(await app.readState(organization)).toMatchObject({ status: 'active', grants: 1 })
  })

  test('refuses an old quote, a future one, the same period, and a subscription that ends', async () => {
    const { organization } = await app.createSubscriber()
    app.clock.time += DAY
    const { at } = await quoteOf(organization, 'yearly')
    const post = (period: BillingPeriod, when: string) =>
      call(organization, 'POST', 'period', { period, at: when })
    const later = new Date(app.clock.time + 60_000).toISOString()
    expect((await post('yearly', later)).statusCode).toBe(409)
    app.clock.time += 16 * 60_000
    expect((await post('yearly', at)).json().message).toContain('no longer current')
    expect((await post('monthly', new Date(app.clock.time).toISOString())).statusCode).toBe(409)
    await call(organization, 'POST', 'cancel')
    const refused = await call(organization, 'GET', 'period-quote')
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      'Resume the subscription before you change its billing period',
    ])
  })

  test('takes the credit of a switch back with a refund', async () => {
    const { organization } = await app.createSubscriber()
    const up = await quoteOf(organization, 'yearly')
    await call(organization, 'POST', 'period', { period: 'yearly', at: up.at })
    app.clock.time += DAY
    const down = await quoteOf(organization, 'monthly')
    await call(organization, 'POST', 'period', { period: 'monthly', at: down.at })
    await app.deliver(app.takeEvents())
    const [customer] = [...app.stripe.state.customers.values()].slice(-1)
    const charges = [...app.stripe.state.charges.values()].filter((one) => one.customer === customer?.id)
    const paid = charges.reduce((sum, { amount }) => sum + amount, 0)
    const answer = await call(organization, 'POST', 'refund')
    expect(answer.json()).toEqual({ status: 'refunded', amountCents: paid })
    expect(customer?.balance).toBe(0)
    await app.deliver(app.takeEvents())
    expect(await app.brokenRules()).toEqual([])
  })
})
