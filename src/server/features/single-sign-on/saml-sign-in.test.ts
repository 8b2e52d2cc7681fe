import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Connection } from '#contract/single-sign-on.ts'
import { type RunningProvider, runProvider } from '#test/fakes/identity-providers/run-provider.ts'
import {
  createSigningKey,
  encodeResponse,
  providerMetadata,
  type ResponseFacts,
  responseFacts,
  signedResponse,
} from '#test/fakes/identity-providers/saml-documents.ts'
import { openSingleSignOn, type SingleSignOnKit } from '#test/workspaces/single-sign-on.ts'

let kit: SingleSignOnKit
let provider: RunningProvider
beforeAll(async () => {
  ;[kit, provider] = await Promise.all([openSingleSignOn(), runProvider('saml')])
})
afterAll(async () => {
  await provider?.stop()
  await kit?.app.close()
})
beforeEach(() => kit.app.owner.run('delete from rate_limits'))

const errorPage = (connection: Connection, error: string) => `/auth/sso/${connection.id}?error=${error}`

describe('A40 signing in with SAML', () => {
  test('adds a new member, who stays the same person under another address', async () => {
    const { connection, domain, owner } = await kit.connectSaml(provider.metadata)
    const [first, second] = [kit.openBrowser(), kit.openBrowser()]
    const response = await first.signInSaml(connection, `ann@${domain}#ann`)
    expect(response).toMatchObject({ status: 302, location: '/dashboard', setsSession: true })
    expect(await first.user()).toMatchObject({
      ...{ email: `ann@${domain}`, organizationId: owner.organizationId, role: 'MEMBER' },
    })
    await second.signInSaml(connection, `ann.smith@${domain}#ann`)
    expect(await second.user()).toEqual(await first.user())
  })

  test('sets no session by the posted response, only in the browser that started', async () => {
    const { connection, domain } = await kit.connectSaml(provider.metadata)
    const [browser, other] = [kit.openBrowser(), kit.openBrowser()]
    const response = await browser.logInSaml(await browser.start(connection), `ann@${domain}`)
    const posted = await other.postSaml(connection, response)
    expect(posted).toMatchObject({ status: 303, setsSession: false })
    expect(posted.location).toMatch(new RegExp(`^/api/auth/sso/${connection.id}/finish\\?ticket=_`))
    expect(await other.request('GET', posted.location)).toMatchObject({
      ...{ location: errorPage(connection, 'ended'), setsSession: false },
    })
    expect(await browser.request('HEAD', posted.location)).toMatchObject({ setsSession: false })
    expect(await browser.request('GET', posted.location)).toMatchObject({ setsSession: true })
    expect(await browser.request('GET', posted.location)).toMatchObject({ setsSession: false })
  })

  test('refuses a response twice, and one to an unknown or expired request', async () => {
    const { connection, domain } = await kit.connectSaml(provider.metadata)
    const browser = kit.openBrowser()
    const response = await browser.logInSaml(await browser.start(connection), `ann@${domain}`)
    await browser.postSaml(connection, response)
    expect((await browser.postSaml(connection, response)).location).toBe(errorPage(connection, 'ended'))
    const late = await browser.logInSaml(await browser.start(connection), `ann@${domain}`)
    await kit.app.owner.run('update single_sign_on_attempts set expires_at = now()')
    expect((await browser.postSaml(connection, late)).location).toBe(errorPage(connection, 'ended'))
  })

  test('answers one of many concurrent posts of a response', async () => {
    const { connection, domain } = await kit.connectSaml(provider.metadata)
    const browser = kit.openBrowser()
    const response = await browser.logInSaml(await browser.start(connection), `ann@${domain}`)
    const posts = await Promise.all(Array.from({ length: 10 }, () => browser.postSaml(connection, response)))
    expect(posts.filter(({ location }) => location.includes('/finish?'))).toHaveLength(1)
  })

  test('ignores RelayState, wherever it leads', async () => {
    const { connection, domain } = await kit.connectSaml(provider.metadata, { acceptsUnsolicited: true })
    const browser = kit.openBrowser()
    const response = await browser.logInSaml(await browser.start(connection), `ann@${domain}`)
    const RelayState = 'https://evil.test/'
    const { location } = await browser.postSaml(connection, response, { RelayState })
    expect((await browser.request('GET', location)).location).toBe('/dashboard')
  })

  test("refuses another organization's identity provider", async () => {
    const key = createSigningKey()
    const evil = await kit.connectSaml(providerMetadata('https://evil.test', 'https://evil.test/sso', key))
    const victim = await kit.connectSaml(provider.metadata)
    const facts = responseFacts({
      issuer: 'https://evil.test',
      acs: victim.connection.urls.acs,
      audience: victim.connection.urls.metadata,
      requestId: null,
      person: { email: victim.owner.email, subject: 'x', groups: null },
    })
    const browser = kit.openBrowser()
    await kit.change(victim, victim.connection.id, { acceptsUnsolicited: true })
    await kit.change(evil, evil.connection.id, { acceptsUnsolicited: true })
    const encoded = encodeResponse(signedResponse(facts, key))
    expect((await browser.postSaml(victim.connection, encoded)).location).toContain('error=issuer')
    // Its own connection refuses a person of another organization's domain.
    const own = { acs: evil.connection.urls.acs, audience: evil.connection.urls.metadata }
    const posted = await browser.postSaml(
      evil.connection,
      encodeResponse(signedResponse({ ...facts, ...own, destination: own.acs, recipient: own.acs }, key)),
    )
    const ticket = new URL(posted.location, 'http://localhost').searchParams.get('ticket')
    const confirmed = await browser.request('POST', `/api/auth/sso/${evil.connection.id}/confirm`, {
      body: { ticket },
    })
    expect(confirmed).toMatchObject({ setsSession: false })
    expect(confirmed.json).toEqual({ location: errorPage(evil.connection, 'domain') })
  })
})

