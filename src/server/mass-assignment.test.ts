import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checksum, dump, rowsOf, whileJobsRun } from '#test/checks.ts'
import { nameOf, objectsOf, sampleRequest } from '#test/sample-requests.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

const PASSING = ['audit_log', 'rate_limits', 'sessions']
/** What must never be stored, in the form that the column's kind takes. */
const CANARY = {
  text: 'ForeignColumn',
  number: 987_654_321,
  time: '2099-01-02T03:04:05.678Z',
  id: randomUUID(),
}
const MARKS = [CANARY.text, String(CANARY.number), '2099-01-02', CANARY.id]

let app: TestApp
let ann: Person
let bob: Person
let operator: Person
let columns: { name: string; type: string }[]
beforeAll(async () => {
  app = await createTestApp({ adminEmails: ['operator@example.com'] })
  ann = await app.subscriber('ann@example.com')
  bob = await app.subscriber('bob@example.com')
  operator = await app.signIn('operator@example.com')
  columns = await app.owner.rows(
    `select distinct on (column_name) column_name as name, data_type as type from information_schema.columns
      where table_schema = 'public' order by 1, 2`,
  )
})
afterAll(() => app.close())

function canaryOf(type: string): unknown {
  if (type === 'boolean') return true
  if (type === 'uuid') return CANARY.id
  if (/^(integer|bigint|smallint|numeric|real|double)/.test(type)) return CANARY.number
  if (/^(date|timestamp|time)/.test(type)) return CANARY.time
  if (type === 'jsonb') return { note: CANARY.text }
  return type === 'ARRAY' ? [CANARY.text] : CANARY.text
}

/** Every column of every table under both its names, but for those that the object has already. */
function foreignColumns(own: object): Record<string, unknown> {
  const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  const all = columns.flatMap(({ name, type }) =>
    [name, camel(name)].map((key) => [key, canaryOf(type)] as const),
  )
  return Object.fromEntries(all.filter(([key]) => !(key in own)))
}

/** The same body with the foreign columns in the whole of it and in every object inside. */
function laden(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(laden)
  if (typeof value !== 'object' || value === null) return value
  const inside = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, laden(inner)]))
  return { ...foreignColumns(value), ...inside }
}

const writes = () => app.app.endpoints.filter(({ method, streams }) => method !== 'GET' && !streams)

test('Trust 5 every column of every table sent to every route that writes: none but the route’s own is stored', async () => {
  expect(columns.length).toBeGreaterThan(200)
  let objects = await objectsOf(app, ann)
  let before = await checksum(app.owner, PASSING)
  for (const endpoint of writes()) {
    const { url, body, headers } = sampleRequest(endpoint, objects)
    const { request } = endpoint.access === 'platform-admin' ? operator : ann
    const { status } = await whileJobsRun(app, request(endpoint.method, url, laden(body ?? {}), headers))
    expect([nameOf(endpoint), status < 500]).toEqual([nameOf(endpoint), true])
    if (status >= 400) {
      expect([nameOf(endpoint), await checksum(app.owner, PASSING)]).toEqual([nameOf(endpoint), before])
      continue
    }
    const stored = await dump(app.owner)
    expect([nameOf(endpoint), MARKS.filter((mark) => stored.includes(mark))]).toEqual([nameOf(endpoint), []])
    await app.queue.drain()
    objects = await objectsOf(app, ann)
    before = await checksum(app.owner, PASSING)
  }
})

test('Trust 3 Trust 5 another organization’s id in the body moves nothing there, whichever route takes it', async () => {
  await objectsOf(app, bob)
  const before = await rowsOf(app.owner, bob.organizationId)
  expect(before.length).toBeGreaterThan(10)
  for (const endpoint of writes().filter(({ access }) => access !== 'platform-admin')) {
    const { url, body, headers } = sampleRequest(endpoint, await objectsOf(app, ann))
    for (const key of ['organizationId', 'organization_id']) {
      const sent = { ...(body as object), [key]: bob.organizationId }
      const { status } = await whileJobsRun(app, ann.request(endpoint.method, url, sent, headers))
      expect([nameOf(endpoint), key, status < 500, status === 401]).toEqual([
        nameOf(endpoint),
        key,
        true,
        false,
      ])
      // One of the calls hands the organization over.
      await app.owner.run(`update users set role = 'OWNER' where id = $1`, [ann.userId])
    }
  }
  expect(await rowsOf(app.owner, bob.organizationId)).toEqual(before)
})
