import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nameOf, objectsOf, sampleRequest } from '#test/sample-requests.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

/** The torture run sends more. */
const REQUESTS = 200

let app: TestApp
let ann: Person
beforeAll(async () => {
  app = await createTestApp()
  ann = await app.subscriber('ann@example.com', 100_000)
  await app.queue.start()
})
afterAll(async () => {
  await app.queue.stop()
  await app.close()
})

const HOSTILE = [
  '\u0000',
  '\ud800',
  '\u202e\ufeff',
  '__proto__',
  "'; drop table contacts; --",
  '%',
  '\\',
  '=cmd|x',
  'x'.repeat(5000),
  '😀'.repeat(60),
  '9'.repeat(400),
  '2026-02-30T25:61:00Z',
]
const text = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.emailAddress(),
)
const scalar = fc.oneof(
  text,
  fc.constantFrom(null, true, false, 0, -0, 1e308, -1, 2 ** 53, 0.1),
  fc.integer(),
  fc.uuid(),
)
const value = fc.oneof(
  { weight: 4, arbitrary: scalar },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
)

const KEYS =
  'firstName lastName email phone address city state zipCode organizationId companyName status completedAt completed contacts name billingPeriod id role __proto__ constructor'.split(
    ' ',
  )
const record = fc.dictionary(
  fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...KEYS) }, { weight: 1, arbitrary: text }),
  value,
  { maxKeys: 9 },
)
const body = fc.oneof(
  { weight: 6, arbitrary: record.map((each) => JSON.stringify(each)) },
  {
    weight: 2,
    arbitrary: fc.array(record, { maxLength: 4 }).map((contacts) => JSON.stringify({ contacts })),
  },
  { weight: 1, arbitrary: fc.json() },
  // The same key twice, and what is hardly JSON.
  {
    weight: 1,
    arbitrary: fc
      .tuple(value, value)
      .map(([a, b]) => `{"firstName":${JSON.stringify(a)},"firstName":${JSON.stringify(b)}}`),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
)
const lines = fc
  .array(
    fc.array(text, { maxLength: 9 }).map((cells) => cells.join(',')),
    { maxLength: 6 },
  )
  .map((rows) => ['First Name,Last Name,Email', ...rows].join('\n'))

/** A new session of Ann: some calls end the ones there are. */
async function signedIn(): Promise<string> {
  const link = new URL(await app.services.auth.issueLink(ann.email))
  const taken = await app.app.inject({
    url: `/api/auth/verify-magic-link${link.search}`,
    remoteAddress: `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
  })
  return `sid=${taken.cookies.find(({ name }) => name === 'sid')?.value}`
}

/** A right body with one of its values replaced. */
const nearly = (right: unknown) =>
  fc
    .tuple(fc.constantFrom('city', ...Object.keys(right ?? {})), value)
    .map(([key, other]) => JSON.stringify({ ...(right as object), [key]: other }))

test('Trust 13 generated requests to every route that writes: nothing is answered with 500 or more', async () => {
  for (const endpoint of app.app.endpoints.filter(({ method }) => method !== 'GET')) {
    const { url, headers, body: right } = sampleRequest(endpoint, await objectsOf(app, ann))
    const type = endpoint.streams?.[0] ?? 'application/json'
    const statuses = new Set<number>()
    const cookie = await signedIn()
    const send = async (payload: string, query: string) => {
      const { statusCode } = await app.app.inject({
        method: endpoint.method,
        url: `${url}${query}`,
        headers: { ...headers, cookie, 'content-type': type },
        payload,
        remoteAddress: `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
      })
      statuses.add(statusCode)
      expect([nameOf(endpoint), payload, statusCode < 500]).toEqual([nameOf(endpoint), payload, true])
    }
    const payloads = typeof right === 'string' ? lines : fc.oneof(body, nearly(right))
    const query = fc.oneof(
      { weight: 5, arbitrary: fc.constant('') },
      { weight: 1, arbitrary: text.map(encoded) },
    )
    await fc.assert(fc.asyncProperty(payloads, query, send), { numRuns: REQUESTS, seed: 9 })
    expect([nameOf(endpoint), statuses.size > 0]).toEqual([nameOf(endpoint), true])
  }
}, 240_000)

test('Trust 13 generated searches, cursors and ids: nothing is answered with 500 or more', async () => {
  const paths = [
    '/api/contacts?search=',
    '/api/contacts?cursor=',
    '/api/contacts?limit=',
    '/api/contacts/',
    '/api/tasks/',
    '/api/notifications?cursor=',
    '/api/profile/sessions?cursor=',
    `/api/organizations/${ann.organizationId}/members?cursor=`,
    `/api/organizations/${ann.organizationId}/invitations?cursor=`,
  ]
  const reader = await app.signIn(ann.email)
  const send = async (path: string, tail: string) => {
    const { status } = await reader.request('GET', path + encodeURIComponent(tail.toWellFormed()))
    expect([path, tail, status < 500]).toEqual([path, tail, true])
  }
  await fc.assert(fc.asyncProperty(fc.constantFrom(...paths), text, send), { numRuns: 4 * REQUESTS, seed: 9 })
})

function encoded(query: string): string {
  return `?enrich=${encodeURIComponent(query.toWellFormed())}`
}
