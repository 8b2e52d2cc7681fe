import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Member } from '#contract/organizations.ts'
import { checksumOf } from '#test/checks.ts'
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
let testCount = 0
beforeEach(async () => {
  testCount += 1
  // These tests need more sign-ins than one network is allowed.
  await app.owner.run(`delete from rate_limits where bucket like 'magic-link:%'`)
  owner = await app.subscriber(`owner${testCount}@example.com`, 0)
  admin = await join('admin', 'ADMIN')
  member = await join('member', 'MEMBER')
})

const join = (name: string, role: Role) =>
  app.member(`${name}${testCount}@example.com`.toLowerCase(), owner.organizationId, role)
const members = (id = '') => `/api/organizations/${owner.organizationId}/members${id && `/${id}`}`
const change = (caller: Person, target: Person, role: Role) =>
  caller.request('PATCH', members(target.userId), { role })
const remove = (caller: Person, target: Person) => caller.request('DELETE', members(target.userId))
const leave = (person: Person) => person.request('POST', `/api/organizations/${owner.organizationId}/leave`)
const transfer = (caller: Person, target: Person) =>
  caller.request('POST', `/api/organizations/${owner.organizationId}/transfer`, { userId: target.userId })

const list = async (caller: Person) => (await caller.request('GET', members())).json as Member[]
const roleOf = async (person: Person) =>
  (
    await app.owner.row<{ role: Role | null }>(
      'select case when organization_id = $2 then role end as role from users where id = $1',
      [person.userId, owner.organizationId],
    )
  )?.role
const countOwners = () =>
  app.owner.row(`select count(*)::int as owners from users where organization_id = $1 and role = 'OWNER'`, [
    owner.organizationId,
  ])
const listAuditEntries = async () =>
  (
    await app.owner.rows<{ action: string; subject: string; details: unknown }>(
      `select action, subject, details from audit_log
        where organization_id = $1 and action ~ '^(member|ownership|account)' order by created_at`,
      [owner.organizationId],
    )
  ).map(({ action, subject, details }) => [action, subject, details])

describe('A35 the list of members', () => {
  test('is visible to all members, with role, join date and last activity', async () => {
    const memberList = await list(member)
    expect(memberList.map(({ email, role }) => [email, role])).toEqual(
      expect.arrayContaining([
        [owner.email, 'OWNER'],
        [admin.email, 'ADMIN'],
        [member.email, 'MEMBER'],
      ]),
    )
    for (const { joinedAt, lastSeenAt } of memberList) {
      expect(Date.now() - Date.parse(joinedAt)).toBeLessThan(600_000)
      expect(Date.now() - Date.parse(lastSeenAt ?? '')).toBeLessThan(600_000)
    }
  })

  test('records activity at most every five minutes, and shows none for signed-out members', async () => {
    const setActivityAge = (minutes: number) =>
      app.owner.run(`update sessions set seen_at = now() - make_interval(mins => $2) where user_id = $1`, [
        member.userId,
        minutes,
      ])
    const minutesSinceActivity = async () => {
      const lastSeenAt = (await list(owner)).find(({ id }) => id === member.userId)?.lastSeenAt
      return lastSeenAt ? Math.round((Date.now() - Date.parse(lastSeenAt)) / 60_000) : null
    }
    await setActivityAge(4)
    await member.request('GET', '/api/auth/user')
    expect(await minutesSinceActivity()).toBe(4)
    await setActivityAge(6)
    await member.request('GET', '/api/auth/user')
    expect(await minutesSinceActivity()).toBe(0)
    await member.request('POST', '/api/profile/sessions/end', { includeThis: true })
    expect(await minutesSinceActivity()).toBe(null)
  })

  test('pages by name with nameless members last, and rejects an unknown cursor', async () => {
    await app.owner.run(`update users set first_name = 'zoë', last_name = 'A' where id = $1`, [admin.userId])
    const ids: string[] = []
    let url: string | null = `${members()}?limit=1`
    while (url) {
      const response = await owner.request('GET', url)
      ids.push(...(response.json as Member[]).map(({ id }) => id))
      url = /<([^>]+)>/.exec(String(response.headers.link ?? ''))?.[1] ?? null
    }
    expect(ids).toEqual([owner.userId, admin.userId, member.userId])
    expect((await owner.request('GET', `${members()}?cursor=W10`)).status).toBe(400)
  })
})

