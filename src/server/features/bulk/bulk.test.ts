import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { BulkResult } from '#contract/bulk.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

const app: TestApp = await createTestApp()
let ann: Person
let ids: string[]
beforeEach(async () => {
  ann = await app.subscriber(`${randomUUID()}@example.com`)
  ids = await addContacts(ann, 12)
})
afterAll(() => app.close())

async function addContacts({ organizationId }: Person, count: number): Promise<string[]> {
  const rows = await app.owner.rows<{ id: string }>(
    `insert into contacts (organization_id, first_name, last_name, search, last_name_key, top_signal)
     select $1, 'P' || n, 'Same', ' p' || n || ' same', 'same', case when n % 2 = 0 then 'debt'::nine_d_category end
       from generate_series(1, $2::int) n returning id`,
    [organizationId, count],
  )
  await app.owner.run(
    'update organization_counters set contacts = contacts + $2 where organization_id = $1',
    [organizationId, count],
  )
  return rows.map(({ id }) => id)
}

const bulk = (person: Person, body: object) => person.request('POST', '/api/contacts/bulk', body)
const left = async (person: Person) =>
  (await app.owner.row<{ count: number }>(
    'select count(*)::int as count from contacts where organization_id = $1',
    [person.organizationId],
  ))!.count
const member = () => app.member(`${randomUUID()}@example.com`, ann.organizationId, 'MEMBER')
const admin = () => app.member(`${randomUUID()}@example.com`, ann.organizationId, 'ADMIN')

describe('A07 bulk delete', () => {
  test('deletes the selected contacts, counts them, and keeps those of others', async () => {
    const bob = await app.subscriber(`${randomUUID()}@example.com`)
    const foreign = await addContacts(bob, 2)
    const { status, json } = await bulk(await admin(), {
      action: 'delete',
      contactIds: [...ids.slice(0, 5), ids[0], ...foreign, randomUUID()],
    })
    expect([status, json]).toEqual([200, { done: 5, skipped: 3, next: null, previous: [] }])
    expect([await left(ann), await left(bob)]).toEqual([7, 2])
    expect((await ann.request('GET', '/api/contacts')).headers['x-total-count']).toBe('7')
    const entry = await app.owner.row<{ details: object }>(
      `select details from audit_log where organization_id = $1 and action = 'contacts.deleted'`,
      [ann.organizationId],
    )
    expect(entry?.details).toEqual({ removed: 5 })
  })

  test('continues with the next matches where the last call ended', async () => {
    await addContacts(ann, 1500)
    const matching = { search: 'same', topSignal: 'debt' }
    const first: BulkResult = (await bulk(ann, { action: 'delete', matching })).json
    expect(first).toMatchObject({ done: 756, skipped: 0, next: null })
    const all: BulkResult = (await bulk(ann, { action: 'delete', matching: {} })).json
    expect(all).toMatchObject({ done: 756, next: null })
    await addContacts(ann, 1001)
    const more: BulkResult = (await bulk(ann, { action: 'delete', matching: {} })).json
    expect([more.done, typeof more.next]).toEqual([1000, 'string'])
    const rest: BulkResult = (await bulk(ann, { action: 'delete', matching: {}, after: more.next })).json
    expect([rest.done, rest.next, await left(ann)]).toEqual([1, null, 0])
  })

  test('A35 is for administrators; a MEMBER works on selected contacts', async () => {
    const mia = await member()
    for (const body of [
      { action: 'delete', contactIds: ids },
      { action: 'delete', matching: {} },
      { action: 'enrich', matching: {} },
      { action: 'assign', matching: {}, assignedTo: null },
    ])
      expect([body, (await bulk(mia, body)).status]).toEqual([body, 403])
    expect(await left(ann)).toBe(12)
    expect((await bulk(mia, { action: 'assign', contactIds: ids, assignedTo: mia.userId })).status).toBe(200)
  })
})

describe('A07 bulk enrich', () => {
  test('enriches each contact for one credit, and not again within a day', async () => {
    const mia = await member()
    const first: BulkResult = (await bulk(mia, { action: 'enrich', contactIds: ids })).json
    expect(first).toMatchObject({ done: 12, skipped: 0 })
    await app.queue.drain()
    const states = await app.owner.rows<{ status: string }>(
      'select status from enrichments where organization_id = $1',
      [ann.organizationId],
    )
    expect(states).toHaveLength(12)
    expect(states.filter(({ status }) => !['matched', 'no_match'].includes(status))).toEqual([])
    const matched = states.filter(({ status }) => status === 'matched').length
    const again: BulkResult = (await bulk(mia, { action: 'enrich', contactIds: ids })).json
    expect(again).toMatchObject({ done: 12 - matched, skipped: matched })
    await app.queue.drain()
  })
})

