import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

let app: TestApp
let now = new Date('2026-11-23T16:00:00Z')
let ann: Person
let eve: Person
let max: Person
let zoe: Person
beforeAll(async () => {
  app = await createTestApp({ clock: { now: () => now } })
  ann = await app.subscriber('ann@example.com')
  const member = (name: string) => app.member(`${name}@example.com`, ann.organizationId, 'MEMBER')
  eve = await member('eve')
  max = await member('max')
  zoe = await member('zoe')
  for (const { userId } of [eve, max]) await setMember(userId, { access: 'own' })
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.owner.run('delete from assignment_rules')
  await app.owner.run('delete from assignment_members')
  await app.owner.run('delete from contacts')
})

const path = (rest: string) => `/api/organizations/${ann.organizationId}/${rest}`
const setMember = (userId: string, change: object) =>
  ann.request('PATCH', path(`member-settings/${userId}`), change)
const addContact = async (fields: object = {}) =>
  (
    (await ann.request('POST', '/api/contacts', { firstName: 'Iris', lastName: randomUUID(), ...fields }))
      .json as {
      id: string
    }
  ).id
const addRule = async (fields: object) =>
  (await ann.request('POST', path('assignment-rules'), { name: 'Leads', ...fields })).json as { id: string }
const assign = (id: string, to: string, person = ann) =>
  person.request('PATCH', `/api/contacts/${id}/owner`, { to })
const ownersOf = (ids: readonly string[]) =>
  app.owner.column<string | null>(
    'select owner_id from contacts join unnest($1::uuid[]) with ordinality w(id, position) using (id) order by position',
    [ids],
  )
const bulk = (ids: readonly string[], assignTo: string, person = ann) =>
  person.request('POST', '/api/contacts/bulk', { action: 'owner', contactIds: ids, assignTo })

describe('A40 assigning contacts', () => {
  test('moves a contact to another member with its open tasks, tells them, and records it', async () => {
    const id = await addContact()
    await assign(id, eve.userId)
    const { id: taskId } = (
      await ann.request('POST', '/api/tasks', { contactId: id, title: 'Call', assignedTo: eve.userId })
    ).json as { id: string }
    expect((await eve.request('GET', `/api/contacts/${id}`)).status).toBe(200)
    expect((await assign(id, max.userId)).json).toEqual({ ownerId: max.userId, teamId: null })
    expect((await eve.request('GET', `/api/contacts/${id}`)).status).toBe(404)
    expect((await max.request('GET', `/api/contacts/${id}`)).json).toMatchObject({ ownerId: max.userId })
    expect(await app.owner.value('select assigned_to from tasks where id = $1', [taskId])).toBe(max.userId)
    const noticesOf = async (person: Person) => (await person.request('GET', '/api/notifications')).text
    expect(await noticesOf(max)).toContain('was assigned to you')
    expect(await noticesOf(eve)).not.toContain(id)
    expect(
      await app.owner.column(
        `select details from audit_log where action = 'contact.assigned' and subject = $1 order by created_at`,
        [id],
      ),
    ).toMatchObject([{ to: eve.userId }, { from: eve.userId, to: max.userId }])
  })

  test('leaves contacts of a former member unassigned', async () => {
    const gone = await app.member(`${randomUUID()}@example.com`, ann.organizationId, 'MEMBER')
    const id = await addContact()
    await assign(id, gone.userId)
    expect((await ann.request('DELETE', path(`members/${gone.userId}`))).status).toBe(204)
    expect(await ownersOf([id])).toEqual([null])
  })

  test('is for members who see all contacts, and only to members', async () => {
    const id = await addContact()
    await assign(id, eve.userId)
    expect((await assign(id, max.userId, eve)).status).toBe(403)
    expect((await bulk([id], max.userId, eve)).status).toBe(403)
    const stranger = await app.subscriber(`${randomUUID()}@example.com`)
    expect((await assign(id, stranger.userId)).status).toBe(400)
    expect((await assign(id, zoe.userId, zoe)).status).toBe(200)
  })

  test('assigns and unassigns in bulk', async () => {
    const ids = [await addContact(), await addContact(), await addContact()]
    expect((await bulk(ids, eve.userId)).json).toMatchObject({ done: 3 })
    expect(await ownersOf(ids)).toEqual([eve.userId, eve.userId, eve.userId])
    await bulk(ids, 'none')
    expect(await ownersOf(ids)).toEqual([null, null, null])
    const listed = async (query: string) =>
      ((await ann.request('GET', `/api/contacts?${query}`)).json as { id: string }[]).length
    expect(await listed('owner=unassigned')).toBe(3)
    expect(await listed(`owner=${eve.userId}`)).toBe(0)
  })

  test('assigns the contacts of a file', async () => {
    const csv = (name: string) => `First Name,Last Name,Zip\nNew,${name},78704\n`
    const importFile = (assignTo: string, person = ann) =>
      person.request('POST', `/api/contacts/import/csv?enrich=0&assignTo=${assignTo}`, csv(randomUUID()), {
        'content-type': 'text/csv',
        prefer: 'respond-async',
      })
    expect((await importFile(eve.userId)).status).toBe(202)
    await app.queue.drain()
    expect(await app.owner.column('select owner_id from contacts')).toEqual([eve.userId])
    expect((await importFile(randomUUID())).status).toBe(400)
    expect((await importFile(max.userId, eve)).status).toBe(403)
  })
})