describe('A35 roles', () => {
  // An ADMIN can't change an owner's role or make someone an owner; an OWNER can do both.
  test.each(ROLES)('a %s can change these roles', async (callerRole) => {
    for (const from of ROLES) {
      for (const to of ROLES) {
        const caller = await join(`by-${from}-${to}`, callerRole)
        const other = await join(`of-${from}-${to}`, from)
        const isAllowed =
          callerRole === 'OWNER' || (callerRole === 'ADMIN' && from !== 'OWNER' && to !== 'OWNER')
        const { status } = await change(caller, other, to)
        expect([callerRole, from, to, status, await roleOf(other)]).toEqual([
          ...[callerRole, from, to],
          ...(isAllowed ? [200, to] : [403, from]),
        ])
      }
    }
  })

  test.each(ROLES)('a %s can remove these members', async (callerRole) => {
    for (const role of ROLES) {
      const caller = await join(`by-${role}`, callerRole)
      const other = await join(`of-${role}`, role)
      const isAllowed = callerRole === 'OWNER' || (callerRole === 'ADMIN' && role !== 'OWNER')
      expect([callerRole, role, (await remove(caller, other)).status]).toEqual([
        callerRole,
        role,
        isAllowed ? 204 : 403,
      ])
      expect(await roleOf(other)).toBe(isAllowed ? null : role)
    }
  })

  test('a change returns the member, is audited once and published', async () => {
    const events: string[] = []
    const stop = app.events.subscribe(owner.organizationId as never, ({ type }) => events.push(type))
    const response = await change(owner, member, 'ADMIN')
    expect(response.json).toMatchObject({ id: member.userId, role: 'ADMIN', email: member.email })
    await change(owner, member, 'ADMIN')
    await new Promise((resolve) => setImmediate(resolve))
    stop()
    expect(events).toEqual(['organization.changed'])
    expect(await listAuditEntries()).toEqual([
      ['member.role-changed', member.userId, { from: 'MEMBER', to: 'ADMIN' }],
    ])
  })

  test('Trust 9 a new role applies from the next request', async () => {
    const invitations = `/api/organizations/${owner.organizationId}/invitations`
    expect((await admin.request('GET', invitations)).status).toBe(200)
    await change(owner, admin, 'MEMBER')
    expect((await admin.request('GET', invitations)).status).toBe(403)
    await change(owner, admin, 'ADMIN')
    expect((await admin.request('GET', invitations)).status).toBe(200)
  })

  test("responds to another organization's member exactly as to an unknown one", async () => {
    const stranger = await app.subscriber(`stranger${testCount}@example.com`, 0)
    const checksumBefore = await checksumOf(app.owner, ['audit_log', 'rate_limits', 'sessions'])
    const responseOf = async (method: string, url: string, body?: unknown) => {
      const { status, text } = await owner.request(method, url, body)
      return [status, text.replace(/"requestId":"[^"]+"/, '')]
    }
    for (const [method, body] of [['PATCH', { role: 'ADMIN' }], ['DELETE']] as const) {
      const foreign = await responseOf(method, members(stranger.userId), body)
      expect(foreign).toEqual(await responseOf(method, members(randomUUID()), body))
      expect(foreign[0]).toBe(404)
    }
    const url = `/api/organizations/${owner.organizationId}/transfer`
    expect(await responseOf('POST', url, { userId: stranger.userId })).toEqual(
      await responseOf('POST', url, { userId: randomUUID() }),
    )
    expect(await checksumOf(app.owner, ['audit_log', 'rate_limits', 'sessions'])).toBe(checksumBefore)
  })
})

describe('A35 the last owner', () => {
  test("can't be demoted, removed, leave or delete the account", async () => {
    const responses = [
      await change(owner, owner, 'ADMIN'),
      await remove(owner, owner),
      await leave(owner),
      await owner.request('POST', '/api/profile/delete', { email: owner.email }),
    ]
    for (const { status, json } of responses) {
      expect(status).toBe(409)
      expect((json as { message: string }).message).toContain('An organization needs an owner')
    }
    expect(await countOwners()).toEqual({ owners: 1 })
  })

  test('only one of two owners who demote each other concurrently succeeds', async () => {
    for (let round = 0; round < 10; round++) {
      const other = await join(`second-${round}`, 'OWNER')
      const responses = await Promise.all([change(owner, other, 'MEMBER'), change(other, owner, 'MEMBER')])
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 403])
      expect(await countOwners()).toEqual({ owners: 1 })
      if ((await roleOf(owner)) !== 'OWNER') await change(other, owner, 'OWNER')
      await change(owner, other, 'MEMBER')
    }
  })

  test('one owner always remains when owners leave, remove and transfer concurrently', async () => {
    const otherOwners = await Promise.all([1, 2, 3].map((i) => join(`owner-${i}`, 'OWNER')))
    await Promise.all([
      ...otherOwners.map(leave),
      leave(owner),
      remove(owner, otherOwners[0]!),
      transfer(otherOwners[1]!, member),
      change(otherOwners[2]!, owner, 'ADMIN'),
    ])
    expect((await countOwners()) as { owners: number }).toMatchObject({ owners: expect.any(Number) })
    expect(((await countOwners()) as { owners: number }).owners).toBeGreaterThanOrEqual(1)
  })

  test('transfers ownership: the other becomes OWNER and the caller ADMIN, in one step', async () => {
    const response = await transfer(owner, member)
    expect([response.status, (response.json as Member).role]).toEqual([200, 'OWNER'])
    expect([await roleOf(owner), await roleOf(member)]).toEqual(['ADMIN', 'OWNER'])
    expect(await listAuditEntries()).toEqual([
      ['ownership.transferred', member.userId, { from: owner.userId }],
    ])
    expect((await transfer(owner, admin)).status).toBe(403)
    expect((await transfer(member, member)).status).toBe(409)
  })
})
