import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ContactDetail } from '#contract/contacts.ts'
import type { SuspectedDuplicate } from '#contract/merges.ts'
import { refreshMilestones } from '#server/platform/analytics-facts.ts'
import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { balanceOf, withJobsRunning } from '#test/checks.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'
import { ENDED_TABLES, RESTORED_TABLES, TRANSFERRED_TABLES } from './store/snapshot.ts'

let app: TestApp
let ann: Person
let bob: Person
let now = new Date()
beforeAll(async () => {
  app = await createTestApp({ clock: { now: () => now } })
  ann = await app.subscriber('ann@example.com')
  bob = await app.subscriber('bob@example.com')
})
afterAll(() => app.close())
beforeEach(() => {
  now = new Date()
})

let pairCount = 0
/** Two enriched contacts of one person, with rows of every kind. */
async function addPair(): Promise<{ kept: ContactDetail; other: ContactDetail }> {
  const n = ++pairCount
  const addContact = async (contact: object): Promise<ContactDetail> =>
    (await ann.request('POST', '/api/contacts', contact)).json
  const kept = await addContact({
    firstName: 'John',
    lastName: `Okafor ${n}`,
    email: `john${n}@example.com`,
    city: 'Naperville',
  })
  const other = await addContact({
    firstName: 'Jon',
    lastName: `Okafor ${n}`,
    email: `jon${n}@example.com`,
    phone: `630555${String(1000 + n)}`,
    address: `${n} Oak Street`,
  })
  for (const { id } of [kept, other]) {
    await withJobsRunning(app, ann.request('POST', `/api/contacts/${id}/enrich`))
    await insert(
      'properties',
      '(organization_id, contact_id, address, estimated_value)',
      `$1, $2, '${n} Elm ' || $2, 412000`,
      id,
    )
    await insert(
      'signals',
      '(organization_id, contact_id, category, score, evidence_key)',
      `$1, $2, 'debt', 5, 'both'`,
      id,
    )
    await insert(
      'signals',
      '(organization_id, contact_id, category, score, evidence_key)',
      `$1, $2, 'debt', 5, $2`,
      id,
    )
    await insert(
      'tasks',
      '(organization_id, contact_id, title, auto_key)',
      `$1, $2, 'Call', 'debt:2026-01'`,
      id,
    )
    await insert('tasks', '(organization_id, contact_id, title)', `$1, $2, 'Write'`, id)
    await app.db.tenant(parseOrganizationId(ann.organizationId), (tx) => refreshMilestones(tx, [id]))
  }
  return { kept: await get(kept.id), other: await get(other.id) }
}

function insert(table: string, columns: string, values: string, contactId: string) {
  const text = values
    .replaceAll('$2', '$2::uuid')
    .replace(/, \$2::uuid$/, ', $2::uuid::text')
    .replace(/\|\| \$2::uuid/, '|| $2::uuid')
  return app.owner.run(`insert into ${table} ${columns} select ${text}`, [ann.organizationId, contactId])
}

const get = async (id: string): Promise<ContactDetail> =>
  (await ann.request('GET', `/api/contacts/${id}`)).json
const merge = (id: string, otherId: string, options: object = {}) =>
  ann.request('POST', `/api/contacts/${id}/merge`, { otherId, ...options })
const undo = (mergeId: string) => ann.request('POST', `/api/merges/${mergeId}/undo`)
const mergeIdOf = (response: { json: never }) => (response.json as { mergeId: string }).mergeId

/** Checksum over all rows of both contacts in all tables that refer to them. */
async function checksumOf(ids: string[]): Promise<string> {
  const parts = [
    `select 'contacts ' || count(*) || md5(string_agg(t::text, '|' order by t::text)) as line from contacts t where id = any($1)`,
    ...[...RESTORED_TABLES, ...TRANSFERRED_TABLES].map(
      (table) =>
        `select '${table} ' || count(*) || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') from ${table} t where contact_id = any($1)`,
    ),
  ]
  const rows = await app.owner.rows<{ line: string }>(parts.join(' union all '), [ids])
  return rows.map(({ line }) => line).join('\n')
}

async function countOf(table: string, contactId: string): Promise<number> {
  const row = await app.owner.row<{ count: number }>(
    `select count(*)::int as count from ${table} where contact_id = $1`,
    [contactId],
  )
  return row!.count
}

