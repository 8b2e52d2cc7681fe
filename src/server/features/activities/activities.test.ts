import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Activity, LoggedActivity } from '#contract/activities.ts'
import type { ContactDetail } from '#contract/contacts.ts'
import type { ErrorBody } from '#contract/errors.ts'
import type { TimelineEntry } from '#contract/timeline.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

const NOW = new Date('2026-11-02T15:00:00Z')
let app: TestApp
let ann: Person
let mia: Person
beforeAll(async () => {
  app = await createTestApp({ clock: { now: () => NOW } })
  ann = await app.subscriber('ann@example.com')
  mia = await app.member('mia@example.com', ann.organizationId, 'MEMBER')
})
afterAll(() => app.close())

let contactCount = 0
async function addContact(person = ann): Promise<string> {
  contactCount += 1
  const contact = {
    firstName: 'Hazel',
    lastName: `Person ${contactCount}`,
    phone: `(512) 555-0${100 + contactCount}`,
  }
  const { id }: ContactDetail = (await person.request('POST', '/api/contacts', contact)).json
  return id
}
const log = async (id: string, body: object, person = ann) => {
  const { status, json } = await person.request('POST', `/api/contacts/${id}/activities`, body)
  return { status, json: json as LoggedActivity }
}
const contactOf = async (id: string): Promise<ContactDetail> =>
  (await ann.request('GET', `/api/contacts/${id}`)).json
async function timelineOf(id: string): Promise<TimelineEntry[]> {
  const page: { items: TimelineEntry[] } = (await ann.request('GET', `/api/contacts/${id}/timeline`)).json
  return page.items
}

describe('the day of the last contact', () => {
  test('is the American one everywhere, also for an evening that is tomorrow in UTC', async () => {
    const id = await addContact()
    await log(id, { type: 'call', outcome: 'reached', at: '2026-11-01T03:00:00Z' })
    const { lastName } = await contactOf(id)
    const [listed]: ContactDetail[] = (await ann.request('GET', `/api/contacts?search=${lastName}`)).json
    expect([listed?.lastContactOn, (await contactOf(id)).lastContactOn]).toEqual(['2026-10-31', '2026-10-31'])
    const { text } = await ann.request('GET', '/api/contacts/export')
    expect(text.split('\r\n').find((line) => line.includes(lastName))).toContain(',2026-10-31,')
    const { json } = await ann.request('POST', '/api/chat', {
      message: `When did I last talk to Hazel ${lastName}?`,
    })
    expect(JSON.stringify(json)).toContain('Oct 31, 2026')
    const idsBefore = async (day: string) => {
      const { json } = await ann.request('GET', `/api/contacts?lastContactBefore=${day}&search=${lastName}`)
      return (json as ContactDetail[]).map((contact) => contact.id)
    }
    expect([await idsBefore('2026-10-31'), await idsBefore('2026-11-01')]).toEqual([[], [id]])
  })
})

