import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Member } from '#contract/organizations.ts'
import { dump } from '#test/checks.ts'
import { createTestApp, type Person, type TestApp, type TestResponse } from '#test/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

type Role = 'OWNER' | 'ADMIN' | 'MEMBER'

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
const remove = (by: Person, of: Person) => by.request('DELETE', members(of.userId))
const leave = (person: Person) => person.request('POST', `/api/organizations/${owner.organizationId}/leave`)

const list = async (by: Person) => (await by.request('GET', members())).json as Member[]
const roleOf = async (person: Person) =>
  (
    await app.owner.row<{ role: Role | null }>(
      'select case when organization_id = $2 then role end as role from users where id = $1',
      [person.userId, owner.organizationId],
    )
  )?.role
const audited = async () =>
  (
    await app.owner.rows<{ action: string; subject: string; details: unknown }>(
      `select action, subject, details from audit_log
        where organization_id = $1 and action ~ '^(member|ownership|account)' order by created_at`,
      [owner.organizationId],
    )
  ).map(({ action, subject, details }) => [action, subject, details])

describe('A35 leaving', () => {
  async function assignTo(person: Person): Promise<string> {
    const contact = (await owner.request('POST', '/api/contacts', { firstName: 'A', lastName: randomUUID() }))
      .json as {
      id: string
    }
    const task = await owner.request('POST', '/api/tasks', {
      contactId: contact.id,
      title: 'Call',
      assignedTo: person.userId,
    })
    expect(task.status).toBe(201)
    return (task.json as { id: string }).id
  }
  const assignee = (task: string) => app.owner.row('select assigned_to from tasks where id = $1', [task])

  test('Trust 9 signs out a removed member at once and unassigns their tasks', async () => {
    const task = await assignTo(member)
    const phone = await app.signIn(member.email)
    expect((await phone.request('GET', '/api/contacts')).status).toBe(200)
    expect((await remove(admin, member)).status).toBe(204)
    for (const device of [member, phone]) {
      expect((await device.request('GET', '/api/contacts')).status).toBe(401)
      expect((await device.request('GET', '/api/auth/user')).status).toBe(401)
    }
    expect(await assignee(task)).toEqual({ assignedTo: null })
    expect((await list(owner)).map(({ id }) => id)).not.toContain(member.userId)
    expect((await audited()).map(([action]) => action)).toEqual(['member.removed'])
    const again = await app.signIn(member.email)
    expect((await again.request('GET', '/api/auth/user')).json).toMatchObject({
      organizationId: null,
      role: 'MEMBER',
    })
  })

  describe('invitations sent by a member', () => {
    const url = () => `/api/organizations/${owner.organizationId}/invitations`
    const invite = async (by: Person, name: string) => {
      const invited = { email: `${name}${n}@example.com`, role: 'ADMIN' }
      expect((await by.request('POST', url(), invited)).status).toBe(201)
    }
    const invited = async () =>
      ((await owner.request('GET', url())).json as { email: string }[]).map((one) => one.email)
    const seats = () => app.owner.row('select seats from organizations where id = $1', [owner.organizationId])
    const GOING: Record<string, () => Promise<TestResponse>> = {
      'are removed': () => remove(owner, admin),
      'become a member': () => owner.request('PATCH', members(admin.userId), { role: 'MEMBER' }),
      leave: () => leave(admin),
      'delete their account': () => admin.request('POST', '/api/profile/delete', { email: admin.email }),
    }
    test.each(Object.keys(GOING))('end when they %s; those of others stay', async (what) => {
      await invite(admin, 'theirs')
      await invite(owner, 'other')
      const before = await seats()
      expect((await GOING[what]!()).status).toBeLessThan(300)
      expect(await invited()).toEqual([`other${n}@example.com`])
      const guest = await app.signIn(`theirs${n}@example.com`)
      expect((await guest.request('GET', '/api/invitations')).json).toEqual([])
      const lost = what === 'become a member' ? 1 : 2
      expect(await seats()).toEqual({ seats: (before as { seats: number }).seats - lost })
    })

    test('stay when an owner becomes an administrator', async () => {
      await invite(owner, 'other')
      await owner.request('POST', `/api/organizations/${owner.organizationId}/transfer`, {
        userId: admin.userId,
      })
      expect(await invited()).toEqual([`other${n}@example.com`])
    })
  })

  test('tasks assigned to a member during the removal end up unassigned', async () => {
    for (let round = 0; round < 8; round++) {
      const person = await join(`going-${round}`, 'MEMBER')
      const tasks = await Promise.all([assignTo(admin), assignTo(admin), assignTo(person)])
      const assignments = tasks.map((taskId) => ({ taskId, assignedTo: person.userId }))
      const [gone] = await Promise.all([
        remove(owner, person),
        owner.request('POST', '/api/tasks/assign', { assignments }),
        ...tasks.map((task) => admin.request('PATCH', `/api/tasks/${task}`, { assignedTo: person.userId })),
      ])
      expect(gone.status).toBe(204)
      expect(await app.owner.rows('select id from tasks where assigned_to = $1', [person.userId])).toEqual([])
    }
  })

  test('leaving keeps the session but not the organization', async () => {
    expect((await leave(member)).status).toBe(204)
    expect((await member.request('GET', '/api/auth/user')).json).toMatchObject({ organizationId: null })
    expect((await member.request('GET', '/api/contacts')).status).toBe(403)
    expect((await leave(member)).status).toBe(403)
    expect((await audited()).map(([action]) => action)).toEqual(['member.left'])
  })

  test("members can't remove themselves", async () => {
    expect((await remove(admin, admin)).status).toBe(409)
    expect(await roleOf(admin)).toBe('ADMIN')
  })

  test('deletes saved views of a leaving member and logs the number', async () => {
    for (const person of [member, admin]) {
      for (const name of ['One', 'Two']) {
        const saved = await person.request('POST', '/api/views', { name: `${name} view`, sort: 'name' })
        expect(saved.status).toBe(201)
      }
    }
    await remove(owner, member)
    await leave(admin)
    const rest = await app.owner.rows('select 1 from views where organization_id = $1', [
      owner.organizationId,
    ])
    expect(rest).toEqual([])
    expect((await audited()).map(([action, , details]) => [action, details])).toEqual([
      ['member.removed', { role: 'MEMBER', tasksUnassigned: 0, viewsDeleted: 2 }],
      ['member.left', { role: 'ADMIN', tasksUnassigned: 0, viewsDeleted: 2 }],
    ])
  })

  test('Trust 9 the live stream of a removed member ends before any other event', async () => {
    const base = await app.app.listen({ host: '127.0.0.1', port: 0 })
    const listen = async (person: Person) => {
      const answer = await fetch(`${base}/api/events`, { headers: { cookie: person.cookie } })
      const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
      await reader.read()
      return reader
    }
    const [gone, kept] = [await listen(member), await listen(owner)]
    expect((await remove(owner, member)).status).toBe(204)
    await owner.request('POST', '/api/contacts', { firstName: 'After', lastName: 'Wards' })
    expect(await gone.read()).toEqual({ done: true, value: undefined })
    // Two events in quick succession may arrive in one chunk.
    let received = ''
    while (!received.includes('contacts.changed')) received += (await kept.read()).value
    expect(received).toMatch(/"team":true.*contacts\.changed/s)
    await kept.cancel()
  })

  test('founding an organization and deleting the account at once never leaves it without an owner', async () => {
    const names = { firstName: 'Ada', lastName: 'Okafor' }
    const outcomes = new Set<string>()
    for (let round = 0; round < 12; round++) {
      const person = await app.signIn(`founder-${n}-${round}@example.com`)
      await app.owner.run(`delete from rate_limits where bucket like 'magic-link:%'`)
      const found = () =>
        person.request('POST', '/api/profile/complete', { ...names, companyName: `Race ${round}` })
      const erase = () => person.request('POST', '/api/profile/delete', { email: person.email })
      const [a, b] = await Promise.all(round % 2 ? [found(), erase()] : [erase(), found()])
      outcomes.add([a.status, b.status].sort().join())
    }
    // Either order is fine: the organization has its owner, or it was never founded.
    expect(['200,409', '204,401']).toEqual(expect.arrayContaining([...outcomes]))
    const orphans = await app.owner.rows(
      `select o.name from organizations o
        where not exists (select from users u where u.organization_id = o.id and u.role = 'OWNER')`,
    )
    expect(orphans).toEqual([])
  })

  test('deleting an account removes sessions, views and links; its work stays without the name', async () => {
    const task = await assignTo(member)
    await member.request('POST', '/api/views', { name: 'Mine', sort: 'name' })
    expect((await member.request('POST', '/api/profile/delete', { email: owner.email })).status).toBe(400)
    expect(await roleOf(member)).toBe('MEMBER')
    const typed = ` ${member.email.toUpperCase()} `
    const answer = await member.request('POST', '/api/profile/delete', { email: typed })
    expect(answer.status).toBe(204)
    expect(String(answer.headers['set-cookie'])).toMatch(/sid=;/)
    expect((await member.request('GET', '/api/auth/user')).status).toBe(401)
    expect(await assignee(task)).toEqual({ assignedTo: null })
    const left = await dump(app.owner)
    expect(left).not.toContain(member.email)
    expect((await audited()).map(([action, subject]) => [action, subject])).toEqual([
      ['account.deleted', member.userId],
    ])
  })

  test('an account without an organization can be deleted', async () => {
    const leaver = await app.signIn(`unassigned${n}@example.com`)
    expect((await leaver.request('POST', '/api/profile/delete', { email: leaver.email })).status).toBe(204)
    expect(await dump(app.owner)).not.toContain(leaver.email)
  })
})

test('A31 seats count members and open invitations', async () => {
  const seats = async () => {
    const url = `/api/organizations/${owner.organizationId}/subscription`
    return ((await owner.request('GET', url)).json as { organization: { seats: number } }).organization.seats
  }
  const url = `/api/organizations/${owner.organizationId}/invitations`
  const invited = await owner.request('POST', url, { email: `seat${n}@example.com`, role: 'MEMBER' })
  expect(await seats()).toBe(4)
  await remove(owner, member)
  expect(await seats()).toBe(3)
  await owner.request('DELETE', `${url}/${(invited.json as { id: string }).id}`)
  expect(await seats()).toBe(2)
  await leave(admin)
  expect(await seats()).toBe(1)
})
