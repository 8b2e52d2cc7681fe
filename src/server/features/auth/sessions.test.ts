import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAppShell } from '#server/platform/http/app-shell.ts'
import { newSecret } from '#server/platform/ids.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'
import { createSessionCookies } from './routes.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ adminEmails: ['operator@example.com'] })
})
afterAll(() => app.close())

/** Uses a new link in a browser that already has a cookie. */
async function openLink(email: string, cookie?: string) {
  const link = new URL(await app.services.auth.issueLink(email))
  const url = `/api/auth/verify-magic-link${link.search}`
  const response = await app.app.inject({ method: 'GET', url, headers: cookie ? { cookie } : {} })
  return response.cookies.find(({ name }) => name === 'sid')?.value ?? ''
}

const get = (url: string, cookie: string, headers: Record<string, string> = {}) =>
  app.app.inject({ method: 'GET', url, headers: { cookie, ...headers } })

const statusOf = async (person: Person, url = '/api/auth/user') => (await person.request('GET', url)).status

describe('A03 the session', () => {
  test('returns 401 to a visitor for user and is-admin', async () => {
    for (const url of ['/api/auth/user', '/api/auth/is-admin']) {
      const response = await app.visitor('GET', url)
      expect(response.status).toBe(401)
      expect(response.json).toMatchObject({ code: 'unauthenticated' })
    }
  })

  test.each([
    'sid=',
    'sid=x',
    `sid=${'x'.repeat(5000)}`,
    `sid=${newSecret()}`,
    'sid=%00',
    'sid=%E0%A4%A',
    ';;;=',
    'sid="',
  ])('treats an invalid cookie as a visitor: %.30s', async (cookie) => {
    expect((await get('/api/auth/user', cookie)).statusCode).toBe(401)
  })

  test('Trust 9 rotates the session id at sign-in and ends the previous session', async () => {
    const firstSid = await openLink('ann@example.com')
    const secondSid = await openLink('ann@example.com', `sid=${firstSid}`)
    expect(secondSid).not.toBe(firstSid)
    expect((await get('/api/auth/user', `sid=${firstSid}`)).statusCode).toBe(401)
    expect((await get('/api/auth/user', `sid=${secondSid}`)).statusCode).toBe(200)
  })

  test('Trust 9 ignores a session id planted in the browser', async () => {
    const plantedSid = newSecret()
    const sid = await openLink('bo@example.com', `sid=${plantedSid}`)
    expect(sid).not.toBe(plantedSid)
    expect((await get('/api/auth/user', `sid=${plantedSid}`)).statusCode).toBe(401)
  })

  test('ends when it expires', async () => {
    const cy = await app.signIn('cy@example.com')
    await app.owner.run(`update sessions set expire = now() - interval '1 second' where user_id = $1`, [
      cy.userId,
    ])
    expect(await statusOf(cy)).toBe(401)
  })

  test('is extended by use, up to 30 days after its start', async () => {
    const di = await app.signIn('di@example.com')
    const extendSession = async (age: number, daysLeft: number) => {
      await app.owner.run(
        `update sessions set expire = now() + make_interval(days => $3),
           sess = jsonb_build_object('startedAt', now() - make_interval(days => $2)) where user_id = $1`,
        [di.userId, age, daysLeft],
      )
      expect(await statusOf(di)).toBe(200)
      const row = await app.owner.row<{ days: number }>(
        'select extract(epoch from expire - now()) / 86400 as days from sessions where user_id = $1',
        [di.userId],
      )
      return Math.round(row!.days)
    }
    expect(await extendSession(5, 2)).toBe(7)
    expect(await extendSession(28, 1)).toBe(2)
  })

  test('Trust 9 binds the cookie to this host and to https', async () => {
    const shell = await createAppShell({
      appUrl: 'https://app.example.com',
      logLevel: 'silent',
      bodyLimit: 1024,
    })
    const cookies = createSessionCookies('https://app.example.com')
    shell.get('/in', async (_request, reply) => {
      cookies.set(reply, 'secret')
      return reply.send()
    })
    shell.get('/who', async (request) => cookies.read(request) ?? 'visitor')
    const { headers } = await shell.inject({ url: '/in', headers: { host: 'app.example.com' } })
    expect(headers['set-cookie']).toEqual([
      '__Host-sid=secret; Max-Age=2592000; Path=/; HttpOnly; Secure; SameSite=Lax',
      'signed_in=1; Max-Age=2592000; Path=/; Secure; SameSite=Lax',
    ])
    expect(headers['strict-transport-security']).toContain('max-age=31536000')
    const readCookie = (cookie: string) =>
      shell.inject({ url: '/who', headers: { host: 'app.example.com', cookie } })
    expect((await readCookie('__Host-sid=secret')).body).toBe('secret')
    expect((await readCookie('sid=secret')).body).toBe('visitor')
    await shell.close()
  })
})