describe('A40 the order of assignment rules', () => {
  const move = (id: string, position: number) =>
    ann.request('PATCH', path(`assignment-rules/${id}`), { position })
  const namesInOrder = async () =>
    ((await ann.request('GET', path('assignment-rules'))).json as { name: string }[]).map(({ name }) => name)

  test('changes when a rule is moved up, down, or past an end', async () => {
    const ids: string[] = []
    for (const name of ['A', 'B', 'C', 'D']) ids.push((await addRule({ name, kind: 'pond' })).id)
    const [a = '', b = '', c = '', d = ''] = ids
    expect((await ann.request('DELETE', path(`assignment-rules/${b}`))).status).toBe(204)
    expect((await move(d, 2)).json).toMatchObject({ position: 2 })
    expect(await namesInOrder()).toEqual(['A', 'D', 'C'])
    await move(a, 2)
    expect(await namesInOrder()).toEqual(['D', 'A', 'C'])
    await move(c, 0)
    expect(await namesInOrder()).toEqual(['C', 'D', 'A'])
    expect((await move(c, 99)).json).toMatchObject({ position: 3 })
    expect(await namesInOrder()).toEqual(['D', 'A', 'C'])
    await addRule({ name: 'Last', kind: 'pond' })
    expect(await namesInOrder()).toEqual(['D', 'A', 'C', 'Last'])
  })

  test('can be changed for a rule with a former member, who leaves the rule when it is edited', async () => {
    const gone = await app.member(`${randomUUID()}@example.com`, ann.organizationId, 'MEMBER')
    await addRule({ name: 'First', kind: 'pond' })
    const { id } = await addRule({ name: 'Turns', kind: 'round_robin', userIds: [gone.userId, eve.userId] })
    await ann.request('DELETE', path(`members/${gone.userId}`))
    expect((await move(id, 1)).status).toBe(200)
    const change = (body: object) => ann.request('PATCH', path(`assignment-rules/${id}`), body)
    expect((await change({ isOn: false })).json).toMatchObject({ isOn: false, position: 1 })
    expect((await change({ userIds: [gone.userId] })).status).toBe(400)
    expect((await change({ name: 'By turns', userIds: [eve.userId] })).json).toMatchObject({
      ...{ name: 'By turns', userIds: [eve.userId], position: 1, isOn: false },
    })
  })
})

