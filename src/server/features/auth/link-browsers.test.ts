import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { digest } from '#server/platform/ids.ts'
import { dump } from '#test/checks.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

type Headers = Record<string, string>
const CHROME = 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36'
/** Headers of a browser for a page that was typed, pasted, or opened from a mail program. */
const OPENED = { 'user-agent': CHROME, 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document' }
/** Headers of a browser that doesn't say where it comes from: an old one, or any without https. */
const SILENT = { 'user-agent': CHROME }

const someNetwork = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`
const cookiesOf = (answer: { cookies: { name: string; value: string }[] }) =>
  answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')

async function ask(email: string, headers: Headers = {}) {
  const answer = await app.app.inject({
    method: 'POST',
    url: '/api/auth/request-magic-link',
    headers: { ...SILENT, ...headers },
    payload: { email },
    remoteAddress: someNetwork(),
  })
  expect(answer.statusCode).toBe(200)
  await app.queue.drain()
  const mail = app.mailer.outbox?.find(({ to }) => to === email)
  return { token: /token=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '', cookie: cookiesOf(answer), answer }
}
const send = (method: 'GET' | 'POST', url: string, headers: Headers, payload?: object) =>
  app.app.inject({ method, url, headers, remoteAddress: someNetwork(), ...(payload ? { payload } : {}) })
const open = (token: string, headers: Headers) =>
  send('GET', `/api/auth/verify-magic-link?token=${token}`, headers)
const readLink = async (token: string, headers: Headers = {}) =>
  (await send('POST', '/api/auth/read-magic-link', headers, { token })).json().question
const confirm = (token: string, headers: Headers = {}) =>
  send('POST', '/api/auth/verify-magic-link', headers, { token })
const whoIs = async (cookie: string) => (await send('GET', '/api/auth/user', { cookie })).json().email

test('signs in without a question in the browser that requested the link', async () => {
  const { token, cookie, answer } = await ask('ann@example.com')
  const [line] = [answer.headers['set-cookie']].flat()
  expect(line).toMatch(/^link=[\w-]{43}; Max-Age=900; Path=\/; HttpOnly; SameSite=Lax$/)
  expect(await readLink(token, { cookie })).toBeNull()
  const taken = await open(token, { ...OPENED, cookie })
  expect(taken.headers.location).toBe('/dashboard')
})

test.each([
  ['opened', OPENED],
  ['opened by a browser that does not say from where', SILENT],
])('asks before it uses a link %s in another browser', async (_, headers) => {
  const { token } = await ask('bea@example.com')
  const other = (await ask('other@example.com')).cookie
  for (const cookie of ['', other, 'link=x']) {
    const led = await open(token, { ...headers, cookie })
    expect([led.statusCode, led.headers.location]).toEqual([302, `/auth/verify?token=${token}`])
    expect(led.headers['set-cookie']).toBeUndefined()
    expect(await readLink(token, { cookie })).toEqual({ email: 'bea@example.com', signedInAs: null })
  }
  const taken = await confirm(token, { 'sec-fetch-site': 'same-origin' })
  expect(taken.json()).toEqual({ location: '/dashboard' })
  expect(await whoIs(cookiesOf(taken))).toBe('bea@example.com')
  expect((await confirm(token)).json()).toEqual({ location: '/auth/verify?error=invalid_token' })
})

test.each(['same-site', 'cross-site'])('refuses to use a link for a page of a %s', async (site) => {
  const { token, cookie } = await ask('cal@example.com')
  const looked = await open(token, { ...OPENED, 'sec-fetch-site': site, cookie })
  expect([looked.statusCode, looked.headers['set-cookie']]).toEqual([204, undefined])
  expect((await confirm(token, { 'sec-fetch-site': site, cookie })).statusCode).toBe(403)
  expect(
    (await send('POST', '/api/auth/read-magic-link', { 'sec-fetch-site': site }, { token })).statusCode,
  ).toBe(403)
  expect((await confirm(token, { cookie })).json()).toEqual({ location: '/dashboard' })
})

test("asks before it replaces another user's session, also in the requesting browser", async () => {
  const dee = cookiesOf(await confirm((await ask('dee@example.com')).token))
  const { token, cookie } = await ask('eve@example.com')
  const both = `${dee}; ${cookie}`
  expect(await readLink(token, { cookie: both })).toEqual({
    email: 'eve@example.com',
    signedInAs: 'dee@example.com',
  })
  const led = await open(token, { ...OPENED, cookie: both })
  expect(led.headers.location).toBe(`/auth/verify?token=${token}`)
  expect(await whoIs(dee)).toBe('dee@example.com')
  const taken = await confirm(token, { 'sec-fetch-site': 'same-origin', cookie: both })
  expect(await whoIs(cookiesOf(taken))).toBe('eve@example.com')
  expect((await send('GET', '/api/auth/user', { cookie: dee })).statusCode).toBe(401)
})

test("signs in without a question beside the user's own session", async () => {
  const fay = cookiesOf(await confirm((await ask('fay@example.com')).token))
  const { token, cookie } = await ask('fay@example.com')
  expect(await readLink(token, { cookie: `${fay}; ${cookie}` })).toBeNull()
})

test('signs in without a question with two addresses requested in one browser', async () => {
  const one = await ask('gus1@example.com')
  const two = await ask('gus2@example.com', { cookie: one.cookie })
  expect(two.cookie).toBe(one.cookie)
  const { cookie } = two
  expect([await readLink(one.token, { cookie }), await readLink(two.token, { cookie })]).toEqual([null, null])
})

test('reads a link without using it, and says nothing about a void one', async () => {
  const { token } = await ask('hal@example.com')
  await Promise.all(Array.from({ length: 20 }, () => readLink(token)))
  await confirm(token)
  const expired = await ask('ida@example.com')
  await app.owner.run(`update magic_link_tokens set expires_at = now() where email = 'ida@example.com'`)
  for (const void_ of [token, expired.token, 'x', '']) expect(await readLink(void_)).toBeNull()
  expect((await open(expired.token, OPENED)).headers.location).toBe('/auth/verify?error=expired_token')
})

test('limits reading of links per network', async () => {
  const statuses: number[] = []
  for (let i = 0; i < 102; i++) {
    const answer = await app.app.inject({
      method: 'POST',
      url: '/api/auth/read-magic-link',
      payload: { token: `x${i}` },
      remoteAddress: '203.0.113.7',
    })
    statuses.push(answer.statusCode)
  }
  expect(statuses.slice(98)).toEqual([200, 200, 429, 429])
})

test('signs in without a question from a console link, unless another user is signed in', async () => {
  const { search } = new URL(await app.services.auth.issueLink('lee@example.com'))
  const token = new URLSearchParams(search).get('token')!
  const mia = cookiesOf(await confirm((await ask('mia@example.com')).token))
  expect(await readLink(token, { cookie: mia })).toEqual({
    email: 'lee@example.com',
    signedInAs: 'mia@example.com',
  })
  expect(await readLink(token)).toBeNull()
  expect((await open(token, OPENED)).headers.location).toBe('/dashboard')
})

test('asks for a link that an operator had emailed', async () => {
  await app.services.auth.emailLink('nan@example.com')
  await app.queue.drain()
  const mail = app.mailer.outbox?.find(({ to }) => to === 'nan@example.com')
  const token = /token=([\w-]{43})/.exec(mail?.text ?? '')![1]!
  expect(await readLink(token)).toEqual({ email: 'nan@example.com', signedInAs: null })
})

test('lets a program without a browser use a link', async () => {
  const { token } = await ask('jo@example.com')
  expect((await open(token, { 'user-agent': 'curl/8.0' })).headers.location).toBe('/dashboard')
})

test('stores the browser’s secret only as a hash', async () => {
  const { cookie } = await ask('kim@example.com')
  const secret = cookie.split('=')[1]!
  const everything = await dump(app.owner)
  expect([everything.includes(secret), everything.includes(digest(secret))]).toEqual([false, true])
  await app.app.inject({
    method: 'POST',
    url: '/api/auth/request-magic-link',
    payload: { email: 'kim@example.com' },
    headers: { ...SILENT, cookie },
  })
  expect(JSON.stringify(app.queue.waiting)).not.toContain(secret)
})
