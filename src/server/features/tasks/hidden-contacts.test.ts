import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BulkResult } from '#contract/bulk.ts'
import type { Task } from '#contract/tasks.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

let app: TestApp
let ann: Person
let max: Person
let ed: Person
beforeAll(async () => {
  app = await createTestApp()
  ann = await app.subscriber('ann@example.com')
  max = await app.member('max@example.com', ann.organizationId, 'MEMBER')
  ed = await app.member('ed@example.com', ann.organizationId, 'MEMBER')
  await setAccess(max, 'own')
  await setAccess(ed, 'team')
})
afterAll(() => app.close())

const setAccess = ({ userId }: Person, access: string) =>
  app.owner.run('update memberships set access = $2 where user_id = $1', [userId, access])

async function addContact(member: Person): Promise<string> {
  const fields = { firstName: 'Iris', lastName: `Marsh${randomUUID().slice(0, 8)}` }
  return ((await member.request('POST', '/api/contacts', fields)).json as { id: string }).id
}
const addTask = (contactId: string, assignee: Person | null) =>
  ann.request('POST', '/api/tasks', { contactId, title: 'Call', assignedTo: assignee?.userId ?? null })
const REFUSAL = {
  code: 'invalid',
  fields: { assignedTo: "This member doesn't see the contact. Assign the contact to them first." },
}

test('A40 a task is refused for a member who does not see its contact, when it is added and changed', async () => {
  const hidden = await addContact(ann)
  const own = await addContact(max)
  const refused = await addTask(hidden, max)
  expect([refused.status, refused.json]).toEqual([400, expect.objectContaining(REFUSAL)])
  expect((await addTask(own, max)).status).toBe(201)

  const { id } = (await addTask(hidden, null)).json as Task
  const change = await ann.request('PATCH', `/api/tasks/${id}`, { assignedTo: max.userId })
  expect([change.status, change.json]).toEqual([400, expect.objectContaining(REFUSAL)])
})

test('A40 a task is accepted for a member of the team that sees its contact', async () => {
  const contactId = await addContact(max)
  expect((await addTask(contactId, ed)).status).toBe(400)
  const team = await ann.request('POST', `/api/organizations/${ann.organizationId}/teams`, {
    ...{ name: 'North', memberIds: [max.userId, ed.userId] },
  })
  expect(team.status).toBe(201)
  expect((await addTask(contactId, ed)).status).toBe(201)
})

test('A40 a task whose contact its assignee no longer sees can still be changed', async () => {
  const contactId = await addContact(ann)
  await setAccess(max, 'all')
  const { id } = (await addTask(contactId, max)).json as Task
  await setAccess(max, 'own')
  const response = await ann.request('PATCH', `/api/tasks/${id}`, { title: 'Visit', assignedTo: max.userId })
  expect([response.status, response.json]).toEqual([200, expect.objectContaining({ title: 'Visit' })])
})

test('A40 bulk actions skip contacts that the assignee does not see', async () => {
  const [hidden, own] = [await addContact(ann), await addContact(max)]
  for (const contactId of [hidden, own]) await addTask(contactId, ann)
  const contactIds = [hidden, own]
  const assigned = await ann.request('POST', '/api/contacts/bulk', {
    ...{ action: 'assign', contactIds, assignedTo: max.userId },
  })
  expect(assigned.json as BulkResult).toMatchObject({ done: 1, skipped: 1 })
  const added = await ann.request('POST', '/api/contacts/bulk', {
    ...{ action: 'task', contactIds, task: { title: 'Write', assignedTo: max.userId } },
  })
  expect(added.json as BulkResult).toMatchObject({ done: 1, skipped: 1 })
})
