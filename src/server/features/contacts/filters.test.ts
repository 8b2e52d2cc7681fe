import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BulkResult } from '#contract/bulk.ts'
import {
  type ContactFilter,
  type ContactSummary,
  type CountedFilter,
  type FilterChoice,
  MAX_CHOICE_COUNT,
} from '#contract/contacts.ts'
import { NO_DETAILS } from '#domain/identity/contact-details.ts'
import {
  FILTER_CHECKS,
  type FilterValues,
  type KnownFacts,
  matchesFilter,
  queryOf,
  randomFilter,
  readKnownFacts,
} from '#test/builders/contact-filters.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

const CONTACT_COUNT = 240
const CITIES = ['Naperville', 'Oak Park', 'Aurora']
const SOURCES = ['Zillow', 'Open house, Main St', 'Referral']
const RELATIONSHIPS = ['past_client', 'sphere', 'lead'] as const

let app: TestApp
let ann: Person
let values: FilterValues
let knownContacts: KnownFacts[]

beforeAll(async () => {
  app = await createTestApp()
  ann = await app.subscriber('ann@example.com')
  await addContacts(ann)
  const tags = await app.owner.column<string>(
    'select id from tags where organization_id = $1 order by name',
    [ann.organizationId],
  )
  const zip = ['60540', '60541', '60542']
  values = { tags, relationship: [...RELATIONSHIPS], source: SOURCES, city: CITIES, zip }
  knownContacts = await readKnownFacts(app.owner, ann.organizationId)
  // Contacts of another organization, which must not count.
  await addContacts(await app.subscriber('eve@example.com'))
})
afterAll(() => app.close())

async function addContacts({ organizationId }: Person, count = CONTACT_COUNT): Promise<void> {
  const insert = (sql: string, ...values: unknown[]) => app.owner.run(sql, [organizationId, ...values])
  await insert(
    `insert into contacts (organization_id, first_name, last_name, search, last_name_key, nine_d_score, move_chance, city,
       zip_code, relationship, details, last_conversation_at, listed_for_sale, phone, phone_verified, email,
       do_not_contact, top_signal, tenure)
     select $1, 'P' || n, 'Same', ' p' || n || ' same', 'same', nullif(n * 7 % 101, 3), nullif(n * 13 % 100, 4) / 100.0,
            ($3::text[])[1 + n % 4], case when n % 5 > 0 then '6054' || n % 4 || case when n % 2 = 0 then '-1234' else '' end end,
            ($4::text[])[1 + n % 5],
            $6::jsonb || jsonb_strip_nulls(jsonb_build_object('history', jsonb_build_object('source', ($5::text[])[1 + n % 4],
              'lastContactOn', case when n % 3 = 0 then '2026-0' || 1 + n % 9 || '-10' end))),
            case when n % 4 = 1 then timestamptz '2026-01-06T03:00Z' + n * interval '1 day' end, n % 11 = 0,
            case when n % 3 > 0 then '+1630555' || lpad(n::text, 4, '0') end,
            (case when n % 7 = 0 then 'failed' else 'unverified' end)::verification_status,
            case when n % 2 = 0 then 'p' || n || '@example.com' end, n % 13 = 0,
            case when n % 6 = 0 then 'debt'::nine_d_category end, case when n % 9 = 0 then 'renter' end
       from generate_series(1, $2::int) n`,
    ...[count, CITIES, RELATIONSHIPS, SOURCES, NO_DETAILS],
  )
  await insert(`update organization_counters set contacts = ${count} where organization_id = $1`)
  const numberedContacts = `(select id, substr(first_name, 2)::int as n from contacts where organization_id = $1) c`
  await insert(
    `insert into tags (organization_id, name, name_key) select $1, 'Tag ' || n, 'tag ' || n from generate_series(1, 3) n`,
  )
  await insert(
    `insert into contact_tags (organization_id, contact_id, tag_id)
     select $1, c.id, t.id from ${numberedContacts}, tags t where t.organization_id = $1 and c.n % (right(t.name, 1)::int + 1) = 0`,
  )
  await insert(
    `insert into signals (organization_id, contact_id, category, score, evidence_key, metadata)
     select $1, c.id, (enum_range(null::nine_d_category))[1 + (c.n + k) % 9], 50, 'k' || k,
            jsonb_build_object('live', (c.n + k) % 2 = 0)
       from ${numberedContacts}, generate_series(1, 2) k where c.n % 3 < 2`,
  )
  await insert(
    `update contacts c set live_signals = (
       select coalesce(bit_or(1 << array_position(enum_range(null::nine_d_category), category) - 1), 0) from signals s
        where s.organization_id = $1 and s.contact_id = c.id and s.metadata->>'live' = 'true')
      where organization_id = $1`,
  )
  await insert(
    `insert into properties (organization_id, contact_id, address, last_sale_date)
     select $1, c.id, '1 Elm St', current_date - (c.n % 30 + k * 5) * interval '1 year'
       from ${numberedContacts}, generate_series(0, 1) k where c.n % 4 > 0 and (k = 0 or c.n % 5 = 0)`,
  )
  await insert(
    `insert into tasks (organization_id, contact_id, title, status, completed_at)
     select $1, c.id, 'Call', case when c.n % 8 = 0 then 'completed' else 'pending' end, case when c.n % 8 = 0 then now() end
       from ${numberedContacts} where c.n % 4 = 0`,
  )
}

