import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { recognizeColumns } from '#domain/contact-files/csv-columns.ts'
import { checksum, dump, rowsOf, whileJobsRun } from '#test/checks.ts'
import { nameOf, objectsOf, sampleRequest } from '#test/sample-requests.ts'
import { type Answer, createTestApp, type Person, type TestApp } from '#test/test-app.ts'

const PASSING = ['audit_log', 'rate_limits', 'sessions']
/** A value that must never be stored, in the format of the column's type. */
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

/** Every column of every table under both its names, without those that the object already has. */
function foreignColumns(own: object): Record<string, unknown> {
  const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  const all = columns.flatMap(({ name, type }) =>
    [name, camel(name)].map((key) => [key, canaryOf(type)] as const),
  )
  return Object.fromEntries(all.filter(([key]) => !(key in own)))
}

/** The same body with foreign columns added at the top and in every nested object. */
function laden(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(laden)
  if (typeof value !== 'object' || value === null) return value
  const inside = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, laden(inner)]))
  return { ...foreignColumns(value), ...inside }
}

const isFile = ({ streams }: Endpoint) => streams !== undefined && !streams.includes('application/json')
const writes = () => app.app.endpoints.filter((each) => each.method !== 'GET' && !isFile(each))

// An enrichment without a match responds 404 and refunds its credit.
test('Trust 5 columns of any table sent to any writing route are ignored unless they belong to the route', async () => {
  expect(columns.length).toBeGreaterThan(200)
  let objects = await objectsOf(app, ann)
  let before = await checksum(app.owner, PASSING)
  for (const endpoint of writes()) {
    const { url, body, headers } = sampleRequest(endpoint, objects)
    const { request } = endpoint.access === 'platform-admin' ? operator : ann
    const { status } = await whileJobsRun(app, request(endpoint.method, url, laden(body ?? {}), headers))
    expect([nameOf(endpoint), status < 500]).toEqual([nameOf(endpoint), true])
    if (status >= 400 && !(status === 404 && endpoint.path.endsWith('/enrich'))) {
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

/** Maximum number of columns read from a file, including its own. */
const COLUMNS_A_FILE = 190

type Foreign = readonly (readonly [name: string, value: unknown])[]

const textOf = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))
const cell = (value: unknown) => `"${textOf(value).replaceAll('"', '""')}"`

function csvOf(person: string, foreign: Foreign): string {
  const own = ['First Name', 'Last Name', 'Email', 'Phone', 'Address', 'City', 'State', 'Zip']
  const values = ['Ina', person, `${person}@example.com`, '(630) 555-0142']
  values.push('1 Main St', 'Naperville', 'IL', '60540')
  const header = [...own, ...foreign.map(([name]) => name)]
  return `${header.map(cell).join(',')}\n${[...values, ...foreign.map(([, value]) => value)].map(cell).join(',')}\n`
}

function cardOf(person: string, foreign: Foreign): string {
  const more = foreign.flatMap(([name, value]) => [
    `${name}:${textOf(value)}`,
    `X-${name.replaceAll('_', '-').toUpperCase()}:${textOf(value)}`,
  ])
  const lines = ['BEGIN:VCARD', 'VERSION:3.0', `N:${person};Ina;;;`, `EMAIL:${person}@example.com`, ...more]
  return [...lines, 'END:VCARD', ''].join('\r\n')
}

/** Columns that each route with a file body reads. */
const FILES: Record<string, (person: string, foreign: Foreign) => string> = {
  'POST /api/imports/preview': csvOf,
  'POST /api/contacts/import/csv': csvOf,
  'POST /api/contacts/import/vcf': cardOf,
}

/** Ids and times; none of them comes from a file. */
const OF_EACH_CONTACT = /^((organization_|import_)?id|(\w+_)?(created|updated|verified|due)_at)$/

/** Columns that files fill besides the eight fields: opt-outs, details and their search words. */
const SAID_BY_FILES = ['search', 'details', 'can_contact', 'do_not_contact', 'opted_out_channels']

/** The contacts of an organization under the name of each column. */
const contactsOf = ({ organizationId }: Person) =>
  app.owner.rows<{ contact: Record<string, unknown> }>(
    `select to_jsonb(c) as contact from contacts c where organization_id = $1 order by last_name`,
    [organizationId],
  )

test('Trust 5 extra columns of any table in a file change nothing', async () => {
  const plain = await app.subscriber('plain@example.com')
  const loaded = await app.subscriber('loaded@example.com')
  // An import reads these from the file: labels, notes, history, opt-outs.
  const isRead = (name: string, value: unknown) =>
    recognizeColumns([name], [[textOf(value)]]).some(({ field }) => field !== null)
  const foreign = Object.entries(foreignColumns({})).filter(
    ([name, value]) => !/^(email|note|version)$/i.test(name) && !isRead(name, value),
  )
  expect(foreign.length).toBeGreaterThan(300)
  const files = Array.from({ length: Math.ceil(foreign.length / COLUMNS_A_FILE) }, (_, i) =>
    foreign.slice(i * COLUMNS_A_FILE, (i + 1) * COLUMNS_A_FILE),
  )
  // A do-not-call file has only numbers and a picture only pixels, so neither has columns.
  const imports = app.app.endpoints.filter(
    (each) => isFile(each) && !/\/(do-not-call|pictures)$/.test(each.path),
  )
  for (const endpoint of imports) {
    const fileOf = FILES[nameOf(endpoint)]
    expect([nameOf(endpoint), typeof fileOf]).toEqual([nameOf(endpoint), 'function'])
    const enrich = endpoint.path.startsWith('/api/contacts') ? '?enrich=0' : ''
    const send = ({ request }: Person, file: string, query = enrich): Promise<Answer> =>
      whileJobsRun(
        app,
        request('POST', endpoint.path + query, file, { 'content-type': endpoint.streams![0]! }),
      )
    for (const [i, columns] of files.entries()) {
      const person = `${endpoint.path.split('/').at(-1)}-${i}`
      for (const [who, more] of [
        [plain, []],
        [loaded, columns],
      ] as const) {
        const { status, text } = await send(who, fileOf!(person, more))
        expect([person, status, text.includes('"skipped":1')]).toEqual([person, 200, false])
      }
    }
    const before = await checksum(app.owner, PASSING)
    const named = [`?organizationId=${plain.organizationId}`, `?organization_id=${plain.organizationId}`]
    for (const field of ['organizationId', 'id', 'nineDScore', 'credits', 'role'])
      named.push(`?mapping=${btoa(JSON.stringify({ firstName: '0', lastName: '1', [field]: '2' }))}`)
    for (const query of named)
      expect([query, (await send(loaded, fileOf!('refused', []), query)).status]).toEqual([query, 400])
    expect(await checksum(app.owner, PASSING)).toBe(before)
  }
  await app.queue.drain()
  const [expected, found] = [await contactsOf(plain), await contactsOf(loaded)]
  expect(found).toHaveLength(2 * files.length)
  const differing = found.flatMap(({ contact }, i) =>
    Object.keys(contact).filter(
      (column) => textOf(contact[column] ?? '') !== textOf(expected[i]?.contact[column] ?? ''),
    ),
  )
  expect(
    [...new Set(differing)].filter(
      (column) => !OF_EACH_CONTACT.test(column) && !SAID_BY_FILES.includes(column),
    ),
  ).toEqual([])
  const tables = async ({ organizationId }: Person) =>
    (await rowsOf(app.owner, organizationId)).map((line) => line.split(' ')[0])
  expect(await tables(loaded)).toEqual(await tables(plain))
  const stored = await dump(app.owner)
  expect(MARKS.filter((mark) => stored.includes(mark))).toEqual([])
})

test('Trust 3 Trust 5 another organization’s id in a body never moves anything there', async () => {
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
      // One of the calls transfers ownership.
      await app.owner.run(`update users set role = 'OWNER' where id = $1`, [ann.userId])
    }
  }
  expect(await rowsOf(app.owner, bob.organizationId)).toEqual(before)
})
