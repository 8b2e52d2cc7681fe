import { afterAll, beforeAll, expect, test } from 'vitest'
import { providerEvents, SECOND } from '#test/builders/provider-events.ts'
import { type PaymentsApp, startPaymentsApp } from '#test/workspaces/payments.ts'

let app: PaymentsApp
beforeAll(async () => {
  app = await startPaymentsApp()
})
afterAll(() => app.close())

test('Trust 17 ends subscriptions of a disconnected provider after their period; others wait for their events', async () => {
  const left = await app.organization()
  const connected = await app.organization()
  const agreed = await app.organization()
  for (const organizationId of [left, connected, agreed]) {
    await app.deliver(providerEvents({ organizationId }).invoice('paid', 'create', SECOND[0], SECOND))
  }
  for (const [organization, provider] of [
    [left, 'stripe'],
    [agreed, 'agreement'],
  ] as const) {
    await app.rows('update subscriptions set provider = $2 where organization_id = $1', [
      organization,
      provider,
    ])
  }
  const statuses = async () =>
    (await Promise.all([left, connected, agreed].map(app.standing))).map((one) => one!.status)

  app.clock.time = Date.parse(SECOND[1]) + 2 * 86_400_000 - 1
  await app.billing.endUnconnected()
  expect(await statuses()).toEqual(['active', 'active', 'active'])
  app.clock.time += 1
  await Promise.all([app.billing.endUnconnected(), app.billing.endUnconnected()])
  expect(await statuses()).toEqual(['canceled', 'active', 'active'])
  const audited = await app.rows(
    `select details->>'from' as before, details->>'to' as after from audit_log
      where organization_id = $1 and action = 'subscription.changed' order by created_at`,
    [left],
  )
  expect(audited.at(-1)).toEqual({ before: 'active', after: 'canceled' })
  // Retention starts now, not at the end of a period that may be long over.
  const [kept] = await app.rows<{ canceled_at: Date }>(
    'select canceled_at from subscriptions where organization_id = $1',
    [left],
  )
  expect(kept!.canceled_at.getTime()).toBe(app.clock.time)
})
