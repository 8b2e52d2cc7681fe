import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ContactDetail } from '#contract/contacts.ts'
import type { TaskView } from '#contract/tasks.ts'
import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

let app: TestApp
let ann: Person
let bob: Person
let contactId: string
beforeAll(async () => {
  app = await createTestApp()
  ann = await app.subscriber('ann@example.com')
  const response = await ann.request('POST', '/api/contacts', { firstName: 'Zoe', lastName: 'Adams' })
  contactId = (response.json as ContactDetail).id
})
afterAll(() => app.close())

const addAutomatic = (key: string) =>
  app.db.tenant(parseOrganizationId(ann.organizationId), (tx) =>
    app.services.tasks.addAutomatic(tx, [
      {
        contactId,
        tasks: [
          {
            ...{ key, category: 'debt', title: key, description: '', priority: 'high' },
            ...{ dueInDays: 3, dueDate: '2090-03-10' },
          },
        ],
      },
    ]),
  )
const readAssignees = async () => {
  const rows = await app.owner.rows<{ title: string; assignedTo: string | null }>(
    'select title, assigned_to from tasks where contact_id = $1 order by created_at, title',
    [contactId],
  )
  return Object.fromEntries(rows.map(({ title, assignedTo }) => [title, assignedTo]))
}
const countMine = async (person: Person) =>
  ((await person.request('GET', '/api/tasks/counts')).json as Record<TaskView, number>).mine

describe('A21 automatic tasks', () => {
  test('are assigned to the only member', async () => {
    await addAutomatic('alone')
    expect(await readAssignees()).toEqual({ alone: ann.userId })
    expect(await countMine(ann)).toBe(1)
  })

  test('are unassigned in a team', async () => {
    bob = await app.member('bob@example.com', ann.organizationId, 'MEMBER')
    await addAutomatic('team')
    expect(await readAssignees()).toEqual({ alone: ann.userId, team: null })
  })

  test('are assigned to the last member when the others leave', async () => {
    await ann.request('POST', '/api/tasks', { contactId, title: 'by hand' })
    await app.owner.run(`update tasks set assigned_to = $1 where title = 'alone'`, [bob.userId])
    const path = `/api/organizations/${ann.organizationId}/members/${bob.userId}`
    expect((await ann.request('DELETE', path)).status).toBe(204)
    expect(await readAssignees()).toEqual({ alone: ann.userId, team: ann.userId, 'by hand': null })
  })
})
