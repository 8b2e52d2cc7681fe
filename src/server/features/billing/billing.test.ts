import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import { APP_URL, type PaymentsApp, startPaymentsApp } from '#test/workspaces/payments.ts'

let app: PaymentsApp
beforeAll(async () => {
  app = await startPaymentsApp()
})
afterAll(() => app.close())
beforeEach(() => {
  app.faults.webhookAway = false
})

const get = (user: string, url: string) =>
  app.app.inject({ method: 'GET', url, headers: { 'x-test-user': user } })

const openCheckout = (user: string, organizationId: string, billingPeriod = 'monthly') =>
  app.app.inject({
    method: 'POST',
    url: '/api/stripe/create-checkout-session',
    headers: { 'x-test-user': user },
    payload: { organizationId, billingPeriod },
  })

async function pay(organization: OrganizationId, billingPeriod = 'monthly'): Promise<string> {
  const { url } = (await openCheckout(organization, organization, billingPeriod)).json()
  const id = new URL(url).pathname.split('/').at(-1)!
  await app.testPayments.settle(id, 'paid')
  return id
}

describe('A25 subscription', () => {
  test('activates the subscription and grants credits when a checkout is paid', async () => {
    const organization = await app.organization('Blue Door Realty')
    const audited = () =>
      app.rows<{ action: string }>(
        'select action from audit_log where organization_id = $1 order by created_at',
        [organization],
      )

    await pay(organization)

    const answer = await get(organization, `/api/organizations/${organization}/subscription`)
    expect(answer.json()).toEqual({
      organization: {
        id: organization,
        name: 'Blue Door Realty',
        subscriptionStatus: 'active',
        subscriptionPlan: 'professional',
        subscriptionPeriodEnd: '2026-04-01T12:00:00.000Z',
        credits: 1000,
        seats: 1,
      },
    })
    const actions = (await audited()).map(({ action }) => action)
    expect(actions).toEqual(
      expect.arrayContaining(['checkout.opened', 'subscription.changed', 'credits.granted']),
    )
    expect(app.published).toContain(`organization.changed ${organization}`)
    expect(app.woken).toEqual([organization])
  })

  test('runs until next year when a year is paid', async () => {
    const organization = await app.organization()
    await pay(organization, 'yearly')
    expect(await app.readState(organization)).toMatchObject({
      status: 'active',
      end: '2027-03-01',
      credits: 1000,
    })
  })

  test('applies the checkout once when the return page comes before the webhook', async () => {
    const organization = await app.organization()
    app.faults.webhookAway = true
    const id = await pay(organization)
    expect(await app.readState(organization)).toMatchObject({ status: 'incomplete', credits: 0 })

    const answers = await Promise.all(
      Array.from({ length: 20 }, () => get(organization, `/api/stripe/checkout-success?session_id=${id}`)),
    )

    for (const answer of answers) expect(answer.json()).toEqual({ success: true, error: null })
    expect(await app.readState(organization)).toMatchObject({ status: 'active', credits: 1000, grants: 1 })
  })

  test('applies a webhook event that is sent again after a failure', async () => {
    const organization = await app.organization()
    app.faults.webhookAway = true
    await pay(organization)
    app.faults.webhookAway = false

    await app.testPayments.sweep()
    await app.testPayments.sweep()

    expect(await app.readState(organization)).toMatchObject({ status: 'active', credits: 1000, grants: 1 })
  })

  test("answers another organization's checkout like an unknown one", async () => {
    const [own, foreign] = [await app.organization(), await app.organization()]
    const id = await pay(foreign)
    for (const session of [id, `cs_test_${'A'.repeat(43)}`, "' or 1=1", 'cs_test_']) {
      const answer = await get(own, `/api/stripe/checkout-success?session_id=${encodeURIComponent(session)}`)
      expect(answer.statusCode).toBe(200)
      expect(answer.json()).toEqual({ success: false, error: 'Failed to activate subscription' })
    }
    expect(await app.readState(own)).toMatchObject({ status: 'incomplete', credits: 0, grants: 0 })
    await pay(own)
    expect((await get(own, `/api/stripe/checkout-success?session_id=${id}`)).json().success).toBe(false)
    const missing = await get(own, '/api/stripe/checkout-success')
    expect([missing.statusCode, missing.json().message]).toEqual([400, 'Missing checkout session'])
  })

  test('lets only an owner open a checkout, for their own organization, while none is active', async () => {
    const [own, foreign, member] = [
      await app.organization(),
      await app.organization(),
      await app.organization('Team', 'ADMIN'),
    ]
    expect((await openCheckout(member, member)).statusCode).toBe(403)
    const [there, nowhere] = [await openCheckout(own, foreign), await openCheckout(own, randomUUID())]
    expect(there.statusCode).toBe(404)
    expect({ ...there.json(), requestId: '' }).toEqual({ ...nowhere.json(), requestId: '' })
    const opened = await openCheckout(own, own)
    expect(opened.json().url).toMatch(new RegExp(`^${APP_URL}/test-payments/checkout/cs_test_[\\w-]{43}$`))
    await pay(own)
    const again = await openCheckout(own, own)
    expect([again.statusCode, again.json().message]).toEqual([
      409,
      'Your organization already has an active subscription',
    ])
  })

  test("answers another organization's subscription like one that doesn't exist", async () => {
    const [own, foreign] = [await app.organization(), await app.organization()]
    const [there, nowhere] = await Promise.all(
      [foreign, randomUUID()].map((id) => get(own, `/api/organizations/${id}/subscription`)),
    )
    expect(there!.statusCode).toBe(404)
    expect({ ...there!.json(), requestId: '' }).toEqual({ ...nowhere!.json(), requestId: '' })
  })
})
