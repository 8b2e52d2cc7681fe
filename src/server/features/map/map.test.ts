import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ContactFilter } from '#contract/contacts.ts'
import type { ContactMap, PlaceGroup } from '#contract/map.ts'
import { NO_PERSON_DATA } from '#domain/enrichment/person-record.ts'
import { coordinatesOf, ELSEWHERE, placeAt, placesIn } from '#domain/places/quadkey.ts'
import { positionOf } from '#server/platform/places/us-shapes.ts'
import {
  type FilterValues,
  type KnownFacts,
  matchesFilter,
  queryOf,
  randomFilter,
  readKnownFacts,
} from '#test/builders/contact-filters.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

/** ZIP codes all over the country, with two of one city. */
const ZIPS = ['78701', '78702', '60540', '10001', '94103', '99501', '96813', '33101', '99546']
/** Military, territory and unknown ones, and none at all. */
const OTHER_ZIPS = ['09012', '00901', '99999', null]
const CONTACT_COUNT = 260

let app: TestApp
let ann: Person
let own: Person

beforeAll(async () => {
  app = await createTestApp()
  ann = await app.subscriber('ann@example.com')
  own = await app.member('own@example.com', ann.organizationId, 'MEMBER')
  await app.owner.run(`update memberships set access = 'own' where user_id = $1`, [own.userId])
  // Half of the contacts are older than the list of ZIP codes.
  await addContacts(ann, 0, CONTACT_COUNT / 2)
  await app.services.map.loadPlaces()
  await addContacts(ann, CONTACT_COUNT / 2, CONTACT_COUNT)
  await addContacts(await app.subscriber('eve@example.com'), 0, 10)
})
afterAll(() => app.close())

async function addContacts({ organizationId }: Person, from: number, to: number): Promise<void> {
  const zips = [...ZIPS, ...OTHER_ZIPS]
  await app.owner.run(
    `insert into contacts (organization_id, first_name, last_name, search, last_name_key, nine_d_score, zip_code, email,
       do_not_contact, owner_id, place)
     select $1, 'P' || n, 'Same', ' p' || n || ' same', 'same', n * 7 % 101, ($2::text[])[1 + n % $3::int],
            case when n % 2 = 0 then 'p' || n || '@example.com' end, n % 13 = 0, case when n % 4 = 0 then $4::uuid end,
            place_of(null, null, ($2::text[])[1 + n % $3::int])
       from generate_series($5::int, $6::int - 1) n`,
    [organizationId, zips, zips.length, own.userId, from, to],
  )
}

async function readMap(person: Person, query = ''): Promise<ContactMap> {
  const response = await person.request('GET', `/api/map?${query}`)
  expect(response.status, JSON.stringify(response.json)).toBe(200)
  return response.json as ContactMap
}

const sumOf = (groups: readonly PlaceGroup[]) => groups.reduce((sum, { contacts }) => sum + contacts, 0)

const values: FilterValues = {
  zip: ZIPS,
  city: ['Austin'],
  source: ['Zillow'],
  relationship: ['lead'],
  tags: ['0', '1', '2'].map((n) => `00000000-0000-4000-8000-00000000000${n}`),
}

describe('the map agrees with the list', () => {
  let known: KnownFacts[]
  beforeAll(async () => {
    known = await readKnownFacts(app.owner, ann.organizationId)
  })

  const filters: ContactFilter[] = Array.from({ length: 40 }, (_, n) =>
    randomFilter(n * 7919, values, 1 + (n % 3)),
  )
  test.each([[{}], ...filters.map((filter) => [filter])])('for %j', async (filter) => {
    const matching = known.filter((each) => matchesFilter(each, filter))
    const map = await readMap(ann, queryOf(filter))
    expect(sumOf(map.groups)).toBe(map.contacts)
    expect(map.contacts + (map.elsewhere ?? 0) + (map.withoutPlace ?? 0)).toBe(matching.length)
    const onMap = matching.filter(({ zip }) => zip && ZIPS.includes(zip))
    expect(map.contacts).toBe(onMap.length)
    expect(map.elsewhere).toBe(matching.filter(({ zip }) => zip === '09012' || zip === '00901').length)
  })

  test('when areas are opened one after another, down to single places', async () => {
    const visit = async (area: string, expected: number): Promise<void> => {
      const map = await readMap(ann, `area=${area}`)
      expect(map.contacts).toBe(expected)
      for (const group of map.groups) {
        expect(group.area.startsWith(area)).toBe(true)
        if (!group.isSpot && group.area !== area) await visit(group.area, group.contacts)
      }
    }
    const { groups, contacts } = await readMap(ann)
    expect(groups.length).toBeGreaterThanOrEqual(7)
    await visit('', contacts)
  })

  test('and lists the people of an area page by page', async () => {
    const { groups } = await readMap(ann)
    const [group] = groups
    const ids = new Set<string>()
    let cursor = ''
    do {
      const { json } = await ann.request('GET', `/api/map/people?area=${group?.area}&limit=7${cursor}`)
      const page = json as { items: { id: string; zipCode: string }[]; next: string | null; total: string }
      expect(page.total).toBe(String(group?.contacts))
      for (const { id } of page.items) ids.add(id)
      cursor = page.next === null ? '' : `&cursor=${page.next}`
    } while (cursor)
    expect(ids.size).toBe(group?.contacts)
  })

  test.each(['elsewhere', 'none'])('and lists the people of "%s"', async (area) => {
    const { json } = await ann.request('GET', `/api/map/people?area=${area}&limit=100`)
    const { items } = json as { items: { zipCode: string | null }[] }
    const map = await readMap(ann)
    expect(items).toHaveLength((area === 'none' ? map.withoutPlace : map.elsewhere) ?? -1)
    expect(items.some(({ zipCode }) => zipCode !== null && ZIPS.includes(zipCode))).toBe(false)
  })

  test('even if the search is an address of someone in another area', async () => {
    const other = known.find(({ zip, email }) => zip === '10001' && email)
    const { json } = await ann.request(
      'GET',
      `/api/map/people?area=${areaOfZip('78701')}&search=${encodeURIComponent(other?.email ?? '')}`,
    )
    expect(json).toMatchObject({ items: [], total: '0' })
  })
})

