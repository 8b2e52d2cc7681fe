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

const refund = (organization: OrganizationId) =>
  app.app.inject({
    method: 'POST',
    url: `/api/organizations/${organization}/billing/refund`,
    headers: { 'x-test-user': organization },
  })

async function subscribe(organization: OrganizationId): Promise<void> {
  const opened = await app.app.inject({
    method: 'POST',
    url: '/api/stripe/create-checkout-session',
    headers: { 'x-test-user': organization },
    payload: { organizationId: organization, billingPeriod: 'monthly' },
  })
  await app.testPayments.settle(new URL(opened.json().url).pathname.split('/').at(-1)!, 'paid')
}

/** Adds enrichments with a match. */
async function spend(organization: OrganizationId, credits: number): Promise<void> {
  for (let i = 0; i < credits; i++) {
    const [row] = await app.rows<{ id: string }>(
      `insert into enrichments (organization_id, status, charged) values ($1, 'matched', true) returning id`,
      [organization],
    )
    const entry = { key: `enrich:${row!.id}`, contactId: null, description: 'Enrichment' }
    await app.db.tenant(organization, (tx) => app.credits.reserve(tx, entry))
  }
}

/** Counts the provider's calls, by key. */
function watchRefunds() {
  return vi.spyOn(app.payments, 'refundAndCancel')
}

test.each([
  ['an erased one of the same mailbox', 'pat.lee@example.com', 'pat.lee@example.com'],
  ['the mailbox under a sub-address', 'sam@example.com', 'sam+again@example.com'],
  ['a Gmail mailbox without its dots', 'jo.ann.doe@gmail.com', 'joanndoe+x@googlemail.com'],
])('refunds once per person across organizations: %s', async (_, first, second) => {
  const own = async (email: string) => {
    const organization = await app.organization()
    await app.rows('update users set email = $2 where organization_id = $1', [organization, email])
    await subscribe(organization)
    return organization
  }
  const before = await own(first)
  await spend(before, 20)
  expect((await refund(before)).statusCode).toBe(200)
  await app.rows('update users set organization_id = null where organization_id = $1', [before])
  await app.rows(`update users set email = 'gone-' || id || '@example.com' where email = $1`, [first])

  const again = await own(second)
  const refundCalls = watchRefunds()
  const answer = await refund(again)
  expect([answer.statusCode, answer.json().message]).toEqual([
    409,
    'An owner of your organization already used the money-back guarantee with another organization',
  ])
  expect(refundCalls).not.toHaveBeenCalled()
  expect(await app.readState(again)).toMatchObject({ status: 'active', credits: 1000 })
  refundCalls.mockRestore()
})

test('keeps the guarantee available after a refused refund', async () => {
  const organization = await app.organization()
  await subscribe(organization)
  const refundCalls = watchRefunds().mockRejectedValue(new AppError('conflict', 'Not refundable'))
  expect((await refund(organization)).statusCode).toBe(409)
  expect(await app.rows('select 1 from refunded_mailboxes where organization = $1', [organization])).toEqual(
    [],
  )
  refundCalls.mockRestore()
})

test('refunds once per card, whatever mailbox and organization it pays for', async () => {
  vi.spyOn(app.payments, 'cardOf').mockResolvedValue('XyzFingerprint1')
  const [first, second] = [await app.organization(), await app.organization()]
  for (const organization of [first, second]) await subscribe(organization)
  expect((await refund(first)).statusCode).toBe(200)
  const refundCalls = watchRefunds()
  const answer = await refund(second)
  expect([answer.statusCode, answer.json().message]).toEqual([
    409,
    'Another organization already used this card for the money-back guarantee',
  ])
  expect(refundCalls).not.toHaveBeenCalled()
  expect(await app.readState(second)).toMatchObject({ status: 'active', credits: 1000 })
  const kept = await app.rows<{ line: string }>('select c::text as line from refunded_cards c')
  expect(kept).toHaveLength(1)
  expect(kept[0]!.line).not.toContain('Xyz')
  // The refused attempt uses nothing up, so another card gets its refund.
  vi.spyOn(app.payments, 'cardOf').mockResolvedValue('XyzFingerprint2')
  expect((await refund(second)).statusCode).toBe(200)
})

test("waits while the provider can't name the card", async () => {
  const organization = await app.organization()
  await subscribe(organization)
  vi.spyOn(app.payments, 'cardOf').mockRejectedValueOnce(new AppError('unavailable', 'Away'))
  const refundCalls = watchRefunds()
  expect((await refund(organization)).json()).toMatchObject({ status: 'pending' })
  expect(refundCalls).not.toHaveBeenCalled()
})
