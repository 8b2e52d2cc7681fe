import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ContactDetail } from '#contract/contacts.ts'
import type { SuspectedPair } from '#contract/duplicates.ts'
import type { SuspectedDuplicate } from '#contract/merges.ts'
import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

let app: TestApp
let ann: Person
let bob: Person
let ownerCount = 0
beforeAll(async () => {
  app = await createTestApp()
  bob = await app.subscriber('bob@example.com')
})
beforeEach(async () => {
  ownerCount += 1
  ann = await app.subscriber(`ann${ownerCount}@example.com`)
})
afterAll(() => app.close())

const home = { address: '4210 Juniper Ridge Dr', city: 'Austin', state: 'TX', zipCode: '78745' }
const robert = { firstName: 'Robert', lastName: 'Kowalczyk', ...home }

const addContact = async (contact: object, person = ann): Promise<ContactDetail> =>
  (await person.request('POST', '/api/contacts', contact)).json

type Page = { items: SuspectedPair[]; total: number; next: string | null }
const listPairs = async (query = '', person = ann): Promise<Page> =>
  (await person.request('GET', `/api/duplicates${query}`)).json
const namesOf = ({ items }: Page) =>
  items.map(
    ({ contact, other, reason }) => `${[contact.firstName, other.firstName].sort().join(' & ')}: ${reason}`,
  )
/** Checks all contacts. */
async function runChecks(): Promise<void> {
  await app.queue.drain()
  await app.services.duplicates.sweep()
  await app.queue.drain()
}
async function importCsv(csv: string): Promise<void> {
  const headers = { 'content-type': 'text/csv', prefer: 'respond-async' }
  expect((await ann.request('POST', '/api/contacts/import/csv?enrich=0', csv, headers)).status).toBe(202)
  await runChecks()
}
const dismiss = (id: string, person = ann) => person.request('POST', `/api/duplicates/${id}/dismiss`, {})

test('lists suspected duplicates after contacts were added, the most certain first', async () => {
  await addContact(robert)
  await addContact({ firstName: 'Bob', lastName: 'Kowalczyk', ...home })
  await addContact({ firstName: 'Mira', lastName: 'Okafor', email: 'mira@example.com' })
  await addContact({ firstName: 'Mira', lastName: 'Okafor', phone: '5125550147' })
  await addContact({ firstName: 'Paula', lastName: 'Kowalczyk', ...home })
  await runChecks()
  const firstPage = await listPairs()
  expect(namesOf(firstPage)).toEqual(['Bob & Robert: Nickname, same address', 'Mira & Mira: Same full name'])
  expect(firstPage).toMatchObject({ total: 2, next: null })
  expect(await listPairs('', bob)).toEqual({ items: [], total: 0, next: null })
})

test('waits while the organization is suspended', async () => {
  await addContact(robert)
  await addContact({ ...robert, firstName: 'Bob' })
  const check = () => app.services.duplicates.check(parseOrganizationId(ann.organizationId))
  const listReasons = () =>
    app.owner.rows('select reason from duplicate_suspicions where organization_id = $1', [ann.organizationId])
  const setSuspendedAt = (timeSql: string) =>
    app.owner.run(
      `update organizations set suspended_at = ${timeSql}, suspended_reason = ${timeSql}::text where id = $1`,
      [ann.organizationId],
    )
  await setSuspendedAt('now()')
  await check()
  expect(await listReasons()).toEqual([])
  await setSuspendedAt('null')
  await check()
  expect(await listReasons()).toHaveLength(1)
})

test('finds suspected duplicates among imported and existing contacts', async () => {
  await addContact({ ...robert, firstName: 'Roberto' })
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
  expect(namesOf(await listPairs()).sort()).toEqual([
    'Kowalczyk & Roberto: Swapped first and last name, same address',
    'Lena & Lena: Same name, same email written differently',
  ])
})

