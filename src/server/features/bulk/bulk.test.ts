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

const postBulk = (person: Person, body: object) => person.request('POST', '/api/contacts/bulk', body)
const countContacts = async (person: Person) =>
  (await app.owner.row<{ count: number }>(
    'select count(*)::int as count from contacts where organization_id = $1',
    [person.organizationId],
  ))!.count
const addMember = () => app.member(`${randomUUID()}@example.com`, ann.organizationId, 'MEMBER')
const addAdmin = () => app.member(`${randomUUID()}@example.com`, ann.organizationId, 'ADMIN')

describe('A07 bulk delete', () => {
  test('deletes and counts the selected contacts, and skips those of other organizations', async () => {
    const bob = await app.subscriber(`${randomUUID()}@example.com`)
    const foreignIds = await addContacts(bob, 2)
    const { status, json } = await postBulk(await addAdmin(), {
      action: 'delete',
      contactIds: [...ids.slice(0, 5), ids[0], ...foreignIds, randomUUID()],
    })
    expect([status, json]).toEqual([200, { done: 5, skipped: 3, next: null, previous: [] }])
    expect([await countContacts(ann), await countContacts(bob)]).toEqual([7, 2])
    expect((await ann.request('GET', '/api/contacts')).headers['x-total-count']).toBe('7')
    const entry = await app.owner.row<{ details: object }>(
      `select details from audit_log where organization_id = $1 and action = 'contacts.deleted'`,
      [ann.organizationId],
    )
    expect(entry?.details).toEqual({ removed: 5 })
  })

  test('continues with the next matches after the last call', async () => {
    await addContacts(ann, 1500)
    const matching = { search: 'same', topSignal: 'debt' }
    const firstResult: BulkResult = (await postBulk(ann, { action: 'delete', matching })).json
    expect(firstResult).toMatchObject({ done: 756, skipped: 0, next: null })
    const secondResult: BulkResult = (await postBulk(ann, { action: 'delete', matching: {} })).json
    expect(secondResult).toMatchObject({ done: 756, next: null })
    await addContacts(ann, 1001)
    const thirdResult: BulkResult = (await postBulk(ann, { action: 'delete', matching: {} })).json
    expect([thirdResult.done, typeof thirdResult.next]).toEqual([1000, 'string'])
    const lastResult: BulkResult = (
      await postBulk(ann, { action: 'delete', matching: {}, after: thirdResult.next })
    ).json
    expect([lastResult.done, lastResult.next, await countContacts(ann)]).toEqual([1, null, 0])
  })

  test('A35 is only for administrators; a MEMBER can change selected contacts', async () => {
    const mia = await addMember()
    for (const body of [
      { action: 'delete', contactIds: ids },
      { action: 'delete', matching: {} },
      { action: 'enrich', matching: {} },
      { action: 'assign', matching: {}, assignedTo: null },
    ])
      expect([body, (await postBulk(mia, body)).status]).toEqual([body, 403])
    expect(await countContacts(ann)).toBe(12)
    expect((await postBulk(mia, { action: 'assign', contactIds: ids, assignedTo: mia.userId })).status).toBe(
      200,
    )
  })
})

describe('A07 bulk enrich', () => {
  test('enriches each contact for one credit, and not again within a day', async () => {
    const mia = await addMember()
    const firstResult: BulkResult = (await postBulk(mia, { action: 'enrich', contactIds: ids })).json
    expect(firstResult).toMatchObject({ done: 12, skipped: 0 })
    await app.queue.drain()
    const states = await app.owner.rows<{ status: string }>(
      'select status from enrichments where organization_id = $1',
      [ann.organizationId],
    )
    expect(states).toHaveLength(12)
    expect(states.filter(({ status }) => !['matched', 'no_match'].includes(status))).toEqual([])
    const matchedCount = states.filter(({ status }) => status === 'matched').length
    const secondResult: BulkResult = (await postBulk(mia, { action: 'enrich', contactIds: ids })).json
    expect(secondResult).toMatchObject({ done: 12 - matchedCount, skipped: matchedCount })
    await app.queue.drain()
  })
})

