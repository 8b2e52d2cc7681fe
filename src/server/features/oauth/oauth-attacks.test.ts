import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMcpClient } from '#test/builders/mcp-client.ts'
import { createOauthClient, requestIdOf, type Tokens } from '#test/builders/oauth-client.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

let app: TestApp
let owner: Person
beforeAll(async () => {
  app = await createTestApp()
  owner = await app.subscriber('owner@example.com')
})
afterAll(() => app.close())

const statusWith = async (token: string, path = '/mcp') =>
  (await createMcpClient(app, token, { path }).send('tools/list')).status
const codeOf = (callback: URL) => callback.searchParams.get('code') ?? ''

describe('A40 an authorization request is refused', () => {
  test.each([
    ['with an address that the app did not register', { redirect_uri: 'https://evil.example/callback' }],
    ['with a longer address', { redirect_uri: 'http://localhost:7777/callback/x' }],
    ['of an unknown app', { client_id: 'app_unknown' }],
  ])('without a redirect %s', async (_name, parameters) => {
    const response = await (await createOauthClient(app)).authorize(parameters)
    expect(response.status).toBe(400)
    expect(response.headers.location).toBeUndefined()
    expect(response.text).toContain('App not connected')
    expect(response.headers['content-security-policy'] ?? response.headers['x-frame-options']).toBeDefined()
  })

  test.each([
    ['without a challenge', { code_challenge: undefined, code_challenge_method: undefined }],
    ['with a plain challenge', { code_challenge_method: 'plain' }],
    ['for another response', { response_type: 'token' }],
    ['for a resource of others', { resource: 'https://evil.example/mcp' }],
    ['for a path below a resource', { resource: 'http://localhost:3000/mcp/other' }],
  ])('%s, without a redirect before a member has answered', async (_name, parameters) => {
    const response = await (await createOauthClient(app)).authorize(parameters)
    expect([response.status, response.headers.location]).toEqual([400, undefined])
    expect(response.text).toContain('App not connected')
  })

  test('with a longer state than an app needs', async () => {
    const client = await createOauthClient(app)
    expect((await client.authorize({ state: 'x'.repeat(512) })).status).toBe(303)
    expect((await client.authorize({ state: 'x'.repeat(513) })).status).toBe(400)
  })

  test('shows no markup of the request in its error page', async () => {
    const response = await (await createOauthClient(app)).authorize({
      client_id: '<script>alert(1)</script>',
    })
    expect(response.text).not.toContain('<script>')
  })
})

