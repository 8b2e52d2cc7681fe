import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ProvisioningSettings } from '#contract/provisioning.ts'
import { createAppShell } from '#server/platform/http/app-shell.ts'
import { createRateLimiter } from '#server/platform/http/limits.ts'
import { openScimClient, type ScimBody, type ScimClient } from '#test/builders/scim-client.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'
import { serveScim } from './routes.ts'

let app: TestApp
let acme: ScimClient
let testCount = 0
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  const domain = `acme${testCount++}.com`
  acme = await openScimClient(app, `owner@${domain}`, domain)
})
afterAll(() => app.close())

const address = (name: string) => `${name}@${acme.owner.email.split('@')[1]}`
const path = (rest = '') => `/api/organizations/${acme.owner.organizationId}/provisioning${rest}`
const settings = async () => (await acme.owner.request('GET', path())).json as ProvisioningSettings
const withToken = (token: string, method = 'GET', url = '/scim/v2/Users') =>
  app.visitor(method, url, undefined, { authorization: `Bearer ${token}` })
const auditActions = () =>
  app.owner.rows<{ actor: string; action: string }>(
    `select actor, action from audit_log where organization_id = $1 and action ~ '^(provisioning|member)' order by created_at`,
    [acme.owner.organizationId],
  )

describe('A40 the token', () => {
  test('is shown once, stored as a hash, and listed with its last use', async () => {
    expect(acme.token).toMatch(/^nf_scim_[\w-]{43}$/)
    const status = await settings()
    expect(status).toMatchObject({
      url: 'http://localhost:3000/scim/v2',
      token: { createdBy: 'Ada Okafor', lastUsedAt: null },
    })
    expect(JSON.stringify(await app.owner.rows('select * from scim_settings'))).not.toContain(
      acme.token.slice(8),
    )
    expect((await acme.send('GET', '/Users')).status).toBe(200)
    expect((await settings()).token?.lastUsedAt).toMatch(/^\d{4}-/)
    expect(JSON.stringify(await settings())).not.toContain(acme.token.slice(8))
  })

  test('stops working when it is rotated or revoked', async () => {
    const { token } = (await acme.owner.request('POST', path('/token'))).json as { token: string }
    expect([(await withToken(acme.token)).status, (await withToken(token)).status]).toEqual([401, 200])
    expect((await acme.owner.request('DELETE', path('/token'))).status).toBe(204)
    expect((await withToken(token)).status).toBe(401)
    expect((await acme.owner.request('DELETE', path('/token'))).status).toBe(404)
    expect((await settings()).token).toBeNull()
    expect((await auditActions()).map(({ action }) => action)).toEqual([
      'provisioning.token-created',
      'provisioning.token-rotated',
      'provisioning.token-revoked',
    ])
  })

  test('works on the domain of its organization, and is unknown on that of another', async () => {
    const other = await openScimClient(app, 'owner@other-host.com')
    for (const [host, { owner }] of [['own.test.com', acme] as const, ['other.test.com', other] as const])
      await app.owner.run(
        `insert into proven_domains (use, domain, organization_id) values ('app', $1, $2)`,
        [host, owner.organizationId],
      )
    await app.services.domains.loadHosts()
    const on = async (host: string, token = acme.token) =>
      app.visitor('GET', '/scim/v2/Users', undefined, { authorization: `Bearer ${token}`, host })
    expect((await on('own.test.com')).status).toBe(200)
    const [refused, unknown] = [
      await on('other.test.com'),
      await on('other.test.com', `nf_scim_${'x'.repeat(43)}`),
    ]
    expect([refused.status, refused.text]).toEqual([401, unknown.text])
  })

  test('is required for every address, also for unknown ones', async () => {
    const paths = [
      '/Users',
      '/Groups',
      '/Schemas',
      '/ResourceTypes',
      '/ServiceProviderConfig',
      '/Bulk',
      '/nothing',
    ]
    for (const each of paths) {
      for (const authorization of [
        undefined,
        'Bearer nf_scim_x',
        `Basic ${acme.token}`,
        `Bearer ${acme.token}x`,
      ]) {
        const response = await app.visitor(
          'GET',
          `/scim/v2${each}`,
          undefined,
          authorization ? { authorization } : {},
        )
        expect([each, response.status, response.headers['www-authenticate']]).toEqual([each, 401, 'Bearer'])
        expect(response.json).toMatchObject({
          schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
          status: '401',
        })
      }
      // A session is no token.
      expect((await acme.owner.request('GET', `/scim/v2${each}`)).status).toBe(401)
    }
  })

  test('works without a plan, and not while the organization is suspended or being erased', async () => {
    await app.owner.run(`update organizations set subscription_status = 'incomplete' where id = $1`, [
      acme.owner.organizationId,
    ])
    expect((await acme.send('GET', '/Users')).status).toBe(200)
    await app.owner.run(
      `update organizations set suspended_at = now(), suspended_reason = 'A test' where id = $1`,
      [acme.owner.organizationId],
    )
    expect((await acme.send('GET', '/Users')).json).toMatchObject({
      status: '403',
      detail: 'Your organization is suspended. Please contact support.',
    })
    await app.owner.run(
      'update organizations set suspended_at = null, suspended_reason = null where id = $1',
      [acme.owner.organizationId],
    )
    const name = `Company of ${acme.owner.email}`
    await acme.addUser(address('ann'))
    await acme.addGroup('Agents')
    expect(
      (await acme.owner.request('POST', `/api/organizations/${acme.owner.organizationId}/erase`, { name }))
        .status,
    ).toBe(202)
    expect((await acme.send('GET', '/Users')).status).toBe(401)
    await app.queue.drain()
    for (const table of ['scim_settings', 'scim_users', 'scim_groups', 'scim_group_members'])
      expect(
        await app.owner.rows(`select 1 from ${table} where organization_id = $1`, [
          acme.owner.organizationId,
        ]),
      ).toEqual([])
  })

  test('is limited per organization, whatever it does', async () => {
    const shell = await createAppShell({
      appUrl: 'http://localhost:3000',
      logLevel: 'silent',
      bodyLimit: 1024,
    })
    serveScim(shell, app.services.scim, { take: createRateLimiter(), documentationUrl: '' })
    const send = ({ token }: ScimClient) =>
      shell.inject({ method: 'POST', url: '/scim/v2/Bulk', headers: { authorization: `Bearer ${token}` } })
    const responses = await Promise.all(Array.from({ length: 400 }, () => send(acme)))
    const refused = responses.find(({ statusCode }) => statusCode === 429)
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
    expect(refused?.json()).toMatchObject({ status: '429', schemas: [expect.stringContaining('Error')] })
    const other = await openScimClient(app, `other${testCount}@example.com`)
    expect((await send(other)).statusCode).toBe(501)
    await shell.close()
  })
})

