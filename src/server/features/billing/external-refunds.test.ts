import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { DAY, HOUR, type StripeBilling, startStripeBilling } from '#test/workspaces/stripe-billing.ts'

let app: StripeBilling
beforeAll(async () => {
  app = await startStripeBilling()
})
afterAll(() => app.close())
beforeEach(() => app.clear())

describe('A25 external refunds', () => {
  const lastCharge = () => [...app.stripe.state.charges.values()].at(-1)!
  const listNotes = () =>
    app.rows<{ kind: string; outcome: string }>(
      'select kind, outcome from money_notes where created_at >= $1 order by created_at, key',
      [new Date(app.clock.time - DAY)],
    )
  const findPayment = async (organization: string) =>
    (
      await app.rows<{ cents: number | null; is_full: boolean }>(
        `select refunded_cents as cents, refunded_at is not null as is_full
           from subscription_payments where organization_id = $1`,
        [organization],
      )
    ).at(-1)
  const externalFields = { metadata: {}, reason: null }

  test('revokes the credits of a full refund, leaves the subscription to the provider, and adds a note', async () => {
    const { organization } = await app.createSubscriber()
    app.stripe.state.refund(lastCharge(), { amount: 7900, ...externalFields })
    const events = app.takeEvents()
    expect(await app.deliver([...events, ...events])).toEqual([200, 200, 200, 200])
    expect(await app.readState(organization)).toMatchObject({ status: 'active', credits: 0, sum: 0 })
    expect(await findPayment(organization)).toEqual({ cents: 7900, is_full: true })
    expect(await listNotes()).toEqual([{ kind: 'refund_elsewhere', outcome: '79.00 USD (full payment)' }])
    expect(await app.listNotifications(organization)).toEqual([{ title: 'Your payment was refunded' }])
    expect(await app.listBrokenRules()).toEqual([])
  })

  test('only notes a partial refund, and treats it as full once the rest is refunded', async () => {
    const { organization } = await app.createSubscriber()
    app.stripe.state.refund(lastCharge(), { amount: 1000, ...externalFields })
    await app.deliver(app.takeEvents())
    expect(await app.readState(organization)).toMatchObject({ status: 'active', credits: 1000 })
    expect(await findPayment(organization)).toEqual({ cents: 1000, is_full: false })
    app.stripe.state.refund(lastCharge(), { amount: 6900, ...externalFields })
    await app.deliver(app.takeEvents())
    expect(await app.readState(organization)).toMatchObject({ credits: 0 })
    expect(await findPayment(organization)).toEqual({ cents: 7900, is_full: true })
  })

  test('leaves current credits when an earlier payment is refunded', async () => {
    const { organization, subscription } = await app.createSubscriber()
    const firstCharge = lastCharge()
    app.setTime(subscription.items.data[0]!.current_period_end, 0)
    app.stripe.state.renew(subscription.id, 'paid')
    await app.deliver(app.takeEvents())
    app.stripe.state.refund(firstCharge, { amount: 7900, ...externalFields })
    await app.deliver(app.takeEvents())
    expect(await app.readState(organization)).toMatchObject({ status: 'active', credits: 1000, sum: 1000 })
    // A late renewal reports the payments again.
    app.setTime(subscription.items.data[0]!.current_period_end, 7 * HOUR)
    await app.billing.catchUp()
    expect(app.countReads(subscription.id)).toBe(1)
    expect(await app.readState(organization)).toMatchObject({ status: 'active', credits: 1000, sum: 1000 })
    expect(await app.listBrokenRules()).toEqual([])
  })

  test('restores the credits of a failed refund once, and revokes them with the next refund', async () => {
    const { organization } = await app.createSubscriber()
    const readCredits = async () => (await app.readState(organization))?.credits
    const failRefund = async (refund: { status: string | null }) => {
      app.clock.time += HOUR
      refund.status = 'failed'
      app.stripe.state.emit('refund.failed', refund)
      const events = app.takeEvents()
      await app.deliver([...events, ...events.map((event) => ({ ...event, id: `${event.id}_again` }))])
    }
    const partialRefund = app.stripe.state.refund(lastCharge(), { amount: 900, ...externalFields })
    const remainingRefund = app.stripe.state.refund(lastCharge(), { amount: 7000, ...externalFields })
    await app.deliver(app.takeEvents())
    expect(await readCredits()).toBe(0)
    await failRefund(partialRefund)
    expect(await findPayment(organization)).toEqual({ cents: 7000, is_full: false })
    expect(await readCredits()).toBe(1000)
    expect(await app.listBrokenRules()).toEqual([])
    await failRefund(remainingRefund)
    app.clock.time += HOUR
    app.stripe.state.refund(lastCharge(), { amount: 7900, ...externalFields })
    await app.deliver(app.takeEvents())
    expect(await app.readState(organization)).toMatchObject({ credits: 0, sum: 0 })
    expect(await app.listBrokenRules()).toEqual([])
  })

  test("doesn't restore credits of a past period", async () => {
    const { organization, subscription } = await app.createSubscriber()
    const refund = app.stripe.state.refund(lastCharge(), { amount: 7900, ...externalFields })
    await app.deliver(app.takeEvents())
    app.setTime(subscription.items.data[0]!.current_period_end, 0)
    app.stripe.state.renew(subscription.id, 'paid')
    await app.deliver(app.takeEvents())
    refund.status = 'failed'
    app.stripe.state.emit('refund.failed', refund)
    await app.deliver(app.takeEvents())
    expect(await app.readState(organization)).toMatchObject({ credits: 1000, sum: 1000, grants: 2 })
    expect(await app.listBrokenRules()).toEqual([])
  })

  test('reverses a refund that fails later, and ignores late events about it', async () => {
    const { organization } = await app.createSubscriber()
    const refund = app.stripe.state.refund(lastCharge(), { amount: 7900, ...externalFields })
    const [createdEvent] = app.takeEvents()
    await app.deliver([createdEvent!])
    app.clock.time += HOUR
    refund.status = 'failed'
    app.stripe.state.emit('refund.failed', refund)
    await app.deliver(app.takeEvents())
    expect(await findPayment(organization)).toEqual({ cents: null, is_full: false })
    await app.deliver([{ ...createdEvent!, id: 'evt_late' }])
    expect(await findPayment(organization)).toEqual({ cents: null, is_full: false })
    expect((await listNotes()).map(({ kind }) => kind)).toEqual(['refund_elsewhere', 'refund_failed'])
    expect(await app.listBrokenRules()).toEqual([])
  })

  test('ignores another product at the same provider', async () => {
    await app.createSubscriber()
    const charge = { ...lastCharge(), id: 'ch_else', payment_intent: 'pi_else' }
    app.stripe.state.charges.set(charge.id, charge)
    app.stripe.state.refund(charge, { amount: 100, ...externalFields })
    const notesBefore = await listNotes()
    expect(await app.deliver(app.takeEvents())).toEqual([200, 200])
    expect(await listNotes()).toEqual(notesBefore)
  })

  test('counts our own refund that fails later as unrefunded', async () => {
    const { organization } = await app.createSubscriber()
    const response = await app.app.inject({
      method: 'POST',
      url: `/api/organizations/${organization}/billing/refund`,
      headers: { 'x-test-user': organization },
    })
    expect(response.json()).toMatchObject({ status: 'refunded' })
    const createdEvents = app.takeEvents()
    await app.deliver(createdEvents)
    expect(await findPayment(organization)).toEqual({ cents: 7900, is_full: true })
    const refund = [...app.stripe.state.refunds.values()].at(-1)!
    refund.status = 'failed'
    app.stripe.state.emit('refund.failed', refund)
    const failedEvents = app.takeEvents()
    await app.deliver(failedEvents)
    expect(await findPayment(organization)).toEqual({ cents: null, is_full: false })
    await app.deliver(
      [...createdEvents, ...failedEvents].map((event) => ({ ...event, id: `${event.id}_late` })),
    )
    expect(await findPayment(organization)).toEqual({ cents: null, is_full: false })
    expect(await app.readState(organization)).toMatchObject({ status: 'canceled', credits: 1000, sum: 1000 })
    const rules = (await app.listBrokenRules()) as { rule: string }[]
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
  const listEmails = () => app.mailer.outbox!.filter(({ subject }) => subject.includes('review'))
  vi.spyOn(app.mailer, 'send').mockRejectedValueOnce(new Error('no mail server'))
  await expect(app.billing.checkMoney()).rejects.toThrow('no mail server')
  await Promise.all([app.billing.checkMoney(), app.billing.checkMoney()])
  expect(listEmails()).toHaveLength(1)
  expect(listEmails()[0]!.text).toContain('1.00 USD (partial)')
  expect(subscription.status).toBe('active')
})