const areaOfZip = (zip: string) => ({ '78701': '02313012' })[zip] ?? ''

test('a restricted member sees only own contacts and counts', async () => {
  const known = await readKnownFacts(app.owner, ann.organizationId)
  const mine = known.filter(({ ownerId, zip }) => ownerId === own.userId && zip && ZIPS.includes(zip))
  const map = await readMap(own)
  expect(map.contacts).toBe(mine.length)
  const { json } = await own.request('GET', '/api/map/people?area=&limit=100')
  expect((json as { total: string }).total).toBe(String(mine.length))
  const selected = await own.request('POST', '/api/map/selections', {
    area: '',
    reason: 'Open house invitation',
  })
  expect((selected.json as { contactIds: string[] }).contactIds.toSorted()).toEqual(
    mine.map(({ id }) => id).toSorted(),
  )
})

test('counts people who must not be contacted', async () => {
  const known = await readKnownFacts(app.owner, ann.organizationId)
  const blocked = known.filter(({ canContact, zip }) => !canContact && zip && ZIPS.includes(zip)).length
  const { groups } = await readMap(ann)
  expect(groups.reduce((sum, { doNotContact }) => sum + doNotContact, 0)).toBe(blocked)
})

describe('the place of a contact', () => {
  const placeOf = (id: string) => app.owner.value<number>('select place from contacts where id = $1', [id])
  const add = async (fields: object) => {
    const { json } = await ann.request('POST', '/api/contacts', {
      firstName: 'Solo',
      lastName: crypto.randomUUID(),
      ...fields,
    })
    return (json as { id: string }).id
  }
  const enrich = (id: string, address: object) =>
    app.owner.run(
      'update contacts set enrichment_data = $2, place = place_of($2, address, zip_code) where id = $1',
      [
        id,
        {
          ...NO_PERSON_DATA,
          addresses: [
            {
              street: '12 Oak St.',
              city: 'Austin',
              state: 'TX',
              zipCode: '78701',
              latitude: 30.28,
              longitude: -97.75,
              ...address,
            },
          ],
        },
      ],
    )
  const HOME = placeAt({ latitude: 30.28, longitude: -97.75 })
  let zipPlace: number
  beforeAll(async () => {
    zipPlace = await app.owner.value<number>(`select place from zip_places where zip = '78701'`)
  })

  test('follows the address, the geocoded point and the next address', async () => {
    const id = await add({ address: '12 Oak St', zipCode: '78701-1234' })
    expect(await placeOf(id)).toBe(zipPlace)
    await enrich(id, { accuracy: 'Rooftop' })
    expect(await placeOf(id)).toBe(HOME)
    await ann.request('PATCH', `/api/contacts/${id}`, { address: '9 Elm St' })
    expect(await placeOf(id)).toBe(zipPlace)
    await ann.request('PATCH', `/api/contacts/${id}`, { zipCode: null })
    expect(await placeOf(id)).toBeNull()
  })

  test.each([
    ['the accuracy is that of the ZIP code', { accuracy: 'ZIP' }],
    ['the accuracy is unknown', { accuracy: null }],
    ['the point belongs to another street', { accuracy: 'Rooftop', street: '14 Oak St' }],
    ['the point belongs to another ZIP code', { accuracy: 'Rooftop', zipCode: '78702' }],
    ['there is no point', { accuracy: 'Rooftop', latitude: null }],
  ])('is the center of the ZIP code if %s', async (_, address) => {
    const id = await add({ address: '12 Oak St', zipCode: '78701' })
    await enrich(id, address)
    expect(await placeOf(id)).toBe(zipPlace)
  })

  test('is elsewhere for a point outside of the map', async () => {
    const id = await add({ address: '12 Oak St', zipCode: '78701' })
    await enrich(id, { accuracy: 'Rooftop', latitude: 51.5, longitude: -0.12 })
    expect(await placeOf(id)).toBe(-1)
  })

  test('agrees with the domain for every ZIP code', async () => {
    const rows = await app.owner.rows<{ zip: string; place: number }>('select zip, place from zip_places')
    expect(rows.length).toBeGreaterThan(41_000)
    const shown = rows.map(({ place }) => place).filter((place) => place !== ELSEWHERE)
    expect(shown.length).toBeGreaterThan(40_500)
    const points = shown.map(coordinatesOf)
    expect(points.map(placeAt)).toEqual(shown)
    const computed = await app.owner.column<number>(
      'select place_at(latitude, longitude) from unnest($1::float8[], $2::float8[]) as t(latitude, longitude)',
      [points.map(({ latitude }) => latitude), points.map(({ longitude }) => longitude)],
    )
    expect(computed).toEqual(shown)
    // Every place of the map is in its drawing.
    expect(points.filter((point) => positionOf(point) === null)).toEqual([])
  })

  test('is gone with an erased contact', async () => {
    const id = await add({ zipCode: '59001' })
    expect((await readMap(ann, 'zip=59001')).contacts).toBe(1)
    await ann.request('DELETE', `/api/contacts/${id}`)
    expect((await readMap(ann, 'zip=59001')).contacts).toBe(0)
  })
})

