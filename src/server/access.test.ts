import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { createAppShell } from '#server/platform/http/app-shell.ts'
import { checksumOf, rowsOf, withJobsRunning, withoutRequest } from '#test/checks.ts'
import {
  createObjects,
  nameOf,
  type SampleObjects,
  sampleRequest,
  unknownObjects,
} from '#test/sample-requests.ts'
import { createTestApp, type Person, type TestApp, type TestResponse } from '#test/test-app.ts'

let app: TestApp
let cast: Record<string, Person['request']>
let ann: Person
let bob: Person
let inactive: Person
let suspended: Person
beforeAll(async () => {
  app = await createTestApp({ adminEmails: ['operator@example.com'] })
  ann = await app.subscriber('ann@example.com')
  bob = await app.subscriber('bob@example.com')
  inactive = await app.subscriber('inactive@example.com')
  await app.owner.run(`update organizations set subscription_status = 'past_due' where id = $1`, [
    inactive.organizationId,
  ])
  suspended = await app.subscriber('suspended@example.com')
  await suspend(suspended)
  const removed = await app.member('removed@example.com', ann.organizationId, 'OWNER')
  await app.owner.run('delete from users where id = $1', [removed.userId])
  const users = {
    owner: ann,
    admin: await app.member('admin@example.com', ann.organizationId, 'ADMIN'),
    member: await app.member('member@example.com', ann.organizationId, 'MEMBER'),
    unassigned: await app.signIn('unassigned@example.com'),
    operator: await app.signIn('operator@example.com'),
    inactive,
    removed,
    suspended,
    'suspended member': await app.member('held@example.com', suspended.organizationId, 'MEMBER'),
  }
  cast = { visitor: app.visitor }
  for (const [role, person] of Object.entries(users)) cast[role] = person.request
})
afterAll(() => app.close())

const suspend = ({ organizationId }: Person) =>
  app.owner.run(`update organizations set suspended_at = now(), suspended_reason = 'A test' where id = $1`, [
    organizationId,
  ])

/** Streams until the caller disconnects; the refusals below check access to it. */
const STREAM_ROUTE = 'GET /api/events'
/** Responds the same to everyone; nothing in it belongs to a caller. */
const WEBHOOK_ROUTE = 'POST /api/stripe/webhook'

