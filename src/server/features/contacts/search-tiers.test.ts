import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ContactSummary } from '#contract/contacts.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

let app: TestApp
let ann: Person
let bob: Person
beforeAll(async () => {
  app = await createTestApp()
  ann = await app.subscriber('ann@example.com')
  bob = await app.subscriber('bob@example.com')
  const addContact = async (contact: object, person = ann) => {
    expect((await person.request('POST', '/api/contacts', contact)).status).toBe(201)
  }
  await addContact({ firstName: 'Tom', lastName: 'Inside', address: '12 Tamarack Ave' })
  await addContact({ firstName: 'Sue', lastName: 'Tamara', city: 'Dallas' })
  await addContact({ firstName: 'Lee', lastName: 'Street', address: '7 Amara Ct' })
  await addContact({ firstName: 'Ámara', lastName: 'First' })
  await addContact({ firstName: 'Ngozi', lastName: 'St. John-Amara' })
  await addContact({ firstName: 'Obi', lastName: 'Amarant', address: '9 Oak St' })
  // Better matches have lower scores.
  const scores = { Inside: 90, Tamara: 80, Street: 70, First: 10, 'St. John-Amara': 20, Amarant: 30 }
  for (const [name, score] of Object.entries(scores))
    await app.owner.run('update contacts set nine_d_score = $2 where last_name = $1', [name, score])
  // More than the ranking limit.
  await app.owner.run(
    `insert into contacts (organization_id, id, first_name, last_name, address, search, last_name_key, nine_d_score)
     select $1, gen_random_uuid(), case when n % 100 = 0 then 'Amara' else 'Pat' end, 'Crowd ' || lpad(n::text, 4, '0'),
            n || ' Tamarack Ave', case when n % 100 = 0 then ' amara' else ' pat' end || ' crowd '
              || lpad(n::text, 4, '0') || ' ' || n || ' tamarack ave', 'crowd ' || lpad(n::text, 4, '0'),
            case when n % 100 = 0 then 5 else 95 end
       from generate_series(1, 1500) n`,
    [bob.organizationId],
  )
  await app.owner.run('update organization_counters set contacts = 1500 where organization_id = $1', [
    bob.organizationId,
  ])
})
afterAll(() => app.close())

async function listAllPages(person: Person, query: string): Promise<{ names: string[]; total: unknown }> {
  const names: string[] = []
  let total: unknown
  let next: string | undefined = `/api/contacts?${query}`
  while (next !== undefined) {
    const response = await person.request('GET', next)
    expect(response.status).toBe(200)
    names.push(...(response.json as ContactSummary[]).map(({ lastName }) => lastName))
    total ??= response.headers['x-total-count']
    next = /<([^>]+)>; rel="next"/.exec(String(response.headers.link ?? ''))?.[1]
  }
  return { names, total }
}

const RANKED_NAMES = ['Amarant', 'St. John-Amara', 'First', 'Street', 'Inside', 'Tamara']

describe('A07 a search for a word', () => {
  test.each([100, 1, 2, 4])(
    'lists names before addresses, and word starts before word parts, in pages of %i',
    async (limit) => {
      expect(await listAllPages(ann, `search=Amara&limit=${limit}`)).toEqual({
        names: RANKED_NAMES,
        total: '6',
      })
    },
  )

  test('keeps the requested order among equal matches', async () => {
    expect((await listAllPages(ann, 'search=amara&sort=name')).names).toEqual([
      ...['Amarant', 'First', 'St. John-Amara'],
      ...['Street', 'Inside', 'Tamara'],
    ])
  })

  test('combines several words', async () => {
    expect((await listAllPages(ann, 'search=amara%20ngozi')).names).toEqual(['St. John-Amara'])
    expect((await listAllPages(ann, 'search=oak%20amara')).names).toEqual(['Amarant'])
  })

  test('pages through more than the ranking limit in the requested order, each contact once', async () => {
    const { names, total } = await listAllPages(bob, 'search=amara&sort=name&limit=200')
    expect(total).toBe('1000+')
    expect(names).toHaveLength(1500)
    expect(names).toEqual([...new Set(names)].sort())
  })

  test('lists names first when a thousand contacts match', async () => {
    await app.owner.run(`delete from contacts where organization_id = $1 and last_name > 'Crowd 1000'`, [
      bob.organizationId,
    ])
    const { names, total } = await listAllPages(bob, 'search=amara&limit=200')
    expect(total).toBe('1000')
    expect(new Set(names).size).toBe(1000)
    const isNamed = (name: string) => Number(name.split(' ')[1]) % 100 === 0
    expect(names.map(isNamed)).toEqual(names.map((_, index) => index < 10))
  })

  test("doesn't return the search text", async () => {
    const response = await ann.request('GET', '/api/contacts?search=amara')
    expect(response.json[0]).not.toHaveProperty('search')
  })
})
