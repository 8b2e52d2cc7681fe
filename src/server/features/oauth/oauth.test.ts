import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ConnectedApp } from '#contract/connected-apps.ts'
import { createMcpClient } from '#test/builders/mcp-client.ts'
import { createOauthClient, register, requestIdOf, type Tokens } from '#test/builders/oauth-client.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

let app: TestApp
let owner: Person
beforeAll(async () => {
  app = await createTestApp()
  owner = await app.subscriber('owner@example.com')
})
afterAll(() => app.close())

const appsPath = (person: Person = owner) => `/api/organizations/${person.organizationId}/connected-apps`
const listApps = async (person: Person): Promise<ConnectedApp[]> =>
  (await person.request('GET', appsPath(person))).json
const statusWith = async (token: string, path = '/mcp') =>
  (await createMcpClient(app, token, { path }).send('tools/list')).status
const get = async (url: string): Promise<Record<string, unknown>> => (await app.visitor('GET', url)).json

describe('A40 the authorization server', () => {
  test('is found from a refused call', async () => {
    const refused = await createMcpClient(app, '').send('tools/list')
    const url = /resource_metadata="([^"]+)"/.exec(String(refused.headers['www-authenticate']))?.[1] ?? ''
    const resource = await get(new URL(url).pathname)
    expect(resource).toMatchObject({
      resource: 'http://localhost:3000/mcp',
      authorization_servers: ['http://localhost:3000'],
    })
    expect(await get('/.well-known/oauth-authorization-server')).toMatchObject({
      issuer: 'http://localhost:3000',
      code_challenge_methods_supported: ['S256'],
      registration_endpoint: 'http://localhost:3000/oauth/register',
      client_id_metadata_document_supported: true,
    })
    for (const path of ['/mcp/readonly', '/api/v1'])
      expect(await get(`/.well-known/oauth-protected-resource${path}`)).toMatchObject({
        resource: `http://localhost:3000${path}`,
      })
  })

  test('names itself by its configured address, whatever the request says', async () => {
    const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }
    const client = await createOauthClient(app)
    const callback = await client.allow(owner, ['contacts:read'])
    expect(callback.searchParams.get('iss')).toBe('http://localhost:3000')
    const document = await app.visitor('GET', '/.well-known/oauth-protected-resource/mcp', undefined, headers)
    expect(document.text).not.toContain('evil')
  })

  test('registers programs without a secret, and refuses addresses that no program should have', async () => {
    const registered = await register(app, {
      ...{ client_name: 'Cur\u202esor', redirect_uris: ['cursor://anysphere.cursor/callback'] },
      ...{
        token_endpoint_auth_method: 'client_secret_basic',
        scope: 'openid',
        logo_uri: 'https://evil.example/x',
      },
    })
    expect(registered).toMatchObject({ client_name: 'Cur sor', token_endpoint_auth_method: 'none' })
    expect(Object.keys(registered)).not.toEqual(expect.arrayContaining(['client_secret']))
    expect(registered).not.toHaveProperty('logo_uri')
    for (const uri of [
      'http://evil.example/',
      'javascript:alert(1)',
      'data:text/html,x',
      'https://a.example/#x',
    ])
      expect((await app.visitor('POST', '/oauth/register', { redirect_uris: [uri] })).status).toBe(400)
    expect((await app.visitor('POST', '/oauth/register', { redirect_uris: [] })).status).toBe(400)
  })
})

