import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ContactTransfer, TransferSource } from '#contract/contact-transfers.ts'
import { MAX_CONTACTS } from '#server/features/contacts/limits.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'
import { TRANSFER_BATCH } from './limits.ts'

let app: TestApp
let ann: Person
let bob: Person
let now = new Date()
let people = 0
/** A member of Ann's organization with own records, and of Bob's. */
let eve: Person
beforeAll(async () => {
  app = await createTestApp({ clock: { now: () => now } })
  ann = await app.subscriber('ann@example.com')
  bob = await app.subscriber('bob@example.com')
})
afterAll(() => app.close())
beforeEach(async () => {
  now = new Date()
  eve = await app.member(`eve${++people}@example.com`, ann.organizationId, 'MEMBER')
  await app.owner.run(`update memberships set access = 'own' where user_id = $1`, [eve.userId])
  await app.owner.run('insert into memberships (user_id, organization_id) values ($1, $2)', [
    ...[eve.userId, bob.organizationId],
  ])
})

const add = async (member: Person, fields: object = {}) => {
  const person = { firstName: 'Iris', lastName: `Marsh${randomUUID().slice(0, 8)}`, ...fields }
  return (await member.request('POST', '/api/contacts', person)).json as { id: string; lastName: string }
}
const listOf = async (member: Person) =>
  (await member.request('GET', '/api/profile/contact-transfers')).json as {
    sources: TransferSource[]
    transfers: ContactTransfer[]
  }
const start = (member: Person, target: object = { to: bob.organizationId }) =>
  member.request('POST', '/api/profile/contact-transfers', { from: ann.organizationId, ...target })
const transfer = async (member: Person, target?: object): Promise<ContactTransfer> => {
  expect((await start(member, target)).status).toBe(201)
  await app.queue.drain()
  return (await listOf(member)).transfers[0]!
}
const contactsAt = (organizationId: string, lastName: string) =>
  app.owner.rows<{ id: string }>(
    `select id, owner_id, origin_id, do_not_contact, opted_out_channels from contacts where organization_id = $1 and last_name = $2`,
    [organizationId, lastName],
  )
const addMany = (count: number, member: Person) =>
  app.owner.transaction(async (tx) => {
    await tx.run(
      `insert into contacts (organization_id, first_name, last_name, search, last_name_key, owner_id, origin_id)
       select $1, 'Many', $4 || n, 'many', 'many', $2, $2 from generate_series(1, $3) n`,
      [ann.organizationId, member.userId, count, member.userId.slice(0, 8)],
    )
    await tx.run('update organization_counters set contacts = contacts + $2 where organization_id = $1', [
      ...[ann.organizationId, count],
    ])
  })
const countAt = (organizationId: string, member: Person) =>
  app.owner.value<number>(
    'select count(*)::int from contacts where organization_id = $1 and origin_id = $2',
    [organizationId, member.userId],
  )
const countersAreRight = async () =>
  expect(
    await app.owner.rows(
      `select c.organization_id from organization_counters c where c.contacts <>
         (select count(*) from contacts where organization_id = c.organization_id)`,
    ),
  ).toEqual([])

