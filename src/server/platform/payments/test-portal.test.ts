import { afterAll, beforeAll, expect, test } from 'vitest'
import { APP_URL, type PaymentsApp, startPaymentsApp } from '#test/workspaces/payments.ts'

let app: PaymentsApp
beforeAll(async () => {
  app = await startPaymentsApp()
})
afterAll(() => app.close())

test('Trust 25 ending a subscription voids its open invoice', async () => {
  const organizationId = await app.createOrganization()
  const order = { organizationId, customerId: null, period: 'monthly' as const, idempotencyKey: 'end-now' }
  const [event] = await app.embedded.subscribe(order)
  const { subscriptionId, customerId } = event!.change!
  const { url } = await app.embedded.openPortal({ customerId, organizationId, returnUrl: APP_URL })
  const portal = url.split('/').at(-1)!
  const invoices = async () =>
    (await app.embedded.invoices(customerId, 10)).map(({ number, status }) => ({ number, status }))
  await app.embedded.step(portal, subscriptionId, 'decline')
  expect(await invoices()).toEqual([
    { number: 'TEST-0002', status: 'open' },
    { number: 'TEST-0001', status: 'paid' },
  ])

  await app.embedded.endNow({ subscriptionId, idempotencyKey: 'end' })
  await app.embedded.endNow({ subscriptionId, idempotencyKey: 'end' })
  expect(await invoices()).toEqual([
    { number: 'TEST-0002', status: 'void' },
    { number: 'TEST-0001', status: 'paid' },
  ])
  await app.embedded.step(portal, subscriptionId, 'recover')
  expect((await invoices())[0]).toEqual({ number: 'TEST-0002', status: 'void' })
  expect(await app.readState(organizationId)).toMatchObject({ status: 'canceled' })
})