describe('A40 connecting an app', () => {
  test('shows the member what it is, and gives it only what they allow', async () => {
    const client = await createOauthClient(app)
    const uid = requestIdOf(await client.authorize({ scope: 'contacts:read signals:read tasks:read openid' }))
    expect((await client.answer(owner, 'GET', uid)).json).toMatchObject({
      ...{
        name: 'Claude',
        publisherHost: null,
        redirectHost: 'localhost:7777',
        isLocal: true,
        resource: 'mcp',
      },
      ...{ email: 'owner@example.com', scopes: ['contacts:read', 'signals:read', 'tasks:read'] },
    })
    const more = await client.answer(owner, 'POST', uid, { scopes: ['contacts:write'] })
    expect(more.status).toBe(400)
    const { url } = (await client.answer(owner, 'POST', uid, { scopes: ['contacts:read'] })).json as {
      url: string
    }
    const callback = await client.resume(url)
    expect(Object.fromEntries(callback.searchParams)).toEqual({
      ...{ code: expect.any(String), state: 'a state', iss: 'http://localhost:3000' },
    })
    const tokens: Tokens = (await client.redeem({ code: callback.searchParams.get('code') ?? '' })).json
    expect(tokens).toMatchObject({
      access_token: expect.stringMatching(/^nf_oat_\w{36}$/),
      refresh_token: expect.stringMatching(/^nf_ort_\w{36}$/),
      ...{ token_type: 'Bearer', scope: 'contacts:read' },
    })
    expect(tokens.expires_in).toBeGreaterThan(3590)
    const names = (await createMcpClient(app, tokens.access_token).listTools()).map(({ name }) => name)
    expect(names).toEqual(['search_contacts', 'get_contact', 'get_account'])
  })

  test('asks for everything of the resource when the app names no permissions', async () => {
    const client = await createOauthClient(app)
    const uid = requestIdOf(await client.authorize({ resource: 'http://localhost:3000/mcp/readonly' }))
    expect((await client.answer(owner, 'GET', uid)).json).toMatchObject({
      ...{ resource: 'mcp-readonly' },
      scopes: ['contacts:read', 'signals:read', 'tasks:read', 'outreach:draft'],
    })
  })

  test('stores hashes only, and no code or token', async () => {
    const client = await createOauthClient(app)
    const tokens = await client.connect(owner, ['contacts:read'])
    const rows = await app.owner.rows(
      'select t::text, r::text from oauth_tokens t left join oauth_requests r on true',
    )
    for (const secret of [tokens.access_token, tokens.refresh_token])
      expect(JSON.stringify(rows)).not.toContain(secret)
  })

  test('can be declined', async () => {
    const client = await createOauthClient(app)
    const uid = requestIdOf(await client.authorize())
    const { url } = (await client.answer(owner, 'DELETE', uid)).json as { url: string }
    const callback = await client.resume(url)
    expect(callback.searchParams.get('error')).toBe('access_denied')
    expect((await client.answer(owner, 'POST', uid, { scopes: ['contacts:read'] })).status).toBe(404)
  })

  test.each([
    ['suspended', "suspended_at = now(), suspended_reason = 'A test'", 403],
    ['without a subscription', "subscription_status = 'canceled'", 402],
  ])('is refused in an organization %s', async (name, change, status) => {
    const other = await app.subscriber(`${name.replaceAll(' ', '-')}@example.com`)
    const client = await createOauthClient(app)
    const tokens = await client.connect(other, ['contacts:read'])
    await app.owner.run(`update organizations set ${change} where id = $1`, [other.organizationId])
    const uid = requestIdOf(await client.authorize())
    expect((await client.answer(other, 'GET', uid)).status).toBe(status)
    expect((await client.answer(other, 'POST', uid, { scopes: ['contacts:read'] })).status).toBe(status)
    expect(await statusWith(tokens.access_token)).toBe(status)
    expect((await client.refresh(tokens.refresh_token)).status).toBe(400)
  })

  test('works for the public API by a token for it', async () => {
    const client = await createOauthClient(app)
    const resource = { resource: 'http://localhost:3000/api/v1' }
    const { access_token: token } = await client.connect(owner, ['contacts:read'], resource)
    const call = (method: string) =>
      app.visitor(
        method,
        '/api/v1/contacts',
        method === 'POST' ? { firstName: 'A', lastName: 'B' } : undefined,
        {
          authorization: `Bearer ${token}`,
        },
      )
    expect((await call('GET')).status).toBe(200)
    expect((await call('POST')).status).toBe(403)
    expect(await statusWith(token)).toBe(401)
  })
})