/** Statuses of calls that pass the access check. */
const EXPECTED_FAILURES: Record<string, number[]> = {
  'GET /api/map/tiles': [404], // no MAP_TILES here
  'POST /api/follow-up-boss': [409], // no FOLLOW_UP_BOSS_SYSTEM here
  'GET /api/follow-up-boss/preview': [409],
  'POST /api/follow-up-boss/import': [409],
  'POST /api/follow-up-boss/hooks/{id}': [404], // not signed
  'POST /api/contacts/{id}/enrich': [404], // no provider knows that name
  'POST /api/contacts/{id}/origin': [403, 409], // a request is open; others than its sides can't ask
  'POST /api/origin-requests/answer': [404], // another member's
  'DELETE /api/origin-requests/{id}': [404],
  'POST /api/profile/contact-transfers': [404, 409], // the caller brought no contacts
  'POST /api/pond/{id}/claim': [404], // the contact isn't in the pond
  'DELETE /api/views/{id}': [404], // views belong to the person who made them
  'PATCH /api/analytics/dashboards/{id}': [404], // so do saved dashboards
  'DELETE /api/analytics/dashboards/{id}': [404],
  'GET /api/analytics/dashboards/{id}/report': [404],
  'PATCH /api/analytics/dashboards/{id}/report': [400, 404], // another member doesn't see a private one
  'DELETE /api/analytics/dashboards/{id}/report': [404],
  'PATCH /api/analytics/dashboards/{id}/report/subscription': [404, 409], // it isn't sent
  'POST /api/analytics/dashboards/{id}/report/send': [404],
  'POST /api/organizations/{id}/api-keys/{keyId}/rotate': [404], // the owner's
  'DELETE /api/organizations/{id}/api-keys/{keyId}': [404],
  'DELETE /api/organizations/{id}/connected-apps/{appId}': [404], // the owner's
  'GET /api/oauth/requests/{requestId}': [404], // of another browser
  'POST /api/oauth/requests/{requestId}': [404],
  'DELETE /api/oauth/requests/{requestId}': [404],
  'DELETE /api/contacts/{id}/milestones/{markId}': [404], // undone by the owner
  'PATCH /api/activities/{id}': [403, 404], // activities and notes belong to the member who wrote them
  'PATCH /api/v1/activities/{id}': [403, 404], // activities and notes belong to the member who wrote them
  'DELETE /api/activities/{id}': [403, 404],
  'DELETE /api/v1/activities/{id}': [403, 404],
  'DELETE /api/contacts/{id}/notes/{noteId}': [403, 404],
  'POST /api/merges/{id}/undo': [409], // the merged contact is gone
  'POST /api/stripe/create-checkout-session': [409], // subscribed already
  'POST /api/organizations/{id}/invitations': [429], // the daily limit is reached
  'POST /api/organizations/{id}/invitations/{invitationId}/resend': [429],
  'POST /api/organizations/{id}/domains': [409], // the list is full
  // The plan doesn't include a brand.
  'PATCH /api/organizations/{id}/brand': [402],
  'POST /api/organizations/{id}/brand/logo': [402],
  'POST /api/organizations/{id}/brand/favicon': [402],
  'POST /api/organizations/{id}/brand/sender': [402],
  'POST /api/organizations/{id}/brand/sender/check': [402],
  'POST /api/invitations/read': [404], // an unknown token
  'POST /api/invitations/accept': [404],
  'POST /api/invitations/preview': [404],
  'POST /api/invitations/join': [404],
  'POST /api/invitations/{id}/accept': [404], // to another address
  'DELETE /api/invitations/{id}': [404], // to another address
  'POST /api/profile/licenses': [409], // one for each state
  'PATCH /api/profile/licenses/{id}': [404], // the owner's
  'DELETE /api/profile/licenses/{id}': [404],
  'DELETE /api/profile/sessions/{id}': [404], // the owner's
  'DELETE /api/profile/calendar-feeds/{id}': [404], // the owner's
  'POST /api/auth/organization': [404], // one that the caller doesn't belong to
  // Brokerages exist only for their owner; the others of the sample are unknown.
  ...Object.fromEntries(
    [
      ...['GET /api/brokerages/{id}', 'PATCH /api/brokerages/{id}', 'GET /api/brokerages/{id}/compliance'],
      ...['GET /api/brokerages/{id}/moves', 'GET /api/brokerages/{id}/invitations'],
      ...['POST /api/brokerages/{id}/invitations', 'DELETE /api/brokerages/{id}/invitations/{invitationId}'],
      ...['POST /api/brokerages/{id}/credits', 'POST /api/brokerages/{id}/transfer'],
      ...[
        'DELETE /api/brokerages/{id}/offices/{officeId}',
        'DELETE /api/brokerages/{id}/supervisors/{userId}',
      ],
      ...['POST /api/brokerage-invitations/{id}/accept', 'DELETE /api/brokerage-invitations/{id}'],
    ].map((route) => [route, [404]]),
  ),
  'POST /api/brokerages/{id}/seats': [404, 409], // seats are unlimited
  'POST /api/profile/delete': [400], // another user's address
  'POST /api/profile/second-factor/confirm': [400, 429], // a wrong code
  'POST /api/profile/second-factor/recovery-codes': [409], // it is off
  'POST /api/profile/second-factor/turn-off': [409],
  'POST /api/auth/second-factor': [401], // no sign-in waits for its code
  'POST /api/organizations/{id}/single-sign-on': [409], // up to ten connections
  // Nothing was bought, so there is nothing to change, end or refund.
  'POST /api/organizations/{id}/billing/portal': [409],
  'POST /api/organizations/{id}/billing/cancel': [409],
  'POST /api/organizations/{id}/billing/resume': [409],
  'POST /api/organizations/{id}/billing/refund': [409],
  'GET /api/organizations/{id}/billing/period-quote': [409],
  'POST /api/organizations/{id}/billing/period': [409],
  'POST /api/organizations/{id}/exports': [409, 429], // one at a time, five a day
  'POST /api/organizations/{id}/erase': [400], // under another name
  'POST /api/privacy/confirm': [404], // an unknown token
  'POST /api/newsletter/confirm': [404], // an unknown token
  'POST /api/newsletter/unsubscribe': [404],
  'POST /api/analytics/unsubscribe': [404],
  'POST /api/morning-five/unsubscribe': [404],
  'POST /api/imports/{id}/rows/{row}/update-existing': [404, 409], // already fixed, or no such contact
}
/** Routes that change the callers themselves, which have their own tests. */
const CHANGES_THE_CALLER = [
  'GET /api/logout',
  'POST /api/auth/organizations',
  'POST /api/organizations/{id}/leave',
  'POST /api/organizations/{id}/transfer',
  'POST /api/profile/sessions/end',
]
/** A MEMBER may undo their own imports only. */
const UNDO_ROUTE = 'POST /api/imports/{id}/undo'

