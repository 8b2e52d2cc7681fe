import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type RunningProvider, runProvider } from '#test/fakes/identity-providers/run-provider.ts'
import { openSingleSignOn, type SingleSignOnKit } from '#test/workspaces/single-sign-on.ts'

let kit: SingleSignOnKit
let provider: RunningProvider
beforeAll(async () => {
  ;[kit, provider] = await Promise.all([openSingleSignOn(), runProvider('oidc')])
})
afterAll(async () => {
  await provider?.stop()
  await kit?.app.close()
})
beforeEach(() => kit.app.owner.run('delete from rate_limits'))

const countUsers = (email: string) =>
  kit.app.owner.value('select count(*)::int from users where email = $1', [email])

describe('A40 signing in with OpenID Connect', () => {
  test('adds a new member with the default role, whose session works in the organization', async () => {
    const { connection, domain, owner } = await kit.connectOidc(provider.url, { defaultRole: 'ADMIN' })
    const browser = kit.openBrowser()
    const response = await browser.signInOidc(connection, `ann@${domain}#ann`)
    expect(response).toMatchObject({ status: 302, location: '/dashboard', setsSession: true })
    expect(await browser.user()).toMatchObject({
      ...{ email: `ann@${domain}`, organizationId: owner.organizationId, role: 'ADMIN' },
    })
    const entries = await kit.app.owner.rows(
      `select action from audit_log where organization_id = $1 and action ~ 'sign-on' order by created_at`,
      [owner.organizationId],
    )
    expect(entries).toEqual(
      [
        'single-sign-on.created',
        'single-sign-on.changed',
        'member.joined-by-single-sign-on',
        'sign-in.single-sign-on',
      ].map((action) => ({ action })),
    )
  })

  test('knows a person by the subject when the email address changes', async () => {
    const { connection, domain } = await kit.connectOidc(provider.url)
    const [first, second] = [kit.openBrowser(), kit.openBrowser()]
    await first.signInOidc(connection, `ann@${domain}#ann`)
    await second.signInOidc(connection, `ann.smith@${domain}#ann`)
    expect(await second.user()).toEqual(await first.user())
    expect(await countUsers(`ann.smith@${domain}`)).toBe(0)
  })

  test('links an account that has the address already', async () => {
    const { connection, domain, owner } = await kit.connectOidc(provider.url)
    const member = await kit.app.member(`bob@${domain}`, owner.organizationId, 'MEMBER')
    const browser = kit.openBrowser()
    await browser.signInOidc(connection, `bob@${domain}`)
    expect(await browser.user()).toMatchObject({ id: member.userId })
  })

  test.each([
    ['another domain', 'ann@gmail.com'],
    ['an address that only ends like the domain', 'ann@not-DOMAIN'],
    ['a subdomain', 'ann@mail.DOMAIN'],
  ])('refuses %s, and creates no account', async (_, template) => {
    const { connection, domain } = await kit.connectOidc(provider.url)
    const email = template.replace('DOMAIN', domain)
    const browser = kit.openBrowser()
    const { location, setsSession } = await browser.signInOidc(connection, `${email}#ann`)
    expect([location, setsSession]).toEqual([`/auth/sso/${connection.id}?error=domain`, false])
    expect(await countUsers(email)).toBe(0)
  })

  test("refuses an address of another organization's domain", async () => {
    const [own, other] = [await kit.connectOidc(provider.url), await kit.connectOidc(provider.url)]
    const browser = kit.openBrowser()
    const { location } = await browser.signInOidc(own.connection, `owner@${other.domain}#x`)
    expect(location).toContain('error=domain')
    expect(await browser.user()).toBeNull()
  })

  test('refuses everyone once the domain is no longer proven, also people who signed in before', async () => {
    const { connection, domain } = await kit.connectOidc(provider.url)
    const browser = kit.openBrowser()
    await browser.signInOidc(connection, `ann@${domain}#ann`)
    await kit.app.owner.run('delete from proven_domains where domain = $1', [domain])
    const { location } = await kit.openBrowser().signInOidc(connection, `ann@${domain}#ann`)
    expect(location).toContain('error=domain')
  })

  test('refuses an unverified address', async () => {
    const { connection, domain } = await kit.connectOidc(provider.url)
    const { location } = await kit.openBrowser().signInOidc(connection, `unverified.ann@${domain}`)
    expect(location).toContain('error=email-unverified')
  })

  test('adds no members if the connection says so, and refuses while it is off', async () => {
    const connected = await kit.connectOidc(provider.url, { addsMembers: false })
    const { connection, domain, owner } = connected
    const { location } = await kit.openBrowser().signInOidc(connection, `ann@${domain}#ann`)
    expect(location).toContain('error=not-member')
    expect(await countUsers(`ann@${domain}`)).toBe(0)
    const browser = kit.openBrowser()
    await browser.signInOidc(connection, owner.email)
    expect(await browser.user()).toMatchObject({ id: owner.userId, role: 'OWNER' })

    const late = kit.openBrowser()
    const back = await late.logIn(await late.start(connection), owner.email)
    await kit.change(connected, connection.id, { isOn: false })
    expect((await late.request('GET', back)).location).toContain('error=ended')
    const started = await late.request('POST', `/api/auth/sso/${connection.id}/start`, { body: {} })
    expect(started.status).toBe(404)
  })

  test("works on the organization's own domain, with its addresses there, and on no other's", async () => {
    const [own, other] = [await kit.connectOidc(provider.url), await kit.connectOidc(provider.url)]
    const host = `app.${own.domain}`
    await kit.app.owner.run(
      `insert into proven_domains (use, domain, organization_id) values ('app', $2, $1)`,
      [own.owner.organizationId, host],
    )
    await kit.app.services.domains.loadHosts()
    const start = ({ id }: { id: string }) =>
      kit.app.visitor('POST', `/api/auth/sso/${id}/start`, {}, { host })
    const { location } = (await start(own.connection)).json as { location: string }
    expect(new URL(location).searchParams.get('redirect_uri')).toBe(
      `http://${host}:3000/api/auth/sso/${own.connection.id}/callback`,
    )
    expect((await start(other.connection)).status).toBe(404)
    const find = async (domain: string) =>
      (await kit.app.visitor('POST', '/api/auth/sso/find', { domain }, { host })).json
    expect(await find(own.domain)).toEqual({ connection: { id: own.connection.id, isForced: false } })
    expect(await find(other.domain)).toEqual({ connection: null })
  })

  test("ends the browser's previous session", async () => {
    const { connection, domain } = await kit.connectOidc(provider.url)
    const browser = kit.openBrowser()
    await browser.signInOidc(connection, `ann@${domain}`)
    await browser.signInOidc(connection, `ann@${domain}`)
    const sessions = await kit.app.owner.value(
      `select count(*)::int from sessions s join users u on u.id = s.user_id where u.email like '%@' || $1 and u.email not like 'owner%'`,
      [domain],
    )
    expect(sessions).toBe(1)
  })
})

