import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { READER_ID, READER_SESSION_ID, TENANT_ROWS } from '#test/builders/tenant-rows.ts'
import { checksumOf, withJobsRunning, withoutRequest } from '#test/checks.ts'
import {
  createObjects,
  nameOf,
  type SampleObjects,
  sampleRequest,
  unknownObjects,
} from '#test/sample-requests.ts'
import { createTestApp, type Person, type TestApp, type TestResponse } from '#test/test-app.ts'
import { SUMMARY_COLUMNS } from './features/contacts/store/read-contacts.ts'
import { type ActingMember, actAs } from './platform/acting-member.ts'
import { parseOrganizationId } from './platform/db/organization-id.ts'

const CANARY = 'CanaryBird'

let app: TestApp
let ann: Person
/** Members who see only their own contacts, and those of their team. */
let members: Record<'own' | 'team', Person>
/** Objects about an unassigned contact, and about one that belongs to another team. */
let hidden: SampleObjects[]
beforeAll(async () => {
  const now = new Date()
  app = await createTestApp({ clock: { now: () => now } })
  ann = await app.subscriber('ann@example.com')
  const { organizationId } = ann
  await app.owner.run(`insert into users (id, email) values ($1, 'reader@example.com')`, [READER_ID])
  await app.owner.run(
    `insert into sessions (sid, sess, expire, user_id) values ($2, '{}', now() + interval '1 day', $1)`,
    [READER_ID, READER_SESSION_ID],
  )
  await app.owner.run('insert into memberships (user_id, organization_id) values ($1, $2)', [
    READER_ID,
    organizationId,
  ])
  members = {
    own: await app.member('own@example.com', organizationId, 'MEMBER'),
    team: await app.member('team@example.com', organizationId, 'MEMBER'),
  }
  const other = await app.member('other@example.com', organizationId, 'MEMBER')
  for (const [access, { userId }] of Object.entries(members))
    await app.owner.run('update memberships set access = $2 where user_id = $1', [userId, access])
  const teams = { theirs: randomUUID(), another: randomUUID() }
  for (const [name, id] of Object.entries(teams))
    await app.owner.run('insert into teams (organization_id, id, name) values ($1, $2, $3)', [
      organizationId,
      id,
      name,
    ])
  const join = (team: string, { userId }: Person) =>
    app.owner.run('insert into team_members (organization_id, team_id, user_id) values ($1, $2, $3)', [
      organizationId,
      team,
      userId,
    ])
  await join(teams.theirs, members.team)
  await join(teams.another, other)
  hidden = [await addHidden(null, null), await addHidden(other.userId, teams.another)]
})
afterAll(() => app.close())

/** Adds objects with the canary about contacts that the members don't see, and a row of every protected table about one. */
async function addHidden(ownerId: string | null, teamId: string | null): Promise<SampleObjects> {
  const objects = await createObjects(app, ann, CANARY)
  const protectedTables = await app.owner.column<string>(
    `select tablename from pg_policies where policyname like '%\\_access'`,
  )
  for (const [table, row] of Object.entries(TENANT_ROWS)) {
    if (!protectedTables.includes(table) && !PARENT_TABLES.includes(table)) continue
    if (SINGLE_ROW_TABLES.includes(table)) continue
    await app.owner.run(`insert into ${table} ${row}`, [ann.organizationId, objects.contact])
  }
  // A summary for all members that counts contacts.
  await app.owner.run(
    `insert into notifications (organization_id, id, kind, title, link, dedupe_key)
     values ($1, gen_random_uuid(), 'signals', '7 of ${CANARY}', '/dashboard', gen_random_uuid())`,
    [ann.organizationId],
  )
  await app.owner.run(
    'update contacts set owner_id = $2, team_id = $3 where organization_id = $1 and id = any($4)',
    [ann.organizationId, ownerId, teamId, [objects.contact, objects.other]],
  )
  return objects
}

/** Tables that rows of protected ones refer to. */
const PARENT_TABLES = ['tags', 'teams', 'assignment_rules', 'signal_rules']
/** Tables with one row for an organization or a user. */
const SINGLE_ROW_TABLES = [
  'contacts',
  'follow_up_boss_connections',
  'organization_counters',
  'fact_runs',
  'morning_emails',
  'notifications',
  'notification_reads',
  'signal_rule_runs',
]

const actingMember = (access: 'own' | 'team', organizationId = ann.organizationId): ActingMember => ({
  organizationId: parseOrganizationId(organizationId),
  userId: members[access].userId,
  role: 'MEMBER',
  access,
})