const TRANSIENT_TABLES = ['audit_log', 'rate_limits', 'sessions']

const call = (
  request: Person['request'],
  endpoint: Endpoint,
  objects: SampleObjects,
): Promise<TestResponse> => {
  const { url, body, headers } = sampleRequest(endpoint, objects)
  return withJobsRunning(app, request(endpoint.method, url, body, headers))
}

/** The status with which the contract refuses a caller; undefined if they have access. */
function expectedRefusal(
  { access, role: minRole, isOpenWhileSuspended }: Endpoint,
  role: string,
): number | undefined {
  if (access === 'public') return undefined
  if (role === 'visitor' || role === 'removed') return 401
  if (role.startsWith('suspended') && !isOpenWhileSuspended) return 403
  if (access === 'platform-admin') return role === 'operator' ? undefined : 403
  if (access === 'signed-in') return undefined
  if (role === 'unassigned' || role === 'operator') return 403
  if (role === 'inactive') return access === 'subscriber' ? 402 : undefined
  const ranks = ['member', 'admin', 'owner']
  const rank = { suspended: 'owner', 'suspended member': 'member' }[role] ?? role
  return minRole && ranks.indexOf(rank) < ranks.indexOf(minRole.toLowerCase()) ? 403 : undefined
}

const endpoints = () => app.app.endpoints

