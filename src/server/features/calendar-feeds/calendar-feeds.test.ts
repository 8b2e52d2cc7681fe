import ICAL from 'ical.js'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CalendarFeed, ShownCalendarFeed } from '#contract/calendar-feeds.ts'
import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { newToken } from '#server/platform/tokens.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'
import { MAX_EVENTS, MAX_FEEDS } from './limits.ts'

const DAY = 86_400_000
const START = Date.parse('2026-11-20T18:00:00Z')
const clock = { time: START, now: () => new Date(clock.time) }
let app: TestApp
let owner: Person
let member: Person
let bob: Person
let contactId: string
beforeAll(async () => {
  app = await createTestApp({ clock })
  owner = await app.subscriber('owner@example.com')
  member = await app.member('member@example.com', owner.organizationId, 'MEMBER')
  bob = await app.subscriber('bob@example.com')
  contactId = (await addContact('Ann', 'Okafor')).id
})
afterAll(() => app.close())
beforeEach(async () => {
  clock.time = START
  for (const table of ['calendar_feeds', 'tasks', 'proven_domains'])
    await app.owner.run(`delete from ${table}`)
  await app.services.domains.loadHosts()
})

const PATH = '/api/profile/calendar-feeds'

async function addContact(firstName: string, lastName: string): Promise<{ id: string }> {
  return (await owner.request('POST', '/api/contacts', { firstName, lastName })).json
}

async function createFeed(person: Person = owner, input: object = {}): Promise<ShownCalendarFeed> {
  const response = await person.request('POST', PATH, {
    ...{ name: 'My phone', timeZone: 'America/Chicago' },
    ...input,
  })
  expect([response.status, response.text]).toEqual([201, expect.any(String)])
  return response.json
}
const listFeeds = async (person: Person): Promise<CalendarFeed[]> => (await person.request('GET', PATH)).json

async function addTask(title: string, dueDate: string, fields: object = {}): Promise<{ id: string }> {
  const input = { contactId, title, dueDate, assignedTo: owner.userId, ...fields }
  const response = await owner.request('POST', '/api/tasks', input)
  expect([response.status, response.text]).toEqual([201, expect.any(String)])
  return response.json
}

/** Reads a feed as a calendar program does: without cookies. */
const fetchFeed = (url: string, headers: Record<string, string> = {}, method = 'GET') =>
  app.visitor(method, new URL(url).pathname, undefined, { host: new URL(url).host, ...headers })
const statusOf = async ({ url }: ShownCalendarFeed) => (await fetchFeed(url)).status

async function readEvents({ url }: ShownCalendarFeed) {
  const { status, text } = await fetchFeed(url)
  expect(status).toBe(200)
  return new ICAL.Component(ICAL.parse(text))
    .getAllSubcomponents('vevent')
    .map((event) => new ICAL.Event(event))
}
const readTitles = async (feed: ShownCalendarFeed) => (await readEvents(feed)).map(({ summary }) => summary)

