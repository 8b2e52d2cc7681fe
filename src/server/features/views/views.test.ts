import { afterAll, beforeAll, expect, test } from 'vitest'
import type { View } from '#contract/views.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

let app: TestApp
let ann: Person
beforeAll(async () => {
  app = await createTestApp()
  ann = await app.subscriber('ann@example.com')
})
afterAll(() => app.close())

const VIEW = { name: 'Debt by chance', search: 'oak', signal: 'debt', sort: 'chance' }
const listNames = async (person: Person) =>
  ((await person.request('GET', '/api/views')).json as View[]).map(({ name }) => name)

test('A07 a view can be listed and deleted by its owner only', async () => {
  const mia = await app.member('mia@example.com', ann.organizationId, 'ADMIN')
  const response = await ann.request('POST', '/api/views', VIEW)
  expect(response.status).toBe(201)
  expect(response.json).toMatchObject(VIEW)
  await ann.request('POST', '/api/views', { name: 'all by name', sort: 'name' })
  expect(await listNames(ann)).toEqual(['all by name', 'Debt by chance'])
  expect(await listNames(mia)).toEqual([])
  const { id }: View = response.json
  expect((await mia.request('DELETE', `/api/views/${id}`)).status).toBe(404)
  expect((await ann.request('DELETE', `/api/views/${id}`)).status).toBe(204)
  expect((await ann.request('DELETE', `/api/views/${id}`)).status).toBe(404)
  expect(await listNames(ann)).toEqual(['all by name'])
})

test('A07 a view keeps all filters and the columns of the table', async () => {
  const eli = await app.subscriber('eli@example.com')
  const settings = {
    filter: { minScore: 60, signals: ['debt', 'divorce'], city: ['Oak Park'], hasPhone: true },
    columns: [{ id: 'phone', width: 180 }, { id: 'score' }],
  }
  const response = await eli.request('POST', '/api/views', { name: 'Call list', sort: 'chance', ...settings })
  expect([response.status, response.json]).toEqual([201, expect.objectContaining(settings)])
  await eli.request('POST', '/api/views', { name: 'Plain', sort: 'name' })
  expect((await eli.request('GET', '/api/views')).json).toMatchObject([
    settings,
    { filter: {}, columns: null },
  ])
})

test('A07 a name is unique per user', async () => {
  const bob = await app.subscriber('bob@example.com')
  const view = { name: 'twice', sort: 'score' }
  expect((await ann.request('POST', '/api/views', view)).status).toBe(201)
  expect((await ann.request('POST', '/api/views', view)).status).toBe(409)
  expect((await bob.request('POST', '/api/views', view)).status).toBe(201)
})

test('A07 a user can have up to fifty views', async () => {
  const eve = await app.subscriber('eve@example.com')
  for (let n = 0; n < 50; n++) await eve.request('POST', '/api/views', { name: `View ${n}`, sort: 'score' })
  expect((await eve.request('POST', '/api/views', { name: 'One more', sort: 'score' })).status).toBe(409)
  expect(await listNames(eve)).toHaveLength(50)
})

test.each([
  [{ sort: 'score' }],
  [{ name: ' ', sort: 'score' }],
  [{ name: 'x'.repeat(61), sort: 'score' }],
  [{ name: 'x', sort: 'age' }],
  [{ name: 'x', sort: 'score', signal: 'all' }],
  [{ name: 'x', sort: 'score', search: 'x'.repeat(101) }],
  [{ name: 'x', sort: 'score', userId: 'x' }],
  [{ name: 'x', sort: 'score', filter: { minScore: 101 } }],
  [{ name: 'x', sort: 'score', filter: { search: 'x' } }],
  [{ name: 'x', sort: 'score', columns: [] }],
  [{ name: 'x', sort: 'score', columns: [{ id: 'age' }] }],
])('A36 rejects %j', async (body) => {
  expect((await ann.request('POST', '/api/views', body)).status).toBe(400)
})
