import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Connection } from '#contract/single-sign-on.ts'
import { type Forgery, startTokenForger } from '#test/fakes/identity-providers/token-forger.ts'
import { APP_URL, openSingleSignOn, type SingleSignOnKit } from '#test/workspaces/single-sign-on.ts'

let kit: SingleSignOnKit
let provider: Awaited<ReturnType<typeof startTokenForger>>
let otherProvider: typeof provider
beforeAll(async () => {
  kit = await openSingleSignOn()
  provider = await startTokenForger()
  otherProvider = await startTokenForger()
})
afterAll(async () => {
  await provider?.close()
  await otherProvider?.close()
  await kit?.app.close()
})
beforeEach(async () => {
  provider.forge({})
  await kit.app.owner.run('delete from rate_limits')
})

/** A connection to a provider that registers no clients. */
async function connect(forger = provider): Promise<{ connection: Connection; email: string }> {
  const organization = await kit.newOrganization()
  const { owner, path, domain } = organization
  const created = await owner.request('POST', path, {
    ...{ kind: 'oidc', name: 'OpenID', issuer: forger.url, clientId: 'us', domains: [domain] },
  })
  const { id } = created.json as Connection
  return { connection: await kit.change(organization, id, { isOn: true }), email: `ann@${domain}` }
}

/** Where a browser ends: the error of the page, or `signed in`. */
function endOf({ location, setsSession }: { location: string; setsSession: boolean }): string {
  const error = new URL(location, APP_URL).searchParams.get('error')
  expect(setsSession).toBe(error === null)
  return error ?? 'signed in'
}

async function signIn(parameters: Record<string, string | null> = {}): Promise<string> {
  const { connection, email } = await connect()
  const browser = kit.openBrowser()
  const location = await browser.start(connection)
  return endOf(await browser.request('GET', provider.agree(location, email, parameters)))
}

test('signs in with an honest provider, by a code with PKCE, state and nonce', async () => {
  const { connection, email } = await connect()
  const browser = kit.openBrowser()
  const location = await browser.start(connection)
  const query = Object.fromEntries(new URL(location).searchParams)
  expect(query).toEqual({
    client_id: 'us',
    redirect_uri: connection.urls.callback,
    response_type: 'code',
    scope: 'openid email profile',
    code_challenge_method: 'S256',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
  })
  expect(endOf(await browser.request('GET', provider.agree(location, email)))).toBe('signed in')
  expect(await browser.user()).toMatchObject({ email })
})

const seconds = () => Math.floor(Date.now() / 1000)
const FORGERIES: Record<string, Forgery> = {
  'another audience': { claims: { aud: 'someone else' } },
  'several audiences for another party': { claims: { aud: ['us', 'other'], azp: 'other' } },
  'another issuer': { claims: { iss: 'https://idp.evil.test' } },
  'no issuer': { claims: { iss: undefined } },
  'an expired token': { claims: { exp: seconds() - 600, iat: seconds() - 900 } },
  'a token without an end': { claims: { exp: undefined } },
  'another nonce': { claims: { nonce: 'another' } },
  'no nonce': { claims: { nonce: undefined } },
  'no signature (alg none)': { algorithm: 'none' },
  'a signature with the public key as a secret (HS256)': { algorithm: 'HS256' },
  'a signature of an unknown key': { signsWithOtherKey: true },
  'no ID token': { answerToken: (response) => json(response, { access_token: 'a', token_type: 'Bearer' }) },
  'tokens that are no JSON': { answerToken: (response) => response.end('<html>') },
}
const json = (response: ServerResponse, body: unknown) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))

describe('A40 ID tokens', () => {
  test.each(Object.entries(FORGERIES))('refuses %s', async (_, forgery) => {
    provider.forge(forgery)
    expect(await signIn()).toBe('token')
  })

  test.each([
    ['email-unverified', { email_verified: false }],
    ['email-missing', { email: undefined }],
    ['email-missing', { email: 'a@b.test, c@d.test' }],
    ['domain', { email: 'ann@gmail.com' }],
    ['subject', { sub: ' ' }],
  ])('refuses a person with %s', async (failure, claims) => {
    provider.forge({ claims })
    expect(await signIn()).toBe(failure)
  })
})