describe('A40 a calendar address', () => {
  test('is shown once and stored as a checksum; its creation and revocation are in the log', async () => {
    const { url, ...shown } = await createFeed(member)
    const token =
      /^http:\/\/localhost:3000\/feeds\/tasks\/(nf_feed_[0-9A-Za-z]{36})\.ics$/.exec(url)?.[1] ?? ''
    expect(shown).toMatchObject({ start: token.slice(0, 12), tasks: 'mine', hasContactNames: false })
    expect(await listFeeds(member)).toEqual([shown])
    expect(JSON.stringify(await app.owner.rows('select * from calendar_feeds'))).not.toContain(token)
    expect((await member.request('DELETE', `${PATH}/${shown.id}`)).status).toBe(204)
    expect(await listFeeds(member)).toEqual([])
    const lines = await app.owner.rows<{ action: string; actor: string; details: object }>(
      `select action, actor, details from audit_log where subject = $1 order by action`,
      [shown.id],
    )
    expect(lines).toEqual([
      {
        ...{ action: 'calendar-feed.created', actor: `user:${member.userId}` },
        details: { tasks: 'mine', contactNames: false },
      },
      { action: 'calendar-feed.revoked', actor: `user:${member.userId}`, details: null },
    ])
  })

  test('belongs to its member alone, even for owners', async () => {
    const { id } = await createFeed(member)
    expect(await listFeeds(owner)).toEqual([])
    expect((await owner.request('DELETE', `${PATH}/${id}`)).status).toBe(404)
    expect((await bob.request('DELETE', `${PATH}/${id}`)).status).toBe(404)
    expect(await listFeeds(member)).toHaveLength(1)
  })

  test(`is refused past ${MAX_FEEDS}, for an unknown time zone, and for everyone's tasks to members`, async () => {
    const post = async (person: Person, input: object) =>
      (await person.request('POST', PATH, { name: 'x', timeZone: 'America/Chicago', ...input })).status
    expect(await post(member, { tasks: 'everyone' })).toBe(403)
    expect(await post(member, { timeZone: 'Chicago' })).toBe(400)
    for (let feeds = 0; feeds < MAX_FEEDS; feeds++) await createFeed(member)
    expect(await post(member, {})).toBe(409)
    expect(await post(owner, {})).toBe(201)
  })

  test("uses the organization's own domain, where other organizations' addresses don't work", async () => {
    await app.owner.run(
      `insert into proven_domains (organization_id, use, domain) values ($1, 'app', 'app.acme-realty.com')`,
      [owner.organizationId],
    )
    await app.services.domains.loadHosts()
    const feed = await createFeed()
    await addTask('Call', '2026-11-25T05:59:59Z')
    expect(new URL(feed.url).host).toBe('app.acme-realty.com:3000')
    const [event] = await readEvents(feed)
    expect(event?.description).toBe(`http://app.acme-realty.com:3000/dashboard?contact=${contactId}`)
    // The address of before the domain still works.
    expect((await fetchFeed(feed.url, { host: 'localhost:3000' })).status).toBe(200)
    const other = await createFeed(bob)
    expect((await fetchFeed(other.url, { host: 'app.acme-realty.com' })).status).toBe(404)
    expect(await statusOf(other)).toBe(200)
  })
})

