import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ContactTransfer, TransferSource } from '#contract/contact-transfers.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'
import { MAX_FAILURES, RESTART_DAYS } from './limits.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
let app: TestApp
let ann: Person
let bob: Person
/** A member of Ann's organization and of Bob's. */
let eve: Person
let now = new Date()
let people = 0
beforeAll(async () => {
  app = await createTestApp({ clock: { now: () => now } })
})
afterAll(() => app.close())
beforeEach(async () => {
  now = new Date()
  await app.owner.run('delete from rate_limits')
  people += 1
  ann = await app.subscriber(`ann${people}@example.com`)
  bob = await app.subscriber(`bob${people}@example.com`)
  await app.owner.run(`update organizations set name = 'Bob Homes' where id = $1`, [bob.organizationId])
  eve = await app.member(`eve${people}@example.com`, ann.organizationId, 'MEMBER')
  await join(eve, bob)
})

const join = (member: Person, owner: Person) =>
  app.owner.run('insert into memberships (user_id, organization_id) values ($1, $2)', [
    ...[member.userId, owner.organizationId],
  ])
const removeFrom = (owner: Person, member: Person) =>
  owner.request('DELETE', `/api/organizations/${owner.organizationId}/members/${member.userId}`)
const addMany = (count: number, { organizationId }: Person, member: Person) =>
  app.owner.transaction(async (tx) => {
    await tx.run(
      `insert into contacts (organization_id, first_name, last_name, search, last_name_key, owner_id, origin_id)
       select $1, 'Many', $4 || n, 'many', 'many', $2, $2 from generate_series(1, $3) n`,
      [organizationId, member.userId, count, member.userId.slice(0, 8)],
    )
    await tx.run('update organization_counters set contacts = contacts + $2 where organization_id = $1', [
      ...[organizationId, count],
    ])
  })
const countAt = ({ organizationId }: Person, member: Person) =>
  app.owner.value<number>(
    'select count(*)::int from contacts where organization_id = $1 and origin_id = $2',
    [organizationId, member.userId],
  )
const listOf = async (member: Person, headers: Record<string, string> = {}) =>
  (await member.request('GET', '/api/profile/contact-transfers', undefined, headers)).json as {
    sources: TransferSource[]
    transfers: ContactTransfer[]
  }
async function start(member: Person, from: Person, to: Person): Promise<string> {
  const response = await member.request('POST', '/api/profile/contact-transfers', {
    ...{ from: from.organizationId, to: to.organizationId },
  })
  expect([response.status, response.text]).toEqual([201, expect.any(String)])
  return (response.json as ContactTransfer).id
}
const noticesOf = async (member: Person) => (await member.request('GET', '/api/notifications')).text

describe('A40 a transfer whose batches keep failing', () => {
  /** Lets each deletion of a contact fail until the returned function is called. */
  async function breakDeletions() {
    await app.owner.run(
      `create or replace function fail() returns trigger language plpgsql as $$ begin raise exception 'stopped'; end $$`,
    )
    await app.owner.run('create trigger fail before delete on contacts for each row execute function fail()')
    return () => app.owner.run('drop trigger fail on contacts')
  }
  async function failUntilStopped(id: string) {
    const { contactTransfers } = app.services
    for (let failure = 1; failure <= MAX_FAILURES; failure++) {
      expect(await countAt(ann, eve)).toBe(2)
      await expect(contactTransfers.run(id)).rejects.toThrow('stopped')
      // Waits before the next attempt.
      await contactTransfers.run(id)
      now = new Date(now.getTime() + HOUR)
    }
  }

  test('stops, tells the agent and the owner, and can be started again', async () => {
    await addMany(2, ann, eve)
    const repair = await breakDeletions()
    const id = await start(eve, ann, bob)
    await failUntilStopped(id)
    await repair()
    const { sources, transfers } = await listOf(eve)
    expect(transfers).toMatchObject([
      {
        id,
        status: 'failed',
        transferred: 0,
        failure: 'We couldn’t finish because of a problem on our side.',
      },
    ])
    expect(sources).toMatchObject([{ organizationId: ann.organizationId, contacts: 2, until: null }])
    expect(await noticesOf(ann)).toContain(`${eve.email} took 0 of 2 contacts`)
    await eve.request('POST', '/api/auth/organization', { organizationId: bob.organizationId })
    expect(await noticesOf(eve)).toContain('0 of 2 contacts came with you')

    const again = await start(eve, ann, bob)
    await app.queue.drain()
    expect((await listOf(eve)).transfers[0]).toMatchObject({ id: again, status: 'done', transferred: 2 })
    expect([await countAt(ann, eve), await countAt(bob, eve)]).toEqual([0, 2])
  })

  test('gives a former member seven more days, also at the end of the thirty', async () => {
    await addMany(2, ann, eve)
    await removeFrom(ann, eve)
    now = new Date(now.getTime() + 30 * DAY - HOUR)
    const repair = await breakDeletions()
    await failUntilStopped(await start(eve, ann, bob))
    await repair()
    const [source] = (await listOf(eve)).sources
    expect(source).toMatchObject({ organizationId: ann.organizationId, contacts: 2 })
    expect(Date.parse(source!.until!) - now.getTime()).toBeCloseTo(RESTART_DAYS * DAY - HOUR, -5)
    await start(eve, ann, bob)
    await app.queue.drain()
    expect(await countAt(bob, eve)).toBe(2)
  })

  test('counts failures from the last batch that worked', async () => {
    await addMany(2, ann, eve)
    const repair = await breakDeletions()
    const id = await start(eve, ann, bob)
    await expect(app.services.contactTransfers.run(id)).rejects.toThrow('stopped')
    await repair()
    now = new Date(now.getTime() + HOUR)
    await app.services.contactTransfers.sweep()
    await app.queue.drain()
    expect((await listOf(eve)).transfers[0]).toMatchObject({ status: 'done', transferred: 2 })
    expect(
      await app.owner.row('select failures, next_try_at from contact_transfers where id = $1', [id]),
    ).toEqual({
      ...{ failures: 0, nextTryAt: null },
    })
  })
})

