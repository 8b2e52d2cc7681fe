import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { recognizeColumns } from '#domain/contact-files/csv-columns.ts'
import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { checksumOf, dumpRows, rowsOf, withJobsRunning } from '#test/checks.ts'
import { createObjects, nameOf, sampleRequest } from '#test/sample-requests.ts'
import { createTestApp, type Person, type TestApp, type TestResponse } from '#test/test-app.ts'

const TRANSIENT_TABLES = ['audit_log', 'rate_limits', 'sessions']
/** A value that must never be stored, in the format of the column's type. */
const CANARY = {
  text: 'ForeignColumn',
  number: 987_654_321,
  time: '2099-01-02T03:04:05.678Z',
  id: randomUUID(),
}
const CANARY_TEXTS = [CANARY.text, String(CANARY.number), '2099-01-02', CANARY.id]

let app: TestApp
let ann: Person
let bob: Person
let operator: Person
let columns: { name: string; type: string }[]
beforeAll(async () => {
  app = await createTestApp({ adminEmails: ['operator@example.com'] })
  // Attempts would change deliveries between two checksums.
  app.services.webhooks.stop()
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

/** Creating an organization switches the session to it. */
const workInHomeOrganization = () => app.owner.run('update sessions set organization_id = null')

/** Every column of every table under both its names, without those that the object already has. */
function foreignColumns(object: object): Record<string, unknown> {
  const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  const allColumns = columns.flatMap(({ name, type }) =>
    [name, camel(name)].map((key) => [key, canaryOf(type)] as const),
  )
  return Object.fromEntries(allColumns.filter(([key]) => !(key in object)))
}

/** The same body with foreign columns added at the top and in every nested object. */
function addForeignColumns(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(addForeignColumns)
  if (typeof value !== 'object' || value === null) return value
  const nested = Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, addForeignColumns(inner)]),
  )
  return { ...foreignColumns(value), ...nested }
}

const isFile = ({ streamedTypes }: Endpoint) =>
  streamedTypes !== undefined && !streamedTypes.includes('application/json')
const writes = () => app.app.endpoints.filter((each) => each.method !== 'GET' && !isFile(each))

// An enrichment without a match responds 404 and refunds its credit.
test('Trust 5 columns of any table sent to any writing route are ignored unless they belong to the route', async () => {
  expect(columns.length).toBeGreaterThan(200)
  let objects = await createObjects(app, ann)
  let before = await checksumOf(app.owner, TRANSIENT_TABLES)
  for (const endpoint of writes()) {
    const { url, body, headers } = sampleRequest(endpoint, objects)
    const { request } = endpoint.access === 'platform-admin' ? operator : ann
    const { status } = await withJobsRunning(
      app,
      request(endpoint.method, url, addForeignColumns(body ?? {}), headers),
    )
    expect([nameOf(endpoint), status < 500]).toEqual([nameOf(endpoint), true])
    await workInHomeOrganization()
    if (status >= 400 && !(status === 404 && endpoint.path.endsWith('/enrich'))) {
      expect([nameOf(endpoint), await checksumOf(app.owner, TRANSIENT_TABLES)]).toEqual([
        nameOf(endpoint),
        before,
      ])
      continue
    }
    const storedText = await dumpRows(app.owner)
    expect([nameOf(endpoint), CANARY_TEXTS.filter((mark) => storedText.includes(mark))]).toEqual([
      nameOf(endpoint),
      [],
    ])
    await app.queue.drain()
    objects = await createObjects(app, ann)
    before = await checksumOf(app.owner, TRANSIENT_TABLES)
  }
})

/** Maximum number of columns read from a file, including its own. */
const COLUMNS_A_FILE = 190

type ForeignColumns = readonly (readonly [name: string, value: unknown])[]

const textOf = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))
const cell = (value: unknown) => `"${textOf(value).replaceAll('"', '""')}"`

function csvOf(person: string, extraColumns: ForeignColumns): string {
  const ownHeader = ['First Name', 'Last Name', 'Email', 'Phone', 'Address', 'City', 'State', 'Zip']
  const values = ['Ina', person, `${person}@example.com`, '(630) 555-0142']
  values.push('1 Main St', 'Naperville', 'IL', '60540')
  const header = [...ownHeader, ...extraColumns.map(([name]) => name)]
  return `${header.map(cell).join(',')}\n${[...values, ...extraColumns.map(([, value]) => value)].map(cell).join(',')}\n`
}

function cardOf(person: string, extraColumns: ForeignColumns): string {
  const foreignLines = extraColumns.flatMap(([name, value]) => [
    `${name}:${textOf(value)}`,
    `X-${name.replaceAll('_', '-').toUpperCase()}:${textOf(value)}`,
  ])
  const lines = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `N:${person};Ina;;;`,
    `EMAIL:${person}@example.com`,
    ...foreignLines,
  ]
  return [...lines, 'END:VCARD', ''].join('\r\n')
}

/** Columns that each route with a file body reads. */
const FILE_BUILDERS: Record<string, (person: string, extraColumns: ForeignColumns) => string> = {
  'POST /api/imports/preview': csvOf,
  'POST /api/contacts/import/csv': csvOf,
  'POST /api/contacts/import/vcf': cardOf,
}

/** Ids and times; none of them comes from a file. */
const GENERATED_COLUMNS = /^((organization_|import_)?id|(\w+_)?(created|updated|verified|due)_at)$/

