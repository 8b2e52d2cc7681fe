import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { digest } from '#server/platform/ids.ts'
import { dumpRows } from '#test/checks.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

type Headers = Record<string, string>
const CHROME_USER_AGENT = 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36'
/** Headers of a browser that opens a typed or pasted URL, or a link in an email. */
const NAVIGATION_HEADERS = {
  'user-agent': CHROME_USER_AGENT,
  'sec-fetch-site': 'none',
  'sec-fetch-dest': 'document',
}
/** Headers of a browser without fetch metadata: an old one, or any without https. */
const PLAIN_HEADERS = { 'user-agent': CHROME_USER_AGENT }

const randomIp = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`
const cookiesOf = (response: { cookies: { name: string; value: string }[] }) =>
  response.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')

async function requestLink(email: string, headers: Headers = {}) {
  const response = await app.app.inject({
    method: 'POST',
    url: '/api/auth/request-magic-link',
    headers: { ...PLAIN_HEADERS, ...headers },
    payload: { email },
    remoteAddress: randomIp(),
  })
  expect(response.statusCode).toBe(200)
  await app.queue.drain()
  const message = app.mailer.outbox?.find(({ to }) => to === email)
  return {
    token: /token=([\w-]{43})/.exec(message?.text ?? '')?.[1] ?? '',
    cookie: cookiesOf(response),
    response,
  }
}
const sendRequest = (method: 'GET' | 'POST', url: string, headers: Headers, payload?: object) =>
  app.app.inject({ method, url, headers, remoteAddress: randomIp(), ...(payload ? { payload } : {}) })
const openLink = (token: string, headers: Headers) =>
  sendRequest('GET', `/api/auth/verify-magic-link?token=${token}`, headers)
const readLink = async (token: string, headers: Headers = {}) =>
  (await sendRequest('POST', '/api/auth/read-magic-link', headers, { token })).json().question
const confirmLink = (token: string, headers: Headers = {}) =>
  sendRequest('POST', '/api/auth/verify-magic-link', headers, { token })
const emailOf = async (cookie: string) =>
  (await sendRequest('GET', '/api/auth/user', { cookie })).json().email

test('signs in without a question in the browser that requested the link', async () => {
  const { token, cookie, response } = await requestLink('ann@example.com')
  const [setCookie] = [response.headers['set-cookie']].flat()
  expect(setCookie).toMatch(/^link=[\w-]{43}; Max-Age=900; Path=\/; HttpOnly; SameSite=Lax$/)
  expect(await readLink(token, { cookie })).toBeNull()
  const signInResponse = await openLink(token, { ...NAVIGATION_HEADERS, cookie })
  expect(signInResponse.headers.location).toBe('/dashboard')
})

test.each([
  ['opened', NAVIGATION_HEADERS],
  ['opened by a browser without fetch metadata', PLAIN_HEADERS],
])('asks before it uses a link %s in another browser', async (_, headers) => {
  const { token } = await requestLink('bea@example.com')
  const otherCookie = (await requestLink('other@example.com')).cookie
  for (const cookie of ['', otherCookie, 'link=x']) {
    const response = await openLink(token, { ...headers, cookie })
    expect([response.statusCode, response.headers.location]).toEqual([302, `/auth/verify?token=${token}`])
    expect(response.headers['set-cookie']).toBeUndefined()
    expect(await readLink(token, { cookie })).toEqual({ email: 'bea@example.com', signedInAs: null })
  }
  const signInResponse = await confirmLink(token, { 'sec-fetch-site': 'same-origin' })
  expect(signInResponse.json()).toEqual({ location: '/dashboard' })
  expect(await emailOf(cookiesOf(signInResponse))).toBe('bea@example.com')
  expect((await confirmLink(token)).json()).toEqual({ location: '/auth/verify?error=invalid_token' })
})

test.each(['same-site', 'cross-site'])('refuses to use a link for a page of a %s', async (site) => {
  const { token, cookie } = await requestLink('cal@example.com')
  const response = await openLink(token, { ...NAVIGATION_HEADERS, 'sec-fetch-site': site, cookie })
  expect([response.statusCode, response.headers['set-cookie']]).toEqual([204, undefined])
  expect((await confirmLink(token, { 'sec-fetch-site': site, cookie })).statusCode).toBe(403)
  expect(
    (await sendRequest('POST', '/api/auth/read-magic-link', { 'sec-fetch-site': site }, { token }))
      .statusCode,
  ).toBe(403)
  expect((await confirmLink(token, { cookie })).json()).toEqual({ location: '/dashboard' })
})

test("asks before it replaces another user's session, also in the requesting browser", async () => {
  const deeCookie = cookiesOf(await confirmLink((await requestLink('dee@example.com')).token))
  const { token, cookie } = await requestLink('eve@example.com')
  const cookies = `${deeCookie}; ${cookie}`
  expect(await readLink(token, { cookie: cookies })).toEqual({
    email: 'eve@example.com',
    signedInAs: 'dee@example.com',
  })
  const response = await openLink(token, { ...NAVIGATION_HEADERS, cookie: cookies })
  expect(response.headers.location).toBe(`/auth/verify?token=${token}`)
  expect(await emailOf(deeCookie)).toBe('dee@example.com')
  const signInResponse = await confirmLink(token, { 'sec-fetch-site': 'same-origin', cookie: cookies })
  expect(await emailOf(cookiesOf(signInResponse))).toBe('eve@example.com')
  expect((await sendRequest('GET', '/api/auth/user', { cookie: deeCookie })).statusCode).toBe(401)
})

test("signs in without a question beside the user's own session", async () => {
  const fayCookie = cookiesOf(await confirmLink((await requestLink('fay@example.com')).token))
  const { token, cookie } = await requestLink('fay@example.com')
  expect(await readLink(token, { cookie: `${fayCookie}; ${cookie}` })).toBeNull()
})

test('signs in without a question with two addresses requested in one browser', async () => {
  const first = await requestLink('gus1@example.com')
  const second = await requestLink('gus2@example.com', { cookie: first.cookie })
  expect(second.cookie).toBe(first.cookie)
  const { cookie } = second
  expect([await readLink(first.token, { cookie }), await readLink(second.token, { cookie })]).toEqual([
    null,
    null,
  ])
})

test('reads a link without using it, and reveals nothing about a void one', async () => {
  const { token } = await requestLink('hal@example.com')
  await Promise.all(Array.from({ length: 20 }, () => readLink(token)))
  await confirmLink(token)
  const expiredLink = await requestLink('ida@example.com')
  await app.owner.run(`update magic_link_tokens set expires_at = now() where email = 'ida@example.com'`)
  for (const voidToken of [token, expiredLink.token, 'x', '']) expect(await readLink(voidToken)).toBeNull()
  expect((await openLink(expiredLink.token, NAVIGATION_HEADERS)).headers.location).toBe(
    '/auth/verify?error=expired_token',
  )
})

test('limits reading of links per network', async () => {
  const statuses: number[] = []
  for (let i = 0; i < 102; i++) {
    const response = await app.app.inject({
      method: 'POST',
      url: '/api/auth/read-magic-link',
      payload: { token: `x${i}` },
      remoteAddress: '203.0.113.7',
    })
    statuses.push(response.statusCode)
  }
  expect(statuses.slice(98)).toEqual([200, 200, 429, 429])
})

test('signs in without a question from a console link, unless another user is signed in', async () => {
  const { search } = new URL(await app.services.auth.issueLink('lee@example.com'))
  const token = new URLSearchParams(search).get('token')!
  const miaCookie = cookiesOf(await confirmLink((await requestLink('mia@example.com')).token))
  expect(await readLink(token, { cookie: miaCookie })).toEqual({
    email: 'lee@example.com',
    signedInAs: 'mia@example.com',
  })
  expect(await readLink(token)).toBeNull()
  expect((await openLink(token, NAVIGATION_HEADERS)).headers.location).toBe('/dashboard')
})

test('asks before it uses a link that an operator had emailed', async () => {
  await app.services.auth.emailLink('nan@example.com')
  await app.queue.drain()
  const message = app.mailer.outbox?.find(({ to }) => to === 'nan@example.com')
  const token = /token=([\w-]{43})/.exec(message?.text ?? '')![1]!
  expect(await readLink(token)).toEqual({ email: 'nan@example.com', signedInAs: null })
})

test('lets a program use a link without a question', async () => {
  const { token } = await requestLink('jo@example.com')
  expect((await openLink(token, { 'user-agent': 'curl/8.0' })).headers.location).toBe('/dashboard')
})

test('stores the browser’s secret only as a hash', async () => {
  const { cookie } = await requestLink('kim@example.com')
  const secret = cookie.split('=')[1]!
  const databaseDump = await dumpRows(app.owner)
  expect([databaseDump.includes(secret), databaseDump.includes(digest(secret))]).toEqual([false, true])
  await app.app.inject({
    method: 'POST',
    url: '/api/auth/request-magic-link',
    payload: { email: 'kim@example.com' },
    headers: { ...PLAIN_HEADERS, cookie },
  })
  expect(JSON.stringify(app.queue.pendingJobs)).not.toContain(secret)
})
