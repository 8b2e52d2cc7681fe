import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import { FIRST_MONTH, providerEvents, SECOND_MONTH } from '#test/builders/provider-events.ts'
import { type PaymentsApp, startPaymentsApp } from '#test/workspaces/payments.ts'

let app: PaymentsApp
beforeAll(async () => {
  app = await startPaymentsApp()
})
afterAll(() => app.close())
beforeEach(() => vi.restoreAllMocks())

async function emailsTo(organization: OrganizationId) {
  await app.sendDueEmails()
  return app.mailer.outbox!.filter(({ to }) => to.includes(organization)).reverse()
}

const addUser = (organization: OrganizationId, role: string) =>
  app.rows(
    `with person as (insert into users (email, organization_id, role) values ($1, $2, $3) returning *)
     insert into memberships (user_id, organization_id, role) select id, organization_id, role from person`,
    [`${role.toLowerCase()}.${organization}@example.com`, organization, role],
  )

test('A24 emails every owner once per failed attempt, however often the event arrives', async () => {
  const organization = await app.createOrganization()
  await addUser(organization, 'OWNER')
  await addUser(organization, 'ADMIN')
  const { subscription, invoice } = providerEvents({ organizationId: organization })
  const failedInvoice = invoice('payment_failed', 'cycle', SECOND_MONTH[0], SECOND_MONTH)
  const nextAttempt = { next_payment_attempt: Date.parse('2026-02-08T00:00:00Z') / 1000 }
  Object.assign(failedInvoice.data.object, nextAttempt)
  await app.deliver(invoice('paid', 'create', FIRST_MONTH[0], FIRST_MONTH))
  await Promise.all(Array.from({ length: 20 }, () => app.deliver(failedInvoice)))
  await app.deliver(subscription('updated', 'past_due', SECOND_MONTH[0], SECOND_MONTH))
  const emails = await emailsTo(organization)
  expect(emails.map(({ to }) => to).sort()).toEqual([
    `${organization}@example.com`,
    `owner.${organization}@example.com`,
  ])
  expect(emails[0]!.subject).toBe("Your Ninefold payment didn't go through")
  expect(emails[0]!.text).toContain("We'll try again on Feb 8, 2026")
  expect(emails[0]!.text).toContain('http://localhost:3000/settings/billing')

  const secondFailure = invoice('payment_failed', 'cycle', '2026-02-08T00:00:00Z', SECOND_MONTH)
  Object.assign(secondFailure.data.object, { attempt_count: 2 })
  await app.deliver(secondFailure)
  const emailsAfter = await emailsTo(organization)
  expect(emailsAfter).toHaveLength(4)
  expect(emailsAfter[3]!.text).toContain('Attempt 2 to renew')
})

test('A24 sends nothing for a late failure of a renewal that was paid', async () => {
  const organization = await app.createOrganization()
  const { invoice } = providerEvents({ organizationId: organization })
  await app.deliver(
    invoice('paid', 'create', FIRST_MONTH[0], FIRST_MONTH),
    invoice('paid', 'cycle', '2026-02-06T00:00:00Z', SECOND_MONTH),
    invoice('payment_failed', 'cycle', SECOND_MONTH[0], SECOND_MONTH),
  )
  expect(await emailsTo(organization)).toEqual([])
})

test('A24 emails the end once, with the end of the retention', async () => {
  const organization = await app.createOrganization()
  const { subscription, invoice } = providerEvents({ organizationId: organization })
  await app.deliver(
    invoice('paid', 'create', FIRST_MONTH[0], FIRST_MONTH),
    subscription('deleted', 'canceled', FIRST_MONTH[1], FIRST_MONTH),
    subscription('deleted', 'canceled', FIRST_MONTH[1], FIRST_MONTH),
  )
  const emails = await emailsTo(organization)
  expect(emails.map(({ subject }) => subject)).toEqual(['Your Ninefold subscription has ended'])
  expect(emails[0]!.text).toContain('store them until May 6, 2026')
})

test('A24 sends nothing about a checkout that was never paid', async () => {
  const organization = await app.createOrganization()
  const { subscription } = providerEvents({ organizationId: organization })
  await app.deliver(
    subscription('created', 'incomplete', FIRST_MONTH[0], FIRST_MONTH),
    subscription('updated', 'incomplete_expired', '2026-01-06T00:00:00Z', FIRST_MONTH),
  )
  expect(await emailsTo(organization)).toEqual([])
})

test('A26 emails owners once a month when a tenth of the credits is left', async () => {
  const organization = await app.createOrganization()
  const { invoice } = providerEvents({ organizationId: organization })
  await app.deliver(invoice('paid', 'create', FIRST_MONTH[0], FIRST_MONTH))
  const useCredits = (from: number, to: number) =>
    app.db.tenant(organization, async (tx) => {
      for (let i = from; i < to; i++) {
        const key = `enrich:${organization}-${i}`
        await app.credits.reserve(tx, { key, contactId: null, description: 'Enrichment' })
      }
      return app.credits.lowCreditsOf(tx)
    })
  expect(await useCredits(0, 899)).toBeNull()
  expect(await emailsTo(organization)).toEqual([])
  await useCredits(899, 905)
  await useCredits(905, 1000)
  const emails = await emailsTo(organization)
  expect(emails.map(({ subject }) => subject)).toEqual(['95 Ninefold credits left'])
  await app.deliver(invoice('paid', 'cycle', SECOND_MONTH[0], SECOND_MONTH))
  await useCredits(1000, 1950)
  expect(await emailsTo(organization)).toHaveLength(2)
})

test('A24 retries until the mail server is back and sends one email per owner', async () => {
  const organization = await app.createOrganization()
  await addUser(organization, 'OWNER')
  const { subscription, invoice } = providerEvents({ organizationId: organization })
  await app.deliver(
    invoice('paid', 'create', FIRST_MONTH[0], FIRST_MONTH),
    subscription('deleted', 'canceled', FIRST_MONTH[1], FIRST_MONTH),
  )
  const send = app.mailer.send
  let sendCount = 0
  vi.spyOn(app.mailer, 'send').mockImplementation((message) => {
    sendCount += 1
    return sendCount === 2
      ? Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }))
      : send(message)
  })
  await expect(app.sendDueEmails()).rejects.toThrow()
  vi.restoreAllMocks()
  expect(await emailsTo(organization)).toHaveLength(1)
  app.clock.time += 31_000
  const emails = await emailsTo(organization)
  expect(emails.map(({ to }) => to)).toHaveLength(2)
  expect(new Set(emails.map(({ to }) => to)).size).toBe(2)
})

test('Trust 17 drops the email when its transaction fails', async () => {
  const organization = await app.createOrganization()
  const { subscription, invoice } = providerEvents({ organizationId: organization })
  await app.deliver(invoice('paid', 'create', FIRST_MONTH[0], FIRST_MONTH))
  app.faults.publish = new Error('no effect')
  const endEvent = subscription('deleted', 'canceled', FIRST_MONTH[1], FIRST_MONTH)
  expect(await app.deliver(endEvent)).toEqual([500])
  app.faults.publish = null
  expect(await emailsTo(organization)).toEqual([])
  await app.deliver(endEvent)
  expect(await emailsTo(organization)).toHaveLength(1)
})
