import { afterAll, beforeAll, expect, test } from 'vitest'
import { checksumOf } from '#test/checks.ts'
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

test('Trust 6 the link alone gives no session: every endpoint asks for the code', async () => {
  const pending = await kit.app.signIn(dee.email)
  const objects = await createObjects(kit.app, await kit.app.subscriber('objects@example.com'))
  const checksumBefore = await checksumOf(kit.app.owner, ['audit_log', 'rate_limits'])
  const endpoints = kit.app.app.endpoints.filter(({ access }) => access !== 'public')
  expect(endpoints.length).toBeGreaterThan(100)
  for (const endpoint of endpoints) {
    const { url, body, headers } = sampleRequest(endpoint, objects)
    const { status, json } = await pending.request(endpoint.method, url, body, headers)
    expect([nameOf(endpoint), status, (json as { code: string }).code]).toEqual([
      nameOf(endpoint),
      401,
      'code_needed',
    ])
  }
  expect(await checksumOf(kit.app.owner, ['audit_log', 'rate_limits'])).toBe(checksumBefore)
})

test('Trust 9 a correct code gives a session with a new id and voids the previous id', async () => {
  const link = new URL(await kit.app.services.auth.issueLink(dee.email))
  const linkResponse = await kit.app.visitor('GET', `/api/auth/verify-magic-link${link.search}`)
  expect(linkResponse.headers.location).toBe('/auth/code')
  const [cookie, hint] = [linkResponse.headers['set-cookie']].flat() as string[]
  expect(cookie).toMatch(/^sid=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/)
  expect(hint).toMatch(/^signed_in=code; Max-Age=600;/)
  const pending = await kit.app.signIn(dee.email)
  const response = await enterCode(pending, dee.code())
  expect(response.status).toBe(204)
  const [session, signedInCookie] = [response.headers['set-cookie']].flat() as string[]
  expect(session).toMatch(/^sid=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
  expect(signedInCookie).toMatch(/^signed_in=1;/)
  expect(session).not.toContain(pending.cookie)
  expect(await kit.isSessionSet(response)).toBe(true)
  expect((await pending.request('GET', '/api/auth/user')).text).toContain('"unauthenticated"')
  kit.nextStep()
  expect((await enterCode(pending, dee.code())).status).toBe(401)
})

test('Trust 6 one of 20 concurrent uses of a code makes a session; later uses fail', async () => {
  await kit.clearWrongCodes()
  kit.nextStep()
  const pendingSignIns: Person[] = []
  for (let i = 0; i < 20; i++) pendingSignIns.push(await kit.app.signIn(dee.email))
  const code = dee.code()
  const responses = await Promise.all(pendingSignIns.map((pending) => enterCode(pending, code)))
  expect(responses.filter(({ status }) => status === 204)).toHaveLength(1)
  expect(responses.every(({ status }) => [204, 400, 429].includes(status))).toBe(true)
  await kit.clearWrongCodes()
  const pending = await kit.app.signIn(dee.email)
  expect((await enterCode(pending, code)).status).toBe(400)
  // An earlier code fails too, although the clock tolerance would allow it.
  expect((await enterCode(pending, dee.code(-1))).status).toBe(400)
})

test('Trust 8 accepts no code after five wrong ones in 15 minutes, even when sent concurrently', async () => {
  await kit.clearWrongCodes()
  kit.nextStep()
  const pending = await kit.app.signIn(dee.email)
  const validCode = dee.code()
  const wrongCode = validCode === '000000' ? '000001' : '000000'
  const responses = await Promise.all([1, 2, 3, 4, 5, 6, 7].map(() => enterCode(pending, wrongCode)))
  expect(responses.map(({ status }) => status).sort()).toEqual([400, 400, 400, 400, 400, 429, 429])
  const limited = await enterCode(pending, validCode)
  expect([limited.status, Number(limited.headers['retry-after']) > 0]).toEqual([429, true])
  expect((await enterCode(pending, dee.recoveryCodes[9] ?? '')).status).toBe(429)
  await kit.app.owner.run(`update rate_limits set window_start = window_start - interval '16 minutes'`)
  expect((await enterCode(pending, validCode)).status).toBe(204)
})

test('does not count correct codes', async () => {
  await kit.clearWrongCodes()
  for (let i = 0; i < 6; i++) {
    kit.nextStep()
    expect((await enterCode(await kit.app.signIn(dee.email), dee.code())).status).toBe(204)
  }
})

test('a recovery code works once, and the account gets an email', async () => {
  await kit.clearWrongCodes()
  const code = dee.recoveryCodes[0] ?? ''
  const pendingSignIns = [
    await kit.app.signIn(dee.email),
    await kit.app.signIn(dee.email),
    await kit.app.signIn(dee.email),
  ]
  const responses = await Promise.all(
    pendingSignIns.map((pending) => enterCode(pending, code.toLowerCase().replaceAll('-', ' '))),
  )
  expect(responses.map(({ status }) => status).sort()).toEqual([204, 400, 400])
  expect((await kit.emailSubjectsTo(dee.email))[0]).toBe('A recovery code was used')
  expect(
    (await kit.emailSubjectsTo(dee.email)).filter((subject) => subject === 'A recovery code was used'),
  ).toHaveLength(1)
  const otherHolder = await kit.turnOn(await kit.app.signIn('other@example.com'))
  const pending = await kit.app.signIn(otherHolder.email)
  expect((await enterCode(pending, dee.recoveryCodes[1] ?? '')).status).toBe(400)
})

test('a pending sign-in ends after ten minutes and on logout', async () => {
  await kit.clearWrongCodes()
  const expired = await kit.app.signIn(dee.email)
  await kit.app.owner.run(`update pending_sign_ins set expires_at = expires_at - interval '10 minutes'`)
  kit.nextStep()
  expect((await enterCode(expired, dee.code())).status).toBe(401)
  expect((await expired.request('GET', '/api/auth/user')).text).toContain('"unauthenticated"')
  const loggedOut = await kit.app.signIn(dee.email)
  await loggedOut.request('GET', '/api/logout')
  expect((await enterCode(loggedOut, dee.code())).status).toBe(401)
  await kit.app.services.auth.removeExpired()
  expect(await kit.app.owner.row('select count(*)::int as count from pending_sign_ins')).toEqual({ count: 0 })
})

test('a sign-in while 2FA is being turned on gets no session without a code', async () => {
  for (let round = 0; round < 5; round++) {
    const email = `racer${round}@example.com`
    const person = await kit.app.signIn(email)
    const { secret } = (await person.request('POST', `${SECOND_FACTOR}/start`)).json as AuthenticatorHolder
    const link = new URL(await kit.app.services.auth.issueLink(email))
    const [, linkResponse] = await Promise.all([
      person.request('POST', `${SECOND_FACTOR}/confirm`, { code: kit.authenticatorOf(secret).code() }),
      kit.app.visitor('GET', `/api/auth/verify-magic-link${link.search}`),
    ])
    expect(await kit.isSessionSet(linkResponse)).toBe(false)
    expect(await isSignedIn(person)).toBe(true)
  }
})
