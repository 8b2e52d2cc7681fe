import { afterAll, beforeAll, expect, test } from 'vitest'
import { paymentEventOf } from '#server/platform/payments/stripe-events.ts'
import { TEST_PRICES } from '#server/platform/payments/test-events.ts'
import type { StripeEvent } from '#server/platform/payments/webhook-signature.ts'
import { FIRST_MONTH, providerEvents } from '#test/builders/provider-events.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

let app: TestApp
let ann: Person
beforeAll(async () => {
  app = await createTestApp()
  ann = await app.subscriber('ann@example.com')
})
afterAll(() => app.close())

test.each(['past_due', 'trialing', 'canceled', 'incomplete'])(
  'A24 locks contacts from the next request on when %s; credits remain, billing and export stay open',
  async (status) => {
    const setStatus = (newStatus: string) =>
      app.owner.run('update organizations set subscription_status = $2::subscription_status where id = $1', [
        ann.organizationId,
        newStatus,
      ])
    await setStatus('active')
    const response = await ann.request('POST', '/api/contacts', { firstName: 'Jane', lastName: 'Doe' })
    const { id } = response.json as { id: string }
    await setStatus(status)
    for (const [method, url] of [
      ['GET', '/api/contacts'],
      ['GET', `/api/contacts/${id}`],
      ['POST', `/api/contacts/${id}/enrich`],
    ] as const) {
      const response = await ann.request(method, url)
      expect([url, response.status]).toEqual([url, 402])
    }
    const billing = await ann.request('GET', `/api/organizations/${ann.organizationId}/billing`)
    expect(billing.json).toMatchObject({ status, credits: { balance: 1000 } })
    expect((await ann.request('GET', '/api/contacts/export')).status).toBe(200)
    expect((await ann.request('GET', `/api/organizations/${ann.organizationId}/credits.csv`)).status).toBe(
      200,
    )
  },
)

test('A24 keeps contacts open until the provider ends a canceled subscription', async () => {
  const bob = await app.subscriber('bob@example.com', 0)
  const events = providerEvents({ organizationId: bob.organizationId })
  const deliver = (event: object) =>
    app.services.billing.applyOnce(paymentEventOf(event as StripeEvent, TEST_PRICES))
  await deliver(events.invoice('paid', 'create', FIRST_MONTH[0], FIRST_MONTH))
  const cancellation = events.subscription('updated', 'active', '2026-01-20T00:00:00Z', FIRST_MONTH)
  Object.assign(cancellation.data.object, { cancel_at_period_end: true })
  await deliver(cancellation)
  expect((await bob.request('GET', '/api/contacts')).status).toBe(200)
  await deliver(events.subscription('deleted', 'canceled', FIRST_MONTH[1], FIRST_MONTH))
  expect((await bob.request('GET', '/api/contacts')).status).toBe(402)
})
