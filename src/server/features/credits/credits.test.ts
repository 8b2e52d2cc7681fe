import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import { providerEvents } from '#test/builders/provider-events.ts'
import { type PaymentsApp, startPaymentsApp } from '#test/workspaces/payments.ts'

let app: PaymentsApp
beforeAll(async () => {
  app = await startPaymentsApp()
})
afterAll(() => app.close())

const MARCH = { start: '2026-03-01T00:00:00.000Z', end: '2026-04-01T00:00:00.000Z' }
const APRIL = { start: '2026-04-01T00:00:00.000Z', end: '2026-05-01T00:00:00.000Z' }

const runConcurrently = <T>(count: number, work: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, i) => work(i)))

const reserve = (organization: OrganizationId, key: string, contactId: string | null = null) =>
  app.db.tenant(organization, (tx) => app.credits.reserve(tx, { key, contactId, description: 'Enrichment' }))

const refund = (organization: OrganizationId, key: string, contactId: string | null = null) =>
  app.db.tenant(organization, (tx) =>
    app.credits.refundCredits(tx, [{ key, contactId, description: 'No match' }]),
  )

const grant = (organization: OrganizationId, key: string, period: typeof MARCH, amount = 1000) =>
  app.db.tenant(organization, (tx) => app.credits.grantPeriod(tx, { key, amount, ...period }))

/** Reads the balance and checks it against the ledger. */
async function readBalance(organization: OrganizationId): Promise<number> {
  const [row] = await app.rows<{ credits: number; sum: number }>(
    `select credits, (select coalesce(sum(amount), 0)::int from credit_ledger where organization_id = o.id) as sum
       from organizations o where id = $1`,
    [organization],
  )
  expect(row!.sum).toBe(row!.credits)
  return row!.credits
}

async function readLedger(organization: OrganizationId): Promise<string[]> {
  const rows = await app.rows<{ operation: string; amount: number }>(
    'select operation, amount from credit_ledger where organization_id = $1 order by created_at',
    [organization],
  )
  return rows.map(({ operation, amount }) => `${operation} ${amount}`)
}

const get = (user: string, path: string) =>
  app.app.inject({ method: 'GET', url: path, headers: { 'x-test-user': user } })

test('A26 accepts exactly 10 of 200 concurrent reservations with 10 credits', async () => {
  const organization = await app.createOrganization()
  await grant(organization, 'in_1', MARCH, 10)

  const outcomes = await runConcurrently(200, (i) => reserve(organization, `enrich:${i}`))

  expect(outcomes.filter((outcome) => outcome === 'reserved')).toHaveLength(10)
  expect(outcomes.filter((outcome) => outcome === 'no_credits')).toHaveLength(190)
  expect(await readBalance(organization)).toBe(0)
})

test('A26 takes one credit for a reservation repeated 50 times concurrently, also the last credit', async () => {
  for (const credits of [1, 10]) {
    const organization = await app.createOrganization()
    await grant(organization, 'in_1', MARCH, credits)

    const outcomes = await runConcurrently(50, () => reserve(organization, 'enrich:same'))

    expect(outcomes.filter((outcome) => outcome === 'reserved')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === 'exists')).toHaveLength(49)
    expect(await readBalance(organization)).toBe(credits - 1)
  }
})

test('A26 takes nothing when the transaction of a reservation fails', async () => {
  const organization = await app.createOrganization()
  await grant(organization, 'in_1', MARCH, 5)
  const failedReservation = app.db.tenant(organization, async (tx) => {
    await app.credits.reserve(tx, { key: 'enrich:lost', contactId: null, description: 'Enrichment' })
    throw new Error('crash')
  })

  await expect(failedReservation).rejects.toThrow('crash')
  expect(await readBalance(organization)).toBe(5)
  expect(await reserve(organization, 'enrich:lost')).toBe('reserved')
})

test('A26 refunds once, also after the contact was erased', async () => {
  const organization = await app.createOrganization()
  await grant(organization, 'in_1', MARCH, 5)
  const [contact] = await app.rows<{ id: string }>(
    `insert into contacts (organization_id, first_name, last_name, search, last_name_key)
     values ($1, 'Ada', 'Hale', 'ada hale', 'hale') returning id`,
    [organization],
  )
  await reserve(organization, 'enrich:1', contact!.id)
  await app.rows('delete from contacts where id = $1', [contact!.id])

  const outcomes = await runConcurrently(50, () => refund(organization, 'refund:1', contact!.id))

  expect(outcomes.filter((count) => count === 1)).toHaveLength(1)
  expect(await readBalance(organization)).toBe(5)
  expect(await readLedger(organization)).toEqual(['grant 5', 'enrich -1', 'refund 1'])
})