describe('A40 responses of OpenID Connect', () => {
  test('refuses the response of another provider (mix-up)', async () => {
    expect(await signIn({ iss: otherProvider.url })).toBe('token')
    expect(await signIn({ iss: null })).toBe('token')
  })

  test('never sends the code of one provider to another', async () => {
    const [honest, evil] = [await connect(), await connect(otherProvider)]
    const browser = kit.openBrowser()
    const back = new URL(provider.agree(await browser.start(honest.connection), honest.email))
    // A response to one connection at the address of the other finds no sign-in that waits for it.
    const mixed = back.href.replace(honest.connection.id, evil.connection.id)
    const before = otherProvider.requests.length
    expect(endOf(await browser.request('GET', mixed))).toBe('ended')
    expect(otherProvider.requests.slice(before)).toEqual([])
  })

  test('refuses an unknown state, a state twice, and none', async () => {
    expect(await signIn({ state: 'unknown' })).toBe('ended')
    expect(await signIn({ state: null })).toBe('ended')
    const { connection, email } = await connect()
    const browser = kit.openBrowser()
    const back = provider.agree(await browser.start(connection), email)
    expect(endOf(await browser.request('GET', back))).toBe('signed in')
    expect(endOf(await browser.request('GET', back))).toBe('ended')
  })

  test('gives a response that is used many times at once to one of them', async () => {
    const { connection, email } = await connect()
    const browser = kit.openBrowser()
    const back = provider.agree(await browser.start(connection), email)
    const responses = await Promise.all(Array.from({ length: 20 }, () => browser.request('GET', back)))
    expect(responses.filter(({ setsSession }) => setsSession)).toHaveLength(1)
  })

  test('refuses a used code', async () => {
    const { connection, email } = await connect()
    const browser = kit.openBrowser()
    const first = provider.agree(await browser.start(connection), email)
    expect(endOf(await browser.request('GET', first))).toBe('signed in')
    const second = new URL(provider.agree(await browser.start(connection), email))
    second.searchParams.set('code', new URL(first).searchParams.get('code') ?? '')
    expect(endOf(await browser.request('GET', second.href))).toBe('token')
  })

  test('refuses a code that was given to another sign-in of the same person', async () => {
    const { connection, email } = await connect()
    const [victim, attacker] = [kit.openBrowser(), kit.openBrowser()]
    const stolen = new URL(provider.agree(await attacker.start(connection), email)).searchParams.get('code')
    const location = await victim.start(connection)
    // The nonce of the stolen code's token belongs to the attacker's browser.
    const back = provider.agree(location, email, { code: stolen })
    expect(endOf(await victim.request('GET', back))).toBe('token')
  })

  test('refuses a response in another browser, and leaves it to its own', async () => {
    const { connection, email } = await connect()
    const [victim, attacker] = [kit.openBrowser(), kit.openBrowser()]
    const back = provider.agree(await attacker.start(connection), email)
    expect(endOf(await victim.request('GET', back))).toBe('ended')
    await victim.start(connection)
    expect(endOf(await victim.request('GET', back))).toBe('ended')
    expect(endOf(await attacker.request('GET', back))).toBe('signed in')
  })

  test('is not used up by a HEAD request', async () => {
    const { connection, email } = await connect()
    const browser = kit.openBrowser()
    const back = provider.agree(await browser.start(connection), email)
    expect(await browser.request('HEAD', back)).toMatchObject({ status: 204, setsSession: false })
    expect(endOf(await browser.request('GET', back))).toBe('signed in')
  })

  test('expires after 15 minutes', async () => {
    const { connection, email } = await connect()
    const browser = kit.openBrowser()
    const back = provider.agree(await browser.start(connection), email)
    await kit.app.owner.run(`update single_sign_on_attempts set expires_at = now()`)
    expect(endOf(await browser.request('GET', back))).toBe('ended')
  })

  test("shows an error of the provider, without the provider's text", async () => {
    const { connection } = await connect()
    const browser = kit.openBrowser()
    const state = new URL(await browser.start(connection)).searchParams.get('state') ?? ''
    const query = new URLSearchParams({ error: 'access_denied', error_description: '<b>Hi</b>', state })
    const { location } = await browser.request('GET', `${connection.urls.callback}?${query}`)
    expect(location).toBe(`/auth/sso/${connection.id}?error=provider-error`)
  })
})

