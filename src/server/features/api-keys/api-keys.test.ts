import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ApiKey, ShownApiKey } from '#contract/api-keys.ts'
import { SCOPES } from '#contract/endpoint.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

let app: TestApp
let owner: Person
let admin: Person
let member: Person
beforeAll(async () => {
  app = await createTestApp()
  owner = await app.subscriber('owner@example.com')
  admin = await app.member('admin@example.com', owner.organizationId, 'ADMIN')
  member = await app.member('member@example.com', owner.organizationId, 'MEMBER')
})
afterAll(() => app.close())
beforeEach(() => app.owner.run('delete from api_keys'))

const path = () => `/api/organizations/${owner.organizationId}/api-keys`

async function createKey(person: Person, input: object = {}): Promise<ShownApiKey> {
  const response = await person.request('POST', path(), {
    name: 'Sync',
    scopes: ['contacts:read', 'contacts:write'],
    ...input,
  })
  expect(response.status).toBe(201)
  return response.json
}

const withKey = (key: string, method = 'GET', url = '/api/v1/contacts', body?: unknown) =>
  app.visitor(method, url, body, { authorization: `Bearer ${key}` })
const statusWith = async (key: string, method?: string, url?: string, body?: unknown) =>
  (await withKey(key, method, url, body)).status
const listKeys = async (person: Person): Promise<ApiKey[]> => (await person.request('GET', path())).json

describe('A40 keys', () => {
  test('are shown once, and found again by their start', async () => {
    const { key, ...shown } = await createKey(member)
    expect(key).toMatch(/^nf_key_[0-9A-Za-z]{36}$/)
    expect(shown).toMatchObject({ start: key.slice(0, 12), role: 'MEMBER', userId: member.userId })
    const daysLeft = (Date.parse(shown.expiresAt ?? '') - Date.now()) / 86_400_000
    expect(Math.round(daysLeft)).toBe(90)
    const listed = await listKeys(member)
    expect(listed).toEqual([shown])
    expect(JSON.stringify(await app.owner.rows('select * from api_keys'))).not.toContain(key)
  })

  test('are seen and revoked by administrators, but not by other members, and rotated only by their member', async () => {
    const { id } = await createKey(admin)
    expect(await listKeys(member)).toEqual([])
    expect((await listKeys(owner)).map((each) => each.id)).toEqual([id])
    expect((await member.request('DELETE', `${path()}/${id}`)).status).toBe(404)
    expect((await owner.request('POST', `${path()}/${id}/rotate`)).status).toBe(404)
    expect((await owner.request('DELETE', `${path()}/${id}`)).status).toBe(204)
    expect(await listKeys(admin)).toEqual([])
  })

  test('have at most the role of their member', async () => {
    const refusal = await member.request('POST', path(), {
      name: 'x',
      scopes: ['contacts:read'],
      role: 'ADMIN',
    })
    expect([refusal.status, refusal.json]).toMatchObject([
      403,
      { message: "A key can't have a higher role than you" },
    ])
  })

  test('act for their member, which the log says', async () => {
    const { key, id } = await createKey(member)
    const added = await withKey(key, 'POST', '/api/v1/contacts', { firstName: 'Ann', lastName: 'Lee' })
    expect(added.status).toBe(201)
    const lines = await app.owner.rows<{ actor: string; details: { apiKey: string } }>(
      `select actor, details from audit_log where organization_id = $1 and action = 'contact.added'`,
      [owner.organizationId],
    )
    expect(lines).toEqual([{ actor: `user:${member.userId}`, details: { apiKey: id } }])
  })

  test('see no more contacts than their member', async () => {
    await owner.request('POST', '/api/contacts', { firstName: 'Not', lastName: 'Theirs' })
    await app.owner.run(`update memberships set access = 'own' where user_id = $1`, [member.userId])
    const { key } = await createKey(member)
    const listNames = async () => {
      const page: { data: { lastName: string }[] } = (await withKey(key)).json
      return page.data.map(({ lastName }) => lastName)
    }
    expect(await listNames()).toEqual(['Lee'])
    await app.owner.run(`update memberships set access = 'all' where user_id = $1`, [member.userId])
    expect(await listNames()).toEqual(['Lee', 'Theirs'])
  })
})

