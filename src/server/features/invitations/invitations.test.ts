import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Invitation } from '#contract/invitations.ts'
import { dump } from '#test/checks.ts'
import { createTestApp, type Person, type TestApp, type TestResponse } from '#test/test-app.ts'
import { INVITATION_MAIL_JOB } from './service.ts'

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

describe('A35 inviting', () => {
  test('sends a link to the invited address and lists the invitation for 7 days', async () => {
    const answer = await invite(`  ${guest().toUpperCase()} `, 'ADMIN')
    expect(answer.status).toBe(201)
    expect(answer.json).toMatchObject({
      email: guest(),
      role: 'ADMIN',
      invitedBy: 'Ada Okafor',
      expired: false,
    })
    const { createdAt, expiresAt } = answer.json as Invitation
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(7 * 86_400_000)
    expect(await open()).toEqual([answer.json])
    const mail = await mailTo(guest())
    expect(mail?.subject).toBe(`Join Company of owner${n}@example.com on Ninefold`)
    expect(mail?.text).toMatch(
      /^Ada Okafor invited you to join Company of owner\d+@example\.com on Ninefold as an administrator:\n\nhttp:\/\/localhost:3000\/invitations\/accept\?token=[\w-]{43}\n\nOpen the link to join as guest/,
    )
    expect(mail?.text).toContain('The link works once and expires in 7 days.')
    expect(await actions()).toEqual(['invitation.sent'])
  })

  test('Trust 6 the token has 32 random bytes and is in no table, queue or response', async () => {
    const answer = await invite(guest())
    expect(JSON.stringify(app.queue.waiting)).not.toContain(guest())
    const token = await tokenFor(guest())
    expect(Buffer.from(token, 'base64url').length).toBe(32)
    expect(await dump(app.owner)).not.toContain(token)
    expect(answer.text + JSON.stringify(await open())).not.toContain(token)
  })

  test('reduces names in the email to one short line without URLs', async () => {
    const companyName = `Win a prize https://evil.example ${'x'.repeat(150)}`
    await owner.request('POST', '/api/profile/complete', { firstName: 'A\u202e', lastName: 'B', companyName })
    await invite(guest())
    const mail = await mailTo(guest())
    expect(mail?.subject.length).toBeLessThan(120)
    expect(mail?.text).not.toContain('https://evil')
    expect(mail?.text).not.toContain('\u202e')
  })

  test('is sent by the sweep when the queue was unavailable', async () => {
    vi.spyOn(app.queue, 'send').mockRejectedValueOnce(new Error('connect ECONNREFUSED'))
    const answer = await invite(guest())
    expect(answer.status).toBe(201)
    expect(await mailTo(guest())).toBeUndefined()
    await app.owner.run(`update invitations set created_at = now() - interval '2 minutes' where id = $1`, [
      idOf(answer),
    ])
    for (let i = 0; i < 2; i++) {
      await app.services.invitations.sweep()
      expect(await tokenFor(guest())).toHaveLength(43)
    }
    expect(app.mailer.outbox?.filter(({ to }) => to === guest())).toHaveLength(1)
  })

  test.each(['OWNER', 'owner', '', undefined])('the role %j is refused', async (role) => {
    expect((await owner.request('POST', url(), { email: guest(), role })).status).toBe(400)
    expect(await open()).toEqual([])
  })

  test.each(['', 'nobody', 'a@b', 'a@example.com, b@example.com', 'a@example.com\nBcc: b@example.com', null])(
    'the address %j is refused',
    async (email) => {
      expect((await owner.request('POST', url(), { email, role: 'MEMBER' })).status).toBe(400)
      expect(await open()).toEqual([])
    },
  )

  test("ADMIN can invite members and administrators; MEMBER can't invite or see invitations", async () => {
    const admin = await app.member(`admin${n}@example.com`, owner.organizationId, 'ADMIN')
    const member = await app.member(`member${n}@example.com`, owner.organizationId, 'MEMBER')
    expect((await invite(guest('a'), 'MEMBER', admin)).status).toBe(201)
    const second = await invite(guest('b'), 'ADMIN', admin)
    expect(second.status).toBe(201)
    expect((await invite(guest('c'), 'MEMBER', member)).status).toBe(403)
    expect((await member.request('GET', url())).status).toBe(403)
    expect((await member.request('DELETE', url(`/${idOf(second)}`))).status).toBe(403)
    expect((await member.request('POST', url(`/${idOf(second)}/resend`))).status).toBe(403)
  })

  test('rejects a member of this organization but invites one of another', async () => {
    await app.member(`member${n}@example.com`, owner.organizationId, 'MEMBER')
    expect((await invite(`member${n}@example.com`)).json).toMatchObject({
      code: 'conflict',
      message: 'This person is already a member of your organization',
    })
    const elsewhere = await app.subscriber(`elsewhere${n}@example.com`, 0)
    const shape = ({ status, json, headers }: TestResponse) => ({
      status,
      keys: Object.keys(json),
      headers: Object.keys(headers),
    })
    const known = await invite(elsewhere.email)
    expect(shape(known)).toEqual(shape(await invite(guest('unknown'))))
    expect(await mailTo(elsewhere.email)).toBeDefined()
  })

  test('allows one open invitation per address, even when invited ten times at once', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => invite(guest())))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)])
    expect(await open()).toHaveLength(1)
  })

  test('pages by cursor, newest first', async () => {
    for (const name of ['a', 'b', 'c']) await invite(guest(name))
    const first = await owner.request('GET', url('?limit=2'))
    const next = /<([^>]+)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? ''
    const second = await owner.request('GET', next)
    const emails = [first, second].flatMap(({ json }) => (json as Invitation[]).map(({ email }) => email))
    expect(emails).toEqual([guest('c'), guest('b'), guest('a')])
    expect(second.headers.link).toBeUndefined()
  })
})

