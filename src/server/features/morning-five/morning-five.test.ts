import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ContactDetail } from '#contract/contacts.ts'
import type { MorningFive } from '#contract/morning-five.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

/** A Friday, 6 a.m. in Chicago. */
const START = '2026-11-20T12:00:00Z'
const SETTINGS = { isOn: true, sendAt: 420, timeZone: 'America/Chicago', days: [1, 2, 3, 4, 5] }
let now = new Date(START)
let app: TestApp
let ann: Person
let testCount = 0
beforeAll(async () => {
  app = await createTestApp({ clock: { now: () => now } })
})
afterAll(() => app.close())
beforeEach(async () => {
  now = new Date(START)
  await app.owner.run('delete from morning_emails')
  await app.owner.run(`delete from rate_limits where bucket like 'magic-link:%'`)
  testCount += 1
  ann = await app.subscriber(`ann${testCount}@example.com`)
})
afterEach(() => vi.restoreAllMocks())

async function addContact(firstName: string, fields: object = {}): Promise<string> {
  const contact = { firstName, lastName: 'Reyes', phone: '(512) 555-0101', zipCode: '78701', ...fields }
  const { id }: ContactDetail = (await ann.request('POST', '/api/contacts', contact)).json
  return id
}
const updateSettings = (body: object, person = ann) =>
  person.request('PATCH', '/api/profile/morning-five', body)
const getSettings = async (person = ann): Promise<MorningFive> =>
  (await person.request('GET', '/api/profile/morning-five')).json
async function advanceTo(time: string): Promise<void> {
  now = new Date(time)
  await app.services.morningFive.sweep()
  await app.queue.drain()
}
const emails = (person = ann) =>
  app.mailer.outbox!.filter(({ to, subject }) => to === person.email && subject.includes('Morning Five'))

describe('settings', () => {
  test('are off by default and change one at a time', async () => {
    const defaults = { isOn: false, sendAt: 420, timeZone: null, days: [1, 2, 3, 4, 5], nextAt: null }
    expect(await getSettings()).toEqual(defaults)
    expect((await updateSettings({ isOn: true })).status).toBe(400)
    expect((await updateSettings(SETTINGS)).json).toEqual({ ...SETTINGS, nextAt: '2026-11-20T13:00:00.000Z' })
    expect((await updateSettings({ days: [6, 6, 1] })).json).toMatchObject({
      days: [1, 6],
      nextAt: '2026-11-21T13:00:00.000Z',
    })
    expect((await updateSettings({ isOn: false })).json).toMatchObject({
      isOn: false,
      sendAt: 420,
      nextAt: null,
    })
    expect(
      (await getSettings(await app.member(`bob${testCount}@example.com`, ann.organizationId, 'MEMBER'))).isOn,
    ).toBe(false)
  })

  test.each([{ timeZone: 'Mars/Olympus' }, { days: [] }, { days: [8] }, { sendAt: 1440 }, { sendAt: 7.5 }])(
    'reject %j',
    async (invalid) => {
      expect((await updateSettings({ ...SETTINGS, ...invalid })).status).toBe(400)
    },
  )
})

