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

const call = (user: string, method: 'GET' | 'POST', path: string, organization = user) =>
  app.app.inject({
    method,
    url: `/api/organizations/${organization}/${path}`,
    headers: { 'x-test-user': user },
  })

const refund = (organization: OrganizationId) => call(organization, 'POST', 'billing/refund')

const overview = async (organization: OrganizationId) => (await call(organization, 'GET', 'billing')).json()

async function subscribe(organization: OrganizationId, billingPeriod = 'monthly'): Promise<void> {
  const opened = await app.app.inject({
    method: 'POST',
    url: '/api/stripe/create-checkout-session',
    headers: { 'x-test-user': organization },
    payload: { organizationId: organization, billingPeriod },
  })
  await app.testPayments.settle(new URL(opened.json().url).pathname.split('/').at(-1)!, 'paid')
}

/** Adds enrichments with a match. */
async function spend(organization: OrganizationId, credits: number): Promise<void> {
  for (let i = 0; i < credits; i++) {
    const [row] = await app.rows<{ id: string }>(
      `insert into enrichments (organization_id, status, charged) values ($1, 'matched', true) returning id`,
      [organization],
    )
    const entry = { key: `enrich:${row!.id}`, contactId: null, description: 'Enrichment' }
    await app.db.tenant(organization, (tx) => app.credits.reserve(tx, entry))
  }
}

const ledger = async (organization: OrganizationId) =>
  (
    await app.rows<{ entry: string }>(
      `select operation || ' ' || sum(amount) as entry from credit_ledger where organization_id = $1
        group by operation order by 1`,
      [organization],
    )
  ).map(({ entry }) => entry)

/** Counts the provider's calls, by key. */
function watchRefunds() {
  return vi.spyOn(app.payments, 'refundAndCancel')
}

describe('A24 a guarantee refund', () => {
  test('ends the subscription within 30 days, takes unspent credits and emails owners, once per double click', async () => {
    const organization = await app.organization()
    await subscribe(organization)
    await spend(organization, 3)
    app.clock.time += 29 * DAY_MS
    const before = await overview(organization)
    expect(Date.parse(before.refundableUntil) - app.clock.time).toBe(DAY_MS)
    const refundCalls = watchRefunds()

    const answers = await Promise.all(Array.from({ length: 10 }, () => refund(organization)))

    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    expect(refundCalls).toHaveBeenCalledTimes(1)
    expect((await refund(organization)).json()).toEqual({ status: 'refunded', amountCents: 7900 })
    expect(await app.readState(organization)).toMatchObject({ status: 'canceled', credits: 0, sum: 0 })
    expect(await ledger(organization)).toEqual(['enrich -3', 'grant 1000', 'revoke -997'])
    expect(await overview(organization)).toMatchObject({
      refundableUntil: null,
      refundPending: false,
      status: 'canceled',
    })
    const paid = await app.rows(
      'select amount_cents, refunded_cents from subscription_payments where organization_id = $1',
      [organization],
    )
    expect(paid).toEqual([{ amount_cents: 7900, refunded_cents: 7900 }])
    expect((await call(organization, 'GET', 'billing/invoices')).json().invoices).toMatchObject([
      { amountCents: 7900, currency: 'usd', status: 'paid', refunded: true },
    ])
    await app.sendMails()
    const mails = app.mailer.outbox!.filter(({ to }) => to === `${organization}@example.com`)
    expect(mails.map(({ subject }) => subject)).toEqual(['Your Ninefold subscription has ended'])
    expect(mails[0]!.text).toContain('Your refund is on its way')
  })

  test('is refused after 31 days without asking the provider', async () => {
    const organization = await app.organization()
    await subscribe(organization, 'yearly')
    app.clock.time += 31 * DAY_MS
    const refundCalls = watchRefunds()
    const answer = await refund(organization)
    expect([answer.statusCode, answer.json().message]).toEqual([409, 'There is no payment to refund'])
    expect(refundCalls).not.toHaveBeenCalled()
    expect(await app.readState(organization)).toMatchObject({ status: 'active', credits: 1000 })
  })

  test('stops the monthly grants of a refunded year', async () => {
    const organization = await app.organization()
    await subscribe(organization, 'yearly')
    app.clock.time += 20 * DAY_MS
    expect((await refund(organization)).json()).toEqual({ status: 'refunded', amountCents: 79_000 })
    app.clock.time += 20 * DAY_MS
    expect(await app.credits.grantMonth(organization)).toBe(false)
    expect(await app.readState(organization)).toMatchObject({ credits: 0, grants: 1 })
  })

  test('is made once per organization', async () => {
    const organization = await app.organization()
    await subscribe(organization)
    await refund(organization)
    app.clock.time += DAY_MS
    await subscribe(organization)
    expect(await app.readState(organization)).toMatchObject({ status: 'active', credits: 1000 })
    expect((await overview(organization)).refundableUntil).toBeNull()
    const again = await refund(organization)
    expect([again.statusCode, again.json().message]).toEqual([
      409,
      'Your organization already received a refund',
    ])
  })

  test('stays pending while the provider is down, and is made once under the same key', async () => {
    const organization = await app.organization()
    await subscribe(organization)
    const refundCalls = watchRefunds()
    refundCalls.mockRejectedValueOnce(new AppError('unavailable', 'away'))
    expect((await refund(organization)).json()).toEqual({ status: 'pending', amountCents: null })
    expect(await overview(organization)).toMatchObject({ refundPending: true, status: 'active' })
    await app.billing.sweep()
    expect(refundCalls).toHaveBeenCalledTimes(1) // not before it is due
    app.clock.time += 61_000
    await Promise.all([app.billing.sweep(), app.billing.sweep()])
    expect(refundCalls).toHaveBeenCalledTimes(2)
    expect(new Set(refundCalls.mock.calls.map(([{ idempotencyKey }]) => idempotencyKey)).size).toBe(1)
    expect(await app.readState(organization)).toMatchObject({ status: 'canceled', credits: 0 })
    expect(await overview(organization)).toMatchObject({ refundPending: false })
  })

  test('is finished by the next process when one stops in between', async () => {
    const organization = await app.organization()
    await subscribe(organization)
    const original = app.payments.refundAndCancel
    const refundCalls = watchRefunds()
    refundCalls.mockImplementationOnce(async (request) => {
      app.faults.webhookAway = true
      await original(request)
      throw new Error('the process stops here')
    })
    await refund(organization)
    app.faults.webhookAway = false
    expect(await app.readState(organization)).toMatchObject({ status: 'active', credits: 1000 })
    app.clock.time += 61_000
    await app.billing.sweep()
    expect(await app.readState(organization)).toMatchObject({ status: 'canceled', credits: 0, sum: 0 })
    const [order] = await app.rows(
      'select state, amount_cents from subscription_refunds where organization_id = $1',
      [organization],
    )
    expect(order).toEqual({ state: 'done', amount_cents: 7900 })
  })

  test('explains when the provider rejects it', async () => {
    const organization = await app.organization()
    await subscribe(organization)
    watchRefunds().mockRejectedValueOnce(new AppError('conflict', 'nothing'))
    expect((await refund(organization)).statusCode).toBe(409)
    expect(await app.readState(organization)).toMatchObject({ status: 'active', credits: 1000 })
    expect((await overview(organization)).refundableUntil).not.toBeNull()
  })
})

