import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Billing, BillingPeriod, PeriodQuote } from '#contract/billing.ts'
import { DAY, type StripeBilling, startStripeBilling } from '#test/workspaces/stripe-billing.ts'

let app: StripeBilling
beforeAll(async () => {
  app = await startStripeBilling()
})
afterAll(() => app.close())
beforeEach(() => app.clear())

function request(organization: string, method: 'GET' | 'POST', path: string, payload?: object) {
  const url = `/api/organizations/${organization}/billing/${path}`
  return app.app.inject({
    method,
    url,
    headers: { 'x-test-user': organization },
    ...(payload && { payload }),
  })
}

async function readQuote(organization: string, period: BillingPeriod): Promise<PeriodQuote> {
  const response = await request(organization, 'GET', 'period-quote')
  expect([response.statusCode, response.json().period]).toEqual([200, period])
  return response.json()
}

describe('switching the billing period at Stripe', () => {
  test('charges the quoted difference when monthly becomes yearly', async () => {
    const { organization, subscription } = await app.createSubscriber()
    app.clock.time += 10 * DAY
    const quote = await readQuote(organization, 'yearly')
    expect(quote.priceCents).toBe(79_000)
    expect(quote.creditCents).toBeGreaterThan(5000)
    expect(quote.dueCents).toBe(quote.priceCents - quote.creditCents)
    // The quoted price holds for a few minutes.
    app.clock.time += 5 * 60_000
    const response = await request(organization, 'POST', 'period', { period: 'yearly', at: quote.at })
    expect(response.statusCode).toBe(200)
    const billing: Billing = response.json()
    expect(billing).toMatchObject({ status: 'active', period: 'yearly', periodEnd: quote.periodEnd })
    const lastCharge = [...app.stripe.state.charges.values()].at(-1)
    expect(lastCharge?.amount).toBe(quote.dueCents)
    expect(subscription.items.data[0]?.price.recurring.interval).toBe('year')
    await app.deliver(app.takeEvents())
    expect(await app.readState(organization)).toMatchObject({ status: 'active', credits: 1000, grants: 2 })
    expect(await app.listBrokenRules()).toEqual([])
  })

  test('costs nothing and leaves a credit when yearly becomes monthly', async () => {
    const { organization } = await app.createSubscriber()
    const yearlyQuote = await readQuote(organization, 'yearly')
    await request(organization, 'POST', 'period', { period: 'yearly', at: yearlyQuote.at })
    app.clock.time += 30 * DAY
    const quote = await readQuote(organization, 'monthly')
    expect(quote).toMatchObject({ priceCents: 7900, dueCents: 0 })
    const response = await request(organization, 'POST', 'period', { period: 'monthly', at: quote.at })
    expect(response.json()).toMatchObject({ period: 'monthly', periodEnd: quote.periodEnd })
    const [customer] = [...app.stripe.state.customers.values()].slice(-1)
    expect(customer?.balance).toBe(-(quote.creditCents - quote.priceCents))
    await app.deliver(app.takeEvents())
    expect(await app.listBrokenRules()).toEqual([])
  })

  test('shows credits that add up after a switch: carried over, granted, used and left', async () => {
    const { organization } = await app.createSubscriber()
    const useCredits = (...keys: string[]) =>
      app.db.tenant(organization, async (tx) => {
        for (const key of keys)
          await app.credits.reserve(tx, { key, contactId: null, description: 'Enrichment' })
      })
    const readCredits = async (): Promise<Billing['credits']> =>
      (await app.db.tenant(organization, (tx) => app.credits.monthOf(tx))) as Billing['credits']
    await useCredits('enrich:1', 'enrich:2')
    expect(await readCredits()).toMatchObject({
      granted: 1000,
      carriedOver: 0,
      used: 2,
      adjusted: 0,
      balance: 998,
    })
    const { at } = await readQuote(organization, 'yearly')
    const response = await request(organization, 'POST', 'period', { period: 'yearly', at })
    await app.deliver(app.takeEvents())
    expect(await readCredits()).toMatchObject({
      granted: 0,
      carriedOver: 998,
      used: 0,
      adjusted: 0,
      balance: 998,
    })
    expect(response.json().credits).toHaveProperty('carriedOver')
    await useCredits('enrich:3')
    const entries = await app.rows<{ amount: number }>(
      'select amount from credit_ledger where organization_id = $1',
      [organization],
    )
    expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(997)
    const { granted, carriedOver, used, adjusted, balance } = await readCredits()
    expect([granted, carriedOver, used, adjusted, balance]).toEqual([0, 998, 1, 0, 997])
    // Credits that the switch revoked don't count as granted that day.
    const context = { organizationId: organization, actor: { kind: 'system', job: 'test' } } as never
    const usage = await app.credits.readUsage(context)
    expect(usage.days.reduce((sum, day) => sum + day.granted, 0)).toBeLessThanOrEqual(1000)
  })

  test("doesn't replace used credits, in both directions", async () => {
    const { organization } = await app.createSubscriber()
    await app.db.tenant(organization, async (tx) => {
      for (const key of ['enrich:1', 'enrich:2'])
        await app.credits.reserve(tx, { key, contactId: null, description: 'Enrichment' })
    })
    for (const period of ['yearly', 'monthly'] as const) {
      const { at } = await readQuote(organization, period)
      expect((await request(organization, 'POST', 'period', { period, at })).statusCode).toBe(200)
      await app.deliver(app.takeEvents())
      expect(await app.readState(organization)).toMatchObject({ credits: 998 })
    }
  })

  test('changes nothing and explains when the card is declined', async () => {
    const { organization } = await app.createSubscriber()
    app.clock.time += DAY
    const quote = await readQuote(organization, 'yearly')
    app.stripe.state.isCardDeclined = true
    const response = await request(organization, 'POST', 'period', { period: 'yearly', at: quote.at })
    app.stripe.state.isCardDeclined = false
    expect(response.statusCode).toBe(409)
    expect(response.json().message).toContain('Your card was declined')
    expect(await app.readState(organization)).toMatchObject({ status: 'active', grants: 1 })
  })

  test('refuses an old quote, a future one, the same period, and a subscription that ends', async () => {
    const { organization } = await app.createSubscriber()
    app.clock.time += DAY
    const { at } = await readQuote(organization, 'yearly')
    const requestSwitch = (period: BillingPeriod, when: string) =>
      request(organization, 'POST', 'period', { period, at: when })
    const futureTime = new Date(app.clock.time + 60_000).toISOString()
    expect((await requestSwitch('yearly', futureTime)).statusCode).toBe(409)
    app.clock.time += 16 * 60_000
    expect((await requestSwitch('yearly', at)).json().message).toContain('no longer current')
    expect((await requestSwitch('monthly', new Date(app.clock.time).toISOString())).statusCode).toBe(409)
    await request(organization, 'POST', 'cancel')
    const response = await request(organization, 'GET', 'period-quote')
    expect([response.statusCode, response.json().message]).toEqual([
      409,
      'Resume the subscription before you change its billing period',
    ])
  })

  test('removes the credit of a switch with a refund', async () => {
    const { organization } = await app.createSubscriber()
    const yearlyQuote = await readQuote(organization, 'yearly')
    await request(organization, 'POST', 'period', { period: 'yearly', at: yearlyQuote.at })
    app.clock.time += DAY
    const monthlyQuote = await readQuote(organization, 'monthly')
    await request(organization, 'POST', 'period', { period: 'monthly', at: monthlyQuote.at })
    await app.deliver(app.takeEvents())
    const [customer] = [...app.stripe.state.customers.values()].slice(-1)
    const charges = [...app.stripe.state.charges.values()].filter(
      (charge) => charge.customer === customer?.id,
    )
    const paidCents = charges.reduce((sum, { amount }) => sum + amount, 0)
    const response = await request(organization, 'POST', 'refund')
    expect(response.json()).toEqual({ status: 'refunded', amountCents: paidCents })
    expect(customer?.balance).toBe(0)
    await app.deliver(app.takeEvents())
    expect(await app.listBrokenRules()).toEqual([])
  })
})
