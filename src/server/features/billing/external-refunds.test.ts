import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { DAY, HOUR, type StripeBilling, startStripeBilling } from '#test/workspaces/stripe-billing.ts'

let app: StripeBilling
beforeAll(async () => {
  app = await startStripeBilling()
})
afterAll(() => app.close())
beforeEach(() => app.clear())

describe('A25 external refunds', () => {
  const chargeOf = () => [...app.stripe.state.charges.values()].at(-1)!
  const notes = () =>
    app.rows<{ kind: string; outcome: string }>(
      'select kind, outcome from money_notes where created_at >= $1 order by created_at, key',
      [new Date(app.clock.time - DAY)],
    )
  const payment = async (organization: string) =>
    (
      await app.rows<{ cents: number | null; whole: boolean }>(
        `select refunded_cents as cents, refunded_at is not null as whole
           from subscription_payments where organization_id = $1`,
        [organization],
      )
    ).at(-1)
  const elsewhere = { metadata: {}, reason: null }

  test('takes the credits of a full refund, leaves the subscription to the provider, and notes it', async () => {
    const { organization } = await app.createSubscriber()
    app.stripe.state.refund(chargeOf(), { amount: 7900, ...elsewhere })
    const events = app.takeEvents()
    expect(await app.deliver([...events, ...events])).toEqual([200, 200, 200, 200])
    expect(await app.readState(organization)).toMatchObject({ status: 'active', credits: 0, sum: 0 })
    expect(await payment(organization)).toEqual({ cents: 7900, whole: true })
    expect(await notes()).toEqual([{ kind: 'refund_elsewhere', outcome: '79.00 USD (full payment)' }])
    expect(await app.ownerNotifications(organization)).toEqual([{ title: 'Your payment was refunded' }])
    expect(await app.brokenRules()).toEqual([])
  })

  test('only notes a partial refund, and treats it as full with the rest', async () => {
    const { organization } = await app.createSubscriber()
    app.stripe.state.refund(chargeOf(), { amount: 1000, ...elsewhere })
    await app.deliver(app.takeEvents())
    expect(await app.readState(organization)).toMatchObject({ status: 'active', credits: 1000 })
    expect(await payment(organization)).toEqual({ cents: 1000, whole: false })
    app.stripe.state.refund(chargeOf(), { amount: 6900, ...elsewhere })
    await app.deliver(app.takeEvents())
    expect(await app.readState(organization)).toMatchObject({ credits: 0 })
    expect(await payment(organization)).toEqual({ cents: 7900, whole: true })
  })

  test('takes no current credits for an earlier payment', async () => {
    const { organization, subscription } = await app.createSubscriber()
    const first = chargeOf()
    app.setTime(subscription.items.data[0]!.current_period_end, 0)
    app.stripe.state.renew(subscription.id, 'paid')
    await app.deliver(app.takeEvents())
    app.stripe.state.refund(first, { amount: 7900, ...elsewhere })
    await app.deliver(app.takeEvents())
    expect(await app.readState(organization)).toMatchObject({ status: 'active', credits: 1000, sum: 1000 })
    // A late renewal reports the payments again.
    app.setTime(subscription.items.data[0]!.current_period_end, 7 * HOUR)
    await app.billing.catchUp()
    expect(app.countReads(subscription.id)).toBe(1)
    expect(await app.readState(organization)).toMatchObject({ status: 'active', credits: 1000, sum: 1000 })
    expect(await app.brokenRules()).toEqual([])
  })

  test('restores the credits of a failed refund once, and takes them with the next one', async () => {
    const { organization } = await app.createSubscriber()
    const credits = async () => (await app.readState(organization))?.credits
    const fail = async (refund: { status: string | null }) => {
      app.clock.time += HOUR
      refund.status = 'failed'
      app.stripe.state.emit('refund.failed', refund)
      const events = app.takeEvents()
      await app.deliver([...events, ...events.map((event) => ({ ...event, id: `${event.id}_again` }))])
    }
    const part = app.stripe.state.refund(chargeOf(), { amount: 900, ...elsewhere })
    const rest = app.stripe.state.refund(chargeOf(), { amount: 7000, ...elsewhere })
    await app.deliver(app.takeEvents())
    expect(await credits()).toBe(0)
    await fail(part)
    expect(await payment(organization)).toEqual({ cents: 7000, whole: false })
    expect(await credits()).toBe(1000)
    expect(await app.brokenRules()).toEqual([])
    await fail(rest)
    app.clock.time += HOUR
    app.stripe.state.refund(chargeOf(), { amount: 7900, ...elsewhere })
    await app.deliver(app.takeEvents())
    expect(await app.readState(organization)).toMatchObject({ credits: 0, sum: 0 })
    expect(await app.brokenRules()).toEqual([])
  })

  test('restores no credits of a past period', async () => {
    const { organization, subscription } = await app.createSubscriber()
    const refund = app.stripe.state.refund(chargeOf(), { amount: 7900, ...elsewhere })
    await app.deliver(app.takeEvents())
    app.setTime(subscription.items.data[0]!.current_period_end, 0)
    app.stripe.state.renew(subscription.id, 'paid')
    await app.deliver(app.takeEvents())
    refund.status = 'failed'
    app.stripe.state.emit('refund.failed', refund)
    await app.deliver(app.takeEvents())
    expect(await app.readState(organization)).toMatchObject({ credits: 1000, sum: 1000, grants: 2 })
    expect(await app.brokenRules()).toEqual([])
  })

  test('reverses a refund that fails later, and ignores late events about it', async () => {
    const { organization } = await app.createSubscriber()
    const refund = app.stripe.state.refund(chargeOf(), { amount: 7900, ...elsewhere })
    const [created] = app.takeEvents()
    await app.deliver([created!])
    app.clock.time += HOUR
    refund.status = 'failed'
    app.stripe.state.emit('refund.failed', refund)
    await app.deliver(app.takeEvents())
    expect(await payment(organization)).toEqual({ cents: null, whole: false })
    await app.deliver([{ ...created!, id: 'evt_late' }])
    expect(await payment(organization)).toEqual({ cents: null, whole: false })
    expect((await notes()).map(({ kind }) => kind)).toEqual(['refund_elsewhere', 'refund_failed'])
    expect(await app.brokenRules()).toEqual([])
  })

  test('ignores another product at the same provider', async () => {
    await app.createSubscriber()
    const charge = { ...chargeOf(), id: 'ch_else', payment_intent: 'pi_else' }
    app.stripe.state.charges.set(charge.id, charge)
    app.stripe.state.refund(charge, { amount: 100, ...elsewhere })
    const before = await notes()
    expect(await app.deliver(app.takeEvents())).toEqual([200, 200])
    expect(await notes()).toEqual(before)
  })

  test('counts our own refund that fails later as unrefunded', async () => {
    const { organization } = await app.createSubscriber()
    const answer = await app.app.inject({
      method: 'POST',
      url: `/api/organizations/${organization}/billing/refund`,
      headers: { 'x-test-user': organization },
    })
    expect(answer.json()).toMatchObject({ status: 'refunded' })
    const created = app.takeEvents()
    await app.deliver(created)
    expect(await payment(organization)).toEqual({ cents: 7900, whole: true })
    const refund = [...app.stripe.state.refunds.values()].at(-1)!
    refund.status = 'failed'
    app.stripe.state.emit('refund.failed', refund)
    const failed = app.takeEvents()
    await app.deliver(failed)
    expect(await payment(organization)).toEqual({ cents: null, whole: false })
    await app.deliver([...created, ...failed].map((event) => ({ ...event, id: `${event.id}_late` })))
    expect(await payment(organization)).toEqual({ cents: null, whole: false })
    expect(await app.readState(organization)).toMatchObject({ status: 'canceled', credits: 1000, sum: 1000 })
    const rules = (await app.brokenRules()) as { rule: string }[]
    expect(rules.map(({ rule }) => rule)).toEqual(['refund that did not take place'])
    app.clock.time += 4 * DAY
  })
})

test('Trust 17 emails operators new notes once, and retries a failed email', async () => {
  const { subscription } = await app.createSubscriber()
  app.stripe.state.refund([...app.stripe.state.charges.values()].at(-1)!, {
    amount: 100,
    metadata: {},
    reason: null,
  })
  await app.deliver(app.takeEvents())
  const mails = () => app.mailer.outbox!.filter(({ subject }) => subject.includes('review'))
  vi.spyOn(app.mailer, 'send').mockRejectedValueOnce(new Error('no mail server'))
  await expect(app.billing.checkMoney()).rejects.toThrow('no mail server')
  await Promise.all([app.billing.checkMoney(), app.billing.checkMoney()])
  expect(mails()).toHaveLength(1)
  expect(mails()[0]!.text).toContain('1.00 USD (partial)')
  expect(subscription.status).toBe('active')
})
