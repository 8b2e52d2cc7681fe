import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Invitation, ReceivedInvitation } from '#contract/invitations.ts'
import { createTestApp, type Person, type TestApp, type TestResponse } from '#test/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

let owner: Person
let testCount = 0
beforeEach(async () => {
  testCount += 1
  // These tests need more sign-ins than one network is allowed.
  await app.owner.run(`delete from rate_limits where bucket like 'magic-link:%'`)
  owner = await app.subscriber(`owner${testCount}@example.com`)
})

const guest = (name = 'guest') => `${name}${testCount}@example.com`
const url = (path = '') => `/api/organizations/${owner.organizationId}/invitations${path}`
const invite = (email: string, role = 'MEMBER', sender = owner) =>
  sender.request('POST', url(), { email, role })
const idOf = ({ json }: TestResponse) => (json as { id: string }).id
const listOpen = async () => (await owner.request('GET', url())).json as Invitation[]
const accept = (person: Person, token: string) => person.request('POST', '/api/invitations/accept', { token })

/** Sends pending emails. @returns the latest one to the address */
async function emailTo(email: string) {
  await app.queue.drain()
  return app.mailer.outbox?.find(({ to }) => to === email)
}
async function tokenFor(email: string): Promise<string> {
  const [, token = ''] = /token=(\S+)/.exec((await emailTo(email))?.text ?? '') ?? []
  return token
}
const listActions = async () =>
  (
    await app.owner.rows<{ action: string }>(
      `select action from audit_log where organization_id = $1 and action like 'invitation.%' order by created_at`,
      [owner.organizationId],
    )
  ).map(({ action }) => action)

describe('A35 accepting', () => {
  test('shows organization and role, then makes the person a member who sees the contacts', async () => {
    await owner.request('POST', '/api/contacts', { firstName: 'Lena', lastName: 'Quill' })
    await invite(guest(), 'ADMIN')
    const token = await tokenFor(guest())
    const person = await app.signIn(guest())
    const preview = await person.request('POST', '/api/invitations/read', { token })
    expect(preview.json).toMatchObject({
      organizationName: `Company of owner${testCount}@example.com`,
      role: 'ADMIN',
      invitedBy: 'Ada Okafor',
      obstacle: null,
    })
    expect((await person.request('GET', '/api/auth/user')).json).toMatchObject({ organizationId: null })
    const response = await accept(person, token)
    expect(response.json).toMatchObject({ organizationId: owner.organizationId, role: 'ADMIN' })
    expect(((await person.request('GET', '/api/contacts')).json as unknown[]).length).toBe(1)
    expect(await listOpen()).toEqual([])
    expect(await listActions()).toEqual(['invitation.sent', 'invitation.accepted'])
  })

  test.each([
    ['role was removed', `update memberships set role = 'MEMBER' where user_id = $1`],
    ['membership has ended', 'delete from memberships where user_id = $1'],
  ])('is void when the inviter may no longer invite because their %s', async (_, change) => {
    const admin = await app.member(`admin${testCount}@example.com`, owner.organizationId, 'ADMIN')
    await invite(guest(), 'ADMIN', admin)
    const id = idOf({ json: (await listOpen())[0] } as TestResponse)
    const token = await tokenFor(guest())
    const person = await app.signIn(guest())
    // Bypasses the service, which would revoke the invitations, like a restored database or a manual change.
    await app.owner.run(change, [admin.userId])
    expect((await person.request('POST', '/api/invitations/read', { token })).status).toBe(404)
    expect((await accept(person, token)).status).toBe(404)
    expect((await person.request('POST', `/api/invitations/${id}/accept`)).status).toBe(404)
    expect((await person.request('GET', '/api/invitations')).json).toEqual([])
    // A resend makes the sender responsible for it.
    expect((await owner.request('POST', url(`/${id}/resend`))).status).toBe(200)
    expect((await accept(person, await tokenFor(guest()))).status).toBe(200)
  })

  test('works once, even when used ten times concurrently', async () => {
    await invite(guest())
    const token = await tokenFor(guest())
    const person = await app.signIn(guest())
    const responses = await Promise.all(Array.from({ length: 10 }, () => accept(person, token)))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(404)])
    expect((await listActions()).filter((action) => action === 'invitation.accepted')).toHaveLength(1)
    await person.request('POST', `/api/organizations/${owner.organizationId}/leave`)
    expect((await accept(person, token)).status).toBe(404)
  })

  test('either revoking or accepting succeeds when both happen concurrently', async () => {
    for (let round = 0; round < 6; round++) {
      const email = guest(`race${round}-`)
      const id = idOf(await invite(email))
      const [token, person] = [await tokenFor(email), await app.signIn(email)]
      const [accepted, revoked] = await Promise.all([
        accept(person, token),
        owner.request('DELETE', url(`/${id}`)),
      ])
      expect([
        [200, 404],
        [404, 204],
      ]).toContainEqual([accepted.status, revoked.status])
      const { organizationId } = (await person.request('GET', '/api/auth/user')).json as Person
      expect(organizationId).toBe(accepted.status === 200 ? owner.organizationId : null)
    }
  })

  test('accepting two invitations concurrently joins both organizations', async () => {
    const other = await app.subscriber(`other${testCount}@example.com`, 0)
    await invite(guest())
    const first = await tokenFor(guest())
    await other.request('POST', `/api/organizations/${other.organizationId}/invitations`, {
      email: guest(),
      role: 'ADMIN',
    })
    const second = await tokenFor(guest())
    const person = await app.signIn(guest())
    const responses = await Promise.all([accept(person, first), accept(person, second)])
    expect(responses.map(({ status }) => status)).toEqual([200, 200])
    expect((await person.request('GET', '/api/auth/organizations')).json).toHaveLength(2)
  })

  test('works only for the invited address and does not reveal the organization to others', async () => {
    await invite(guest())
    const token = await tokenFor(guest())
    const stranger = await app.signIn(guest('stranger'))
    for (const call of ['accept', 'read']) {
      const response = await stranger.request('POST', `/api/invitations/${call}`, { token })
      expect(response.status).toBe(403)
      expect(response.text).toContain('sent to another address')
      expect(response.text).not.toContain('Company of')
      expect((await app.visitor('POST', `/api/invitations/${call}`, { token })).status).toBe(401)
    }
    expect(await listOpen()).toHaveLength(1)
  })

  test.each(['revoked', 'expired', 'resent', 'unknown'])(
    'a link that is %s is no longer valid',
    async (state) => {
      const id = idOf(await invite(guest()))
      const token = state === 'unknown' ? randomUUID() : await tokenFor(guest())
      if (state === 'revoked') await owner.request('DELETE', url(`/${id}`))
      if (state === 'resent') await owner.request('POST', url(`/${id}/resend`))
      if (state === 'expired')
        await app.owner.run(`update invitations set expires_at = now() where id = $1`, [id])
      const person = await app.signIn(guest())
      for (const call of ['read', 'accept']) {
        const response = await person.request('POST', `/api/invitations/${call}`, { token })
        expect([response.status, (response.json as { message: string }).message]).toEqual([
          404,
          'This invitation is no longer valid. Ask the person who invited you for a new one.',
        ])
      }
      if (state !== 'resent') return
      const newToken = await tokenFor(guest())
      expect(newToken).not.toBe(token)
      expect((await accept(person, newToken)).status).toBe(200)
    },
  )

  test('lets a member of another organization join, who keeps their own', async () => {
    const outsider = await app.subscriber(`elsewhere${testCount}@example.com`, 0)
    await invite(outsider.email)
    const token = await tokenFor(outsider.email)
    expect((await outsider.request('POST', '/api/invitations/read', { token })).json).toMatchObject({
      obstacle: null,
    })
    expect((await accept(outsider, token)).json).toMatchObject({
      organizationId: owner.organizationId,
      role: 'MEMBER',
    })
    expect((await outsider.request('GET', '/api/auth/organizations')).json).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ id: outsider.organizationId, role: 'OWNER' })]),
    )
  })

  test('is listed after signing in with the invited address and works without the link', async () => {
    const id = idOf(await invite(guest()))
    const person = await app.signIn(guest())
    const stranger = await app.signIn(guest('stranger'))
    const received = (await person.request('GET', '/api/invitations')).json as ReceivedInvitation[]
    expect(received).toMatchObject([{ id, organizationName: `Company of owner${testCount}@example.com` }])
    expect((await stranger.request('GET', '/api/invitations')).json).toEqual([])
    const missing = await stranger.request('POST', `/api/invitations/${randomUUID()}/accept`)
    const foreign = await stranger.request('POST', `/api/invitations/${id}/accept`)
    const bodyOf = ({ status, text }: TestResponse) => [status, text.replace(/"requestId":"[^"]+"/, '')]
    expect(bodyOf(foreign)).toEqual(bodyOf(missing))
    expect(foreign.status).toBe(404)
    expect((await person.request('POST', `/api/invitations/${id}/accept`)).status).toBe(200)
    expect((await person.request('GET', '/api/invitations')).json).toEqual([])
  })
})

