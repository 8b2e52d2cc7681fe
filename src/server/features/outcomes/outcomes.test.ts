import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ContactDetail } from '#contract/contacts.ts'
import type { TimelineEntry } from '#contract/timeline.ts'
import type { KnownAddress } from '#domain/enrichment/person-record.ts'
import type { PropertyRecord } from '#domain/enrichment/property-record.ts'
import type { PersonFacts } from '#server/platform/providers/provider.ts'
import { whileJobsRun } from '#test/checks.ts'
import { person as known, property } from '#test/fixtures/detection-input.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

const now = new Date('2026-11-21T10:00:00Z')
let app: TestApp
let ann: Person
/** Addresses from the provider, newest first. */
let addresses: KnownAddress[] = []
let homes: PropertyRecord[] = []

beforeAll(async () => {
  const person = async () => ({
    status: 'match' as const,
    ...origin(),
    data: { ...PERSON, addresses },
  })
  const nothing = async () => ({ status: 'no_match' as const, provider: 'Test people' })
  const homesOf = async () =>
    homes.length > 0
      ? { status: 'match' as const, ...origin(), data: homes }
      : { status: 'no_match' as const, provider: 'Test people' }
  app = await createTestApp({
    clock: { now: () => now },
    providers: { person, phone: nothing, property: homesOf, publicRecords: nothing },
  })
  ann = await app.subscriber('ann@example.com')
})
afterAll(() => app.close())

const origin = () => ({ provider: 'Test people', fetchedAt: now.toISOString(), sample: false })
const PERSON: PersonFacts = known({ name: { first: 'Ada', last: 'Byron' }, demographics: { age: 47 } })

const HOME = { address: '12 Oak Street', city: 'Naperville', state: 'IL', zipCode: '60540' }
const place = (street: string, city: string, moveInDate: string | null): KnownAddress => ({
  street,
  city,
  state: 'IL',
  zipCode: null,
  moveInDate,
  latitude: null,
  longitude: null,
  accuracy: null,
  metro: null,
})

let people = 0
async function add(contact: object = {}, person = ann): Promise<ContactDetail> {
  const typed = { firstName: 'Ada', lastName: `Byron ${++people}`, email: `ada${people}@example.com` }
  const answer = await person.request('POST', '/api/contacts', { ...typed, ...contact })
  return answer.json
}

const read = async (id: string): Promise<ContactDetail> =>
  (await ann.request('GET', `/api/contacts/${id}`)).json
const enrich = (id: string) => whileJobsRun(app, ann.request('POST', `/api/contacts/${id}/enrich`))
const record = (id: string, body: object) => ann.request('POST', `/api/contacts/${id}/outcomes`, body)
const undo = (id: string) => ann.request('DELETE', `/api/contacts/${id}/outcomes`)
const timeline = async (id: string): Promise<TimelineEntry[]> => {
  const page: { items: TimelineEntry[] } = (await ann.request('GET', `/api/contacts/${id}/timeline`)).json
  return page.items
}

type Outcome = { movedOn: string; source: string; undone: boolean }
const outcomesOf = (id: string) =>
  app.owner.rows<Outcome>(
    `select moved_on, source, undone_at is not null as undone from outcomes where contact_id = $1 order by recorded_at`,
    [id],
  )