describe('A40 the offer to a former member', () => {
  test.each(['is a member elsewhere', 'has no other organization'])(
    'outlasts the deletion of the new organization if the agent %s',
    async (which) => {
      const [elsewhere] =
        which === 'is a member elsewhere' ? [await app.subscriber(`cy${people}@example.com`)] : []
      if (elsewhere) await join(eve, elsewhere)
      await addMany(2, ann, eve)
      await removeFrom(ann, eve)
      const offered = (await listOf(eve)).sources
      expect(offered).toHaveLength(1)
      await start(eve, ann, bob)
      const erase = await bob.request('POST', `/api/organizations/${bob.organizationId}/erase`, {
        name: 'Bob Homes',
      })
      expect(erase.status).toBeLessThan(300)
      await app.queue.drain()
      expect(await app.owner.rows('select 1 from organizations where id = $1', [bob.organizationId])).toEqual(
        [],
      )
      const back = await app.signIn(eve.email)
      expect((await listOf(back)).sources).toEqual(offered)
      expect(await countAt(ann, eve)).toBe(2)
      expect(await noticesOf(ann)).toContain(`${eve.email} took 0 of 2 contacts`)
    },
  )

  test('begins when they leave during a transfer, for the contacts that it leaves behind', async () => {
    const suppressed = { firstName: 'Iris', lastName: 'Marsh', email: `${randomUUID()}@example.com` }
    const there = (await bob.request('POST', '/api/contacts', suppressed)).json as { id: string }
    await bob.request('DELETE', `/api/contacts/${there.id}?suppress=1`)
    await eve.request('POST', '/api/contacts', suppressed)
    await addMany(1, ann, eve)
    await start(eve, ann, bob)
    await removeFrom(ann, eve)
    await app.queue.drain()
    const { sources, transfers } = await listOf(eve)
    expect(transfers[0]).toMatchObject({ status: 'done', transferred: 1, skipped: 1 })
    const left = sources.find(({ organizationId }) => organizationId === ann.organizationId)
    expect(left).toMatchObject({ contacts: 1 })
    expect(Date.parse(left!.until!) - now.getTime()).toBeCloseTo(30 * DAY, -5)
  })

  test('ends with a transfer that takes everything', async () => {
    await addMany(1, ann, eve)
    await removeFrom(ann, eve)
    await start(eve, ann, bob)
    await app.queue.drain()
    const offers = `select 1 from contact_transfers where user_id = $1 and status = 'offered'`
    expect(await app.owner.rows(offers, [eve.userId])).toEqual([])
  })
})

test('A40 transfers in opposite directions take turns without a deadlock', async () => {
  const max = await app.member(`max${people}@example.com`, bob.organizationId, 'MEMBER')
  await join(max, ann)
  await addMany(2000, ann, eve)
  await addMany(2000, bob, max)
  const ids = [await start(eve, ann, bob), await start(max, bob, ann)]
  const deadlocks = 'select deadlocks::int from pg_stat_database where datname = current_database()'
  const before = await app.owner.value(deadlocks)
  await Promise.all(ids.map((id) => app.services.contactTransfers.run(id)))
  expect([await countAt(bob, eve), await countAt(ann, max)]).toEqual([2000, 2000])
  expect(await app.owner.value(deadlocks)).toBe(before)
})

test('A40 a transfer that stops names the new organization, to the agent only', async () => {
  await addMany(2, ann, eve)
  await start(eve, ann, bob)
  await removeFrom(bob, eve)
  await app.queue.drain()
  expect((await listOf(eve)).transfers[0]).toMatchObject({
    ...{ status: 'failed', failure: 'You’re no longer a member of Bob Homes.' },
  })
  const notices = await noticesOf(ann)
  expect(notices).toContain('The transfer stopped, so the others are still here.')
  expect(notices).not.toContain('Bob Homes')
})

test('A40 a custom domain shows transfers into its organization without the other one', async () => {
  await app.owner.run(`update organizations set name = 'Ann Realty' where id = $1`, [ann.organizationId])
  const host = `app.bob${people}.example`
  await app.owner.run(`insert into proven_domains (use, domain, organization_id) values ('app', $1, $2)`, [
    ...[host, bob.organizationId],
  ])
  await app.services.domains.loadHosts()
  await addMany(1, ann, eve)
  const id = await start(eve, ann, bob)
  await app.queue.drain()
  expect((await listOf(eve)).transfers).toMatchObject([{ id, fromName: 'Ann Realty' }])
  await eve.request('POST', '/api/auth/organization', { organizationId: bob.organizationId })
  const shown = await listOf(eve, { host })
  expect(shown.transfers).toMatchObject([
    { id, fromOrganizationId: null, fromName: null, toName: 'Bob Homes' },
  ])
  expect(JSON.stringify(shown)).not.toContain('Ann Realty')
  expect(JSON.stringify(shown)).not.toContain(ann.organizationId)
})