const HIDDEN_OBJECTS = [
  ...([
    'contact',
    'other',
    'merge',
    'suspectedPair',
    'task',
    'activity',
    'note',
    'exemption',
    'view',
  ] as const),
  ...(['dashboard', 'mark', 'optOut', 'originRequest', 'export', 'import'] as const),
  ...(['webhookEndpoint', 'event', 'delivery', 'calendarFeed', 'syncConflict'] as const),
] as const

/** Ids of hidden objects that are about contacts or belong to other members. */
const hiddenIds = () => hidden.flatMap((objects) => HIDDEN_OBJECTS.map((name) => objects[name]))

function marksIn(text: string): string[] {
  return [CANARY, ...hiddenIds()].filter((mark) => text.toLowerCase().includes(mark.toLowerCase()))
}

/** Tables that all members share: they name no contact and count none. */
const SHARED_TABLES = [
  ...['invitations', 'playbooks', 'tags', 'suppressions', 'channel_opt_outs'],
  ...['teams', 'team_members', 'assignment_members', 'assignment_rules'],
  ...['signal_rules', 'signal_rule_versions'],
  ...['licenses', 'domains', 'single_sign_on_connections'],
]

describe.each(['own', 'team'] as const)('Trust 4 the database alone, with access to %s records', (access) => {
  const read = <T>(sql: string) =>
    actAs(actingMember(access), () =>
      app.db.tenant(parseOrganizationId(ann.organizationId), (tx) => tx.rows<T>(sql)),
    )

  test.each(Object.keys(TENANT_ROWS).filter((table) => !SHARED_TABLES.includes(table)))(
    'shows no hidden row of %s',
    async (table) => {
      const text = JSON.stringify(await read(`select t::text as row from ${table} t`))
      expect(marksIn(text)).toEqual([])
    },
  )

  test.each([
    `select * from find_contacts('{"patterns": ["%"]}', 'score', null, 100, 1000)`,
    `select * from count_contact_choices('{"patterns": []}', 1000, 20)`,
    `select contacts_with_alternate_points(array['${CANARY}'])`,
    `select * from contacts_sharing_keys(array[1]::bigint[], 100)`,
    `select * from refused_rows_with_alternate_points(array['${CANARY}'])`,
    'select count_own_contacts(1000) as contacts where count_own_contacts(1000) > 0',
  ])('shows nothing through %s', async (sql) => {
    expect(marksIn(JSON.stringify(await read(sql)))).toEqual([])
  })

  test('shows no hidden contact in a list without its own filter, and checks again after it', async () => {
    const [listed, later] = await actAs(actingMember(access), () =>
      app.db.tenant(parseOrganizationId(ann.organizationId), async (tx) => [
        await tx.withDetails(() => tx.rows(`select ${SUMMARY_COLUMNS} from contacts`)),
        await tx.rows('select t::text from signals t'),
      ]),
    )
    expect(marksIn(JSON.stringify([listed, later]))).toEqual([])
  })

  test('cannot give away, take over or extend contacts', async () => {
    const { contact } = hidden[0] ?? unknownObjects()
    const write = (sql: string, values: unknown[] = []) =>
      actAs(actingMember(access), () =>
        app.db.tenant(parseOrganizationId(ann.organizationId), (tx) => tx.run(sql, values)),
      )
    expect(await write('update contacts set city = $1', ['Taken'])).toBe(0)
    expect(
      await write('update contacts set owner_id = $1 where id = $2', [members[access].userId, contact]),
    ).toBe(0)
    expect(await write('delete from contacts')).toBe(0)
    for (const table of [
      'signals',
      'tasks',
      'activities',
      'contact_notes',
      'contact_consents',
      'credit_ledger',
      'enrichments',
    ])
      await expect(
        write(`insert into ${table} ${TENANT_ROWS[table]}`, [ann.organizationId, contact]),
      ).rejects.toMatchObject({
        code: '42501',
      })
    await expect(
      write(`insert into contacts ${TENANT_ROWS.contacts}`, [ann.organizationId, randomUUID()]),
    ).rejects.toMatchObject({
      code: '42501',
    })
  })
})

test('Trust 4 the access of a member does not carry over to the next transaction or another organization', async () => {
  const bob = await app.subscriber('bob@example.com')
  await createObjects(app, bob)
  const count = (organizationId: string) =>
    app.db.tenant(parseOrganizationId(organizationId), (tx) =>
      tx.value<number>('select count(*)::int as n from contacts'),
    )
  await actAs(actingMember('own'), async () => {
    expect(await count(ann.organizationId)).toBe(0)
    expect(await count(bob.organizationId)).toBe(2)
  })
  expect(await count(ann.organizationId)).toBe(4)
})

