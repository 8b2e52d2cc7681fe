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
let n = 0
beforeEach(async () => {
  n += 1
  // These tests need more sign-ins than one network is allowed.
  await app.owner.run(`delete from rate_limits where bucket like 'magic-link:%'`)
  owner = await app.subscriber(`owner${n}@example.com`)
})

const guest = (name = 'guest') => `${name}${n}@example.com`
const url = (rest = '') => `/api/organizations/${owner.organizationId}/invitations${rest}`
const invite = (email: string, role = 'MEMBER', by = owner) => by.request('POST', url(), { email, role })
const idOf = ({ json }: TestResponse) => (json as { id: string }).id
const open = async () => (await owner.request('GET', url())).json as Invitation[]
const accept = (person: Person, token: string) => person.request('POST', '/api/invitations/accept', { token })

/** Sends pending emails. @returns the latest one to the address */
async function mailTo(email: string) {
  await app.queue.drain()
  return app.mailer.outbox?.find(({ to }) => to === email)
}
async function tokenFor(email: string): Promise<string> {
  const [, token = ''] = /token=(\S+)/.exec((await mailTo(email))?.text ?? '') ?? []
  return token
}
const actions = async () =>
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
    const shown = await person.request('POST', '/api/invitations/read', { token })
    expect(shown.json).toMatchObject({
      organizationName: `Company of owner${n}@example.com`,
      role: 'ADMIN',
      invitedBy: 'Ada Okafor',
      obstacle: null,
    })
    expect((await person.request('GET', '/api/auth/user')).json).toMatchObject({ organizationId: null })
    const answer = await accept(person, token)
    expect(answer.json).toMatchObject({ organizationId: owner.organizationId, role: 'ADMIN' })
    expect(((await person.request('GET', '/api/contacts')).json as unknown[]).length).toBe(1)
    expect(await open()).toEqual([])
    expect(await actions()).toEqual(['invitation.sent', 'invitation.accepted'])
  })

  test.each(['role', 'organization_id'])(
    'counts only while the inviter may still invite: neither link nor list when their %s was taken',
    async (column) => {
      const admin = await app.member(`admin${n}@example.com`, owner.organizationId, 'ADMIN')
      await invite(guest(), 'ADMIN', admin)
      const id = idOf({ json: (await open())[0] } as TestResponse)
      const token = await tokenFor(guest())
      const person = await app.signIn(guest())
      // Bypasses the service, which revokes them, like a restored database or a manual change.
      await app.owner.run(
        `update users set ${column} = ${column === 'role' ? "'MEMBER'" : 'null'} where id = $1`,
        [admin.userId],
      )
      expect((await person.request('POST', '/api/invitations/read', { token })).status).toBe(404)
      expect((await accept(person, token)).status).toBe(404)
      expect((await person.request('POST', `/api/invitations/${id}/accept`)).status).toBe(404)
      expect((await person.request('GET', '/api/invitations')).json).toEqual([])
      // A resend makes the sender responsible for it.
      expect((await owner.request('POST', url(`/${id}/resend`))).status).toBe(200)
      expect((await accept(person, await tokenFor(guest()))).status).toBe(200)
    },
  )

  test('works once, even when used ten times at once', async () => {
    await invite(guest())
    const token = await tokenFor(guest())
    const person = await app.signIn(guest())
    const answers = await Promise.all(Array.from({ length: 10 }, () => accept(person, token)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(404)])
    expect((await actions()).filter((action) => action === 'invitation.accepted')).toHaveLength(1)
    await person.request('POST', `/api/organizations/${owner.organizationId}/leave`)
    expect((await accept(person, token)).status).toBe(404)
  })

  test('either revoking or accepting succeeds when both happen at once', async () => {
    for (let round = 0; round < 6; round++) {
      const email = guest(`race${round}-`)
      const id = idOf(await invite(email))
      const [token, person] = [await tokenFor(email), await app.signIn(email)]
      const [taken, revoked] = await Promise.all([
        accept(person, token),
        owner.request('DELETE', url(`/${id}`)),
      ])
      expect([
        [200, 404],
        [404, 204],
      ]).toContainEqual([taken.status, revoked.status])
      const { organizationId } = (await person.request('GET', '/api/auth/user')).json as Person
      expect(organizationId).toBe(taken.status === 200 ? owner.organizationId : null)
    }
  })

  test('accepting two organizations at once joins only one', async () => {
    const other = await app.subscriber(`other${n}@example.com`, 0)
    await invite(guest())
    const first = await tokenFor(guest())
    await other.request('POST', `/api/organizations/${other.organizationId}/invitations`, {
      email: guest(),
      role: 'ADMIN',
    })
    const second = await tokenFor(guest())
    const person = await app.signIn(guest())
    const answers = await Promise.all([accept(person, first), accept(person, second)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('works only for the invited address and does not reveal the organization to others', async () => {
    await invite(guest())
    const token = await tokenFor(guest())
    const stranger = await app.signIn(guest('stranger'))
    for (const call of ['accept', 'read']) {
      const answer = await stranger.request('POST', `/api/invitations/${call}`, { token })
      expect(answer.status).toBe(403)
      expect(answer.text).toContain('sent to another address')
      expect(answer.text).not.toContain('Company of')
      expect((await app.visitor('POST', `/api/invitations/${call}`, { token })).status).toBe(401)
    }
    expect(await open()).toHaveLength(1)
  })

  test.each(['revoked', 'expired', 'resent', 'never there'])(
    'a link that is %s is no longer valid',
    async (how) => {
      const id = idOf(await invite(guest()))
      const token = how === 'never there' ? randomUUID() : await tokenFor(guest())
      if (how === 'revoked') await owner.request('DELETE', url(`/${id}`))
      if (how === 'resent') await owner.request('POST', url(`/${id}/resend`))
      if (how === 'expired')
        await app.owner.run(`update invitations set expires_at = now() where id = $1`, [id])
      const person = await app.signIn(guest())
      for (const call of ['read', 'accept']) {
        const answer = await person.request('POST', `/api/invitations/${call}`, { token })
        expect([answer.status, (answer.json as { message: string }).message]).toEqual([
          404,
          'This invitation is no longer valid. Ask the person who invited you for a new one.',
        ])
      }
      if (how !== 'resent') return
      const renewed = await tokenFor(guest())
      expect(renewed).not.toBe(token)
      expect((await accept(person, renewed)).status).toBe(200)
    },
  )

  test('tells a member of another organization what to do first and stays open', async () => {
    const elsewhere = await app.subscriber(`elsewhere${n}@example.com`, 0)
    await invite(elsewhere.email)
    const token = await tokenFor(elsewhere.email)
    const shown = await elsewhere.request('POST', '/api/invitations/read', { token })
    const { obstacle } = shown.json as ReceivedInvitation
    expect(obstacle).toContain(`You belong to Company of ${elsewhere.email}`)
    expect(obstacle).toContain("If you're its only owner, transfer or delete the organization first.")
    const answer = await accept(elsewhere, token)
    expect([answer.status, (answer.json as { message: string }).message]).toEqual([409, obstacle])
    await app.member(`heir${n}@example.com`, elsewhere.organizationId, 'OWNER')
    await elsewhere.request('POST', `/api/organizations/${elsewhere.organizationId}/leave`)
    expect((await accept(elsewhere, token)).status).toBe(200)
  })

  test('is listed after signing in with the invited address and works without the link', async () => {
    const id = idOf(await invite(guest()))
    const person = await app.signIn(guest())
    const stranger = await app.signIn(guest('stranger'))
    const received = (await person.request('GET', '/api/invitations')).json as ReceivedInvitation[]
    expect(received).toMatchObject([{ id, organizationName: `Company of owner${n}@example.com` }])
    expect((await stranger.request('GET', '/api/invitations')).json).toEqual([])
    const missing = await stranger.request('POST', `/api/invitations/${randomUUID()}/accept`)
    const foreign = await stranger.request('POST', `/api/invitations/${id}/accept`)
    const bytes = ({ status, text }: TestResponse) => [status, text.replace(/"requestId":"[^"]+"/, '')]
    expect(bytes(foreign)).toEqual(bytes(missing))
    expect(foreign.status).toBe(404)
    expect((await person.request('POST', `/api/invitations/${id}/accept`)).status).toBe(200)
    expect((await person.request('GET', '/api/invitations')).json).toEqual([])
  })
})