describe('A40 testing a connection', () => {
  test('shows what the identity provider sends, and signs no one in', async () => {
    const connected = await kit.connectOidc(provider.url)
    const { connection, domain, owner, path } = connected
    await kit.change(connected, connection.id, { isOn: false })
    const browser = kit.openBrowser()
    // The test starts in the owner's browser.
    const started = await owner.request('POST', `${path}/${connection.id}/test`)
    const mark = String([started.headers['set-cookie']].flat()[0]).split(';')[0] ?? ''
    const { location } = started.json as { location: string }
    const back = await browser.logIn(location, `zoe@${domain}#zoe#a,b`)
    const response = await owner.request('GET', back.replace('http://localhost:3000', ''), undefined, {
      cookie: `${owner.cookie}; ${mark}`,
    })
    expect(response).toMatchObject({
      status: 302,
      headers: { location: `/settings/single-sign-on?tested=${connection.id}` },
    })
    expect(await countUsers(`zoe@${domain}`)).toBe(0)
    const settings = await kit.readSettings(connected)
    expect(settings.connections[0]).toMatchObject({
      workedAt: expect.any(String),
      failure: null,
      lastTest: { subject: 'zoe', email: `zoe@${domain}`, groups: ['a', 'b'], failure: null },
    })
  })

  test('shows why a sign-in failed', async () => {
    const connected = await kit.connectOidc(provider.url)
    await kit.openBrowser().signInOidc(connected.connection, 'ann@gmail.com')
    const { connections } = await kit.readSettings(connected)
    expect(connections[0]).toMatchObject({ failure: 'domain', failedAt: expect.any(String) })
  })
})

describe('A40 rate limits of single sign-on', () => {
  test('bounds searches, starts and responses per network', async () => {
    const { connection } = await kit.connectOidc(provider.url)
    const browser = kit.openBrowser()
    const fill = (name: string) =>
      kit.app.owner.run(
        `update rate_limits set hits = 300 where bucket like 'single-sign-on-${name}:network:%'`,
      )
    const find = () => browser.request('POST', '/api/auth/sso/find', { body: { domain: 'a.com' } })
    expect((await find()).status).toBe(200)
    await fill('find')
    expect((await find()).status).toBe(429)
    await browser.start(connection)
    await fill('start')
    await expect(browser.start(connection)).rejects.toThrow('rate_limited')
    const back = () => browser.request('GET', `${connection.urls.callback}?state=x`)
    expect((await back()).location).toContain('error=ended')
    await fill('response')
    expect((await back()).location).toContain('error=busy')
  })
})
