import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OpenInvitation } from '#contract/invitations.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

let app: TestApp
let owner: Person
let testCount = 0
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  testCount += 1
  await app.owner.run(`delete from rate_limits where bucket like 'magic-link:%'`)
  owner = await app.subscriber(`owner${testCount}@example.com`)
})

const url = (path = '') => `/api/organizations/${owner.organizationId}/invitations${path}`
const guest = () => `guest${testCount}@example.com`
async function invite(): Promise<{ id: string; token: string }> {
  const { id } = (await owner.request('POST', url(), { email: guest(), role: 'MEMBER' })).json as {
    id: string
  }
  await app.queue.drain()
  const email = app.mailer.outbox?.find(({ to }) => to === guest())
  return { id, token: /token=(\S+)/.exec(email?.text ?? '')?.[1] ?? '' }
}
const preview = (token: string, caller: Pick<Person, 'request'> | null = null) =>
  (caller?.request ?? app.visitor)('POST', '/api/invitations/preview', { token })
const join = (token: string, caller: Pick<Person, 'request'> | null = null, signsOut?: boolean) =>
  (caller?.request ?? app.visitor)('POST', '/api/invitations/join', {
    token,
    ...(signsOut ? { signsOut } : {}),
  })
const messageOf = ({ json }: { json: unknown }) => (json as { message: string }).message
const sessionCookie = (headers: Record<string, unknown>) =>
  [headers['set-cookie']]
    .flat()
    .map(String)
    .find((cookie) => cookie.startsWith('sid='))
    ?.split(';')[0]

describe('A35 invitation page', () => {
  test('names inviter, organization and address, and opening it does not use the link', async () => {
    const { token } = await invite()
    for (let attempt = 0; attempt < 3; attempt++) {
      const { status, json, headers } = await preview(token)
      expect([status, headers['set-cookie']]).toEqual([200, undefined])
      expect(json as OpenInvitation).toMatchObject({
        email: guest(),
        organizationName: `Company of ${owner.email}`,
        invitedBy: 'Ada Okafor',
        role: 'MEMBER',
        signedInAs: null,
      })
    }
    await app.visitor('GET', `/api/invitations/accept?token=${token}`)
    expect(await app.owner.rows('select id from users where email = $1', [guest()])).toEqual([])
    expect((await join(token)).status).toBe(200)
  })

  test('signs in and joins with one click, once', async () => {
    const { token } = await invite()
    const responses = await Promise.all([join(token), join(token)])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 404])
    const success = responses.find(({ status }) => status === 200)!
    expect(success.json).toEqual({ location: '/dashboard' })
    const user = await app.app.inject({
      url: '/api/auth/user',
      headers: { cookie: sessionCookie(success.headers) ?? '' },
    })
    expect(user.json()).toMatchObject({
      email: guest(),
      organizationId: owner.organizationId,
      role: 'MEMBER',
    })
    for (const response of [await join(token), await preview(token)]) {
      expect([response.status, response.headers['set-cookie']]).toEqual([404, undefined])
      expect(messageOf(response)).toMatch(/^This invitation was already used or withdrawn\./)
    }
  })

  test('preserves the session of a user with the invited address', async () => {
    const { token } = await invite()
    const person = await app.signIn(guest())
    const { status, headers } = await join(token, person)
    expect([status, headers['set-cookie']]).toEqual([200, undefined])
    expect((await person.request('GET', '/api/auth/user')).json).toMatchObject({
      organizationId: owner.organizationId,
    })
  })

  test("never replaces another user's session without asking", async () => {
    const { token } = await invite()
    const other = await app.signIn(`other${testCount}@example.com`)
    expect((await preview(token, other)).json).toMatchObject({ signedInAs: other.email })
    const response = await join(token, other)
    expect([response.status, response.headers['set-cookie']]).toEqual([409, undefined])
    expect(messageOf(response)).toBe(`You're signed in as ${other.email}. Sign out and join as ${guest()}?`)
    expect((await other.request('GET', '/api/auth/user')).status).toBe(200)
    expect((await join(token, other, true)).status).toBe(200)
    expect((await other.request('GET', '/api/auth/user')).status).toBe(401)
  })

  test.each(['expired', 'withdrawn', 'resent'])('reports that it is %s', async (state) => {
    const { id, token } = await invite()
    if (state === 'withdrawn') await owner.request('DELETE', url(`/${id}`))
    if (state === 'resent') await owner.request('POST', url(`/${id}/resend`))
    if (state === 'expired')
      await app.owner.run('update invitations set expires_at = now() where id = $1', [id])
    for (const response of [await preview(token), await join(token)]) {
      expect([response.status, response.headers['set-cookie']]).toEqual([404, undefined])
      expect(messageOf(response)).toMatch(
        state === 'expired'
          ? /^This invitation has expired/
          : /^This invitation was already used or withdrawn/,
      )
    }
  })

  test('signs in a member of another organization to the one that invited them', async () => {
    const { token } = await invite()
    const guestOwner = await app.subscriber(guest(), 0)
    const response = await join(token)
    expect(response.status).toBe(200)
    const cookie = [response.headers['set-cookie'] ?? []]
      .flat()
      .map(String)
      .find((line) => line.startsWith('sid='))
    const user = await app.visitor('GET', '/api/auth/user', undefined, {
      cookie: cookie?.split(';')[0] ?? '',
    })
    expect(user.json).toMatchObject({ id: guestOwner.userId, role: 'MEMBER' })
    expect((user.json as { organizationId: string }).organizationId).not.toBe(guestOwner.organizationId)
  })

  test('asks for the code of an account with a second factor, and stays open until then', async () => {
    const { token } = await invite()
    const person = await app.signIn(guest())
    await app.owner.run(
      `insert into second_factors (user_id, key_id, secret, confirmed_at) values ($1, 'x', 'x', now())`,
      [person.userId],
    )
    const response = await join(token)
    expect(response.json).toEqual({ location: '/auth/code' })
    expect((await preview(token)).status).toBe(200)
    expect(
      await app.owner.rows('select id from users where email = $1 and organization_id is not null', [
        guest(),
      ]),
    ).toEqual([])
  })
})
