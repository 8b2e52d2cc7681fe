import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type RunningProvider, runProvider } from '#test/fakes/identity-providers/run-provider.ts'
import { APP_URL, openSingleSignOn, type SingleSignOnKit } from '#test/workspaces/single-sign-on.ts'

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

/** A connection that worked once and is required; the owner may use links. */
async function requireSingleSignOn() {
  const connected = await kit.connectOidc(provider.url)
  const { connection, owner, path } = connected
  await kit.openBrowser().signInOidc(connection, owner.email)
  await owner.request('PATCH', path, { breakGlass: [owner.userId] })
  await kit.change(connected, connection.id, { isForced: true })
  return { ...connected, page: `/auth/sso/${connection.id}` }
}

async function requestLink(email: string): Promise<string> {
  await kit.app.visitor('POST', '/api/auth/request-magic-link', { email })
  await kit.app.queue.drain()
  return kit.app.mailer.outbox?.find(({ to }) => to === email)?.text ?? ''
}
const openLink = async (email: string) => {
  const { search } = new URL(await kit.app.services.auth.issueLink(email))
  return kit.app.visitor('GET', `/api/auth/verify-magic-link${search}`)
}

describe('A40 required single sign-on', () => {
  test('is switched on only when it works, with a domain and an owner who can still get in', async () => {
    const connected = await kit.connectOidc(provider.url)
    const { connection, owner, path } = connected
    const force = () => owner.request('PATCH', `${path}/${connection.id}`, { isForced: true })
    expect((await force()).json).toMatchObject({ code: 'conflict', message: expect.stringContaining('Test') })
    await kit.openBrowser().signInOidc(connection, owner.email)
    expect((await force()).json).toMatchObject({ message: expect.stringContaining('choose an owner') })
    await owner.request('PATCH', path, { breakGlass: [owner.userId] })
    await kit.change(connected, connection.id, { domains: [] })
    expect((await force()).json).toMatchObject({ message: expect.stringContaining('email domain') })
    await kit.change(connected, connection.id, { domains: [connected.domain] })
    expect((await force()).status).toBe(200)
    expect(await owner.request('PATCH', path, { breakGlass: [] })).toMatchObject({ status: 409 })
    // New settings of the protocol have to work first.
    await kit.change(connected, connection.id, { isForced: false, clientId: 'another' })
    expect((await force()).json).toMatchObject({ message: expect.stringContaining('Test') })
  })

  test('leads links to single sign-on, known address or not, and signs no one in', async () => {
    const { domain, owner, page } = await requireSingleSignOn()
    const member = await kit.app.member(`bob@${domain}`, owner.organizationId, 'MEMBER')
    for (const email of [member.email, `stranger@${domain}`]) {
      const opened = await openLink(email)
      expect([opened.headers.location, opened.headers['set-cookie']]).toEqual([page, undefined])
      const text = await requestLink(email)
      expect(text).toContain(`http://localhost:3000${page}\n`)
      expect(text).not.toContain('token=')
    }
    expect(await requestLink(`ann@other-${domain}`)).toContain('token=')
  })

  test('leads a link that was mailed before to single sign-on too', async () => {
    const connected = await kit.connectOidc(provider.url)
    const { connection, domain, owner, path } = connected
    const link = new URL(await kit.app.services.auth.issueLink(`bob@${domain}`))
    await kit.openBrowser().signInOidc(connection, owner.email)
    await owner.request('PATCH', path, { breakGlass: [owner.userId] })
    await kit.change(connected, connection.id, { isForced: true })
    const opened = await kit.app.visitor('GET', `/api/auth/verify-magic-link${link.search}`)
    expect(opened.headers.location).toBe(`/auth/sso/${connection.id}`)
    await kit.change(connected, connection.id, { isForced: false })
    const again = await kit.app.visitor('GET', `/api/auth/verify-magic-link${link.search}`)
    expect(again.headers.location).toBe('/auth/verify?error=invalid_token')
  })

  test('lets a named owner use a link, with an audit line and an email to every owner', async () => {
    const { domain, owner, page } = await requireSingleSignOn()
    const other = await kit.app.member(`other@${domain}`, owner.organizationId, 'OWNER')
    expect((await openLink(other.email)).headers.location).toBe(page)
    expect((await openLink(owner.email)).headers.location).toBe('/dashboard')
    const lines = await kit.app.owner.rows(
      `select subject from audit_log where organization_id = $1 and action = 'sign-in.break-glass'`,
      [owner.organizationId],
    )
    expect(lines).toEqual([{ subject: owner.userId }])
    await kit.app.queue.drain()
    const warned = kit.app.mailer.outbox?.filter(({ subject }) => subject.includes('without single sign-on'))
    const recipients = warned?.map(({ to }) => to).filter((to) => to.endsWith(`@${domain}`))
    expect(recipients?.sort()).toEqual([other.email, owner.email].sort())
    expect(warned?.[0]?.text).toContain(owner.email)
  })

  test('lets any owner in when no named owner is left', async () => {
    const { domain, owner, page } = await requireSingleSignOn()
    const other = await kit.app.member(`other@${domain}`, owner.organizationId, 'OWNER')
    expect((await openLink(other.email)).headers.location).toBe(page)
    await owner.request('PATCH', `/api/organizations/${owner.organizationId}/members/${owner.userId}`, {
      role: 'MEMBER',
    })
    expect((await openLink(owner.email)).headers.location).toBe(page)
    expect((await openLink(other.email)).headers.location).toBe('/dashboard')
  })

  test.each([
    ['leaves and comes back', 'DELETE'],
    ['has another role for a while', 'PATCH'],
  ] as const)('ends the exception of a named owner who %s', async (_, method) => {
    const { domain, owner, path, page } = await requireSingleSignOn()
    const named = await kit.app.member(`named@${domain}`, owner.organizationId, 'OWNER')
    await owner.request('PATCH', path, { breakGlass: [owner.userId, named.userId] })
    const member = `/api/organizations/${owner.organizationId}/members/${named.userId}`
    await owner.request(method, member, { role: 'MEMBER' })
    if (method === 'DELETE') await kit.app.member(named.email, owner.organizationId, 'OWNER')
    else await owner.request('PATCH', member, { role: 'OWNER' })
    expect((await openLink(named.email)).headers.location).toBe(page)
    expect((await openLink(owner.email)).headers.location).toBe('/dashboard')
  })

  test('signs out the members of its domains, except the caller and named owners', async () => {
    const connected = await kit.connectOidc(provider.url)
    const { connection, domain, owner, path } = connected
    const member = await kit.app.member(`bob@${domain}`, owner.organizationId, 'MEMBER')
    const guest = await kit.app.member(`guest@elsewhere-${domain}`, owner.organizationId, 'MEMBER')
    await kit.openBrowser().signInOidc(connection, owner.email)
    await owner.request('PATCH', path, { breakGlass: [owner.userId] })
    await kit.change(connected, connection.id, { isForced: true })
    const statusOf = async (person: typeof member) => (await person.request('GET', '/api/auth/user')).status
    expect(await Promise.all([member, guest, owner].map(statusOf))).toEqual([401, 200, 200])
  })

  test('leads an invitation link to single sign-on, which joins with the invited role', async () => {
    const { connection, domain, owner, page } = await requireSingleSignOn()
    const email = `new@${domain}`
    await owner.request('POST', `/api/organizations/${owner.organizationId}/invitations`, {
      ...{ email, role: 'ADMIN' },
    })
    await kit.app.queue.drain()
    const mail = kit.app.mailer.outbox?.find(({ to }) => to === email)?.text ?? ''
    const token = /accept\?token=([\w-]+)/.exec(mail)?.[1]
    const joined = await kit.app.visitor('POST', '/api/invitations/join', { token, signsOut: false })
    expect([joined.json, joined.headers['set-cookie']]).toEqual([{ location: page }, undefined])
    const browser = kit.openBrowser()
    await browser.signInOidc(connection, email)
    expect(await browser.user()).toMatchObject({ email, role: 'ADMIN', organizationId: owner.organizationId })
    const open = await kit.app.owner.rows('select 1 from invitations where email = $1', [email])
    expect(open).toEqual([])
  })

  test('leads an invitation on another organization’s own domain to the page that serves it', async () => {
    const { domain, page } = await requireSingleSignOn()
    const { owner: other } = await kit.newOrganization()
    const host = 'app.others.example'
    await kit.app.owner.run(
      `insert into proven_domains (use, domain, organization_id) values ('app', $1, $2)`,
      [host, other.organizationId],
    )
    await kit.app.services.domains.loadHosts()
    const email = `guest@${domain}`
    await other.request('POST', `/api/organizations/${other.organizationId}/invitations`, {
      ...{ email, role: 'MEMBER' },
    })
    await kit.app.queue.drain()
    const mail = kit.app.mailer.outbox?.find(({ to }) => to === email)?.text ?? ''
    const token = /accept\?token=([\w-]+)/.exec(mail)?.[1]
    const body = { token, signsOut: false }
    const joined = await kit.app.visitor('POST', '/api/invitations/join', body, { host })
    expect(joined.json).toEqual({ location: `${APP_URL}${page}` })
  })

  test('ends with the proof of the domain, and when the connection is turned off or deleted', async () => {
    const [proof, off, deleted] = [
      await requireSingleSignOn(),
      await requireSingleSignOn(),
      await requireSingleSignOn(),
    ]
    await kit.app.owner.run('delete from proven_domains where domain = $1', [proof.domain])
    await kit.change(off, off.connection.id, { isOn: false })
    await deleted.owner.request('DELETE', `${deleted.path}/${deleted.connection.id}`)
    for (const { domain } of [proof, off, deleted])
      expect((await openLink(`bob@${domain}`)).headers.location).toBe('/dashboard')
  })
})

describe('A40 finding single sign-on', () => {
  const find = async (domain: string) =>
    (await kit.app.visitor('POST', '/api/auth/sso/find', { domain })).json as {
      connection: { id: string; isForced: boolean } | null
    }

  test('answers by the domain alone', async () => {
    const { connection, domain } = await kit.connectOidc(provider.url)
    expect(await find(domain)).toEqual({ connection: { id: connection.id, isForced: false } })
    expect(await find(domain.toUpperCase())).toEqual(await find(domain))
    for (const other of [`www.${domain}`, 'gmail.com', '', "'; select 1 --"])
      expect(await find(other)).toEqual({ connection: null })
  })

  test('finds nothing for a domain that only another organization has on its list', async () => {
    const [first, second] = [await kit.newOrganization(), await kit.newOrganization()]
    const refused = await second.owner.request('POST', second.path, {
      ...{ kind: 'oidc', name: 'Evil', issuer: provider.url, clientId: 'x', domains: [first.domain] },
    })
    expect(refused.json).toMatchObject({ code: 'invalid', fields: { domains: expect.any(String) } })
    expect(await find(first.domain)).toEqual({ connection: null })
  })
})
