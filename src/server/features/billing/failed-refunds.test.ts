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
const now = () => new Date(app.clock.time).toISOString()
const period = (): [string, string] => [now(), new Date(app.clock.time + 30 * DAY_MS).toISOString()]

/** Two paid subscriptions, the refund of the second due. */
async function buyTwice(): Promise<{ organization: OrganizationId; second: string }> {
  const organization = await app.organization()
  const second = `sub_2_${organization}`
  for (const subscription of [`sub_1_${organization}`, second]) {
    const events = providerEvents({ organizationId: organization, subscription })
    await app.deliver(events.invoice('paid', 'create', now(), period()))
    app.clock.time += 3_600_000
  }
  return { organization, second }
}

const statuses = (organization: OrganizationId) =>
  app.rows<{ status: string }>(
    'select status::text from subscriptions where organization_id = $1 order by subscription_id',
    [organization],
  )

const orders = (organization: OrganizationId) =>
  app.rows<{ state: string }>('select state from subscription_refunds where organization_id = $1', [
    organization,
  ])

/** An event of the provider about a refund of ours. */
function refundEvent(
  type: string,
  status: string,
  { organization, second }: { organization: string; second: string },
) {
  const metadata = {
    ...{ organizationId: organization, customerId: `cus_${organization}`, subscriptionId: second },
    ...{ invoiceId: 'in_1', priceId: 'price_test_professional_monthly', periodEnd: now() },
  }
  const object = { id: 're_1', object: 'refund', amount: 7900, currency: 'usd', status, metadata }
  const created = Math.floor(app.clock.time / 1000)
  return { id: `evt_${randomUUID()}`, object: 'event', type, created, livemode: false, data: { object } }
}

test('Trust 16 ends a duplicate subscription whose refund is rejected, and alerts operators', async () => {
  const { organization, second } = await buyTwice()
  vi.spyOn(app.payments, 'refundAndCancel').mockRejectedValue(new AppError('conflict', 'no'))
  const end = vi.spyOn(app.payments, 'endNow')
  end.mockRejectedValueOnce(new AppError('unavailable', 'away'))
  const error = vi.spyOn(app.log, 'error')
  await app.billing.sweep()
  expect(await orders(organization)).toEqual([{ state: 'open' }])
  app.clock.time += 61_000
  await Promise.all([app.billing.sweep(), app.billing.sweep()])
  expect(end.mock.calls.map(([request]) => request.subscriptionId)).toEqual([second, second])
  expect(error).toHaveBeenCalled()
  expect(await orders(organization)).toEqual([{ state: 'refused' }])
  expect(await statuses(organization)).toEqual([{ status: 'active' }, { status: 'canceled' }])
  expect(await app.readState(organization)).toMatchObject({ status: 'active', credits: 1000 })
  const rule = { rule: 'refund that did not take place', subject: `${organization} ${second}` }
  expect(await app.brokenRules()).toEqual([rule])
  app.clock.time += 4 * DAY_MS
  expect(await app.brokenRules()).toEqual([])
})

test.each([
  ['refund.failed', 'failed'],
  ['refund.updated', 'canceled'],
])('A25 alerts operators to a refund that fails later: %s %s', async (type, status) => {
  const bought = await buyTwice()
  const event = refundEvent(type, status, bought)
  expect(await app.deliver(event)).toEqual([503]) // sent again after the attempt has ended
  vi.spyOn(app.payments, 'refundAndCancel').mockResolvedValue({ amountCents: 7900 })
  await app.billing.sweep()
  expect(await orders(bought.organization)).toEqual([{ state: 'done' }])
  expect(await app.brokenRules()).toEqual([])
  const error = vi.spyOn(app.log, 'error')
  expect(await app.deliver(event, event)).toEqual([200, 200])
  expect(error).toHaveBeenCalledTimes(1)
  expect(await orders(bought.organization)).toEqual([{ state: 'failed' }])
  expect(await app.brokenRules()).toEqual([
    { rule: 'refund that did not take place', subject: `${bought.organization} ${bought.second}` },
  ])
  app.clock.time += 4 * DAY_MS
})
