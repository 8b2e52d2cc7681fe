import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type StripeServer, signatureOf, startStripeServer } from '#test/fakes/stripe-server.ts'
import { silentLog } from '../log.ts'
import { createStripePayments } from './stripe-payments.ts'

const SECRET_KEY = 'sk_test_0123456789abcdef'
const WEBHOOK = 'whsec_0123456789abcdef'
const MONTHLY = 'ninefold_professional_monthly'
const YEARLY = 'ninefold_professional_yearly'
const clock = { now: () => new Date() }

let stripe: StripeServer
beforeEach(async () => {
  stripe = await startStripeServer({ secretKey: SECRET_KEY })
})
afterEach(() => stripe.stop())

const start = (overrides: { secretKey?: string; webhookSecrets?: string[] } = {}) =>
  createStripePayments({
    settings: { secretKey: SECRET_KEY, webhookSecrets: [WEBHOOK], apiUrl: stripe.url, ...overrides },
    clock,
    log: silentLog,
    timeoutMs: 1000,
  })

/** The error message of a refused start. */
const refusalOf = (start: Promise<unknown>) =>
  start.then(
    () => 'started',
    (error) => `${error.constructor.name}: ${error.message}`,
  )

const year = { interval: 'year' as const, interval_count: 1, usage_type: 'licensed' }

describe('A25 prices at the start', () => {
  test('creates missing prices and their product once, even from two processes', async () => {
    await Promise.all([start(), start()])
    await start()
    expect([...stripe.state.products.values()].map(({ name }) => name)).toEqual(['Professional'])
    expect([...stripe.state.prices.values()]).toMatchObject([
      {
        lookup_key: MONTHLY,
        unit_amount: 7900,
        currency: 'usd',
        recurring: { interval: 'month', interval_count: 1 },
      },
      {
        lookup_key: YEARLY,
        unit_amount: 79_000,
        currency: 'usd',
        recurring: { interval: 'year', interval_count: 1 },
      },
    ])
  })

  test('uses existing prices and adds a missing one to their product', async () => {
    stripe.state.addPrice({ lookup_key: MONTHLY, product: 'prod_own' })
    await start()
    expect(stripe.state.products.size).toBe(0)
    expect([...stripe.state.prices.values()].map(({ product }) => product)).toEqual(['prod_own', 'prod_own'])
  })

  test.each<[string, Parameters<StripeServer['state']['addPrice']>[0]]>([
    ['amount', { lookup_key: MONTHLY, unit_amount: 7901 }],
    ['currency', { lookup_key: MONTHLY, currency: 'eur' }],
    ['interval', { lookup_key: YEARLY, unit_amount: 79_000 }],
    [
      'count of intervals',
      { lookup_key: YEARLY, unit_amount: 79_000, recurring: { ...year, interval_count: 2 } },
    ],
    [
      'kind of use',
      { lookup_key: YEARLY, unit_amount: 79_000, recurring: { ...year, usage_type: 'metered' } },
    ],
  ])('a %s that differs from the plans page stops the start', async (_what, price) => {
    stripe.state.addPrice(price)
    const message = await refusalOf(start())
    expect(message).toContain('ConfigError: The price price_test')
    expect(message).toContain(`lookup key ${price.lookup_key} does not match the plans page`)
  })

  test('names the missing prices when the key can’t create them', async () => {
    stripe.failNext(/prices|products/, 403, 1, 'POST')
    const message = await refusalOf(start())
    expect(message).toContain('ConfigError: STRIPE_SECRET_KEY')
    expect(message).toContain(`${MONTHLY}: 7900 cents (usd) every month`)
    expect(message).toContain(`${YEARLY}: 79000 cents (usd) every year`)
    expect(message).not.toContain('rk_test')
  })

  test('a rejected key stops the start and is not printed', async () => {
    const message = await refusalOf(start({ secretKey: 'sk_test_of_someone_else' }))
    expect(message).toBe('ConfigError: STRIPE_SECRET_KEY: the payment provider rejected this key')
  })

  test.each([[[]], [['']], [['   ']], [['short']], [[WEBHOOK, '']]])(
    'the webhook secrets %j stop it',
    async (webhookSecrets) => {
      expect(await refusalOf(start({ webhookSecrets }))).toMatch(/^ConfigError: The webhook secret/)
      expect(stripe.calls).toHaveLength(0)
    },
  )
})

test('A25 loads prices later when the provider is unavailable at the start', async () => {
  stripe.failNext(/prices/, 500, 6)
  const payments = await start()
  const body = JSON.stringify({ id: 'evt_1', type: 'x', created: 1, livemode: false, data: { object: {} } })
  const readPrices = () => {
    try {
      return payments.verifyEvent(Buffer.from(body), signatureOf(body, [WEBHOOK], clock.now())).type
    } catch (error) {
      return (error as { code?: string }).code
    }
  }
  expect(readPrices()).toBe('unavailable')
  await expect.poll(() => stripe.callsOf('GET /v1/prices').length, { timeout: 10_000 }).toBe(6)
  await expect.poll(readPrices, { timeout: 10_000 }).toBe('x')
  expect(stripe.callsOf('POST /v1/prices')).toHaveLength(2)
})