describe('logging an activity', () => {
  test('shows it on the timeline, lets the contact rest and suggests a follow-up', async () => {
    const id = await addContact()
    const { status, json } = await log(id, { type: 'call', outcome: 'reached', note: 'Likes Elm Street' })
    expect(status).toBe(201)
    expect(json).toMatchObject({
      activity: { type: 'call', outcome: 'reached', note: 'Likes Elm Street', at: NOW.toISOString() },
      followUp: { on: '2026-12-02', title: 'Follow up' },
      restsUntil: '2026-11-16T15:00:00.000Z',
      alsoBy: null,
    })
    expect(await contactOf(id)).toMatchObject({
      lastConversationAt: NOW.toISOString(),
      restsUntil: '2026-11-16T15:00:00.000Z',
    })
    expect(await timelineOf(id)).toContainEqual(
      expect.objectContaining({
        kind: 'activity',
        details: expect.objectContaining({ type: 'call', outcome: 'reached', note: 'Likes Elm Street' }),
      }),
    )
  })

  test('stores one activity when the same request is sent twice', async () => {
    const id = await addContact()
    const responses = await Promise.all([
      log(id, { type: 'call', outcome: 'no_answer' }),
      log(id, { type: 'call', outcome: 'no_answer' }),
    ])
    expect(responses.map(({ status }) => status)).toEqual([201, 201])
    expect(new Set(responses.map(({ json }) => json.activity.id)).size).toBe(1)
    expect((await timelineOf(id)).filter(({ kind }) => kind === 'activity')).toHaveLength(1)
  })

  test('stores activities of the same kind at different times', async () => {
    const id = await addContact()
    for (const at of ['2026-10-20T15:00:00Z', '2026-10-21T15:00:00Z', '2026-10-21T15:00:00Z', undefined])
      await log(id, { type: 'call', outcome: 'no_answer', at })
    expect((await timelineOf(id)).filter(({ kind }) => kind === 'activity')).toHaveLength(3)
  })

  test('stores activities of two members and mentions the first to the second', async () => {
    const id = await addContact()
    await log(id, { type: 'call', outcome: 'no_answer' }, mia)
    const { json } = await log(id, { type: 'call', outcome: 'no_answer' })
    expect(json.alsoBy).toEqual({ name: 'mia@example.com', at: NOW.toISOString() })
    expect((await timelineOf(id)).filter(({ kind }) => kind === 'activity')).toHaveLength(2)
  })

  test('adds an appointment as a task', async () => {
    const id = await addContact()
    await log(id, { type: 'call', outcome: 'appointment', followUpAt: '2026-11-05T17:30:00-06:00' })
    const [task] = (await contactOf(id)).tasks
    expect(task).toMatchObject({
      title: 'Appointment',
      dueDate: '2026-11-05T23:30:00.000Z',
      assignedTo: ann.userId,
      metadata: { kind: 'appointment' },
    })
  })

  test.each([
    [{ type: 'call', at: '2026-11-03T15:00:00Z' }, 'at'],
    [{ type: 'note', outcome: 'reached' }, 'outcome'],
    [{ type: 'visit' }, 'type'],
    [{ type: 'call', outcome: 'maybe' }, 'outcome'],
  ])('rejects %j', async (body, field) => {
    const { status, json } = await ann.request('POST', `/api/contacts/${await addContact()}/activities`, body)
    expect([status, Object.keys((json as ErrorBody).fields ?? {})]).toEqual([400, [field]])
  })

  test('returns 404 for a deleted contact', async () => {
    const id = await addContact()
    await ann.request('DELETE', `/api/contacts/${id}`)
    expect((await log(id, { type: 'call', outcome: 'reached' })).status).toBe(404)
  })
})

describe('an outcome', () => {
  test('"wrong number" fails the phone until the number changes and takes the contact off Today', async () => {
    const id = await addContact()
    const { json } = await log(id, { type: 'call', outcome: 'wrong_number' })
    expect(json.restsUntil).toBe(new Date(NOW.getTime() + 3 * 86_400_000).toISOString())
    expect(await contactOf(id)).toMatchObject({
      phoneVerified: 'failed',
      phoneVerificationReason: 'Reported as a wrong number',
    })
    await app.owner.run('update contacts set verification_due_at = now() where id = $1', [id])
    await app.services.verification.verify(ann.organizationId as OrganizationId, [id])
    expect((await contactOf(id)).phoneVerified).toBe('failed')
    await ann.request('PATCH', `/api/contacts/${id}`, { phone: '(512) 555-0199' })
    expect((await contactOf(id)).phoneVerified).not.toBe('failed')
  })

  test.each([
    ['deleted', (id: string) => ann.request('DELETE', `/api/activities/${id}`)],
    ['changed', (id: string) => ann.request('PATCH', `/api/activities/${id}`, { outcome: 'no_answer' })],
  ])(
    '"wrong number" restores the verification of the phone when every report of it is %s',
    async (_, undo) => {
      const id = await addContact()
      await app.owner.run(
        `update contacts set phone_verified = 'verified', phone_verification_reason = 'Answers',
              phone_verified_at = '2026-10-01T12:00:00Z', verification_due_at = null where id = $1`,
        [id],
      )
      const phoneOf = ({ phoneVerified, phoneVerificationReason, phoneVerifiedAt }: ContactDetail) => [
        phoneVerified,
        phoneVerificationReason,
        phoneVerifiedAt,
      ]
      const before = phoneOf(await contactOf(id))
      const first = (await log(id, { type: 'call', outcome: 'wrong_number' })).json.activity
      const second = (await log(id, { type: 'text', outcome: 'wrong_number' })).json.activity
      await undo(first.id)
      expect((await contactOf(id)).phoneVerified).toBe('failed')
      await undo(second.id)
      expect(phoneOf(await contactOf(id))).toEqual(before)
      expect(before[0]).toBe('verified')
    },
  )

  test('"do not contact" blocks every channel at once', async () => {
    const id = await addContact()
    await log(id, { type: 'call', outcome: 'do_not_contact', followUpAt: '2026-12-01T15:00:00Z' })
    expect(await contactOf(id)).toMatchObject({ doNotContact: true, tasks: [] })
  })

  test('"already moved" records the move', async () => {
    const id = await addContact()
    await log(id, { type: 'call', outcome: 'already_moved' })
    expect((await contactOf(id)).moved).toEqual({ on: '2026-11-02', source: 'person' })
  })

  test('"has an agent" records the agreement with another broker', async () => {
    const id = await addContact()
    await log(id, { type: 'call', outcome: 'has_agent' })
    expect((await contactOf(id)).agreements).toEqual([
      { side: 'seller', broker: 'other', status: 'active', endsOn: null },
    ])
  })
})