describe('A40 the protocol', () => {
  test('describes itself', async () => {
    const read = async (url: string) => (await acme.send('GET', url)).json
    expect(await read('/ServiceProviderConfig')).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
      filter: { supported: true, maxResults: 200 },
      etag: { supported: true },
      sort: { supported: false },
      authenticationSchemes: [{ type: 'oauthbearertoken' }],
    })
    expect(await read('/ResourceTypes')).toMatchObject({
      totalResults: 2,
      Resources: [{ id: 'User' }, { id: 'Group' }],
    })
    const urn = 'urn:ietf:params:scim:schemas:core:2.0:User'
    expect(await read(`/Schemas/${urn}`)).toMatchObject({
      id: urn,
      attributes: expect.arrayContaining([
        expect.objectContaining({ name: 'userName', uniqueness: 'server' }),
      ]),
    })
    expect((await acme.send('GET', '/Schemas/x')).status).toBe(404)
  })

  test('answers in its own error format, whatever is wrong with a request', async () => {
    const text = (body: string, type = 'application/scim+json') =>
      app.visitor('POST', '/scim/v2/Users', body, {
        authorization: `Bearer ${acme.token}`,
        'content-type': type,
      })
    const responses = [
      [await text('{'), 400],
      [await text('[]'), 400],
      [await text('{"__proto__": {}, "userName": "a@b.com"}'), 400],
      [await text('{}', 'text/xml'), 415],
      [await text(`{"a":${'['.repeat(200)}${']'.repeat(200)}}`), 400],
      [await text(JSON.stringify({ userName: 'x'.repeat(3_000_000) })), 413],
      [await acme.send('POST', '/Bulk', { Operations: [] }), 501],
      [await acme.send('GET', '/Me'), 501],
      [await acme.send('GET', '/Users/1'), 404],
      [await acme.send('PATCH', '/Users', {}), 404],
      [await acme.send('POST', '/Users'), 400],
    ] as const
    for (const [response, status] of responses) {
      expect([response.status, response.headers['content-type']]).toEqual([
        status,
        'application/scim+json; charset=utf-8',
      ])
      expect(response.json).toMatchObject({
        schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
        status: String(status),
        detail: expect.stringMatching(/^[A-Z/]/),
      })
    }
  })
})

