import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ContactDetail } from '#contract/contacts.ts'
import type { LiveEvent } from '#contract/events.ts'
import type { Notification } from '#contract/notifications.ts'
import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { samplePeople } from '#server/platform/providers/sample/sample-people.ts'
import { dumpRows, withJobsRunning } from '#test/checks.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

const DAY_MS = 86_400_000
const time = { now: new Date('2026-03-10T12:00:00Z') }

let app: TestApp
let personCount = 0
beforeAll(async () => {
  app = await createTestApp({ clock: { now: () => time.now } })
})
afterAll(() => app.close())

const newOwner = (credits?: number) => app.subscriber(`owner${++personCount}@example.com`, credits)

type Page = { items: Notification[]; unread: number; next: string | null }
const listNotifications = async (person: Person, query = ''): Promise<Page> =>
  (await person.request('GET', `/api/notifications${query}`)).json
const markRead = (person: Person, body: object) => person.request('POST', '/api/notifications/read', body)
const listOfKind = async (person: Person, kind: Notification['kind']) =>
  (await listNotifications(person)).items.filter((item) => item.kind === kind)

async function addContact(person: Person, contact: object): Promise<string> {
  return ((await person.request('POST', '/api/contacts', contact)).json as ContactDetail).id
}
const enrich = (person: Person, id: string) =>
  withJobsRunning(app, person.request('POST', `/api/contacts/${id}/enrich`))

/** Adds and enriches sample people until one of them has signals. */
async function addContactWithSignals(person: Person, seed: string): Promise<ContactDetail> {
  for (const sample of samplePeople(40, seed)) {
    const response = await enrich(person, await addContact(person, sample))
    if (response.status === 200 && (response.json as ContactDetail).signalsDetected > 0) return response.json
  }
  throw new Error('None of the sample people has signals')
}

async function addOverdueTask(
  person: Person,
  options: { title?: string; assignedTo?: string; days?: number } = {},
) {
  const contactId = await addContact(person, { firstName: 'Dana', lastName: `Whitlock ${++personCount}` })
  const dueDate = new Date(time.now.getTime() - (options.days ?? 1) * DAY_MS)
  await app.owner.run(
    `insert into tasks (organization_id, contact_id, title, due_date, assigned_to) values ($1, $2, $3, $4, $5)`,
    [person.organizationId, contactId, options.title ?? 'Call', dueDate, options.assignedTo ?? null],
  )
  return contactId
}

describe('A04 an enrichment with new signals', () => {
  let ann: Person
  let contact: ContactDetail
  beforeAll(async () => {
    ann = await newOwner()
    contact = await addContactWithSignals(ann, 'news')
  })

  test('notifies all members by name, without the event', async () => {
    const colleague = await app.member(`member${++personCount}@example.com`, ann.organizationId, 'MEMBER')
    for (const person of [ann, colleague]) {
      const [notification, ...otherNotifications] = await listOfKind(person, 'signals')
      expect(otherNotifications).toEqual([])
      expect(notification).toMatchObject({
        contactId: contact.id,
        link: `/dashboard?contact=${contact.id}&tab=signals`,
        read: false,
      })
      expect(notification!.title).toContain(`${contact.firstName} ${contact.lastName}`)
      expect(`${notification!.title} ${notification!.body}`).not.toMatch(
        /death|divorce|downsiz|debt|diaper|diploma|diamond|destination|disaster/i,
      )
    }
  })

  test('does not notify about the same signals again', async () => {
    await enrich(ann, contact.id)
    expect(await listOfKind(ann, 'signals')).toHaveLength(1)
  })

  test("is invisible to another organization, which can't mark it", async () => {
    const bob = await newOwner()
    const [notification] = (await listNotifications(ann)).items
    expect(await listNotifications(bob)).toEqual({ items: [], unread: 0, next: null })
    const response = await markRead(bob, { ids: [notification!.id] })
    expect([response.status, response.json]).toEqual([200, { unread: 0 }])
    expect((await listNotifications(ann)).items[0]!.read).toBe(false)
  })

  test('A17 deleting the contact deletes its notifications from a full dump', async () => {
    await ann.request('DELETE', `/api/contacts/${contact.id}`)
    expect(await listOfKind(ann, 'signals')).toEqual([])
    const rows = await app.owner.rows<{ line: string }>('select n::text as line from notifications n')
    expect(JSON.stringify(rows)).not.toContain(contact.lastName)
    expect(await dumpRows(app.owner)).not.toContain(`signals for ${contact.firstName} ${contact.lastName}`)
  })
})