describe('A35 declining', () => {
  test('ends an invitation to the own address only, frees its seat, and shows in the audit log', async () => {
    const id = idOf(await invite(guest()))
    const token = await tokenFor(guest())
    const [person, stranger] = [await app.signIn(guest()), await app.signIn(guest('stranger'))]
    const seats = () =>
      app.owner.value('select seats from organizations where id = $1', [owner.organizationId])
    const before = await seats()
    expect((await stranger.request('DELETE', `/api/invitations/${id}`)).status).toBe(404)
    expect((await person.request('DELETE', `/api/invitations/${id}`)).status).toBe(204)
    expect((await person.request('GET', '/api/invitations')).json).toEqual([])
    expect((await person.request('DELETE', `/api/invitations/${id}`)).status).toBe(404)
    expect((await accept(person, token)).status).toBe(404)
    expect([await listOpen(), await listActions()]).toEqual([[], ['invitation.sent', 'invitation.declined']])
    expect(await seats()).toBe(Number(before) - 1)
  })
})

describe('A40 on the domain of another organization', () => {
  test('an invitation is not listed, and can be neither read nor answered', async () => {
    const person = await app.subscriber(guest())
    const id = idOf(await invite(guest()))
    const token = await tokenFor(guest())
    const host = `app.guest${testCount}.com`
    await app.owner.run(`insert into proven_domains (use, domain, organization_id) values ('app', $1, $2)`, [
      host,
      person.organizationId,
    ])
    await app.services.domains.loadHosts()
    const there = (method: string, path: string, body?: object) =>
      person.request(method, path, body, { host })
    expect((await there('GET', '/api/invitations')).json).toEqual([])
    const calls = [
      there('POST', `/api/invitations/${id}/accept`),
      there('DELETE', `/api/invitations/${id}`),
      there('POST', '/api/invitations/read', { token }),
      there('POST', '/api/invitations/accept', { token }),
    ]
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([404, 404, 404, 404])
    expect((await person.request('GET', '/api/invitations')).json).toMatchObject([{ id }])
  })
})