test('stores no secret of a sign-in that could finish it', async () => {
  const { connection } = await connect()
  const browser = kit.openBrowser()
  const { searchParams } = new URL(await browser.start(connection))
  const rows = JSON.stringify(await kit.app.owner.rows('select * from single_sign_on_attempts'))
  for (const name of ['state', 'nonce', 'code_challenge'])
    expect(rows).not.toContain(searchParams.get(name) ?? name)
})

const redirectTo = (location: string) => (response: ServerResponse) =>
  response.writeHead(302, { location }).end()
const DISCOVERIES: Record<string, Forgery> = {
  'a huge document': {
    answerDiscovery: (response) => json(response, { issuer: 'x'.repeat(2_000_000) }),
  },
  'an endless document': {
    async answerDiscovery(response) {
      response.writeHead(200, { 'content-type': 'application/json' })
      while (!response.destroyed) {
        response.write(' '.repeat(65_536))
        await wait(1)
      }
    },
  },
  'a redirect to the metadata service of a cloud': {
    answerDiscovery: redirectTo('http://169.254.169.254/latest/meta-data/'),
  },
  'a redirect to a file': { answerDiscovery: redirectTo('file:///etc/passwd') },
  'a redirect to itself': { answerDiscovery: redirectTo('/.well-known/openid-configuration') },
  'no JSON': { answerDiscovery: (response) => response.end('<html>') },
  'the issuer of someone else': { discovery: { issuer: 'https://accounts.google.com' } },
  'an issuer that everyone matches': { discovery: { issuer: 'http://127.0.0.1/{tenantid}' } },
  'a script as its page': { discovery: { authorization_endpoint: 'javascript:alert(1)' } },
  'a page that is no URL': { discovery: { authorization_endpoint: 7 } },
  'no authorization endpoint': { discovery: { authorization_endpoint: undefined } },
}
describe('A40 discovery documents', () => {
  test.each(Object.entries(DISCOVERIES))('refuses %s', async (_, forgery) => {
    const { connection } = await connect()
    provider.forge(forgery)
    const browser = kit.openBrowser()
    const location = new URL(await browser.start(connection), APP_URL)
    expect([location.origin, location.pathname]).toEqual([APP_URL, `/auth/sso/${connection.id}`])
    expect(['unreachable', 'discovery']).toContain(location.searchParams.get('error'))
  })

  test('gives up on a slow document, and holds no connection of the database meanwhile', async () => {
    const { connection } = await connect()
    provider.forge({ answerDiscovery: () => {} })
    const browser = kit.openBrowser()
    const start = performance.now()
    const pending = browser.start(connection)
    await expect.poll(() => provider.requests.at(-1)).toContain('openid-configuration')
    expect(kit.app.db.poolStats().idle).toBe(kit.app.db.poolStats().total)
    expect(await pending).toContain('error=unreachable')
    expect(performance.now() - start).toBeLessThan(15_000)
  })

  test.each([
    ['the token endpoint', 'token_endpoint'],
    ['the keys', 'jwks_uri'],
  ])('calls no private address for %s', async (_, field) => {
    const { connection, email } = await connect()
    provider.forge({ discovery: { [field]: 'http://169.254.169.254/latest/meta-data/' } })
    const browser = kit.openBrowser()
    const location = await browser.start(connection)
    expect(endOf(await browser.request('GET', provider.agree(location, email)))).toBe('unreachable')
  })

  test.each(['http://169.254.169.254', 'https://10.0.0.1', 'https://[::1]', 'http://example.com'])(
    'calls nothing at %s',
    async (issuer) => {
      const organization = await kit.newOrganization()
      const { owner, path, domain } = organization
      const created = await owner.request('POST', path, {
        ...{ kind: 'oidc', name: 'OpenID', issuer, clientId: 'us', domains: [domain] },
      })
      const { id } = created.json as Connection
      const tested = await owner.request('POST', `${path}/${id}/test`)
      expect(tested.json).toEqual({ location: `/settings/single-sign-on?tested=${id}` })
      expect((await kit.readSettings(organization)).connections[0]).toMatchObject({
        ...{ failure: 'unreachable', lastTest: { failure: 'unreachable' }, workedAt: null },
      })
    },
  )
})
