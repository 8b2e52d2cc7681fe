import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ContactDetail } from '#contract/contacts.ts'
import type { TimelineEntry } from '#contract/timeline.ts'
import { withJobsRunning } from '#test/checks.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

type Page = { items: TimelineEntry[]; next: string | null }

let app: TestApp
let ann: Person
let contact: ContactDetail
beforeAll(async () => {
  app = await createTestApp()
  ann = await app.subscriber('ann@example.com')
  const input = { firstName: 'John', lastName: 'Okafor', email: 'john@example.com', phone: '6305550142' }
  contact = (await ann.request('POST', '/api/contacts', input)).json
  await withJobsRunning(app, ann.request('POST', `/api/contacts/${contact.id}/enrich`))
  const duplicate: ContactDetail = (
    await ann.request('POST', '/api/contacts', { firstName: 'Jon', lastName: 'Okafor' })
  ).json
  await ann.request('PATCH', `/api/contacts/${contact.id}`, { city: 'Aurora' })
  const task = (
    await ann.request('POST', '/api/tasks', { contactId: contact.id, title: 'Call', priority: 'low' })
  ).json as { id: string }
  await ann.request('PATCH', `/api/tasks/${task.id}`, { completed: true })
  await ann.request('PATCH', `/api/contacts/${contact.id}/do-not-contact`, {
    doNotContact: true,
    reason: 'Asked',
  })
  await ann.request('POST', `/api/contacts/${contact.id}/merge`, { otherId: duplicate.id })
})
afterAll(() => app.close())

const getPage = async (query = ''): Promise<Page> =>
  (await ann.request('GET', `/api/contacts/${contact.id}/timeline${query}`)).json

test('A11 lists events newest first with their actor', async () => {
  const { items: entries } = await getPage('?limit=100')
  const entryTimes = entries.map(({ at }) => at)
  expect(entryTimes).toEqual([...entryTimes].sort().reverse())
  expect(entries.find(({ kind }) => kind === 'merged')).toMatchObject({ actor: 'Ada Okafor' })
  expect(entries.at(-1)).toMatchObject({ kind: 'added', actor: 'Ada Okafor' })
  const find = (kind: string) => entries.find((entry) => entry.kind === kind)
  expect(find('enriched')).toMatchObject({
    actor: 'Ada Okafor',
    details: { outcome: 'matched', credit: true },
  })
  expect(String(find('enriched')?.details.providers)).toMatch(/sample/i)
  expect(find('verified')).toMatchObject({ actor: 'Ninefold' })
  expect(find('scored')?.details).toMatchObject({ cause: expect.any(String), score: expect.any(Number) })
  expect(find('edited')).toMatchObject({ actor: 'Ada Okafor', details: {} })
  expect(
    entries.filter(({ details }) => details.title === 'Call').map(({ kind, actor }) => [kind, actor]),
  ).toEqual([
    ['task-completed', 'Ada Okafor'],
    ['task-created', 'Ada Okafor'],
  ])
  expect(find('do-not-contact')?.details).toEqual({
    doNotContact: true,
    channel: 'all',
    reason: 'Asked',
  })
})

test('A11 pages have no gap or repetition', async () => {
  const allIds = (await getPage('?limit=100')).items.map(({ id }) => id)
  const pagedIds: string[] = []
  let cursor: string | null = null
  do {
    const { items: entries, next }: Page = await getPage(`?limit=2${cursor ? `&cursor=${cursor}` : ''}`)
    pagedIds.push(...entries.map(({ id }) => id))
    cursor = next
  } while (cursor)
  expect(pagedIds).toEqual(allIds)
})

test('A11 rejects an unknown cursor and a foreign contact', async () => {
  const forged = Buffer.from(JSON.stringify(['2026-13-45 99:00:00+00', 'added:x'])).toString('base64url')
  for (const cursor of ['x', forged]) {
    const { status } = await ann.request('GET', `/api/contacts/${contact.id}/timeline?cursor=${cursor}`)
    expect(status).toBe(400)
  }
  const bob = await app.subscriber('bob@example.com')
  expect((await bob.request('GET', `/api/contacts/${contact.id}/timeline`)).status).toBe(404)
})