describe('A40 the consent', () => {
  test('is refused to a form or page of another site', async () => {
    const client = await createOauthClient(app)
    const uid = requestIdOf(await client.authorize())
    const cookie = `${owner.cookie}; ${client.cookie()}`
    const url = `/api/oauth/requests/${uid}`
    const form = await app.visitor('POST', url, 'scopes=contacts:read', {
      ...{ cookie, 'content-type': 'application/x-www-form-urlencoded', origin: 'https://evil.example' },
    })
    const page = await app.visitor(
      'POST',
      url,
      { scopes: ['contacts:read'] },
      {
        ...{ cookie, 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
      },
    )
    expect([form.status, page.status]).toEqual([403, 403])
    expect(await app.owner.rows('select 1 from connected_apps')).toEqual([])
  })

  test('is refused in another browser than the one that the app sent to it', async () => {
    const attacker = await createOauthClient(app)
    const uid = requestIdOf(await attacker.authorize())
    const victim = await createOauthClient(app)
    expect((await victim.answer(owner, 'GET', uid)).status).toBe(404)
    expect((await victim.answer(owner, 'POST', uid, { scopes: ['contacts:read'] })).status).toBe(404)
  })

  test('never acts for the member who answered before in that browser', async () => {
    const second = await app.subscriber('second@example.com')
    const client = await createOauthClient(app)
    await client.connect(owner, ['contacts:read'])
    const { access_token: token } = await client.connect(second, ['contacts:read'])
    const account = await createMcpClient(app, token).call('get_account')
    expect(account.structuredContent).toMatchObject({ email: 'second@example.com' })
  })

  test('is not given by an API key', async () => {
    const client = await createOauthClient(app)
    const { access_token: token } = await client.connect(owner, ['contacts:read'], {
      resource: 'http://localhost:3000/api/v1',
    })
    const uid = requestIdOf(await client.authorize())
    const response = await app.visitor(
      'POST',
      `/api/oauth/requests/${uid}`,
      { scopes: ['contacts:read'] },
      {
        ...{ cookie: client.cookie(), authorization: `Bearer ${token}` },
      },
    )
    expect(response.status).toBe(403)
  })
})

describe('A40 a code', () => {
  test('works once; using it again ends the connection', async () => {
    const client = await createOauthClient(app)
    const code = codeOf(await client.allow(owner, ['contacts:read']))
    const tokens: Tokens = (await client.redeem({ code })).json
    expect(await statusWith(tokens.access_token)).toBe(200)
    expect((await client.redeem({ code })).status).toBe(400)
    expect(await statusWith(tokens.access_token)).toBe(401)
    expect((await client.refresh(tokens.refresh_token)).status).toBe(400)
  })

  test('gives tokens to one of many calls at once', async () => {
    const client = await createOauthClient(app)
    const code = codeOf(await client.allow(owner, ['contacts:read']))
    const answers = await Promise.all(Array.from({ length: 10 }, () => client.redeem({ code })))
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
  })

  test.each([
    ['another verifier', { code_verifier: 'x'.repeat(43) }],
    ['no verifier', { code_verifier: '' }],
    ['another address', { redirect_uri: 'http://localhost:7777/other' }],
    ['another resource', { resource: 'http://localhost:3000/api/v1' }],
  ])('is refused with %s', async (_name, fields) => {
    const client = await createOauthClient(app)
    const code = codeOf(await client.allow(owner, ['contacts:read']))
    expect((await client.redeem({ code, ...fields })).status).toBe(400)
  })

  test('is refused to another app', async () => {
    const [client, thief] = [await createOauthClient(app), await createOauthClient(app)]
    const code = codeOf(await client.allow(owner, ['contacts:read']))
    expect((await client.redeem({ code, client_id: thief.id })).status).toBe(400)
  })
})

describe('A40 a refresh token', () => {
  test('works once; using it again ends all tokens of the connection', async () => {
    const client = await createOauthClient(app)
    const first = await client.connect(owner, ['contacts:read'])
    const second: Tokens = (await client.refresh(first.refresh_token)).json
    expect(second.refresh_token).not.toBe(first.refresh_token)
    expect(await statusWith(second.access_token)).toBe(200)
    expect((await client.refresh(first.refresh_token)).status).toBe(400)
    expect(await statusWith(second.access_token)).toBe(401)
    expect((await client.refresh(second.refresh_token)).status).toBe(400)
  })

  test('is refused to another app, for more permissions and for another resource', async () => {
    const client = await createOauthClient(app)
    const tokens = await client.connect(owner, ['contacts:read'])
    const other = await createOauthClient(app)
    const attempts: Record<string, string>[] = [
      { client_id: other.id },
      { scope: 'contacts:read contacts:write' },
      { resource: 'http://localhost:3000/api/v1' },
    ]
    for (const fields of attempts)
      expect((await client.refresh(tokens.refresh_token, fields)).status).toBe(400)
  })

  test('is no access token, and an access token no refresh token', async () => {
    const client = await createOauthClient(app)
    const tokens = await client.connect(owner, ['contacts:read'])
    expect(await statusWith(tokens.refresh_token)).toBe(401)
    expect((await client.refresh(tokens.access_token)).status).toBe(400)
  })
})

test('A40 a token works at its own resource only', async () => {
  const client = await createOauthClient(app)
  const paths = ['/mcp', '/mcp/readonly'] as const
  for (const path of paths) {
    const resource = `http://localhost:3000${path}`
    const { access_token: token } = await client.connect(owner, ['contacts:read'], { resource })
    for (const other of paths) expect(await statusWith(token, other)).toBe(other === path ? 200 : 401)
    const api = await app.visitor('GET', '/api/v1/contacts', undefined, { authorization: `Bearer ${token}` })
    expect(api.status).toBe(401)
  }
})

test('A40 a token that expired is refused', async () => {
  const { access_token: token } = await (await createOauthClient(app)).connect(owner, ['contacts:read'])
  await app.owner.run("update oauth_tokens set expires_at = now() where kind = 'AccessToken'")
  expect(await statusWith(token)).toBe(401)
})

test('A40 a revoked refresh token ends the connection', async () => {
  const client = await createOauthClient(app)
  const tokens = await client.connect(owner, ['contacts:read'])
  const body = new URLSearchParams({ token: tokens.refresh_token, client_id: client.id }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  expect((await app.visitor('POST', '/oauth/revoke', body, headers)).status).toBe(200)
  expect(await statusWith(tokens.access_token)).toBe(401)
})

describe('A40 an app that describes itself by a document', () => {
  test.each([
    'https://127.0.0.1/app.json',
    'https://[::1]/app.json',
    'https://169.254.169.254/app.json',
    'https://nowhere.example/app.json',
  ])('is refused where the document is not on the public internet: %s', async (clientId) => {
    const client = await createOauthClient(app, { clientId })
    const response = await client.authorize()
    expect(response.status).toBe(400)
  })
})