describe('Trust 3 access by route and role', () => {
  test('covers the whole API: every route is served by contract and described', () => {
    expect(endpoints().length).toBeGreaterThanOrEqual(20)
    const described = Object.entries(app.app.swagger().paths ?? {}).flatMap(([path, operations]) =>
      Object.keys(operations ?? {}).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(
      endpoints()
        .map(nameOf)
        .filter((name) => !described.includes(name)),
    ).toEqual([])
  })

  test.each([
    ...['visitor', 'removed', 'unassigned', 'operator', 'inactive', 'member', 'admin'],
    ...['suspended', 'suspended member'],
  ])('%s is refused as the contract says, without changes', async (role) => {
    const objects = await createObjects(app, ann)
    const before = await checksumOf(app.owner, TRANSIENT_TABLES)
    const expected: string[] = []
    const actual: string[] = []
    for (const endpoint of endpoints()) {
      const refusal = expectedRefusal(endpoint, role)
      if (refusal === undefined) continue
      const response = await call(cast[role]!, endpoint, objects)
      expected.push(`${nameOf(endpoint)} ${refusal}`)
      actual.push(`${nameOf(endpoint)} ${response.status}`)
      if (role.startsWith('suspended') && !endpoint.isOpenWhileSuspended)
        expect([nameOf(endpoint), response.json]).toMatchObject([nameOf(endpoint), { code: 'suspended' }])
      const keys = endpoint.path.startsWith('/api/v1/')
        ? ['code', 'detail', 'instance', 'requestId', 'status', 'title', 'type']
        : ['code', 'message', 'requestId']
      expect(Object.keys(response.json).sort()).toEqual(keys)
    }
    expect(actual).toEqual(expected)
    expect(await checksumOf(app.owner, TRANSIENT_TABLES)).toBe(before)
  })

  test.each(['owner', 'admin', 'member', 'inactive', 'suspended'])(
    '%s can call every other route',
    async (role) => {
      const skipped = [
        STREAM_ROUTE,
        WEBHOOK_ROUTE,
        ...CHANGES_THE_CALLER,
        ...(role === 'member' ? [UNDO_ROUTE] : []),
      ]
      const allowedEndpoints = endpoints().filter(
        (each) => expectedRefusal(each, role) === undefined && !skipped.includes(nameOf(each)),
      )
      let objects: SampleObjects | undefined
      for (const endpoint of allowedEndpoints) {
        // Each set of objects adds one, and their number is limited.
        if (!objects)
          await app.owner.run(
            'delete from views; delete from analytics_dashboards; delete from api_keys; delete from calendar_feeds; delete from webhook_endpoints; delete from connected_apps; delete from assignment_rules; delete from signal_rules; delete from teams',
          )
        objects ??= await createObjects(app, { inactive, suspended }[role] ?? ann)
        const { status } = await call(cast[role]!, endpoint, objects)
        const failures = endpoint.path.includes('/sso/{') ? [404] : EXPECTED_FAILURES[nameOf(endpoint)] // no such connection
        const isServed = status < 400 || (failures ?? []).includes(status)
        expect([nameOf(endpoint), status, isServed]).toEqual([nameOf(endpoint), status, true])
        // Every method but GET may change the objects.
        if (endpoint.method !== 'GET') objects = undefined
      }
    },
    // Hundreds of routes, each with objects of its own.
    240_000,
  )

  test('a suspended organization can use only its session, billing, leaving and erasure', () => {
    const allowed = endpoints().filter(
      ({ isOpenWhileSuspended, access }) => isOpenWhileSuspended && access !== 'public',
    )
    expect(allowed.map(nameOf).sort()).toEqual([
      'DELETE /api/profile/sessions/{id}',
      'GET /api/auth/is-admin',
      'GET /api/auth/organizations',
      'GET /api/auth/user',
      'GET /api/organizations/{id}/billing',
      'GET /api/organizations/{id}/billing/invoices',
      'GET /api/organizations/{id}/billing/period-quote',
      'GET /api/organizations/{id}/credits/usage',
      'GET /api/organizations/{id}/subscription',
      'GET /api/profile/sessions',
      'GET /api/stripe/checkout-success',
      'POST /api/auth/organization',
      'POST /api/organizations/{id}/billing/cancel',
      'POST /api/organizations/{id}/billing/period',
      'POST /api/organizations/{id}/billing/portal',
      'POST /api/organizations/{id}/billing/refund',
      'POST /api/organizations/{id}/billing/resume',
      'POST /api/organizations/{id}/erase',
      'POST /api/organizations/{id}/leave',
      'POST /api/profile/delete',
      'POST /api/profile/sessions/end',
      'POST /api/stripe/create-checkout-session',
    ])
  })

  test('A35 only owners manage billing; a MEMBER can undo only their own imports', async () => {
    const owners = endpoints().filter(({ role }) => role === 'OWNER')
    expect(owners.map(nameOf)).toContain('POST /api/stripe/create-checkout-session')
    const { import: id } = await createObjects(app, ann)
    const undo = async (role: string) => (await cast[role]!('POST', `/api/imports/${id}/undo`)).status
    expect(await undo('member')).toBe(403)
    expect(await undo('admin')).toBe(200)
  })
})

describe('Trust 3 another organization’s object', () => {
  const withoutRequestId = ({ status, headers, text }: TestResponse) => {
    const { date: _, ...stableHeaders } = headers
    return { status, headers: stableHeaders, text: withoutRequest(text) }
  }

  test('returns the same bytes as a missing one and stays unchanged', async () => {
    const objects = await createObjects(app, ann)
    const withIds = endpoints().filter((endpoint) => {
      if (endpoint.access === 'platform-admin') return false // responds the same to everyone but the operator
      const request = JSON.stringify(sampleRequest(endpoint, objects))
      return Object.values(objects).some((id) => request.includes(id))
    })
    expect(withIds.length).toBeGreaterThanOrEqual(12)
    const before = await checksumOf(app.owner, TRANSIENT_TABLES)
    for (const endpoint of withIds) {
      const foreignResponse = await call(bob.request, endpoint, objects)
      const missingResponse = await call(bob.request, endpoint, unknownObjects())
      expect([nameOf(endpoint), withoutRequestId(foreignResponse)]).toEqual([
        nameOf(endpoint),
        withoutRequestId(missingResponse),
      ])
      if (endpoint.path !== '/api/stripe/checkout-success')
        expect([nameOf(endpoint), foreignResponse.status]).toEqual([nameOf(endpoint), 404])
    }
    expect(await checksumOf(app.owner, TRANSIENT_TABLES)).toBe(before)
  })

  test('checks each id of a request separately, even beside ids of the own organization', async () => {
    const annObjects = await createObjects(app, ann)
    const before = await rowsOf(app.owner, ann.organizationId)
    const testedEndpoints: string[] = []
    for (const endpoint of endpoints().filter(({ access }) => access !== 'platform-admin')) {
      const hasKey = (key: keyof SampleObjects) =>
        JSON.stringify(sampleRequest(endpoint, { ...unknownObjects(), [key]: 'another' })).includes('another')
      const keys = (Object.keys(annObjects) as (keyof SampleObjects)[]).filter(hasKey)
      if (keys.length < 2) continue
      const bobObjects = await createObjects(app, bob)
      const replaceOne = (key: keyof SampleObjects, id: string) => ({ ...bobObjects, [key]: id })
      for (const key of keys) {
        const foreignResponse = await call(bob.request, endpoint, replaceOne(key, annObjects[key]))
        const missingResponse = await call(bob.request, endpoint, replaceOne(key, unknownObjects()[key]))
        expect([nameOf(endpoint), key, withoutRequestId(foreignResponse)]).toEqual([
          nameOf(endpoint),
          key,
          withoutRequestId(missingResponse),
        ])
        testedEndpoints.push(nameOf(endpoint))
      }
    }
    expect(new Set(testedEndpoints).size).toBeGreaterThanOrEqual(8)
    expect(await rowsOf(app.owner, ann.organizationId)).toEqual(before)
  })

  test('Trust 4 no response contains text of another organization', async () => {
    const objects = await createObjects(app, ann, 'CanaryBird')
    const visible = await ann.request('GET', `/api/contacts/${objects.contact}`)
    expect(visible.text).toContain('CanaryBird')
    const reads = endpoints().filter(
      (endpoint) => endpoint.method === 'GET' && nameOf(endpoint) !== STREAM_ROUTE,
    )
    const urls = reads
      .filter(({ path }) => path !== '/api/logout')
      .map((endpoint) => sampleRequest(endpoint, objects).url)
    urls.push(
      '/api/contacts?search=canarybird',
      '/api/contacts?topSignal=debt&limit=200',
      `/api/contacts?search=${objects.contact}`,
      `/api/organizations/${bob.organizationId}/credits`,
      `/api/organizations/${bob.organizationId}/subscription`,
      '/api/openapi.json',
    )
    for (const url of urls) {
      const response = await bob.request('GET', url)
      const responseText = JSON.stringify(response.headers) + response.text
      expect([url, responseText.includes('CanaryBird'), responseText.includes('ann@example.com')]).toEqual([
        url,
        false,
        false,
      ])
    }
    const searched = await bob.request('GET', '/api/contacts?search=canarybird')
    expect([searched.text, searched.headers['x-total-count']]).toEqual(['[]', '0'])
  })
})

describe('Trust 2 a route without declared access', () => {
  test('keeps the server from starting', async () => {
    const shell = await createAppShell({
      appUrl: 'http://localhost:3000',
      logLevel: 'silent',
      bodyLimit: 1024,
    })
    expect(() => shell.get('/api/open', async () => 'everything')).toThrow(
      'The route GET /api/open has no endpoint in the contract',
    )
    expect(() =>
      shell.route({ method: ['POST', 'PUT'], url: '/api/contacts/:id', handler: async () => '' }),
    ).toThrow('has no endpoint')
    await shell.close()
  })
})
