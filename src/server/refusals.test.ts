import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { ERROR_STATUS, type ErrorCode, errorBody } from '#contract/errors.ts'
import { problem } from '#contract/v1/schemas.ts'
import { checksumOf } from '#test/checks.ts'
import {
  createObjects,
  nameOf,
  objectsWithIds,
  type SampleObjects,
  sampleRequest,
} from '#test/sample-requests.ts'
import { createTestApp, type Person, type TestApp, type TestResponse } from '#test/test-app.ts'

let app: TestApp
let ann: Person
let objects: SampleObjects
beforeAll(async () => {
  // Includes the operator, because other callers would be refused for their role.
  app = await createTestApp({ adminEmails: ['ann@example.com'] })
  ann = await app.subscriber('ann@example.com')
  objects = await createObjects(app, ann)
})
afterAll(() => app.close())

const writes = () => app.app.endpoints.filter(({ method }) => method !== 'GET')

/** Every refusal has the same form: JSON with message, code and request id, and the status of the code. */
function expectRefusal(response: TestResponse, name: string, status?: number) {
  const type = String(response.headers['content-type'])
  const isProblem = name.includes(' /api/v1/')
  expect([name, response.text, type]).toEqual([
    ...[name, response.text],
    isProblem ? 'application/problem+json; charset=utf-8' : 'application/json; charset=utf-8',
  ])
  const body = isProblem
    ? problem.strict().safeParse(response.json)
    : errorBody.strict().safeParse(response.json)
  expect([name, response.text, body.success]).toEqual([name, response.text, true])
  if (!body.success) return
  expect([name, response.status]).toEqual([name, ERROR_STATUS[body.data.code as ErrorCode]])
  expect('detail' in body.data ? body.data.detail : body.data.message).not.toBe('')
  if (status !== undefined) expect([name, response.status]).toEqual([name, status])
}

/** Calls every writing endpoint in a way that must be refused, and checks that nothing changed. */
async function refuseAll(
  status: number,
  sendRequest: (endpoint: Endpoint) => Promise<TestResponse>,
  endpoints: readonly Endpoint[] = writes(),
): Promise<void> {
  const before = await checksumOf(app.owner, ['audit_log', 'rate_limits', 'sessions'])
  for (const endpoint of endpoints) expectRefusal(await sendRequest(endpoint), nameOf(endpoint), status)
  expect(await checksumOf(app.owner, ['audit_log', 'rate_limits', 'sessions'])).toBe(before)
}

describe('Trust 10 cross-site writes', () => {
  test.each<Record<string, string>>([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site', origin: 'http://localhost:3000' },
    { origin: 'https://evil.example' },
    { origin: 'http://localhost:3001' },
    { origin: 'http://localhost:3000.evil.example' },
    { origin: 'null' },
    { origin: '' },
  ])('%j is refused by every route', async (headers) => {
    const sendRequest = (endpoint: Endpoint) => {
      const { url, body, headers: ownHeaders } = sampleRequest(endpoint, objects)
      return ann.request(endpoint.method, url, body, { ...ownHeaders, ...headers })
    }
    const endpoints = writes().filter(({ acceptsCrossSite }) => !acceptsCrossSite)
    await refuseAll(403, sendRequest, endpoints)
  })

  test('only signed responses of SAML come from other sites', () => {
    const open = writes().filter(({ acceptsCrossSite }) => acceptsCrossSite)
    expect(open.map(nameOf)).toEqual(['POST /api/auth/sso/{connectionId}/acs'])
  })

  test.each(['pay', 'decline', 'cancel'])('test payments refuse to %s too', async (action) => {
    const url = `/test-payments/checkout/${objects.checkout}/${action}`
    const headers = { 'sec-fetch-site': 'cross-site', 'content-type': 'application/x-www-form-urlencoded' }
    expect((await app.visitor('POST', url, '', headers)).status).toBe(403)
    expect(
      await app.owner.row('select status from test_checkouts where id = $1', [objects.checkout]),
    ).toEqual({
      status: 'open',
    })
  })

  test.each<Record<string, string>>([
    {},
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
    { origin: 'http://localhost:3000' },
  ])('%j is served', async (headers) => {
    const response = await ann.request(
      'PATCH',
      `/api/contacts/${objects.contact}`,
      { city: randomUUID() },
      headers,
    )
    expect(response.status).toBe(200)
  })
})

test('Trust 10 no response is readable by pages of other sites', async () => {
  for (const endpoint of app.app.endpoints.filter(({ method }) => method === 'GET')) {
    if (nameOf(endpoint) === 'GET /api/events' || endpoint.path === '/api/logout') continue
    const { url } = sampleRequest(endpoint, objects)
    const { headers } = await ann.request('GET', url, undefined, { origin: 'https://evil.example' })
    const allowHeaders = Object.keys(headers).filter((name) => name.startsWith('access-control-'))
    expect([nameOf(endpoint), allowHeaders]).toEqual([nameOf(endpoint), []])
  }
})