describe('A40 a key is refused', () => {
  test.each(['', 'nf_key_', `nf_key_${'A'.repeat(36)}`, 'x'.repeat(5000), 'null', 'nf_scim_x'])(
    'when it is unknown, although the cookie is valid: %.20s',
    async (key) => {
      const response = await app.visitor('GET', '/api/v1/contacts', undefined, {
        authorization: `Bearer ${key || '-'}`,
        cookie: owner.cookie,
      })
      expect([response.status, response.headers['www-authenticate']]).toEqual([401, 'Bearer'])
      expect(response.headers['content-type']).toContain('application/problem+json')
      expect(response.json).toMatchObject({
        code: 'unauthenticated',
        status: 401,
        instance: '/api/v1/contacts',
      })
    },
  )

  test('at once when it is revoked or expires, or the organization is suspended', async () => {
    const changes: [string, () => Promise<unknown>, number][] = [
      [
        'revoked',
        async () => {
          const [newest] = await listKeys(member)
          await member.request('DELETE', `${path()}/${newest?.id}`)
        },
        401,
      ],
      ['expired', () => app.owner.run(`update api_keys set expires_at = now() - interval '1 second'`), 401],
      [
        'suspended',
        () =>
          app.owner.run(
            `update organizations set suspended_at = now(), suspended_reason = 'A test' where id = $1`,
            [owner.organizationId],
          ),
        403,
      ],
    ]
    for (const [name, change, status] of changes) {
      const { key } = await createKey(member)
      expect([name, await statusWith(key), await statusWith(key)]).toEqual([name, 200, 200])
      await change()
      expect([name, await statusWith(key)]).toEqual([name, status])
      await app.owner.run('update organizations set suspended_at = null, suspended_reason = null')
    }
  })

  test('at once when its member leaves, and stays so when they return', async () => {
    const leaver = await app.member('leaver@example.com', owner.organizationId, 'MEMBER')
    const { key } = await createKey(leaver)
    expect(await statusWith(key)).toBe(200)
    const url = `/api/organizations/${owner.organizationId}/members/${leaver.userId}`
    expect((await owner.request('DELETE', url)).status).toBe(204)
    expect(await statusWith(key)).toBe(401)
    await app.services.memberships.join(app.owner, { ...leaver, role: 'MEMBER' })
    expect(await statusWith(key)).toBe(401)
  })

  test('24 hours after its rotation; until then both halves work', async () => {
    const old = await createKey(member)
    const rotated: ShownApiKey = (await member.request('POST', `${path()}/${old.id}/rotate`)).json
    expect([await statusWith(old.key), await statusWith(rotated.key)]).toEqual([200, 200])
    const hoursLeft = (Date.parse(rotated.previousUntil ?? '') - Date.now()) / 3_600_000
    expect(Math.round(hoursLeft)).toBe(24)
    await app.owner.run(`update api_keys set previous_until = now() - interval '1 second' where id = $1`, [
      old.id,
    ])
    expect([await statusWith(old.key), await statusWith(rotated.key)]).toEqual([401, 200])
  })

  test('outside of its networks', async () => {
    const elsewhere = await createKey(member, { networks: ['203.0.113.0/24', '2001:db8::/32'] })
    expect(await statusWith(elsewhere.key)).toBe(401)
    const here = await createKey(member, { networks: ['203.0.113.0/24', '127.0.0.1'] })
    expect(await statusWith(here.key)).toBe(200)
    const refusal = await member.request('POST', path(), {
      ...{ name: 'x', scopes: ['contacts:read'] },
      networks: ['127.0.0.1/99'],
    })
    expect([refusal.status, refusal.json]).toMatchObject([
      400,
      { fields: { 'networks.0': 'Enter an IP address or a range such as 203.0.113.0/24' } },
    ])
  })
})

describe('A40 permissions of keys', () => {
  test('decide about each endpoint, and none without a permission can be called', async () => {
    const { endpoints } = app.app
    for (const scope of SCOPES) {
      const { key } = await createKey(owner, { scopes: [scope], role: 'OWNER' })
      for (const endpoint of endpoints) {
        const isAllowed = endpoint.scope === 'any' || endpoint.scope === scope
        if (isAllowed || endpoint.access === 'public') continue
        const url = endpoint.path.replace(/\{\w+\}/g, '0198c0de-0000-7000-8000-000000000000')
        const { status, json } = await app.visitor(endpoint.method, url, undefined, {
          authorization: `Bearer ${key}`,
        })
        expect([scope, endpoint.method, endpoint.path, status]).toEqual([
          ...[scope, endpoint.method, endpoint.path],
          403,
        ])
        expect(json).toMatchObject({ code: 'forbidden' })
      }
    }
  })
})
