import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ContactDetail, ContactSummary } from '#contract/contacts.ts'
import { NO_DETAILS } from '#domain/identity/contact-details.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

let app: TestApp
let ann: Person
beforeAll(async () => {
  app = await createTestApp()
  ann = await app.subscriber('ann@example.com')
})
afterAll(() => app.close())

let people = 0
const add = async (contact: object): Promise<ContactDetail> =>
  (await ann.request('POST', '/api/contacts', contact)).json
const read = async (id: string): Promise<ContactDetail> =>
  (await ann.request('GET', `/api/contacts/${id}`)).json
const change = (id: string, changes: object) => ann.request('PATCH', `/api/contacts/${id}`, changes)
const found = async (query: string): Promise<string[]> => {
  const contacts: ContactSummary[] = (
    await ann.request('GET', `/api/contacts?search=${encodeURIComponent(query)}`)
  ).json
  return contacts.map(({ id }) => id)
}

describe('a merge of two contacts with details', () => {
  const pair = async () => {
    const n = ++people
    const kept = await add({
      firstName: 'Ada',
      lastName: `Pair ${n}`,
      email: `ada${n}@example.com`,
      phone: `63055520${10 + n}`,
      address: '1 Oak St',
      city: 'Aurora',
      details: { phoneKind: 'mobile', labels: ['Buyer'], notes: 'One', company: 'Acme' },
    })
    const other = await add({
      firstName: 'Ada',
      lastName: `Pair ${n}`,
      email: `ada${n}@work.example`,
      phone: `63055530${10 + n}`,
      address: '2 Elm St',
      city: 'Elgin',
      details: { phoneKind: 'work', labels: ['VIP'], notes: 'Two', company: 'Bolt', birthday: '1980-05-31' },
    })
    return { kept, other }
  }
  const merge = (keptId: string, otherId: string, fields: string[] = []) =>
    ann.request('POST', `/api/contacts/${keptId}/merge`, { otherId, fields })

  test('loses nothing, and undo restores both exactly', async () => {
    const { kept, other } = await pair()
    const answer = await merge(kept.id, other.id, ['phone'])
    expect(answer.status).toBe(200)
    const { contact, mergeId } = answer.json as { contact: ContactDetail; mergeId: string }
    expect([contact.email, contact.phone]).toEqual([kept.email, other.phone])
    expect(contact.details).toEqual({
      ...NO_DETAILS,
      phoneKind: 'work',
      emails: [{ email: other.email, kind: 'other' }],
      phones: [{ phone: kept.phone, kind: 'mobile' }],
      addresses: [{ kind: 'other', address: '2 Elm St', city: 'Elgin', state: null, zipCode: null }],
      birthday: '1980-05-31',
      company: 'Acme',
      labels: ['Buyer', 'VIP'],
      notes: 'One\n\nTwo\n\nCompany: Bolt',
    })
    expect(await found(other.email ?? '')).toEqual([kept.id])
    expect((await ann.request('POST', `/api/merges/${mergeId}/undo`)).status).toBe(200)
    expect((await read(kept.id)).details).toEqual(kept.details)
    expect((await read(other.id)).details).toEqual(other.details)
    expect(await found(other.email ?? '')).toEqual([other.id])
  })

  test('is rejected when the combined details exceed the limits', async () => {
    const { kept, other } = await pair()
    await change(kept.id, { details: { notes: 'a'.repeat(15_000) } })
    await change(other.id, { details: { notes: 'b'.repeat(15_000) } })
    const answer = await merge(kept.id, other.id)
    expect([answer.status, (answer.json as { message: string }).message]).toEqual([
      409,
      'Together these contacts have too many characters of notes. Remove some first.',
    ])
  })
})