describe('A40 assignment rules', () => {
  test('take turns, also when contacts are assigned at the same time', async () => {
    await addRule({ kind: 'round_robin', userIds: [eve.userId, max.userId] })
    const ids = await Promise.all([1, 2, 3, 4, 5, 6].map(() => addContact()))
    await Promise.all(ids.map((id) => assign(id, 'rules')))
    const owners = await ownersOf(ids)
    expect([eve, max].map(({ userId }) => owners.filter((owner) => owner === userId).length)).toEqual([3, 3])
  })

  test('apply in order: ZIP codes first, then capacity; paused members get none', async () => {
    await addRule({ kind: 'zip', zipCodes: ['78704'], userIds: [zoe.userId] })
    await addRule({ kind: 'capacity', userIds: [eve.userId, max.userId] })
    await setMember(eve.userId, { maxContacts: 1 })
    await setMember(max.userId, { isPaused: true })
    const ids = [await addContact({ zipCode: '78704-1111' }), await addContact(), await addContact()]
    await bulk(ids, 'rules')
    // No one has room for the third, so it waits in the pond.
    const byId = await ownersOf(ids)
    expect(byId[0]).toBe(zoe.userId)
    expect(byId.slice(1).sort()).toEqual([eve.userId, null].sort())
    expect((await zoe.request('GET', '/api/pond')).json).toMatchObject({ total: 1 })
  })

  test('pass a contact on when no one contacts the person in time, and then to the fallback', async () => {
    now = new Date('2026-11-23T16:00:00Z')
    await addRule({
      kind: 'round_robin',
      userIds: [eve.userId, max.userId],
      escalateAfterHours: 4,
      fallbackUserId: zoe.userId,
    })
    const [quiet, contacted] = [await addContact(), await addContact()]
    await bulk([quiet, contacted], 'rules')
    const [first, second] = await ownersOf([quiet, contacted])
    const owner = second === eve.userId ? eve : max
    await owner.request('POST', `/api/contacts/${contacted}/activities`, { type: 'call', outcome: 'reached' })
    now = new Date('2026-11-23T19:59:00Z')
    await app.services.assignments.sweep()
    expect(await ownersOf([quiet, contacted])).toEqual([first, second])
    now = new Date('2026-11-23T20:01:00Z')
    await Promise.all([app.services.assignments.sweep(), app.services.assignments.sweep()])
    expect(await ownersOf([quiet, contacted])).toEqual([second, second])
    now = new Date('2026-11-24T23:00:00Z')
    await app.services.assignments.sweep()
    expect(await ownersOf([quiet, contacted])).toEqual([zoe.userId, second])
    now = new Date('2026-12-01T23:00:00Z')
    await app.services.assignments.sweep()
    expect(await ownersOf([quiet])).toEqual([zoe.userId])
    expect(await app.owner.rows('select 1 from assignment_clocks')).toEqual([])
  })

  test('count business hours where the contact lives', async () => {
    now = new Date('2026-11-23T22:30:00Z')
    await addRule({ kind: 'round_robin', userIds: [eve.userId], escalateAfterHours: 1 })
    const places = [{ zipCode: '10001' }, { state: 'CA' }, { zipCode: '96801-0001' }, {}]
    const ids = []
    for (const place of places) ids.push(await addContact(place))
    await bulk(ids, 'rules')
    const dueTimes = await app.owner.column<string>(
      `select to_char(due_at at time zone 'UTC', 'DD HH24:MI') from assignment_clocks
         join unnest($1::uuid[]) with ordinality w(contact_id, place) using (contact_id) order by place`,
      [ids],
    )
    expect(dueTimes).toEqual(['24 14:30', '23 23:30', '23 23:30', '23 23:30'])
  })

  test('refuse members of other organizations, and ZIP rules without ZIP codes', async () => {
    const add = async (fields: object) =>
      (await ann.request('POST', path('assignment-rules'), { name: 'Leads', ...fields })).status
    expect(await add({ kind: 'round_robin', userIds: [randomUUID()] })).toBe(400)
    expect(await add({ kind: 'round_robin', userIds: [] })).toBe(400)
    expect(await add({ kind: 'zip', userIds: [eve.userId] })).toBe(400)
    expect(await add({ kind: 'zip', zipCodes: ['7870'], userIds: [eve.userId] })).toBe(400)
    expect(await add({ kind: 'pond', fallbackUserId: randomUUID() })).toBe(400)
  })
})

test('A40 rules are listed in their order, changed and deleted', async () => {
  const [first, second] = [
    await addRule({ kind: 'pond', name: 'First' }),
    await addRule({ kind: 'pond', name: 'Second' }),
  ]
  const names = async () =>
    ((await ann.request('GET', path('assignment-rules'))).json as { name: string }[]).map(({ name }) => name)
  expect(await names()).toEqual(['First', 'Second'])
  const change = await ann.request('PATCH', path(`assignment-rules/${second.id}`), {
    position: 0,
    isOn: false,
  })
  expect(change.json).toMatchObject({ name: 'Second', isOn: false })
  expect(await names()).toEqual(['Second', 'First'])
  expect((await ann.request('DELETE', path(`assignment-rules/${first.id}`))).status).toBe(204)
  expect((await ann.request('DELETE', path(`assignment-rules/${first.id}`))).status).toBe(404)
  expect(await names()).toEqual(['Second'])
})

