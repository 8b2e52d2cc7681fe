import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ContactSummary } from '#contract/contacts.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

let app: TestApp
let ann: Person
let bigOwner: Person
beforeAll(async () => {
  app = await createTestApp()
  ann = await app.subscriber('ann@example.com')
  bigOwner = await app.subscriber('crowd@example.com')
  for (const contact of CONTACTS) await addContact(ann, contact)
  await app.owner.run(
    `update contacts set nine_d_score = s.score, top_signal = s.signal::nine_d_category from (values
       ('Zoe', 91, 'debt'), ('René', 40, 'death'), ('Bob', 40, 'debt'), ('Null', 0, null)) as s(name, score, signal)
      where first_name = s.name`,
  )
  await addManyContacts()
})
afterAll(() => app.close())

const CONTACTS = [
  {
    firstName: 'Zoe',
    lastName: 'Adams',
    email: 'zoe@adams.example',
    city: 'Naperville',
    state: 'IL',
    zipCode: '60540',
  },
  { firstName: 'René', lastName: 'Ångström', phone: '(630) 555-0142', city: 'Saint-Étienne' },
  { firstName: 'Bob', lastName: 'baker', email: 'Bob_100%@example.com', phone: '+44 20 7946 0958' },
  { firstName: 'Null', lastName: 'Baker', address: '12 Oak Street', zipCode: '60563' },
  { firstName: 'Uma', lastName: 'Aaron' },
  { firstName: 'Vic', lastName: 'Aaron', address: '50 % Lane' },
  { firstName: 'Wes', lastName: 'Øster', email: 'wes.oster+news@mail.example' },
]

async function addContact(person: Person, contact: object): Promise<void> {
  const response = await person.request('POST', '/api/contacts', contact)
  expect(response.status).toBe(201)
}

/** Adds 1,250 contacts; 600 of them have the same score and last name. */
async function addManyContacts(): Promise<void> {
  await app.owner.run(
    `insert into contacts (organization_id, first_name, last_name, search, last_name_key, nine_d_score, top_signal)
     select $1, 'P' || n, 'Same', ' p' || n || ' same everyone', 'same',
            case when n <= 600 then 50 when n <= 900 then n % 101 end, case when n <= 240 then 'divorce'::nine_d_category end
       from generate_series(1, 1250) n`,
    [bigOwner.organizationId],
  )
  await app.owner.run('update organization_counters set contacts = 1250 where organization_id = $1', [
    bigOwner.organizationId,
  ])
  // As after an import: without statistics PostgreSQL reads all of them to find one.
  await app.owner.run('analyze contacts')
}

const listContacts = (person: Person, query = '') => person.request('GET', `/api/contacts${query}`)
const listFirstNames = async (query: string) =>
  ((await listContacts(ann, query)).json as ContactSummary[]).map(({ firstName }) => firstName)

/** Follows the Link header to the end. */
async function listAllPages(person: Person, query: string) {
  const contacts: ContactSummary[] = []
  const totals = new Set<unknown>()
  let next: string | undefined = `/api/contacts${query}`
  for (let pageCount = 0; next !== undefined; pageCount++) {
    expect(pageCount).toBeLessThan(100)
    const response = await person.request('GET', next)
    expect(response.status).toBe(200)
    contacts.push(...(response.json as ContactSummary[]))
    totals.add(response.headers['x-total-count'])
    next = /^<(\/api\/contacts\?[^>]+)>; rel="next"$/.exec(String(response.headers.link ?? ''))?.[1]
  }
  return { contacts, totals: [...totals] }
}

describe('A07 the order', () => {
  test('is by score from high to low with unscored contacts last, then by last name without case and accents', async () => {
    expect(await listFirstNames('')).toEqual(['Zoe', 'René', 'Bob', 'Null', ...['Uma', 'Vic'].sort(), 'Wes'])
  })

  test('breaks ties by id', async () => {
    const ids = ((await listContacts(bigOwner, '?limit=200')).json as ContactSummary[]).map(({ id }) => id)
    expect(
      ((await listContacts(bigOwner, '?limit=200')).json as ContactSummary[]).map(({ id }) => id),
    ).toEqual(ids)
  })

  test('is an empty array for an empty list', async () => {
    const emptyOwner = await app.subscriber('empty@example.com')
    const response = await listContacts(emptyOwner)
    expect(response.json).toEqual([])
    expect(response.headers['x-total-count']).toBe('0')
    expect(response.headers.link).toBeUndefined()
  })
})

