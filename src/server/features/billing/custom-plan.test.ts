import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PaymentsApp, startPaymentsApp } from '#test/workspaces/payments.ts'

let app: PaymentsApp
beforeAll(async () => {
  app = await startPaymentsApp()
})
afterAll(() => app.close())

const request = async (organization: string, method: 'GET' | 'POST', path = '') =>
  (
    await app.app.inject({
      method,
      url: `/api/organizations/${organization}/billing${path}`,
      headers: { 'x-test-user': organization },
    })
  ).json() as object

test('A25 lets an owner with a custom plan cancel and refund a paid subscription beside it', async () => {
  const organization = await app.createOrganization()
  const start = app.clock.now()
  const events = await app.embedded.subscribe({
    ...{ organizationId: organization, customerId: null, period: 'monthly', idempotencyKey: 'beside' },
  })
  await app.rows(
    `insert into subscriptions (organization_id, provider, subscription_id, customer_id, plan, period, status, period_end,
       event_at, created_at, cancel_at_period_end)
     values ($1, 'agreement', 'agreement-1', 'agreement-c', 'enterprise', 'monthly', 'active', '2027-01-01', $2, $2, true)`,
    [organization, new Date(start.getTime() - 1000)],
  )
  for (const event of events) await app.billing.applyOnce(event)
  const cardSubscription = { status: 'active', period: 'monthly', cancelAtPeriodEnd: false }
  expect(await request(organization, 'GET')).toMatchObject({
    plan: 'enterprise',
    isAgreed: true,
    beside: cardSubscription,
  })
  expect(await request(organization, 'POST', '/cancel')).toMatchObject({
    beside: { ...cardSubscription, cancelAtPeriodEnd: true },
  })
  expect(await request(organization, 'POST', '/resume')).toMatchObject({ beside: cardSubscription })
  expect(await request(organization, 'POST', '/refund')).toMatchObject({
    status: 'refunded',
    amountCents: 7900,
  })
  expect(await request(organization, 'GET')).toMatchObject({
    ...{ plan: 'enterprise', status: 'active', isAgreed: true, beside: null },
  })
})