describe('the email', () => {
  test('has short names, neutral reasons and links that open the person', async () => {
    const hazel = await addContact('Hazel', { phone: '(512) 555-0102' })
    await addContact('Bo http://evil.example', { lastName: 'émile', phone: '(512) 555-0103' })
    await app.owner.run(`update contacts set move_chance = 0.4, top_signal = 'divorce' where id = $1`, [
      hazel,
    ])
    await ann.request('POST', '/api/tasks', {
      contactId: hazel,
      title: 'Ask about the divorce',
      dueDate: '2026-11-19T12:00:00Z',
    })
    await app.owner.run('update tasks set assigned_to = null where contact_id = $1', [hazel])
    await updateSettings(SETTINGS)
    await advanceTo('2026-11-20T13:00:00Z')
    const [email] = emails()
    expect(email?.subject).toBe('Your Morning Five for Friday, November 20')
    expect(email?.text).toMatch(/^Good morning, Ada\. (One person|Two people) to contact today:/)
    expect(email?.text).toContain('Bo http evil.example É.\n   You haven’t spoken yet.')
    expect(email?.text).not.toMatch(/Reyes|divorce|555-01/i)
    expect(email?.text).toContain(`http://localhost:3000/dashboard?contact=`)
    expect(email?.headers).toMatchObject({ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' })
  })

  test('Trust 4 has only own contacts for a member with own records', async () => {
    const eve = await app.member(`eve${testCount}@example.com`, ann.organizationId, 'MEMBER')
    await app.owner.run(`update memberships set access = 'own' where user_id = $1`, [eve.userId])
    await addContact('Hidden')
    const own = { firstName: 'Owned', lastName: 'Reyes', phone: '(512) 555-0104', zipCode: '78701' }
    await eve.request('POST', '/api/contacts', own)
    await updateSettings(SETTINGS, eve)
    await advanceTo('2026-11-20T13:00:00Z')
    expect(emails(eve).map(({ text }) => [text.includes('Owned R.'), text.includes('Hidden')])).toEqual([
      [true, false],
    ])
  })

  test('has at most five people', async () => {
    for (const n of [1, 2, 3, 4, 5, 6]) await addContact(`Pat${n}`, { phone: `(512) 555-012${n}` })
    await updateSettings(SETTINGS)
    await advanceTo('2026-11-20T13:00:00Z')
    expect(emails()[0]?.text).toContain('Five people to contact today')
    expect(emails()[0]?.text).not.toContain('6. ')
  })

  test('is not sent when there is no one to contact', async () => {
    await updateSettings(SETTINGS)
    await advanceTo('2026-11-20T13:00:00Z')
    expect(emails()).toEqual([])
    expect((await getSettings()).nextAt).toBe('2026-11-23T13:00:00.000Z')
  })
})

describe('is sent once a day', () => {
  beforeEach(async () => {
    await addContact('Hazel')
    await updateSettings(SETTINGS)
  })

  test('on the chosen days, and on days on which the clock changes', async () => {
    await advanceTo('2026-11-20T12:59:00Z')
    expect(emails()).toHaveLength(0)
    for (const time of ['2026-11-20T13:00:00Z', '2026-11-20T13:00:10Z', '2026-11-21T13:00:00Z'])
      await advanceTo(time)
    expect(emails()).toHaveLength(1)
    await updateSettings({ ...SETTINGS, sendAt: 90, timeZone: 'America/New_York', days: [7] })
    await app.owner.run(`update morning_emails set next_at = '2027-11-07T05:30:00Z'`)
    // 1:30 a.m. occurs twice on this day.
    for (const time of ['2027-11-07T05:30:00Z', '2027-11-07T06:30:00Z', '2027-11-07T07:30:00Z'])
      await advanceTo(time)
    expect(emails()).toHaveLength(2)
  })

  test('when two workers claim it and the job runs again', async () => {
    now = new Date('2026-11-20T13:00:00Z')
    const dueEmail = { organizationId: ann.organizationId as never, userId: ann.userId }
    await Promise.all([1, 2, 3].map(() => app.services.morningFive.send(dueEmail)))
    await app.services.morningFive.send(dueEmail)
    expect(emails()).toHaveLength(1)
  })

  test('when the time is moved later on the same day', async () => {
    await advanceTo('2026-11-20T13:00:00Z')
    await updateSettings({ sendAt: 600 })
    await advanceTo('2026-11-20T16:00:00Z')
    expect(emails()).toHaveLength(1)
    expect((await getSettings()).nextAt).toBe('2026-11-23T16:00:00.000Z')
  })

  test('later on the same day after an outage, but not on the next day', async () => {
    await advanceTo('2026-11-20T20:00:00Z')
    expect(emails()).toHaveLength(1)
    await advanceTo('2026-11-24T09:00:00Z')
    expect(emails()).toHaveLength(1)
    await advanceTo('2026-11-24T13:00:00Z')
    expect(emails()).toHaveLength(2)
  })

  test('again after a temporary rejection, but never when the mail server may have accepted it', async () => {
    const send = app.mailer.send
    const sendSpy = vi.spyOn(app.mailer, 'send')
    sendSpy.mockRejectedValueOnce(Object.assign(new Error('unavailable'), { code: 'ECONNREFUSED' }))
    await advanceTo('2026-11-20T13:00:00Z')
    await advanceTo('2026-11-20T13:01:00Z')
    expect(emails()).toHaveLength(0)
    await advanceTo('2026-11-20T13:15:00Z')
    expect(emails()).toHaveLength(1)
    sendSpy.mockImplementationOnce(async (email) => {
      await send(email)
      throw Object.assign(new Error('reset'), { code: 'ESOCKET', originalCode: 'ECONNRESET' })
    })
    for (const time of ['2026-11-23T13:00:00Z', '2026-11-23T13:20:00Z']) await advanceTo(time)
    expect(emails()).toHaveLength(2)
  })
})

describe('recipients', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['turned it off', () => updateSettings({ isOn: false })],
    [
      'belongs to a suspended organization',
      () =>
        app.owner.run('update organizations set suspended_at = now(), suspended_reason = $2 where id = $1', [
          ann.organizationId,
          'A test',
        ]),
    ],
    [
      'has no plan anymore',
      () =>
        app.owner.run(`update organizations set subscription_status = 'canceled' where id = $1`, [
          ann.organizationId,
        ]),
    ],
    ['left', () => app.owner.run('delete from memberships where user_id = $1', [ann.userId])],
  ])('a member who %s gets no email', async (_, change) => {
    await addContact('Hazel')
    await updateSettings(SETTINGS)
    await change()
    await advanceTo('2026-11-20T13:00:00Z')
    await app.services.morningFive.send({ organizationId: ann.organizationId as never, userId: ann.userId })
    expect(emails()).toEqual([])
  })
})

