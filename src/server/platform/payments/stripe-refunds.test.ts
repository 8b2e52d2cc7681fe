import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  errorOf,
  ORGANIZATION,
  type StripeAccount,
  startStripeAccount,
} from '#test/workspaces/stripe-account.ts'

let account: StripeAccount
beforeEach(async () => {
  account = await startStripeAccount()
})
afterEach(() => account.stop())

describe('A25 portal, cancelling and refunds', () => {
  test('creates the portal once, without other prices', async () => {
    const { customerId } = await account.subscribe()
    const openPortal = () =>
      account.payments.openPortal({
        customerId,
        organizationId: ORGANIZATION,
        returnUrl: 'https://app.example.com/back',
      })
    const [firstUrl, secondUrl] = [await openPortal(), await openPortal()]
    expect(firstUrl.url).not.toBe(secondUrl.url)
    expect(await fetch(firstUrl.url).then((page) => page.text())).toContain('https://app.example.com/back')
    const created = account.stripe.callsOf('POST /v1/billing_portal/configurations')
    expect(created).toHaveLength(1)
    expect(created[0]!.params.features).toMatchObject({
      subscription_cancel: { enabled: 'true', mode: 'at_period_end' },
      subscription_update: { enabled: 'false' },
    })
    const configuration = [...account.stripe.state.configurations.keys()][0]
    expect([...account.stripe.state.portals.values()].map((portal) => portal.configuration)).toEqual([
      configuration,
      configuration,
    ])
  })

  test('uses the account’s default without permission', async () => {
    const { customerId } = await account.subscribe()
    account.stripe.failNext(/configurations/, 403, 1, 'POST')
    await account.payments.openPortal({
      customerId,
      organizationId: ORGANIZATION,
      returnUrl: 'https://app.example.com/',
    })
    expect([...account.stripe.state.portals.values()].map((portal) => portal.configuration)).toEqual([null])
  })

  test('schedules and undoes the end of a subscription, whether set by flag or by time', async () => {
    const { subscriptionId } = await account.subscribe()
    const subscription = account.stripe.state.subscriptions.get(subscriptionId)!
    const set = (cancel: boolean, idempotencyKey: string) =>
      account.payments.setCancelAtPeriodEnd({ subscriptionId, cancel, idempotencyKey })
    const end = subscription.items.data[0]!.current_period_end

    await set(true, 'a')
    expect(subscription).toMatchObject({ status: 'active', cancel_at_period_end: true, cancel_at: end })
    await set(false, 'b')
    expect(subscription).toMatchObject({ cancel_at_period_end: false, cancel_at: null })
    account.stripe.state.cancelAtPortal(subscriptionId)
    await set(true, 'c')
    await set(false, 'd')
    expect(subscription).toMatchObject({ cancel_at_period_end: false, cancel_at: null })
    expect(account.stripe.callsOf(`POST /v1/subscriptions/${subscriptionId}`)).toHaveLength(3)
    account.stripe.state.cancelNow(subscription)
    expect(await errorOf(set(true, 'e'))).toBe('conflict: This subscription has ended')
    const unknownSubscription = { subscriptionId: 'sub_unknown', cancel: true, idempotencyKey: 'f' }
    expect(await errorOf(account.payments.setCancelAtPeriodEnd(unknownSubscription))).toMatch(/^conflict: /)
  })

  test('a refund returns the full amount and ends the subscription, once', async () => {
    const { subscriptionId, invoiceId } = await account.subscribe({ period: 'yearly' })
    const refund = (idempotencyKey = 'refund-1') =>
      account.payments.refundAndCancel({ subscriptionId, invoiceId, idempotencyKey })
    const refunds = await Promise.all([refund(), refund(), refund()])
    expect(refunds).toEqual([{ amountCents: 79_000 }, { amountCents: 79_000 }, { amountCents: 79_000 }])
    expect(account.stripe.state.subscriptions.get(subscriptionId)!.status).toBe('canceled')
    account.stripe.forgetKeys()
    expect(await refund()).toEqual({ amountCents: 79_000 })
    expect(await errorOf(refund('refund-2'))).toBe('conflict: There is no payment to refund')
    expect([...account.stripe.state.refunds.values()].map(({ amount }) => amount)).toEqual([79_000])
  })

  test('recognizes a card by its fingerprint across customers', async () => {
    const first = await account.subscribe()
    account.stripe.state.fingerprint = 'AnotherCard'
    const secondCheckout = await account.subscribe({ key: 'checkout-2' })
    account.stripe.state.fingerprint = null
    const third = await account.subscribe({ key: 'checkout-3' })
    const cards = await Promise.all(
      [first, secondCheckout, third].map(({ invoiceId }) => account.payments.cardOf(invoiceId)),
    )
    expect(cards).toEqual(['FakeCardFingerprint', 'AnotherCard', null])
    expect(await errorOf(account.payments.cardOf('in_unknown'))).toMatch(/^conflict: /)
  })

  test('continues an interrupted refund', async () => {
    const { subscriptionId, invoiceId } = await account.subscribe()
    const refund = () =>
      account.payments.refundAndCancel({ subscriptionId, invoiceId, idempotencyKey: 'refund-1' })
    account.stripe.failNext(/subscriptions/, 500, 3, 'DELETE')
    expect(await errorOf(refund())).toMatch(/^unavailable: /)
    expect([
      account.stripe.state.refunds.size,
      account.stripe.state.subscriptions.get(subscriptionId)!.status,
    ]).toEqual([1, 'active'])
    expect(await refund()).toEqual({ amountCents: 7900 })
    expect([
      account.stripe.state.refunds.size,
      account.stripe.state.subscriptions.get(subscriptionId)!.status,
    ]).toEqual([1, 'canceled'])
  })

  test('retries a refund when the balance is too low', async () => {
    const { subscriptionId, invoiceId } = await account.subscribe()
    account.stripe.failNext(/refunds/, 400, 1, 'POST')
    const refund = account.payments.refundAndCancel({ subscriptionId, invoiceId, idempotencyKey: 'refund-1' })
    expect(await errorOf(refund)).toMatch(/^unavailable: /)
    expect(account.stripe.state.subscriptions.get(subscriptionId)!.status).toBe('active')
  })

  test('refunds no open, unknown, foreign or already refunded invoice', async () => {
    const { subscriptionId, invoiceId } = await account.subscribe()
    const openInvoice = account.stripe.state.renew(subscriptionId, 'declined')!
    const foreignCheckout = await account.subscribe({ key: 'checkout-2' })
    const refund = (invoice: string) =>
      errorOf(
        account.payments.refundAndCancel({
          subscriptionId,
          invoiceId: invoice,
          idempotencyKey: `refund-${invoice}`,
        }),
      )
    const nothingToRefund = 'conflict: There is no payment to refund'
    for (const invoice of [openInvoice.id, foreignCheckout.invoiceId, 'in_unknown'])
      expect(await refund(invoice)).toBe(nothingToRefund)
    const [charge] = [...account.stripe.state.charges.values()]
    account.stripe.state.refund(charge!, { amount: 100, metadata: {}, reason: null })
    expect(await refund(invoiceId)).toBe(nothingToRefund)
    expect(account.stripe.state.refunds.size).toBe(1)
    expect(account.stripe.state.subscriptions.get(subscriptionId)!.status).toBe('past_due')
  })

  test('invoices come newest first, over several pages, with what was refunded', async () => {
    const { subscriptionId, invoiceId, customerId } = await account.subscribe()
    for (let i = 0; i < 120; i++) account.stripe.state.renew(subscriptionId, 'paid')
    const openInvoice = account.stripe.state.renew(subscriptionId, 'declined')!
    await account.payments.refundAndCancel({ subscriptionId, invoiceId, idempotencyKey: 'refund-1' })

    const invoices = await account.payments.invoices(customerId, 500)
    expect(invoices).toHaveLength(122)
    expect(invoices[0]).toMatchObject({ id: openInvoice.id, status: 'open', refunded: false })
    expect(invoices.at(-1)).toEqual({
      id: invoiceId,
      number: 'FAKE-0001',
      createdAt: '2026-03-01T12:00:00.000Z',
      amountCents: 7900,
      currency: 'usd',
      status: 'paid',
      hostedUrl: `https://invoice.example.com/${invoiceId}`,
      pdfUrl: `https://invoice.example.com/${invoiceId}/pdf`,
      refunded: true,
    })
    expect(invoices.filter(({ refunded }) => refunded)).toHaveLength(1)
    expect(await account.payments.invoices(customerId, 3)).toEqual(invoices.slice(0, 3))
    expect(await account.payments.invoices('cus_unknown', 10)).toEqual([])
  })

  test('endNow voids open invoices, also of an ended subscription', async () => {
    const { subscriptionId } = await account.subscribe()
    const invoice = account.stripe.state.renew(subscriptionId, 'declined')!
    const end = (id = subscriptionId) =>
      account.payments.endNow({ subscriptionId: id, idempotencyKey: 'end' })
    account.stripe.failNext(/void/, 500, 3, 'POST')
    expect(await errorOf(end())).toMatch(/^unavailable: /)
    await end()
    await end()
    expect(account.stripe.state.subscriptions.get(subscriptionId)!.status).toBe('canceled')
    expect(invoice.status).toBe('void')
    expect(account.stripe.state.refunds.size).toBe(0)
    await end('sub_unknown')
  })

  test('expires checkouts found by organization', async () => {
    await account.checkout()
    await account.payments.expireCheckouts({ organizationId: ORGANIZATION, customerIds: [] })
    expect([...account.stripe.state.sessions.values()].map(({ status }) => status)).toEqual(['expired'])
    await account.payments.expireCheckouts({ organizationId: ORGANIZATION, customerIds: ['cus_unknown'] })
  })
})
