import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ContactDetail } from '#contract/contacts.ts'
import type { TimelineEntry } from '#contract/timeline.ts'
import type { KnownAddress } from '#domain/enrichment/person-record.ts'
import type { PropertyRecord } from '#domain/enrichment/property-record.ts'
import type { PersonFacts } from '#server/platform/providers/provider.ts'
import { withJobsRunning } from '#test/checks.ts'
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
  const noMatch = async () => ({ status: 'no_match' as const, provider: 'Test people' })
  const homesOf = async () =>
    homes.length > 0
      ? { status: 'match' as const, ...origin(), data: homes }
      : { status: 'no_match' as const, provider: 'Test people' }
  app = await createTestApp({
    clock: { now: () => now },
    providers: { person, phone: noMatch, property: homesOf, publicRecords: noMatch },
  })
  ann = await app.subscriber('ann@example.com')
})
afterAll(() => app.close())

const origin = () => ({ provider: 'Test people', fetchedAt: now.toISOString(), sample: false })
const PERSON: PersonFacts = known({ name: { first: 'Ada', last: 'Byron' }, demographics: { age: 47 } })

const HOME = { address: '12 Oak Street', city: 'Naperville', state: 'IL', zipCode: '60540' }
const knownAddress = (street: string, city: string, moveInDate: string | null): KnownAddress => ({
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

let contactCount = 0
async function addContact(contact: object = {}, person = ann): Promise<ContactDetail> {
  const fields = {
    firstName: 'Ada',
    lastName: `Byron ${++contactCount}`,
    email: `ada${contactCount}@example.com`,
  }
  const response = await person.request('POST', '/api/contacts', { ...fields, ...contact })
  return response.json
}

const getContact = async (id: string): Promise<ContactDetail> =>
  (await ann.request('GET', `/api/contacts/${id}`)).json
const enrich = (id: string) => withJobsRunning(app, ann.request('POST', `/api/contacts/${id}/enrich`))
const recordMove = (id: string, body: object) => ann.request('POST', `/api/contacts/${id}/outcomes`, body)
const undoMove = (id: string) => ann.request('DELETE', `/api/contacts/${id}/outcomes`)
const getTimeline = async (id: string): Promise<TimelineEntry[]> => {
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
    const { id } = await addContact()
    expect((await getContact(id)).moved).toBeNull()
    const response = await recordMove(id, { movedOn: '2026-11-03', note: 'Told us' })
    expect(response.status).toBe(201)
    expect((response.json as ContactDetail).moved).toEqual({ on: '2026-11-03', source: 'person' })
    const contacts: ContactDetail[] = (await ann.request('GET', '/api/contacts?sort=name')).json
    expect(contacts.find((contact) => contact.id === id)?.moved).toEqual({
      on: '2026-11-03',
      source: 'person',
    })
    expect((await recordMove(id, { movedOn: '2026-11-04' })).status).toBe(409)

    expect((await undoMove(id)).json).toMatchObject({ id, moved: null })
    expect((await undoMove(id)).status).toBe(200)
    expect(await outcomesOf(id)).toEqual([{ movedOn: '2026-11-03', source: 'person', undone: true }])
    expect((await recordMove(id, { movedOn: '2026-11-04' })).status).toBe(201)

    const entries = (await getTimeline(id)).filter(({ kind }) => kind === 'moved' || kind === 'move-undone')
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
    const auditEntries = await app.owner.rows<{ action: string }>(
      `select action from audit_log where subject = $1 and action like 'contact.move%' order by created_at`,
      [id],
    )
    expect(auditEntries.map(({ action }) => action)).toEqual([
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
    const { id } = await addContact()
    const response = await recordMove(id, { movedOn })
    expect(response.status).toBe(400)
    expect(response.json).toMatchObject({ fields: { movedOn: message } })
    expect(await outcomesOf(id)).toEqual([])
  })

  test('recording a move concurrently stores it once', async () => {
    const { id } = await addContact()
    const responses = await Promise.all([1, 2, 3].map(() => recordMove(id, { movedOn: '2026-11-03' })))
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    expect(await outcomesOf(id)).toHaveLength(1)
  })
})

describe('A30 a newer address from an enrichment', () => {
  test('is recorded once per address, never again after an undo, and changes no score', async () => {
    const { id } = await addContact(HOME)
    addresses = [
      knownAddress('9 Elm Ave', 'Peoria', '2026-09-10'),
      knownAddress('12 Oak St', 'Naperville', '2019-05-01'),
    ]
    await enrich(id)
    const enriched = await getContact(id)
    expect(enriched.moved).toEqual({ on: '2026-09-10', source: 'address' })
    expect((await getTimeline(id)).find(({ kind }) => kind === 'moved')).toMatchObject({ actor: 'Ninefold' })
    await enrich(id)
    expect(await outcomesOf(id)).toEqual([{ movedOn: '2026-09-10', source: 'address', undone: false }])

    await undoMove(id)
    addresses = [{ ...addresses[0]!, street: '9 Elm Avenue' }, addresses[1]!]
    await enrich(id)
    expect((await getContact(id)).moved).toBeNull()
    addresses = [knownAddress('4 Lake Rd', 'Joliet', '2026-11-01'), ...addresses]
    await enrich(id)
    const enrichedAgain = await getContact(id)
    expect(enrichedAgain.moved).toEqual({ on: '2026-11-01', source: 'address' })
    expect(enrichedAgain.nineDScore).toBe(enriched.nineDScore)
    await recordMove(id, { movedOn: '2026-11-02' })
    expect((await getContact(id)).moved).toEqual({ on: '2026-11-02', source: 'person' })
    expect((await getContact(id)).tasks).toEqual(enriched.tasks)
  })

  test('ignores the same home in another spelling, and older addresses', async () => {
    const { id } = await addContact(HOME)
    addresses = [
      knownAddress('12 Oak St.', 'naperville', '2026-09-10'),
      knownAddress('9 Elm Ave', 'Peoria', '2011-05-01'),
    ]
    await enrich(id)
    expect((await getContact(id)).enrichedAt).not.toBeNull()
    expect(await outcomesOf(id)).toEqual([])
  })
})

test('A30 keeps the tenure for snapshots after an enrichment without it', async () => {
  const { id } = await addContact({ ...HOME, lastName: 'Lovelace' })
  const readTenure = () => app.owner.row('select tenure from contacts where id = $1', [id])
  addresses = [knownAddress('12 Oak St', 'Naperville', '2019-05-01')]
  await enrich(id)
  expect(await readTenure()).toEqual({ tenure: null })
  homes = [property({ propertyData: { ownerNames: ['LOVELACE ADA'] } })]
  await enrich(id)
  expect(await readTenure()).toEqual({ tenure: 'owner' })
  homes = []
  await enrich(id)
  expect(await readTenure()).toEqual({ tenure: 'owner' })
})

describe('A11 A17 merged and erased contacts', () => {
  const addSnapshot = (id: string, month: string, score: number) =>
    app.owner.run(
      `insert into score_snapshots (organization_id, contact_id, month, snapshot_on, score, chance, model_version)
       values ($1, $2, $3, $3, $4, 0.1, '1')`,
      [ann.organizationId, id, month, score],
    )
  const summaryOf = async (id: string) => {
    const row = await app.owner.row<{ snapshots: string; moves: number }>(
      `select (select coalesce(string_agg(month || ' ' || score, ', ' order by month), '') from score_snapshots where contact_id = $1) as snapshots,
              (select count(*)::int from outcomes where contact_id = $1) as moves`,
      [id],
    )
    return [row?.snapshots, row?.moves]
  }

  test('pass outcomes and snapshots to the kept contact, and back on undo', async () => {
    const [keptContact, otherContact] = [await addContact(), await addContact()]
    await addSnapshot(keptContact.id, '2026-06-01', 10)
    await addSnapshot(otherContact.id, '2026-06-01', 20)
    await addSnapshot(otherContact.id, '2026-05-01', 30)
    await recordMove(otherContact.id, { movedOn: '2026-11-03' })
    const response = await ann.request('POST', `/api/contacts/${keptContact.id}/merge`, {
      otherId: otherContact.id,
    })
    expect((await getContact(keptContact.id)).moved).toEqual({ on: '2026-11-03', source: 'person' })
    expect(await summaryOf(keptContact.id)).toEqual(['2026-05-01 30, 2026-06-01 10', 1])
    const { mergeId } = response.json as { mergeId: string }
    expect((await ann.request('POST', `/api/merges/${mergeId}/undo`)).status).toBe(200)
    expect(await summaryOf(keptContact.id)).toEqual(['2026-06-01 10', 0])
    expect(await summaryOf(otherContact.id)).toEqual(['2026-05-01 30, 2026-06-01 20', 1])
  })

  test('leave no outcomes or snapshots when deleted', async () => {
    const { id } = await addContact()
    await addSnapshot(id, '2026-06-01', 10)
    await recordMove(id, { movedOn: '2026-11-03' })
    expect(await summaryOf(id)).toEqual(['2026-06-01 10', 1])
    await ann.request('DELETE', `/api/contacts/${id}`)
    expect(await summaryOf(id)).toEqual(['', 0])
  })
})
