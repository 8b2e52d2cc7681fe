import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ContactDetail } from '#contract/contacts.ts'
import type { TodayList } from '#contract/today.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

/** A Friday noon in Texas. */
const NOW = new Date('2026-11-20T18:00:00Z')
let app: TestApp
let ann: Person
let people = 0
beforeAll(async () => {
  app = await createTestApp({ clock: { now: () => NOW } })
  ann = await app.subscriber('ann@example.com')
})
afterAll(() => app.close())

async function addContact(fields: object = {}): Promise<string> {
  people += 1
  const contact = {
    firstName: 'Hazel',
    lastName: `Reyes ${people}`,
    phone: `512555${1000 + people}`,
    ...fields,
  }
  const { id }: ContactDetail = (await ann.request('POST', '/api/contacts', contact)).json
  return id
}
const contactOf = async (id: string): Promise<ContactDetail> =>
  (await ann.request('GET', `/api/contacts/${id}`)).json
const set = (id: string, body: object, person = ann) =>
  person.request('PATCH', `/api/contacts/${id}/relationship`, body)

describe('a relationship', () => {
  test('is set and removed, and keeps what a file told of the person', async () => {
    const history = {
      source: 'Zillow',
      stage: null,
      assignedTo: null,
      createdOn: null,
      lastContactOn: '2026-01-05',
    }
    const details = { company: 'Acme', history: { ...history, lastClosingOn: null } }
    const id = await addContact({ details })
    const { details: before } = await contactOf(id)
    await set(id, { relationship: 'past_client', lastClosingOn: '2020-11-22' })
    const after = await contactOf(id)
    expect(after).toMatchObject({ relationship: 'past_client', leadSource: 'Zillow' })
    expect(after.details).toEqual({ ...before, history: { ...before?.history, lastClosingOn: '2020-11-22' } })
    const removed: ContactDetail = (await set(id, { relationship: null, lastClosingOn: null })).json
    expect([removed.relationship, removed.details]).toEqual([null, before])
  })

  test('and a closing set at once by two members are both stored', async () => {
    const id = await addContact()
    const mia = await app.member('mia@example.com', ann.organizationId, 'MEMBER')
    await Promise.all([set(id, { relationship: 'sphere' }), set(id, { lastClosingOn: '2021-05-04' }, mia)])
    const { relationship, details } = await contactOf(id)
    expect([relationship, details?.history?.lastClosingOn]).toEqual(['sphere', '2021-05-04'])
  })

  test('makes the anniversary of a closing a reason to call', async () => {
    const id = await addContact()
    await set(id, { relationship: 'past_client', lastClosingOn: '2019-11-21' })
    const { items }: TodayList = (await ann.request('GET', '/api/today?limit=25')).json
    const item = items.find(({ contact }) => contact.id === id)
    expect(item?.reason).toBe('7 years since you closed together; no conversation logged yet.')
    expect(item?.evidence).toContainEqual({ kind: 'closing', label: 'Closing', on: '2019-11-21' })
  })

  test.each([{ relationship: 'friend' }, { lastClosingOn: '2026-02-30' }, { lastClosingOn: 'soon' }, {}])(
    'of %j is rejected',
    async (body) => {
      expect((await set(await addContact(), body)).status).toBe(400)
    },
  )
})
