import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Invitation } from '#contract/invitations.ts'
import { dumpRows } from '#test/checks.ts'
import { createTestApp, type Person, type TestApp, type TestResponse } from '#test/test-app.ts'
import { INVITATION_EMAIL_JOB } from './service.ts'

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

describe('A35 inviting', () => {
  test('sends a link to the invited address and lists the invitation for 7 days', async () => {
    const response = await invite(`  ${guest().toUpperCase()} `, 'ADMIN')
    expect(response.status).toBe(201)
    expect(response.json).toMatchObject({
      email: guest(),
      role: 'ADMIN',
      invitedBy: 'Ada Okafor',
      expired: false,
    })
    const { createdAt, expiresAt } = response.json as Invitation
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(7 * 86_400_000)
    expect(await listOpen()).toEqual([response.json])
    const email = await emailTo(guest())
    expect(email?.subject).toBe(`Join Company of owner${testCount}@example.com on Ninefold`)
    expect(email?.text).toMatch(
      /^Ada Okafor invited you to join Company of owner\d+@example\.com on Ninefold as an administrator:\n\nhttp:\/\/localhost:3000\/invitations\/accept\?token=[\w-]{43}\n\nOpen the link to join as guest/,
    )
    expect(email?.text).toContain('The link works once and expires in 7 days.')
    expect(await listActions()).toEqual(['invitation.sent'])
  })

  test('Trust 6 the token has 32 random bytes and is in no table, queue or response', async () => {
    const response = await invite(guest())
    expect(JSON.stringify(app.queue.pendingJobs)).not.toContain(guest())
    const token = await tokenFor(guest())
    expect(Buffer.from(token, 'base64url').length).toBe(32)
    expect(await dumpRows(app.owner)).not.toContain(token)
    expect(response.text + JSON.stringify(await listOpen())).not.toContain(token)
  })

  test('reduces names in the email to one short line without URLs', async () => {
    const companyName = `Win a prize https://evil.example ${'x'.repeat(150)}`
    await owner.request('POST', '/api/profile/complete', { firstName: 'A\u202e', lastName: 'B', companyName })
    await invite(guest())
    const email = await emailTo(guest())
    expect(email?.subject.length).toBeLessThan(120)
    expect(email?.text).not.toContain('https://evil')
    expect(email?.text).not.toContain('\u202e')
  })

  test('is sent by the sweep when the queue was unavailable', async () => {
    vi.spyOn(app.queue, 'send').mockRejectedValueOnce(new Error('connect ECONNREFUSED'))
    const response = await invite(guest())
    expect(response.status).toBe(201)
    expect(await emailTo(guest())).toBeUndefined()
    await app.owner.run(`update invitations set created_at = now() - interval '2 minutes' where id = $1`, [
      idOf(response),
    ])
    for (let i = 0; i < 2; i++) {
      await app.services.invitations.sweep()
      expect(await tokenFor(guest())).toHaveLength(43)
    }
    expect(app.mailer.outbox?.filter(({ to }) => to === guest())).toHaveLength(1)
  })

  test.each(['OWNER', 'owner', '', undefined])('rejects the role %j', async (role) => {
    expect((await owner.request('POST', url(), { email: guest(), role })).status).toBe(400)
    expect(await listOpen()).toEqual([])
  })

  test.each(['', 'nobody', 'a@b', 'a@example.com, b@example.com', 'a@example.com\nBcc: b@example.com', null])(
    'rejects the address %j',
    async (email) => {
      expect((await owner.request('POST', url(), { email, role: 'MEMBER' })).status).toBe(400)
      expect(await listOpen()).toEqual([])
    },
  )

  test("ADMIN can invite members and administrators; MEMBER can't invite or see invitations", async () => {
    const admin = await app.member(`admin${testCount}@example.com`, owner.organizationId, 'ADMIN')
    const member = await app.member(`member${testCount}@example.com`, owner.organizationId, 'MEMBER')
    expect((await invite(guest('a'), 'MEMBER', admin)).status).toBe(201)
    const second = await invite(guest('b'), 'ADMIN', admin)
    expect(second.status).toBe(201)
    expect((await invite(guest('c'), 'MEMBER', member)).status).toBe(403)
    expect((await member.request('GET', url())).status).toBe(403)
    expect((await member.request('DELETE', url(`/${idOf(second)}`))).status).toBe(403)
    expect((await member.request('POST', url(`/${idOf(second)}/resend`))).status).toBe(403)
  })

  test('rejects a member of this organization but invites one of another', async () => {
    await app.member(`member${testCount}@example.com`, owner.organizationId, 'MEMBER')
    expect((await invite(`member${testCount}@example.com`)).json).toMatchObject({
      code: 'conflict',
      message: 'This person is already a member of your organization',
    })
    const outsider = await app.subscriber(`elsewhere${testCount}@example.com`, 0)
    const shapeOf = ({ status, json, headers }: TestResponse) => ({
      status,
      keys: Object.keys(json),
      headers: Object.keys(headers),
    })
    const response = await invite(outsider.email)
    expect(shapeOf(response)).toEqual(shapeOf(await invite(guest('unknown'))))
    expect(await emailTo(outsider.email)).toBeDefined()
  })

  test('allows one open invitation per address, even with ten concurrent requests', async () => {
    const responses = await Promise.all(Array.from({ length: 10 }, () => invite(guest())))
    expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)])
    expect(await listOpen()).toHaveLength(1)
  })

  test('pages by cursor, newest first', async () => {
    for (const name of ['a', 'b', 'c']) await invite(guest(name))
    const firstPage = await owner.request('GET', url('?limit=2'))
    const next = /<([^>]+)>; rel="next"/.exec(String(firstPage.headers.link))?.[1] ?? ''
    const secondPage = await owner.request('GET', next)
    const emails = [firstPage, secondPage].flatMap(({ json }) =>
      (json as Invitation[]).map(({ email }) => email),
    )
    expect(emails).toEqual([guest('c'), guest('b'), guest('a')])
    expect(secondPage.headers.link).toBeUndefined()
  })
})

