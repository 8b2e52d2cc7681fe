import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import { AppError } from '#server/platform/errors.ts'
import { providerEvents } from '#test/builders/provider-events.ts'
import { type PaymentsApp, startPaymentsApp } from '#test/workspaces/payments.ts'

let app: PaymentsApp
beforeAll(async () => {
  app = await startPaymentsApp()
})
afterAll(() => app.close())
beforeEach(() => vi.restoreAllMocks())

const DAY_MS = 86_400_000

const request = (user: string, method: 'GET' | 'POST', path: string, organization = user) =>
  app.app.inject({
    method,
    url: `/api/organizations/${organization}/${path}`,
    headers: { 'x-test-user': user },
  })

const requestRefund = (organization: OrganizationId) => request(organization, 'POST', 'billing/refund')

const readOverview = async (organization: OrganizationId) =>
  (await request(organization, 'GET', 'billing')).json()

async function subscribe(organization: OrganizationId, billingPeriod = 'monthly'): Promise<void> {
  const response = await app.app.inject({
    method: 'POST',
    url: '/api/stripe/create-checkout-session',
    headers: { 'x-test-user': organization },
    payload: { organizationId: organization, billingPeriod },
  })
  await app.testPayments.settle(new URL(response.json().url).pathname.split('/').at(-1)!, 'paid')
}

/** Adds enrichments with a match. */
async function spendCredits(organization: OrganizationId, credits: number): Promise<void> {
  for (let i = 0; i < credits; i++) {
    const [row] = await app.rows<{ id: string }>(
      `insert into enrichments (organization_id, status, charged) values ($1, 'matched', true) returning id`,
      [organization],
    )
    const entry = { key: `enrich:${row!.id}`, contactId: null, description: 'Enrichment' }
    await app.db.tenant(organization, (tx) => app.credits.reserve(tx, entry))
  }
}

const readLedger = async (organization: OrganizationId) =>
  (
    await app.rows<{ entry: string }>(
      `select operation || ' ' || sum(amount) as entry from credit_ledger where organization_id = $1
        group by operation order by 1`,
      [organization],
    )
  ).map(({ entry }) => entry)

/** Records the refund requests to the provider. */
function spyOnRefunds() {
  return vi.spyOn(app.payments, 'refundAndCancel')
}

