import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Member } from '#contract/organizations.ts'
import { dumpRows } from '#test/checks.ts'
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
const remove = (caller: Person, target: Person) => caller.request('DELETE', members(target.userId))
const leave = (person: Person) => person.request('POST', `/api/organizations/${owner.organizationId}/leave`)

const list = async (caller: Person) => (await caller.request('GET', members())).json as Member[]
const roleOf = async (person: Person) =>
  (
    await app.owner.row<{ role: Role | null }>(
      'select case when organization_id = $2 then role end as role from users where id = $1',
      [person.userId, owner.organizationId],
    )
  )?.role
const listAuditEntries = async () =>
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

  test('Trust 9 immediately signs out a removed member and unassigns their tasks', async () => {
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
    expect((await listAuditEntries()).map(([action]) => action)).toEqual(['member.removed'])
    const newSession = await app.signIn(member.email)
    expect((await newSession.request('GET', '/api/auth/user')).json).toMatchObject({
      organizationId: null,
      role: 'MEMBER',
    })
  })

  describe('invitations sent by a member', () => {
    const url = () => `/api/organizations/${owner.organizationId}/invitations`
    const invite = async (caller: Person, name: string) => {
      const body = { email: `${name}${testCount}@example.com`, role: 'ADMIN' }
      expect((await caller.request('POST', url(), body)).status).toBe(201)
    }
    const listInvitedEmails = async () =>
      ((await owner.request('GET', url())).json as { email: string }[]).map(({ email }) => email)
    const seats = () => app.owner.row('select seats from organizations where id = $1', [owner.organizationId])
    const DEPARTURES: Record<string, () => Promise<TestResponse>> = {
      'are removed': () => remove(owner, admin),
      'become a member': () => owner.request('PATCH', members(admin.userId), { role: 'MEMBER' }),
      leave: () => leave(admin),
      'delete their account': () => admin.request('POST', '/api/profile/delete', { email: admin.email }),
    }
    test.each(Object.keys(DEPARTURES))('end when they %s; those of others stay', async (departure) => {
      await invite(admin, 'theirs')
      await invite(owner, 'other')
      const seatsBefore = await seats()
      expect((await DEPARTURES[departure]!()).status).toBeLessThan(300)
      expect(await listInvitedEmails()).toEqual([`other${testCount}@example.com`])
      const guest = await app.signIn(`theirs${testCount}@example.com`)
      expect((await guest.request('GET', '/api/invitations')).json).toEqual([])
      const freedSeats = departure === 'become a member' ? 1 : 2
      expect(await seats()).toEqual({ seats: (seatsBefore as { seats: number }).seats - freedSeats })
    })

    test('stay when an owner becomes an administrator', async () => {
      await invite(owner, 'other')
      await owner.request('POST', `/api/organizations/${owner.organizationId}/transfer`, {
        userId: admin.userId,
      })
      expect(await listInvitedEmails()).toEqual([`other${testCount}@example.com`])
    })
  })

  test('tasks assigned to a member during the removal end up unassigned', async () => {
    for (let round = 0; round < 8; round++) {
      const person = await join(`going-${round}`, 'MEMBER')
      const tasks = await Promise.all([assignTo(admin), assignTo(admin), assignTo(person)])
      const assignments = tasks.map((taskId) => ({ taskId, assignedTo: person.userId }))
      const [removal] = await Promise.all([
        remove(owner, person),
        owner.request('POST', '/api/tasks/assign', { assignments }),
        ...tasks.map((task) => admin.request('PATCH', `/api/tasks/${task}`, { assignedTo: person.userId })),
      ])
      expect(removal.status).toBe(204)
      expect(await app.owner.rows('select id from tasks where assigned_to = $1', [person.userId])).toEqual([])
    }
  })

  test('a removal and an assignment of the same tasks take turns without a deadlock', async () => {
    const tasks = [await assignTo(admin), await assignTo(member)]
    const assignments = tasks.map((taskId) => ({ taskId, assignedTo: member.userId }))
    const waiting = `select count(*)::int from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    const waitFor = (count: number) =>
      vi.waitFor(async () => expect(await app.owner.value(waiting)).toBe(count), 5000)
    const deadlocks = 'select deadlocks::int from pg_stat_database where datname = current_database()'
    const before = await app.owner.value(deadlocks)
    const [removal, assignment] = await app.owner.transaction(async (tx) => {
      // The removal locks the membership first and the tasks later.
      await tx.run('select from memberships where user_id = $1 for update', [member.userId])
      const removing = remove(owner, member)
      await waitFor(1)
      const assigning = owner.request('POST', '/api/tasks/assign', { assignments })
      await waitFor(2)
      return [removing, assigning]
    })
    expect((await removal!).status).toBe(204)
    expect((await assignment!).json).toMatchObject({ code: 'invalid' })
    expect(await app.owner.value(deadlocks)).toBe(before)
  })

  test('leaving keeps the session but not the organization', async () => {
    expect((await leave(member)).status).toBe(204)
    expect((await member.request('GET', '/api/auth/user')).json).toMatchObject({ organizationId: null })
    expect((await member.request('GET', '/api/contacts')).status).toBe(403)
    expect((await leave(member)).status).toBe(403)
    expect((await listAuditEntries()).map(([action]) => action)).toEqual(['member.left'])
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
    const views = await app.owner.rows('select 1 from views where organization_id = $1', [
      owner.organizationId,
    ])
    expect(views).toEqual([])
    expect((await listAuditEntries()).map(([action, , details]) => [action, details])).toEqual([
      ['member.removed', { role: 'MEMBER', tasksUnassigned: 0, viewsDeleted: 2 }],
      ['member.left', { role: 'ADMIN', tasksUnassigned: 0, viewsDeleted: 2 }],
    ])
  })

  test('Trust 9 the live stream of a removed member ends before any other event', async () => {
    const base = await app.app.listen({ host: '127.0.0.1', port: 0 })
    const listen = async (person: Person) => {
      const response = await fetch(`${base}/api/events`, { headers: { cookie: person.cookie } })
      const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
      await reader.read()
      return reader
    }
    const [removedReader, ownerReader] = [await listen(member), await listen(owner)]
    expect((await remove(owner, member)).status).toBe(204)
    await owner.request('POST', '/api/contacts', { firstName: 'After', lastName: 'Wards' })
    expect(await removedReader.read()).toEqual({ done: true, value: undefined })
    // Two events in quick succession may arrive in one chunk.
    let received = ''
    while (!received.includes('contacts.changed')) received += (await ownerReader.read()).value
    expect(received).toMatch(/"team":true.*contacts\.changed/s)
    await ownerReader.cancel()
  })

  test('founding an organization while deleting the account never leaves it without an owner', async () => {
    const names = { firstName: 'Ada', lastName: 'Okafor' }
    const outcomes = new Set<string>()
    for (let round = 0; round < 12; round++) {
      const person = await app.signIn(`founder-${testCount}-${round}@example.com`)
      await app.owner.run(`delete from rate_limits where bucket like 'magic-link:%'`)
      const createOrganization = () =>
        person.request('POST', '/api/profile/complete', { ...names, companyName: `Race ${round}` })
      const erase = () => person.request('POST', '/api/profile/delete', { email: person.email })
      const [a, b] = await Promise.all(
        round % 2 ? [createOrganization(), erase()] : [erase(), createOrganization()],
      )
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
    const email = ` ${member.email.toUpperCase()} `
    const response = await member.request('POST', '/api/profile/delete', { email })
    expect(response.status).toBe(204)
    expect(String(response.headers['set-cookie'])).toMatch(/sid=;/)
    expect((await member.request('GET', '/api/auth/user')).status).toBe(401)
    expect(await assignee(task)).toEqual({ assignedTo: null })
    const content = await dumpRows(app.owner)
    expect(content).not.toContain(member.email)
    expect((await listAuditEntries()).map(([action, subject]) => [action, subject])).toEqual([
      ['account.deleted', member.userId],
    ])
  })

  test('an account without an organization can be deleted', async () => {
    const leaver = await app.signIn(`unassigned${testCount}@example.com`)
    expect((await leaver.request('POST', '/api/profile/delete', { email: leaver.email })).status).toBe(204)
    expect(await dumpRows(app.owner)).not.toContain(leaver.email)
  })
})

test('A31 seats count members and open invitations', async () => {
  const seats = async () => {
    const url = `/api/organizations/${owner.organizationId}/subscription`
    return ((await owner.request('GET', url)).json as { organization: { seats: number } }).organization.seats
  }
  const url = `/api/organizations/${owner.organizationId}/invitations`
  const invitation = await owner.request('POST', url, {
    email: `seat${testCount}@example.com`,
    role: 'MEMBER',
  })
  expect(await seats()).toBe(4)
  await remove(owner, member)
  expect(await seats()).toBe(3)
  await owner.request('DELETE', `${url}/${(invitation.json as { id: string }).id}`)
  expect(await seats()).toBe(2)
  await leave(admin)
  expect(await seats()).toBe(1)
})
