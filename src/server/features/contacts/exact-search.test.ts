import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ContactSummary } from '#contract/contacts.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

let app: TestApp
let ann: Person
const CROWD_SIZE = 24
beforeAll(async () => {
  app = await createTestApp()
  ann = await app.subscriber('ann@example.com')
  const addContact = async (contact: object) => {
    expect((await ann.request('POST', '/api/contacts', contact)).status).toBe(201)
  }
  await addContact({
    firstName: 'Jane',
    lastName: 'Wanted',
    email: 'jane.doe@example.com',
    phone: '(512) 555-0147',
  })
  await addContact({ firstName: 'Mary', lastName: 'Jane', email: 'mary.jane.doe@example.com' })
  await addContact({
    firstName: 'Au',
    lastName: 'Domain',
    email: 'jane.doe@example.com.au',
    phone: '+61 512 555 0147',
  })
  for (let n = 0; n < CROWD_SIZE; n++) {
    await addContact({
      ...{ firstName: 'Jane', lastName: `Doe ${n}`, email: `com${n}@jane.example` },
      ...{ phone: `512555${String(2000 + n)}`, address: '512 Example St', city: '555 0147' },
    })
  }
  await app.owner.run(`update contacts set nine_d_score = case last_name when 'Wanted' then null else 90 end`)
})
afterAll(() => app.close())

const listMatches = async (text: string, extraQuery = '') => {
  const response = await ann.request('GET', `/api/contacts?search=${encodeURIComponent(text)}${extraQuery}`)
  expect(response.status).toBe(200)
  return response
}
const searchNames = async (text: string, extraQuery = '') =>
  ((await listMatches(text, extraQuery)).json as ContactSummary[]).map(({ lastName }) => lastName)

describe('A07 a search for a whole address', () => {
  test.each(['jane.doe@example.com', ' JANE.Doe@Example.com', 'Jane <jane.doe@example.com>'])(
    'lists that person first, and excludes people who match only its words: %s',
    async (search) => {
      expect(await searchNames(search)).toEqual(['Wanted', 'Domain', 'Jane'])
      expect((await listMatches(search)).headers['x-total-count']).toBe('3')
    },
  )

  test.each(['(512) 555-0147', '512.555.0147', '+1 512 555 0147', '5125550147', 'tel:+1-512-555-0147'])(
    'lists that number first in any format: %s',
    async (search) => expect((await searchNames(search))[0]).toBe('Wanted'),
  )

  test.each(['score', 'chance', 'name', 'enriched', 'task'])(
    'lists that person first in the order by %s',
    async (sort) => {
      expect((await searchNames('jane.doe@example.com', `&sort=${sort}`))[0]).toBe('Wanted')
    },
  )

  test('pages through everyone once', async () => {
    for (const limit of [1, 2, 3]) {
      const names: string[] = []
      let next: string | undefined = `/api/contacts?search=jane.doe%40example.com&limit=${limit}`
      while (next !== undefined) {
        const response = await ann.request('GET', next)
        names.push(...(response.json as ContactSummary[]).map(({ lastName }) => lastName))
        next = /<([^>]+)>; rel="next"/.exec(String(response.headers.link ?? ''))?.[1]
      }
      expect(names).toEqual(['Wanted', 'Domain', 'Jane'])
    }
  })

  test('finds no one for an unknown address', async () => {
    expect(await searchNames('doe.jane@example.com')).toEqual([])
  })

  test('finds an alternate address in the search text', async () => {
    await app.owner.run(
      `update contacts set search = search || ' j.d work example' where last_name = 'Doe 3'`.replace(
        'j.d',
        'j d',
      ),
    )
    expect(await searchNames('j.d@work.example')).toEqual(['Doe 3'])
  })

  test('still finds by single words', async () => {
    expect(await searchNames('jane wanted')).toEqual(['Wanted'])
    expect(await searchNames('jane doe')).toHaveLength(CROWD_SIZE + 3)
  })

  test('is used by exports and bulk actions', async () => {
    const { text } = await ann.request('GET', '/api/contacts/export?search=jane.doe%40example.com')
    expect(text.trim().split('\r\n')).toHaveLength(4)
  })

  test('lists people in order if more than a page of them share a number', async () => {
    await app.owner.run(
      `update contacts set phone = '+15125550199', search = search || ' 5125550199' where last_name like 'Doe %'`,
    )
    expect(await searchNames('512-555-0199', '&limit=5')).toHaveLength(5)
    expect((await listMatches('512-555-0199')).headers['x-total-count']).toBe(String(CROWD_SIZE))
  })
})
