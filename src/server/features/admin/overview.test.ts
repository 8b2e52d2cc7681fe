import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Overview } from '#contract/admin.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'

const clock = { now: () => new Date('2026-03-10T12:00:00Z') }
let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ clock, adminEmails: ['op@example.com'] })
})
afterAll(() => app.close())

async function addOrganization(status: string, createdAt: string, contacts: number): Promise<string> {
  const id = randomUUID()
  await app.owner.run(
    `insert into organizations (id, name, slug, subscription_status, created_at)
     values ($1::uuid, 'Realty', $1, $2::subscription_status, $3)`,
    [id, status, createdAt],
  )
  await app.owner.run('insert into organization_counters (organization_id, contacts) values ($1, $2)', [
    id,
    contacts,
  ])
  return id
}

type Payment = {
  cents: number
  billing: 'monthly' | 'yearly'
  paid: string
  end: string
  refunded?: string
  currency?: string
}

const addPayment = (id: string, { cents, billing: period, paid, end, refunded, currency = 'usd' }: Payment) =>
  app.owner.run(
    `insert into subscription_payments (organization_id, provider, invoice_id, subscription_id, plan, period, amount_cents,
       currency, period_start, period_end, paid_at, refunded_cents, refunded_at)
     values ($1, 'test', gen_random_uuid(), 'sub', 'professional', $2, $3, $4, $5, $6, $5, $7, $8)`,
    [id, period, cents, currency, paid, end, refunded ? cents : null, refunded ?? null],
  )

const addLedgerEntry = (id: string, amount: number, operation: string, at: string) =>
  app.owner.run(
    `insert into credit_ledger (organization_id, amount, operation, idempotency_key, created_at)
     values ($1, $2, $3, gen_random_uuid(), $4)`,
    [id, amount, operation, at],
  )

test('A31 reports customers, revenue and credits by month', async () => {
  const activeId = await addOrganization('active', '2026-01-05T00:00:00Z', 120)
  const pastDueId = await addOrganization('past_due', '2026-02-28T23:59:59Z', 7)
  const canceledId = await addOrganization('canceled', '2026-03-01T00:00:00Z', 0)
  await addOrganization('incomplete', '2024-03-01T00:00:00Z', 1)
  for (const id of [activeId, activeId, pastDueId]) {
    const user = await app.services.auth.ensureUser(`${randomUUID()}@x.test`)
    await app.services.memberships.join(app.owner, { userId: user.id, organizationId: id, role: 'MEMBER' })
  }
  // The active one pays monthly and renewed in March, the past-due one paid for a year in February, and the payment of the
  // canceled one was refunded within its month.
  await addPayment(activeId, {
    cents: 7900,
    billing: 'monthly',
    paid: '2026-02-05T00:00:00Z',
    end: '2026-03-05T00:00:00Z',
  })
  await addPayment(activeId, {
    cents: 7900,
    billing: 'monthly',
    paid: '2026-03-05T00:00:00Z',
    end: '2026-04-05T00:00:00Z',
  })
  await addPayment(pastDueId, {
    cents: 79_000,
    billing: 'yearly',
    paid: '2026-02-10T00:00:00Z',
    end: '2027-02-10T00:00:00Z',
  })
  await addPayment(canceledId, {
    ...{ cents: 7900, billing: 'monthly', paid: '2026-03-02T00:00:00Z', end: '2026-04-02T00:00:00Z' },
    refunded: '2026-03-04T00:00:00Z',
  })
  await addPayment(canceledId, {
    cents: 500,
    billing: 'monthly',
    paid: '2026-03-02T00:00:00Z',
    end: '2026-04-02T00:00:00Z',
    currency: 'eur',
  })
  await addLedgerEntry(activeId, 1000, 'grant', '2026-02-05T00:00:00Z')
  await addLedgerEntry(activeId, -990, 'expire', '2026-03-05T00:00:00Z')
  await addLedgerEntry(activeId, 1000, 'grant', '2026-03-05T00:00:00Z')
  await addLedgerEntry(activeId, -1, 'enrich', '2026-03-06T00:00:00Z')
  await addLedgerEntry(activeId, -1, 'enrich', '2026-03-06T00:00:00Z')
  await addLedgerEntry(activeId, 1, 'refund', '2026-03-06T00:00:00Z')
  await addLedgerEntry(activeId, 50, 'adjustment', '2026-03-06T00:00:00Z')
  await addLedgerEntry(pastDueId, -10, 'enrich', '2026-02-28T23:59:59Z')

  const operator = await app.signIn('op@example.com')
  const response = await operator.request('GET', '/api/admin/overview')
  expect(response.status).toBe(200)
  const overview = response.json as Overview
  expect({ ...overview, months: overview.months.slice(-3) }).toEqual({
    at: '2026-03-10T12:00:00.000Z',
    organizations: { total: 4, active: 1, trialing: 0, pastDue: 1, canceled: 1, incomplete: 1, suspended: 0 },
    seats: 3,
    contacts: 128,
    months: [
      monthRow('2026-01-01', { newOrganizations: 1 }),
      monthRow('2026-02-01', {
        ...{ revenueCents: 86_900, recurringCents: 7900 + 6583, newOrganizations: 1 },
        ...{ creditsGranted: 1000, creditsUsed: 10 },
      }),
      monthRow('2026-03-01', {
        ...{ revenueCents: 7900, recurringCents: 7900 + 6583, newOrganizations: 1 },
        ...{ creditsGranted: 1000, creditsUsed: 1 },
      }),
    ],
  })
  expect(overview.months.map((each) => each.month)).toHaveLength(12)
  expect(overview.months[0]?.month).toBe('2025-04-01')
})

