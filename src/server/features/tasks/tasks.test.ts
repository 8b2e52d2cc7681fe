import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ContactDetail } from '#contract/contacts.ts'
import type { Task } from '#contract/tasks.ts'
import { samplePeople } from '#server/platform/providers/sample/sample-people.ts'
import { withJobsRunning } from '#test/checks.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

const clock = { now: () => new Date('2026-03-10T12:00:00Z') }

let app: TestApp
let ann: Person
let contactId: string
beforeAll(async () => {
  app = await createTestApp({ clock })
  ann = await app.subscriber('ann@example.com')
  contactId = (await addContact({ firstName: 'Zoe', lastName: 'Adams' })).id
})
afterAll(() => app.close())

async function addContact(contact: object): Promise<ContactDetail> {
  return (await ann.request('POST', '/api/contacts', contact)).json
}

/** A user's task of the contact. */
async function newTask(): Promise<string> {
  const row = await app.owner.row<{ id: string }>(
    `insert into tasks (organization_id, contact_id, title) values ($1, $2, 'Call') returning id`,
    [ann.organizationId, contactId],
  )
  return row!.id
}

async function patchTask(id: string, body: unknown): Promise<Task> {
  const response = await ann.request('PATCH', `/api/tasks/${id}`, body)
  expect(response.status).toBe(200)
  return response.json
}

const tasksOf = async (id: string): Promise<Task[]> =>
  ((await ann.request('GET', `/api/contacts/${id}`)).json as ContactDetail).tasks

describe('A16 checking off a task', () => {
  test('sets status and completion time; unchecking clears it', async () => {
    const id = await newTask()
    const completedAt = '2026-03-09T08:30:00.000Z'
    const completed = await patchTask(id, { status: 'completed', completedAt })
    expect(completed).toMatchObject({ id, contactId, title: 'Call', status: 'completed', completedAt })
    const reopened = await patchTask(id, { status: 'pending', completedAt: null })
    expect(reopened).toMatchObject({ status: 'pending', completedAt: null })
    expect((await tasksOf(contactId)).find((task) => task.id === id)).toEqual(reopened)
  })

  test('accepts the older form {completed}', async () => {
    const id = await newTask()
    const completed = await patchTask(id, { completed: true })
    expect(completed.status).toBe('completed')
    expect(Math.abs(Date.parse(completed.completedAt ?? '') - Date.now())).toBeLessThan(60_000)
    expect(await patchTask(id, { completed: false })).toMatchObject({ status: 'pending', completedAt: null })
  })

  test('uses the current time by default and keeps the first one', async () => {
    const id = await newTask()
    const { completedAt } = await patchTask(id, { status: 'completed' })
    expect(completedAt).not.toBeNull()
    expect((await patchTask(id, { completed: true })).completedAt).toBe(completedAt)
  })

  test('a task in progress is not completed, even with a time', async () => {
    const id = await newTask()
    const body = { status: 'in_progress', completedAt: '2026-03-09T08:30:00Z' }
    expect(await patchTask(id, body)).toMatchObject({ status: 'in_progress', completedAt: null })
  })

  test('stores a time with an offset as UTC', async () => {
    const task = await patchTask(await newTask(), {
      status: 'completed',
      completedAt: '2026-03-09T08:30:00+02:00',
    })
    expect(task.completedAt).toBe('2026-03-09T06:30:00.000Z')
  })

  test('lists open tasks before completed ones', async () => {
    const contact = await addContact({ firstName: 'Two', lastName: 'Tasks' })
    contactId = contact.id
    const [first, second] = [await newTask(), await newTask()]
    await patchTask(first, { completed: true })
    expect((await tasksOf(contactId)).map(({ id }) => id)).toEqual([second, first])
  })

  test.each([
    {},
    { status: 'done' },
    { status: 'completed', completedAt: 'yesterday' },
    { status: 'completed', completedAt: 5 },
    { completed: 'yes' },
    { completed: true, status: 'pending' },
    { status: 'completed', title: 'Mine' },
    { completed: true, organizationId: 'x' },
    [],
    'completed',
  ])('rejects %j and changes nothing', async (body) => {
    const id = await newTask()
    const response = await ann.request('PATCH', `/api/tasks/${id}`, body, {
      'content-type': 'application/json',
    })
    expect(response.status).toBe(400)
    expect((await tasksOf(contactId)).find((task) => task.id === id)).toMatchObject({
      status: 'pending',
      title: 'Call',
    })
  })

  test('responds the same to unknown and foreign tasks', async () => {
    const bob = await app.subscriber('bob@example.com')
    const id = await newTask()
    for (const taskId of [id, '018f0000-0000-7000-8000-000000000000']) {
      const response = await bob.request('PATCH', `/api/tasks/${taskId}`, { completed: true })
      expect(response.status).toBe(404)
      expect(response.json).toMatchObject({ message: 'Task not found' })
    }
    expect((await tasksOf(contactId)).find((task) => task.id === id)?.status).toBe('pending')
  })
})

