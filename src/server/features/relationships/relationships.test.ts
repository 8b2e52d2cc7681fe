import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ContactDetail } from '#contract/contacts.ts'
import type { TodayList } from '#contract/today.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

/** A Friday noon in Texas. */
const NOW = new Date('2026-11-20T18:00:00Z')
let app: TestApp
let ann: Person
let contactCount = 0
beforeAll(async () => {
  app = await createTestApp({ clock: { now: () => NOW } })
  ann = await app.subscriber('ann@example.com')
})
afterAll(() => app.close())

async function addContact(fields: object = {}): Promise<string> {
  contactCount += 1
  const contact = {
    firstName: 'Hazel',
    lastName: `Reyes ${contactCount}`,
    phone: `512555${1000 + contactCount}`,
    ...fields,
  }
  const { id }: ContactDetail = (await ann.request('POST', '/api/contacts', contact)).json
  return id
}
const getContact = async (id: string): Promise<ContactDetail> =>
  (await ann.request('GET', `/api/contacts/${id}`)).json
const setRelationship = (id: string, body: object, person = ann) =>
  person.request('PATCH', `/api/contacts/${id}/relationship`, body)

describe('a relationship', () => {
  test('is set and removed, and keeps imported details of the person', async () => {
    const history = {
      source: 'Zillow',
      stage: null,
      assignedTo: null,
      createdOn: null,
      lastContactOn: '2026-01-05',
    }
    const details = { company: 'Acme', history: { ...history, lastClosingOn: null } }
    const id = await addContact({ details })
    const { details: original } = await getContact(id)
    await setRelationship(id, { relationship: 'past_client', lastClosingOn: '2020-11-22' })
    const updated = await getContact(id)
    expect(updated).toMatchObject({ relationship: 'past_client', leadSource: 'Zillow' })
    expect(updated.details).toEqual({
      ...original,
      history: { ...original?.history, lastClosingOn: '2020-11-22' },
    })
    const contactWithoutRelationship: ContactDetail = (
      await setRelationship(id, { relationship: null, lastClosingOn: null })
    ).json
    expect([contactWithoutRelationship.relationship, contactWithoutRelationship.details]).toEqual([
      null,
      original,
    ])
  })

  test('and a closing set concurrently by two members are both stored', async () => {
    const id = await addContact()
    const mia = await app.member('mia@example.com', ann.organizationId, 'MEMBER')
    await Promise.all([
      setRelationship(id, { relationship: 'sphere' }),
      setRelationship(id, { lastClosingOn: '2021-05-04' }, mia),
    ])
    const { relationship, details } = await getContact(id)
    expect([relationship, details?.history?.lastClosingOn]).toEqual(['sphere', '2021-05-04'])
  })

  test('makes the anniversary of a closing a reason to call', async () => {
    const id = await addContact()
    await setRelationship(id, { relationship: 'past_client', lastClosingOn: '2019-11-21' })
    const { items }: TodayList = (await ann.request('GET', '/api/today?limit=25')).json
    const item = items.find(({ contact }) => contact.id === id)
    expect(item?.reason).toBe('7 years since you closed together; no conversation logged yet.')
    expect(item?.evidence).toContainEqual({ kind: 'closing', label: 'Closing', on: '2019-11-21' })
  })

  test.each([{ relationship: 'friend' }, { lastClosingOn: '2026-02-30' }, { lastClosingOn: 'soon' }, {}])(
    'of %j is rejected',
    async (body) => {
      expect((await setRelationship(await addContact(), body)).status).toBe(400)
    },
  )
})
