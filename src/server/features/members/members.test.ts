import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Member } from '#contract/organizations.ts'
import { checksum } from '#test/checks.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

type Role = 'OWNER' | 'ADMIN' | 'MEMBER'
const ROLES: readonly Role[] = ['OWNER', 'ADMIN', 'MEMBER']

let owner: Person
let admin: Person
let member: Person
let n = 0
beforeEach(async () => {
  n += 1
  // These tests need more sign-ins than one network is allowed.
  await app.owner.run(`delete from rate_limits where bucket like 'magic-link:%'`)
  owner = await app.subscriber(`owner${n}@example.com`, 0)
  admin = await join('admin', 'ADMIN')
  member = await join('member', 'MEMBER')
})

const join = (name: string, role: Role) =>
  app.member(`${name}${n}@example.com`.toLowerCase(), owner.organizationId, role)
const members = (id = '') => `/api/organizations/${owner.organizationId}/members${id && `/${id}`}`
const change = (by: Person, of: Person, role: Role) => by.request('PATCH', members(of.userId), { role })
const remove = (by: Person, of: Person) => by.request('DELETE', members(of.userId))
const leave = (person: Person) => person.request('POST', `/api/organizations/${owner.organizationId}/leave`)
const transfer = (by: Person, to: Person) =>
  by.request('POST', `/api/organizations/${owner.organizationId}/transfer`, { userId: to.userId })

const list = async (by: Person) => (await by.request('GET', members())).json as Member[]
const roleOf = async (person: Person) =>
  (
    await app.owner.row<{ role: Role | null }>(
      'select case when organization_id = $2 then role end as role from users where id = $1',
      [person.userId, owner.organizationId],
    )
  )?.role
const owners = () =>
  app.owner.row(`select count(*)::int as owners from users where organization_id = $1 and role = 'OWNER'`, [
    owner.organizationId,
  ])
const audited = async () =>
  (
    await app.owner.rows<{ action: string; subject: string; details: unknown }>(
      `select action, subject, details from audit_log
        where organization_id = $1 and action ~ '^(member|ownership|account)' order by created_at`,
      [owner.organizationId],
    )
  ).map(({ action, subject, details }) => [action, subject, details])

describe('A35 the list of members', () => {
  test('is visible to all members, with role, join date and last activity', async () => {
    const shown = await list(member)
    expect(shown.map(({ email, role }) => [email, role])).toEqual(
      expect.arrayContaining([
        [owner.email, 'OWNER'],
        [admin.email, 'ADMIN'],
        [member.email, 'MEMBER'],
      ]),
    )
    for (const { joinedAt, lastSeenAt } of shown) {
      expect(Date.now() - Date.parse(joinedAt)).toBeLessThan(600_000)
      expect(Date.now() - Date.parse(lastSeenAt ?? '')).toBeLessThan(600_000)
    }
  })

  test('records activity at most every five minutes, and none of signed-out members', async () => {
    const age = (minutes: number) =>
      app.owner.run(`update sessions set seen_at = now() - make_interval(mins => $2) where user_id = $1`, [
        member.userId,
        minutes,
      ])
    const seenAgo = async () => {
      const at = (await list(owner)).find(({ id }) => id === member.userId)?.lastSeenAt
      return at ? Math.round((Date.now() - Date.parse(at)) / 60_000) : null
    }
    await age(4)
    await member.request('GET', '/api/auth/user')
    expect(await seenAgo()).toBe(4)
    await age(6)
    await member.request('GET', '/api/auth/user')
    expect(await seenAgo()).toBe(0)
    await member.request('POST', '/api/profile/sessions/end', { includeThis: true })
    expect(await seenAgo()).toBe(null)
  })

  test('pages by name with nameless members last, and rejects an unknown cursor', async () => {
    await app.owner.run(`update users set first_name = 'zoë', last_name = 'A' where id = $1`, [admin.userId])
    const all: string[] = []
    let url: string | null = `${members()}?limit=1`
    while (url) {
      const answer = await owner.request('GET', url)
      all.push(...(answer.json as Member[]).map(({ id }) => id))
      url = /<([^>]+)>/.exec(String(answer.headers.link ?? ''))?.[1] ?? null
    }
    expect(all).toEqual([owner.userId, admin.userId, member.userId])
    expect((await owner.request('GET', `${members()}?cursor=W10`)).status).toBe(400)
  })
})