describe('A35 email limits of invitations', () => {
  test('allows twenty a day per organization, then 429 with the time to wait, storing nothing', async () => {
    for (let i = 0; i < 20; i++) expect((await invite(guest(`many${i}-`))).status).toBe(201)
    const response = await invite(guest('one-more'))
    expect(response.status).toBe(429)
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(80_000)
    expect(await listOpen()).toHaveLength(20)
    expect((await owner.request('POST', url(`/${(await listOpen())[0]?.id}/resend`))).status).toBe(429)
  })

  test('allows three a day per address, from any sender and in any spelling', async () => {
    const id = idOf(await invite(guest()))
    expect((await owner.request('POST', url(`/${id}/resend`))).status).toBe(200)
    expect((await owner.request('POST', url(`/${id}/resend`))).status).toBe(200)
    expect((await owner.request('POST', url(`/${id}/resend`))).status).toBe(429)
    expect((await invite(guest().replace('@', '+other@'))).status).toBe(429)
    const other = await app.subscriber(`other${testCount}@example.com`, 0)
    const otherUrl = `/api/organizations/${other.organizationId}/invitations`
    expect((await other.request('POST', otherUrl, { email: guest(), role: 'MEMBER' })).status).toBe(429)
  })
})

describe('A35 an expired invitation', () => {
  test('is shown as expired, can be sent again, and is removed after 30 days', async () => {
    const id = idOf(await invite(guest()))
    await app.owner.run(`update invitations set expires_at = now() - interval '1 day' where id = $1`, [id])
    expect(await listOpen()).toMatchObject([{ expired: true }])
    await app.services.invitations.removeOld()
    expect(await listOpen()).toHaveLength(1)
    expect((await invite(guest(), 'ADMIN')).status).toBe(201)
    expect(await listOpen()).toMatchObject([{ expired: false, role: 'ADMIN' }])
    await app.owner.run(`update invitations set expires_at = now() - interval '31 days' where id = $1`, [id])
    await app.services.invitations.removeOld()
    expect(await listOpen()).toEqual([])
  })

  test('is not sent after it was revoked', async () => {
    const id = idOf(await invite(guest()))
    expect(app.queue.pendingJobs.map(({ job }) => job)).toContain(INVITATION_EMAIL_JOB)
    await owner.request('DELETE', url(`/${id}`))
    expect(await emailTo(guest())).toBeUndefined()
  })
})
