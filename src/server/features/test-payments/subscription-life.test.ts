import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buttonLabelsOf, DAY, type PortalApp, startPortalApp } from '#test/workspaces/portal.ts'

let app: PortalApp
beforeAll(async () => {
  app = await startPortalApp()
})
afterAll(() => app.close())
beforeEach(() => {
  app.faults.isWebhookUnavailable = false
})

describe('A25 the life of a test subscription', () => {
  test('cancels at the end of the period, resumes, and ends', async () => {
    const { organization, portal, step } = await app.createSubscriber()
    const response = await step('cancel')
    expect([response.statusCode, response.headers.location]).toEqual([303, portal])
    await step('cancel')
    expect(buttonLabelsOf((await app.getPage(portal)).body)).toContain('Resume')
    await step('resume')
    expect(await app.readState(organization)).toMatchObject({ status: 'active' })
    await step('cancel')
    await step('pay')
    expect(await app.readState(organization)).toMatchObject({ status: 'canceled' })
    expect((await app.getPage(portal)).body).toContain('No active subscription')
    await step('resume')
    const events = await app.readEvents(organization)
    expect(events.map(({ type, cancel_at_period_end: flag }) => [type, flag])).toEqual([
      ['customer.subscription.updated', true],
      ['customer.subscription.updated', false],
      ['customer.subscription.updated', true],
      ['customer.subscription.deleted', false],
    ])
    const eventTimes = events.map(({ created }) => created)
    expect(eventTimes).toEqual([...new Set(eventTimes)].toSorted((a, b) => a - b))
  })

  test('a paid renewal grants the credits of a new month', async () => {
    const { organization, customer, step } = await app.createSubscriber()
    app.clock.time += DAY / 2
    await step('pay')
    expect(await app.listDeliveredTypes(organization)).toEqual([
      'invoice.paid',
      'customer.subscription.updated',
    ])
    expect(await app.readState(organization)).toMatchObject({ status: 'active', credits: 1000, grants: 2 })
    expect(await app.invoicesOf(customer)).toEqual([
      ['TEST-0002', 'paid', false],
      ['TEST-0001', 'paid', false],
    ])
  })

  test('switching the period bills the difference, and its credit pays later periods', async () => {
    const { organization, customer, subscription } = await app.createSubscriber('yearly')
    app.clock.time += 73 * DAY
    const now = app.clock.now()
    const change = { subscriptionId: subscription, period: 'monthly' as const, at: now }
    const quote = await app.embedded.quotePeriod(change)
    expect(quote).toMatchObject({ priceCents: 7900, creditCents: 63_200, dueCents: 0 })
    await app.embedded.switchPeriod({ ...change, idempotencyKey: 'switch' })
    expect(await app.readState(organization)).toMatchObject({
      status: 'active',
      end: quote.periodEnd.slice(0, 10),
    })
    app.clock.time += 30 * DAY
    await app.pressButton(`${await app.openPortal(customer, organization)}/${subscription}/pay`)
    const invoices = await app.embedded.invoices(customer, 10)
    expect(invoices.map(({ amountCents }) => amountCents)).toEqual([0, 0, 79_000])
    expect(JSON.stringify(await app.listBrokenRules())).not.toContain(subscription)
  })

  test('a switch that the card declines changes nothing', async () => {
    const { portal, subscription } = await app.createSubscriber()
    await app.pressButton(`${portal}/card/0341`)
    const change = { subscriptionId: subscription, period: 'yearly' as const, at: app.clock.now() }
    expect((await app.embedded.quotePeriod(change)).dueCents).toBe(79_000 - 7900)
    await expect(app.embedded.switchPeriod({ ...change, idempotencyKey: 'declined' })).rejects.toThrow(
      'Your card was declined',
    )
    expect((await app.getPage(portal)).body).not.toContain('$711')
  })

  test('a declined renewal can be recovered with a working card', async () => {
    const { organization, customer, portal, step } = await app.createSubscriber('yearly')
    await app.pressButton(`${portal}/card/0341`)
    expect(buttonLabelsOf((await app.getPage(portal)).body)).not.toContain('Simulate next renewal: paid')
    await step('pay')
    expect(await app.listDeliveredTypes(organization)).toEqual([])
    await step('decline')
    expect(await app.readState(organization)).toMatchObject({ status: 'past_due' })
    const page = (await app.getPage(portal)).body
    expect(page).toContain('1 of 4 attempts failed')
    expect(page).toContain('The card on file will decline')
    await step('recover')
    expect(await app.readState(organization)).toMatchObject({ status: 'past_due' })
    await app.pressButton(`${portal}/card/4242`)
    await step('recover')
    expect(await app.readState(organization)).toMatchObject({ status: 'active', credits: 1000, grants: 2 })
    const [failedPayment] = await app.readEvents(organization)
    const nextAttempt = Math.floor((app.clock.time + 3 * DAY) / 1000)
    expect(failedPayment).toMatchObject({
      attempt_count: 1,
      next_payment_attempt: nextAttempt,
      amount_paid: 0,
    })
    expect(await app.invoicesOf(customer)).toEqual([
      ['TEST-0002', 'paid', false],
      ['TEST-0001', 'paid', false],
    ])
  })

  test('ends after three more failed attempts', async () => {
    const { organization, customer, step } = await app.createSubscriber()
    for (let i = 0; i < 6; i++) await step('decline')
    const attempts = (await app.readEvents(organization)).filter(
      ({ type }) => type === 'invoice.payment_failed',
    )
    expect(attempts.map((attempt) => [attempt.attempt_count, attempt.next_payment_attempt !== null])).toEqual(
      [
        [1, true],
        [2, true],
        [3, true],
        [4, false],
      ],
    )
    expect((await app.listDeliveredTypes(organization)).at(-1)).toBe('customer.subscription.deleted')
    expect(await app.readState(organization)).toMatchObject({ status: 'canceled' })
    expect((await app.invoicesOf(customer))[0]).toEqual(['TEST-0002', 'uncollectible', false])
  })

  test('ten concurrent clicks on a step apply it once', async () => {
    const { organization, step } = await app.createSubscriber()
    await Promise.all(Array.from({ length: 10 }, () => step('cancel')))
    expect(await app.listDeliveredTypes(organization)).toEqual(['customer.subscription.updated'])
  })

  test('API calls have the same effect as the page', async () => {
    const { organization, subscription } = await app.createSubscriber()
    const setCancellation = (cancel: boolean) =>
      app.payments.setCancelAtPeriodEnd({
        subscriptionId: subscription,
        cancel,
        idempotencyKey: `set-${cancel}`,
      })
    await setCancellation(true)
    await setCancellation(true)
    await setCancellation(false)
    expect(await app.listDeliveredTypes(organization)).toEqual(Array(2).fill('customer.subscription.updated'))
    const unknownSubscription = { subscriptionId: 'sub_unknown', cancel: true, idempotencyKey: 'x' }
    await expect(app.payments.setCancelAtPeriodEnd(unknownSubscription)).rejects.toMatchObject({
      code: 'conflict',
    })
  })

  test('a refund is paid once and ends the subscription', async () => {
    const { organization, customer, subscription, portal } = await app.createSubscriber()
    const stranger = await app.createSubscriber()
    const [invoice] = await app.payments.invoices(customer, 1)
    const refund = (idempotencyKey: string, subscriptionId = subscription) =>
      app.payments.refundAndCancel({ subscriptionId, invoiceId: invoice!.id, idempotencyKey })
    await expect(refund('foreign', stranger.subscription)).rejects.toMatchObject({ code: 'conflict' })

    const refunds = await Promise.all(Array.from({ length: 5 }, () => refund('refund-1')))

    expect(refunds).toEqual(Array(5).fill({ amountCents: 7900 }))
    await expect(refund('refund-2')).rejects.toMatchObject({ code: 'conflict' })
    expect(await app.listDeliveredTypes(organization)).toEqual([
      'refund.created',
      'customer.subscription.deleted',
    ])
    expect(await app.readState(organization)).toMatchObject({ status: 'canceled' })
    expect(await app.readState(stranger.organization)).toMatchObject({ status: 'active' })
    expect(await app.invoicesOf(customer)).toEqual([['TEST-0001', 'paid', true]])
    expect((await app.getPage(portal)).body).toContain('Refunded')
  })

  test('subscribing again keeps both subscriptions, one of them active', async () => {
    const { organization, customer, portal, step } = await app.createSubscriber()
    await step('cancel')
    await step('pay')
    app.clock.time += DAY
    await app.buy(organization)
    expect(await app.readState(organization)).toMatchObject({ status: 'active' })
    expect((await app.getPage(portal)).body.match(/<h2>Subscription<\/h2>/g) ?? []).toHaveLength(0)
    const reopened = await app.getPage(await app.openPortal(customer, organization))
    expect(reopened.body.match(/<h2>Subscription<\/h2>/g)).toHaveLength(1)
    expect(await app.invoicesOf(customer)).toHaveLength(2)
  })

  test('resends events that the webhook did not accept, in order', async () => {
    const { organization, step } = await app.createSubscriber()
    app.faults.isWebhookUnavailable = true
    await step('decline')
    await step('recover')
    expect(await app.listDeliveredTypes(organization)).toEqual([])
    app.faults.isWebhookUnavailable = false
    await app.testPayments.sweep()
    expect(await app.listDeliveredTypes(organization)).toHaveLength(4)
    expect(await app.readState(organization)).toMatchObject({ status: 'active', grants: 2 })
  })
})