async function listIds(query: string): Promise<string[]> {
  const { status, json } = await ann.request('GET', `/api/contacts?limit=200&${query}`)
  expect([query, status]).toEqual([query, 200])
  return (json as ContactSummary[]).map(({ id }) => id)
}

const SORTS = ['score', 'chance', 'name', 'enriched', 'task']
const expectedIds = (filter: ContactFilter) =>
  knownContacts.filter((each) => matchesFilter(each, filter)).map(({ id }) => id)

test('A07 finds exactly the contacts that pass all filters, for random combinations', async () => {
  for (let seed = 1; seed <= 120; seed++) {
    const filter = randomFilter(seed * 7919, values)
    const expected = expectedIds(filter)
    if (expected.length > 200) continue
    const ids = await listIds(`${queryOf(filter)}&sort=${SORTS[seed % 5]}`)
    expect([filter, ids.toSorted()]).toEqual([filter, expected.toSorted()])
  }
})

test('A07 finds exactly the contacts that pass a single filter', async () => {
  for (const key of Object.keys(FILTER_CHECKS) as (keyof ContactFilter)[]) {
    if (key === 'search') continue
    let filter: ContactFilter = {}
    for (let seed = 1; filter[key] === undefined && seed < 1000; seed++) filter = randomFilter(seed, values)
    const singleFilter = { [key]: filter[key] }
    const { headers } = await ann.request('GET', `/api/contacts?limit=1&${queryOf(singleFilter)}`)
    expect([key, headers['x-total-count']]).toEqual([key, String(expectedIds(singleFilter).length)])
  }
})

describe('A07 counts on choices', () => {
  type Counts = Record<CountedFilter, FilterChoice[]>
  const readCounts = async (person: Person, query = ''): Promise<Counts> => {
    const { status, json } = await person.request('GET', `/api/contacts/counts?${query}`)
    expect([query, status]).toEqual([query, 200])
    return json
  }

  test("show how many contacts a choice would find, regardless of its filter's other choices", async () => {
    for (let seed = 1; seed <= 25; seed++) {
      const filter = randomFilter(seed * 104_729, values)
      for (const [kind, choices] of Object.entries(await readCounts(ann, queryOf(filter))))
        for (const { value, contacts } of choices) {
          const isFlag = value === 'true' || value === 'false'
          const chosenFilter = { ...filter, [kind]: isFlag ? value === 'true' : [value] }
          expect([kind, value, contacts]).toEqual([kind, value, expectedIds(chosenFilter).length])
        }
    }
  })

  test('list tags, cities and sources as written, most frequent first', async () => {
    const { city, tags: tagChoices, source, hasTasks } = await readCounts(ann)
    expect(city.map(({ label }) => label).sort()).toEqual([...CITIES].sort())
    expect(tagChoices.map(({ label }) => label)).toEqual(['Tag 1', 'Tag 2', 'Tag 3'])
    expect(tagChoices.map(({ contacts }) => contacts)).toEqual([120, 80, 60])
    expect(source.map(({ label }) => label).sort()).toEqual([...SOURCES].sort())
    expect(hasTasks.reduce((sum, { contacts }) => sum + contacts, 0)).toBe(CONTACT_COUNT)
  })

  test('are empty for a new organization', async () => {
    const bob = await app.subscriber('bob@example.com')
    expect(Object.values(await readCounts(bob)).flat()).toEqual([])
  })

  test('stop at 1,000', async () => {
    const cat = await app.subscriber('cat@example.com')
    await addContacts(cat, 1300)
    const { hasPhone, listed } = await readCounts(cat)
    expect(hasPhone.map(({ value, contacts }) => [value, contacts])).toEqual([
      ['true', 743],
      ['false', 557],
    ])
    expect(listed.map(({ value, contacts }) => [value, contacts])).toEqual([
      ['false', MAX_CHOICE_COUNT],
      ['true', 118],
    ])
  })
})

