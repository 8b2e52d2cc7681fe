import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { digest } from '#server/platform/ids.ts'
import { dumpRows } from '#test/checks.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ adminEmails: ['operator@example.com'] })
})
afterAll(() => app.close())

/** Uses a new network for each call, so that network limits don't apply. */
const randomIp = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`

function requestLink(email: unknown, headers: Record<string, string> = {}) {
  return app.app.inject({
    method: 'POST',
    url: '/api/auth/request-magic-link',
    headers,
    payload: { email },
    remoteAddress: randomIp(),
  })
}

function openLink(
  token: string | null,
  headers: Record<string, string> = {},
  method: 'GET' | 'HEAD' = 'GET',
) {
  const query = token === null ? '' : `?token=${encodeURIComponent(token)}`
  const url = `/api/auth/verify-magic-link${query}`
  return app.app.inject({ method, url, headers, remoteAddress: randomIp() })
}

/** The token in the newest email to an address. */
function emailedToken(email: string): string {
  const message = app.mailer.outbox?.find(({ to }) => to === email)
  return /\/auth\/verify\?token=([\w-]{43})\n/.exec(message?.text ?? '')?.[1] ?? ''
}

async function newToken(email: string): Promise<string> {
  expect((await requestLink(email)).statusCode).toBe(200)
  await app.queue.drain()
  return emailedToken(email)
}

const sidOf = (response: { cookies: { name: string; value: string }[] }) =>
  response.cookies.find(({ name }) => name === 'sid')?.value ?? ''

const getUser = (sid: string) =>
  app.app.inject({ method: 'GET', url: '/api/auth/user', headers: { cookie: `sid=${sid}` } })

async function signIn(email: string): Promise<string> {
  const sid = sidOf(await openLink(await newToken(email)))
  expect(sid).toHaveLength(43)
  return sid
}

describe('A02 requesting a link', () => {
  test('sends the same response for known and unknown addresses, and the link by email', async () => {
    await signIn('known@example.com')
    const knownResponse = await requestLink('known@example.com')
    const unknownResponse = await requestLink('nobody@example.com')
    expect(unknownResponse.statusCode).toBe(200)
    expect(unknownResponse.body).toBe(knownResponse.body)
    expect(Object.keys(unknownResponse.headers).sort()).toEqual(Object.keys(knownResponse.headers).sort())
    await app.queue.drain()
    expect(emailedToken('known@example.com')).not.toBe('')
    expect(emailedToken('nobody@example.com')).not.toBe('')
  })

  test('creates the user when the link is used', async () => {
    const token = await newToken('later@example.com')
    const findUser = () =>
      app.owner.row(`select role, organization_id from users where email = 'later@example.com'`)
    expect(await findUser()).toBeUndefined()
    await openLink(token)
    expect(await findUser()).toEqual({ role: 'MEMBER', organizationId: null })
  })

  test('treats spellings of an address as the same address', async () => {
    await newToken('  MiXed@Example.COM ')
    expect(emailedToken('mixed@example.com')).not.toBe('')
  })

  test.each([
    '',
    'nobody',
    'a@b',
    'a@b.c, d@e.f',
    'A <a@example.com>',
    'a@example.com\nbcc: b@example.com',
    5,
    null,
  ])('refuses %j as an address', async (email) => {
    const response = await requestLink(email)
    expect(response.statusCode).toBe(400)
    expect(response.json().fields.email).toBeTruthy()
  })

  test('Trust 7 ignores the host of the request in the link', async () => {
    await requestLink('host@example.com', {
      'x-forwarded-host': 'evil.example',
      forwarded: 'host=evil.example',
    })
    const refused = await requestLink('evil@example.com', { host: 'evil.example' })
    expect([refused.statusCode, refused.body]).toEqual([404, expect.stringContaining('There is no site')])
    await app.queue.drain()
    const messageTo = (address: string) => app.mailer.outbox?.find(({ to }) => to === address)
    expect(messageTo('evil@example.com')).toBeUndefined()
    const message = messageTo('host@example.com')
    expect(message?.text).toContain('\nhttp://localhost:3000/auth/verify?token=')
    expect(message?.text).not.toContain('evil')
  })

  test('Trust 20 responds at once while the mail server is down and sends the email later', async () => {
    const sendFailure = vi.spyOn(app.mailer, 'send').mockRejectedValueOnce(new Error('connect ECONNREFUSED'))
    expect((await requestLink('outage@example.com')).statusCode).toBe(200)
    await expect(app.queue.drain()).rejects.toThrow('ECONNREFUSED')
    expect(emailedToken('outage@example.com')).toBe('')
    await app.queue.drain()
    sendFailure.mockRestore()
    expect(sidOf(await openLink(emailedToken('outage@example.com')))).not.toBe('')
  })
})

describe('A02 using a link', () => {
  test('signs in, sets a readable hint and goes to the dashboard', async () => {
    const response = await openLink(await newToken('ann@example.com'))
    expect(response.statusCode).toBe(302)
    expect(response.headers.location).toBe('/dashboard')
    expect(response.headers['referrer-policy']).toBe('no-referrer')
    const [sessionCookie, hintCookie] = [response.headers['set-cookie']].flat() as string[]
    expect(sessionCookie).toMatch(/^sid=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(hintCookie).toMatch(/^signed_in=1; Max-Age=2592000; Path=\/; SameSite=Lax$/)
    expect((await getUser(sidOf(response))).json()).toMatchObject({ email: 'ann@example.com' })
  })

  test('rejects a used, a malformed and a missing link', async () => {
    const token = await newToken('bo@example.com')
    await openLink(token)
    for (const invalidToken of [token, `${token.slice(0, -1)}~`, 'x', '', null]) {
      const response = await openLink(invalidToken)
      expect(response.headers.location).toBe('/auth/verify?error=invalid_token')
      expect(response.headers['set-cookie']).toBeUndefined()
    }
  })

  test('voids older links when a new one is requested', async () => {
    const olderToken = await newToken('cy@example.com')
    const newerToken = await newToken('cy@example.com')
    expect((await openLink(olderToken)).headers.location).toBe('/auth/verify?error=invalid_token')
    expect((await openLink(newerToken)).headers.location).toBe('/dashboard')
  })

  test('expires a link after 15 minutes', async () => {
    const token = await newToken('di@example.com')
    const setExpiry = (time: string) =>
      app.owner.run(`update magic_link_tokens set expires_at = ${time} where email = 'di@example.com'`)
    expect(
      await app.owner.row(
        `select expires_at - created_at = interval '15 minutes' as is_valid from magic_link_tokens where token = $1`,
        [digest(token)],
      ),
    ).toEqual({ isValid: true })
    await setExpiry(`now() - interval '1 second'`)
    expect((await openLink(token)).headers.location).toBe('/auth/verify?error=expired_token')
    await setExpiry(`now() + interval '1 minute'`)
    expect((await openLink(token)).headers.location).toBe('/dashboard')
    await setExpiry(`now() - interval '1 second'`)
    expect((await openLink(token)).headers.location).toBe('/auth/verify?error=invalid_token')
  })

  test('Trust 6 creates one session from 100 concurrent uses', async () => {
    const token = await newToken('eve@example.com')
    const responses = await Promise.all(Array.from({ length: 100 }, () => openLink(token)))
    expect(responses.filter((response) => sidOf(response) !== '')).toHaveLength(1)
    expect(
      responses.filter(({ headers }) => headers.location === '/auth/verify?error=invalid_token'),
    ).toHaveLength(99)
    expect(
      await app.owner.row(
        `select count(*)::int as sessions from sessions s join users u on u.id = s.user_id where u.email = 'eve@example.com'`,
      ),
    ).toEqual({ sessions: 1 })
  })

  test('Trust 7 leaves the link usable after requests by scanners, prefetching browsers and other sites', async () => {
    const token = await newToken('fay@example.com')
    const requests = [
      openLink(token, {}, 'HEAD'),
      openLink(token, { 'sec-purpose': 'prefetch' }),
      openLink(token, { 'sec-purpose': 'prefetch;prerender' }),
      openLink(token, { purpose: 'prefetch' }),
      openLink(token, { 'sec-fetch-site': 'cross-site' }),
      openLink(token, { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'image' }),
    ]
    for (const response of await Promise.all(requests)) {
      expect(response.statusCode).toBe(204)
      expect(response.headers['set-cookie']).toBeUndefined()
    }
    const headers = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'document' }
    expect((await openLink(token, headers)).headers.location).toBe('/dashboard')
  })

  test('Trust 6 stores tokens and sessions only as hashes', async () => {
    const token = await newToken('gus@example.com')
    const dumpBefore = await dumpRows(app.owner)
    expect(dumpBefore).not.toContain(token)
    expect(dumpBefore).toContain(digest(token))
    const sid = sidOf(await openLink(token))
    const dumpAfter = await dumpRows(app.owner)
    expect(dumpAfter).not.toContain(token)
    expect(dumpAfter).not.toContain(sid)
    expect(dumpAfter).toContain(digest(sid))
    expect(JSON.stringify(app.queue.pendingJobs)).not.toContain(token)
  })
})
