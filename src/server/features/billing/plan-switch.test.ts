import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMonths } from '#domain/billing/credit-months.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import { providerEvents } from '#test/builders/provider-events.ts'
import { type PaymentsApp, startPaymentsApp } from '#test/workspaces/payments.ts'

const DAY_MS = 86_400_000
const PRICES = { monthly: 'price_test_professional_monthly', yearly: 'price_test_professional_yearly' }
type Period = keyof typeof PRICES

let app: PaymentsApp
beforeAll(async () => {
  app = await startPaymentsApp()
})
afterAll(() => app.close())

const nowText = () => app.clock.now().toISOString()
const spanFromNow = (period: Period): [string, string] => [
  nowText(),
  addMonths(app.clock.now(), period === 'yearly' ? 12 : 1).toISOString(),
]
const eventsOf = (organizationId: OrganizationId, period: Period) =>
  providerEvents({ organizationId, price: PRICES[period] })

/** Events of a switch: the unused part of the old price as a credit, then the full price of the new period. */
function switchEvents(organization: OrganizationId, from: Period, to: Period) {
  const { invoice, subscription } = eventsOf(organization, to)
  const paidEvent = invoice('paid', 'cycle', nowText(), spanFromNow(to))
  const object = paidEvent.data.object as unknown as { lines: { data: { period: object }[] } }
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
  const remainingDays = { start: app.clock.time / 1000, end: app.clock.time / 1000 + 20 * 86_400 }
  const charge = {
    ...credit,
    amount: 500,
    period: remainingDays,
    pricing: line && 'pricing' in line ? line.pricing : null,
  }
  const data = [credit, charge, { ...line, amount: 79_000, parent: item(false) }]
  return [
    { ...paidEvent, data: { object: { ...object, billing_reason: 'subscription_update', lines: { data } } } },
    subscription('updated', 'active', nowText(), spanFromNow(to)),
  ]
}

async function addSubscriber(period: Period): Promise<OrganizationId> {
  const organization = await app.createOrganization()
  await app.deliver(eventsOf(organization, period).invoice('paid', 'create', nowText(), spanFromNow(period)))
  return organization
}

test('A25 grants credits now and then every month after a switch to yearly billing', async () => {
  const organization = await addSubscriber('monthly')
  app.clock.time += 10 * DAY_MS
  const events = switchEvents(organization, 'monthly', 'yearly')
  expect(await app.deliver(...events, ...events.toReversed())).toEqual([200, 200, 200, 200])
  const end = addMonths(app.clock.now(), 12).toISOString().slice(0, 10)
  expect(await app.readState(organization)).toMatchObject({ status: 'active', credits: 1000, grants: 2, end })
  await app.credits.grantMonth(organization)
  expect(await app.readState(organization)).toMatchObject({ grants: 2 })
  for (const grants of [3, 4]) {
    app.clock.time += 31 * DAY_MS
    await app.credits.grantMonth(organization)
    await app.credits.grantMonth(organization)
    expect(await app.readState(organization)).toMatchObject({ credits: 1000, grants })
  }
  expect(await app.listBrokenRules()).toEqual([])
})

test('A25 grants nothing more for the old year after a switch to monthly billing', async () => {
  const organization = await addSubscriber('yearly')
  app.clock.time += 40 * DAY_MS
  await app.credits.grantMonth(organization)
  await app.deliver(...switchEvents(organization, 'yearly', 'monthly'))
  expect(await app.readState(organization)).toMatchObject({ credits: 1000, grants: 3 })
  app.clock.time += 32 * DAY_MS
  const { subscription, invoice } = eventsOf(organization, 'monthly')
  // The provider starts the period before its invoice is paid.
  await app.deliver(subscription('updated', 'active', nowText(), spanFromNow('monthly')))
  expect(await app.credits.grantMonth(organization)).toBe(false)
  await app.deliver(invoice('paid', 'cycle', nowText(), spanFromNow('monthly')))
  expect(await app.readState(organization)).toMatchObject({ credits: 1000, grants: 4 })
  expect(await app.listBrokenRules()).toEqual([])
})
