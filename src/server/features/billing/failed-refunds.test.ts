import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
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
const nowText = () => new Date(app.clock.time).toISOString()
const periodFromNow = (): [string, string] => [
  nowText(),
  new Date(app.clock.time + 30 * DAY_MS).toISOString(),
]

/** Creates two paid subscriptions; the refund of the second is due. */
async function buyTwice(): Promise<{ organization: OrganizationId; secondSubscription: string }> {
  const organization = await app.createOrganization()
  const secondSubscription = `sub_2_${organization}`
  for (const subscription of [`sub_1_${organization}`, secondSubscription]) {
    const events = providerEvents({ organizationId: organization, subscription })
    await app.deliver(events.invoice('paid', 'create', nowText(), periodFromNow()))
    app.clock.time += 3_600_000
  }
  return { organization, secondSubscription }
}

const listStatuses = (organization: OrganizationId) =>
  app.rows<{ status: string }>(
    'select status::text from subscriptions where organization_id = $1 order by subscription_id',
    [organization],
  )

const listRefunds = (organization: OrganizationId) =>
  app.rows<{ state: string }>('select state from subscription_refunds where organization_id = $1', [
    organization,
  ])

/** An event of the provider about a refund of ours. */
function refundEvent(
  type: string,
  status: string,
  { organization, secondSubscription }: { organization: string; secondSubscription: string },
) {
  const metadata = {
    ...{
      organizationId: organization,
      customerId: `cus_${organization}`,
      subscriptionId: secondSubscription,
    },
    ...{ invoiceId: 'in_1', priceId: 'price_test_professional_monthly', periodEnd: nowText() },
  }
  const object = { id: 're_1', object: 'refund', amount: 7900, currency: 'usd', status, metadata }
  const created = Math.floor(app.clock.time / 1000)
  return { id: `evt_${randomUUID()}`, object: 'event', type, created, livemode: false, data: { object } }
}

test('Trust 16 ends a duplicate subscription whose refund is rejected, and alerts operators', async () => {
  const { organization, secondSubscription } = await buyTwice()
  vi.spyOn(app.payments, 'refundAndCancel').mockRejectedValue(new AppError('conflict', 'no'))
  const endNow = vi.spyOn(app.payments, 'endNow')
  endNow.mockRejectedValueOnce(new AppError('unavailable', 'away'))
  const logError = vi.spyOn(app.log, 'error')
  await app.billing.sweep()
  expect(await listRefunds(organization)).toEqual([{ state: 'open' }])
  app.clock.time += 61_000
  await Promise.all([app.billing.sweep(), app.billing.sweep()])
  expect(endNow.mock.calls.map(([request]) => request.subscriptionId)).toEqual([
    secondSubscription,
    secondSubscription,
  ])
  expect(logError).toHaveBeenCalled()
  expect(await listRefunds(organization)).toEqual([{ state: 'refused' }])
  expect(await listStatuses(organization)).toEqual([{ status: 'active' }, { status: 'canceled' }])
  expect(await app.readState(organization)).toMatchObject({ status: 'active', credits: 1000 })
  const rule = { rule: 'refund that did not take place', subject: `${organization} ${secondSubscription}` }
  expect(await app.listBrokenRules()).toEqual([rule])
  app.clock.time += 4 * DAY_MS
  expect(await app.listBrokenRules()).toEqual([])
})

test.each([
  ['refund.failed', 'failed'],
  ['refund.updated', 'canceled'],
])('A25 alerts operators to a refund that fails later: %s %s', async (type, status) => {
  const purchase = await buyTwice()
  const event = refundEvent(type, status, purchase)
  expect(await app.deliver(event)).toEqual([503]) // sent again after the attempt has ended
  vi.spyOn(app.payments, 'refundAndCancel').mockResolvedValue({ amountCents: 7900 })
  await app.billing.sweep()
  expect(await listRefunds(purchase.organization)).toEqual([{ state: 'done' }])
  expect(await app.listBrokenRules()).toEqual([])
  const logError = vi.spyOn(app.log, 'error')
  expect(await app.deliver(event, event)).toEqual([200, 200])
  expect(logError).toHaveBeenCalledTimes(1)
  expect(await listRefunds(purchase.organization)).toEqual([{ state: 'failed' }])
  expect(await app.listBrokenRules()).toEqual([
    {
      rule: 'refund that did not take place',
      subject: `${purchase.organization} ${purchase.secondSubscription}`,
    },
  ])
  app.clock.time += 4 * DAY_MS
})
