import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ContactDetail } from '#contract/contacts.ts'
import type { TodayList } from '#contract/today.ts'
import { type Category, categoryBits } from '#domain/signals/categories.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

/** A Friday noon in Texas. */
const NOW = new Date('2026-11-20T18:00:00Z')
let app: TestApp
let ann: Person
beforeAll(async () => {
  app = await createTestApp({ clock: { now: () => NOW } })
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

describe('the ranked list', () => {
  test('has the likeliest mover first, with reason, phone and script', async () => {
    await addContact('Low', {}, { chance: 0.02 })
    const id = await addContact('Hazel', { city: 'Austin', state: 'TX' }, { chance: 0.4 })
    await app.owner.run(
      `insert into properties (organization_id, contact_id, address, last_sale_date) values ($1, $2, '1 Elm St', '2014-05-01')`,
      [ann.organizationId, id],
    )
    const { items, promised, generatedAt } = await getToday()
    expect([promised, generatedAt]).toEqual([[], NOW.toISOString()])
    expect(items.map(({ contact }) => contact.firstName)).toEqual(['Hazel', 'Low'])
    expect(items[0]).toMatchObject({
      reason: 'Owned since 2014; you haven’t spoken yet.',
      channel: 'call',
      phone: expect.stringMatching(/^\+1512555\d{4}$/),
      callCheck: 'unchecked',
      callingHours: { allowed: true, why: expect.stringContaining('12:00 p.m.') },
      script: { channel: 'call', text: expect.stringContaining('Hazel') },
      listedForSale: false,
      lastContactAt: null,
      task: null,
    })
  })

  test('has five people unless asked for more', async () => {
    for (const name of ['A', 'B', 'C', 'D', 'E', 'F']) await addContact(name)
    const { items }: TodayList = (await ann.request('GET', '/api/today')).json
    expect(items).toHaveLength(5)
    expect((await getToday(6)).items).toHaveLength(6)
    expect((await ann.request('GET', '/api/today?limit=26')).status).toBe(400)
  })

  test.each<[string, (id: string) => Promise<unknown>]>([
    [
      'marked do not contact',
      (id) => ann.request('PATCH', `/api/contacts/${id}/do-not-contact`, { doNotContact: true }),
    ],
    ['snoozed', (id) => post(`/api/contacts/${id}/snooze`, { until: '2026-12-01T12:00:00Z' })],
    ['spoken to', (id) => post(`/api/contacts/${id}/activities`, { type: 'call', outcome: 'reached' })],
    [
      'left a message',
      (id) => post(`/api/contacts/${id}/activities`, { type: 'call', outcome: 'left_message' }),
    ],
    ['known to have moved', (id) => post(`/api/contacts/${id}/outcomes`, { movedOn: '2026-03-03' })],
    [
      'selling with another broker',
      (id) => setAgreement(id, { side: 'seller', agreement: { broker: 'other', status: 'withdrawn' } }),
    ],
    [
      'buying with another broker',
      (id) => setAgreement(id, { side: 'buyer', agreement: { broker: 'other', status: 'active' } }),
    ],
  ])('leaves out a contact %s', async (_, change) => {
    const id = await addContact('Gone')
    await addContact('Kept')
    await change(id)
    expect(await listNames()).toEqual(['Kept'])
  })

  test.each([
    { broker: 'other', status: 'expired' },
    { broker: 'other', status: 'canceled' },
    { broker: 'other', status: 'active', endsOn: '2026-11-19' },
    { broker: 'own', status: 'active' },
  ])('includes a contact with the agreement %j', async (terms) => {
    const id = await addContact('Hazel')
    await setAgreement(id, { side: 'seller', agreement: terms })
    const [item] = (await getToday()).items
    expect(item).toMatchObject({ contact: { id }, isClient: terms.broker === 'own' })
  })

  test('leaves out people with a listed home, except our own clients', async () => {
    await addContact('Theirs', {}, { listed: true })
    const ownClient = await addContact('Ours', {}, { listed: true })
    await setAgreement(ownClient, { side: 'seller', agreement: { broker: 'own', status: 'active' } })
    expect(await listNames()).toEqual(['Ours'])
  })

  test('includes a contact with a listed home again after the agreement recorded since has ended', async () => {
    const id = await addContact('Hazel', {}, { listed: true })
    await app.owner.run(
      `insert into properties (organization_id, contact_id, address, updated_at) values ($1, $2, '1 Elm St', $3)`,
      [ann.organizationId, id, '2026-11-01T12:00:00Z'],
    )
    const terms = { broker: 'other', status: 'expired' }
    await setAgreement(id, { side: 'seller', agreement: terms })
    expect(await listNames()).toEqual(['Hazel'])
    await app.owner.run('update properties set updated_at = $2 where contact_id = $1', [
      id,
      '2026-11-30T12:00:00Z',
    ])
    expect(await listNames()).toEqual([])
  })

  test('lists each household once, and people to contact personally last', async () => {
    const home = { address: '12 Oak Ln', city: 'Austin', state: 'TX' }
    await addContact('Pat', home, { chance: 0.2 })
    await addContact('Sam', home, { chance: 0.3 })
    await addContact('Grace', {}, { chance: 0.9, signals: ['downsizing', 'death'] })
    const { items } = await getToday()
    expect(items.map(({ contact, channel }) => [contact.firstName, channel])).toEqual([
      ['Sam', 'call'],
      ['Grace', 'personal'],
    ])
    expect(items[1]?.script).toBeNull()
  })

  test.each<[string, ScoreFields, columns: string]>([
    ['need personal contact', { signals: ['death'] }, 'null, null'],
    ['can be reached by no channel', {}, `'+15125550000', null`],
    ['can only get a letter', {}, `'+15125550000', n || ' Elm St'`],
  ])('ranks a callable person despite 120 likelier ones who %s', async (_, scoreFields, columns) => {
    await addContact('Callable', {}, { chance: 0.1 })
    const id = await addContact('Other', { phone: '5125550000' }, { chance: 0.3, ...scoreFields })
    await app.owner.run(
      `insert into contacts (organization_id, first_name, last_name, phone, move_chance, live_signals, search, last_name_key,
              wrong_phone, address)
       select organization_id, first_name, last_name, phone, move_chance, live_signals, search, last_name_key, ${columns}
         from contacts, generate_series(1, 120) n where id = $1`,
      [id],
    )
    await app.owner.run('delete from contacts where id = $1', [id])
    expect((await listNames())[0]).toBe('Callable')
  })

  test('suggests another channel some days after a wrong number', async () => {
    const [recent, id] = [await addContact('Early', { email: 'e@example.org' }), await addContact('Hazel')]
    await ann.request('PATCH', `/api/contacts/${id}`, { email: 'hazel@example.org' })
    const call = { type: 'call', outcome: 'wrong_number' }
    await post(`/api/contacts/${recent}/activities`, call)
    await post(`/api/contacts/${id}/activities`, { ...call, at: '2026-11-17T18:00:00Z' })
    const { items } = await getToday()
    expect(items).toMatchObject([{ contact: { id }, channel: 'email', phone: null }])
  })

  test('knows the hours of a person without a ZIP code whose state has one time zone', async () => {
    const hoursIn = async (state: string) => {
      const id = await addContact('Hazel', { zipCode: '', city: 'Springfield', state })
      return (await getToday()).items.find(({ contact }) => contact.id === id)?.callingHours?.why
    }
    expect(await hoursIn('IL')).toBe('It’s 12:00 p.m. in Springfield.')
    expect(await hoursIn('TN')).toMatch(/^We don’t know their time zone/)
  })

  test('hides contacts of other organizations', async () => {
    await addContact('Hazel')
    ann = await app.subscriber(`other${personCount}@example.com`)
    expect(await getToday()).toEqual({ promised: [], items: [], generatedAt: NOW.toISOString() })
  })
})

describe('inquiries, appointments and due tasks', () => {
  test('come first, even for resting contacts', async () => {
    const [inquirer, client, friend] = [
      await addContact('Ivy'),
      await addContact('Carl'),
      await addContact('Fay'),
    ]
    await post(`/api/contacts/${client}/activities`, {
      type: 'call',
      outcome: 'appointment',
      // 7 p.m. in Texas.
      followUpAt: '2026-11-21T01:00:00Z',
    })
    await post(`/api/tasks`, {
      contactId: friend,
      title: 'Send the May numbers',
      dueDate: '2026-11-20T15:00:00Z',
      assignedTo: ann.userId,
    })
    await app.owner.run(
      `insert into call_exemptions (organization_id, contact_id, kind, at) values ($1, $2, 'inquiry', $3)`,
      [ann.organizationId, inquirer, '2026-11-20T17:40:00Z'],
    )
    const { promised, items } = await getToday()
    expect(
      promised.map(({ kind, contact, task, dueAt }) => [kind, contact.firstName, task?.title, dueAt]),
    ).toEqual([
      ['inquiry', 'Ivy', undefined, '2026-11-20T17:40:00.000Z'],
      ['appointment', 'Carl', 'Appointment', '2026-11-21T01:00:00.000Z'],
      ['task', 'Fay', 'Send the May numbers', '2026-11-20T15:00:00.000Z'],
    ])
    expect(items).toEqual([])
    await post(`/api/contacts/${inquirer}/activities`, { type: 'call', outcome: 'no_answer' })
    expect((await getToday()).promised.map(({ kind }) => kind)).toEqual(['appointment', 'task'])
  })

  test('mark people to contact personally, and keep their household off the list', async () => {
    const home = { address: '12 Oak Ln', city: 'Austin', state: 'TX' }
    const contactId = await addContact('Grace', home, { signals: ['death'] })
    await addContact('Sam', home, { chance: 0.9 })
    await addContact('Neighbor', { ...home, address: '14 Oak Ln' })
    await post('/api/tasks', { contactId, title: 'Write a card', dueDate: '2026-11-20T15:00:00Z' })
    const { promised, items } = await getToday()
    expect(promised.map(({ contact, needsTact }) => [contact.firstName, needsTact])).toEqual([
      ['Grace', true],
    ])
    expect(items.map(({ contact }) => contact.firstName)).toEqual(['Neighbor'])
  })

  test('never include do-not-contact people or tasks of other members', async () => {
    const [blocked, ofMember, withBroker] = [
      await addContact('Gone'),
      await addContact('Theirs'),
      await addContact('Others'),
    ]
    const mia = await app.member(`mia${personCount}@example.com`, ann.organizationId, 'MEMBER')
    for (const [contactId, assignedTo] of [
      [blocked, ann.userId],
      [ofMember, mia.userId],
      [withBroker, ann.userId],
    ])
      await post('/api/tasks', { contactId, title: 'Call', dueDate: '2026-11-20T15:00:00Z', assignedTo })
    await ann.request('PATCH', `/api/contacts/${blocked}/do-not-contact`, { doNotContact: true })
    await setAgreement(withBroker, { side: 'buyer', agreement: { broker: 'other', status: 'pending' } })
    expect((await getToday()).promised).toEqual([])
  })
})

describe('the people of an import', () => {
  test('are ranked among themselves, even before they have scores', async () => {
    const importedIds = [await addContact('Low'), await addContact('High'), await addContact('Never')]
    await addContact('Other', {}, { chance: 0.9 })
    const { id: importId } = await app.owner.one<{ id: string }>('select gen_random_uuid() as id')
    await app.owner.run(
      `update contacts set import_id = $2, move_chance = null, nine_d_score = null, do_not_contact = first_name = 'Never'
        where id = any($1)`,
      [importedIds, importId],
    )
    const listImported = async (): Promise<TodayList> =>
      (await ann.request('GET', `/api/today?limit=25&importId=${importId}`)).json
    const unscored = await listImported()
    expect(unscored.promised).toEqual([])
    expect(unscored.items.map(({ contact }) => contact.firstName).sort()).toEqual(['High', 'Low'])
    expect(unscored.items[0]).toMatchObject({ channel: 'call', reason: expect.stringMatching(/\.$/) })
    await app.owner.run(`update contacts set move_chance = .4 where id = $1`, [importedIds[1]])
    expect((await listImported()).items.map(({ contact }) => contact.firstName)).toEqual(['High', 'Low'])
    await post('/api/tasks', {
      contactId: importedIds[1],
      title: 'Ask about the divorce',
      dueDate: '2026-11-20T15:00:00Z',
      assignedTo: ann.userId,
    })
    const [first] = (await listImported()).items
    expect(first?.reason).toBe('A task is overdue; you haven’t spoken yet.')
    expect(first?.task?.title).toBe('Ask about the divorce')
    const emptyList: TodayList = (await ann.request('GET', `/api/today?importId=${ann.organizationId}`)).json
    expect(emptyList.items).toEqual([])
  })
})
