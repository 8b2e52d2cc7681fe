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
  passes,
  queryOf,
  randomFilter,
  readKnown,
} from '#test/builders/contact-filters.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

const PEOPLE = 240
const CITIES = ['Naperville', 'Oak Park', 'Aurora']
const SOURCES = ['Zillow', 'Open house, Main St', 'Referral']
const RELATIONSHIPS = ['past_client', 'sphere', 'lead'] as const

let app: TestApp
let ann: Person
let values: FilterValues
let people: KnownFacts[]

beforeAll(async () => {
  app = await createTestApp()
  ann = await app.subscriber('ann@example.com')
  await fill(ann)
  const tags = await app.owner.column<string>(
    'select id from tags where organization_id = $1 order by name',
    [ann.organizationId],
  )
  const zip = ['60540', '60541', '60542']
  values = { tags, relationship: [...RELATIONSHIPS], source: SOURCES, city: CITIES, zip }
  people = await readKnown(app.owner, ann.organizationId)
  // Someone else's contacts never count.
  await fill(await app.subscriber('eve@example.com'))
})
afterAll(() => app.close())

async function fill({ organizationId }: Person, count = PEOPLE): Promise<void> {
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
            case when n % 4 = 1 then timestamptz '2026-01-05' + n * interval '1 day' end, n % 11 = 0,
            case when n % 3 > 0 then '+1630555' || lpad(n::text, 4, '0') end,
            (case when n % 7 = 0 then 'failed' else 'unverified' end)::verification_status,
            case when n % 2 = 0 then 'p' || n || '@example.com' end, n % 13 = 0,
            case when n % 6 = 0 then 'debt'::nine_d_category end, case when n % 9 = 0 then 'renter' end
       from generate_series(1, $2::int) n`,
    ...[count, CITIES, RELATIONSHIPS, SOURCES, NO_DETAILS],
  )
  await insert(`update organization_counters set contacts = ${count} where organization_id = $1`)
  const nth = `(select id, substr(first_name, 2)::int as n from contacts where organization_id = $1) c`
  await insert(
    `insert into tags (organization_id, name, name_key) select $1, 'Tag ' || n, 'tag ' || n from generate_series(1, 3) n`,
  )
  await insert(
    `insert into contact_tags (organization_id, contact_id, tag_id)
     select $1, c.id, t.id from ${nth}, tags t where t.organization_id = $1 and c.n % (right(t.name, 1)::int + 1) = 0`,
  )
  await insert(
    `insert into signals (organization_id, contact_id, category, score, evidence_key, metadata)
     select $1, c.id, (enum_range(null::nine_d_category))[1 + (c.n + k) % 9], 50, 'k' || k,
            jsonb_build_object('live', (c.n + k) % 2 = 0)
       from ${nth}, generate_series(1, 2) k where c.n % 3 < 2`,
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
       from ${nth}, generate_series(0, 1) k where c.n % 4 > 0 and (k = 0 or c.n % 5 = 0)`,
  )
  await insert(
    `insert into tasks (organization_id, contact_id, title, status, completed_at)
     select $1, c.id, 'Call', case when c.n % 8 = 0 then 'completed' else 'pending' end, case when c.n % 8 = 0 then now() end
       from ${nth} where c.n % 4 = 0`,
  )
}

async function idsOf(query: string): Promise<string[]> {
  const { status, json } = await ann.request('GET', `/api/contacts?limit=200&${query}`)
  expect([query, status]).toEqual([query, 200])
  return (json as ContactSummary[]).map(({ id }) => id)
}

const SORTS = ['score', 'chance', 'name', 'enriched', 'task']
const expectedOf = (filter: ContactFilter) =>
  people.filter((each) => passes(each, filter)).map(({ id }) => id)

test('A07 any combination of filters finds exactly the contacts that pass each of them', async () => {
  for (let seed = 1; seed <= 120; seed++) {
    const filter = randomFilter(seed * 7919, values)
    const expected = expectedOf(filter)
    if (expected.length > 200) continue
    const found = await idsOf(`${queryOf(filter)}&sort=${SORTS[seed % 5]}`)
    expect([filter, found.toSorted()]).toEqual([filter, expected.toSorted()])
  }
})

test('A07 each filter by itself', async () => {
  for (const key of Object.keys(FILTER_CHECKS) as (keyof ContactFilter)[]) {
    if (key === 'search') continue
    let filter: ContactFilter = {}
    for (let seed = 1; filter[key] === undefined; seed++) filter = randomFilter(seed, values)
    const alone = { [key]: filter[key] }
    const { headers } = await ann.request('GET', `/api/contacts?limit=1&${queryOf(alone)}`)
    expect([key, headers['x-total-count']]).toEqual([key, String(expectedOf(alone).length)])
  }
})