describe('A24 a guarantee refund', () => {
  test('ends the subscription within 30 days, takes unspent credits and emails owners, once per double click', async () => {
    const organization = await app.createOrganization()
    await subscribe(organization)
    await spendCredits(organization, 3)
    app.clock.time += 29 * DAY_MS
    const overviewBefore = await readOverview(organization)
    expect(Date.parse(overviewBefore.refundableUntil) - app.clock.time).toBe(DAY_MS)
    const refundCalls = spyOnRefunds()

    const responses = await Promise.all(Array.from({ length: 10 }, () => requestRefund(organization)))

    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    expect(refundCalls).toHaveBeenCalledTimes(1)
    expect((await requestRefund(organization)).json()).toEqual({ status: 'refunded', amountCents: 7900 })
    expect(await app.readState(organization)).toMatchObject({ status: 'canceled', credits: 0, sum: 0 })
    expect(await readLedger(organization)).toEqual(['enrich -3', 'grant 1000', 'revoke -997'])
    expect(await readOverview(organization)).toMatchObject({
      refundableUntil: null,
      refundPending: false,
      status: 'canceled',
    })
    const payments = await app.rows(
      'select amount_cents, refunded_cents from subscription_payments where organization_id = $1',
      [organization],
    )
    expect(payments).toEqual([{ amount_cents: 7900, refunded_cents: 7900 }])
    expect((await request(organization, 'GET', 'billing/invoices')).json().invoices).toMatchObject([
      { amountCents: 7900, currency: 'usd', status: 'paid', refunded: true },
    ])
    await app.sendDueEmails()
    const emails = app.mailer.outbox!.filter(({ to }) => to === `${organization}@example.com`)
    expect(emails.map(({ subject }) => subject)).toEqual(['Your Ninefold subscription has ended'])
    expect(emails[0]!.text).toContain('Your refund is on its way')
  })

  test('is refused after 31 days without asking the provider', async () => {
    const organization = await app.createOrganization()
    await subscribe(organization, 'yearly')
    app.clock.time += 31 * DAY_MS
    const refundCalls = spyOnRefunds()
    const response = await requestRefund(organization)
    expect([response.statusCode, response.json().message]).toEqual([409, 'There is no payment to refund'])
    expect(refundCalls).not.toHaveBeenCalled()
    expect(await app.readState(organization)).toMatchObject({ status: 'active', credits: 1000 })
  })

  test('stops the monthly grants of a refunded year', async () => {
    const organization = await app.createOrganization()
    await subscribe(organization, 'yearly')
    app.clock.time += 20 * DAY_MS
    expect((await requestRefund(organization)).json()).toEqual({ status: 'refunded', amountCents: 79_000 })
    app.clock.time += 20 * DAY_MS
    expect(await app.credits.grantMonth(organization)).toBe(false)
    expect(await app.readState(organization)).toMatchObject({ credits: 0, grants: 1 })
  })

  test('is made once per organization', async () => {
    const organization = await app.createOrganization()
    await subscribe(organization)
    await requestRefund(organization)
    app.clock.time += DAY_MS
    await subscribe(organization)
    expect(await app.readState(organization)).toMatchObject({ status: 'active', credits: 1000 })
    expect((await readOverview(organization)).refundableUntil).toBeNull()
    const repeatResponse = await requestRefund(organization)
    expect([repeatResponse.statusCode, repeatResponse.json().message]).toEqual([
      409,
      'Your organization already received a refund',
    ])
  })

  test('stays pending while the provider is down, and is made once under the same key', async () => {
    const organization = await app.createOrganization()
    await subscribe(organization)
    const refundCalls = spyOnRefunds()
    refundCalls.mockRejectedValueOnce(new AppError('unavailable', 'away'))
    expect((await requestRefund(organization)).json()).toEqual({ status: 'pending', amountCents: null })
    expect(await readOverview(organization)).toMatchObject({ refundPending: true, status: 'active' })
    await app.billing.sweep()
    expect(refundCalls).toHaveBeenCalledTimes(1) // not before it is due
    app.clock.time += 61_000
    await Promise.all([app.billing.sweep(), app.billing.sweep()])
    expect(refundCalls).toHaveBeenCalledTimes(2)
    expect(new Set(refundCalls.mock.calls.map(([{ idempotencyKey }]) => idempotencyKey)).size).toBe(1)
    expect(await app.readState(organization)).toMatchObject({ status: 'canceled', credits: 0 })
    expect(await readOverview(organization)).toMatchObject({ refundPending: false })
  })

  test('is finished by the next process when one stops in between', async () => {
    const organization = await app.createOrganization()
    await subscribe(organization)
    const refundAndCancel = app.payments.refundAndCancel
    const refundCalls = spyOnRefunds()
    refundCalls.mockImplementationOnce(async (request) => {
      app.faults.isWebhookUnavailable = true
      await refundAndCancel(request)
      throw new Error('the process stops here')
    })
    await requestRefund(organization)
    app.faults.isWebhookUnavailable = false
    expect(await app.readState(organization)).toMatchObject({ status: 'active', credits: 1000 })
    app.clock.time += 61_000
    await app.billing.sweep()
    expect(await app.readState(organization)).toMatchObject({ status: 'canceled', credits: 0, sum: 0 })
    const [refundRow] = await app.rows(
      'select state, amount_cents from subscription_refunds where organization_id = $1',
      [organization],
    )
    expect(refundRow).toEqual({ state: 'done', amount_cents: 7900 })
  })

  test('explains when the provider rejects it', async () => {
    const organization = await app.createOrganization()
    await subscribe(organization)
    spyOnRefunds().mockRejectedValueOnce(new AppError('conflict', 'nothing'))
    expect((await requestRefund(organization)).statusCode).toBe(409)
    expect(await app.readState(organization)).toMatchObject({ status: 'active', credits: 1000 })
    expect((await readOverview(organization)).refundableUntil).not.toBeNull()
  })
})

