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

let pairCount = 0
const addContact = async (contact: object): Promise<ContactDetail> =>
  (await ann.request('POST', '/api/contacts', contact)).json
const getContact = async (id: string): Promise<ContactDetail> =>
  (await ann.request('GET', `/api/contacts/${id}`)).json
const searchIds = async (query: string): Promise<string[]> => {
  const contacts: ContactSummary[] = (
    await ann.request('GET', `/api/contacts?search=${encodeURIComponent(query)}`)
  ).json
  return contacts.map(({ id }) => id)
}

describe('a merge of two contacts with details', () => {
  const describeContact = async (id: string, tag: string, text: string) => {
    await ann.request('PATCH', `/api/contacts/${id}/tags`, { create: [tag] })
    await ann.request('POST', `/api/contacts/${id}/notes`, { text })
  }
  const tagsOf = async (id: string) => (await getContact(id)).tags.map(({ name }) => name)
  const notesOf = async (id: string) => {
    const { json } = await ann.request('GET', `/api/contacts/${id}/notes`)
    return (json as { items: { text: string }[] }).items.map(({ text }) => text)
  }
  const addPair = async () => {
    const n = ++pairCount
    const keptContact = await addContact({
      firstName: 'Ada',
      lastName: `Pair ${n}`,
      email: `ada${n}@example.com`,
      phone: `63055520${10 + n}`,
      address: '1 Oak St',
      city: 'Aurora',
      details: { phoneKind: 'mobile', company: 'Acme' },
    })
    await describeContact(keptContact.id, 'Buyer', 'One')
    const other = await addContact({
      firstName: 'Ada',
      lastName: `Pair ${n}`,
      email: `ada${n}@work.example`,
      phone: `63055530${10 + n}`,
      address: '2 Elm St',
      city: 'Elgin',
      details: { phoneKind: 'work', company: 'Bolt', birthday: '1980-05-31' },
    })
    await describeContact(other.id, 'VIP', 'Two')
    return { kept: keptContact, other }
  }
  const merge = (keptId: string, otherId: string, fields: string[] = []) =>
    ann.request('POST', `/api/contacts/${keptId}/merge`, { otherId, fields })

  test('keeps all data of both, and undo restores both exactly', async () => {
    const { kept, other } = await addPair()
    const response = await merge(kept.id, other.id, ['phone'])
    expect(response.status).toBe(200)
    const { contact, mergeId } = response.json as { contact: ContactDetail; mergeId: string }
    expect([contact.email, contact.phone]).toEqual([kept.email, other.phone])
    expect(contact.details).toEqual({
      ...NO_DETAILS,
      phoneKind: 'work',
      emails: [{ email: other.email, kind: 'other' }],
      phones: [{ phone: kept.phone, kind: 'mobile' }],
      addresses: [{ kind: 'other', address: '2 Elm St', city: 'Elgin', state: null, zipCode: null }],
      birthday: '1980-05-31',
      company: 'Acme',
    })
    expect(await tagsOf(kept.id)).toEqual(['Buyer', 'VIP'])
    expect(await notesOf(kept.id)).toEqual(['Company: Bolt', 'Two', 'One'])
    expect(await searchIds('ada vip')).toEqual([kept.id])
    expect(await searchIds(other.email ?? '')).toEqual([kept.id])
    expect((await ann.request('POST', `/api/merges/${mergeId}/undo`)).status).toBe(200)
    expect((await getContact(kept.id)).details).toEqual(kept.details)
    expect((await getContact(other.id)).details).toEqual(other.details)
    expect(await searchIds(other.email ?? '')).toEqual([other.id])
    expect(await searchIds('ada vip')).toEqual([other.id])
    for (const [id, tag, note] of [
      [kept.id, 'Buyer', 'One'],
      [other.id, 'VIP', 'Two'],
    ] as const) {
      expect([await tagsOf(id), await notesOf(id)]).toEqual([[tag], [note]])
    }
  })

  test('is rejected when the two have too many tags for one contact', async () => {
    const { kept, other } = await addPair()
    const create = (from: number, count: number) => Array.from({ length: count }, (_, n) => `Tag ${from + n}`)
    await ann.request('PATCH', `/api/contacts/${kept.id}/tags`, { create: create(0, 30) })
    await ann.request('PATCH', `/api/contacts/${other.id}/tags`, { create: create(30, 30) })
    const response = await merge(kept.id, other.id)
    expect([response.status, (response.json as { message: string }).message]).toEqual([
      409,
      'Together these contacts have too many tags. Remove some first.',
    ])
  })
})