describe('A07 paging', () => {
  test.each([7, 100, 200])(
    'lists every contact exactly once in pages of %i, also with equal scores',
    async (limit) => {
      const query = limit === 7 ? '?limit=7&search=p1' : `?limit=${limit}`
      const { contacts, totals } = await listAllPages(bigOwner, query)
      const expected = await app.owner.row<{ count: number }>(
        `select count(*)::int as count from contacts where organization_id = $1 and search like $2`,
        [bigOwner.organizationId, limit === 7 ? '% p1%' : '%'],
      )
      expect(contacts).toHaveLength(expected!.count)
      expect(new Set(contacts.map(({ id }) => id)).size).toBe(expected!.count)
      expect(totals).toEqual([limit === 7 ? String(expected!.count) : '1250'])
      const ranks = contacts.map(({ nineDScore }) => nineDScore ?? -1)
      expect(ranks).toEqual([...ranks].sort((a, b) => b - a))
    },
  )

  test('keeps the filter in the URL of the next page', async () => {
    const { contacts, totals } = await listAllPages(bigOwner, '?topSignal=divorce&search=everyone&limit=50')
    expect(contacts).toHaveLength(240)
    expect(contacts.every(({ topSignal }) => topSignal === 'divorce')).toBe(true)
    expect(totals).toEqual(['240'])
  })

  test('has 100 contacts per page without a limit', async () => {
    expect((await listContacts(bigOwner)).json).toHaveLength(100)
  })

  test('counts filtered lists up to 1,000, then shows 1000+, and counts the whole list exactly', async () => {
    expect((await listContacts(bigOwner, '?search=everyone')).headers['x-total-count']).toBe('1000+')
    expect((await listContacts(bigOwner)).headers['x-total-count']).toBe('1250')
    await app.owner.run(
      `update contacts set search = ' other' where organization_id = $1 and first_name in
      (select 'P' || n from generate_series(1001, 1250) n)`,
      [bigOwner.organizationId],
    )
    expect((await listContacts(bigOwner, '?search=everyone')).headers['x-total-count']).toBe('1000')
  })

  test('repeats no contact when one is added between two pages', async () => {
    const firstPage = await listContacts(ann, '?limit=3')
    await addContact(ann, { firstName: 'New', lastName: 'Comer' })
    const next = /<([^>]+)>/.exec(String(firstPage.headers.link))![1]!
    const secondPage = (await ann.request('GET', next)).json as ContactSummary[]
    const firstIds = new Set((firstPage.json as ContactSummary[]).map(({ id }) => id))
    expect(secondPage.filter(({ id }) => firstIds.has(id))).toEqual([])
  })
})

describe('A07 the search', () => {
  test.each([
    ['zoe', ['Zoe']],
    ['ADAMS zoe', ['Zoe']],
    ['ad', ['Zoe']],
    ['rene', ['René']],
    ['RENÉ angstrom', ['René']],
    ['oster', ['Wes']],
    ['zoe@adams.example', ['Zoe']],
    ['wes.oster+news@mail.example', ['Wes']],
    ['saint etienne', ['René']],
    ['saint-étienne', ['René']],
    ['il', ['Zoe']],
    ['60540', ['Zoe']],
    ['oak street', ['Null']],
    ['630-555-0142', ['René']],
    ['(630) 555 0142', ['René']],
    ['+1 630.555.0142', ['René']],
    ['6305550142', ['René']],
    ['16305550142', ['René']],
    ['5550142', ['René']],
    ['020 7946 0958', ['Bob']],
    ['+442079460958', ['Bob']],
    ['nobody', []],
    ['zoe baker', []],
    ['   ', ['Zoe', 'René', 'Bob', 'Null', 'Uma', 'Vic', 'New', 'Wes']],
  ])('%s finds %j', async (search, expectedNames) => {
    expect(await listFirstNames(`?search=${encodeURIComponent(search)}`)).toEqual(expectedNames)
  })

  test.each([
    ['%', ['Vic']],
    ['50 %', ['Vic']],
    ['r_ne', []],
    ['bob_100%', ['Bob']],
    ['100%', ['Bob']],
    ['\\', []],
    ["' or 1=1 --", []],
    ["x'); drop table contacts; --", []],
  ])('searches for %s literally', async (search, expectedNames) => {
    expect(await listFirstNames(`?search=${encodeURIComponent(search)}`)).toEqual(expectedNames)
  })

  test('combines the signal filter with a search', async () => {
    expect(await listFirstNames('?topSignal=debt')).toEqual(['Zoe', 'Bob'])
    expect(await listFirstNames('?topSignal=debt&search=baker')).toEqual(['Bob'])
    expect(await listFirstNames('?topSignal=diapers')).toEqual([])
  })
})