describe('A35 email limits of invitations', () => {
  test('allows twenty a day per organization, then 429 with the time to wait, storing nothing', async () => {
    for (let i = 0; i < 20; i++) expect((await invite(guest(`many${i}-`))).status).toBe(201)
    const answer = await invite(guest('one-more'))
    expect(answer.status).toBe(429)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(80_000)
    expect(await open()).toHaveLength(20)
    expect((await owner.request('POST', url(`/${(await open())[0]?.id}/resend`))).status).toBe(429)
  })

  test('allows three a day per address, from any sender and in any spelling', async () => {
    const id = idOf(await invite(guest()))
    expect((await owner.request('POST', url(`/${id}/resend`))).status).toBe(200)
    expect((await owner.request('POST', url(`/${id}/resend`))).status).toBe(200)
    expect((await owner.request('POST', url(`/${id}/resend`))).status).toBe(429)
    expect((await invite(guest().replace('@', '+other@'))).status).toBe(429)
    const other = await app.subscriber(`other${n}@example.com`, 0)
    const elsewhere = `/api/organizations/${other.organizationId}/invitations`
    expect((await other.request('POST', elsewhere, { email: guest(), role: 'MEMBER' })).status).toBe(429)
  })
})

describe('A35 an expired invitation', () => {
  test('is shown as expired, can be sent again, and is removed after 30 days', async () => {
    const id = idOf(await invite(guest()))
    await app.owner.run(`update invitations set expires_at = now() - interval '1 day' where id = $1`, [id])
    expect(await open()).toMatchObject([{ expired: true }])
    await app.services.invitations.removeOld()
    expect(await open()).toHaveLength(1)
    expect((await invite(guest(), 'ADMIN')).status).toBe(201)
    expect(await open()).toMatchObject([{ expired: false, role: 'ADMIN' }])
    await app.owner.run(`update invitations set expires_at = now() - interval '31 days' where id = $1`, [id])
    await app.services.invitations.removeOld()
    expect(await open()).toEqual([])
  })

  test('is not sent after it was revoked', async () => {
    const id = idOf(await invite(guest()))
    expect(app.queue.waiting.map(({ job }) => job)).toContain(INVITATION_MAIL_JOB)
    await owner.request('DELETE', url(`/${id}`))
    expect(await mailTo(guest())).toBeUndefined()
  })
})
