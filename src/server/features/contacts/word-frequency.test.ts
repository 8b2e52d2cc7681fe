// Searches use different plans for rare, common and very common words; all must return correct results and counts.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ContactSummary } from '#contract/contacts.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

const CONTACT_COUNT = 8000
const PAGE_SIZE = 100
const MAX_EXACT_COUNT = 1000

let app: TestApp
let ann: Person
beforeAll(async () => {
  app = await createTestApp()
  ann = await app.subscriber('ann@example.com')
  // All scores are equal, so the last names determine the order.
  await app.owner.run(
    `insert into contacts (organization_id, first_name, last_name, search, last_name_key, nine_d_score)
     select $1, 'P', 'Person', concat(
              ' p person everybody', case when n % 3 = 0 then ' third' end, case when n % 10 = 0 then ' tenth' end,
              case when n % 60 = 0 then ' sixtieth' end, case when n % 2500 = 0 then ' rare' end,
              case when n <= 450 then ' leading' end, case when n <= 90 then ' foremost' end,
              case when n > 7000 then ' trailing' end),
            'person' || to_char(n, 'FM00000'), 50
       from generate_series(1, ${CONTACT_COUNT}) n`,
    [ann.organizationId],
  )
  await app.owner.run(
    `update organization_counters set contacts = ${CONTACT_COUNT} where organization_id = $1`,
    [ann.organizationId],
  )
})
afterAll(() => app.close())

/** The expected result, found by reading every row. */
async function listMatchingIds(words: string[]): Promise<string[]> {
  const rows = await app.owner.rows<{ id: string }>(
    `select id from contacts where organization_id = $1 and search like all ($2) order by last_name_key`,
    [ann.organizationId, words.map((word) => `%${word}%`)],
  )
  return rows.map(({ id }) => id)
}

describe('A07 finds the first page and the count for words that', () => {
  test.each([
    ['everybody has', 'everybody'],
    ['a third has', 'third'],
    ['a tenth has', 'tenth'],
    ['a sixtieth has', 'sixtieth'],
    ['three have', 'rare'],
    ['nobody has', 'nobody'],
    ['only the best-ranked have', 'leading'],
    ['fewer than a page of the best-ranked have', 'foremost'],
    ['only the last have', 'trailing'],
    ['are two, both common', 'everybody third'],
    ['are two, one of them rare', 'everybody rare'],
    ['are three', 'everybody third tenth'],
    ['are three and rarely occur together', 'third tenth rare'],
  ])('%s', async (_, search) => {
    const matchingIds = await listMatchingIds(search.split(' '))
    const response = await ann.request('GET', `/api/contacts?search=${encodeURIComponent(search)}`)
    expect((response.json as ContactSummary[]).map(({ id }) => id)).toEqual(matchingIds.slice(0, PAGE_SIZE))
    const total = matchingIds.length > MAX_EXACT_COUNT ? `${MAX_EXACT_COUNT}+` : String(matchingIds.length)
    expect(response.headers['x-total-count']).toBe(total)
  })
})
