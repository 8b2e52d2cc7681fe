import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { isServedOnDomains } from '#server/domain-pages.ts'
import { createObjects, nameOf, sampleRequest } from '#test/sample-requests.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

const ANNS = 'app.acme.com'
const BOBS = 'crm.bob.com'
let app: TestApp
let ann: Person
let bob: Person
beforeAll(async () => {
  app = await createTestApp({ adminEmails: ['operator@example.com'], pages: await pages() })
  ann = await app.subscriber('ann@example.com')
  bob = await app.subscriber('bob@example.com')
  await prove(ann, ANNS)
  await prove(bob, BOBS)
  await app.services.domains.loadHosts()
})
afterAll(() => app.close())

const prove = ({ organizationId }: Person, domain: string) =>
  app.owner.run(`insert into proven_domains (use, domain, organization_id) values ('app', $1, $2)`, [
    ...[domain, organizationId],
  ])

/** Pages that show what they were rendered for. */
async function pages() {
  return {
    render: async (
      _request: Request,
      { origin, organizationId }: { origin: string; organizationId: string | null },
    ) => new Response(`<p>${origin} ${organizationId}</p>`, { headers: { 'cache-control': 's-maxage=60' } }),
    assets: null,
    vite: null,
  }
}

const at = (host: string, path: string, headers: Record<string, string> = {}) =>
  app.visitor('GET', path, undefined, { host, ...headers })

/** Every header that some proxy or framework takes for the host. */
const HEADER_GAMES: Record<string, string>[] = [
  { 'x-forwarded-host': BOBS },
  { 'x-forwarded-host': BOBS, 'x-forwarded-for': '10.0.0.1', 'x-forwarded-proto': 'https' },
  { forwarded: `host=${BOBS};proto=https` },
  { 'x-host': BOBS },
  { 'x-original-host': BOBS },
  { 'x-http-host-override': BOBS },
  { 'x-original-url': `https://${BOBS}/` },
  { 'x-rewrite-url': `https://${BOBS}/` },
  { origin: `https://${BOBS}` },
  { referer: `https://${BOBS}/` },
]

describe('Trust 7 a request', () => {
  test.each(HEADER_GAMES)('reaches the site of its Host header with %j', async (headers) => {
    expect((await at(ANNS, '/today', headers)).text).toBe(`<p>http://${ANNS}:3000 ${ann.organizationId}</p>`)
    expect((await at('localhost', '/today', headers)).text).toBe('<p>http://localhost:3000 null</p>')
    expect((await at('evil.example', '/today', headers)).status).toBe(404)
  })

  test('is never answered from the page cache of another site', async () => {
    for (const host of [ANNS, BOBS, 'localhost', ANNS, BOBS, 'localhost'])
      expect((await at(host, '/privacy')).text).toContain(host)
  })

  test('to an absolute URL reaches the site of its Host header or nothing', async () => {
    const response = await at(ANNS, `http://${BOBS}/today`)
    expect(response.text).not.toContain(BOBS)
  })

  test('to an unknown host gets the same page everywhere, without a cookie or a word about the product', async () => {
    const paths = [
      '/',
      '/today',
      '/api/auth/user',
      '/api/contacts',
      '/robots.txt',
      '/dev/outbox',
      '/%zz',
      '/x',
    ]
    const responses = await Promise.all(paths.map((path) => at('evil.example', path, { cookie: ann.cookie })))
    for (const { status, text, headers } of responses) {
      expect([status, text]).toEqual([404, expect.stringContaining('There is no site at this address.')])
      expect(text.toLowerCase()).not.toMatch(/ninefold|acme|sign|localhost/)
      expect(Object.keys(headers)).not.toContain('set-cookie')
      expect(Object.keys(headers)).not.toContain('strict-transport-security')
    }
    expect((await app.visitor('POST', '/api/contact/submit', {}, { host: 'evil.example' })).status).toBe(404)
  })

  test('for health, readiness and certificates is answered on every host', async () => {
    for (const path of ['/healthz', '/readyz', `/api/domains/allowed?domain=${ANNS}`])
      expect((await at('10.0.0.7:3000', path)).status).toBeLessThan(300)
  })
})

