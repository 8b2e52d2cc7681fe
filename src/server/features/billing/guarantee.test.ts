import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import { AppError } from '#server/platform/errors.ts'
import { type PaymentsApp, startPaymentsApp } from '#test/workspaces/payments.ts'

let app: PaymentsApp
beforeAll(async () => {
  app = await startPaymentsApp()
})
afterAll(() => app.close())
beforeEach(() => vi.restoreAllMocks())

const requestRefund = (organization: OrganizationId) =>
  app.app.inject({
    method: 'POST',
    url: `/api/organizations/${organization}/billing/refund`,
    headers: { 'x-test-user': organization },
  })

async function subscribe(organization: OrganizationId): Promise<void> {
  const response = await app.app.inject({
    method: 'POST',
    url: '/api/stripe/create-checkout-session',
    headers: { 'x-test-user': organization },
    payload: { organizationId: organization, billingPeriod: 'monthly' },
  })
  await app.testPayments.settle(new URL(response.json().url).pathname.split('/').at(-1)!, 'paid')
}

/** Adds enrichments with a match. */
async function spendCredits(organization: OrganizationId, credits: number): Promise<void> {
  for (let i = 0; i < credits; i++) {
    const [row] = await app.rows<{ id: string }>(
      `insert into enrichments (organization_id, status, charged) values ($1, 'matched', true) returning id`,
      [organization],
    )
    const entry = { key: `enrich:${row!.id}`, contactId: null, description: 'Enrichment' }
    await app.db.tenant(organization, (tx) => app.credits.reserve(tx, entry))
  }
}

/** Records the refund requests to the provider. */
function spyOnRefunds() {
  return vi.spyOn(app.payments, 'refundAndCancel')
}

test.each([
  ['an erased organization with the same mailbox', 'pat.lee@example.com', 'pat.lee@example.com'],
  ['the mailbox under a sub-address', 'sam@example.com', 'sam+again@example.com'],
  ['a Gmail mailbox without its dots', 'jo.ann.doe@gmail.com', 'joanndoe+x@googlemail.com'],
])('refunds once per person across organizations: %s', async (_, firstEmail, secondEmail) => {
  const addSubscriber = async (email: string) => {
    const organization = await app.createOrganization()
    await app.rows('update users set email = $2 where organization_id = $1', [organization, email])
    await subscribe(organization)
    return organization
  }
  const firstOrganization = await addSubscriber(firstEmail)
  await spendCredits(firstOrganization, 20)
  expect((await requestRefund(firstOrganization)).statusCode).toBe(200)
  await app.rows('update users set organization_id = null where organization_id = $1', [firstOrganization])
  await app.rows(`update users set email = 'gone-' || id || '@example.com' where email = $1`, [firstEmail])

  const secondOrganization = await addSubscriber(secondEmail)
  const refundCalls = spyOnRefunds()
  const response = await requestRefund(secondOrganization)
  expect([response.statusCode, response.json().message]).toEqual([
    409,
    'An owner of your organization already used the money-back guarantee with another organization',
  ])
  expect(refundCalls).not.toHaveBeenCalled()
  expect(await app.readState(secondOrganization)).toMatchObject({ status: 'active', credits: 1000 })
  refundCalls.mockRestore()
})

test('keeps the guarantee available after a refused refund', async () => {
  const organization = await app.createOrganization()
  await subscribe(organization)
  const refundCalls = spyOnRefunds().mockRejectedValue(new AppError('conflict', 'Not refundable'))
  expect((await requestRefund(organization)).statusCode).toBe(409)
  expect(await app.rows('select 1 from refunded_mailboxes where organization = $1', [organization])).toEqual(
    [],
  )
  refundCalls.mockRestore()
})

test('refunds once per card, whatever mailbox and organization it pays for', async () => {
  vi.spyOn(app.payments, 'cardOf').mockResolvedValue('XyzFingerprint1')
  const [first, second] = [await app.createOrganization(), await app.createOrganization()]
  for (const organization of [first, second]) await subscribe(organization)
  expect((await requestRefund(first)).statusCode).toBe(200)
  const refundCalls = spyOnRefunds()
  const response = await requestRefund(second)
  expect([response.statusCode, response.json().message]).toEqual([
    409,
    'Another organization already used this card for the money-back guarantee',
  ])
  expect(refundCalls).not.toHaveBeenCalled()
  expect(await app.readState(second)).toMatchObject({ status: 'active', credits: 1000 })
  const storedCards = await app.rows<{ line: string }>('select c::text as line from refunded_cards c')
  expect(storedCards).toHaveLength(1)
  expect(storedCards[0]!.line).not.toContain('Xyz')
  // A refused attempt doesn't use the guarantee, so another card gets its refund.
  vi.spyOn(app.payments, 'cardOf').mockResolvedValue('XyzFingerprint2')
  expect((await requestRefund(second)).statusCode).toBe(200)
})

test("waits while the provider can't name the card", async () => {
  const organization = await app.createOrganization()
  await subscribe(organization)
  vi.spyOn(app.payments, 'cardOf').mockRejectedValueOnce(new AppError('unavailable', 'Away'))
  const refundCalls = spyOnRefunds()
  expect((await requestRefund(organization)).json()).toMatchObject({ status: 'pending' })
  expect(refundCalls).not.toHaveBeenCalled()
})