describe('A40 a calendar', () => {
  test('shows open tasks on their day and appointments at their time, without done ones', async () => {
    const feed = await createFeed()
    await addTask('Call', '2026-11-25T05:59:59Z')
    const done = await addTask('Done', '2026-11-25T05:59:59Z')
    await owner.request('PATCH', `/api/tasks/${done.id}`, { completed: true })
    await owner.request('POST', `/api/contacts/${contactId}/activities`, {
      ...{ type: 'call', outcome: 'appointment', followUpAt: '2026-11-26T21:30:00.000Z' },
    })
    const events = await readEvents(feed)
    expect(events.map(({ summary, startDate }) => [summary, startDate.toString()])).toEqual([
      ['Call', '2026-11-24'],
      ['Appointment', '2026-11-26T21:30:00Z'],
    ])
  })

  test('names contacts only if its member chose so, and never shows descriptions', async () => {
    await addTask('Call', '2026-11-25T05:59:59Z', { description: 'About the divorce' })
    const [plain, named] = [await createFeed(), await createFeed(owner, { hasContactNames: true })]
    const [first, second] = await Promise.all([fetchFeed(plain.url), fetchFeed(named.url)])
    expect(first.text).not.toMatch(/okafor|divorce/i)
    expect(second.text).not.toMatch(/divorce/i)
    expect([await readTitles(plain), await readTitles(named)]).toEqual([['Call'], ['Call (Ann Okafor)']])
  })

  test("shows its member's own tasks, or everyone's while they are an administrator", async () => {
    await addTask('Mine', '2026-11-25T05:59:59Z')
    await addTask('Theirs', '2026-11-26T05:59:59Z', { assignedTo: member.userId })
    await addTask('Unassigned', '2026-11-27T05:59:59Z', { assignedTo: null })
    const admin = await app.member('admin@example.com', owner.organizationId, 'ADMIN')
    const everyones = await createFeed(admin, { tasks: 'everyone' })
    expect(await readTitles(await createFeed())).toEqual(['Mine'])
    expect(await readTitles(await createFeed(member))).toEqual(['Theirs'])
    expect(await readTitles(everyones)).toEqual(['Mine', 'Theirs', 'Unassigned'])
    await app.owner.run(`update memberships set role = 'MEMBER' where user_id = $1`, [admin.userId])
    expect(await readTitles(everyones)).toEqual([])
  })

  test('never shows tasks of contacts that its member no longer sees', async () => {
    await addTask('Theirs', '2026-11-26T05:59:59Z', { assignedTo: member.userId })
    const feed = await createFeed(member, { hasContactNames: true })
    expect(await readTitles(feed)).toEqual(['Theirs (Ann Okafor)'])
    await app.owner.run(`update memberships set access = 'own' where user_id = $1`, [member.userId])
    expect(await readTitles(feed)).toEqual([])
    await app.owner.run(`update memberships set access = 'all' where user_id = $1`, [member.userId])
  })

  test(`has at most ${MAX_EVENTS} tasks between 90 days ago and a year ahead, coming ones first`, async () => {
    const feed = await createFeed()
    const at = (days: number) => new Date(START + days * DAY).toISOString()
    for (const days of [-91, -89, 364, 366]) await addTask(`Day ${days}`, at(days))
    await addTask('Some day', at(0), { dueDate: null })
    expect(await readTitles(feed)).toEqual(['Day 364', 'Day -89'])
    await app.owner.run(
      `insert into tasks (organization_id, contact_id, title, assigned_to, due_date)
       select $1, $2, 'Bulk', $3, $4::timestamptz + interval '1 day' from generate_series(1, $5)`,
      [owner.organizationId, contactId, owner.userId, at(0), MAX_EVENTS - 1],
    )
    const titles = await readTitles(feed)
    expect([titles.length, titles.at(-1)]).toEqual([MAX_EVENTS, 'Day 364'])
  })

  test('shows one organization no task of another, whatever the titles contain', async () => {
    const foreign: { id: string } = (
      await bob.request('POST', '/api/contacts', { firstName: 'Bo', lastName: 'Bird' })
    ).json
    await bob.request('POST', '/api/tasks', {
      ...{ contactId: foreign.id, title: 'Foreign', dueDate: '2026-11-25T05:59:59Z', assignedTo: bob.userId },
    })
    const hostile = 'Call\r\nEND:VEVENT\r\nBEGIN:VEVENT'
    const { id } = await addTask('Call', '2026-11-25T05:59:59Z')
    await app.owner.run('update tasks set title = $2 where id = $1', [id, hostile])
    const feed = await createFeed(owner, { tasks: 'everyone' })
    expect(await readTitles(feed)).toEqual([hostile.replaceAll('\r\n', '\n')])
    expect(await readTitles(await createFeed(bob, { tasks: 'everyone' }))).toEqual(['Foreign'])
  })

  test('is sent as text/calendar with a strong tag, and again only after a change', async () => {
    const feed = await createFeed()
    const { id } = await addTask('Call', '2026-11-25T05:59:59Z')
    // Large enough for compression.
    for (let more = 0; more < 4; more++) await addTask('Call', '2026-11-26T05:59:59Z')
    const first = await fetchFeed(feed.url, { 'accept-encoding': 'gzip, br' })
    const { etag } = first.headers
    expect(first.headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, no-cache',
      'x-robots-tag': 'noindex',
    })
    expect(first.headers).not.toHaveProperty('content-encoding')
    expect(etag).toMatch(/^"[\w-]{43}"$/)
    const again = (tag: string) => fetchFeed(feed.url, { 'if-none-match': tag })
    const unchanged = await again(String(etag))
    expect([unchanged.status, unchanged.text, unchanged.headers.etag]).toEqual([304, '', etag])
    clock.time += 3_600_000
    expect((await again(`"other", ${etag}`)).status).toBe(304)
    const head = await fetchFeed(feed.url, {}, 'HEAD')
    expect([head.status, head.text, head.headers.etag]).toEqual([200, '', etag])
    expect(head.headers['content-length']).toBe(first.headers['content-length'])
    await owner.request('PATCH', `/api/tasks/${id}`, { title: 'Call again' })
    expect((await again(String(etag))).status).toBe(200)
  })

  test('remembers when it was last read, to the hour', async () => {
    const feed = await createFeed()
    const lastRead = async () => (await listFeeds(owner))[0]?.lastReadAt
    expect(await lastRead()).toBeNull()
    await fetchFeed(feed.url)
    const first = await lastRead()
    expect(first).not.toBeNull()
    await fetchFeed(feed.url)
    expect(await lastRead()).toBe(first)
  })
})

