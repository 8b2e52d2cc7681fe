import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { AppError } from '#server/platform/errors.ts'
import { dumpRows } from '#test/checks.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

let app: TestApp
const clock = { time: Date.parse('2026-11-21T12:00:00Z'), now: () => new Date(clock.time) }
beforeAll(async () => {
  app = await createTestApp({ clock })
})
afterAll(() => app.close())
afterEach(() => {
  vi.restoreAllMocks()
})

const DAY = 86_400_000
const unavailableError = () => new AppError('unavailable', 'The payment provider is unavailable')

const subscribe = (
  organizationId: string,
  status: string,
  isEnding = false,
  canceledAt: Date | null = null,
) =>
  app.owner.run(
    `insert into subscriptions (organization_id, provider, subscription_id, customer_id, plan, period, status,
       period_end, cancel_at_period_end, event_at, created_at, canceled_at)
     values ($1::uuid, 'test', 'sub_' || $1::uuid, 'cus_' || $1::uuid, 'professional', 'monthly', $2, $3, $4, $3, $3, $5)`,
    [organizationId, status, clock.now(), isEnding, canceledAt],
  )
const erase = (person: Person) =>
  person.request('POST', `/api/organizations/${person.organizationId}/erase`, {
    name: `Company of ${person.email}`,
  })
const countOrganizations = async (id: string) =>
  (await app.owner.rows('select 1 from organizations where id = $1', [id])).length
/** Continues postponed erasures. */
async function continueErasures() {
  clock.time += 3_600_000
  await app.services.erasure.sweep()
  await app.queue.drain()
}

describe('Trust 25 charges of an erased organization', () => {
  test('starts only after the provider has ended the subscription, also after failures', async () => {
    const owner = await app.subscriber('crossbill@example.com')
    await subscribe(owner.organizationId, 'active')
    const endNow = vi
      .spyOn(app.payments, 'endNow')
      .mockRejectedValueOnce(unavailableError())
      .mockRejectedValueOnce(new AppError('conflict', 'The payment provider refused this'))
      .mockResolvedValue()
    expect((await erase(owner)).status).toBe(503)
    expect((await erase(owner)).status).toBe(409)
    expect((await owner.request('GET', '/api/auth/user')).status).toBe(200)
    expect((await erase(owner)).status).toBe(202)
    expect(endNow).toHaveBeenCalledWith(
      expect.objectContaining({ subscriptionId: `sub_${owner.organizationId}` }),
    )
    await app.queue.drain()
    expect(await dumpRows(app.owner)).not.toMatch(/crossbill/i)
  })

  test('ends a past-due subscription that was already canceled', async () => {
    const owner = await app.subscriber('dunnock@example.com')
    await subscribe(owner.organizationId, 'past_due', true)
    const endNow = vi.spyOn(app.payments, 'endNow')
    expect((await erase(owner)).status).toBe(202)
    expect(endNow.mock.calls[0]?.[0].subscriptionId).toBe(`sub_${owner.organizationId}`)
  })

  test('expires an open checkout', async () => {
    const owner = await app.subscriber('whinchat@example.com')
    const { url } = await app.payments.openCheckout({
      ...{ organizationId: owner.organizationId, customerEmail: owner.email, customerId: null },
      ...{ plan: 'professional', period: 'monthly', idempotencyKey: 'whinchat' },
      ...{ successUrl: 'http://localhost:3000/', cancelUrl: 'http://localhost:3000/' },
    })
    expect((await erase(owner)).status).toBe(202)
    const id = new URL(url).pathname.split('/').at(-1) ?? ''
    expect(await app.payments.settle(id, 'paid')).toMatchObject({ status: 'canceled' })
  })

  test('completes open refunds first, including new ones', async () => {
    const owner = await app.subscriber('fieldfare@example.com')
    const id = owner.organizationId
    await subscribe(id, 'active')
    await app.owner.run(
      `insert into subscription_payments (organization_id, provider, subscription_id, invoice_id, plan, period, amount_cents,
         paid_at)
       values ($1::uuid, 'test', 'sub_' || $1::uuid, 'in_' || $1::uuid, 'professional', 'monthly', 7900, $2)`,
      [id, clock.now()],
    )
    const requestRefund = () =>
      app.owner.run(
        `insert into subscription_refunds (organization_id, provider, subscription_id, reason, created_at, next_try_at)
         values ($1::uuid, 'test', 'sub_' || $1::uuid, 'double_checkout', $2, $3)`,
        [id, clock.now(), new Date(clock.time + DAY)],
      )
    await requestRefund()
    const refund = vi.spyOn(app.payments, 'refundAndCancel').mockRejectedValueOnce(unavailableError())
    expect((await erase(owner)).status).toBe(503)
    refund.mockResolvedValue({ amountCents: 7900 })
    expect((await erase(owner)).status).toBe(202)
    expect(refund).toHaveBeenCalledTimes(2)

    await app.owner.run('delete from subscription_refunds where organization_id = $1', [id])
    await requestRefund()
    refund.mockRejectedValueOnce(unavailableError())
    await app.queue.drain().catch(() => {})
    expect(await countOrganizations(id)).toBe(1)
    await continueErasures()
    expect(refund).toHaveBeenCalledTimes(4)
    expect(await countOrganizations(id)).toBe(0)
  })
})