function monthRow(monthStart: string, changes: Partial<Overview['months'][number]>) {
  const emptyMonth = {
    revenueCents: 0,
    recurringCents: 0,
    creditsGranted: 0,
    creditsUsed: 0,
    newOrganizations: 0,
  }
  return { month: monthStart, ...emptyMonth, ...changes }
}

test('A31 lists days with broken billing rules and checks the rules on request', async () => {
  const operator = await app.signIn('op@example.com')
  await app.owner.run(`insert into money_alarms (day, broken) values ('2026-03-09', 2)`)
  const systemResponse = await operator.request('GET', '/api/admin/system')
  expect(systemResponse.json).toMatchObject({ alarms: [{ day: '2026-03-09', broken: 2 }] })
  const id = await addOrganization('active', '2026-03-01T00:00:00Z', 0)
  await app.owner.run('update organizations set credits = 3 where id = $1', [id])
  await app.owner.run(
    `insert into money_notes (key, kind, organization, subject, outcome, created_at)
     values ('late:in_1', 'late_payment', $1, 'in_1', 'paid back', '2026-03-10T11:00:00Z')`,
    [id],
  )
  const response = await operator.request('POST', '/api/admin/system/money')
  expect([response.status, response.json]).toMatchObject([
    202,
    { isRunning: true, checkedAt: null, broken: [] },
  ])
  await app.queue.drain()
  const systemAfter = (await operator.request('GET', '/api/admin/system')).json as {
    check: { broken: object[] }
    notes: object[]
  }
  expect(systemAfter.check).toMatchObject({
    isRunning: false,
    failedAt: null,
    checkedAt: '2026-03-10T12:00:00.000Z',
  })
  expect(systemAfter.check.broken).toContainEqual({ rule: 'ledger sum is not the balance', subject: id })
  expect(systemAfter.notes).toEqual([
    {
      ...{ key: 'late:in_1', kind: 'late_payment', organization: id, subject: 'in_1', outcome: 'paid back' },
      at: '2026-03-10T11:00:00.000Z',
    },
  ])
})
