import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import { FIRST_MONTH, providerEvents } from '#test/builders/provider-events.ts'
import { type PaymentsApp, startPaymentsApp } from '#test/workspaces/payments.ts'

let app: PaymentsApp
beforeAll(async () => {
  app = await startPaymentsApp()
})
afterAll(() => app.close())
beforeEach(() => {
  vi.restoreAllMocks()
  app.faults.isWebhookUnavailable = false
})

type Method = 'GET' | 'POST'

const request = (user: string, method: Method, path: string, organization: string = user) =>
  app.app.inject({
    method,
    url: `/api/organizations/${organization}/${path}`,
    headers: { 'x-test-user': user },
  })

async function addSubscriber(): Promise<OrganizationId> {
  const organization = await app.createOrganization()
  const response = await app.app.inject({
    method: 'POST',
    url: '/api/stripe/create-checkout-session',
    headers: { 'x-test-user': organization },
    payload: { organizationId: organization, billingPeriod: 'monthly' },
  })
  await app.testPayments.settle(new URL(response.json().url).pathname.split('/').at(-1)!, 'paid')
  return organization
}

const listActions = async (organization: OrganizationId) =>
  (
    await app.rows<{ action: string }>(
      `select action from audit_log where organization_id = $1 and actor like 'user:%' order by created_at`,
      [organization],
    )
  ).map(({ action }) => action)

describe('A24 cancel and resume', () => {
  test('keeps access until the end of the period; resume revokes it; both are audited', async () => {
    const organization = await addSubscriber()
    app.clock.time += 5000
    const response = await request(organization, 'POST', 'billing/cancel')
    expect([response.statusCode, response.json()]).toMatchObject([
      200,
      {
        status: 'active',
        cancelAtPeriodEnd: true,
        periodEnd: '2026-04-01T12:00:00.000Z',
        credits: { renewsAt: null },
      },
    ])
    expect(await app.readState(organization)).toMatchObject({ status: 'active', credits: 1000 })
    app.clock.time += 5000
    expect((await request(organization, 'POST', 'billing/resume')).json()).toMatchObject({
      ...{ status: 'active', cancelAtPeriodEnd: false, credits: { renewsAt: '2026-04-01T12:00:00.000Z' } },
    })
    expect(await listActions(organization)).toEqual([
      'checkout.opened',
      'subscription.cancel_requested',
      'subscription.resume_requested',
    ])
  })

  test('shows the change before the webhook arrives, and sends a later change as a new command', async () => {
    const organization = await addSubscriber()
    app.faults.isWebhookUnavailable = true
    const cancelCalls = vi.spyOn(app.payments, 'setCancelAtPeriodEnd')
    const commands = ['cancel', 'cancel', 'resume', 'cancel']
    const flags: boolean[] = []
    for (const command of commands) {
      app.clock.time += 1000
      flags.push((await request(organization, 'POST', `billing/${command}`)).json().cancelAtPeriodEnd)
    }
    expect(flags).toEqual([true, true, false, true])
    expect(cancelCalls.mock.calls.map(([{ cancel }]) => cancel)).toEqual([true, false, true])
    expect(new Set(cancelCalls.mock.calls.map(([{ idempotencyKey }]) => idempotencyKey)).size).toBe(3)
  })

  test('ends the subscription with the period', async () => {
    const organization = await app.createOrganization()
    const { subscription, invoice } = providerEvents({ organizationId: organization })
    await app.deliver(invoice('paid', 'create', FIRST_MONTH[0], FIRST_MONTH))
    await app.deliver(subscription('deleted', 'canceled', FIRST_MONTH[1], FIRST_MONTH))
    expect(await app.readState(organization)).toMatchObject({ status: 'canceled', credits: 1000 })
    for (const command of ['cancel', 'resume']) {
      const response = await request(organization, 'POST', `billing/${command}`)
      expect([response.statusCode, response.json().message]).toEqual([
        409,
        "You don't have an active subscription",
      ])
    }
  })
})

describe('A24 portal and invoices', () => {
  test('open only for an organization with a customer', async () => {
    const organization = await addSubscriber()
    const response = await request(organization, 'POST', 'billing/portal')
    expect(response.json().url).toContain('/test-payments/portal/')
    const unpaidOrganization = await app.createOrganization()
    expect((await request(unpaidOrganization, 'POST', 'billing/portal')).statusCode).toBe(409)
    expect((await request(unpaidOrganization, 'GET', 'billing/invoices')).json()).toEqual({ invoices: [] })
    expect((await request(organization, 'GET', 'billing/invoices')).json().invoices).toHaveLength(1)
  })

  test('reject URLs of the provider that are neither ours nor https', async () => {
    const organization = await addSubscriber()
    for (const url of ['http://evil.example', 'javascript:alert(1)', 'nothing']) {
      vi.spyOn(app.payments, 'openPortal').mockResolvedValueOnce({ url })
      expect((await request(organization, 'POST', 'billing/portal')).statusCode).toBe(503)
    }
  })
})

describe('A35 billing is for owners of the organization', () => {
  const OWNER_ENDPOINTS: [Method, string][] = [
    ['POST', 'billing/portal'],
    ['POST', 'billing/cancel'],
    ['POST', 'billing/resume'],
    ['POST', 'billing/refund'],
    ['GET', 'billing/invoices'],
  ]

  test.each(OWNER_ENDPOINTS)('%s %s', async (method, path) => {
    const foreignId = await addSubscriber()
    const ownId = await app.createOrganization()
    const checksumBefore = await app.checksum()
    for (const role of ['ADMIN', 'MEMBER'] as const) {
      const session = app.sessions.get(foreignId)!
      app.sessions.set(role, { ...session, role })
      expect((await request(role, method, path, foreignId)).statusCode).toBe(403)
    }
    const foreignResponse = await request(ownId, method, path, foreignId)
    const unknownResponse = await request(ownId, method, path, randomUUID())
    expect(foreignResponse.statusCode).toBe(404)
    expect({ ...foreignResponse.json(), requestId: '' }).toEqual({ ...unknownResponse.json(), requestId: '' })
    expect((await request('nobody', method, path, foreignId)).statusCode).toBe(401)
    expect(await app.checksum()).toBe(checksumBefore)
  })

  test('shows plan and credits to every member', async () => {
    const organization = await addSubscriber()
    app.sessions.set('member', { ...app.sessions.get(organization)!, role: 'MEMBER' })
    expect((await request('member', 'GET', 'billing', organization)).json()).toMatchObject({
      status: 'active',
    })
    expect((await request('member', 'GET', 'credits/usage', organization)).statusCode).toBe(200)
    expect((await request('member', 'GET', 'credits.csv', organization)).statusCode).toBe(403)
    expect((await request(await app.createOrganization(), 'GET', 'billing', organization)).statusCode).toBe(
      404,
    )
  })
})