describe('Trust 2 Trust 3 alternative spellings of a path', () => {
  test.each([
    ...['//api/admin/overview', '/api//admin/overview', '/api/admin//overview', '/./api/admin/overview'],
    ...['/x/../api/admin/overview', '/api/x/../admin/overview', '/api/%2e%2e/api/admin/overview'],
    ...['/API/ADMIN/OVERVIEW', '/Api/Admin/Overview', '/%61pi/admin/overview', '/api/%61dmin/overview'],
    ...[
      '/api%2fadmin%2foverview',
      '/api/admin%2foverview',
      '/api%5cadmin%5coverview',
      '/api\\admin\\overview',
    ],
    ...['/api/admin/overview/', '/api/admin/overview//', '/api/admin/overview.', '/api/admin/overview.json'],
    ...[
      '/api/admin/overview;',
      '/api/admin/overview;x=1',
      '/api;x/admin/overview',
      '/api/..;/api/admin/overview',
    ],
    ...['/api/admin/overview%00', '/api/admin/overview%20', '/api/admin/overview%0a', '/api/admin/overview?'],
    ...['/api/admin/overview#x', '/api/admin/overview%23', '/api/admin/overview%3f', '/api/admin/overview/*'],
    ...[
      '/api/admin/overview?x=1&x=2',
      '/%2fapi/admin/overview',
      '/%252fapi/admin/overview',
      '/api/admin/./overview',
    ],
    ...['http://localhost:3000/api/admin/overview', '/api/admin/overview/..', '/api/admin/..%2foverview'],
    ...['/api/admin/overview%c0%af', '/api/admin/overview%e0%80%af', '/\u202eapi/admin/overview'],
  ])('%s gives a visitor no access', async (url) => {
    for (const method of ['GET', 'HEAD', 'POST']) {
      const { status } = await app.visitor(method, url, undefined, {
        'x-original-url': '/api/auth/is-admin',
        'x-http-method-override': 'GET',
      })
      expect([method, [400, 401, 403, 404, 405].includes(status) ? 'refused' : status]).toEqual([
        method,
        'refused',
      ])
    }
  })
})

test.each([
  'text/plain',
  'text/html',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/xml',
  'application/jsonx',
  'text/json',
])('Trust 10 a body of type %s is refused by every route that does not accept it', async (type) => {
  await refuseAll(415, (endpoint) => {
    const { url, headers } = sampleRequest(endpoint, objects)
    const contentType = endpoint.streamedTypes?.includes(type.replace(/;.*/, '')) ? 'image/png' : type
    return ann.request(endpoint.method, url, '{"city":"x"}', { ...headers, 'content-type': contentType })
  })
})

describe('Trust 13 malformed requests', () => {
  test.each([
    ['', 400],
    ['{', 400],
    ['{"city":}', 400],
    ["{'city':'x'}", 400],
    ['{"__proto__":{"city":"x"}}', 400],
    ['{"constructor":{"prototype":{"city":"x"}}}', 400],
    ['[]', 400],
    ['null', 400],
    ['5', 400],
    ['"text"', 400],
    [`${'['.repeat(50_000)}${']'.repeat(50_000)}`, 400],
    [`{"city":"${'x'.repeat(1_100_000)}"}`, 413],
    ['{"city":1e999}', 400],
    ['{"city":"\\ud800"}', 400],
    ['{"city":"\\u0000"}', 400],
  ])('the body %.40s is refused', async (body, status) => {
    const url = `/api/contacts/${objects.contact}`
    expectRefusal(
      await ann.request('PATCH', url, body, { 'content-type': 'application/json' }),
      body.slice(0, 40),
      status,
    )
  })

  test.each([
    'x',
    '1',
    '%00',
    '%E0%A4%A',
    '%',
    '..%2f..%2fetc',
    'x'.repeat(150),
    'x'.repeat(5000),
    '00000000-0000-0000-0000-00000000000g',
    `${randomUUID()}'`,
    `{${randomUUID()}}`,
  ])('the id %.40s is refused by every route with an id', async (id) => {
    for (const endpoint of app.app.endpoints.filter(({ path }) => path.includes('{id}'))) {
      const { url, body } = sampleRequest(endpoint, objectsWithIds(id))
      const response = await ann.request(endpoint.method, url, body)
      expect([nameOf(endpoint), response.status >= 400 && response.status < 500]).toEqual([
        nameOf(endpoint),
        true,
      ])
      expectRefusal(response, nameOf(endpoint))
    }
  })

  test('accepts an id in capital letters as the same id', async () => {
    expect((await ann.request('GET', `/api/contacts/${objects.contact.toUpperCase()}`)).status).toBe(200)
  })

  test.each(['sid=%E0%A4%A', `sid=${'x'.repeat(10_000)}`, '=', 'a;b;;c=', 'sid="\u0001'])(
    'the cookie %.40s counts as a visitor',
    async (cookie) => {
      expectRefusal(await app.visitor('GET', '/api/contacts', undefined, { cookie }), cookie, 401)
    },
  )

  test.each([
    ['GET', '/api/nothing', 404],
    ['POST', '/api/nothing', 404],
    ['PUT', '/api/contacts', 404],
    ['DELETE', '/api/contacts', 404],
    ['GET', '/api', 404],
    ['GET', '/nothing', 404],
    ['POST', '/nothing', 404],
    ['GET', '/api/contacts/%', 400],
    ['GET', '/%', 400],
    ['GET', '/api//contacts', 404],
  ])('%s %s is refused in the common error format', async (method, url, status) => {
    expectRefusal(await ann.request(method, url), `${method} ${url}`, status)
  })

  test('an internal error has a constant message without details', async () => {
    await app.owner.run('alter table contacts rename to contacts_away')
    const response = await ann.request('GET', '/api/contacts')
    await app.owner.run('alter table contacts_away rename to contacts')
    expectRefusal(response, 'GET /api/contacts', 500)
    expect(response.text).not.toMatch(/relation|contacts_away|select|at /)
    expect((await ann.request('GET', '/api/contacts')).status).toBe(200)
  })

  test('each response has a different request id', async () => {
    const responses = await Promise.all([1, 2, 3].map(() => app.visitor('GET', '/api/auth/user')))
    expect(new Set(responses.map(({ json }) => (json as { requestId: string }).requestId)).size).toBe(3)
  })
})