describe('Trust 16 a double checkout', () => {
  const start = () => new Date(app.clock.time).toISOString()
  const period = (): [string, string] => [start(), new Date(app.clock.time + 30 * DAY_MS).toISOString()]

  /** Two paid subscriptions of one customer, the second an hour after the first. */
  async function buyTwice(): Promise<OrganizationId> {
    const organization = await app.organization()
    const about = { organizationId: organization, customer: `cus_${organization}` }
    const first = providerEvents({ ...about, subscription: `sub_1_${organization}` })
    await app.deliver(first.invoice('paid', 'create', start(), period()))
    await spend(organization, 10)
    app.clock.time += 3_600_000
    const second = providerEvents({ ...about, subscription: `sub_2_${organization}` })
    await app.deliver(second.invoice('paid', 'create', start(), period()))
    return organization
  }
  const answer = () => watchRefunds().mockImplementation(async () => ({ amountCents: 7900 }))

  test('keeps the first, refunds the second once, and emails owners', async () => {
    const organization = await buyTwice()
    const refundCalls = answer()
    await app.billing.sweep()
    expect(refundCalls).not.toHaveBeenCalled() // the end of the first may be on its way
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
    const [bound] = await app.rows<{ id: string }>(
      'select stripe_subscription_id as id from organizations where id = $1',
      [organization],
    )
    expect(bound!.id).toBe(`sub_1_${organization}`)
    await app.sendMails()
    const mails = app.mailer.outbox!.filter(({ to }) => to === `${organization}@example.com`)
    expect(mails.map(({ subject }) => subject)).toEqual(['We refunded a duplicate Ninefold subscription'])
    expect(await app.brokenRules()).toEqual([])
  })

  test('refunds nothing when the first one has ended', async () => {
    const organization = await buyTwice()
    const refundCalls = answer()
    const first = providerEvents({
      ...{
        organizationId: organization,
        customer: `cus_${organization}`,
        subscription: `sub_1_${organization}`,
      },
    })
    await app.deliver(first.subscription('deleted', 'canceled', start(), period()))
    app.clock.time += 121_000
    await app.billing.sweep()
    expect(refundCalls).not.toHaveBeenCalled()
    expect(await app.readState(organization)).toMatchObject({ status: 'active', credits: 1000 })
  })
})

describe('A24 a payment for an organization that is erased', () => {
  test('is refunded and its subscription ended, once', async () => {
    const organization = await app.organization()
    const [begun, at] = ['2026-03-01T10:00:00Z', '2026-03-01T11:00:00Z']
    await app.rows(
      `insert into erasures (organization, cause, users, provider_ids, started_at) values ($1, 'owner', '{}', $2, $3)`,
      [organization, [`sub_${organization}`], begun],
    )
    const refundCalls = watchRefunds().mockResolvedValue({ amountCents: 7900 })
    const { invoice } = providerEvents({ organizationId: organization })
    const early = invoice('paid', 'create', '2026-03-01T09:00:00Z', [begun, '2026-04-01T10:00:00Z'])
    expect(await app.deliver(early)).toEqual([200])
    expect(refundCalls).not.toHaveBeenCalled()
    const late = invoice('paid', 'create', at, [at, '2026-04-01T11:00:00Z'])
    refundCalls.mockRejectedValueOnce(new AppError('unavailable', 'The payment provider is away'))
    expect(await app.deliver(late, late)).toEqual([503, 200])
    const invoiceId = late.data.object as { id: string }
    expect(refundCalls).toHaveBeenLastCalledWith({
      subscriptionId: `sub_${organization}`,
      invoiceId: invoiceId.id,
      idempotencyKey: `refund-${invoiceId.id}`,
    })
    const end = vi.spyOn(app.payments, 'endNow')
    refundCalls.mockRejectedValueOnce(new AppError('conflict', 'There is no payment that could be refunded'))
    const other = providerEvents({ organizationId: organization, subscription: 'sub_unheard_of' })
    await app.deliver(
      other.invoice('paid', 'create', '2026-03-01T09:30:00Z', [begun, '2026-04-01T10:00:00Z']),
    )
    expect(end).toHaveBeenCalledTimes(1)
  })
})