test('A07 applies the other filters to a search for a phone number', async () => {
  const contactWithPhone = knownContacts.find((each) => each.phone !== null && each.email === null)!
  const search = encodeURIComponent(contactWithPhone.phone!)
  expect(await listIds(`search=${search}&hasEmail=false`)).toEqual([contactWithPhone.id])
  expect(await listIds(`search=${search}&hasEmail=true`)).toEqual([])
})

test('A07 applies the same filters in exports and bulk actions', async () => {
  const filter = { city: ['Naperville'], hasTasks: true, minScore: 20 }
  const expected = expectedIds(filter).length
  expect(expected).toBeGreaterThan(0)
  const response = await ann.request('GET', `/api/contacts/export?${queryOf(filter)}`)
  expect(response.text.split('\r\n').slice(1, -1)).toHaveLength(expected)
  const assign = { action: 'assign', matching: filter, assignedTo: null }
  const { done, skipped }: BulkResult = (await ann.request('POST', '/api/contacts/bulk', assign)).json
  expect(done + skipped).toBe(expected)
})

test.each([
  'minScore=101',
  'minScore=a',
  'maxChance=1.1',
  'signals=sadness',
  'tags=vip',
  'relationship=enemy',
  'lastContactBefore=yesterday',
  'hasPhone=1',
  'city=',
  'minTenure=-1',
  `zip=${Array.from({ length: 51 }, (_, n) => 60000 + n).join()}`,
])('A36 rejects %s in the list and the counts', async (query) => {
  expect((await ann.request('GET', `/api/contacts?${query}`)).status).toBe(400)
  expect((await ann.request('GET', `/api/contacts/counts?${query}`)).status).toBe(400)
})

test('A07 lists the last contact, source, ownership and open tasks of each contact, and exports the score columns', async () => {
  const contacts = (await ann.request('GET', '/api/contacts?limit=200')).json as ContactSummary[]
  expect(contacts).toHaveLength(200)
  for (const contact of contacts) {
    const known = knownContacts.find(({ id }) => id === contact.id)!
    const { lastContactOn, leadSource, ownedSince, openTasks, nextTaskDue } = contact
    expect({ lastContactOn, leadSource, ownedSince, openTasks, nextTaskDue }).toEqual({
      lastContactOn: [known.lastConversation, known.imported].filter(Boolean).sort().at(-1) ?? null,
      leadSource: known.source,
      ownedSince: known.isRenter ? null : (known.sold.toSorted().at(-1) ?? null),
      openTasks: known.tasks,
      nextTaskDue: null,
    })
  }
  const { text } = await ann.request('GET', '/api/contacts/export?maxScore=0')
  const [header = '', ...lines] = text.trimEnd().split('\r\n')
  expect(header.endsWith('Score,Chance of a Move,Top Signal')).toBe(true)
  expect(lines.length).toBeGreaterThan(0)
  for (const line of lines) expect(line).toMatch(/,0,(\d+%)?,(Debt)?$/)
})