test('A10 an import notifies once about its counts and once about its signals', async () => {
  const ann = await newOwner()
  const colleague = await app.member(`member${++personCount}@example.com`, ann.organizationId, 'ADMIN')
  const rows = samplePeople(30, 'file').map(
    (person) => `"${person.firstName}","${person.lastName}",${person.email ?? ''},${person.phone ?? ''}`,
  )
  const file = ['First Name,Last Name,Email,Phone', ...rows, 'Nobody,,,'].join('\n')
  await withJobsRunning(
    app,
    ann.request('POST', '/api/contacts/import/csv', file, { 'content-type': 'text/csv' }),
  )
  await app.queue.drain()
  const finished = await listOfKind(ann, 'import_finished')
  expect(finished.map(({ title, body }) => [title, body])).toEqual([
    ['Import complete: 30 contacts added', '1 of 31 rows skipped.'],
  ])
  const { count } = (await app.owner.row<{ count: number }>(
    'select count(*)::int as count from contacts where organization_id = $1 and signals_detected > 0',
    [ann.organizationId],
  ))!
  expect(count).toBeGreaterThan(2)
  const signals = await listOfKind(ann, 'signals')
  expect(signals.map(({ title }) => title)).toEqual([`${count} imported contacts have new signals`])
  await app.services.enrichment.runWaiting(parseOrganizationId(ann.organizationId))
  expect((await listNotifications(ann)).items).toHaveLength(2)
  expect((await listNotifications(colleague)).items).toEqual([])
})

test('A10 a row fixed later does not notify about its import again', async () => {
  const ann = await newOwner()
  const [person, fixedPerson] = samplePeople(30, 'file').filter(({ email }) => email)
  const file = `First Name,Last Name,Email\n${person!.firstName},${person!.lastName},${person!.email}\nNobody,,\n`
  const importResponse = await withJobsRunning(
    app,
    ann.request('POST', '/api/contacts/import/csv', file, { 'content-type': 'text/csv' }),
  )
  const { importId } = importResponse.json as { importId: string }
  await app.queue.drain()
  const notifications = (await listNotifications(ann)).items
  expect(notifications.map(({ kind, link }) => [kind, link])).toContainEqual([
    'import_finished',
    `/imports/${importId}`,
  ])
  const { firstName, lastName, email } = fixedPerson!
  const response = await ann.request('POST', `/api/imports/${importId}/rows/3`, {
    firstName,
    lastName,
    email,
  })
  expect(response.status).toBe(200)
  await app.queue.drain()
  const { done } = (
    (await ann.request('GET', `/api/imports/${importId}`)).json as { enrichment: { done: number } }
  ).enrichment
  expect(done).toBe(2)
  expect((await listNotifications(ann)).items.map(({ id }) => id)).toEqual(notifications.map(({ id }) => id))
})

describe('A26 credits', () => {
  test('notify once per grant when a tenth is left', async () => {
    const ann = await newOwner(20)
    for (let spent = 1; spent <= 19; spent++) {
      const id = await addContact(ann, { firstName: 'Ruth', lastName: `Abernathy ${spent}` })
      await app.owner.run(
        `insert into credit_ledger (organization_id, amount, operation, idempotency_key) values ($1, -1, 'enrich', $2)`,
        [ann.organizationId, `enrich:${id}`],
      )
      await app.owner.run('update organizations set credits = credits - 1 where id = $1', [
        ann.organizationId,
      ])
      await app.db.tenant(parseOrganizationId(ann.organizationId), async (tx) => {
        const lowCredits = await app.services.credits.lowCreditsOf(tx)
        expect(lowCredits !== null).toBe(spent >= 18)
        if (lowCredits) await app.services.notifications.creditsLow(tx, lowCredits)
      })
    }
    const notification = await listOfKind(ann, 'credits_low')
    expect(notification.map(({ title, link }) => [title, link])).toEqual([['2 credits left', '/subscribe']])
  })

  test('notify when an enrichment reaches the tenth', async () => {
    const ann = await newOwner(1)
    await enrich(ann, await addContact(ann, samplePeople(1, 'low')[0]!))
    expect(await listOfKind(ann, 'credits_low')).toHaveLength(1)
  })
})

