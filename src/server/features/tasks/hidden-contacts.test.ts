import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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

const teamsUrl = () => `/api/organizations/${ann.organizationId}/teams`
let northId = ''

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
  fields: { assignedTo: "This member doesn't see the contact. Assign it to them first." },
}

test('A40 a task is refused for a member who does not see its contact, when it is added and changed', async () => {
  const hidden = await addContact(ann)
  const own = await addContact(max)
  const refused = await addTask(hidden, max)
  expect([refused.status, refused.json]).toEqual([400, expect.objectContaining(REFUSAL)])
  expect((await addTask(hidden.toUpperCase(), max)).status).toBe(400)
  expect((await addTask(own, max)).status).toBe(201)

  const { id } = (await addTask(hidden, null)).json as Task
  const change = await ann.request('PATCH', `/api/tasks/${id}`, { assignedTo: max.userId })
  expect([change.status, change.json]).toEqual([400, expect.objectContaining(REFUSAL)])
})

test('A40 a task is accepted for a member of the team that sees its contact', async () => {
  const contactId = await addContact(max)
  expect((await addTask(contactId, ed)).status).toBe(400)
  const body = { name: 'North', memberIds: [max.userId, ed.userId] }
  const team = await ann.request('POST', teamsUrl(), body)
  expect(team.status).toBe(201)
  northId = (team.json as { id: string }).id
  expect((await addTask(contactId, ed)).status).toBe(201)
})

test('A40 a task is accepted for a member of the team that a contact belongs to', async () => {
  const contactId = await addContact(ann)
  expect((await addTask(contactId, ed)).status).toBe(400)
  const { id } = (await ann.request('POST', teamsUrl(), { name: 'South', memberIds: [ed.userId] })).json as {
    id: string
  }
  expect((await ann.request('PATCH', `/api/contacts/${contactId}/owner`, { teamId: id })).status).toBe(200)
  expect((await addTask(contactId, ed)).status).toBe(201)
})

describe('A40 open tasks go to the owner of the contact, or to no one, when their assignee', () => {
  const assigneeOf = (taskId: string) =>
    app.owner.value('select assigned_to from tasks where id = $1', [taskId])
  const addOwnTask = async (member: Person) => {
    const contactId = await addContact(member)
    const { id } = (await addTask(contactId, member)).json as Task
    return { contactId, id }
  }
  const assign = (contactId: string, to: string) =>
    ann.request('PATCH', `/api/contacts/${contactId}/owner`, { to })

  test('loses the contact to the pond, and the member who claims it gets those that are left', async () => {
    const { contactId, id } = await addOwnTask(max)
    expect((await assign(contactId, 'pond')).status).toBe(200)
    expect(await assigneeOf(id)).toBeNull()
    await app.owner.run('update tasks set assigned_to = $2 where id = $1', [id, max.userId])
    expect((await ed.request('POST', `/api/pond/${contactId}/claim`)).status).toBe(200)
    expect(await assigneeOf(id)).toBe(ed.userId)
  })

  test('sees fewer contacts than before', async () => {
    const contactId = await addContact(ann)
    await setAccess(max, 'all')
    const { id } = (await addTask(contactId, max)).json as Task
    const url = `/api/organizations/${ann.organizationId}/member-settings/${max.userId}`
    expect((await ann.request('PATCH', url, { access: 'own' })).status).toBe(200)
    expect(await assigneeOf(id)).toBeNull()
  })

  test('leaves the team of the owner', async () => {
    const body = { name: 'West', memberIds: [max.userId, ed.userId] }
    const { id: teamId } = (await ann.request('POST', teamsUrl(), body)).json as { id: string }
    const contactId = await addContact(max)
    const { id } = (await addTask(contactId, ed)).json as Task
    await ann.request('DELETE', `${teamsUrl()}/${northId}`)
    expect(await assigneeOf(id)).toBe(ed.userId)
    const left = await ann.request('PATCH', `${teamsUrl()}/${teamId}`, { memberIds: [max.userId] })
    expect(left.status).toBe(200)
    expect(await assigneeOf(id)).toBe(max.userId)
  })

  test('gets it by an undo, although the contact is hidden from them now', async () => {
    const { id: taskId } = (await addTask(await addContact(ann), ann)).json as Task
    const undone = await ann.request('POST', '/api/tasks/assign', {
      assignments: [{ taskId, assignedTo: max.userId }],
    })
    expect([undone.status, await assigneeOf(taskId)]).toEqual([200, null])
  })
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