async function countListed(): Promise<number> {
  return Number((await ann.request('GET', '/api/contacts')).headers['x-total-count'])
}

describe('A11 merging two contacts of one person', () => {
  test('moves all rows, uses the chosen fields, and counts one contact fewer', async () => {
    const { kept, other } = await addPair()
    const countBefore = await countListed()
    const ledger = (await countOf('credit_ledger', kept.id)) + (await countOf('credit_ledger', other.id))
    const response = await merge(kept.id, other.id, { fields: ['phone', 'address'] })
    expect(response.status).toBe(200)
    const { contact } = response.json as { contact: ContactDetail }
    expect(contact).toMatchObject({
      id: kept.id,
      firstName: 'John',
      email: kept.email,
      city: 'Naperville',
      phone: other.phone,
      address: other.address,
      phoneVerified: other.phoneVerified,
    })
    expect(contact.properties.length).toBe(kept.properties.length + other.properties.length)
    expect(contact.tasks.filter(({ title }) => title === 'Call')).toHaveLength(1)
    expect(contact.tasks.filter(({ title }) => title === 'Write')).toHaveLength(2)
    const evidence = await app.owner.rows<{ count: number }>(
      `select count(*)::int as count from signals where contact_id = $1 and evidence_key = 'both'`,
      [kept.id],
    )
    expect(evidence).toEqual([{ count: 1 }])
    expect(await countOf('credit_ledger', kept.id)).toBe(ledger)
    expect(await countListed()).toBe(countBefore - 1)
    expect((await ann.request('GET', `/api/contacts/${other.id}`)).status).toBe(404)
    await balanceOf(app.owner, ann.organizationId)
  })

  test('recognizes both spellings of the person, even after an edit', async () => {
    const { kept, other } = await addPair()
    await merge(kept.id, other.id)
    await ann.request('PATCH', `/api/contacts/${kept.id}`, { city: 'Aurora' })
    const { firstName, lastName, email } = other
    const response = await ann.request('POST', '/api/contacts', { firstName, lastName, email })
    expect(response.status).toBe(409)
    expect(response.json).toMatchObject({ contactId: kept.id })
  })

  test('undo restores both exactly', async () => {
    const { kept, other } = await addPair()
    const ids = [kept.id, other.id]
    const [checksum, count] = [await checksumOf(ids), await countListed()]
    const mergeId = mergeIdOf(await merge(kept.id, other.id, { fields: ['firstName', 'email', 'phone'] }))
    expect(await checksumOf(ids)).not.toBe(checksum)
    const response = await undo(mergeId)
    expect([response.status, (response.json as { otherId: string }).otherId]).toEqual([200, other.id])
    expect(await checksumOf(ids)).toBe(checksum)
    expect(await countListed()).toBe(count)
    expect((await undo(mergeId)).status).toBe(409)
    await balanceOf(app.owner, ann.organizationId)
  })

  test('undo keeps tasks added since the merge, and applies later opt-outs to both contacts', async () => {
    const { kept, other } = await addPair()
    const mergeId = mergeIdOf(await merge(kept.id, other.id))
    await ann.request('POST', '/api/tasks', { contactId: kept.id, title: 'Since then', priority: 'low' })
    await ann.request('PATCH', `/api/contacts/${kept.id}/do-not-contact`, { doNotContact: true })
    expect((await undo(mergeId)).status).toBe(200)
    expect((await get(kept.id)).tasks.map(({ title }) => title)).toContain('Since then')
    expect([(await get(kept.id)).doNotContact, (await get(other.id)).doNotContact]).toEqual([true, true])
  })

  test('several merges into one contact are undone from last to first, even in a chain', async () => {
    const [a, b] = [await addPair(), await addPair()]
    const ids = [a.kept.id, a.other.id, b.kept.id]
    const checksum = await checksumOf(ids)
    const first = mergeIdOf(await merge(a.kept.id, a.other.id))
    const second = mergeIdOf(await merge(b.kept.id, a.kept.id))
    expect((await undo(first)).status).toBe(409)
    expect((await undo(second)).status).toBe(200)
    expect((await undo(first)).status).toBe(200)
    expect(await checksumOf(ids)).toBe(checksum)
  })

  test('erasing the kept contact erases the merged ones, and undo reports it', async () => {
    const { kept, other } = await addPair()
    const mergeId = mergeIdOf(await merge(kept.id, other.id))
    await ann.request('DELETE', `/api/contacts/${kept.id}`)
    expect(await app.owner.row('select 1 from merge_snapshots where id = $1', [mergeId])).toBeUndefined()
    const response = await undo(mergeId)
    expect([response.status, (response.json as { message: string }).message]).toEqual([
      409,
      "The merged contact was deleted, so this merge can't be undone",
    ])
  })

  test("can't be undone after 30 days, when the snapshot is deleted", async () => {
    const { kept, other } = await addPair()
    const mergeId = mergeIdOf(await merge(kept.id, other.id))
    now = new Date(Date.now() + 31 * 86_400_000)
    const response = await undo(mergeId)
    expect([response.status, (response.json as { message: string }).message]).toEqual([
      409,
      'Merges can be undone for 30 days',
    ])
    await app.owner.run(`update merge_snapshots set created_at = now() - interval '31 days' where id = $1`, [
      mergeId,
    ])
    await app.services.merges.sweep()
    expect(await app.owner.row('select 1 from merge_snapshots where id = $1', [mergeId])).toBeUndefined()
  })

  test('rejects merging with itself, a foreign contact, or during an enrichment', async () => {
    const { kept, other } = await addPair()
    expect((await merge(kept.id, kept.id)).status).toBe(400)
    const foreign: ContactDetail = (
      await bob.request('POST', '/api/contacts', { firstName: 'B', lastName: 'C' })
    ).json
    expect((await merge(kept.id, foreign.id)).status).toBe(404)
    expect((await merge(foreign.id, kept.id)).status).toBe(404)
    await insert('enrichments', '(organization_id, contact_id, status)', `$1, $2, 'queued'`, other.id)
    expect((await merge(kept.id, other.id)).status).toBe(409)
    await app.owner.run(
      `update enrichments set status = 'failed' where contact_id = $1 and status = 'queued'`,
      [other.id],
    )
    const mergeId = mergeIdOf(await merge(kept.id, other.id))
    expect((await bob.request('POST', `/api/merges/${mergeId}/undo`)).status).toBe(404)
  })

  test('only one of several concurrent merges succeeds, in either direction, with a correct counter', async () => {
    const { kept, other } = await addPair()
    const countBefore = await countListed()
    const responses = await Promise.all([
      merge(kept.id, other.id),
      merge(other.id, kept.id),
      merge(kept.id, other.id),
    ])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 404, 404])
    expect(await countListed()).toBe(countBefore - 1)
  })

  test('covers every table that refers to contacts', async () => {
    const rows = await app.owner.rows<{ name: string }>(
      `select distinct conrelid::regclass::text as name from pg_constraint
        where contype = 'f' and confrelid = 'contacts'::regclass order by 1`,
    )
    expect(rows.map(({ name }) => name)).toEqual(
      [...RESTORED_TABLES, ...TRANSFERRED_TABLES, ...ENDED_TABLES].sort(),
    )
  })
})

