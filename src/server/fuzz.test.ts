import { randomInt, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import {
  encode,
  hostileBody,
  hostileQuery,
  hostileText,
  type ValidValues,
  validOf,
} from '#test/contract-arbitrary.ts'
import {
  createObjects,
  nameOf,
  type SampleObjects,
  sampleRequest,
  unknownObjects,
} from '#test/sample-requests.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'

/** Requests per route. The torture run sends 1,000, different ones each time. */
const RUN_COUNT = Number(process.env.NINEFOLD_FUZZ_RUNS ?? 40)
const SEED = process.env.NINEFOLD_FUZZ_RUNS ? randomInt(2 ** 31) : 9
/** Streams until the caller disconnects. */
const STREAM_ROUTE = 'GET /api/events'
/** Each owner has their own organization, so that no request can lock out other callers. */
const OWNER_EMAIL = 'owner@example.com'
const OPERATOR_EMAIL = 'operator@example.com'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ adminEmails: [OPERATOR_EMAIL] })
  await app.queue.start()
})
afterAll(async () => {
  await app.queue.stop()
  await app.close()
})

const randomAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`

/** A new session, because some calls end existing ones. */
async function signIn(email: string): Promise<string> {
  const link = new URL(await app.services.auth.issueLink(email))
  const response = await app.app.inject({
    url: `/api/auth/verify-magic-link${link.search}`,
    remoteAddress: randomAddress(),
  })
  return `sid=${response.cookies.find(({ name }) => name === 'sid')?.value}`
}

/** Values of a valid body and query by field name. */
function validValuesOf({ url, body }: { url: string; body?: unknown }): ValidValues {
  const values: Record<string, unknown[]> = {}
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, inner] of Object.entries(value)) {
      values[key] = [...(values[key] ?? []), inner]
      visit(inner)
    }
  }
  visit(body)
  for (const [key, value] of new URL(url, 'http://localhost').searchParams) values[key] = [value]
  return values
}

const csvFiles = fc
  .array(
    fc.array(hostileText, { maxLength: 9 }).map((cells) => cells.join(',')),
    { maxLength: 6 },
  )
  .map((rows) => ['First Name,Last Name,Email', ...rows].join('\n'))
const vcardFiles = fc
  .array(hostileText.map((text) => `BEGIN:VCARD\nN:${text};${text}\nTEL;TYPE=${text}:${text}\nEND:VCARD`))
  .map((files) => files.join('\n'))

/** Path, query and body, each valid or invalid independently. */
function requestsTo(endpoint: Endpoint, objects: SampleObjects) {
  const validRequest = sampleRequest(endpoint, objects)
  const validValues = validValuesOf(validRequest)
  const validPath = validRequest.url.replace(/\?.*/, '')
  const wrongPath = hostileText.map((text) => endpoint.path.replace(/\{\w+\}/g, encode(text)))
  return fc.record({
    url: fc.oneof(
      { weight: 7, arbitrary: fc.constant(validPath) },
      {
        weight: 1,
        arbitrary: fc.constant(sampleRequest(endpoint, unknownObjects()).url.replace(/\?.*/, '')),
      },
      { weight: 1, arbitrary: endpoint.path.includes('{') ? wrongPath : fc.constant(validPath) },
    ),
    query: hostileQuery(endpoint.query, validValues),
    payload: endpoint.streamedTypes
      ? fc.oneof(csvFiles, vcardFiles)
      : endpoint.body
        ? hostileBody(endpoint.body, validValues)
        : fc.constantFrom(undefined, '{}', '[', '{"id":1}'),
  })
}

test(
  'Trust 13 generated requests to every route never get a status of 500 or more',
  async () => {
    const served: string[] = []
    for (const [index, endpoint] of app.app.endpoints.entries()) {
      if (nameOf(endpoint) === STREAM_ROUTE) continue
      const isForOperator = endpoint.access === 'platform-admin'
      const ann = await app.subscriber(`${index}-${OWNER_EMAIL}`, 100_000)
      const email = isForOperator ? OPERATOR_EMAIL : ann.email
      const objects = await createObjects(app, ann)
      const headers = sampleRequest(endpoint, objects).headers ?? {}
      const statuses = new Set<number>()
      let cookie = await signIn(email)
      const send = async ({ url, query, payload }: { url: string; query: string; payload?: string }) => {
        const { statusCode } = await app.app.inject({
          method: endpoint.method,
          url: `${url}?${query}`,
          headers: {
            ...headers,
            cookie,
            ...(payload === undefined
              ? {}
              : { 'content-type': endpoint.streamedTypes?.[0] ?? 'application/json' }),
          },
          ...(payload === undefined || endpoint.method === 'GET' ? {} : { payload }),
          remoteAddress: randomAddress(),
        })
        statuses.add(statusCode)
        if (statusCode === 401) cookie = await signIn(email)
        expect([nameOf(endpoint), url, query, payload, statusCode < 500]).toEqual([
          nameOf(endpoint),
          url,
          query,
          payload,
          true,
        ])
      }
      await fc.assert(fc.asyncProperty(requestsTo(endpoint, objects), send), {
        numRuns: RUN_COUNT,
        seed: SEED,
      })
      if ([...statuses].some((status) => status < 400)) served.push(nameOf(endpoint))
    }
    // If the first check refused them all, they would test nothing.
    expect(served.length).toBeGreaterThan(0.75 * app.app.endpoints.length)
  },
  240_000 + RUN_COUNT * 2_000,
)

/** Valid values of the list's filters, which are texts with their own rules. */
const FILTERS: ValidValues = {
  signals: ['debt', 'debt,death'],
  city: ['Austin'],
  zip: ['78701'],
  tags: [randomUUID()],
  relationship: ['sphere'],
  source: ['Zillow'],
  lastContactBefore: ['2026-01-01'],
  minScore: ['10'],
  maxScore: ['90'],
  minChance: ['0.1'],
  maxChance: ['0.9'],
  minTenure: ['1'],
  maxTenure: ['20'],
  ...{
    listed: ['true'],
    hasPhone: ['true'],
    hasEmail: ['false'],
    hasTasks: ['true'],
    doNotContact: ['false'],
  },
}

test('Trust 13 generated valid requests match the contract', async () => {
  const ann = await app.subscriber('ann@example.com')
  const objects = await createObjects(app, ann)
  const shares = app.app.endpoints.flatMap((endpoint) => {
    const validValues = { ...FILTERS, ...validValuesOf(sampleRequest(endpoint, objects)) }
    return [endpoint.body, endpoint.query].flatMap((schema) => {
      if (!schema || endpoint.streamedTypes) return []
      const samples = fc.sample(validOf(schema, validValues), { numRuns: 60, seed: 9 })
      const accepted = samples.filter(
        (value) => schema.safeParse(JSON.parse(JSON.stringify(value) ?? 'null')).success,
      )
      return [{ name: nameOf(endpoint), share: accepted.length / samples.length }]
    })
  })
  expect(shares.length).toBeGreaterThan(60)
  // A bulk action needs fields that depend on the action, so random values hardly ever match.
  const rare = ['POST /api/contacts/bulk']
  expect(shares.filter(({ name, share }) => share === 0 && !rare.includes(name))).toEqual([])
})
