import { afterAll, beforeAll, expect, test } from 'vitest'
import { checksum } from '#test/checks.ts'
import { createObjects, nameOf, sampleRequest } from '#test/sample-requests.ts'
import type { Person } from '#test/test-app.ts'
import {
  type AuthenticatorHolder,
  enterCode,
  isSignedIn,
  openSecondFactorApp,
  SECOND_FACTOR,
} from '#test/workspaces/second-factor.ts'

let kit: Awaited<ReturnType<typeof openSecondFactorApp>>
let dee: AuthenticatorHolder
beforeAll(async () => {
  kit = await openSecondFactorApp()
  dee = await kit.turnOn(await kit.app.signIn('dee@example.com'))
})
afterAll(() => kit.app.close())

test('Trust 6 the link alone gives no session: every endpoint says what is missing', async () => {
  const half = await kit.app.signIn(dee.email)
  const objects = await createObjects(kit.app, await kit.app.subscriber('objects@example.com'))
  const before = await checksum(kit.app.owner, ['audit_log', 'rate_limits'])
  const needing = kit.app.app.endpoints.filter(({ access }) => access !== 'public')
  expect(needing.length).toBeGreaterThan(100)
  for (const endpoint of needing) {
    const { url, body, headers } = sampleRequest(endpoint, objects)
    const { status, json } = await half.request(endpoint.method, url, body, headers)
    expect([nameOf(endpoint), status, (json as { code: string }).code]).toEqual([
      nameOf(endpoint),
      401,
      'code_needed',
    ])
  }
  expect(await checksum(kit.app.owner, ['audit_log', 'rate_limits'])).toBe(before)
})

test('Trust 9 a right code gives a session with a new id; the former id is void', async () => {
  const link = new URL(await kit.app.services.auth.issueLink(dee.email))
  const taken = await kit.app.visitor('GET', `/api/auth/verify-magic-link${link.search}`)
  expect(taken.headers.location).toBe('/auth/code')
  const [cookie, hint] = [taken.headers['set-cookie']].flat() as string[]
  expect(cookie).toMatch(/^sid=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/)
  expect(hint).toMatch(/^signed_in=code; Max-Age=600;/)
  const half = await kit.app.signIn(dee.email)
  const done = await enterCode(half, dee.code())
  expect(done.status).toBe(204)
  const [session, full] = [done.headers['set-cookie']].flat() as string[]
  expect(session).toMatch(/^sid=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
  expect(full).toMatch(/^signed_in=1;/)
  expect(session).not.toContain(half.cookie)
  expect(await kit.setsSession(done)).toBe(true)
  expect((await half.request('GET', '/api/auth/user')).text).toContain('"unauthenticated"')
  kit.nextStep()
  expect((await enterCode(half, dee.code())).status).toBe(401)
})

test('Trust 6 one of 20 concurrent uses of a code makes a session; later uses fail', async () => {
  await kit.forgetWrongCodes()
  kit.nextStep()
  const halves: Person[] = []
  for (let i = 0; i < 20; i++) halves.push(await kit.app.signIn(dee.email))
  const code = dee.code()
  const answers = await Promise.all(halves.map((half) => enterCode(half, code)))
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
  expect(answers.every(({ status }) => [204, 400, 429].includes(status))).toBe(true)
  await kit.forgetWrongCodes()
  const half = await kit.app.signIn(dee.email)
  expect((await enterCode(half, code)).status).toBe(400)
  // Nor an earlier code, even though the clock tolerance would allow it.
  expect((await enterCode(half, dee.code(-1))).status).toBe(400)
})

test('Trust 8 accepts no code after five wrong ones in 15 minutes, however sent', async () => {
  await kit.forgetWrongCodes()
  kit.nextStep()
  const half = await kit.app.signIn(dee.email)
  const right = dee.code()
  const wrong = right === '000000' ? '000001' : '000000'
  const answers = await Promise.all([1, 2, 3, 4, 5, 6, 7].map(() => enterCode(half, wrong)))
  expect(answers.map(({ status }) => status).sort()).toEqual([400, 400, 400, 400, 400, 429, 429])
  const limited = await enterCode(half, right)
  expect([limited.status, Number(limited.headers['retry-after']) > 0]).toEqual([429, true])
  expect((await enterCode(half, dee.recoveryCodes[9] ?? '')).status).toBe(429)
  await kit.app.owner.run(`update rate_limits set window_start = window_start - interval '16 minutes'`)
  expect((await enterCode(half, right)).status).toBe(204)
})

test('does not count right codes', async () => {
  await kit.forgetWrongCodes()
  for (let i = 0; i < 6; i++) {
    kit.nextStep()
    expect((await enterCode(await kit.app.signIn(dee.email), dee.code())).status).toBe(204)
  }
})

test('a recovery code works once, and the account gets an email', async () => {
  await kit.forgetWrongCodes()
  const code = dee.recoveryCodes[0] ?? ''
  const halves = [
    await kit.app.signIn(dee.email),
    await kit.app.signIn(dee.email),
    await kit.app.signIn(dee.email),
  ]
  const answers = await Promise.all(
    halves.map((half) => enterCode(half, code.toLowerCase().replaceAll('-', ' '))),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 400, 400])
  expect((await kit.mailsTo(dee.email))[0]).toBe('A recovery code was used')
  expect(
    (await kit.mailsTo(dee.email)).filter((subject) => subject === 'A recovery code was used'),
  ).toHaveLength(1)
  const other = await kit.turnOn(await kit.app.signIn('other@example.com'))
  const half = await kit.app.signIn(other.email)
  expect((await enterCode(half, dee.recoveryCodes[1] ?? '')).status).toBe(400)
})

test('a pending sign-in ends after ten minutes and on logout', async () => {
  await kit.forgetWrongCodes()
  const old = await kit.app.signIn(dee.email)
  await kit.app.owner.run(`update pending_sign_ins set expires_at = expires_at - interval '10 minutes'`)
  kit.nextStep()
  expect((await enterCode(old, dee.code())).status).toBe(401)
  expect((await old.request('GET', '/api/auth/user')).text).toContain('"unauthenticated"')
  const left = await kit.app.signIn(dee.email)
  await left.request('GET', '/api/logout')
  expect((await enterCode(left, dee.code())).status).toBe(401)
  await kit.app.services.auth.removeExpired()
  expect(await kit.app.owner.row('select count(*)::int as left from pending_sign_ins')).toEqual({ left: 0 })
})

test('a sign-in just as 2FA is turned on gets no session without a code', async () => {
  for (let round = 0; round < 5; round++) {
    const email = `racer${round}@example.com`
    const person = await kit.app.signIn(email)
    const { secret } = (await person.request('POST', `${SECOND_FACTOR}/start`)).json as AuthenticatorHolder
    const link = new URL(await kit.app.services.auth.issueLink(email))
    const [, taken] = await Promise.all([
      person.request('POST', `${SECOND_FACTOR}/confirm`, { code: kit.authenticatorOf(secret).code() }),
      kit.app.visitor('GET', `/api/auth/verify-magic-link${link.search}`),
    ])
    expect(await kit.setsSession(taken)).toBe(false)
    expect(await isSignedIn(person)).toBe(true)
  }
})