describe('A16 an overdue task', () => {
  const addNotifications = () => app.services.notifications.notifyAllOverdue()

  test('notifies once, with a link', async () => {
    const ann = await newOwner()
    const contactId = await addOverdueTask(ann, { title: 'Offer a home value review' })
    await addNotifications()
    await addNotifications()
    const notification = await listOfKind(ann, 'task_overdue')
    expect(notification.map(({ title, link }) => [title, link])).toEqual([
      ['Task overdue: Offer a home value review', `/dashboard?contact=${contactId}&tab=tasks`],
    ])
    expect(notification[0]!.body).toContain('Dana Whitlock')
  })

  test('notifies only its assignee', async () => {
    const ann = await newOwner()
    const cem = await app.member(`member${++personCount}@example.com`, ann.organizationId, 'MEMBER')
    await addOverdueTask(ann, { assignedTo: cem.userId })
    await addNotifications()
    expect(await listOfKind(cem, 'task_overdue')).toHaveLength(1)
    expect(await listNotifications(ann)).toMatchObject({ items: [], unread: 0 })
    const [notification] = (await listNotifications(cem)).items
    await markRead(ann, { ids: [notification!.id] })
    expect((await listNotifications(cem)).unread).toBe(1)
  })

  test('does not notify about future, completed or old tasks', async () => {
    const ann = await newOwner()
    await addOverdueTask(ann, { days: -1 })
    await addOverdueTask(ann, { days: 30 })
    const contactId = await addOverdueTask(ann)
    await app.owner.run(`update tasks set status = 'completed', completed_at = now() where contact_id = $1`, [
      contactId,
    ])
    await addNotifications()
    expect((await listNotifications(ann)).items).toEqual([])
  })
})

describe('A04 reading', () => {
  let ann: Person
  let cem: Person
  beforeAll(async () => {
    ann = await newOwner()
    cem = await app.member(`member${++personCount}@example.com`, ann.organizationId, 'MEMBER')
    for (let i = 0; i < 5; i++) await addOverdueTask(ann, { title: `Task ${i}` })
    await app.services.notifications.notifyAllOverdue()
  })

  test('pages have no gap or repetition', async () => {
    const ids: string[] = []
    let cursor = ''
    for (let pages = 0; pages < 3; pages++) {
      const page = await listNotifications(ann, `?limit=2${cursor}`)
      expect(page.unread).toBe(5)
      ids.push(...page.items.map(({ id }) => id))
      cursor = `&cursor=${page.next}`
      expect(page.next === null).toBe(pages === 2)
    }
    expect(new Set(ids).size).toBe(5)
    expect(ids).toEqual((await listNotifications(ann)).items.map(({ id }) => id))
  })

  test('marks some, then all, for the reader only, and updates other tabs', async () => {
    const { items } = await listNotifications(ann)
    const events: LiveEvent[] = []
    const unsubscribe = app.events.subscribe(parseOrganizationId(ann.organizationId), (event) =>
      events.push(event),
    )
    expect((await markRead(ann, { ids: [items[0]!.id, items[1]!.id] })).json).toEqual({ unread: 3 })
    expect((await markRead(ann, { ids: [items[0]!.id] })).json).toEqual({ unread: 3 })
    expect((await listNotifications(ann)).items.map((item) => item.read)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
    expect((await markRead(ann, { all: true })).json).toEqual({ unread: 0 })
    expect((await markRead(ann, { all: true })).json).toEqual({ unread: 0 })
    unsubscribe()
    expect(events).toEqual([{ type: 'notifications.changed' }, { type: 'notifications.changed' }])
    expect((await listNotifications(cem)).unread).toBe(5)
  })

  test.each([{}, { ids: [] }, { ids: ['x'] }, { all: false }, { all: true, ids: [] }, [], 'all'])(
    'rejects %j',
    async (body) => {
      const response = await ann.request('POST', '/api/notifications/read', body, {
        'content-type': 'application/json',
      })
      expect(response.status).toBe(400)
    },
  )
})

test('notifications are deleted after 90 days', async () => {
  const ann = await newOwner()
  for (const title of ['old', 'young']) await addOverdueTask(ann, { title })
  await app.services.notifications.notifyAllOverdue()
  await app.owner.run(
    `update notifications set created_at = $2 where organization_id = $1 and title like '%old'`,
    [ann.organizationId, new Date(time.now.getTime() - 91 * DAY_MS)],
  )
  await app.services.notifications.removeOld()
  expect((await listNotifications(ann)).items.map(({ title }) => title)).toEqual(['Task overdue: young'])
})