test('does not list a dismissed pair again after its contacts change', async () => {
  const contact = await addContact(robert)
  await addContact({ ...robert, firstName: 'Bob' })
  await runChecks()
  const [pair] = (await listPairs()).items
  expect((await dismiss(pair?.id ?? '', bob)).status).toBe(404)
  expect((await dismiss(pair?.id ?? '')).status).toBe(204)
  expect((await dismiss(pair?.id ?? '')).status).toBe(204)
  await ann.request('PATCH', `/api/contacts/${contact.id}`, { email: 'r@example.com' })
  await runChecks()
  expect(await listPairs()).toEqual({ items: [], total: 0, next: null })
  const contactDuplicates: SuspectedDuplicate[] = (
    await ann.request('GET', `/api/contacts/${contact.id}/duplicates`)
  ).json
  expect(contactDuplicates).toEqual([])
})

test('removes a pair when an edit removes its reason, and finds one when an edit adds a reason', async () => {
  const contact = await addContact(robert)
  await addContact({ ...robert, firstName: 'Bob' })
  await runChecks()
  await ann.request('PATCH', `/api/contacts/${contact.id}`, { firstName: 'Paula' })
  await runChecks()
  expect((await listPairs()).items).toEqual([])
  await ann.request('PATCH', `/api/contacts/${contact.id}`, { firstName: 'Rob' })
  await runChecks()
  expect(namesOf(await listPairs())).toEqual(['Bob & Rob: Nickname, same address'])
})

test('pages through pairs and rejects a foreign cursor', async () => {
  for (let i = 0; i < 3; i++) {
    const street = { ...home, address: `${4000 + i * 111} Juniper Ridge Dr`, zipCode: `7${i}745` }
    const lastName = ['Kowalczyk', 'Brandt', 'Ishiguro'][i]
    await addContact({ firstName: 'Robert', lastName, ...street })
    await addContact({ firstName: 'Bob', lastName, ...street })
  }
  await runChecks()
  const firstPage = await listPairs('?limit=2')
  const secondPage = await listPairs(`?limit=2&cursor=${firstPage.next}`)
  expect([firstPage.items.length, secondPage.items.length, secondPage.next, secondPage.total]).toEqual([
    2,
    1,
    null,
    3,
  ])
  expect(new Set([...firstPage.items, ...secondPage.items].map(({ id }) => id)).size).toBe(3)
  expect((await ann.request('GET', '/api/duplicates?cursor=abc')).status).toBe(400)
})

test('removes a merged pair from the list, and restores it on undo without dismissed pairs', async () => {
  const [keptContact, otherContact, thirdContact] = [
    await addContact(robert),
    await addContact({ ...robert, firstName: 'Bob' }),
    await addContact({ ...robert, firstName: 'Rob' }),
  ]
  await runChecks()
  expect((await listPairs()).items).toHaveLength(3)
  const isPair = ({ contact, other: another }: SuspectedPair, a: string, b: string) =>
    [contact.id, another.id].sort().join() === [a, b].sort().join()
  const dismissedPair = (await listPairs()).items.find((item) =>
    isPair(item, otherContact.id, thirdContact.id),
  )
  await dismiss(dismissedPair?.id ?? '')
  const body = { otherId: otherContact.id, fields: [] }
  const { mergeId }: { mergeId: string } = (
    await ann.request('POST', `/api/contacts/${keptContact.id}/merge`, body)
  ).json
  await runChecks()
  expect((await listPairs()).items).toEqual([])
  await ann.request('POST', `/api/merges/${mergeId}/undo`, {})
  await runChecks()
  const pairs = (await listPairs()).items
  expect(pairs.some((item) => isPair(item, keptContact.id, otherContact.id))).toBe(true)
  expect(pairs.some((item) => isPair(item, otherContact.id, thirdContact.id))).toBe(false)
})

test('ignores keys shared by too many contacts and resumes an interrupted run', async () => {
  const rows = Array.from({ length: 700 }, (_, i) => `Maria,Garcia,m${i}x@example.com`)
  await importCsv(['First Name,Last Name,Email', ...rows].join('\n'))
  expect(await listPairs()).toEqual({ items: [], total: 0, next: null })
  const keyCount = await app.owner.row<{ n: number }>(
    'select count(*)::int as n from contact_match_keys where organization_id = $1',
    [ann.organizationId],
  )
  expect(keyCount?.n).toBe(700)
  expect(
    await app.owner.rows('select from duplicate_checks where organization_id = $1', [ann.organizationId]),
  ).toEqual([])
})