describe('A40 connected apps', () => {
  test('are listed for their member and administrators, and end at once', async () => {
    const member = await app.member('member@example.com', owner.organizationId, 'MEMBER')
    const other = await app.member('colleague@example.com', owner.organizationId, 'MEMBER')
    const client = await createOauthClient(app, { name: 'Cursor' })
    const { access_token: token, refresh_token: refreshToken } = await client.connect(member, ['tasks:read'])
    const [listed] = await listApps(member)
    expect(listed).toMatchObject({
      ...{ name: 'Cursor', redirectHost: 'localhost:7777', userId: member.userId, scopes: ['tasks:read'] },
    })
    expect(await listApps(other)).toEqual([])
    expect((await listApps(owner)).map(({ id }) => id)).toContain(listed?.id)
    const path = `${appsPath()}/${listed?.id}`
    expect((await other.request('DELETE', path)).status).toBe(404)
    expect(await statusWith(token)).toBe(200)
    expect((await member.request('DELETE', path)).status).toBe(204)
    expect(await statusWith(token)).toBe(401)
    expect((await client.refresh(refreshToken)).status).toBe(400)
    const audit = await app.owner.rows<{ action: string }>(
      "select action from audit_log where action like 'app.%' and subject = $1 order by action",
      [listed?.id],
    )
    expect(audit.map(({ action }) => action)).toEqual(['app.connected', 'app.disconnected'])
  })

  test('end when their member leaves, and see only what the member sees', async () => {
    const member = await app.member('leaver@example.com', owner.organizationId, 'MEMBER')
    const { access_token: token } = await (await createOauthClient(app)).connect(member, ['contacts:read'])
    await app.owner.run("update memberships set access = 'own' where user_id = $1", [member.userId])
    await owner.request('POST', '/api/contacts', { firstName: 'Not', lastName: 'Theirs' })
    const found = await createMcpClient(app, token).call('search_contacts')
    expect(found.structuredContent).toMatchObject({ contacts: [] })
    const removed = await owner.request(
      'DELETE',
      `/api/organizations/${owner.organizationId}/members/${member.userId}`,
    )
    expect(removed.status).toBeLessThan(300)
    expect(await statusWith(token)).toBe(401)
    expect(await app.owner.rows('select 1 from connected_apps where user_id = $1', [member.userId])).toEqual(
      [],
    )
  })

  test('never have administrator rights or reach another organization', async () => {
    const { access_token: token } = await (await createOauthClient(app)).connect(owner, ['contacts:read'])
    const account = await createMcpClient(app, token).call('get_account')
    expect(account.structuredContent).toMatchObject({ role: 'MEMBER', permissions: ['contacts:read'] })
    const api = (url: string) => app.visitor('GET', url, undefined, { authorization: `Bearer ${token}` })
    expect((await api('/api/contacts')).status).toBe(401)
    expect((await api(appsPath())).status).toBe(401)
  })

  test('use at most the credits a day that the member allows', async () => {
    const client = await createOauthClient(app)
    const uid = requestIdOf(await client.authorize())
    const answer = { scopes: ['enrichment:run'], dailyCredits: 0 }
    const { url } = (await client.answer(owner, 'POST', uid, answer)).json as { url: string }
    const code = (await client.resume(url)).searchParams.get('code') ?? ''
    const { access_token: token }: Tokens = (await client.redeem({ code })).json
    const added = await owner.request('POST', '/api/contacts', { firstName: 'No', lastName: 'Credits' })
    const { id } = added.json as { id: string }
    const refused = await createMcpClient(app, token).call('enrich_contact', { contactId: id })
    expect(refused.content[0]?.text).toContain('daily credit limit')
  })

  test('are forgotten when no token can use them anymore', async () => {
    await (await createOauthClient(app, { name: 'Old' })).connect(owner, ['contacts:read'])
    await app.owner.run("update oauth_tokens set expires_at = now() - interval '1 minute'")
    await app.owner.run("update connected_apps set created_at = now() - interval '2 days'")
    await app.owner.run("update oauth_clients set created_at = now() - interval '2 days'")
    expect(await listApps(owner)).toEqual([])
    await app.services.oauth.deleteOutdated()
    const left = 'select 1 from connected_apps union all select 1 from oauth_tokens'
    expect(await app.owner.rows(left)).toEqual([])
  })
})
