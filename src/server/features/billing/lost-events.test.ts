import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY, HOUR, type StripeBilling, startStripeBilling } from '#test/workspaces/stripe-billing.ts'

let app: StripeBilling
beforeAll(async () => {
  app = await startStripeBilling()
})
afterAll(() => app.close())
beforeEach(() => app.clear())

describe('Trust 16 a missed event', () => {
  test('is caught up for a renewal, with its credits once, even if the event arrives later', async () => {
    const { organization, subscription } = await app.createSubscriber()
    app.setTime(subscription.items.data[0]!.current_period_end, 0)
    app.stripe.state.renew(subscription.id, 'paid')
    const lostEvents = app.takeEvents()
    app.clock.time += 5 * HOUR
    await app.billing.catchUp()
    expect(app.countReads(subscription.id)).toBe(0)
    app.clock.time += 2 * HOUR
    await Promise.all([app.billing.catchUp(), app.billing.catchUp()])
    const stateBefore = await app.readState(organization)
    expect(stateBefore).toMatchObject({ status: 'active', credits: 1000, sum: 1000, grants: 2 })
    const end = new Date(subscription.items.data[0]!.current_period_end * 1000).toISOString()
    expect(stateBefore?.end).toBe(end.slice(0, 10))
    expect(await app.deliver(lostEvents)).toEqual([200, 200])
    expect(await app.readState(organization)).toEqual(stateBefore)
    expect(await app.listBrokenRules()).toEqual([])
  })

  test('is caught up for an end and a failed payment, and owners are emailed', async () => {
    const { organization, subscription } = await app.createSubscriber()
    app.setTime(subscription.items.data[0]!.current_period_end, 0)
    app.stripe.state.renew(subscription.id, 'declined')
    app.takeEvents()
    app.clock.time += 7 * HOUR
    await app.billing.catchUp()
    expect(await app.readState(organization)).toMatchObject({ status: 'past_due', grants: 1 })
    expect(await app.listNotifications(organization)).toEqual([
      { title: "Your last payment didn't go through" },
    ])
    app.clock.time += DAY
    const endedAt = app.clock.now().toISOString()
    app.stripe.state.cancelNow(subscription)
    app.takeEvents()
    app.clock.time += 2 * HOUR
    await app.billing.catchUp()
    expect(await app.readState(organization)).toMatchObject({ status: 'canceled' })
    expect(
      await app.rows<{ canceled_at: Date }>(
        'select canceled_at from subscriptions where organization_id = $1',
        [organization],
      ),
    ).toEqual([{ canceled_at: new Date(endedAt) }])
    expect(await app.listNotifications(organization)).toHaveLength(2)
  })

  test('is requested once a day, or at the next run when the provider was down', async () => {
    const { subscription } = await app.createSubscriber()
    app.setTime(subscription.items.data[0]!.current_period_end, 7 * HOUR)
    app.stripe.failNext(/subscriptions/, 500, 3)
    await app.billing.catchUp()
    const requestCount = app.countReads(subscription.id)
    await app.billing.catchUp()
    await app.billing.catchUp()
    expect(app.countReads(subscription.id)).toBe(requestCount + 1)
    app.clock.time += DAY
    await app.billing.catchUp()
    expect(app.countReads(subscription.id)).toBe(requestCount + 2)
  })

  test('is caught up for a paid checkout, which unlocks the contacts', async () => {
    const { organization, session } = await app.startCheckout()
    app.stripe.state.pay(session)
    app.takeEvents()
    app.clock.time += HOUR / 2
    await app.billing.catchUp()
    expect(await app.readState(organization)).toMatchObject({ status: 'incomplete' })
    app.clock.time += HOUR
    await app.billing.catchUp()
    expect(await app.readState(organization)).toMatchObject({ status: 'active', credits: 1000, grants: 1 })
  })
})
