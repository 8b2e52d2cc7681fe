import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import { type PaymentsApp, startPaymentsApp } from '#test/workspaces/payments.ts'

let app: PaymentsApp
beforeAll(async () => {
  app = await startPaymentsApp()
})
afterAll(() => app.close())

const get = (user: string, path: string, organization = user) =>
  app.app.inject({
    method: 'GET',
    url: `/api/organizations/${organization}/${path}`,
    headers: { 'x-test-user': user },
  })

type Entry = { at: string; amount: number; operation: string; description?: string; contactId?: string }

/** Adds ledger entries; the balance becomes their sum. */
async function addEntries(organization: OrganizationId, entries: readonly Entry[]): Promise<void> {
  for (const { at, amount, operation, description = null, contactId = null } of entries) {
    await app.rows(
      `insert into credit_ledger (organization_id, amount, operation, description, contact_id, idempotency_key, created_at, metadata)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        ...[organization, amount, operation, description, contactId, randomUUID(), at],
        operation === 'grant' ? JSON.stringify({ start: at }) : null,
      ],
    )
    await app.rows('update organizations set credits = credits + $2 where id = $1', [organization, amount])
  }
}

/** Adds an organization whose credit month began on Feb 26; today is Mar 1. */
async function addOrganization(): Promise<{ organization: OrganizationId; contactId: string }> {
  const organization = await app.createOrganization()
  const contactId = randomUUID()
  await app.rows(
    `insert into contacts (organization_id, id, first_name, last_name, search, last_name_key)
     values ($1, $2, 'A', 'B', ' a b', 'b')`,
    [organization, contactId],
  )
  await addEntries(organization, [
    { at: '2026-02-26T08:00:00Z', amount: 1000, operation: 'grant' },
    { at: '2026-02-26T23:59:59.999Z', amount: -1, operation: 'enrich', contactId },
    { at: '2026-02-27T00:00:00Z', amount: -1, operation: 'enrich', description: '=cmd|calc' },
    { at: '2026-02-27T00:00:05Z', amount: 1, operation: 'refund', description: 'No match, "none"' },
    { at: '2026-03-01T09:00:00Z', amount: -1, operation: 'enrich', contactId },
  ])
  return { organization, contactId }
}

test('A24 counts usage by day of the current credit month, including days without usage', async () => {
  const { organization } = await addOrganization()
  expect((await get(organization, 'credits/usage')).json()).toEqual({
    from: '2026-02-26',
    to: '2026-03-01',
    days: [
      { day: '2026-02-26', used: 1, refunded: 0, granted: 1000 },
      { day: '2026-02-27', used: 1, refunded: 1, granted: 0 },
      { day: '2026-02-28', used: 0, refunded: 0, granted: 0 },
      { day: '2026-03-01', used: 1, refunded: 0, granted: 0 },
    ],
  })
  expect((await get(organization, 'billing')).json().credits).toMatchObject({
    granted: 1000,
    used: 2,
    balance: 998,
  })
  const newOrganization = await app.createOrganization()
  expect((await get(newOrganization, 'credits/usage')).json().days).toEqual([
    { day: '2026-03-01', used: 0, refunded: 0, granted: 0 },
  ])
})

test('A24 filters the ledger by kind, day and contact, page by page', async () => {
  const { organization, contactId } = await addOrganization()
  const listOperations = async (query: string) =>
    (await get(organization, `credits?${query}`)).json().entries.map((entry: Entry) => entry.operation)
  expect(await listOperations('operation=enrich')).toEqual(['enrich', 'enrich', 'enrich'])
  expect(await listOperations('from=2026-02-27&to=2026-02-27')).toEqual(['refund', 'enrich'])
  expect(await listOperations(`contactId=${contactId}`)).toEqual(['enrich', 'enrich'])
  expect(await listOperations(`contactId=${randomUUID()}`)).toEqual([])
  const firstPage = await get(organization, 'credits?operation=enrich&from=2026-02-26&limit=2')
  const next = /<([^>]+)>; rel="next"/.exec(String(firstPage.headers.link))![1]!
  expect(next).toContain('operation=enrich')
  expect(next).toContain('from=2026-02-26')
  const secondPage = await app.app.inject({
    method: 'GET',
    url: next,
    headers: { 'x-test-user': organization },
  })
  expect([...firstPage.json().entries, ...secondPage.json().entries]).toHaveLength(3)
  expect(secondPage.headers.link).toBeUndefined()
  for (const filter of ['operation=steal', 'from=yesterday', 'to=2026-02-30', 'contactId=1']) {
    expect((await get(organization, `credits?${filter}`)).statusCode).toBe(400)
  }
})

test('A24 Trust 12 exports the ledger as CSV without formulas, with numbers, and audits it', async () => {
  const { organization, contactId } = await addOrganization()
  const response = await get(organization, 'credits.csv')
  expect(response.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(response.headers['content-disposition']).toBe('attachment; filename="credits.csv"')
  const lines = response.body.split('\r\n')
  expect(lines[0]).toBe('Time (UTC),Operation,Credits,Description,Contact,Entry,Contact Name,Requested By')
  expect(lines[1]).toContain(`2026-03-01T09:00:00.000Z,enrich,-1,,${contactId},`)
  expect(lines[2]).toContain('refund,1,"No match, ""none""",,')
  expect(lines[3]).toContain("enrich,-1,'=cmd|calc,,")
  expect(lines).toHaveLength(7)
  expect((await get(organization, 'credits.csv?operation=grant')).body.split('\r\n')).toHaveLength(3)
  const auditEntries = await app.rows(
    `select 1 from audit_log where organization_id = $1 and action = 'credits.exported'`,
    [organization],
  )
  expect(auditEntries).toHaveLength(2)
})

test('names the contact of an entry and the member who requested the enrichment', async () => {
  const { organization, contactId } = await addOrganization()
  const [member] = await app.rows<{ id: string }>(
    `insert into users (email, first_name, last_name, organization_id)
     values ('mel@example.com', 'Mel', 'Ito', $1) returning id`,
    [organization],
  )
  const [enrichment] = await app.rows<{ id: string }>(
    `insert into enrichments (organization_id, contact_id, status, requested_by)
     values ($1, $2, 'matched', $3) returning id`,
    [organization, contactId, member?.id],
  )
  await app.rows(
    `update credit_ledger set idempotency_key = 'enrich:' || $2
      where organization_id = $1 and created_at = '2026-03-01T09:00:00Z'`,
    [organization, enrichment?.id],
  )
  const { entries } = (await get(organization, 'credits')).json()
  expect(entries[0]).toMatchObject({ contactName: 'A B', memberName: 'Mel Ito' })
  expect(entries.at(-1)).toMatchObject({ contactName: null, memberName: null })
  const [, firstLine] = (await get(organization, 'credits.csv')).body.split('\r\n')
  expect(firstLine).toMatch(/,A B,Mel Ito$/)
})

test('A24 exports more than a page in order, each entry once', async () => {
  const organization = await app.createOrganization()
  await app.rows(
    `insert into credit_ledger (organization_id, amount, operation, idempotency_key, created_at)
     select $1, 1, 'grant', 'g' || i, timestamptz '2026-01-01' + (i / 3) * interval '1 second' from generate_series(1, 2500) i`,
    [organization],
  )
  await app.rows('update organizations set credits = 2500 where id = $1', [organization])
  const lines = (await get(organization, 'credits.csv')).body.trimEnd().split('\r\n').slice(1)
  expect(lines).toHaveLength(2500)
  expect(new Set(lines).size).toBe(2500)
  const timestamps = lines.map((line) => line.slice(0, 24))
  expect(timestamps).toEqual([...timestamps].sort().reverse())
})

test("A24 treats another organization's ledger like one that doesn't exist", async () => {
  const { organization } = await addOrganization()
  const otherOrganization = await app.createOrganization()
  for (const path of ['credits', 'credits/usage', 'credits.csv']) {
    const [foreignResponse, unknownResponse] = [
      await get(otherOrganization, path, organization),
      await get(otherOrganization, path, randomUUID()),
    ]
    expect(foreignResponse.statusCode).toBe(404)
    expect({ ...foreignResponse.json(), requestId: '' }).toEqual({ ...unknownResponse.json(), requestId: '' })
  }
})