test('A26 grants 1,000 credits for a new paid period and expires the rest, once', async () => {
  const organization = await app.createOrganization()
  await grant(organization, 'in_march', MARCH)
  await runConcurrently(3, (i) => reserve(organization, `enrich:${i}`))

  const outcomes = await runConcurrently(50, () => grant(organization, 'in_april', APRIL))

  expect(outcomes.filter((outcome) => outcome === 'granted')).toHaveLength(1)
  expect(await readBalance(organization)).toBe(1000)
  expect(await readLedger(organization)).toEqual([
    'grant 1000',
    'enrich -1',
    'enrich -1',
    'enrich -1',
    'expire -997',
    'grant 1000',
  ])
})

test('A26 grants no usable credits for a period that is reported too late', async () => {
  const organization = await app.createOrganization()
  await grant(organization, 'in_april', APRIL)
  await reserve(organization, 'enrich:1')

  expect(await grant(organization, 'in_march', MARCH)).toBe('granted')

  expect(await readBalance(organization)).toBe(999)
  expect((await readLedger(organization)).slice(-2)).toEqual(['grant 1000', 'expire -1000'])
})

test('A26 keeps the ledger equal to the balance and above zero under concurrency', async () => {
  const organization = await app.createOrganization()
  await runConcurrently(300, async (i) => {
    if (i % 50 === 0) await grant(organization, `in_${i}`, i % 100 === 0 ? MARCH : APRIL, 20)
    else if (i % 3 === 0) await refund(organization, `refund:${i % 30}`)
    else await reserve(organization, `enrich:${i % 80}`)
  })
  expect(await readBalance(organization)).toBeGreaterThanOrEqual(0)
})

test('A26 grants no month of a canceled yearly subscription between a renewal and its payment', async () => {
  const organization = await app.createOrganization()
  const startTime = app.clock.time
  const ids = { organizationId: organization, customer: `cus_${organization}` }
  const yearlyEvents = providerEvents({ ...ids, subscription: `sub_year_${organization}` })
  const monthlyEvents = providerEvents({ ...ids, subscription: `sub_month_${organization}` })
  const [january, march] = ['2026-01-10T00:00:00Z', '2026-03-10T00:00:00Z']
  const [first, second]: [string, string][] = [
    ['2026-02-05T00:00:00Z', '2026-03-05T00:00:00Z'],
    ['2026-03-05T00:00:00Z', '2026-04-05T00:00:00Z'],
  ] as [string, string][]
  await app.deliver(
    yearlyEvents.invoice('paid', 'create', january, [january, '2027-01-10T00:00:00Z']),
    yearlyEvents.subscription('deleted', 'canceled', '2026-02-01T00:00:00Z', [
      january,
      '2027-01-10T00:00:00Z',
    ]),
    monthlyEvents.invoice('paid', 'create', first![0], first!),
    monthlyEvents.subscription('updated', 'active', second![0], second!),
  )
  app.clock.time = Date.parse(march)
  expect(await app.credits.grantMonth(organization)).toBe(false)
  await app.deliver(monthlyEvents.invoice('paid', 'cycle', second![0], second!))
  expect(await app.readState(organization)).toMatchObject({ status: 'active', credits: 1000, grants: 3 })
  app.clock.time = startTime
})

