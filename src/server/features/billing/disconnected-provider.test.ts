import { afterAll, beforeAll, expect, test } from 'vitest'
import { providerEvents, SECOND_MONTH } from '#test/builders/provider-events.ts'
import { type PaymentsApp, startPaymentsApp } from '#test/workspaces/payments.ts'

let app: PaymentsApp
beforeAll(async () => {
  app = await startPaymentsApp()
})
afterAll(() => app.close())

test('Trust 17 ends only subscriptions of a disconnected provider after their period', async () => {
  const disconnectedId = await app.createOrganization()
  const connectedId = await app.createOrganization()
  const customPlanId = await app.createOrganization()
  for (const organizationId of [disconnectedId, connectedId, customPlanId]) {
    await app.deliver(
      providerEvents({ organizationId }).invoice('paid', 'create', SECOND_MONTH[0], SECOND_MONTH),
    )
  }
  for (const [organization, provider] of [
    [disconnectedId, 'stripe'],
    [customPlanId, 'agreement'],
  ] as const) {
    await app.rows('update subscriptions set provider = $2 where organization_id = $1', [
      organization,
      provider,
    ])
  }
  const listStatuses = async () =>
    (await Promise.all([disconnectedId, connectedId, customPlanId].map(app.readState))).map(
      (state) => state!.status,
    )

  app.clock.time = Date.parse(SECOND_MONTH[1]) + 2 * 86_400_000 - 1
  await app.billing.endDisconnectedSubscriptions()
  expect(await listStatuses()).toEqual(['active', 'active', 'active'])
  app.clock.time += 1
  await Promise.all([app.billing.endDisconnectedSubscriptions(), app.billing.endDisconnectedSubscriptions()])
  expect(await listStatuses()).toEqual(['canceled', 'active', 'active'])
  const auditEntries = await app.rows(
    `select details->>'from' as before, details->>'to' as after from audit_log
      where organization_id = $1 and action = 'subscription.changed' order by created_at`,
    [disconnectedId],
  )
  expect(auditEntries.at(-1)).toEqual({ before: 'active', after: 'canceled' })
  // Retention starts now, because the period may have ended long ago.
  const [subscription] = await app.rows<{ canceled_at: Date }>(
    'select canceled_at from subscriptions where organization_id = $1',
    [disconnectedId],
  )
  expect(subscription!.canceled_at.getTime()).toBe(app.clock.time)
})