test('A11 lists suspected duplicates with the reason, the strongest first', async () => {
  const carol = await app.subscriber('carol@example.com')
  const addContact = async (contact: object): Promise<ContactDetail> =>
    (await carol.request('POST', '/api/contacts', contact)).json
  const home = { address: '12 Oak Street', city: 'Naperville', state: 'IL', zipCode: '60540' }
  const john = await addContact({
    firstName: 'John',
    lastName: 'Smith',
    email: 'j@example.com',
    phone: '6305550142',
    ...home,
  })
  await addContact({ firstName: 'Jane', lastName: 'Smith', ...home })
  await addContact({ firstName: 'Jon', lastName: 'Smith', ...home, address: '12 Oak St' })
  await addContact({ firstName: 'Mary', lastName: 'Poe', phone: '(630) 555-0142' })
  await addContact({ firstName: 'J', lastName: 'S', email: 'J@example.com' })
  await addContact({ firstName: 'john', lastName: 'SMITH', ...home })
  const duplicates: SuspectedDuplicate[] = (await carol.request('GET', `/api/contacts/${john.id}/duplicates`))
    .json
  expect(duplicates.map(({ contact, reason }) => `${contact.firstName}: ${reason}`)).toEqual([
    'john: Same name and address',
    'Jon: Similar name, same address',
    'J: Same email',
    'Mary: Same phone number',
  ])
  expect((await ann.request('GET', `/api/contacts/${john.id}/duplicates`)).status).toBe(404)
})