describe('A07 counts on choices', () => {
  type Counts = Record<CountedFilter, FilterChoice[]>
  const counts = async (person: Person, query = ''): Promise<Counts> => {
    const { status, json } = await person.request('GET', `/api/contacts/counts?${query}`)
    expect([query, status]).toEqual([query, 200])
    return json
  }

  test('a choice has the contacts that it would find, whatever else is chosen of its filter', async () => {
    for (let seed = 1; seed <= 25; seed++) {
      const filter = randomFilter(seed * 104_729, values)
      for (const [kind, choices] of Object.entries(await counts(ann, queryOf(filter))))
        for (const { value, contacts } of choices) {
          const isFlag = value === 'true' || value === 'false'
          const chosen = { ...filter, [kind]: isFlag ? value === 'true' : [value] }
          expect([kind, value, contacts]).toEqual([kind, value, expectedOf(chosen).length])
        }
    }
  })

  test('names tags, cities and sources as written, most frequent first', async () => {
    const { city, tags: named, source, hasTasks } = await counts(ann)
    expect(city.map(({ label }) => label).sort()).toEqual([...CITIES].sort())
    expect(named.map(({ label }) => label)).toEqual(['Tag 1', 'Tag 2', 'Tag 3'])
    expect(named.map(({ contacts }) => contacts)).toEqual([120, 80, 60])
    expect(source.map(({ label }) => label).sort()).toEqual([...SOURCES].sort())
    expect(hasTasks.reduce((all, { contacts }) => all + contacts, 0)).toBe(PEOPLE)
  })

  test('a new workspace has no choices', async () => {
    const bob = await app.subscriber('bob@example.com')
    expect(Object.values(await counts(bob)).flat()).toEqual([])
  })

  test('stop at 1,000', async () => {
    const cat = await app.subscriber('cat@example.com')
    await fill(cat, 1300)
    const { hasPhone, listed } = await counts(cat)
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

test('A07 a phone number searched for still has to pass the other filters', async () => {
  const of = people.find((each) => each.phone !== null && each.email === null)!
  const search = encodeURIComponent(of.phone!)
  expect(await idsOf(`search=${search}&hasEmail=false`)).toEqual([of.id])
  expect(await idsOf(`search=${search}&hasEmail=true`)).toEqual([])
})

test('A07 exports and bulk actions take the same filters', async () => {
  const filter = { city: ['Naperville'], hasTasks: true, minScore: 20 }
  const expected = expectedOf(filter).length
  expect(expected).toBeGreaterThan(0)
  const exported = await ann.request('GET', `/api/contacts/export?${queryOf(filter)}`)
  expect(exported.text.split('\r\n').slice(1, -1)).toHaveLength(expected)
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
])('A36 the list and the counts reject %s', async (query) => {
  expect((await ann.request('GET', `/api/contacts?${query}`)).status).toBe(400)
  expect((await ann.request('GET', `/api/contacts/counts?${query}`)).status).toBe(400)
})

test('A07 a list has the last contact, source, ownership and open tasks of each person; an export the first', async () => {
  const listed = (await ann.request('GET', '/api/contacts?limit=200')).json as ContactSummary[]
  expect(listed).toHaveLength(200)
  for (const contact of listed) {
    const of = people.find(({ id }) => id === contact.id)!
    const { lastContactOn, leadSource, ownedSince, openTasks, nextTaskDue } = contact
    expect({ lastContactOn, leadSource, ownedSince, openTasks, nextTaskDue }).toEqual({
      lastContactOn: [of.lastConversation, of.imported].filter(Boolean).sort().at(-1) ?? null,
      leadSource: of.source,
      ownedSince: of.isRenter ? null : (of.sold.toSorted().at(-1) ?? null),
      openTasks: of.tasks,
      nextTaskDue: null,
    })
  }
  const { text } = await ann.request('GET', '/api/contacts/export?maxScore=0')
  const [header = '', ...lines] = text.trimEnd().split('\r\n')
  expect(header.endsWith('Score,Chance of a Move,Top Signal')).toBe(true)
  expect(lines.length).toBeGreaterThan(0)
  for (const line of lines) expect(line).toMatch(/,0,(\d+%)?,(Debt)?$/)
})