describe('A03 logging out', () => {
  test('ends the session, clears both cookies and cached data, and redirects to the home page', async () => {
    const sid = await openLink('eve@example.com')
    const response = await get('/api/logout', `sid=${sid}`)
    expect([response.statusCode, response.headers.location]).toEqual([302, '/'])
    expect(response.cookies).toMatchObject([
      { name: 'sid', value: '', path: '/' },
      { name: 'signed_in', value: '', path: '/' },
    ])
    expect(response.headers['clear-site-data']).toBe('"cache"')
    expect((await get('/api/auth/user', `sid=${sid}`)).statusCode).toBe(401)
  })

  test("does nothing when requested by another site's page", async () => {
    const sid = await openLink('fay@example.com')
    const response = await get('/api/logout', `sid=${sid}`, { 'sec-fetch-site': 'cross-site' })
    expect(response.headers.location).toBe('/')
    expect(response.headers['set-cookie']).toBeUndefined()
    expect((await get('/api/auth/user', `sid=${sid}`)).statusCode).toBe(200)
  })

  test('works from links and scripts of our own pages, but not from pictures or frames', async () => {
    const sid = await openLink('kim@example.com')
    for (const dest of ['image', 'iframe', 'style', '']) {
      const response = await get('/api/logout', `sid=${sid}`, { 'sec-fetch-dest': dest })
      expect([dest, response.headers.location, response.headers['set-cookie']]).toEqual([
        dest,
        '/',
        undefined,
      ])
    }
    expect((await get('/api/auth/user', `sid=${sid}`)).statusCode).toBe(200)
    for (const dest of ['document', 'empty']) {
      const scriptSid = await openLink('kim@example.com')
      await get('/api/logout', `sid=${scriptSid}`, { 'sec-fetch-dest': dest })
      expect([dest, (await get('/api/auth/user', `sid=${scriptSid}`)).statusCode]).toEqual([dest, 401])
    }
  })

  test('redirects a visitor to the home page', async () => {
    const response = await app.visitor('GET', '/api/logout')
    expect([response.status, response.headers.location]).toEqual([302, '/'])
  })

  test('leaves other browsers signed in', async () => {
    const [firstSid, secondSid] = [await openLink('gus@example.com'), await openLink('gus@example.com')]
    await get('/api/logout', `sid=${firstSid}`)
    expect((await get('/api/auth/user', `sid=${secondSid}`)).statusCode).toBe(200)
  })
})

describe('Trust 9 applies changes of a user with the next request', () => {
  test('when the user is removed', async () => {
    const hal = await app.signIn('hal@example.com')
    expect(await statusOf(hal)).toBe(200)
    await app.owner.run('delete from users where id = $1', [hal.userId])
    expect(await statusOf(hal)).toBe(401)
  })

  test('when the user leaves the organization', async () => {
    const owner = await app.subscriber('ida@example.com')
    const member = await app.member('jo@example.com', owner.organizationId, 'MEMBER')
    expect(await statusOf(member, '/api/contacts')).toBe(200)
    await app.owner.run('update users set organization_id = null where id = $1', [member.userId])
    expect(await statusOf(member, '/api/contacts')).toBe(403)
  })

  test('when role or subscription status change', async () => {
    const kim = await app.subscriber('kim@example.com')
    const body = { organizationId: kim.organizationId, billingPeriod: 'monthly' }
    const checkout = async () =>
      (await kim.request('POST', '/api/stripe/create-checkout-session', body)).status
    await app.owner.run(`update organizations set subscription_status = 'canceled' where id = $1`, [
      kim.organizationId,
    ])
    expect(await statusOf(kim, '/api/contacts')).toBe(402)
    expect(await checkout()).toBe(200)
    await app.owner.run(`update users set role = 'ADMIN' where id = $1`, [kim.userId])
    expect(await checkout()).toBe(403)
    expect((await kim.request('GET', '/api/auth/user')).json).toMatchObject({ role: 'ADMIN' })
  })
})

test('A35 makes only the users in ADMIN_EMAILS operators, not owners or admins', async () => {
  const owner = await app.subscriber('lea@example.com')
  const admin = await app.member('max@example.com', owner.organizationId, 'ADMIN')
  const operator = await app.signIn('Operator@example.com'.toLowerCase())
  const readIsAdmin = async (person: Person) => (await person.request('GET', '/api/auth/is-admin')).json
  expect(await readIsAdmin(owner)).toEqual({ isAdmin: false })
  expect(await readIsAdmin(admin)).toEqual({ isAdmin: false })
  expect(await readIsAdmin(operator)).toEqual({ isAdmin: true })
})
