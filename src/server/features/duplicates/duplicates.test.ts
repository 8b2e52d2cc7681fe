import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ContactDetail } from '#contract/contacts.ts'
import type { SuspectedPair } from '#contract/duplicates.ts'
import type { SuspectedDuplicate } from '#contract/merges.ts'
import { mintOrganizationId } from '#server/platform/db/organization-id.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

let app: TestApp
let ann: Person
let bob: Person
let count = 0
beforeAll(async () => {
  app = await createTestApp()
  bob = await app.subscriber('bob@example.com')
})
beforeEach(async () => {
  count += 1
  ann = await app.subscriber(`ann${count}@example.com`)
})
afterAll(() => app.close())

const home = { address: '4210 Juniper Ridge Dr', city: 'Austin', state: 'TX', zipCode: '78745' }
const robert = { firstName: 'Robert', lastName: 'Kowalczyk', ...home }

const add = async (contact: object, person = ann): Promise<ContactDetail> =>
  (await person.request('POST', '/api/contacts', contact)).json

type Page = { items: SuspectedPair[]; total: number; next: string | null }
const page = async (query = '', person = ann): Promise<Page> =>
  (await person.request('GET', `/api/duplicates${query}`)).json
const namesOf = ({ items }: Page) =>
  items.map(
    ({ contact, other, reason }) => `${[contact.firstName, other.firstName].sort().join(' & ')}: ${reason}`,
  )
/** Waits until all contacts were checked. */
async function settle(): Promise<void> {
  await app.queue.drain()
  await app.services.duplicates.sweep()
  await app.queue.drain()
}
async function importCsv(csv: string): Promise<void> {
  const headers = { 'content-type': 'text/csv', prefer: 'respond-async' }
  expect((await ann.request('POST', '/api/contacts/import/csv?enrich=0', csv, headers)).status).toBe(202)
  await settle()
}
const dismiss = (id: string, person = ann) => person.request('POST', `/api/duplicates/${id}/dismiss`, {})

test('lists suspected duplicates after contacts were added, the most certain first', async () => {
  await add(robert)
  await add({ firstName: 'Bob', lastName: 'Kowalczyk', ...home })
  await add({ firstName: 'Mira', lastName: 'Okafor', email: 'mira@example.com' })
  await add({ firstName: 'Mira', lastName: 'Okafor', phone: '5125550147' })
  await add({ firstName: 'Paula', lastName: 'Kowalczyk', ...home })
  await settle()
  const found = await page()
  expect(namesOf(found)).toEqual(['Bob & Robert: Nickname, same address', 'Mira & Mira: Same full name'])
  expect(found).toMatchObject({ total: 2, next: null })
  expect(await page('', bob)).toEqual({ items: [], total: 0, next: null })
})

test('waits while the organization is suspended', async () => {
  await add(robert)
  await add({ ...robert, firstName: 'Bob' })
  const check = () => app.services.duplicates.check(mintOrganizationId(ann.organizationId))
  const found = () =>
    app.owner.rows('select reason from duplicate_suspicions where organization_id = $1', [ann.organizationId])
  const suspend = (at: string) =>
    app.owner.run(
      `update organizations set suspended_at = ${at}, suspended_reason = ${at}::text where id = $1`,
      [ann.organizationId],
    )
  await suspend('now()')
  await check()
  expect(await found()).toEqual([])
  await suspend('null')
  await check()
  expect(await found()).toHaveLength(1)
})

test('finds suspected duplicates among imported and existing contacts', async () => {
  await add({ ...robert, firstName: 'Roberto' })
  const csv = [
    'First Name,Last Name,Address,City,State,Zip,Email',
    'Kowalczyk,Robert,4210 Juniper Ridge Drive,Austin,TX,78745,',
    'Lena,Villaseñor,9 Elm St,Dayton,OH,45402,lena.villasenor@gmail.com',
    'Lena,Villasenor,,,,,lenavillasenor+home@gmail.com',
    ...Array.from(
      { length: 40 },
      (_, i) =>
        `First${i},Unlike${String.fromCharCode(97 + (i % 26))}${i},${i} Way,Town${i},OH,${45000 + i},`,
    ),
  ].join('\n')
  await importCsv(csv)
  expect(namesOf(await page()).sort()).toEqual([
    'Kowalczyk & Roberto: Swapped first and last name, same address',
    'Lena & Lena: Same name, same email written differently',
  ])
})

