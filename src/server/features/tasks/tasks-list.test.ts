import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ContactDetail } from '#contract/contacts.ts'
import type { ListedTask, TaskView } from '#contract/tasks.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

/** Time of the test; tasks are named after their relation to it. */
const NOW = '2026-03-10T12:00:00Z'

let app: TestApp
let ann: Person
let bob: Person
let contactId: string
beforeAll(async () => {
  app = await createTestApp({ clock: { now: () => new Date(NOW) } })
  ann = await app.subscriber('ann@example.com')
  bob = await app.subscriber('bob@example.com')
  const answer = await ann.request('POST', '/api/contacts', { firstName: 'Zoe', lastName: 'Adams' })
  contactId = (answer.json as ContactDetail).id
  const tasks: [title: string, dueDate: string | null, assignedTo: string | null, completedAt?: string][] = [
    ['undated', null, null],
    ['late', '2026-03-01T00:00:00Z', null],
    ['just late', '2026-03-10T11:59:59Z', ann.userId],
    ['today', '2026-03-10T23:59:59Z', ann.userId],
    ['in six days', '2026-03-16T23:59:59Z', null],
    ['in eight days', '2026-03-18T12:00:00Z', null],
    ['undated, mine', null, ann.userId],
    ['done first', '2026-03-01T00:00:00Z', ann.userId, '2026-03-02T08:00:00.123456Z'],
    ['done last', null, null, '2026-03-05T08:00:00Z'],
  ]
  for (const [title, dueDate, assignedTo, completedAt = null] of tasks) {
    await app.owner.run(
      `insert into tasks (organization_id, contact_id, title, due_date, assigned_to, completed_at, status)
       values ($1, $2, $3, $4, $5, $6::timestamptz, case when $6 is null then 'pending' else 'completed' end)`,
      [ann.organizationId, contactId, title, dueDate, assignedTo, completedAt],
    )
  }
})
afterAll(() => app.close())

const list = async (query: string, person = ann) => {
  const answer = await person.request('GET', `/api/tasks?${query}`)
  expect(answer.status).toBe(200)
  return {
    titles: (answer.json as ListedTask[]).map(({ title }) => title),
    total: answer.headers['x-total-count'],
    next: /<([^>]+)>/.exec(String(answer.headers.link ?? ''))?.[1],
  }
}

const VIEWS: Record<TaskView, string[]> = {
  mine: ['just late', 'today', 'undated, mine'],
  overdue: ['late', 'just late'],
  week: ['today', 'in six days'],
  open: ['late', 'just late', 'today', 'in six days', 'in eight days', 'undated', 'undated, mine'],
  done: ['done last', 'done first'],
}

test.each(Object.entries(VIEWS))('A21 the view %s: %j', async (view, titles) => {
  const found = await list(`view=${view}`)
  // The order of tasks without a date does not matter.
  const undated = (all: string[]) => all.filter((title) => title.startsWith('undated')).sort()
  const dated = (all: string[]) => all.filter((title) => !title.startsWith('undated'))
  expect(dated(found.titles)).toEqual(dated(titles))
  expect(undated(found.titles)).toEqual(undated(titles))
  expect(found.total).toBe(String(titles.length))
})

test('A21 counts tasks per view', async () => {
  expect((await ann.request('GET', '/api/tasks/counts')).json).toEqual({
    mine: 3,
    overdue: 2,
    week: 2,
    open: 7,
    done: 2,
  })
  expect((await bob.request('GET', '/api/tasks/counts')).json).toEqual({
    mine: 0,
    overdue: 0,
    week: 0,
    open: 0,
    done: 0,
  })
})

test('A21 a listed task names its contact; the default view has all open ones', async () => {
  const answer = await ann.request('GET', '/api/tasks?limit=1')
  expect(answer.json).toMatchObject([{ title: 'late', contactId, contactName: 'Zoe Adams' }])
})

test.each(['open', 'done', 'mine'])('A21 pages of the view %s hold each task once', async (view) => {
  const whole = (await list(`view=${view}`)).titles
  const walked: string[] = []
  for (let address: string | undefined = `/api/tasks?view=${view}&limit=1`; address; ) {
    const page = await list(address.slice(address.indexOf('?') + 1))
    expect(page.total).toBe(String(whole.length))
    walked.push(...page.titles)
    address = page.next
  }
  expect(walked).toEqual(whole)
})

test.each([
  'x',
  'W10',
  Buffer.from('[1e300,"a"]').toString('base64url'),
  Buffer.from('["a","b"]').toString('base64url'),
])('A21 rejects the unknown cursor %s', async (cursor) => {
  expect((await ann.request('GET', `/api/tasks?cursor=${cursor}`)).status).toBe(400)
})

test('A21 another organization sees none of them', async () => {
  for (const view of Object.keys(VIEWS)) expect((await list(`view=${view}`, bob)).titles).toEqual([])
})