describe('A35 roles', () => {
  // Allowed changes: ADMIN also members; OWNER also transfer.
  test.each(ROLES)('a %s can change these roles', async (by) => {
    for (const from of ROLES) {
      for (const to of ROLES) {
        const caller = await join(`by-${from}-${to}`, by)
        const other = await join(`of-${from}-${to}`, from)
        const isAllowed = by === 'OWNER' || (by === 'ADMIN' && from !== 'OWNER' && to !== 'OWNER')
        const { status } = await change(caller, other, to)
        expect([by, from, to, status, await roleOf(other)]).toEqual([
          ...[by, from, to],
          ...(isAllowed ? [200, to] : [403, from]),
        ])
      }
    }
  })

  test.each(ROLES)('a %s can remove these members', async (by) => {
    for (const role of ROLES) {
      const caller = await join(`by-${role}`, by)
      const other = await join(`of-${role}`, role)
      const isAllowed = by === 'OWNER' || (by === 'ADMIN' && role !== 'OWNER')
      expect([by, role, (await remove(caller, other)).status]).toEqual([by, role, isAllowed ? 204 : 403])
      expect(await roleOf(other)).toBe(isAllowed ? null : role)
    }
  })

  test('a change returns the member, is audited once and published', async () => {
    const events: string[] = []
    const stop = app.events.subscribe(owner.organizationId as never, ({ type }) => events.push(type))
    const answer = await change(owner, member, 'ADMIN')
    expect(answer.json).toMatchObject({ id: member.userId, role: 'ADMIN', email: member.email })
    await change(owner, member, 'ADMIN')
    await new Promise((resolve) => setImmediate(resolve))
    stop()
    expect(events).toEqual(['organization.changed'])
    expect(await audited()).toEqual([['member.role-changed', member.userId, { from: 'MEMBER', to: 'ADMIN' }]])
  })

  test('Trust 9 a new role applies from the next request on', async () => {
    const invitations = `/api/organizations/${owner.organizationId}/invitations`
    expect((await admin.request('GET', invitations)).status).toBe(200)
    await change(owner, admin, 'MEMBER')
    expect((await admin.request('GET', invitations)).status).toBe(403)
    await change(owner, admin, 'ADMIN')
    expect((await admin.request('GET', invitations)).status).toBe(200)
  })

  test("responds to another organization's member exactly as to an unknown one", async () => {
    const stranger = await app.subscriber(`stranger${n}@example.com`, 0)
    const before = await checksum(app.owner, ['audit_log', 'rate_limits', 'sessions'])
    const bytes = async (method: string, url: string, body?: unknown) => {
      const { status, text } = await owner.request(method, url, body)
      return [status, text.replace(/"requestId":"[^"]+"/, '')]
    }
    for (const [method, body] of [['PATCH', { role: 'ADMIN' }], ['DELETE']] as const) {
      const foreign = await bytes(method, members(stranger.userId), body)
      expect(foreign).toEqual(await bytes(method, members(randomUUID()), body))
      expect(foreign[0]).toBe(404)
    }
    const url = `/api/organizations/${owner.organizationId}/transfer`
    expect(await bytes('POST', url, { userId: stranger.userId })).toEqual(
      await bytes('POST', url, { userId: randomUUID() }),
    )
    expect(await checksum(app.owner, ['audit_log', 'rate_limits', 'sessions'])).toBe(before)
  })
})

describe('A35 the last owner', () => {
  test("can't be demoted, removed, leave or delete the account", async () => {
    const answers = [
      await change(owner, owner, 'ADMIN'),
      await remove(owner, owner),
      await leave(owner),
      await owner.request('POST', '/api/profile/delete', { email: owner.email }),
    ]
    for (const { status, json } of answers) {
      expect(status).toBe(409)
      expect((json as { message: string }).message).toContain('An organization needs an owner')
    }
    expect(await owners()).toEqual({ owners: 1 })
  })

  test('two owners who demote each other at once: one succeeds', async () => {
    for (let round = 0; round < 10; round++) {
      const other = await join(`second-${round}`, 'OWNER')
      const answers = await Promise.all([change(owner, other, 'MEMBER'), change(other, owner, 'MEMBER')])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 403])
      expect(await owners()).toEqual({ owners: 1 })
      if ((await roleOf(owner)) !== 'OWNER') await change(other, owner, 'OWNER')
      await change(owner, other, 'MEMBER')
    }
  })

  test('owners who leave, remove and transfer at once: one always remains', async () => {
    const others = await Promise.all([1, 2, 3].map((i) => join(`owner-${i}`, 'OWNER')))
    await Promise.all([
      ...others.map(leave),
      leave(owner),
      remove(owner, others[0]!),
      transfer(others[1]!, member),
      change(others[2]!, owner, 'ADMIN'),
    ])
    expect((await owners()) as { owners: number }).toMatchObject({ owners: expect.any(Number) })
    expect(((await owners()) as { owners: number }).owners).toBeGreaterThanOrEqual(1)
  })

  test('transfers ownership: the other becomes OWNER and the caller ADMIN, in one step', async () => {
    const answer = await transfer(owner, member)
    expect([answer.status, (answer.json as Member).role]).toEqual([200, 'OWNER'])
    expect([await roleOf(owner), await roleOf(member)]).toEqual(['ADMIN', 'OWNER'])
    expect(await audited()).toEqual([['ownership.transferred', member.userId, { from: owner.userId }]])
    expect((await transfer(owner, admin)).status).toBe(403)
    expect((await transfer(member, member)).status).toBe(409)
  })
})