describe('Trust 16 a duplicate subscription', () => {
  const nowText = () => new Date(app.clock.time).toISOString()
  const periodFromNow = (): [string, string] => [
    nowText(),
    new Date(app.clock.time + 30 * DAY_MS).toISOString(),
  ]

  /** Creates two paid subscriptions of one customer, the second an hour after the first. */
  async function buyTwice(): Promise<OrganizationId> {
    const organization = await app.createOrganization()
    const ids = { organizationId: organization, customer: `cus_${organization}` }
    const firstEvents = providerEvents({ ...ids, subscription: `sub_1_${organization}` })
    await app.deliver(firstEvents.invoice('paid', 'create', nowText(), periodFromNow()))
    await spendCredits(organization, 10)
    app.clock.time += 3_600_000
    const secondEvents = providerEvents({ ...ids, subscription: `sub_2_${organization}` })
    await app.deliver(secondEvents.invoice('paid', 'create', nowText(), periodFromNow()))
    return organization
  }
  const mockRefunds = () => spyOnRefunds().mockImplementation(async () => ({ amountCents: 7900 }))

  test('is refunded once with an email to the owners, and the first one continues', async () => {
    const organization = await buyTwice()
    const refundCalls = mockRefunds()
    await app.billing.sweep()
    expect(refundCalls).not.toHaveBeenCalled() // the first may still end
    app.clock.time += 121_000
    await Promise.all(Array.from({ length: 5 }, () => app.billing.sweep()))
    expect(refundCalls.mock.calls.map(([request]) => request.subscriptionId)).toEqual([
      `sub_2_${organization}`,
    ])
    expect(await app.readState(organization)).toMatchObject({
      status: 'active',
      credits: 990,
      sum: 990,
      grants: 2,
    })
    const [activeSubscription] = await app.rows<{ id: string }>(
      'select stripe_subscription_id as id from organizations where id = $1',
      [organization],
    )
    expect(activeSubscription!.id).toBe(`sub_1_${organization}`)
    await app.sendDueEmails()
    const emails = app.mailer.outbox!.filter(({ to }) => to === `${organization}@example.com`)
    expect(emails.map(({ subject }) => subject)).toEqual(['We refunded a duplicate Ninefold subscription'])
    expect(await app.listBrokenRules()).toEqual([])
  })

  test('is not refunded when the first one has ended', async () => {
    const organization = await buyTwice()
    const refundCalls = mockRefunds()
    const firstEvents = providerEvents({
      ...{
        organizationId: organization,
        customer: `cus_${organization}`,
        subscription: `sub_1_${organization}`,
      },
    })
    await app.deliver(firstEvents.subscription('deleted', 'canceled', nowText(), periodFromNow()))
    app.clock.time += 121_000
    await app.billing.sweep()
    expect(refundCalls).not.toHaveBeenCalled()
    expect(await app.readState(organization)).toMatchObject({ status: 'active', credits: 1000 })
  })
})

describe('A24 a payment for an organization that is erased', () => {
  test('is refunded and its subscription ended, once', async () => {
    const organization = await app.createOrganization()
    const [erasedAt, paidAt] = ['2026-03-01T10:00:00Z', '2026-03-01T11:00:00Z']
    await app.rows(
      `insert into erasures (organization, cause, users, provider_ids, started_at) values ($1, 'owner', '{}', $2, $3)`,
      [organization, [`sub_${organization}`], erasedAt],
    )
    const refundCalls = spyOnRefunds().mockResolvedValue({ amountCents: 7900 })
    const { invoice } = providerEvents({ organizationId: organization })
    const earlyPayment = invoice('paid', 'create', '2026-03-01T09:00:00Z', [erasedAt, '2026-04-01T10:00:00Z'])
    expect(await app.deliver(earlyPayment)).toEqual([200])
    expect(refundCalls).not.toHaveBeenCalled()
    const latePayment = invoice('paid', 'create', paidAt, [paidAt, '2026-04-01T11:00:00Z'])
    refundCalls.mockRejectedValueOnce(new AppError('unavailable', 'The payment provider is away'))
    expect(await app.deliver(latePayment, latePayment)).toEqual([503, 200])
    const lateInvoice = latePayment.data.object as { id: string }
    expect(refundCalls).toHaveBeenLastCalledWith({
      subscriptionId: `sub_${organization}`,
      invoiceId: lateInvoice.id,
      idempotencyKey: `refund-${lateInvoice.id}`,
    })
    const endNow = vi.spyOn(app.payments, 'endNow')
    refundCalls.mockRejectedValueOnce(new AppError('conflict', 'There is no payment that could be refunded'))
    const otherEvents = providerEvents({ organizationId: organization, subscription: 'sub_unheard_of' })
    await app.deliver(
      otherEvents.invoice('paid', 'create', '2026-03-01T09:30:00Z', [erasedAt, '2026-04-01T10:00:00Z']),
    )
    expect(endNow).toHaveBeenCalledTimes(1)
  })
})