describe('the facts that an outcome replaces', () => {
  test('are returned, so that undo can restore them', async () => {
    const id = await addContact()
    const agreement = { broker: 'own', status: 'active', endsOn: '2027-03-01' }
    await ann.request('PATCH', `/api/contacts/${id}/agreement`, { side: 'seller', agreement })
    await ann.request('POST', `/api/contacts/${id}/outcomes`, { movedOn: '2026-03-03' })
    expect((await log(id, { type: 'call', outcome: 'has_agent' })).json.before).toEqual({
      agreement,
      hasMoved: true,
      doNotContact: false,
    })
    const otherId = await addContact()
    expect((await log(otherId, { type: 'call', outcome: 'has_agent' })).json.before).toEqual({
      agreement: null,
      hasMoved: false,
      doNotContact: false,
    })
  })
})

describe('changing an activity', () => {
  test('recalculates rest', async () => {
    const id = await addContact()
    const { activity } = (await log(id, { type: 'call', outcome: 'reached' })).json
    const response = await ann.request('PATCH', `/api/activities/${activity.id}`, {
      outcome: 'no_answer',
      at: '2026-11-01T15:00:00Z',
    })
    expect(response.json as Activity).toMatchObject({ outcome: 'no_answer', at: '2026-11-01T15:00:00.000Z' })
    expect(await contactOf(id)).toMatchObject({
      lastConversationAt: null,
      restsUntil: '2026-11-04T15:00:00.000Z',
    })
    expect((await ann.request('DELETE', `/api/activities/${activity.id}`)).status).toBe(204)
    expect((await contactOf(id)).restsUntil).toBeNull()
    expect((await timelineOf(id)).filter(({ kind }) => kind === 'activity')).toEqual([])
  })

  test('rejects an outcome on a note', async () => {
    const { activity } = (await log(await addContact(), { type: 'call', outcome: 'reached' })).json
    const change = (body: object) => ann.request('PATCH', `/api/activities/${activity.id}`, body)
    expect((await change({ type: 'note' })).json).toMatchObject({ type: 'note', outcome: null })
    const { status, json } = await change({ outcome: 'reached' })
    expect([status, (json as ErrorBody).fields]).toEqual([400, { outcome: 'A note has no outcome' }])
  })

  test("rejects changes of another member's activity", async () => {
    const { activity } = (await log(await addContact(), { type: 'call', outcome: 'reached' })).json
    for (const [method, body] of [
      ['PATCH', { note: 'Mine now' }],
      ['DELETE', undefined],
    ] as const) {
      const { status, json } = await mia.request(method, `/api/activities/${activity.id}`, body)
      expect([status, (json as ErrorBody).message]).toEqual([
        403,
        'You can only change activities that you logged yourself',
      ])
    }
  })
})

describe('snoozing', () => {
  const snooze = (id: string, until: string | null) =>
    ann.request('POST', `/api/contacts/${id}/snooze`, { until })

  test('lasts until its end, or until it is lifted', async () => {
    const id = await addContact()
    expect((await snooze(id, '2026-11-20T15:00:00Z')).json).toEqual({
      snoozedUntil: '2026-11-20T15:00:00.000Z',
    })
    expect((await contactOf(id)).snoozedUntil).toBe('2026-11-20T15:00:00.000Z')
    expect((await snooze(id, null)).status).toBe(200)
    expect((await contactOf(id)).snoozedUntil).toBeNull()
  })

  test.each([
    ['2026-11-02T14:59:00Z', 'Choose a time in the future'],
    ['2028-11-02T15:00:00Z', 'Choose a time within a year'],
  ])('rejects %s: %s', async (until, message) => {
    const { status, json } = await snooze(await addContact(), until)
    expect([status, (json as ErrorBody).fields]).toEqual([400, { until: message }])
  })
})

test('activities move with their contact on merge, and back on undo', async () => {
  const [keptId, otherId] = [await addContact(), await addContact()]
  await log(otherId, { type: 'call', outcome: 'reached' })
  const { mergeId }: { mergeId: string } = (
    await ann.request('POST', `/api/contacts/${keptId}/merge`, { otherId })
  ).json
  expect((await contactOf(keptId)).lastConversationAt).toBe(NOW.toISOString())
  await ann.request('POST', `/api/merges/${mergeId}/undo`)
  expect((await contactOf(keptId)).lastConversationAt).toBeNull()
  expect((await contactOf(otherId)).lastConversationAt).toBe(NOW.toISOString())
})