describe('unsubscribing', () => {
  const anonymous = (
    method: 'GET' | 'POST' | 'HEAD',
    url: string,
    payload?: string,
    type = 'application/json',
  ) => app.app.inject({ method, url, ...(payload ? { payload, headers: { 'content-type': type } } : {}) })
  async function sendAndReadToken(): Promise<string> {
    await addContact('Hazel')
    await updateSettings(SETTINGS)
    await advanceTo('2026-11-20T13:00:00Z')
    const [, token = ''] = /unsubscribe\?token=(\S+)/.exec(emails()[0]?.text ?? '') ?? []
    return token
  }

  test('takes one click in a mail program and can be repeated; opening the link changes nothing', async () => {
    const token = await sendAndReadToken()
    const header = /<http:\/\/localhost:3000(.+)>/.exec(emails()[0]?.headers?.['List-Unsubscribe'] ?? '')
    const url = header?.[1] ?? ''
    expect(url).toContain(token)
    for (const method of ['GET', 'HEAD'] as const) await anonymous(method, url)
    const response = await anonymous('GET', url)
    expect([response.statusCode, response.headers.location]).toEqual([
      302,
      `/morning-five/unsubscribe?token=${token}`,
    ])
    expect((await getSettings()).isOn).toBe(true)
    const click = () =>
      anonymous('POST', url, 'List-Unsubscribe=One-Click', 'application/x-www-form-urlencoded')
    expect((await click()).statusCode).toBe(200)
    expect((await getSettings()).isOn).toBe(false)
    expect((await click()).statusCode).toBe(200)
    const rows = await app.owner.rows(
      `select action from audit_log where organization_id = $1 and action = 'morning-five.unsubscribed'`,
      [ann.organizationId],
    )
    expect(rows).toHaveLength(1)
  })

  test('works from the page with the link of an old email, even while the organization is suspended', async () => {
    const token = await sendAndReadToken()
    await advanceTo('2026-11-23T13:00:00Z')
    expect(emails()[0]?.text).toContain(token)
    await app.owner.run(
      'update organizations set suspended_at = now(), suspended_reason = $2 where id = $1',
      [ann.organizationId, 'A test'],
    )
    const response = await anonymous('POST', '/api/morning-five/unsubscribe', JSON.stringify({ token }))
    expect(response.statusCode).toBe(200)
    expect(await app.owner.row('select is_on from morning_emails')).toEqual({ isOn: false })
  })

  test.each([
    [JSON.stringify({ token: 'unknown' }), 404],
    [JSON.stringify({}), 400],
    ['{', 400],
  ])('responds to the body %s with %i', async (body, status) => {
    expect((await anonymous('POST', '/api/morning-five/unsubscribe', body)).statusCode).toBe(status)
  })
})