describe('A21 automatic tasks for detected signals', () => {
  const enrichedContacts: ContactDetail[] = []
  beforeAll(async () => {
    for (const person of samplePeople(30, 'demo')) {
      const { id } = await addContact(person)
      const response = await withJobsRunning(app, ann.request('POST', `/api/contacts/${id}/enrich`))
      if (response.status === 200) enrichedContacts.push(response.json)
    }
  })

  test('have a priority, a due date from today on and no private text', () => {
    const tasks = enrichedContacts.flatMap((contact) => contact.tasks)
    expect(tasks.length).toBeGreaterThan(3)
    for (const task of tasks) {
      expect(task).toMatchObject({
        status: 'pending',
        completedAt: null,
        playbookId: null,
        assignedTo: ann.userId,
      })
      expect(task.metadata.autoGenerated).toBe(true)
      const days = (Date.parse(task.dueDate ?? '') - Date.parse('2026-03-10T23:59:59Z')) / 86_400_000
      expect({ high: [3, 30], medium: [7, 30], low: [14, 30] }[task.metadata.priority]).toContain(days)
      expect(`${task.title} ${task.description}`).not.toMatch(
        /death|died|divorce|debt|foreclos|baby|pregnan/i,
      )
    }
  })

  test('exist only for contacts with signals', () => {
    for (const contact of enrichedContacts) {
      if (contact.tasks.length > 0) expect(contact.signals.length).toBeGreaterThan(0)
    }
    expect(enrichedContacts.some(({ tasks }) => tasks.length === 0)).toBe(true)
  })

  test('are added once per category and month, however often the contact is enriched', async () => {
    const contact = enrichedContacts.find(({ tasks }) => tasks.length > 0)!
    await withJobsRunning(app, ann.request('POST', `/api/contacts/${contact.id}/enrich`))
    expect((await tasksOf(contact.id)).map(({ id }) => id).sort()).toEqual(
      contact.tasks.map(({ id }) => id).sort(),
    )
  })

  test('are not added for a contact marked do not contact', async () => {
    const contact = enrichedContacts.find(({ tasks }) => tasks.length > 0)!
    await app.owner.run('delete from tasks where contact_id = $1', [contact.id])
    await app.owner.run('update contacts set do_not_contact = true where id = $1', [contact.id])
    await withJobsRunning(app, ann.request('POST', `/api/contacts/${contact.id}/enrich`))
    expect(await tasksOf(contact.id)).toEqual([])
  })
})

test('A34 a task outlives its user and playbook but not its contact', async () => {
  const colleague = await app.member('colleague@example.com', ann.organizationId, 'MEMBER')
  const playbook = await app.owner.row<{ id: string }>(
    `insert into playbooks (organization_id, name, steps) values ($1, 'Plan', '[]') returning id`,
    [ann.organizationId],
  )
  const id = await newTask()
  await app.owner.run('update tasks set assigned_to = $2, playbook_id = $3 where id = $1', [
    id,
    colleague.userId,
    playbook!.id,
  ])
  const findTask = async () => (await tasksOf(contactId)).find((task) => task.id === id)
  expect(await findTask()).toMatchObject({ assignedTo: colleague.userId, playbookId: playbook!.id })
  await app.owner.run('delete from users where id = $1', [colleague.userId])
  await app.owner.run('delete from playbooks where id = $1', [playbook!.id])
  expect(await findTask()).toMatchObject({ assignedTo: null, playbookId: null })
})