describe('A40 a transfer of the contacts that an agent brought', () => {
  test('takes them with everything of theirs, and the team keeps its own', async () => {
    const brought = await add(eve, { email: `${randomUUID()}@example.com`, city: 'Austin' })
    const passedOn = await add(eve)
    await ann.request('PATCH', `/api/contacts/${passedOn.id}/owner`, { to: ann.userId })
    const teams = await add(ann)
    await ann.request('PATCH', `/api/contacts/${teams.id}/owner`, { to: eve.userId })
    const post = async (path: string, body: object) =>
      expect((await eve.request('POST', path, body)).status).toBe(201)
    await post(`/api/contacts/${brought.id}/notes`, { text: 'Likes the garden' })
    await post('/api/tasks', { contactId: brought.id, title: 'Call about the house', assignedTo: eve.userId })
    await post(`/api/contacts/${brought.id}/activities`, { type: 'call', note: 'Nice talk' })
    await post(`/api/contacts/${brought.id}/milestones`, { milestone: 'appointment_set', side: 'seller' })
    await eve.request('PATCH', `/api/contacts/${brought.id}/tags`, { create: ['Garden club'] })
    await eve.request('PATCH', `/api/contacts/${brought.id}/relationship`, { relationship: 'sphere' })
    await app.owner.run('update contacts set nine_d_score = 80 where id = $1', [brought.id])
    await app.owner.run(
      `insert into signals (organization_id, contact_id, category, score, evidence_key) values ($1, $2, 'death', 1, $3)`,
      [ann.organizationId, brought.id, randomUUID()],
    )
    expect((await listOf(eve)).sources).toEqual([
      { organizationId: ann.organizationId, name: expect.any(String), contacts: 2, until: null },
    ])
    expect(await transfer(eve)).toMatchObject({ status: 'done', contacts: 2, transferred: 2, skipped: 0 })

    expect(await contactsAt(ann.organizationId, brought.lastName)).toEqual([])
    expect(await contactsAt(ann.organizationId, passedOn.lastName)).toEqual([])
    expect(await contactsAt(ann.organizationId, teams.lastName)).toHaveLength(1)
    const [arrived] = await contactsAt(bob.organizationId, brought.lastName)
    expect(arrived).toMatchObject({ ownerId: eve.userId, originId: eve.userId })
    expect(await contactsAt(bob.organizationId, passedOn.lastName)).toHaveLength(1)
    const detail = (await bob.request('GET', `/api/contacts/${arrived!.id}`)).json
    expect(detail).toMatchObject({
      ...{
        city: 'Austin',
        relationship: 'sphere',
        tags: [{ name: 'Garden club' }],
        signals: [],
        nineDScore: null,
      },
      tasks: [{ title: 'Call about the house', assignedTo: eve.userId }],
    })
    const text = async (path: string) =>
      (await bob.request('GET', `/api/contacts/${arrived!.id}/${path}`)).text
    expect(await text('notes')).toContain('Likes the garden')
    expect(await text('timeline')).toContain('Nice talk')
    expect((await bob.request('GET', '/api/contacts?search=Garden%20club')).text).toContain(arrived!.id)
    const milestones = `select milestone from contact_milestones where organization_id = $1 and contact_id = $2 and not is_implied`
    expect(await app.owner.column(milestones, [bob.organizationId, arrived!.id])).toEqual(
      expect.arrayContaining(['contacted', 'appointment_set']),
    )
    await countersAreRight()
    // A restored backup from before the transfer has the contacts where they were.
    expect(await app.owner.rows('select 1 from erasure_log where subject = $1', [brought.id])).toEqual([])
    const notices = (await ann.request('GET', '/api/notifications')).text
    expect(notices).toContain(`${eve.email} took 2 contacts`)
  })

  test('goes to a new organization, which the agent owns', async () => {
    const brought = await add(eve)
    const done = await transfer(eve, { newOrganization: 'Marsh Homes' })
    expect(done).toMatchObject({ status: 'done', toName: 'Marsh Homes', transferred: 1 })
    expect(await contactsAt(done.toOrganizationId, brought.lastName)).toHaveLength(1)
    const role = 'select role from memberships where organization_id = $1 and user_id = $2'
    expect(await app.owner.value(role, [done.toOrganizationId, eve.userId])).toBe('OWNER')
  })

  test('stays open for the rest of the 30 days when it fails', async () => {
    await add(eve)
    await app.owner.run('insert into memberships (user_id, organization_id) values ($1, $2)', [
      ...[eve.userId, (await app.subscriber(`${randomUUID()}@example.com`)).organizationId],
    ])
    await ann.request('DELETE', `/api/organizations/${ann.organizationId}/members/${eve.userId}`)
    const [offered] = (await listOf(eve)).sources
    expect((await start(eve)).status).toBe(201)
    await app.owner.run('delete from memberships where user_id = $1 and organization_id = $2', [
      ...[eve.userId, bob.organizationId],
    ])
    await app.queue.drain()
    expect((await listOf(eve)).transfers[0]).toMatchObject({ status: 'failed', transferred: 0 })
    expect((await listOf(eve)).sources).toEqual([offered])
  })

  test.each(['leave', 'removal'] as const)('is open for 30 days after a %s', async (way) => {
    const brought = await add(eve)
    if (way === 'leave') {
      await app.owner.run('update sessions set organization_id = $2 where user_id = $1', [
        ...[eve.userId, ann.organizationId],
      ])
      await eve.request('POST', `/api/organizations/${ann.organizationId}/leave`)
    } else {
      await ann.request('DELETE', `/api/organizations/${ann.organizationId}/members/${eve.userId}`)
    }
    const [source] = (await listOf(eve)).sources
    expect(source).toMatchObject({ organizationId: ann.organizationId, contacts: 1 })
    expect(Date.parse(source!.until!) - now.getTime()).toBeCloseTo(30 * 86_400_000, -5)
    now = new Date(now.getTime() + 31 * 86_400_000)
    expect((await listOf(eve)).sources).toEqual([])
    expect((await start(eve)).status).toBe(404)
    now = new Date(now.getTime() - 31 * 86_400_000)
    expect(await transfer(eve)).toMatchObject({ status: 'done', transferred: 1 })
    expect(await contactsAt(bob.organizationId, brought.lastName)).toHaveLength(1)
    expect((await start(eve)).status).toBe(404)
  })

  test('leaves opt-outs in force on both sides', async () => {
    const email = `${randomUUID()}@example.com`
    const optedOut = await add(eve, { email })
    const blocked = await add(eve, { phone: '5125550142' })
    const colleague = await add(bob, { email })
    const optOut = (id: string, channel: string) =>
      eve.request('PATCH', `/api/contacts/${id}/do-not-contact`, { doNotContact: true, channel })
    expect((await optOut(optedOut.id, 'email')).status).toBeLessThan(300)
    expect((await optOut(blocked.id, 'all')).status).toBeLessThan(300)
    expect((await transfer(eve)).transferred).toBe(2)

    expect(await contactsAt(bob.organizationId, optedOut.lastName)).toMatchObject([
      { optedOutChannels: ['email'] },
    ])
    expect(await contactsAt(bob.organizationId, blocked.lastName)).toMatchObject([{ doNotContact: true }])
    // In the new organization, the request binds the contacts of colleagues, too.
    expect(await contactsAt(bob.organizationId, colleague.lastName)).toMatchObject([
      { optedOutChannels: ['email'] },
    ])
    const again = await add(ann, { email })
    expect(again).toMatchObject({ optedOutChannels: ['email'] })
    const readded = await ann.request('POST', '/api/contacts', {
      ...{ firstName: 'Iris', lastName: blocked.lastName, phone: '5125550142' },
    })
    expect(readded.status).toBe(409)
  })

  test('gets the opt-outs of the new organization, and leaves people that it may not add', async () => {
    const email = `${randomUUID()}@example.com`
    const there = await add(bob, { email })
    await bob.request('PATCH', `/api/contacts/${there.id}/do-not-contact`, {
      doNotContact: true,
      channel: 'email',
    })
    const suppressed = await add(bob, { email: `${randomUUID()}@example.com` })
    const { email: suppressedEmail } = suppressed as unknown as { email: string }
    expect((await bob.request('DELETE', `/api/contacts/${suppressed.id}?suppress=1`)).status).toBe(204)
    const arriving = await add(eve, { email })
    const staying = await add(eve, { lastName: suppressed.lastName, email: suppressedEmail })
    expect(await transfer(eve)).toMatchObject({ status: 'done', transferred: 1, skipped: 1 })
    expect(await contactsAt(bob.organizationId, arriving.lastName)).toMatchObject([
      { optedOutChannels: ['email'] },
    ])
    expect(await contactsAt(ann.organizationId, staying.lastName)).toHaveLength(1)
    await countersAreRight()
  })

  test('lists people that the new organization has already as duplicates', async () => {
    const person = { email: `${randomUUID()}@example.com`, phone: '5125550143' }
    const there = await add(bob, person)
    await add(eve, { ...person, lastName: there.lastName })
    expect((await transfer(eve)).transferred).toBe(1)
    await app.queue.drain()
    expect(await contactsAt(bob.organizationId, there.lastName)).toHaveLength(2)
    expect((await bob.request('GET', '/api/duplicates')).text).toContain(there.id)
  })

  test('loses and doubles nothing when the process stops in the middle, and goes on', async () => {
    const count = TRANSFER_BATCH * 2 + 10
    await addMany(count, eve)
    expect((await start(eve)).status).toBe(201)
    const { id } = (await listOf(eve)).transfers[0]!
    const stop = new AbortController()
    const first = app.services.contactTransfers.run(id, stop.signal)
    stop.abort()
    await first
    expect(await countAt(bob.organizationId, eve)).toBe(TRANSFER_BATCH)
    expect(await countAt(ann.organizationId, eve)).toBe(count - TRANSFER_BATCH)
    await countersAreRight()
    // A failure within a batch takes the whole batch back.
    await app.owner.run(
      `create function fail() returns trigger language plpgsql as $$ begin raise exception 'stopped'; end $$`,
    )
    await app.owner.run('create trigger fail before delete on contacts for each row execute function fail()')
    await expect(app.services.contactTransfers.run(id)).rejects.toThrow('stopped')
    await app.owner.run('drop trigger fail on contacts')
    expect(await countAt(bob.organizationId, eve)).toBe(TRANSFER_BATCH)
    expect((await start(eve)).status).toBe(409)

    await app.services.contactTransfers.sweep()
    await Promise.all([app.queue.drain(), app.services.contactTransfers.run(id)])
    expect((await listOf(eve)).transfers[0]).toMatchObject({ status: 'done', transferred: count, skipped: 0 })
    expect(await countAt(bob.organizationId, eve)).toBe(count)
    expect(await countAt(ann.organizationId, eve)).toBe(0)
    await countersAreRight()
  })

  test('is refused before anything is done if the new organization can’t hold them', async () => {
    await addMany(3, eve)
    const counter = 'select contacts from organization_counters where organization_id = $1'
    const contacts = (await app.owner.find<number>(counter, [bob.organizationId])) ?? 0
    const fill = `insert into organization_counters (organization_id, contacts) values ($1, $2)
      on conflict (organization_id) do update set contacts = excluded.contacts`
    await app.owner.run(fill, [bob.organizationId, MAX_CONTACTS - 2])
    const refused = await start(eve)
    expect(refused.json).toMatchObject({
      code: 'conflict',
      fields: {
        to: 'This organization has room for 2 contacts, and you brought 3. No contact was transferred.',
      },
    })
    await app.owner.run(fill, [bob.organizationId, contacts])
    expect(await countAt(ann.organizationId, eve)).toBe(3)
    expect((await listOf(eve)).transfers).toEqual([])
  })

  test.each(['from', 'to'] as const)(
    'waits while the organization %s which it goes is suspended',
    async (side) => {
      const organization = side === 'from' ? ann.organizationId : bob.organizationId
      const suspend = (at: Date | null) =>
        app.owner.run(
          `update organizations set suspended_at = $2, suspended_reason = case when $2::timestamptz is not null then 'Test' end where id = $1`,
          [organization, at],
        )
      await addMany(2, eve)
      await app.owner.run('update sessions set organization_id = $2 where user_id = $1', [
        ...[eve.userId, side === 'from' ? bob.organizationId : ann.organizationId],
      ])
      await suspend(now)
      expect((await start(eve)).json).toMatchObject({ code: 'suspended' })
      await suspend(null)
      expect((await start(eve)).status).toBe(201)
      await suspend(now)
      await app.queue.drain()
      await app.services.contactTransfers.sweep()
      expect(await countAt(ann.organizationId, eve)).toBe(2)
      await suspend(null)
      await app.services.contactTransfers.sweep()
      await app.queue.drain()
      expect(await countAt(bob.organizationId, eve)).toBe(2)
    },
  )

  test('is refused to strangers, into organizations of others, and without contacts', async () => {
    expect((await start(eve)).json).toMatchObject({ code: 'conflict' })
    await add(eve)
    const other = await app.subscriber(`other${people}@example.com`)
    expect((await start(eve, { to: other.organizationId })).status).toBe(404)
    expect((await start(eve, { to: ann.organizationId })).status).toBe(400)
    expect((await start(other, { to: other.organizationId })).status).toBe(404)
    expect((await start(eve, { to: randomUUID() })).status).toBe(404)
    expect(await countAt(ann.organizationId, eve)).toBe(1)
  })

  test('ends if the agent leaves the new organization, and keeps the rest in the former one', async () => {
    await addMany(2, eve)
    expect((await start(eve)).status).toBe(201)
    await app.owner.run('delete from memberships where user_id = $1 and organization_id = $2', [
      ...[eve.userId, bob.organizationId],
    ])
    await app.queue.drain()
    expect((await listOf(eve)).transfers[0]).toMatchObject({ status: 'failed', transferred: 0 })
    expect(await countAt(ann.organizationId, eve)).toBe(2)
  })

  test('is removed 30 days after its end, with the account, and with either organization', async () => {
    const rows = () => app.owner.rows('select 1 from contact_transfers where user_id = $1', [eve.userId])
    const transferAgain = async () => {
      await add(eve)
      const done = await transfer(eve, { newOrganization: `Marsh Homes ${randomUUID()}` })
      expect(await rows()).toHaveLength(1)
      return done
    }
    await transferAgain()
    now = new Date(now.getTime() + 31 * 86_400_000)
    await app.services.contactTransfers.removeOld()
    expect(await rows()).toEqual([])
    now = new Date()
    const { toOrganizationId } = await transferAgain()
    await app.owner.run('delete from organizations where id = $1', [toOrganizationId])
    expect(await rows()).toEqual([])
    await transferAgain()
    await app.owner.run('delete from users where id = $1', [eve.userId])
    expect(await rows()).toEqual([])
  })
})