/** Columns that files fill besides the eight fields: opt-outs, details and their search words. */
const FILE_COLUMNS = ['search', 'details', 'can_contact', 'do_not_contact', 'opted_out_channels']

/** The contacts of an organization under the name of each column. */
const contactsOf = ({ organizationId }: Person) =>
  app.owner.rows<{ contact: Record<string, unknown> }>(
    `select to_jsonb(c) as contact from contacts c where organization_id = $1 order by last_name`,
    [organizationId],
  )

test('Trust 5 extra columns of any table in a file change nothing', async () => {
  const plainUser = await app.subscriber('plain@example.com')
  const attacker = await app.subscriber('loaded@example.com')
  // An import reads these from the file: labels, notes, history, opt-outs.
  const isRead = (name: string, value: unknown) =>
    recognizeColumns([name], [[textOf(value)]]).some(({ field }) => field !== null)
  const ignoredColumns = Object.entries(foreignColumns({})).filter(
    ([name, value]) => !/^(email|note|version)$/i.test(name) && !isRead(name, value),
  )
  expect(ignoredColumns.length).toBeGreaterThan(300)
  const files = Array.from({ length: Math.ceil(ignoredColumns.length / COLUMNS_A_FILE) }, (_, i) =>
    ignoredColumns.slice(i * COLUMNS_A_FILE, (i + 1) * COLUMNS_A_FILE),
  )
  // A do-not-call file has only numbers and a picture only pixels, so neither has columns.
  const imports = app.app.endpoints.filter(
    (each) => isFile(each) && !/\/(do-not-call|pictures|logo|favicon|acs)$/.test(each.path),
  )
  for (const endpoint of imports) {
    const fileOf = FILE_BUILDERS[nameOf(endpoint)]
    expect([nameOf(endpoint), typeof fileOf]).toEqual([nameOf(endpoint), 'function'])
    const enrich = endpoint.path.startsWith('/api/contacts') ? '?enrich=0' : ''
    const send = ({ request }: Person, file: string, query = enrich): Promise<TestResponse> =>
      withJobsRunning(
        app,
        request('POST', endpoint.path + query, file, { 'content-type': endpoint.streamedTypes![0]! }),
      )
    for (const [i, columns] of files.entries()) {
      const person = `${endpoint.path.split('/').at(-1)}-${i}`
      for (const [user, extraColumns] of [
        [plainUser, []],
        [attacker, columns],
      ] as const) {
        const { status, text } = await send(user, fileOf!(person, extraColumns))
        expect([person, status, text.includes('"skipped":1')]).toEqual([person, 200, false])
      }
    }
    const before = await checksumOf(app.owner, TRANSIENT_TABLES)
    const queries = [
      `?organizationId=${plainUser.organizationId}`,
      `?organization_id=${plainUser.organizationId}`,
    ]
    for (const field of ['organizationId', 'id', 'nineDScore', 'credits', 'role'])
      queries.push(`?mapping=${btoa(JSON.stringify({ firstName: '0', lastName: '1', [field]: '2' }))}`)
    for (const query of queries)
      expect([query, (await send(attacker, fileOf!('refused', []), query)).status]).toEqual([query, 400])
    expect(await checksumOf(app.owner, TRANSIENT_TABLES)).toBe(before)
  }
  await app.queue.drain()
  const [expected, actual] = [await contactsOf(plainUser), await contactsOf(attacker)]
  expect(actual).toHaveLength(2 * files.length)
  const differingColumns = actual.flatMap(({ contact }, i) =>
    Object.keys(contact).filter(
      (column) => textOf(contact[column] ?? '') !== textOf(expected[i]?.contact[column] ?? ''),
    ),
  )
  expect(
    [...new Set(differingColumns)].filter(
      (column) => !GENERATED_COLUMNS.test(column) && !FILE_COLUMNS.includes(column),
    ),
  ).toEqual([])
  const tables = async ({ organizationId }: Person) =>
    (await rowsOf(app.owner, organizationId)).map((line) => line.split(' ')[0])
  expect(await tables(attacker)).toEqual(await tables(plainUser))
  const stored = await dumpRows(app.owner)
  expect(CANARY_TEXTS.filter((mark) => stored.includes(mark))).toEqual([])
})

test('Trust 3 Trust 5 another organization’s id in a body moves nothing to that organization', async () => {
  await createObjects(app, bob)
  const before = await rowsOf(app.owner, bob.organizationId)
  expect(before.length).toBeGreaterThan(10)
  for (const endpoint of writes().filter(({ access }) => access !== 'platform-admin')) {
    const { url, body, headers } = sampleRequest(endpoint, await createObjects(app, ann))
    for (const key of ['organizationId', 'organization_id']) {
      const sentBody = { ...(body as object), [key]: bob.organizationId }
      const { status } = await withJobsRunning(app, ann.request(endpoint.method, url, sentBody, headers))
      expect([nameOf(endpoint), key, status < 500, status === 401]).toEqual([
        nameOf(endpoint),
        key,
        true,
        false,
      ])
      // One of the calls transfers ownership.
      await app.db.tenant(parseOrganizationId(ann.organizationId), (tx) =>
        app.services.memberships.change(tx, ann.userId, { role: 'OWNER' }),
      )
      await workInHomeOrganization()
    }
  }
  expect(await rowsOf(app.owner, bob.organizationId)).toEqual(before)
})