test.each([
  ['?limit=0', 'limit'],
  ['?limit=201', 'limit'],
  ['?limit=ten', 'limit'],
  ['?limit=1.5', 'limit'],
  ['?limit=', 'limit'],
  ['?cursor=abc', 'cursor'],
  [`?cursor=${Buffer.from('["score","1","a","not an id"]').toString('base64url')}`, 'cursor'],
  [
    `?cursor=${Buffer.from('["score","1","018f0000-0000-7000-8000-000000000000"]').toString('base64url')}`,
    'cursor',
  ],
  ['?sort=age', 'sort'],
  ['?cursor=', 'cursor'],
  ['?topSignal=all', 'topSignal'],
  ['?topSignal=', 'topSignal'],
  [`?search=${'x'.repeat(101)}`, 'search'],
  ['?search=a&search=b', 'search'],
])('A36 rejects %s with the name of the field', async (query, field) => {
  const response = await listContacts(ann, query)
  expect(response.status).toBe(400)
  const body: { code: string; fields: Record<string, string> } = response.json
  expect(body.code).toBe('invalid')
  expect(body.fields[field]).toBeTruthy()
})

test('A36 rejects an unknown query key', async () => {
  const response = await listContacts(ann, '?organizationId=x')
  expect(response.status).toBe(400)
  expect(response.text).toContain('organizationId')
})

test.each([
  [
    'a number beyond the database type',
    ['score', '1000000000000000', 'a', '018f0000-0000-7000-8000-000000000000'],
  ],
  ['text instead of a number', ['score', 'many', 'a', '018f0000-0000-7000-8000-000000000000']],
  ['a NUL', ['score', '1', 'a\u0000', '018f0000-0000-7000-8000-000000000000']],
])('A36 rejects a cursor with %s', async (_, cursorKey) => {
  const cursor = Buffer.from(JSON.stringify(cursorKey)).toString('base64url')
  for (const query of [`?cursor=${cursor}`, `?cursor=${cursor}&search=zoe`]) {
    expect((await listContacts(ann, query)).status).toBe(400)
  }
})

test('A07 shows the newest active record behind the top signal', async () => {
  const cal = await app.subscriber('cal-records@example.com')
  const response = await cal.request('POST', '/api/contacts', { firstName: 'Rae', lastName: 'Record' })
  const { id } = response.json as { id: string }
  expect(response.json).toMatchObject({ topRecord: null })
  const addSignal = (category: string, documentType: string, on: string, extraMetadata: object = {}) =>
    app.owner.run(
      `insert into signals (organization_id, contact_id, category, score, evidence_key, description, event_date, metadata)
       values ($1, $2, $3, 50, gen_random_uuid()::text, 'Household change on record', $4, $5)`,
      [cal.organizationId, id, category, on, JSON.stringify({ inputs: { documentType }, ...extraMetadata })],
    )
  await addSignal('death', 'Petition for Probate', '2026-03-21')
  await addSignal('death', "Executor's Deed", '2026-01-05')
  await addSignal('death', 'Expired Deed', '2026-06-01', { expiresAt: '2020-01-01' })
  await addSignal('divorce', 'Petition for Dissolution of Marriage', '2026-07-01')
  await app.owner.run(`update contacts set top_signal = 'death' where id = $1`, [id])
  const topRecord = {
    ...{ documentType: 'Petition for Probate', description: 'Household change on record' },
    ...{ on: '2026-03-21', precision: 'day' },
  }
  expect((await cal.request('GET', '/api/contacts')).json).toMatchObject([{ topRecord }])
  expect((await cal.request('GET', '/api/contacts?search=rae')).json).toMatchObject([{ topRecord }])
  expect((await cal.request('GET', `/api/contacts/${id}`)).json).toMatchObject({ topRecord })
})
