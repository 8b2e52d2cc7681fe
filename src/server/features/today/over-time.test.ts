import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ContactDetail } from '#contract/contacts.ts'
import type { TodayList } from '#contract/today.ts'
import { type Category, categoryBits } from '#domain/signals/categories.ts'
import { addLicense, LICENSE } from '#test/builders/licenses.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

/** A Friday noon in Texas. */
let now = new Date('2026-11-20T18:00:00Z')
let app: TestApp
let ann: Person
beforeAll(async () => {
  app = await createTestApp({ clock: { now: () => now } })
})
afterAll(() => app.close())
let personCount = 0
beforeEach(async () => {
  ann = await app.subscriber(`ann${++personCount}@example.com`)
})

type ScoreFields = { chance?: number; signals?: Category[]; listed?: boolean }
async function addContact(
  firstName: string,
  fields: object = {},
  scoreFields: ScoreFields = {},
): Promise<string> {
  personCount += 1
  const { signals = [] } = scoreFields
  const { id }: ContactDetail = (
    await ann.request('POST', '/api/contacts', {
      firstName,
      lastName: `Person ${personCount}`,
      phone: `512555${String(1000 + personCount).slice(-4)}`,
      zipCode: '78701',
      ...fields,
    })
  ).json
  await app.owner.run(
    `update contacts set move_chance = $2, top_signal = $3, live_signals = $4, nine_d_score = 50, listed_for_sale = $5
      where id = $1`,
    [id, scoreFields.chance ?? 0.1, signals[0] ?? null, categoryBits(signals), scoreFields.listed ?? false],
  )
  return id
}
const getToday = async (limit = 25): Promise<TodayList> =>
  (await ann.request('GET', `/api/today?limit=${limit}`)).json
const listNames = async () => (await getToday()).items.map(({ contact }) => contact.firstName)
const post = (path: string, body: object) => ann.request('POST', path, body)
const setAgreement = (id: string, body: object) => ann.request('PATCH', `/api/contacts/${id}/agreement`, body)

describe('the script', () => {
  test('A40 shows the license, and without one says what is missing and has words for calls only', async () => {
    const called = await addContact('Hazel', {}, { chance: 0.5 })
    const texted = await addContact('Tex')
    await ann.request('PATCH', `/api/contacts/${texted}/do-not-contact`, {
      doNotContact: true,
      channel: 'call',
    })
    const scripts = async () => {
      const { items } = await getToday()
      return [called, texted].map((id) => items.find(({ contact }) => contact.id === id)?.script)
    }
    const missingLicense = expect.stringContaining('must show your license')
    expect(await scripts()).toMatchObject([
      { channel: 'call', text: expect.stringMatching(/Hazel/), missingLicense },
      { channel: 'text', text: null, missingLicense },
    ])
    await addLicense(ann)
    expect(await scripts()).toMatchObject([
      { text: expect.stringMatching(/^This is Ada N\. Okafor/), missingLicense: null },
      {
        text: expect.stringContaining(`\n${LICENSE.licensedName}, ${LICENSE.brokerageName}`),
        missingLicense: null,
      },
    ])
  })

  test.each([
    ['call', 'It was good talking with you on November 2.'],
    ['text', 'Thanks for texting with me on November 2.'],
    ['email', 'Thanks for your reply to my email of November 2.'],
    ['letter', 'Thanks for your reply to my letter of November 2.'],
    ['meeting', 'It was good to see you on November 2.'],
    ['showing', 'Thanks for coming to the showing on November 2.'],
  ])('names the last conversation in the script: %s', async (type, sentence) => {
    const id = await addContact('Hazel')
    const at = '2026-11-02T18:00:00Z'
    // A note or an attempt at the same time is not the conversation.
    await post(`/api/contacts/${id}/activities`, { type: 'note', note: 'Likes Elm Street', at })
    await post(`/api/contacts/${id}/activities`, { type: 'call', outcome: 'no_answer', at })
    await post(`/api/contacts/${id}/activities`, { type, outcome: 'reached', at })
    await post(`/api/contacts/${id}/activities`, {
      type: 'call',
      outcome: 'no_answer',
      at: '2026-11-10T18:00:00Z',
    })
    expect((await getToday()).items[0]?.script?.text).toContain(sentence)
  })
})

describe('rest, snooze and agreements over time', () => {
  test('leaves out a resting contact despite a task of another member', async () => {
    const mia = await app.member(`mia${personCount}@example.com`, ann.organizationId, 'MEMBER')
    const id = await addContact('Hazel')
    await post(`/api/contacts/${id}/activities`, { type: 'call', outcome: 'reached' })
    const task = { contactId: id, title: 'Call', dueDate: '2026-11-20T15:00:00Z' }
    await post('/api/tasks', { ...task, assignedTo: mia.userId })
    expect(await listNames()).toEqual([])
    const miaToday: TodayList = (await mia.request('GET', '/api/today')).json
    expect(miaToday.promised.map(({ kind }) => kind)).toEqual(['task'])
  })

  test('tasks wait for the end of a snooze, inquiries don’t', async () => {
    const [snoozedId, inquirerId] = [await addContact('Snoozed'), await addContact('Asking')]
    for (const contactId of [snoozedId, inquirerId]) {
      await post('/api/tasks', {
        contactId,
        title: 'Call',
        dueDate: '2026-11-20T15:00:00Z',
        assignedTo: ann.userId,
      })
      await post(`/api/contacts/${contactId}/snooze`, { until: '2026-11-21T12:00:00Z' })
    }
    await app.owner.run(
      `insert into call_exemptions (organization_id, contact_id, kind, at) values ($1, $2, 'inquiry', $3)`,
      [ann.organizationId, inquirerId, '2026-11-20T17:40:00Z'],
    )
    const listCommitments = async () =>
      (await getToday()).promised.map(({ kind, contact }) => [kind, contact.firstName])
    expect(await listCommitments()).toEqual([['inquiry', 'Asking']])
    now = new Date('2026-11-21T18:00:00Z')
    expect(await listCommitments()).toHaveLength(3)
  })

  test('another broker’s agreement binds until the evening of its last day', async () => {
    const id = await addContact('Hazel')
    await setAgreement(id, {
      side: 'seller',
      agreement: { broker: 'other', status: 'active', endsOn: '2026-11-24' },
    })
    // 7 p.m. in Los Angeles.
    now = new Date('2026-11-25T03:00:00Z')
    expect(await listNames()).toEqual([])
    now = new Date('2026-11-25T18:00:00Z')
    expect(await listNames()).toEqual(['Hazel'])
  })
})