describe('A40 the pond', () => {
  test('shows members with own records no names, and gives a contact to one of those who claim it', async () => {
    const id = await addContact({ lastName: 'PondBird', email: 'pond@example.com', city: 'Austin' })
    await assign(id, 'pond')
    const listed = await eve.request('GET', '/api/pond')
    expect(listed.json).toMatchObject({ total: 1, items: [{ id, city: 'Austin' }] })
    expect(listed.text).not.toMatch(/PondBird|pond@example/)
    expect((await eve.request('GET', `/api/contacts/${id}`)).status).toBe(404)
    const claims = await Promise.all(
      [eve, max, zoe].map((person) => person.request('POST', `/api/pond/${id}/claim`)),
    )
    expect(claims.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const [owner] = await ownersOf([id])
    expect([eve, max, zoe].map(({ userId }) => userId)).toContain(owner)
    expect((await eve.request('GET', '/api/pond')).json).toMatchObject({ total: 0, items: [] })
  })

  test('gives paused members none', async () => {
    const id = await addContact()
    await assign(id, 'pond')
    await setMember(eve.userId, { isPaused: true })
    expect((await eve.request('POST', `/api/pond/${id}/claim`)).status).toBe(409)
    await setMember(eve.userId, { isPaused: false })
    expect((await eve.request('POST', `/api/pond/${id}/claim`)).json).toEqual({ contactId: id })
  })

  test('passes a contact that no one claims to the fallback', async () => {
    now = new Date('2026-11-23T16:00:00Z')
    await addRule({ kind: 'pond', escalateAfterHours: 1, fallbackUserId: zoe.userId })
    const id = await addContact()
    await assign(id, 'rules')
    expect(await ownersOf([id])).toEqual([null])
    now = new Date('2026-11-23T17:01:00Z')
    await app.services.assignments.sweep()
    expect(await ownersOf([id])).toEqual([zoe.userId])
  })
})

describe('A40 teams', () => {
  test('show their members the contacts of the others and of the team', async () => {
    await setMember(eve.userId, { access: 'team' })
    const team = await ann.request('POST', path('teams'), {
      name: randomUUID(),
      memberIds: [eve.userId, max.userId],
    })
    expect(team.status).toBe(201)
    const { id: teamId } = team.json as { id: string }
    const [ofMax, ofTeam, unassigned] = [await addContact(), await addContact(), await addContact()]
    await assign(ofMax, max.userId)
    await bulk([ofTeam, unassigned], 'none')
    await ann.request('PATCH', `/api/contacts/${ofTeam}/owner`, { teamId })
    const seenBy = async (person: Person) =>
      ((await person.request('GET', '/api/contacts')).json as { id: string }[]).map(({ id }) => id).sort()
    expect(await seenBy(eve)).toEqual([ofMax, ofTeam].sort())
    expect(await seenBy(max)).toEqual([ofMax])
    await ann.request('PATCH', path(`teams/${teamId}`), { memberIds: [max.userId] })
    expect(await seenBy(eve)).toEqual([])
    expect((await ann.request('DELETE', path(`teams/${teamId}`))).status).toBe(204)
    expect(await app.owner.value('select team_id from contacts where id = $1', [ofTeam])).toBeNull()
    await setMember(eve.userId, { access: 'own' })
  })

  test('have different names and members of the organization only', async () => {
    const name = randomUUID()
    const add = (body: object) => ann.request('POST', path('teams'), body)
    expect((await add({ name })).status).toBe(201)
    expect((await add({ name: name.toUpperCase() })).status).toBe(409)
    expect((await add({ name: 'Others', memberIds: [randomUUID()] })).status).toBe(400)
    expect((await eve.request('POST', path('teams'), { name: 'Mine' })).status).toBe(403)
  })

  test('owners and administrators always see all', async () => {
    expect((await setMember(ann.userId, { access: 'own' })).status).toBe(409)
    expect((await setMember(zoe.userId, { access: 'own' })).json).toMatchObject({ access: 'own' })
    expect((await setMember(zoe.userId, { access: 'all' })).json).toMatchObject({ access: 'all' })
  })
})
