import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { digest } from '#server/platform/ids.ts'
import { dump } from '#test/checks.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ adminEmails: ['operator@example.com'] })
})
afterAll(() => app.close())

/** Uses a new network for each call, so that network limits don't apply. */
const someNetwork = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`

function ask(email: unknown, headers: Record<string, string> = {}) {
  return app.app.inject({
    method: 'POST',
    url: '/api/auth/request-magic-link',
    headers,
    payload: { email },
    remoteAddress: someNetwork(),
  })
}

function take(token: string | null, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') {
  const query = token === null ? '' : `?token=${encodeURIComponent(token)}`
  const url = `/api/auth/verify-magic-link${query}`
  return app.app.inject({ method, url, headers, remoteAddress: someNetwork() })
}

/** The token of the newest mail to an address. */
function mailedToken(email: string): string {
  const mail = app.mailer.outbox?.find(({ to }) => to === email)
  return /\/auth\/verify\?token=([\w-]{43})\n/.exec(mail?.text ?? '')?.[1] ?? ''
}

async function newToken(email: string): Promise<string> {
  expect((await ask(email)).statusCode).toBe(200)
  await app.queue.drain()
  return mailedToken(email)
}

const sidOf = (answer: { cookies: { name: string; value: string }[] }) =>
  answer.cookies.find(({ name }) => name === 'sid')?.value ?? ''

const whoIs = (sid: string) =>
  app.app.inject({ method: 'GET', url: '/api/auth/user', headers: { cookie: `sid=${sid}` } })

async function signedIn(email: string): Promise<string> {
  const sid = sidOf(await take(await newToken(email)))
  expect(sid).toHaveLength(43)
  return sid
}

describe('A02 asking for a link', () => {
  test('sends the same response for known and unknown addresses, and the link by email', async () => {
    await signedIn('known@example.com')
    const known = await ask('known@example.com')
    const unknown = await ask('nobody@example.com')
    expect(unknown.statusCode).toBe(200)
    expect(unknown.body).toBe(known.body)
    expect(Object.keys(unknown.headers).sort()).toEqual(Object.keys(known.headers).sort())
    await app.queue.drain()
    expect(mailedToken('known@example.com')).not.toBe('')
    expect(mailedToken('nobody@example.com')).not.toBe('')
  })

  test('creates the user when the link is used', async () => {
    const token = await newToken('later@example.com')
    const known = () =>
      app.owner.row(`select role, organization_id from users where email = 'later@example.com'`)
    expect(await known()).toBeUndefined()
    await take(token)
    expect(await known()).toEqual({ role: 'MEMBER', organizationId: null })
  })

  test('treats spellings of an address as one', async () => {
    await newToken('  MiXed@Example.COM ')
    expect(mailedToken('mixed@example.com')).not.toBe('')
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
    const answer = await ask(email)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().fields.email).toBeTruthy()
  })

  test('Trust 7 ignores the host of the request in the link', async () => {
    await ask('host@example.com', {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      forwarded: 'host=evil.example',
    })
    await app.queue.drain()
    const mail = app.mailer.outbox?.find(({ to }) => to === 'host@example.com')
    expect(mail?.text).toContain('\nhttp://localhost:3000/auth/verify?token=')
    expect(mail?.text).not.toContain('evil')
  })

  test('Trust 20 responds at once while the mail server is down and sends the email later', async () => {
    const away = vi.spyOn(app.mailer, 'send').mockRejectedValueOnce(new Error('connect ECONNREFUSED'))
    expect((await ask('outage@example.com')).statusCode).toBe(200)
    await expect(app.queue.drain()).rejects.toThrow('ECONNREFUSED')
    expect(mailedToken('outage@example.com')).toBe('')
    await app.queue.drain()
    away.mockRestore()
    expect(sidOf(await take(mailedToken('outage@example.com')))).not.toBe('')
  })
})

describe('A02 taking a link', () => {
  test('signs in, sets a readable hint and goes to the dashboard', async () => {
    const answer = await take(await newToken('ann@example.com'))
    expect(answer.statusCode).toBe(302)
    expect(answer.headers.location).toBe('/dashboard')
    expect(answer.headers['referrer-policy']).toBe('no-referrer')
    const [session, hint] = [answer.headers['set-cookie']].flat() as string[]
    expect(session).toMatch(/^sid=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(hint).toMatch(/^signed_in=1; Max-Age=2592000; Path=\/; SameSite=Lax$/)
    expect((await whoIs(sidOf(answer))).json()).toMatchObject({ email: 'ann@example.com' })
  })

  test('rejects a used, a malformed and a missing link', async () => {
    const token = await newToken('bo@example.com')
    await take(token)
    for (const bad of [token, `${token.slice(0, -1)}~`, 'x', '', null]) {
      const answer = await take(bad)
      expect(answer.headers.location).toBe('/auth/verify?error=invalid_token')
      expect(answer.headers['set-cookie']).toBeUndefined()
    }
  })

  test('voids older links when a new one is requested', async () => {
    const older = await newToken('cy@example.com')
    const newer = await newToken('cy@example.com')
    expect((await take(older)).headers.location).toBe('/auth/verify?error=invalid_token')
    expect((await take(newer)).headers.location).toBe('/dashboard')
  })

  test('expires a link after 15 minutes', async () => {
    const token = await newToken('di@example.com')
    const move = (time: string) =>
      app.owner.run(`update magic_link_tokens set expires_at = ${time} where email = 'di@example.com'`)
    expect(
      await app.owner.row(
        `select expires_at - created_at = interval '15 minutes' as quarter from magic_link_tokens where token = $1`,
        [digest(token)],
      ),
    ).toEqual({ quarter: true })
    await move(`now() - interval '1 second'`)
    expect((await take(token)).headers.location).toBe('/auth/verify?error=expired_token')
    await move(`now() + interval '1 minute'`)
    expect((await take(token)).headers.location).toBe('/dashboard')
    await move(`now() - interval '1 second'`)
    expect((await take(token)).headers.location).toBe('/auth/verify?error=invalid_token')
  })

  test('Trust 6 creates one session from 100 concurrent uses', async () => {
    const token = await newToken('eve@example.com')
    const answers = await Promise.all(Array.from({ length: 100 }, () => take(token)))
    expect(answers.filter((answer) => sidOf(answer) !== '')).toHaveLength(1)
    expect(
      answers.filter(({ headers }) => headers.location === '/auth/verify?error=invalid_token'),
    ).toHaveLength(99)
    expect(
      await app.owner.row(
        `select count(*)::int as made from sessions s join users u on u.id = s.user_id where u.email = 'eve@example.com'`,
      ),
    ).toEqual({ made: 1 })
  })

  test('Trust 7 leaves the link usable after scanners, prefetching browsers and other sites', async () => {
    const token = await newToken('fay@example.com')
    const looks = [
      take(token, {}, 'HEAD'),
      take(token, { 'sec-purpose': 'prefetch' }),
      take(token, { 'sec-purpose': 'prefetch;prerender' }),
      take(token, { purpose: 'prefetch' }),
      take(token, { 'sec-fetch-site': 'cross-site' }),
      take(token, { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'image' }),
    ]
    for (const answer of await Promise.all(looks)) {
      expect(answer.statusCode).toBe(204)
      expect(answer.headers['set-cookie']).toBeUndefined()
    }
    const followed = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'document' }
    expect((await take(token, followed)).headers.location).toBe('/dashboard')
  })

  test('Trust 6 stores tokens and sessions only as hashes', async () => {
    const token = await newToken('gus@example.com')
    const before = await dump(app.owner)
    expect(before).not.toContain(token)
    expect(before).toContain(digest(token))
    const sid = sidOf(await take(token))
    const after = await dump(app.owner)
    expect(after).not.toContain(token)
    expect(after).not.toContain(sid)
    expect(after).toContain(digest(sid))
    expect(JSON.stringify(app.queue.waiting)).not.toContain(token)
  })
})
