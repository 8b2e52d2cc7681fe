import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ContactDetail } from '#contract/contacts.ts'
import { parseVCards } from '#domain/contact-files/vcard-parse.ts'
import { balanceOf, withJobsRunning } from '#test/checks.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

let app: TestApp
let ann: Person
beforeAll(async () => {
  app = await createTestApp()
  ann = await app.subscriber('ann@example.com', 10)
})
afterAll(() => app.close())

let personCount = 0
const newPerson = () => ({
  firstName: 'Some',
  lastName: `Body ${++personCount}`,
  email: `some${personCount}@example.com`,
})

async function addContact(contact: object): Promise<ContactDetail> {
  return (await ann.request('POST', '/api/contacts', contact)).json
}

/** Counts a contact's rows in each table. */
async function countRows(contactId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
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
    counts[table] = row!.count
  }
  return counts
}

describe('A17 deleting a contact', () => {
  test('deletes all its data, and keeps the amount in the ledger without the contact', async () => {
    const { id } = await addContact({
      firstName: 'Gone',
      lastName: 'Soon',
      email: 'gone@example.com',
      phone: '6305550199',
    })
    await withJobsRunning(app, ann.request('POST', `/api/contacts/${id}/enrich`))
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
    for (const [table, count] of Object.entries(await countRows(id)))
      expect([table, count > 0]).toEqual([table, true])
    const countBefore = Number((await ann.request('GET', '/api/contacts')).headers['x-total-count'])

    const response = await ann.request('DELETE', `/api/contacts/${id}`)
    expect([response.status, response.text]).toEqual([204, ''])

    expect(new Set(Object.values(await countRows(id)))).toEqual(new Set([0]))
    const page = await ann.request('GET', '/api/contacts')
    expect(Number(page.headers['x-total-count'])).toBe(countBefore - 1)
    expect(page.text).not.toContain(id)
    expect(await balanceOf(app.owner, ann.organizationId)).toBe(9)
    expect((await ann.request('GET', '/api/contacts?search=gone')).json).toEqual([])
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['GET', '/vcard'],
      ['GET', '/score'],
    ]) {
      const response = await ann.request(method!, `/api/contacts/${id}${path}`)
      expect([response.status, (response.json as { message: string }).message]).toEqual([
        404,
        'Contact not found',
      ])
    }
  })

  test('allows adding the person again', async () => {
    const person = newPerson()
    const { id } = await addContact(person)
    await ann.request('DELETE', `/api/contacts/${id}`)
    const response = await ann.request('POST', '/api/contacts', person)
    expect(response.status).toBe(201)
  })

  test('decreases the counter once for ten concurrent requests', async () => {
    const { id } = await addContact(newPerson())
    const readCount = () =>
      app.owner.row<{ contacts: number }>(
        'select contacts from organization_counters where organization_id = $1',
        [ann.organizationId],
      )
    const countBefore = (await readCount())!.contacts
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => ann.request('DELETE', `/api/contacts/${id}`)),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([204, ...Array(9).fill(404)])
    expect((await readCount())!.contacts).toBe(countBefore - 1)
  })

  test('remembers a do-not-contact person by hash, and rejects adding them again', async () => {
    const person = { ...newPerson(), firstName: 'Leave', lastName: 'Me Alone' }
    const { id } = await addContact(person)
    await app.owner.run('update contacts set do_not_contact = true where id = $1', [id])
    await ann.request('DELETE', `/api/contacts/${id}`)
    const response = await ann.request('POST', '/api/contacts', person)
    expect(response.status).toBe(409)
    expect(response.json).toMatchObject({ message: "This person can't be added." })
    const suppression = await app.owner.row<{ line: string }>('select s::text as line from suppressions s')
    expect(suppression!.line).not.toContain(person.email)
    expect(suppression!.line).not.toContain('Alone')
  })
})

test.each([
  ['Zoe', 'Adams', 'Zoe_Adams.vcf'],
  ['José;Maria', 'O\\Brien, Jr.\u00a0X', 'Jose_Maria_O_Brien_Jr_X.vcf'],
  ['BEGIN:VCARD', 'END:VCARD', 'BEGIN_VCARD_END_VCARD.vcf'],
  ['"quoted"', '../../etc', 'quoted_etc.vcf'],
  ['大', '山', 'contact.vcf'],
])(
  'A11 Trust 12 exports a vCard of %s %s that parses to the same values',
  async (firstName, lastName, file) => {
    const { id, ...contact } = await addContact({
      ...newPerson(),
      phone: '6305550147',
      address: 'Oak; St, 1',
      city: 'X',
      firstName,
      lastName,
    })
    const response = await ann.request('GET', `/api/contacts/${id}/vcard`)
    expect(response.status).toBe(200)
    expect(response.headers['content-type']).toBe('text/vcard; charset=utf-8')
    expect(response.headers['content-disposition']).toContain(`attachment; filename="${file}"`)
    const cards = parseVCards(response.text)
    expect(cards).toHaveLength(1)
    expect(cards[0]).toMatchObject({
      firstName: contact.firstName,
      lastName: contact.lastName,
      emails: [{ text: contact.email }],
      phones: [{ text: '+16305550147' }],
      addresses: [{ street: 'Oak; St, 1', city: 'X' }],
    })
  },
)