test('A26 grants a yearly period month by month', async () => {
  const organization = await app.createOrganization()
  const year = { start: '2026-01-31T00:00:00.000Z', end: '2027-01-31T00:00:00.000Z' }
  const startTime = app.clock.time
  app.clock.time = Date.parse('2026-02-27T00:00:00Z')
  await grant(organization, 'in_year', year)
  expect(await app.credits.grantMonth(organization)).toBe(false)
  await reserve(organization, 'enrich:1')

  app.clock.time = Date.parse('2026-02-28T00:00:00Z')
  const outcomes = await runConcurrently(10, () => app.credits.grantMonth(organization))
  expect(outcomes.filter(Boolean)).toHaveLength(1)
  expect(await readLedger(organization)).toEqual(['grant 1000', 'enrich -1', 'expire -999', 'grant 1000'])

  // Missed months are over: only the current one is granted.
  app.clock.time = Date.parse('2026-06-15T00:00:00Z')
  expect(await app.credits.grantMonth(organization)).toBe(true)
  expect(await app.credits.grantMonth(organization)).toBe(false)
  app.clock.time = Date.parse('2027-01-31T00:00:00Z')
  expect(await app.credits.grantMonth(organization)).toBe(false)
  expect(await readBalance(organization)).toBe(1000)
  app.clock.time = startTime
})

test('A26 grants months to active subscriptions only', async () => {
  const activeId = await app.createOrganization()
  const endedId = await app.createOrganization()
  const canceledId = await app.createOrganization()
  const updateSql = `update organizations set subscription_status = $2, subscription_period_end = $3 where id = $1`
  await app.rows(updateSql, [activeId, 'active', '2026-09-01'])
  await app.rows(updateSql, [endedId, 'active', '2026-02-01'])
  await app.rows(updateSql, [canceledId, 'canceled', '2026-09-01'])

  const subscribers = await app.credits.listSubscribersAfter(null)

  expect(subscribers).toContain(activeId)
  expect(subscribers).not.toContain(endedId)
  expect(subscribers).not.toContain(canceledId)
})

test('A26 lists the ledger newest first, page by page', async () => {
  const organization = await app.createOrganization()
  await grant(organization, 'in_1', MARCH, 10)
  await runConcurrently(6, (i) => reserve(organization, `enrich:${i}`))

  const amounts: number[] = []
  let path: string | undefined = `/api/organizations/${organization}/credits?limit=3`
  let pageCount = 0
  while (path) {
    const response = await get(organization, path)
    expect(response.statusCode).toBe(200)
    expect(response.json().balance).toBe(4)
    amounts.push(...response.json().entries.map((entry: { amount: number }) => entry.amount))
    path = /<(.+)>; rel="next"/.exec(String(response.headers.link ?? ''))?.[1]
    pageCount += 1
  }

  expect(amounts).toEqual([-1, -1, -1, -1, -1, -1, 10])
  expect(pageCount).toBe(3)
  expect(
    (await get(organization, `/api/organizations/${organization}/credits?cursor=bm9wZQ`)).statusCode,
  ).toBe(400)
})

test("A26 treats another organization's ledger like one that doesn't exist", async () => {
  const [ownId, foreignId] = [await app.createOrganization(), await app.createOrganization()]
  const [foreignResponse, unknownResponse] = await Promise.all(
    [foreignId, randomUUID()].map((id) => get(ownId, `/api/organizations/${id}/credits`)),
  )
  expect(foreignResponse!.statusCode).toBe(404)
  expect({ ...foreignResponse!.json(), requestId: '' }).toEqual({ ...unknownResponse!.json(), requestId: '' })
})

test('Trust 17 rejects changes of the ledger by the database role that serves requests', async () => {
  const organization = await app.createOrganization()
  await grant(organization, 'in_1', MARCH, 10)
  for (const sql of ['update credit_ledger set amount = 99', 'delete from credit_ledger']) {
    await expect(app.db.tenant(organization, (tx) => tx.run(sql))).rejects.toMatchObject({ code: '42501' })
  }
})

test('grants no credits twice for switches between monthly and yearly billing', async () => {
  const organization = await app.createOrganization()
  await grant(organization, 'in_month', MARCH)
  for (let i = 0; i < 400; i++) await reserve(organization, `enrich:switch-${i}`)
  const switchPeriod = (key: string, start: string) =>
    app.db.tenant(organization, (tx) =>
      app.credits.grantPeriod(tx, { key, amount: 1000, start, end: APRIL.end, isSwitch: true }),
    )

  await switchPeriod('in_year', '2026-03-01T00:10:00.000Z')
  await switchPeriod('in_back', '2026-03-01T00:20:00.000Z')
  expect(await readBalance(organization)).toBe(600)

  // Half of the month has passed, so half of its credits were available.
  await switchPeriod('in_again', '2026-03-16T12:20:00.000Z')
  expect(await readBalance(organization)).toBe(1000)
})