describe('A40 a calendar is not found', () => {
  test.each([
    ...[
      'nf_feed_',
      `nf_feed_${'A'.repeat(36)}`,
      `nf_key_${'A'.repeat(36)}`,
      newToken('feed'),
      newToken('key'),
    ],
    ...['..%2f..', 'null', '%0d%0aX', "'--", 'x'.repeat(190)],
  ])('with an unknown token: %.30s', async (token) => {
    const { status, text, headers } = await app.visitor('GET', `/feeds/tasks/${token}.ics`)
    expect([status, text.includes('VCALENDAR')]).toEqual([404, false])
    expect(headers['cache-control']).toBe('no-store')
  })

  test.each<[string, () => Promise<unknown>, () => Promise<unknown>]>([
    [
      'its organization is suspended',
      () =>
        app.owner.run(
          `update organizations set suspended_at = now(), suspended_reason = 'A test' where id = $1`,
          [owner.organizationId],
        ),
      () => app.owner.run('update organizations set suspended_at = null, suspended_reason = null'),
    ],
    [
      'its organization has no plan',
      () =>
        app.owner.run(`update organizations set subscription_status = 'canceled' where id = $1`, [
          owner.organizationId,
        ]),
      () => app.owner.run(`update organizations set subscription_status = 'active'`),
    ],
    [
      'its organization is being erased',
      () =>
        app.owner.run(
          `insert into erasures (organization, cause, users, provider_ids, started_at) values ($1, 'owner', '{}', '{}', now())`,
          [owner.organizationId],
        ),
      () => app.owner.run('delete from erasures'),
    ],
  ])('while %s', async (_, change, revert) => {
    const feed = await createFeed(member)
    expect(await statusOf(feed)).toBe(200)
    await change()
    expect(await statusOf(feed)).toBe(404)
    await revert()
    expect(await statusOf(feed)).toBe(200)
  })

  test('after it was revoked', async () => {
    const feed = await createFeed()
    expect(await statusOf(feed)).toBe(200)
    await owner.request('DELETE', `${PATH}/${feed.id}`)
    expect(await statusOf(feed)).toBe(404)
  })

  test('after its member left, and stays so when they return', async () => {
    const leaver = await app.member('leaver@example.com', owner.organizationId, 'MEMBER')
    const feed = await createFeed(leaver)
    const url = `/api/organizations/${owner.organizationId}/members/${leaver.userId}`
    expect((await owner.request('DELETE', url)).status).toBe(204)
    expect(await statusOf(feed)).toBe(404)
    await app.services.memberships.join(app.owner, { ...leaver, role: 'MEMBER' })
    expect(await statusOf(feed)).toBe(404)
  })

  test('after its member deleted their account', async () => {
    const leaver = await app.member('gone@example.com', owner.organizationId, 'MEMBER')
    const feed = await createFeed(leaver)
    expect((await leaver.request('POST', '/api/profile/delete', { email: leaver.email })).status).toBe(204)
    expect(await statusOf(feed)).toBe(404)
  })
})

test('A40 a feed of an organization is visible to its own transactions alone', async () => {
  await createFeed()
  const count = (organizationId: string) =>
    app.db.tenant(parseOrganizationId(organizationId), (tx) =>
      tx.value<number>('select count(*)::int as n from calendar_feeds'),
    )
  expect([await count(owner.organizationId), await count(bob.organizationId)]).toEqual([1, 0])
})