test('does not list a dismissed pair again after its contacts change', async () => {
  const one = await add(robert)
  await add({ ...robert, firstName: 'Bob' })
  await settle()
  const [pair] = (await page()).items
  expect((await dismiss(pair?.id ?? '', bob)).status).toBe(404)
  expect((await dismiss(pair?.id ?? '')).status).toBe(204)
  expect((await dismiss(pair?.id ?? '')).status).toBe(204)
  await ann.request('PATCH', `/api/contacts/${one.id}`, { email: 'r@example.com' })
  await settle()
  expect(await page()).toEqual({ items: [], total: 0, next: null })
  const ofContact: SuspectedDuplicate[] = (await ann.request('GET', `/api/contacts/${one.id}/duplicates`))
    .json
  expect(ofContact).toEqual([])
})

test('removes a pair when an edit removes its reason, and finds a new one', async () => {
  const one = await add(robert)
  await add({ ...robert, firstName: 'Bob' })
  await settle()
  await ann.request('PATCH', `/api/contacts/${one.id}`, { firstName: 'Paula' })
  await settle()
  expect((await page()).items).toEqual([])
  await ann.request('PATCH', `/api/contacts/${one.id}`, { firstName: 'Rob' })
  await settle()
  expect(namesOf(await page())).toEqual(['Bob & Rob: Nickname, same address'])
})

test('pages through pairs and rejects a foreign cursor', async () => {
  for (let i = 0; i < 3; i++) {
    const street = { ...home, address: `${4000 + i * 111} Juniper Ridge Dr`, zipCode: `7${i}745` }
    const lastName = ['Kowalczyk', 'Brandt', 'Ishiguro'][i]
    await add({ firstName: 'Robert', lastName, ...street })
    await add({ firstName: 'Bob', lastName, ...street })
  }
  await settle()
  const first = await page('?limit=2')
  const second = await page(`?limit=2&cursor=${first.next}`)
  expect([first.items.length, second.items.length, second.next, second.total]).toEqual([2, 1, null, 3])
  expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(3)
  expect((await ann.request('GET', '/api/duplicates?cursor=abc')).status).toBe(400)
})

test('takes a merged pair off the list and restores it on undo, along with dismissals', async () => {
  const [kept, other, third] = [
    await add(robert),
    await add({ ...robert, firstName: 'Bob' }),
    await add({ ...robert, firstName: 'Rob' }),
  ]
  await settle()
  expect((await page()).items).toHaveLength(3)
  const isPair = ({ contact, other: another }: SuspectedPair, a: string, b: string) =>
    [contact.id, another.id].sort().join() === [a, b].sort().join()
  const dismissed = (await page()).items.find((item) => isPair(item, other.id, third.id))
  await dismiss(dismissed?.id ?? '')
  const body = { otherId: other.id, fields: [] }
  const { mergeId }: { mergeId: string } = (await ann.request('POST', `/api/contacts/${kept.id}/merge`, body))
    .json
  await settle()
  expect((await page()).items).toEqual([])
  await ann.request('POST', `/api/merges/${mergeId}/undo`, {})
  await settle()
  const back = (await page()).items
  expect(back.some((item) => isPair(item, kept.id, other.id))).toBe(true)
  expect(back.some((item) => isPair(item, other.id, third.id))).toBe(false)
})

test('ignores keys shared by too many contacts and resumes an interrupted run', async () => {
  const rows = Array.from({ length: 700 }, (_, i) => `Maria,Garcia,m${i}x@example.com`)
  await importCsv(['First Name,Last Name,Email', ...rows].join('\n'))
  expect(await page()).toEqual({ items: [], total: 0, next: null })
  const keyed = await app.owner.row<{ n: number }>(
    'select count(*)::int as n from contact_match_keys where organization_id = $1',
    [ann.organizationId],
  )
  expect(keyed?.n).toBe(700)
  expect(
    await app.owner.rows('select from duplicate_checks where organization_id = $1', [ann.organizationId]),
  ).toEqual([])
})
