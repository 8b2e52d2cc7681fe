import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMonths } from '#domain/billing/credit-months.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import { providerEvents } from '#test/builders/provider-events.ts'
import { type PaymentsApp, startPaymentsApp } from '#test/workspaces/payments.ts'

const DAY = 86_400_000
const PRICES = { monthly: 'price_test_professional_monthly', yearly: 'price_test_professional_yearly' }
type Period = keyof typeof PRICES

let app: PaymentsApp
beforeAll(async () => {
  app = await startPaymentsApp()
})
afterAll(() => app.close())

const now = () => app.clock.now().toISOString()
const span = (period: Period): [string, string] => [
  now(),
  addMonths(app.clock.now(), period === 'yearly' ? 12 : 1).toISOString(),
]
const of = (organizationId: OrganizationId, period: Period) =>
  providerEvents({ organizationId, price: PRICES[period] })

/** Events of a switch: the rest of the old price as a credit, then the whole new period. */
function switched(organization: OrganizationId, from: Period, to: Period) {
  const { invoice, subscription } = of(organization, to)
  const paid = invoice('paid', 'cycle', now(), span(to))
  const object = paid.data.object as unknown as { lines: { data: { period: object }[] } }
  const [line] = object.lines.data
  const item = (proration: boolean) => ({
    type: 'subscription_item_details',
    subscription_item_details: { proration },
  })
  const credit = {
    ...line,
    amount: -4000,
    parent: item(true),
    pricing: { type: 'price_details', price_details: { price: PRICES[from] } },
  }
  const days = { start: app.clock.time / 1000, end: app.clock.time / 1000 + 20 * 86_400 }
  const rest = {
    ...credit,
    amount: 500,
    period: days,
    pricing: line && 'pricing' in line ? line.pricing : null,
  }
  const data = [credit, rest, { ...line, amount: 79_000, parent: item(false) }]
  return [
    { ...paid, data: { object: { ...object, billing_reason: 'subscription_update', lines: { data } } } },
    subscription('updated', 'active', now(), span(to)),
  ]
}

async function subscribed(period: Period): Promise<OrganizationId> {
  const organization = await app.organization()
  await app.deliver(of(organization, period).invoice('paid', 'create', now(), span(period)))
  return organization
}

test('A25 grants the new period and then each month when months become a year', async () => {
  const organization = await subscribed('monthly')
  app.clock.time += 10 * DAY
  const events = switched(organization, 'monthly', 'yearly')
  expect(await app.deliver(...events, ...events.toReversed())).toEqual([200, 200, 200, 200])
  const end = addMonths(app.clock.now(), 12).toISOString().slice(0, 10)
  expect(await app.readState(organization)).toMatchObject({ status: 'active', credits: 1000, grants: 2, end })
  await app.credits.grantMonth(organization)
  expect(await app.readState(organization)).toMatchObject({ grants: 2 })
  for (const grants of [3, 4]) {
    app.clock.time += 31 * DAY
    await app.credits.grantMonth(organization)
    await app.credits.grantMonth(organization)
    expect(await app.readState(organization)).toMatchObject({ credits: 1000, grants })
  }
  expect(await app.brokenRules()).toEqual([])
})

test('A25 grants nothing more for the year when it becomes months', async () => {
  const organization = await subscribed('yearly')
  app.clock.time += 40 * DAY
  await app.credits.grantMonth(organization)
  await app.deliver(...switched(organization, 'yearly', 'monthly'))
  expect(await app.readState(organization)).toMatchObject({ credits: 1000, grants: 3 })
  app.clock.time += 32 * DAY
  const { subscription, invoice } = of(organization, 'monthly')
  // The provider starts the period before its invoice is paid.
  await app.deliver(subscription('updated', 'active', now(), span('monthly')))
  expect(await app.credits.grantMonth(organization)).toBe(false)
  await app.deliver(invoice('paid', 'cycle', now(), span('monthly')))
  expect(await app.readState(organization)).toMatchObject({ credits: 1000, grants: 4 })
  expect(await app.brokenRules()).toEqual([])
})
