import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { AppError } from '#server/platform/errors.ts'
import { FIRST_MONTH, providerEvents, SECOND_MONTH, THIRD_MONTH } from '#test/builders/provider-events.ts'
import { type PaymentsApp, startPaymentsApp } from '#test/workspaces/payments.ts'

let app: PaymentsApp
beforeAll(async () => {
  app = await startPaymentsApp()
})
afterAll(() => app.close())

test('A25 notifies only owners of a failed payment, its recovery and the end, once each', async () => {
  const organization = await app.createOrganization()
  await app.rows(
    `with people as (insert into users (email, organization_id, role)
       values ('second@example.com', $1, 'OWNER'), ('member@example.com', $1, 'MEMBER') returning *)
     insert into memberships (user_id, organization_id, role) select id, organization_id, role from people`,
    [organization],
  )
  const { invoice, subscription } = providerEvents({ organizationId: organization })
  const events = [
    invoice('paid', 'create', FIRST_MONTH[0], FIRST_MONTH),
    invoice('payment_failed', 'cycle', SECOND_MONTH[0], SECOND_MONTH),
    invoice('paid', 'cycle', '2026-02-06T00:00:00Z', SECOND_MONTH),
    subscription('deleted', 'canceled', THIRD_MONTH[0], SECOND_MONTH),
  ]
  await app.deliver(...events)
  await app.deliver(...events)
  const notifications = await app.rows(
    `select u.role, n.title, count(*)::int from notifications n join users u on u.id = n.user_id
      where n.organization_id = $1 and n.kind = 'billing' group by u.role, n.title order by n.title`,
    [organization],
  )
  const ownerRow = (text: string) => ({ role: 'OWNER', title: text, count: 2 })
  expect(notifications).toEqual([
    ownerRow("Your last payment didn't go through"),
    ownerRow('Your payment went through'),
    ownerRow('Your subscription has ended'),
  ])
})

test.each([
  ['paid back', { amountCents: 7900 }, 'refunded'],
  ['refused', new AppError('conflict', 'no'), 'the provider rejected the refund; the subscription has ended'],
])('Trust 17 notes a payment for an erased organization: %s', async (_name, result, outcome) => {
  const organization = randomUUID()
  await app.rows(
    `insert into erasures (organization, cause, started_at, users, provider_ids)
     values ($1, 'owner', '2026-01-01', '{}', '{}')`,
    [organization],
  )
  const refund = vi.spyOn(app.payments, 'refundAndCancel')
  if (result instanceof Error) refund.mockRejectedValue(result)
  else refund.mockResolvedValue(result)
  const event = providerEvents({ organizationId: organization }).invoice(
    'paid',
    'create',
    FIRST_MONTH[0],
    FIRST_MONTH,
  )
  await app.deliver(event, { ...event, id: `evt_${randomUUID()}` })
  expect(
    await app.rows('select kind, subject, outcome from money_notes where organization = $1', [organization]),
  ).toEqual([{ kind: 'late_payment', subject: (event.data.object as { id: string }).id, outcome }])
  refund.mockRestore()
})

test('Trust 17 notes a payment for an unknown organization', async () => {
  const unknownId = randomUUID()
  const event = providerEvents({ organizationId: unknownId }).invoice(
    'paid',
    'create',
    FIRST_MONTH[0],
    FIRST_MONTH,
  )
  await app.deliver(event)
  expect(
    await app.rows('select kind, outcome from money_notes where organization = $1', [unknownId]),
  ).toEqual([{ kind: 'payment_refused', outcome: 'organization unknown or erased' }])
})

test('Trust 17 notes a failed refund to an erased organization', async () => {
  const organization = randomUUID()
  const metadata = {
    ...{
      organizationId: organization,
      customerId: 'cus_late',
      subscriptionId: 'sub_late',
      invoiceId: 'in_late',
    },
    ...{ priceId: 'price_test_professional_monthly', periodEnd: FIRST_MONTH[1] },
  }
  const object = {
    id: 're_late',
    object: 'refund',
    amount: 7900,
    currency: 'usd',
    status: 'failed',
    metadata,
  }
  const created = Math.floor(app.clock.time / 1000)
  const event = { object: 'event', type: 'refund.failed', created, livemode: false, data: { object } }
  expect(await app.deliver({ ...event, id: 'evt_late_1' }, { ...event, id: 'evt_late_2' })).toEqual([
    200, 200,
  ])
  expect(
    await app.rows('select kind, subject from money_notes where organization = $1', [organization]),
  ).toEqual([{ kind: 'refund_failed', subject: 'in_late' }])
})