const endpoints = () => app.app.endpoints
const STREAM_ROUTE = 'GET /api/events'
const call = (person: Person, endpoint: Endpoint, objects: SampleObjects): Promise<TestResponse> => {
  const { url, body, headers } = sampleRequest(endpoint, objects)
  return withJobsRunning(app, person.request(endpoint.method, url, body, headers))
}
const isReadable = ({ method, access }: Endpoint) =>
  method === 'GET' && (access === 'member' || access === 'subscriber' || access === 'signed-in')

describe.each(['own', 'team'] as const)('Trust 4 routes with access to %s records', (access) => {
  test('return nothing about hidden contacts', async () => {
    const person = members[access]
    const reads = endpoints().filter(
      (each) => isReadable(each) && ![STREAM_ROUTE, 'GET /api/logout'].includes(nameOf(each)),
    )
    expect(reads.length).toBeGreaterThan(30)
    // Tags, playbooks, members and rules are shared.
    const urls = hidden
      .flatMap((objects) => reads.map((endpoint) => sampleRequest(endpoint, objects).url))
      .filter(
        (url) => !/\/(playbooks|members|tags|invitations|teams|assignment-rules|signal-rules)\b/.test(url),
      )
    urls.push(
      `/api/contacts?search=${CANARY}`,
      '/api/contacts?topSignal=debt&limit=200',
      '/api/contacts/export',
      '/api/contacts?owner=unassigned',
    )
    for (const sort of ['score', 'name', 'chance', 'enriched', 'task'])
      urls.push(`/api/contacts?sort=${sort}`)
    for (const url of new Set(urls)) {
      const { headers, text, status } = await person.request('GET', url)
      // An unknown id stands in the message of no answer.
      expect([url, status < 500, marksIn(JSON.stringify(headers) + withoutRequest(text))]).toEqual([
        ...[url, true, []],
      ])
    }
    const list = await person.request('GET', '/api/contacts')
    expect([list.text, list.headers['x-total-count']]).toEqual(['[]', '0'])
  })

  test('return the same bytes for a hidden object as for a missing one, and change nothing', async () => {
    const person = members[access]
    const [objects] = hidden
    if (!objects) throw new Error('No hidden objects')
    const missing = unknownObjects()
    const kinds = [
      'contact',
      'other',
      'merge',
      'suspectedPair',
      'task',
      'activity',
      'note',
      'exemption',
      'import',
      'optOut',
      'export',
      'view',
      'dashboard',
      'mark',
    ] as const
    const before = await checksumOf(app.owner, ['audit_log', 'rate_limits', 'sessions'])
    const tested: string[] = []
    const withoutRequestId = ({ status, text }: TestResponse) => ({
      status,
      text: withoutRequest(text),
    })
    for (const endpoint of endpoints().filter(
      (each) => each.access === 'member' || each.access === 'subscriber',
    )) {
      for (const kind of kinds) {
        const named = JSON.stringify(sampleRequest(endpoint, { ...missing, [kind]: 'another' }))
        if (!named.includes('another')) continue
        const foreign = await call(person, endpoint, { ...missing, [kind]: objects[kind] })
        const unknown = await call(person, endpoint, missing)
        expect([nameOf(endpoint), kind, withoutRequestId(foreign)]).toEqual([
          nameOf(endpoint),
          kind,
          withoutRequestId(unknown),
        ])
        tested.push(nameOf(endpoint))
      }
    }
    expect(new Set(tested).size).toBeGreaterThan(30)
    expect(await checksumOf(app.owner, ['audit_log', 'rate_limits', 'sessions'])).toBe(before)
  })

  test('counts and totals ignore hidden contacts', async () => {
    const person = members[access]
    const readTotals = async () => {
      const responses: unknown[] = []
      const objects = unknownObjects()
      for (const endpoint of endpoints().filter(
        (each) => isReadable(each) && ![STREAM_ROUTE, 'GET /api/logout'].includes(nameOf(each)),
      )) {
        const { url } = sampleRequest(endpoint, { ...objects, organization: ann.organizationId })
        if (
          /\/(playbooks|members|tags|invitations|teams|signal-rules|assistant|imports|auth|profile|suppressions)\b/.test(
            url,
          )
        )
          continue
        const { status, headers, text } = await person.request('GET', url)
        responses.push([nameOf(endpoint), status, headers['x-total-count'], withoutRequest(text)])
      }
      return responses
    }
    const before = await readTotals()
    hidden.push(await addHidden(null, null))
    expect(await readTotals()).toEqual(before)
  })
})
