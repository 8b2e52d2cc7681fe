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
  app.faults.isWebhookUnavailable = false
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

async function buy(organization: OrganizationId, billingPeriod = 'monthly'): Promise<string> {
  const { url } = (await openCheckout(organization, organization, billingPeriod)).json()
  const id = new URL(url).pathname.split('/').at(-1)!
  await app.testPayments.settle(id, 'paid')
  return id
}

describe('A25 subscription', () => {
  test('activates the subscription and grants credits when a checkout is paid', async () => {
    const organization = await app.createOrganization('Blue Door Realty')
    const listAuditEntries = () =>
      app.rows<{ action: string }>(
        'select action from audit_log where organization_id = $1 order by created_at',
        [organization],
      )

    await buy(organization)

    const response = await get(organization, `/api/organizations/${organization}/subscription`)
    expect(response.json()).toEqual({
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
    const actions = (await listAuditEntries()).map(({ action }) => action)
    expect(actions).toEqual(
      expect.arrayContaining(['checkout.opened', 'subscription.changed', 'credits.granted']),
    )
    expect(app.published).toContain(`organization.changed ${organization}`)
    expect(app.woken).toEqual([organization])
  })

  test('runs until next year when a year is paid', async () => {
    const organization = await app.createOrganization()
    await buy(organization, 'yearly')
    expect(await app.readState(organization)).toMatchObject({
      status: 'active',
      end: '2027-03-01',
      credits: 1000,
    })
  })

  test('applies the checkout once when the return page comes before the webhook', async () => {
    const organization = await app.createOrganization()
    app.faults.isWebhookUnavailable = true
    const id = await buy(organization)
    expect(await app.readState(organization)).toMatchObject({ status: 'incomplete', credits: 0 })

    const responses = await Promise.all(
      Array.from({ length: 20 }, () => get(organization, `/api/stripe/checkout-success?session_id=${id}`)),
    )

    for (const response of responses) expect(response.json()).toEqual({ success: true, error: null })
    expect(await app.readState(organization)).toMatchObject({ status: 'active', credits: 1000, grants: 1 })
  })

  test('applies a webhook event that is sent again after a failure', async () => {
    const organization = await app.createOrganization()
    app.faults.isWebhookUnavailable = true
    await buy(organization)
    app.faults.isWebhookUnavailable = false

    await app.testPayments.sweep()
    await app.testPayments.sweep()

    expect(await app.readState(organization)).toMatchObject({ status: 'active', credits: 1000, grants: 1 })
  })

  test("treats another organization's checkout like an unknown one", async () => {
    const [ownId, foreignId] = [await app.createOrganization(), await app.createOrganization()]
    const id = await buy(foreignId)
    for (const session of [id, `cs_test_${'A'.repeat(43)}`, "' or 1=1", 'cs_test_']) {
      const response = await get(
        ownId,
        `/api/stripe/checkout-success?session_id=${encodeURIComponent(session)}`,
      )
      expect(response.statusCode).toBe(200)
      expect(response.json()).toEqual({ success: false, error: 'Failed to activate subscription' })
    }
    expect(await app.readState(ownId)).toMatchObject({ status: 'incomplete', credits: 0, grants: 0 })
    await buy(ownId)
    expect((await get(ownId, `/api/stripe/checkout-success?session_id=${id}`)).json().success).toBe(false)
    const missingResponse = await get(ownId, '/api/stripe/checkout-success')
    expect([missingResponse.statusCode, missingResponse.json().message]).toEqual([
      400,
      'Missing checkout session',
    ])
  })

  test('lets only an owner open a checkout, for their own organization, while none is active', async () => {
    const [ownId, foreignId, member] = [
      await app.createOrganization(),
      await app.createOrganization(),
      await app.createOrganization('Team', 'ADMIN'),
    ]
    expect((await openCheckout(member, member)).statusCode).toBe(403)
    const [foreignResponse, unknownResponse] = [
      await openCheckout(ownId, foreignId),
      await openCheckout(ownId, randomUUID()),
    ]
    expect(foreignResponse.statusCode).toBe(404)
    expect({ ...foreignResponse.json(), requestId: '' }).toEqual({ ...unknownResponse.json(), requestId: '' })
    const response = await openCheckout(ownId, ownId)
    expect(response.json().url).toMatch(new RegExp(`^${APP_URL}/test-payments/checkout/cs_test_[\\w-]{43}$`))
    await buy(ownId)
    const repeatResponse = await openCheckout(ownId, ownId)
    expect([repeatResponse.statusCode, repeatResponse.json().message]).toEqual([
      409,
      'Your organization already has an active subscription',
    ])
  })

  test("treats another organization's subscription like one that doesn't exist", async () => {
    const [ownId, foreignId] = [await app.createOrganization(), await app.createOrganization()]
    const [foreignResponse, unknownResponse] = await Promise.all(
      [foreignId, randomUUID()].map((id) => get(ownId, `/api/organizations/${id}/subscription`)),
    )
    expect(foreignResponse!.statusCode).toBe(404)
    expect({ ...foreignResponse!.json(), requestId: '' }).toEqual({
      ...unknownResponse!.json(),
      requestId: '',
    })
  })
})
