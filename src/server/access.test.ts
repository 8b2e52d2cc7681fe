import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { createAppShell } from '#server/platform/http/app-shell.ts'
import { checksum, rowsOf, whileJobsRun } from '#test/checks.ts'
import { nameOf, type Objects, objectsOf, sampleRequest, unknownObjects } from '#test/sample-requests.ts'
import { type Answer, createTestApp, type Person, type TestApp } from '#test/test-app.ts'

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
  const people = {
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
  for (const [role, person] of Object.entries(people)) cast[role] = person.request
})
afterAll(() => app.close())

const suspend = ({ organizationId }: Person) =>
  app.owner.run(`update organizations set suspended_at = now(), suspended_reason = 'A test' where id = $1`, [
    organizationId,
  ])

/** Streams for as long as the caller stays; who may open it is checked by the refusals. */
const STREAM = 'GET /api/events'
/** Responds the same to everyone; nothing in it belongs to a caller. */
const WEBHOOK = 'POST /api/stripe/webhook'

/** Statuses of calls that pass the access check. */
const EXCUSED: Record<string, number[]> = {
  'POST /api/contacts/{id}/enrich': [404], // no provider knows that name
  'DELETE /api/views/{id}': [404], // views belong to the person who made them
  'PATCH /api/activities/{id}': [403, 404], // activities and notes belong to the member who wrote them
  'DELETE /api/activities/{id}': [403, 404],
  'DELETE /api/contacts/{id}/notes/{noteId}': [403, 404],
  'POST /api/merges/{id}/undo': [409], // the merged contact is gone
  'POST /api/stripe/create-checkout-session': [409], // subscribed already
  'POST /api/organizations/{id}/invitations': [429], // the daily limit is reached
  'POST /api/organizations/{id}/invitations/{invitationId}/resend': [429],
  'POST /api/invitations/read': [404], // an unknown token
  'POST /api/invitations/accept': [404],
  'POST /api/invitations/preview': [404],
  'POST /api/invitations/join': [404],
  'POST /api/invitations/{id}/accept': [404], // to another address
  'DELETE /api/profile/sessions/{id}': [404], // the owner's
  'POST /api/profile/delete': [400], // another user's address
  'POST /api/profile/second-factor/confirm': [400, 429], // a wrong code
  'POST /api/profile/second-factor/recovery-codes': [409], // it is off
  'POST /api/profile/second-factor/turn-off': [409],
  'POST /api/auth/second-factor': [401], // no sign-in waits for its code
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
  'POST /api/morning-five/unsubscribe': [404],
  'POST /api/imports/{id}/rows/{row}/update-existing': [404, 409], // already fixed, or no such contact
}
/** Would change the callers themselves; these have tests of their own. */
const OF_THE_CALLER = [
  'GET /api/logout',
  'POST /api/organizations/{id}/leave',
  'POST /api/organizations/{id}/transfer',
  'POST /api/profile/sessions/end',
]
/** A MEMBER may undo their own imports only. */
const UNDO = 'POST /api/imports/{id}/undo'

const PASSING = ['audit_log', 'rate_limits', 'sessions']

const call = (request: Person['request'], endpoint: Endpoint, objects: Objects): Promise<Answer> => {
  const { url, body, headers } = sampleRequest(endpoint, objects)
  return whileJobsRun(app, request(endpoint.method, url, body, headers))
}

