import { afterAll, beforeAll, expect, test } from 'vitest'
import { authenticator } from '#test/builders/authenticator.ts'
import { checksumOf } from '#test/checks.ts'
import { createObjects, nameOf, sampleRequest } from '#test/sample-requests.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import {
  type AuthenticatorHolder,
  enterCode,
  isSignedIn,
  SECOND_FACTOR,
} from '#test/workspaces/second-factor.ts'

let production: TestApp
beforeAll(async () => {
  production = await createTestApp({
    adminEmails: ['operator@example.com', 'second@example.com'],
    operatorsNeedSecondFactor: true,
  })
})
afterAll(() => production.close())

test('A31 rejects operators without 2FA on every console call and says what to do', async () => {
  const operator = await production.signIn('operator@example.com')
  const objects = await createObjects(production, await production.subscriber('ann@example.com'))
  const checksumBefore = await checksumOf(production.owner, ['audit_log', 'rate_limits'])
  const endpoints = production.app.endpoints.filter(({ access }) => access === 'platform-admin')
  expect(endpoints.length).toBeGreaterThan(20)
  for (const endpoint of endpoints) {
    const { url, body, headers } = sampleRequest(endpoint, objects)
    const { status, text } = await operator.request(endpoint.method, url, body, headers)
    expect([nameOf(endpoint), status, text]).toEqual([
      nameOf(endpoint),
      403,
      expect.stringContaining('Set up two-factor authentication first'),
    ])
  }
  expect(await checksumOf(production.owner, ['audit_log', 'rate_limits'])).toBe(checksumBefore)
  const isAdmin = async () => (await operator.request('GET', '/api/auth/is-admin')).json
  expect(await isAdmin()).toEqual({ isAdmin: false, needsSecondFactor: true })
  expect((await operator.request('GET', SECOND_FACTOR)).json).toMatchObject({ isRequired: true })
  const { secret } = (await operator.request('POST', `${SECOND_FACTOR}/start`)).json as AuthenticatorHolder
  expect(await isAdmin()).toEqual({ isAdmin: false, needsSecondFactor: true })
  await operator.request('POST', `${SECOND_FACTOR}/confirm`, { code: authenticator(secret).code() })
  expect(await isAdmin()).toEqual({ isAdmin: true })
  expect((await operator.request('GET', '/api/admin/overview')).status).toBe(200)
})

test('an operator resets a lost second factor but not their own, ends sessions and emails the account', async () => {
  const operator = await production.signIn('second@example.com')
  const setup = (await operator.request('POST', `${SECOND_FACTOR}/start`)).json as AuthenticatorHolder
  await operator.request('POST', `${SECOND_FACTOR}/confirm`, { code: authenticator(setup.secret).code() })
  const ann = await production.signIn('ann@example.com')
  const reset = (email: string) =>
    operator.request('POST', '/api/admin/second-factors/reset', { email, reason: 'Lost the phone' })
  expect((await reset('ann@example.com')).status).toBe(404)
  expect((await reset('nobody@example.com')).text.replace(/"requestId":"[^"]+"/, '')).toBe(
    (await reset('ann@example.com')).text.replace(/"requestId":"[^"]+"/, ''),
  )
  const { secret } = (await ann.request('POST', `${SECOND_FACTOR}/start`)).json as AuthenticatorHolder
  await ann.request('POST', `${SECOND_FACTOR}/confirm`, { code: authenticator(secret).code() })
  const pending = await production.signIn('ann@example.com')
  expect((await reset('second@example.com')).status).toBe(409)
  expect((await reset('Ann@example.com')).status).toBe(204)
  expect(await isSignedIn(ann)).toBe(false)
  expect((await enterCode(pending, authenticator(secret).code(1))).status).toBe(401)
  expect(await isSignedIn(await production.signIn('ann@example.com'))).toBe(true)
  await production.queue.drain()
  const email = production.mailer.outbox?.find(({ to }) => to === 'ann@example.com')
  expect(email?.subject).toContain('Two-factor authentication was reset')
  const [auditEntry] = await production.owner.rows(
    `select actor, subject, details from audit_log where action = 'operator.second-factor-reset' limit 1`,
  )
  expect(auditEntry).toEqual({
    actor: `user:${operator.userId}`,
    subject: ann.userId,
    details: { reason: 'Lost the phone' },
  })
})
