import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ContactDetail } from '#contract/contacts.ts'
import { parseVCards } from '#domain/contact-files/vcard-parse.ts'
import { balanceOf, whileJobsRun } from '#test/checks.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

let app: TestApp
let ann: Person
beforeAll(async () => {
  app = await createTestApp()
  ann = await app.subscriber('ann@example.com', 10)
})
afterAll(() => app.close())

let people = 0
const stranger = () => ({
  firstName: 'Some',
  lastName: `Body ${++people}`,
  email: `some${people}@example.com`,
})

async function add(contact: object): Promise<ContactDetail> {
  return (await ann.request('POST', '/api/contacts', contact)).json
}

/** Counts a contact's rows in each table. */
async function rowsOf(contactId: string): Promise<Record<string, number>> {
  const found: Record<string, number> = {}
  const tables = [
    'contact_keys',
    'properties',
    'signals',
    'score_history',
    'tasks',
    'credit_ledger',
    'enrichments',
  ]
  for (const table of tables) {
    const row = await app.owner.row<{ count: number }>(
      `select count(*)::int as count from ${table} where contact_id = $1`,
      [contactId],
    )
    found[table] = row!.count
  }
  return found
}

describe('A17 deleting a contact', () => {
  test('deletes all its data; the ledger has the amount without the person', async () => {
    const { id } = await add({
      firstName: 'Gone',
      lastName: 'Soon',
      email: 'gone@example.com',
      phone: '6305550199',
    })
    await whileJobsRun(app, ann.request('POST', `/api/contacts/${id}/enrich`))
    await app.owner.run(`insert into tasks (organization_id, contact_id, title) values ($1, $2, 'Call');`, [
      ann.organizationId,
      id,
    ])
    await app.owner.run(
      `insert into properties (organization_id, contact_id, address) values ($1, $2, '12 Oak St')`,
      [ann.organizationId, id],
    )
    await app.owner.run(
      `insert into signals (organization_id, contact_id, category, score, evidence_key) values ($1, $2, 'debt', 5, 'x')`,
      [ann.organizationId, id],
    )
    for (const [table, count] of Object.entries(await rowsOf(id)))
      expect([table, count > 0]).toEqual([table, true])
    const before = Number((await ann.request('GET', '/api/contacts')).headers['x-total-count'])

    const answer = await ann.request('DELETE', `/api/contacts/${id}`)
    expect([answer.status, answer.text]).toEqual([204, ''])

    expect(new Set(Object.values(await rowsOf(id)))).toEqual(new Set([0]))
    const page = await ann.request('GET', '/api/contacts')
    expect(Number(page.headers['x-total-count'])).toBe(before - 1)
    expect(page.text).not.toContain(id)
    expect(await balanceOf(app.owner, ann.organizationId)).toBe(9)
    expect((await ann.request('GET', '/api/contacts?search=gone')).json).toEqual([])
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['GET', '/vcard'],
      ['GET', '/score'],
    ]) {
      const again = await ann.request(method!, `/api/contacts/${id}${path}`)
      expect([again.status, (again.json as { message: string }).message]).toEqual([404, 'Contact not found'])
    }
  })

  test('allows adding the person again', async () => {
    const person = stranger()
    const { id } = await add(person)
    await ann.request('DELETE', `/api/contacts/${id}`)
    const again = await ann.request('POST', '/api/contacts', person)
    expect(again.status).toBe(201)
  })

  test('counts one of ten concurrent requests', async () => {
    const { id } = await add(stranger())
    const count = () =>
      app.owner.row<{ contacts: number }>(
        'select contacts from organization_counters where organization_id = $1',
        [ann.organizationId],
      )
    const before = (await count())!.contacts
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => ann.request('DELETE', `/api/contacts/${id}`)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([204, ...Array(9).fill(404)])
    expect((await count())!.contacts).toBe(before - 1)
  })

  test('remembers a do-not-contact person by hash and refuses to add them', async () => {
    const person = { ...stranger(), firstName: 'Leave', lastName: 'Me Alone' }
    const { id } = await add(person)
    await app.owner.run('update contacts set do_not_contact = true where id = $1', [id])
    await ann.request('DELETE', `/api/contacts/${id}`)
    const again = await ann.request('POST', '/api/contacts', person)
    expect(again.status).toBe(409)
    expect(again.json).toMatchObject({ message: "This person can't be added." })
    const kept = await app.owner.row<{ line: string }>('select s::text as line from suppressions s')
    expect(kept!.line).not.toContain(person.email)
    expect(kept!.line).not.toContain('Alone')
  })
})

test.each([
  ['Zoe', 'Adams', 'Zoe_Adams.vcf'],
  ['José;Maria', 'O\\Brien, Jr.\u00a0X', 'Jose_Maria_O_Brien_Jr_X.vcf'],
  ['BEGIN:VCARD', 'END:VCARD', 'BEGIN_VCARD_END_VCARD.vcf'],
  ['"quoted"', '../../etc', 'quoted_etc.vcf'],
  ['大', '山', 'contact.vcf'],
])('A11 Trust 12 reads the vCard of %s %s back with the same values', async (firstName, lastName, file) => {
  const { id, ...stored } = await add({
    ...stranger(),
    phone: '6305550147',
    address: 'Oak; St, 1',
    city: 'X',
    firstName,
    lastName,
  })
  const answer = await ann.request('GET', `/api/contacts/${id}/vcard`)
  expect(answer.status).toBe(200)
  expect(answer.headers['content-type']).toBe('text/vcard; charset=utf-8')
  expect(answer.headers['content-disposition']).toContain(`attachment; filename="${file}"`)
  const cards = parseVCards(answer.text)
  expect(cards).toHaveLength(1)
  expect(cards[0]).toMatchObject({
    firstName: stored.firstName,
    lastName: stored.lastName,
    emails: [{ text: stored.email }],
    phones: [{ text: '+16305550147' }],
    addresses: [{ street: 'Oak; St, 1', city: 'X' }],
  })
})
