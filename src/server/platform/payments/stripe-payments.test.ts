import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  EMAIL,
  errorOf,
  ORGANIZATION,
  SECRET_KEY,
  type StripeAccount,
  startStripeAccount,
} from '#test/workspaces/stripe-account.ts'

let account: StripeAccount
beforeEach(async () => {
  account = await startStripeAccount()
})
afterEach(() => account.stop())

describe('A25 checkout', () => {
  test('uses the server’s price, customer and organization', async () => {
    const { url } = await account.checkout({ period: 'yearly' })
    expect(url).toMatch(new RegExp(`^${account.stripe.url}/pay/cs_test_`))
    const yearly = [...account.stripe.state.prices.values()].find(
      ({ unit_amount }) => unit_amount === 79_000,
    )!
    const [customer] = [...account.stripe.state.customers.values()]
    expect(customer).toMatchObject({ email: EMAIL, metadata: { organizationId: ORGANIZATION } })
    const [call] = account.stripe.callsOf('POST /v1/checkout/sessions')
    expect(call!.params).toEqual({
      mode: 'subscription',
      customer: customer!.id,
      client_reference_id: ORGANIZATION,
      metadata: { organizationId: ORGANIZATION },
      line_items: [{ price: yearly.id, quantity: '1' }],
      subscription_data: { metadata: { organizationId: ORGANIZATION } },
      allowed_payment_method_types: ['card'],
      billing_address_collection: 'required',
      customer_update: { address: 'auto', name: 'auto' },
      allow_promotion_codes: 'false',
      success_url: 'https://app.example.com/checkout-return?session_id={CHECKOUT_SESSION_ID}',
      cancel_url: 'https://app.example.com/onboarding',
    })
  })

  test('sends every change with a key and the pinned API version, without telemetry', async () => {
    const { subscriptionId, invoiceId, customerId } = await account.subscribe()
    await account.payments.setCancelAtPeriodEnd({ subscriptionId, cancel: true, idempotencyKey: 'cancel-1' })
    await account.payments.openPortal({
      customerId,
      organizationId: ORGANIZATION,
      returnUrl: 'https://app.example.com/',
    })
    await account.payments.refundAndCancel({ subscriptionId, invoiceId, idempotencyKey: 'refund-1' })
    const changes = account.stripe.calls.filter(({ method }) => method !== 'GET')
    expect(changes.length).toBeGreaterThan(8)
    for (const { path, idempotencyKey } of changes)
      expect([path, idempotencyKey]).toEqual([path, expect.any(String)])
    for (const { headers } of account.stripe.calls) {
      expect(headers['stripe-version']).toBe('2026-10-28.endive')
      expect(headers['x-stripe-client-telemetry']).toBeUndefined()
    }
  })

  test('a double click opens one checkout; ten at once create one customer', async () => {
    account.stripe.state.isSearchBehind = true
    const urls = await Promise.all(
      Array.from({ length: 10 }, () => account.checkout().then(({ url }) => url)),
    )
    expect(new Set(urls).size).toBe(1)
    expect([account.stripe.state.sessions.size, account.stripe.state.customers.size]).toEqual([1, 1])
  })

  test('another owner uses the same customer, even after keys expired', async () => {
    account.stripe.state.isSearchBehind = true
    await account.checkout()
    await account.checkout({ key: 'checkout-2', email: 'sam@example.com' })
    expect(account.stripe.state.customers.size).toBe(1)
    account.stripe.state.isSearchBehind = false
    account.stripe.forgetKeys()
    await account.checkout({ key: 'checkout-3' })
    expect(account.stripe.state.customers.size).toBe(1)
  })

  test('creates one customer without search permission', async () => {
    account.stripe.failNext(/search/, 403, 2)
    await account.checkout()
    await account.checkout({ key: 'checkout-2' })
    expect(account.stripe.state.customers.size).toBe(1)
  })

  test('never charges a customer of another provider or organization', async () => {
    await account.checkout()
    const [ownCustomer] = [...account.stripe.state.customers.keys()]
    account.stripe.state.customers.set('cus_foreign', {
      ...account.stripe.state.customers.get(ownCustomer!)!,
      id: 'cus_foreign',
      metadata: { organizationId: 'another' },
    })
    for (const customerId of ['cus_test_0123', 'cus_foreign', ownCustomer!]) {
      await account.checkout({ key: customerId, customerId })
      expect([...account.stripe.state.sessions.values()].at(-1)!.customer).toBe(ownCustomer)
    }
  })

  test('refuses an idempotency key used for another request', async () => {
    await account.checkout({ key: 'one' })
    expect(await errorOf(account.checkout({ key: 'one', period: 'yearly' }))).toMatch(/^conflict: /)
    expect(account.stripe.state.sessions.size).toBe(1)
  })
})

describe('A25 provider failures', () => {
  test.each<[402 | 403 | 409 | 429 | 500, string]>([
    [402, 'conflict: The payment provider refused this. Please try again or contact support.'],
    [403, "unavailable: We can't reach the payment provider. Please try again."],
    [409, "unavailable: We can't reach the payment provider. Please try again."],
    [429, "unavailable: We can't reach the payment provider. Please try again."],
    [500, "unavailable: We can't reach the payment provider. Please try again."],
  ])('%i becomes a refusal of ours, without keys or people in it or in the log', async (status, refusal) => {
    account.stripe.failNext(/checkout/, status, 3)
    expect(await errorOf(account.checkout())).toBe(refusal)
    expect(account.logLines.join()).toContain(`"status":${status}`)
    for (const secret of [SECRET_KEY, 'rk_test', EMAIL]) expect(account.logLines.join()).not.toContain(secret)
  })

  test('retries twice with the same key', async () => {
    account.stripe.failNext(/checkout/, 500, 2)
    await account.checkout()
    const calls = account.stripe.callsOf('POST /v1/checkout/sessions')
    expect(calls.map(({ idempotencyKey }) => idempotencyKey)).toEqual([
      'checkout-1',
      'checkout-1',
      'checkout-1',
    ])
  })

  test('retries after a lost response without a double effect', async () => {
    account.stripe.failNext(/checkout/, 'lost')
    await account.checkout()
    expect(account.stripe.callsOf('POST /v1/checkout/sessions')).toHaveLength(2)
    expect(account.stripe.state.sessions.size).toBe(1)
  })

  test('times out when the provider is silent', async () => {
    await account.stop()
    account = await startStripeAccount({ timeoutMs: 100 })
    account.stripe.failNext(/checkout/, 'silent', 3)
    const startedAt = Date.now()
    expect(await errorOf(account.checkout())).toMatch(/^unavailable: /)
    expect(Date.now() - startedAt).toBeLessThan(8000)
    expect(account.stripe.callsOf('POST /v1/checkout/sessions')).toHaveLength(3)
  })
})