describe('A40 sign-ins that a SAML identity provider starts', () => {
  const key = createSigningKey()
  const ISSUER = 'https://idp.test/entity'
  const connect = (settings: object = {}) =>
    kit.connectSaml(providerMetadata(ISSUER, 'https://idp.test/sso', key), settings)
  const responseTo = ({ urls }: Connection, email: string, changes: Partial<ResponseFacts> = {}) =>
    encodeResponse(
      signedResponse(
        responseFacts({
          ...{ issuer: ISSUER, acs: urls.acs, audience: urls.metadata, requestId: null },
          person: { email, subject: email, groups: null },
          ...changes,
        }),
        key,
      ),
    )

  test('are refused unless they are switched on', async () => {
    const { connection, owner } = await connect()
    const browser = kit.openBrowser()
    const posted = await browser.postSaml(connection, responseTo(connection, owner.email))
    expect(posted).toMatchObject({ location: errorPage(connection, 'unsolicited'), setsSession: false })
  })

  test('ask in the browser before they sign in', async () => {
    const { connection, owner } = await connect({ acceptsUnsolicited: true })
    const [browser, other] = [kit.openBrowser(), kit.openBrowser()]
    const posted = await browser.postSaml(connection, responseTo(connection, owner.email), {
      RelayState: 'https://evil.test/',
    })
    expect(posted.setsSession).toBe(false)
    expect(posted.location).toMatch(new RegExp(`^/auth/sso/${connection.id}\\?ticket=[\\w-]{43}$`))
    const body = { ticket: posted.location.split('ticket=')[1] }
    const path = `/api/auth/sso/${connection.id}`
    expect((await other.request('POST', `${path}/read`, { body })).status).toBe(404)
    expect((await browser.request('POST', `${path}/read`, { body })).json).toEqual({
      ...{ email: owner.email, signedInAs: null },
    })
    const confirmed = await browser.request('POST', `${path}/confirm`, { body })
    expect(confirmed).toMatchObject({ status: 200, setsSession: true })
    expect(confirmed.json).toEqual({ location: '/dashboard' })
    expect(await browser.request('POST', `${path}/confirm`, { body })).toMatchObject({ setsSession: false })
  })

  test('are refused a second time until the assertion has expired', async () => {
    const { connection, owner } = await connect({ acceptsUnsolicited: true })
    const response = responseTo(connection, owner.email)
    const browser = kit.openBrowser()
    expect((await browser.postSaml(connection, response)).location).toContain('ticket=')
    expect((await browser.postSaml(connection, response)).location).toBe(errorPage(connection, 'replay'))
    const seconds = await kit.app.owner.value(
      `select extract(epoch from max(expires_at) - now())::int from used_saml_assertions
        where connection_id = $1`,
      [connection.id],
    )
    // The assertion is valid for five minutes, and clocks may differ by two.
    expect(seconds).toBeGreaterThan(6.5 * 60)
    expect(seconds).toBeLessThanOrEqual(7 * 60)
    await kit.app.services.singleSignOn.removeExpired()
    expect((await browser.postSaml(connection, response)).location).toBe(errorPage(connection, 'replay'))
  })

  test('cannot pass as an answer to a request, nor an answer as one of them', async () => {
    const { connection, owner } = await connect({ acceptsUnsolicited: true })
    const browser = kit.openBrowser()
    const location = await browser.start(connection)
    expect(location).toContain('https://idp.test/sso?SAMLRequest=')
    const forged = responseTo(connection, owner.email, { requestId: '_guessed' })
    expect((await browser.postSaml(connection, forged)).location).toBe(errorPage(connection, 'ended'))
  })

  test.each([
    ['nothing', ''],
    ['no base64', '<xml>'],
    ['no XML', Buffer.from('hello').toString('base64')],
    ['a request', Buffer.from('<AuthnRequest/>').toString('base64')],
  ])('refuse %s without an error of the server', async (_, response) => {
    const { connection } = await connect({ acceptsUnsolicited: true })
    const posted = await kit.openBrowser().postSaml(connection, response)
    expect(posted).toMatchObject({ status: 303, location: errorPage(connection, 'malformed') })
  })
})

describe('A40 SAML metadata', () => {
  test('states the entity ID, the address for responses and signed assertions', async () => {
    const { connection } = await kit.connectSaml(provider.metadata)
    const { status, headers, text } = await kit.app.visitor('GET', `/api/auth/sso/${connection.id}/metadata`)
    expect([status, headers['content-type']]).toEqual([200, 'application/samlmetadata+xml'])
    expect(text).toContain(`entityID="${connection.urls.metadata}"`)
    expect(text).toContain(`Location="${connection.urls.acs}"`)
    expect(text).toContain('WantAssertionsSigned="true"')
  })
})