describe('A07 bulk assign', () => {
  test('assigns their open tasks, returns the previous assignees, and can be undone', async () => {
    const mia = await member()
    for (const contactId of ids.slice(0, 3)) {
      const task = await ann.request('POST', '/api/tasks', {
        contactId,
        title: 'Call',
        assignedTo: ann.userId,
      })
      expect(task.status).toBe(201)
    }
    const owners = () =>
      app.owner.rows<{ assignedTo: string }>('select assigned_to from tasks where organization_id = $1', [
        ann.organizationId,
      ])
    const given: BulkResult = (
      await bulk(ann, { action: 'assign', contactIds: ids.slice(0, 5), assignedTo: mia.userId })
    ).json
    expect(given).toMatchObject({ done: 3, skipped: 2 })
    expect(new Set((await owners()).map(({ assignedTo }) => assignedTo))).toEqual(new Set([mia.userId]))
    const back = await ann.request('POST', '/api/tasks/assign', { assignments: given.previous })
    expect(back.json).toEqual({ done: 3 })
    expect(new Set((await owners()).map(({ assignedTo }) => assignedTo))).toEqual(new Set([ann.userId]))
  })

  test('refuses a user of another organization', async () => {
    const bob = await app.subscriber(`${randomUUID()}@example.com`)
    const answer = await bulk(ann, { action: 'assign', contactIds: ids, assignedTo: bob.userId })
    expect(answer.status).toBe(400)
  })
})

test.each([
  [{ action: 'delete' }],
  [{ action: 'delete', contactIds: [] }],
  [{ action: 'delete', contactIds: [randomUUID()], matching: {} }],
  [{ action: 'assign', contactIds: [randomUUID()] }],
  [{ action: 'enrich', contactIds: [randomUUID()], assignedTo: null }],
  [{ action: 'enrich', contactIds: Array.from({ length: 1001 }, () => randomUUID()) }],
])('A36 rejects %j', async (body) => {
  expect((await bulk(ann, body)).status).toBe(400)
})

test("A35 answers contacts of others like ones that don't exist", async () => {
  const bob = await app.subscriber(`${randomUUID()}@example.com`)
  for (const contactIds of [ids, [randomUUID()]]) {
    expect((await bulk(bob, { action: 'delete', contactIds })).status).toBe(404)
  }
  expect(await left(ann)).toBe(12)
})

describe('A07 bulk tag, task, playbook and do not contact', () => {
  const send = async (body: object): Promise<BulkResult> => {
    const { status, json } = await bulk(ann, body)
    expect([body, status]).toEqual([body, 200])
    return json
  }
  const countOf = (table: string) =>
    app.owner.row(`select count(*)::int as count from ${table} where organization_id = $1`, [
      ann.organizationId,
    ])

  test('adds a tag to ten contacts and removes it', async () => {
    const { json: tag } = await ann.request('POST', '/api/tags', { name: 'Farm' })
    const tagged = { contactIds: ids.slice(0, 10), tagId: (tag as { id: string }).id }
    expect(await send({ action: 'tag', ...tagged })).toMatchObject({ done: 10, skipped: 0 })
    expect(await send({ action: 'tag', ...tagged })).toMatchObject({ done: 0, skipped: 10 })
    expect(await send({ action: 'untag', ...tagged })).toMatchObject({ done: 10 })
    expect((await bulk(ann, { action: 'tag', contactIds: ids, tagId: randomUUID() })).status).toBe(404)
  })

  test('marks people do not contact, who then get no tasks or playbooks', async () => {
    const optedOut = {
      action: 'doNotContact',
      contactIds: ids.slice(0, 4),
      reason: 'Asked at the open house',
    }
    expect(await send(optedOut)).toMatchObject({ done: 4, skipped: 0 })
    expect(await send({ action: 'doNotContact', contactIds: ids.slice(0, 5) })).toMatchObject({
      done: 1,
      skipped: 4,
    })
    expect(await countOf('contact_consents')).toEqual({ count: 5 })
    const task = { title: 'Send the market report', dueDate: '2027-01-05T17:00:00Z', description: null }
    expect(await send({ action: 'task', contactIds: ids, task })).toMatchObject({ done: 7, skipped: 5 })
    expect(await countOf('tasks')).toEqual({ count: 7 })
    const playbook = await app.owner.row<{ id: string }>(
      `insert into playbooks (organization_id, name, steps)
       values ($1, 'Plan', '[{"title": "Write", "description": "A card", "offsetDays": 1}]') returning id`,
      [ann.organizationId],
    )
    const applied = { action: 'playbook', contactIds: ids, playbookId: playbook!.id }
    expect(await send(applied)).toMatchObject({ done: 7, skipped: 5 })
    expect(await send(applied)).toMatchObject({ done: 0, skipped: 12 })
  })

  test.each([
    { action: 'tag' },
    { action: 'playbook' },
    { action: 'task' },
    { action: 'enrich', tagId: randomUUID() },
    { action: 'task', task: { title: '', description: null } },
  ])('A36 rejects %j', async (body) => {
    expect((await bulk(ann, { ...body, contactIds: ids })).status).toBe(400)
  })
})