describe('A40 an organization’s own domain', () => {
  test.each([
    ['an own domain', () => ANNS],
    ['the product’s address', () => 'localhost'],
  ])('pays and manages a subscription on %s, where it started', async (_, hostOf) => {
    const host = hostOf()
    const origin = `http://${host}:3000`
    const { organizationId } = ann
    const post = (path: string, body: object | string = '', headers: Record<string, string> = {}) =>
      ann.request('POST', path, body, { host, ...headers })
    const asForm = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }
    await app.owner.run(`update organizations set subscription_status = 'incomplete' where id = $1`, [
      organizationId,
    ])
    const order = { organizationId, billingPeriod: 'monthly' }
    // No header chooses the host.
    const games = { 'x-forwarded-host': BOBS, forwarded: `host=${BOBS}` }
    const opened = await post('/api/stripe/create-checkout-session', order, games)
    const checkout = new URL((opened.json as { url: string }).url)
    expect(checkout.origin).toBe(origin)
    expect((await at(host, checkout.pathname)).status).toBe(200)
    const paid = await post(`${checkout.pathname}/pay`, '', asForm)
    expect([paid.status, paid.headers.location]).toEqual([
      303,
      expect.stringMatching(/^\/checkout-return\?session_id=/),
    ])
    const portal = new URL(
      ((await post(`/api/organizations/${organizationId}/billing/portal`, {})).json as { url: string }).url,
    )
    expect(portal.origin).toBe(origin)
    const page = await at(host, portal.pathname)
    expect([page.status, page.text]).toEqual([
      200,
      expect.stringContaining(`href="${origin}/settings/billing"`),
    ])
  })

  test('shows the app and what recipients need, but no marketing, no operators and no forms of the product', async () => {
    const routes = app.app.endpoints.map(({ path }) => path)
    const refused = routes.filter((path) => !isServedOnDomains(path))
    expect([...new Set(refused.map((path) => path.split('/')[2]))].sort()).toEqual([
      'admin',
      'blog',
      'contact',
      'newsletter',
    ])
    for (const path of [
      '/',
      '/sign-in',
      '/today',
      '/pond',
      '/brokerage',
      '/settings/domains',
      '/documentation',
      '/privacy',
      '/terms',
    ])
      expect([path, (await at(ANNS, path)).status]).toEqual([path, 200])
    for (const path of [
      '/blog',
      '/about',
      '/admin',
      '/blog-admin',
      '/newsletter/confirm',
      '/api',
      '/sitemap.xml',
    ])
      expect([path, (await at(ANNS, path)).status]).toEqual([path, 404])
    expect((await at(ANNS, '/robots.txt')).text).toBe('User-agent: *\nDisallow: /\n')
    expect((await at(ANNS, '/today')).headers['x-robots-tag']).toBe('noindex')
  })

  test('knows its members only: everyone else is signed out on every route', async () => {
    const objects = await createObjects(app, ann)
    const unassigned = await app.signIn('unassigned@example.com')
    const operator = await app.signIn('operator@example.com')
    expect((await ann.request('GET', '/api/auth/user', undefined, { host: ANNS })).status).toBe(200)
    for (const endpoint of app.app.endpoints) {
      if (endpoint.access === 'public' || !isServedOnDomains(endpoint.path)) continue
      const { url, body, headers } = sampleRequest(endpoint, objects)
      for (const stranger of [bob, unassigned, operator]) {
        const response = await stranger.request(endpoint.method, url, body, { ...headers, host: ANNS })
        expect([nameOf(endpoint), stranger.email, response.status]).toEqual([
          ...[nameOf(endpoint), stranger.email, 401],
        ])
      }
    }
  })

  test('works in its organization only, whatever organizations its member belongs to', async () => {
    const dee = await app.subscriber('dee@example.com')
    await app.services.memberships.join(app.owner, {
      ...{ userId: dee.userId, organizationId: ann.organizationId, role: 'MEMBER' },
    })
    const activeAt = async (host: string) => {
      const response = await dee.request('GET', '/api/auth/user', undefined, { host })
      return response.status === 200 && (response.json as { organizationId: string }).organizationId
    }
    expect(await activeAt('localhost')).toBe(dee.organizationId)
    expect(await activeAt(ANNS)).toBe(ann.organizationId)
    const listed = (await dee.request('GET', '/api/auth/organizations', undefined, { host: ANNS })).json as {
      id: string
    }[]
    expect(listed.map(({ id }) => id)).toEqual([ann.organizationId])
    const switchTo = (organizationId: string) =>
      dee.request('POST', '/api/auth/organization', { organizationId }, { host: ANNS })
    expect((await switchTo(dee.organizationId)).status).toBe(404)
    expect((await switchTo(ann.organizationId)).status).toBe(200)
    await app.services.memberships.end(app.owner, {
      ...{ userId: dee.userId, organizationId: ann.organizationId },
    })
    expect(await activeAt(ANNS)).toBe(false)
    expect(await activeAt('localhost')).toBe(dee.organizationId)
  })

  test('gives an operator who is a member there no operator rights', async () => {
    const operator = await app.member('operator@example.com', ann.organizationId, 'MEMBER')
    const isAdmin = async (host: string) =>
      (await operator.request('GET', '/api/auth/is-admin', undefined, { host })).json
    expect(await isAdmin('localhost')).toEqual({ isAdmin: true })
    expect(await isAdmin(ANNS)).toEqual({ isAdmin: false })
  })

  test('refuses changes that another site’s page requests, also a page of another organization', async () => {
    const change = (origin: string) =>
      ann.request('POST', '/api/tags', { name: origin }, { host: ANNS, origin })
    expect((await change(`http://${BOBS}:3000`)).status).toBe(403)
    expect((await change('http://localhost:3000')).status).toBe(403)
    expect((await change(`http://${ANNS}:3000`)).status).toBe(201)
  })

  test('mails sign-in links to itself for members, and none to others', async () => {
    const requestLink = async (email: string) => {
      await app.visitor('POST', '/api/auth/request-magic-link', { email }, { host: ANNS })
      await app.queue.drain()
      return app.mailer.outbox?.find(({ to }) => to === email)?.text ?? ''
    }
    const text = await requestLink('ann@example.com')
    expect(text).toContain(`\nhttp://${ANNS}:3000/auth/verify?token=`)
    for (const email of ['bob@example.com', 'new@example.com']) {
      expect(await requestLink(email)).toMatch(/isn't a member there/)
      expect(await requestLink(email)).not.toContain('token=')
    }
    const token = /token=([\w-]+)/.exec(text)?.[1] ?? ''
    const verify = await at(ANNS, `/api/auth/verify-magic-link?token=${token}`)
    expect(verify.headers.location).toBe('/dashboard')
    const cookie = String([verify.headers['set-cookie']].flat()[0]).split(';')[0] ?? ''
    expect(cookie).toMatch(/^sid=/)
    expect((await at(ANNS, '/api/auth/user', { cookie })).status).toBe(200)
    expect((await at(BOBS, '/api/auth/user', { cookie })).status).toBe(401)
  })

  test('signs in no one but members with a link from elsewhere, and creates no account', async () => {
    const link = new URL(await app.services.auth.issueLink('stranger@example.com'))
    const response = await at(ANNS, `/api/auth/verify-magic-link${link.search}`)
    expect(response.headers.location).toBe('/auth/verify?error=not_a_member')
    expect(response.headers['set-cookie']).toBeUndefined()
    expect(await app.services.auth.hasAccount('stranger@example.com')).toBe(false)
  })

  test('is the host of invitations, which other organizations’ domains don’t know', async () => {
    const invitations = `/api/organizations/${ann.organizationId}/invitations`
    await ann.request('POST', invitations, { email: 'cal@example.com', role: 'MEMBER' })
    await app.queue.drain()
    const text = app.mailer.outbox?.find(({ to }) => to === 'cal@example.com')?.text ?? ''
    expect(text).toContain(`http://${ANNS}:3000/invitations/accept?token=`)
    const token = /token=([\w-]+)/.exec(text)?.[1]
    const use = (host: string, action: string) =>
      app.visitor('POST', `/api/invitations/${action}`, { token }, { host })
    expect((await use(BOBS, 'preview')).status).toBe(404)
    expect((await use(BOBS, 'join')).status).toBe(404)
    expect((await use(ANNS, 'preview')).status).toBe(200)
    expect((await use(ANNS, 'join')).json).toEqual({ location: '/dashboard' })
  })

  test('is where payments return to when they started there', async () => {
    const eve = await app.subscriber('eve@example.com')
    await app.owner.run(`update organizations set subscription_status = 'incomplete' where id = $1`, [
      eve.organizationId,
    ])
    await prove(eve, 'app.eve.com')
    await app.services.domains.loadHosts()
    const opened = vi.spyOn(app.payments, 'openCheckout')
    const body = { organizationId: eve.organizationId, billingPeriod: 'monthly' }
    await eve.request('POST', '/api/stripe/create-checkout-session', body, { host: 'app.eve.com' })
    expect(opened.mock.lastCall?.[0]).toMatchObject({
      successUrl: expect.stringMatching(/^http:\/\/app\.eve\.com:3000\/checkout-return/),
      cancelUrl: 'http://app.eve.com:3000/onboarding',
    })
    opened.mockRestore()
  })

  test('is nothing at once after it was withdrawn, while the product’s own address works', async () => {
    const path = `/api/organizations/${bob.organizationId}/domains`
    await app.owner.run(
      `insert into domains (organization_id, domain, use, token) values ($1, $2, 'app', repeat('x', 43))`,
      [bob.organizationId, BOBS],
    )
    const { domains } = (await bob.request('GET', path, undefined, { host: BOBS })).json as {
      domains: { id: string }[]
    }
    expect((await bob.request('DELETE', `${path}/${domains[0]?.id}`, undefined, { host: BOBS })).status).toBe(
      204,
    )
    const response = await bob.request('GET', '/api/auth/user', undefined, { host: BOBS })
    expect([response.status, response.text]).toEqual([404, expect.stringContaining('There is no site')])
    expect((await bob.request('GET', '/api/auth/user')).status).toBe(200)
  })

  test('has a policy for transport security of its own that leaves the domains beside it alone', async () => {
    const secure = await createTestApp({ appUrl: 'https://app.example.com' })
    const owner = await secure.subscriber('owner@example.com')
    await secure.owner.run(
      `insert into proven_domains (use, domain, organization_id) values ('app', $1, $2)`,
      [...[ANNS, owner.organizationId]],
    )
    await secure.services.domains.loadHosts()
    const policyAt = async (host: string) =>
      (await secure.visitor('GET', '/api/instance', undefined, { host })).headers['strict-transport-security']
    expect(await policyAt('app.example.com')).toBe('max-age=31536000; includeSubDomains')
    expect(await policyAt(ANNS)).toBe('max-age=31536000')
    await secure.close()
  })
})