/** The status with which the contract refuses a caller; undefined if they have access. */
function refusalOf({ access, role: least, whileSuspended }: Endpoint, role: string): number | undefined {
  if (access === 'public') return undefined
  if (role === 'visitor' || role === 'removed') return 401
  if (role.startsWith('suspended') && !whileSuspended) return 403
  if (access === 'platform-admin') return role === 'operator' ? undefined : 403
  if (access === 'signed-in') return undefined
  if (role === 'unassigned' || role === 'operator') return 403
  if (role === 'inactive') return access === 'subscriber' ? 402 : undefined
  const ranks = ['member', 'admin', 'owner']
  const rank = { suspended: 'owner', 'suspended member': 'member' }[role] ?? role
  return least && ranks.indexOf(rank) < ranks.indexOf(least.toLowerCase()) ? 403 : undefined
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
    const objects = await objectsOf(app, ann)
    const before = await checksum(app.owner, PASSING)
    const expected: string[] = []
    const found: string[] = []
    for (const endpoint of endpoints()) {
      const refusal = refusalOf(endpoint, role)
      if (refusal === undefined) continue
      const answer = await call(cast[role]!, endpoint, objects)
      expected.push(`${nameOf(endpoint)} ${refusal}`)
      found.push(`${nameOf(endpoint)} ${answer.status}`)
      if (role.startsWith('suspended') && !endpoint.whileSuspended)
        expect([nameOf(endpoint), answer.json]).toMatchObject([nameOf(endpoint), { code: 'suspended' }])
      expect(Object.keys(answer.json).sort()).toEqual(['code', 'message', 'requestId'])
    }
    expect(found).toEqual(expected)
    expect(await checksum(app.owner, PASSING)).toBe(before)
  })

  test.each(['owner', 'admin', 'member', 'inactive', 'suspended'])(
    '%s may call every other route',
    async (role) => {
      const left = [STREAM, WEBHOOK, ...OF_THE_CALLER, ...(role === 'member' ? [UNDO] : [])]
      const open = endpoints().filter(
        (each) => refusalOf(each, role) === undefined && !left.includes(nameOf(each)),
      )
      let objects: Objects | undefined
      for (const endpoint of open) {
        // Each set of objects adds one, and a user can have 50.
        if (!objects) await app.owner.run('delete from views')
        objects ??= await objectsOf(app, { inactive, suspended }[role] ?? ann)
        const { status } = await call(cast[role]!, endpoint, objects)
        const isServed = status < 400 || (EXCUSED[nameOf(endpoint)] ?? []).includes(status)
        expect([nameOf(endpoint), status, isServed]).toEqual([nameOf(endpoint), status, true])
        // Only reading leaves them as they are.
        if (endpoint.method !== 'GET') objects = undefined
      }
    },
  )

  test('a suspended organization reaches its session, billing, leaving and erasure, and nothing else', () => {
    const open = endpoints().filter(({ whileSuspended, access }) => whileSuspended && access !== 'public')
    expect(open.map(nameOf).sort()).toEqual([
      'DELETE /api/profile/sessions/{id}',
      'GET /api/auth/is-admin',
      'GET /api/auth/user',
      'GET /api/organizations/{id}/billing',
      'GET /api/organizations/{id}/billing/invoices',
      'GET /api/organizations/{id}/billing/period-quote',
      'GET /api/organizations/{id}/credits/usage',
      'GET /api/organizations/{id}/subscription',
      'GET /api/profile/sessions',
      'GET /api/stripe/checkout-success',
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
    const { import: id } = await objectsOf(app, ann)
    const undo = async (role: string) => (await cast[role]!('POST', `/api/imports/${id}/undo`)).status
    expect(await undo('member')).toBe(403)
    expect(await undo('admin')).toBe(200)
  })
})

describe('Trust 3 another organization’s object', () => {
  const sameBytes = ({ status, headers, text }: Answer) => {
    const { date: _, ...rest } = headers
    return { status, headers: rest, text: text.replace(/"requestId":"[^"]+"/, '"requestId":""') }
  }

  test('returns the same bytes as a missing one and stays unchanged', async () => {
    const objects = await objectsOf(app, ann)
    const about = endpoints().filter((endpoint) => {
      if (endpoint.access === 'platform-admin') return false // responds the same to everyone but the operator
      const named = JSON.stringify(sampleRequest(endpoint, objects))
      return Object.values(objects).some((id) => named.includes(id))
    })
    expect(about.length).toBeGreaterThanOrEqual(12)
    const before = await checksum(app.owner, PASSING)
    for (const endpoint of about) {
      const foreign = await call(bob.request, endpoint, objects)
      const missing = await call(bob.request, endpoint, unknownObjects())
      expect([nameOf(endpoint), sameBytes(foreign)]).toEqual([nameOf(endpoint), sameBytes(missing)])
      if (endpoint.path !== '/api/stripe/checkout-success')
        expect([nameOf(endpoint), foreign.status]).toEqual([nameOf(endpoint), 404])
    }
    expect(await checksum(app.owner, PASSING)).toBe(before)
  })

  test('next to an own one: each id of a request is checked separately', async () => {
    const annsOwn = await objectsOf(app, ann)
    const before = await rowsOf(app.owner, ann.organizationId)
    const tried: string[] = []
    for (const endpoint of endpoints().filter(({ access }) => access !== 'platform-admin')) {
      const namesKey = (key: keyof Objects) =>
        JSON.stringify(sampleRequest(endpoint, { ...unknownObjects(), [key]: 'another' })).includes('another')
      const named = (Object.keys(annsOwn) as (keyof Objects)[]).filter(namesKey)
      if (named.length < 2) continue
      const own = await objectsOf(app, bob)
      const withOne = (key: keyof Objects, id: string) => ({ ...own, [key]: id })
      for (const key of named) {
        const foreign = await call(bob.request, endpoint, withOne(key, annsOwn[key]))
        const missing = await call(bob.request, endpoint, withOne(key, unknownObjects()[key]))
        expect([nameOf(endpoint), key, sameBytes(foreign)]).toEqual([
          nameOf(endpoint),
          key,
          sameBytes(missing),
        ])
        tried.push(nameOf(endpoint))
      }
    }
    expect(new Set(tried).size).toBeGreaterThanOrEqual(8)
    expect(await rowsOf(app.owner, ann.organizationId)).toEqual(before)
  })

  test('Trust 4 no response contains text of another organization', async () => {
    const objects = await objectsOf(app, ann, 'CanaryBird')
    const visible = await ann.request('GET', `/api/contacts/${objects.contact}`)
    expect(visible.text).toContain('CanaryBird')
    const reads = endpoints().filter((endpoint) => endpoint.method === 'GET' && nameOf(endpoint) !== STREAM)
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
      const answer = await bob.request('GET', url)
      const shown = JSON.stringify(answer.headers) + answer.text
      expect([url, shown.includes('CanaryBird'), shown.includes('ann@example.com')]).toEqual([
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