describe('selecting everyone in an area', () => {
  test('needs a reason, and logs it', async () => {
    const area = (await readMap(ann)).groups[0]?.area ?? ''
    for (const reason of [undefined, '', '   '])
      expect((await ann.request('POST', '/api/map/selections', { area, reason })).status).toBe(400)
    const { status, json } = await ann.request('POST', '/api/map/selections', {
      area,
      reason: 'All past clients nearby',
    })
    expect(status).toBe(200)
    const rows = await app.owner.rows(
      'select selected_by, area, contacts, reason from area_selections where area = $1',
      [area],
    )
    const { contactIds } = json as { contactIds: string[] }
    expect(rows).toEqual([
      { selectedBy: ann.userId, area, contacts: contactIds.length, reason: 'All past clients nearby' },
    ])
    const [line] = await app.owner.rows<{ details: object }>(
      `select details from audit_log where action = 'area.selected' and details ->> 'area' = $1`,
      [area],
    )
    expect(line?.details).toEqual({ area, contacts: contactIds.length })
  })

  test('takes the filters of the list', async () => {
    const { json } = await ann.request('POST', '/api/map/selections', {
      area: '',
      matching: { doNotContact: true },
      reason: 'Check',
    })
    const known = await readKnownFacts(app.owner, ann.organizationId)
    const expected = known.filter(({ canContact, zip }) => !canContact && zip && ZIPS.includes(zip))
    expect((json as { contactIds: string[] }).contactIds).toHaveLength(expected.length)
  })

  test('is the only way to act on an area', async () => {
    const { status } = await ann.request('POST', '/api/contacts/bulk', {
      action: 'enrich',
      matching: { area: '0231', place: placesIn('0231') },
    })
    expect(status).toBe(400)
    expect((await ann.request('GET', '/api/contacts/export?area=0231')).status).toBe(400)
    expect((await ann.request('GET', '/api/contacts?area=0231')).status).toBe(400)
  })
})

test.each([
  '/api/map?area=4',
  '/api/map?area=-1',
  `/api/map?area=${'0'.repeat(21)}`,
  '/api/map?area=none',
  '/api/map?zoom=99',
  '/api/map/people?area=nowhere',
  '/api/map/people',
  '/api/map/shapes?counties=481',
  '/api/map/shapes?counties=../x',
])('refuses %s', async (url) => {
  expect((await ann.request('GET', url)).status).toBe(400)
})

test('answers an area without contacts', async () => {
  expect(await readMap(ann, 'area=3')).toMatchObject({ groups: [], contacts: 0, elsewhere: null })
})

describe('the outlines', () => {
  type Shapes = {
    states: { id: string; state: string; path: string }[]
    counties: { id: string; name: string }[]
  }
  test('have all states, and the counties of the named ones', async () => {
    const { states, counties } = (await ann.request('GET', '/api/map/shapes?counties=48,15')).json as Shapes
    expect(states).toHaveLength(51)
    expect(counties.filter(({ id }) => id.startsWith('48'))).toHaveLength(254)
    expect(new Set(counties.map(({ id }) => id.slice(0, 2)))).toEqual(new Set(['48', '15']))
  })

  test('stay small', async () => {
    const compressed = async (url: string) =>
      gzipSync(JSON.stringify((await ann.request('GET', url)).json)).length / 1024
    expect(await compressed('/api/map/shapes')).toBeLessThan(28)
    expect(await compressed('/api/map/shapes?counties=48')).toBeLessThan(60)
    const all = ((await ann.request('GET', '/api/map/shapes')).json as Shapes).states.map(({ id }) => id)
    expect(await compressed(`/api/map/shapes?counties=${all}`)).toBeLessThan(240)
  })
})