describe('A07 bulk assign', () => {
  test('assigns the open tasks of contacts, returns the previous assignees, and can be undone', async () => {
    const mia = await addMember()
    for (const contactId of ids.slice(0, 3)) {
      const task = await ann.request('POST', '/api/tasks', {
        contactId,
        title: 'Call',
        assignedTo: ann.userId,
      })
      expect(task.status).toBe(201)
    }
    const listAssignees = () =>
      app.owner.rows<{ assignedTo: string }>('select assigned_to from tasks where organization_id = $1', [
        ann.organizationId,
      ])
    const result: BulkResult = (
      await postBulk(ann, { action: 'assign', contactIds: ids.slice(0, 5), assignedTo: mia.userId })
    ).json
    expect(result).toMatchObject({ done: 3, skipped: 2 })
    expect(new Set((await listAssignees()).map(({ assignedTo }) => assignedTo))).toEqual(
      new Set([mia.userId]),
    )
    const undoResponse = await ann.request('POST', '/api/tasks/assign', { assignments: result.previous })
    expect(undoResponse.json).toEqual({ done: 3 })
    expect(new Set((await listAssignees()).map(({ assignedTo }) => assignedTo))).toEqual(
      new Set([ann.userId]),
    )
  })

  test('refuses a user of another organization', async () => {
    const bob = await app.subscriber(`${randomUUID()}@example.com`)
    const response = await postBulk(ann, { action: 'assign', contactIds: ids, assignedTo: bob.userId })
    expect(response.status).toBe(400)
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
  expect((await postBulk(ann, body)).status).toBe(400)
})

test("A35 treats contacts of other organizations like ones that don't exist", async () => {
  const bob = await app.subscriber(`${randomUUID()}@example.com`)
  for (const contactIds of [ids, [randomUUID()]]) {
    expect((await postBulk(bob, { action: 'delete', contactIds })).status).toBe(404)
  }
  expect(await countContacts(ann)).toBe(12)
})

describe('A07 bulk tag, task, playbook and do not contact', () => {
  const runBulk = async (body: object): Promise<BulkResult> => {
    const { status, json } = await postBulk(ann, body)
    expect([body, status]).toEqual([body, 200])
    return json
  }
  const countRows = (table: string) =>
    app.owner.row(`select count(*)::int as count from ${table} where organization_id = $1`, [
      ann.organizationId,
    ])

  test('adds a tag to ten contacts and removes it', async () => {
    const { json: tag } = await ann.request('POST', '/api/tags', { name: 'Farm' })
    const selection = { contactIds: ids.slice(0, 10), tagId: (tag as { id: string }).id }
    expect(await runBulk({ action: 'tag', ...selection })).toMatchObject({ done: 10, skipped: 0 })
    expect(await runBulk({ action: 'tag', ...selection })).toMatchObject({ done: 0, skipped: 10 })
    expect(await runBulk({ action: 'untag', ...selection })).toMatchObject({ done: 10 })
    expect((await postBulk(ann, { action: 'tag', contactIds: ids, tagId: randomUUID() })).status).toBe(404)
  })

  test('marks contacts do not contact, and adds no tasks or playbooks to them', async () => {
    const request = {
      action: 'doNotContact',
      contactIds: ids.slice(0, 4),
      reason: 'Asked at the open house',
    }
    expect(await runBulk(request)).toMatchObject({ done: 4, skipped: 0 })
    expect(await runBulk({ action: 'doNotContact', contactIds: ids.slice(0, 5) })).toMatchObject({
      done: 1,
      skipped: 4,
    })
    expect(await countRows('contact_consents')).toEqual({ count: 5 })
    const task = { title: 'Send the market report', dueDate: '2027-01-05T17:00:00Z', description: null }
    expect(await runBulk({ action: 'task', contactIds: ids, task })).toMatchObject({ done: 7, skipped: 5 })
    expect(await countRows('tasks')).toEqual({ count: 7 })
    const playbook = await app.owner.row<{ id: string }>(
      `insert into playbooks (organization_id, name, steps)
       values ($1, 'Plan', '[{"title": "Write", "description": "A card", "offsetDays": 1}]') returning id`,
      [ann.organizationId],
    )
    const playbookRequest = { action: 'playbook', contactIds: ids, playbookId: playbook!.id }
    expect(await runBulk(playbookRequest)).toMatchObject({ done: 7, skipped: 5 })
    expect(await runBulk(playbookRequest)).toMatchObject({ done: 0, skipped: 12 })
  })

  test.each([
    { action: 'tag' },
    { action: 'playbook' },
    { action: 'task' },
    { action: 'enrich', tagId: randomUUID() },
    { action: 'task', task: { title: '', description: null } },
  ])('A36 rejects %j', async (body) => {
    expect((await postBulk(ann, { ...body, contactIds: ids })).status).toBe(400)
  })
})