describe('Trust 25 joining during an erasure', () => {
  test("rejects invitations and keeps the new member's account", async () => {
    const owner = await app.subscriber('wheatear@example.com')
    const id = owner.organizationId
    await owner.request('POST', `/api/organizations/${id}/invitations`, {
      email: 'guest@example.net',
      role: 'MEMBER',
    })
    await app.queue.drain()
    const text = app.mailer.outbox?.find(({ to }) => to === 'guest@example.net')?.text ?? ''
    const [, token = ''] = /token=(\S+)/.exec(text) ?? []
    const guest = await app.signIn('guest@example.net')
    const invitations = await app.owner.rows('select * from invitations where organization_id = $1', [id])
    expect(invitations).toHaveLength(1)
    expect((await erase(owner)).status).toBe(202)
    expect((await guest.request('POST', '/api/invitations/accept', { token })).status).toBe(404)
    // An invitation that an administrator sent at the same moment.
    await app.owner.run(`insert into invitations select * from json_populate_record(null::invitations, $1)`, [
      JSON.stringify(
        Object.fromEntries(
          Object.entries(invitations[0] as object).map(([key, value]) => [
            key.replace(/[A-Z]/g, (one) => `_${one.toLowerCase()}`),
            value,
          ]),
        ),
      ),
    ])
    const response = await guest.request('POST', '/api/invitations/accept', { token })
    expect([response.status, (response.json as { message: string }).message]).toEqual([
      409,
      "This organization is being deleted, so you can't join it.",
    ])
    await app.services.memberships.join(app.owner, {
      userId: guest.userId,
      organizationId: id,
      role: 'MEMBER',
    })
    await app.queue.drain()
    expect(await countOrganizations(id)).toBe(0)
    expect((await guest.request('GET', '/api/auth/user')).json).toMatchObject({ organizationId: null })
  })
})

describe('A38 notice before an erasure', () => {
  test('counts from its delivery to an owner, not from its creation', async () => {
    const owner = await app.subscriber('twite@example.com')
    const id = owner.organizationId
    await subscribe(id, 'canceled', false, new Date(clock.time - 400 * DAY))
    await app.owner.run(`update organizations set subscription_status = 'canceled' where id = $1`, [id])
    const review = async () => {
      await app.services.erasure.reviewCanceled()
      await app.services.erasure.sweep().catch(() => {})
      await app.queue.drain()
    }
    const sendSpy = vi
      .spyOn(app.mailer, 'send')
      .mockRejectedValue(new Error('the mail server is unavailable'))
    for (let day = 0; day < 10; day++) {
      await review()
      clock.time += DAY
    }
    expect(await countOrganizations(id)).toBe(1)
    sendSpy.mockRestore()
    await review()
    expect(app.mailer.outbox?.filter(({ to }) => to === owner.email).at(0)?.subject).toMatch(/in 3 days$/)
    clock.time += 2 * DAY
    await review()
    expect(await countOrganizations(id)).toBe(1)
    clock.time += DAY
    await review()
    expect(await countOrganizations(id)).toBe(0)
  })
})