test('Trust 9 the life of a member: created, signed in, given a role, deactivated within 5 seconds, back, deleted', async () => {
  const base = await app.app.listen({ host: '127.0.0.1', port: 0 })
  const id = await acme.addUser(address('ann'), { name: { givenName: 'Ann', familyName: 'Lee' } })
  const ann = await app.signIn(address('ann'))
  const userOf = async (person: Person) => (await person.request('GET', '/api/auth/user')).json
  expect(await userOf(ann)).toMatchObject({
    organizationId: acme.owner.organizationId,
    role: 'MEMBER',
    firstName: 'Ann',
  })

  const group = await acme.addGroup('Admins', [id])
  await acme.owner.request('PATCH', path(), { groups: [{ id: group, role: 'ADMIN' }] })
  expect(await userOf(ann)).toMatchObject({ role: 'ADMIN' })

  const task = await assignTask(ann)
  const response = await fetch(`${base}/api/events`, { headers: { cookie: ann.cookie } })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  await reader?.read()
  const startedAt = performance.now()
  const setActive = (active: boolean) =>
    acme.send('PATCH', `/Users/${id}`, {
      Operations: [{ op: 'Replace', path: 'active', value: String(active) }],
    })
  expect((await setActive(false)).status).toBe(200)
  expect((await ann.request('GET', '/api/auth/user')).status).toBe(401)
  while (!(await reader?.read())?.done);
  expect(performance.now() - startedAt).toBeLessThan(5000)
  expect(await app.owner.value('select assigned_to from tasks where id = $1', [task])).toBeNull()

  expect((await setActive(true)).json).toMatchObject({ id, active: true })
  const returned = await app.signIn(address('ann'))
  expect(await userOf(returned)).toMatchObject({ organizationId: acme.owner.organizationId, role: 'ADMIN' })
  expect((await acme.send('DELETE', `/Users/${id}`)).status).toBe(204)
  expect((await returned.request('GET', '/api/auth/user')).status).toBe(401)
  expect((await acme.send('GET', `/Groups/${group}`)).json as ScimBody).toMatchObject({ members: [] })
  expect(
    (await auditActions()).filter(({ actor }) => actor === 'job:provisioning').map(({ action }) => action),
  ).toEqual([
    'provisioning.user-created',
    'member.provisioned',
    'provisioning.group-created',
    'provisioning.group-changed',
    'member.removed',
    'member.provisioned',
    'member.removed',
    'provisioning.user-deleted',
  ])
})

/** @returns the id of a task that is assigned to a person */
async function assignTask({ userId }: Person): Promise<string> {
  await app.owner.run(`update organizations set subscription_status = 'active' where id = $1`, [
    acme.owner.organizationId,
  ])
  const contact = (await acme.owner.request('POST', '/api/contacts', { firstName: 'A', lastName: 'B' }))
    .json as ScimBody
  const task = await acme.owner.request('POST', '/api/tasks', {
    contactId: contact.id,
    title: 'Call',
    assignedTo: userId,
  })
  expect(task.status).toBe(201)
  return (task.json as ScimBody).id
}

test('Trust 1 a session in another organization goes on when provisioning ends the membership here', async () => {
  const person = await app.subscriber(address('two'), 0)
  const id = await acme.addUser(address('two'))
  const { organizationId } = acme.owner
  expect((await person.request('POST', '/api/auth/organization', { organizationId })).status).toBe(200)
  await acme.send('DELETE', `/Users/${id}`)
  expect((await person.request('GET', '/api/auth/user')).json).toMatchObject({
    organizationId: person.organizationId,
  })
  const refused = await person.request('GET', '/api/contacts', undefined, {
    'x-organization-id': organizationId,
  })
  expect(refused.status).toBe(409)
})