describe('A30 a move recorded by a user', () => {
  test('is stored with its date, shown in drawer and timeline, audited, and undone', async () => {
    const { id } = await add()
    expect((await read(id)).moved).toBeNull()
    const answer = await record(id, { movedOn: '2026-11-03', note: 'Told us' })
    expect(answer.status).toBe(201)
    expect((answer.json as ContactDetail).moved).toEqual({ on: '2026-11-03', source: 'person' })
    const listed: ContactDetail[] = (await ann.request('GET', '/api/contacts?sort=name')).json
    expect(listed.find((contact) => contact.id === id)?.moved).toEqual({ on: '2026-11-03', source: 'person' })
    expect((await record(id, { movedOn: '2026-11-04' })).status).toBe(409)

    expect((await undo(id)).json).toMatchObject({ id, moved: null })
    expect((await undo(id)).status).toBe(200)
    expect(await outcomesOf(id)).toEqual([{ movedOn: '2026-11-03', source: 'person', undone: true }])
    expect((await record(id, { movedOn: '2026-11-04' })).status).toBe(201)

    const entries = (await timeline(id)).filter(({ kind }) => kind === 'moved' || kind === 'move-undone')
    expect(entries.map(({ kind, actor }) => [kind, actor]).sort()).toEqual([
      ['move-undone', 'Ada Okafor'],
      ['moved', 'Ada Okafor'],
      ['moved', 'Ada Okafor'],
    ])
    expect(entries.find(({ details }) => details.note)?.details).toEqual({
      movedOn: '2026-11-03',
      source: 'person',
      note: 'Told us',
    })
    const audited = await app.owner.rows<{ action: string }>(
      `select action from audit_log where subject = $1 and action like 'contact.move%' order by created_at`,
      [id],
    )
    expect(audited.map(({ action }) => action)).toEqual([
      'contact.move-recorded',
      'contact.move-undone',
      'contact.move-recorded',
    ])
  })

  test.each([
    ['2026-11-23', 'This date is in the future'],
    ['2015-12-31', 'Choose a date in 2016 or later'],
    ['2026-02-30', 'This is not a valid date'],
    ['soon', 'This is not a valid date'],
  ])('rejects %s: %s', async (movedOn, message) => {
    const { id } = await add()
    const answer = await record(id, { movedOn })
    expect(answer.status).toBe(400)
    expect(answer.json).toMatchObject({ fields: { movedOn: message } })
    expect(await outcomesOf(id)).toEqual([])
  })

  test('recording twice at once stores one move', async () => {
    const { id } = await add()
    const answers = await Promise.all([1, 2, 3].map(() => record(id, { movedOn: '2026-11-03' })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    expect(await outcomesOf(id)).toHaveLength(1)
  })
})

describe('A30 a newer address from an enrichment', () => {
  test('is recorded once per address, never again after an undo, and changes no score', async () => {
    const { id } = await add(HOME)
    addresses = [place('9 Elm Ave', 'Peoria', '2026-09-10'), place('12 Oak St', 'Naperville', '2019-05-01')]
    await enrich(id)
    const seen = await read(id)
    expect(seen.moved).toEqual({ on: '2026-09-10', source: 'address' })
    expect((await timeline(id)).find(({ kind }) => kind === 'moved')).toMatchObject({ actor: 'Ninefold' })
    await enrich(id)
    expect(await outcomesOf(id)).toEqual([{ movedOn: '2026-09-10', source: 'address', undone: false }])

    await undo(id)
    addresses = [{ ...addresses[0]!, street: '9 Elm Avenue' }, addresses[1]!]
    await enrich(id)
    expect((await read(id)).moved).toBeNull()
    addresses = [place('4 Lake Rd', 'Joliet', '2026-11-01'), ...addresses]
    await enrich(id)
    const again = await read(id)
    expect(again.moved).toEqual({ on: '2026-11-01', source: 'address' })
    expect(again.nineDScore).toBe(seen.nineDScore)
    await record(id, { movedOn: '2026-11-02' })
    expect((await read(id)).moved).toEqual({ on: '2026-11-02', source: 'person' })
    expect((await read(id)).tasks).toEqual(seen.tasks)
  })

  test('ignores the same home in another spelling, and older addresses', async () => {
    const { id } = await add(HOME)
    addresses = [place('12 Oak St.', 'naperville', '2026-09-10'), place('9 Elm Ave', 'Peoria', '2011-05-01')]
    await enrich(id)
    expect((await read(id)).enrichedAt).not.toBeNull()
    expect(await outcomesOf(id)).toEqual([])
  })
})

test('A30 snapshots know the tenure even after an enrichment without it', async () => {
  const { id } = await add({ ...HOME, lastName: 'Lovelace' })
  const tenure = () => app.owner.row('select tenure from contacts where id = $1', [id])
  addresses = [place('12 Oak St', 'Naperville', '2019-05-01')]
  await enrich(id)
  expect(await tenure()).toEqual({ tenure: null })
  homes = [property({ propertyData: { ownerNames: ['LOVELACE ADA'] } })]
  await enrich(id)
  expect(await tenure()).toEqual({ tenure: 'owner' })
  homes = []
  await enrich(id)
  expect(await tenure()).toEqual({ tenure: 'owner' })
})

describe('A11 A17 merged and erased contacts', () => {
  const freeze = (id: string, month: string, score: number) =>
    app.owner.run(
      `insert into score_snapshots (organization_id, contact_id, month, snapshot_on, score, chance, model_version)
       values ($1, $2, $3, $3, $4, 0.1, '1')`,
      [ann.organizationId, id, month, score],
    )
  const rows = async (id: string) => {
    const found = await app.owner.row<{ frozen: string; moves: number }>(
      `select (select coalesce(string_agg(month || ' ' || score, ', ' order by month), '') from score_snapshots where contact_id = $1) as frozen,
              (select count(*)::int from outcomes where contact_id = $1) as moves`,
      [id],
    )
    return [found?.frozen, found?.moves]
  }

  test('move their outcomes and snapshots with a merge and back on undo', async () => {
    const [kept, other] = [await add(), await add()]
    await freeze(kept.id, '2026-06-01', 10)
    await freeze(other.id, '2026-06-01', 20)
    await freeze(other.id, '2026-05-01', 30)
    await record(other.id, { movedOn: '2026-11-03' })
    const merged = await ann.request('POST', `/api/contacts/${kept.id}/merge`, { otherId: other.id })
    expect((await read(kept.id)).moved).toEqual({ on: '2026-11-03', source: 'person' })
    expect(await rows(kept.id)).toEqual(['2026-05-01 30, 2026-06-01 10', 1])
    const { mergeId } = merged.json as { mergeId: string }
    expect((await ann.request('POST', `/api/merges/${mergeId}/undo`)).status).toBe(200)
    expect(await rows(kept.id)).toEqual(['2026-06-01 10', 0])
    expect(await rows(other.id)).toEqual(['2026-05-01 30, 2026-06-01 20', 1])
  })

  test('leave no outcomes or snapshots when deleted', async () => {
    const { id } = await add()
    await freeze(id, '2026-06-01', 10)
    await record(id, { movedOn: '2026-11-03' })
    expect(await rows(id)).toEqual(['2026-06-01 10', 1])
    await ann.request('DELETE', `/api/contacts/${id}`)
    expect(await rows(id)).toEqual(['', 0])
  })
})
