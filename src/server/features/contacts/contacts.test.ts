import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ContactDetail } from '#contract/contacts.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

let app: TestApp
let ann: Person
let bob: Person
beforeAll(async () => {
  app = await createTestApp()
  ann = await app.subscriber('ann@example.com')
  bob = await app.subscriber('bob@example.com')
})
afterAll(() => app.close())

const FULL = {
  firstName: ' Zoe ',
  lastName: 'Adams',
  email: 'Zoe@Adams.Example',
  phone: '(630) 555-0142',
  address: '12 Oak St',
  city: 'Naperville',
  state: 'IL',
  zipCode: '60540',
}
const STORED = { ...FULL, firstName: 'Zoe', email: 'zoe@adams.example', phone: '+16305550142' }

async function add(contact: object, person = ann): Promise<ContactDetail> {
  const answer = await person.request('POST', '/api/contacts', contact)
  expect(answer.text).toContain('"id"')
  expect(answer.status).toBe(201)
  return answer.json
}

let people = 0
/** A person who isn't a contact yet. */
const stranger = () => ({
  firstName: 'Some',
  lastName: `Body ${++people}`,
  email: `some${people}@example.com`,
})

const read = async (id: string, person = ann): Promise<ContactDetail> =>
  (await person.request('GET', `/api/contacts/${id}`)).json

const total = async (person = ann) => (await person.request('GET', '/api/contacts')).headers['x-total-count']

describe('A09 adding a contact', () => {
  test('stores the eight fields, unverified and unscored', async () => {
    const contact = await add(FULL)
    expect(contact).toMatchObject({
      ...STORED,
      nineDScore: null,
      topSignal: null,
      enrichedAt: null,
      emailVerified: 'unverified',
      phoneVerified: 'unverified',
      signals: [],
      properties: [],
      tasks: [],
    })
    expect(await read(contact.id)).toEqual(contact)
  })

  test('accepts names alone; blank fields are stored as null', async () => {
    const contact = await add({ firstName: 'Only', lastName: 'Names', email: '', phone: '  ', city: null })
    expect(contact).toMatchObject({
      email: null,
      phone: null,
      address: null,
      city: null,
      state: null,
      zipCode: null,
    })
  })

  test("stores an email and a phone that don't parse as typed; verification fails with the reason", async () => {
    const { id } = await add({
      firstName: 'Odd',
      lastName: 'Typer',
      email: 'not an address',
      phone: 'ask his mother',
    })
    await app.queue.drain()
    expect(await read(id)).toMatchObject({
      email: 'not an address',
      phone: 'ask his mother',
      emailVerified: 'failed',
      phoneVerified: 'failed',
      emailVerificationReason: expect.stringMatching(/./),
      phoneVerificationReason: expect.stringMatching(/./),
    })
  })

  test.each([
    ['firstName', undefined],
    ['firstName', ''],
    ['firstName', '  '],
    ['lastName', null],
    ['lastName', 'x'.repeat(101)],
    ['email', 'x'.repeat(255)],
    ['phone', '1'.repeat(33)],
    ['address', 'x'.repeat(201)],
    ['city', 7],
    ['state', 'x'.repeat(51)],
    ['zipCode', '1'.repeat(17)],
    ['city', 'two\nlines'],
    ['city', 'nul\u0000'],
    ['city', 'half \ud800 a letter'],
  ])('rejects %s = %j, with the field', async (field, value) => {
    const before = await total()
    const answer = await ann.request('POST', '/api/contacts', { ...stranger(), [field]: value })
    expect(answer.status).toBe(400)
    const body: { fields: Record<string, string> } = answer.json
    expect(Object.keys(body.fields)).toEqual([field])
    expect(await total()).toBe(before)
  })

  test('answers 409 with the existing contact when added twice', async () => {
    const { id } = await add({
      firstName: 'José',
      lastName: 'Núñez',
      email: 'jose@example.com',
      phone: '630 555 0143',
    })
    for (const again of [
      { firstName: 'jose', lastName: 'NUNEZ', email: 'JOSE@example.com' },
      { firstName: 'José', lastName: 'Núñez', phone: '+1 (630) 555-0143' },
    ]) {
      const answer = await ann.request('POST', '/api/contacts', again)
      expect(answer.status).toBe(409)
      expect(answer.json).toMatchObject({ code: 'conflict', contactId: id })
    }
    await add({ firstName: 'Maria', lastName: 'Núñez', email: 'jose@example.com' })
    await add({ firstName: 'José', lastName: 'Núñez', email: 'other@example.com' })
  })

  test('adds one person once out of twenty concurrent requests; the others name the contact', async () => {
    const before = Number(await total())
    const person = { firstName: 'Many', lastName: 'Hands', email: 'many@example.com' }
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => ann.request('POST', '/api/contacts', person)),
    )
    const added = answers.filter(({ status }) => status === 201)
    expect(added).toHaveLength(1)
    const { id }: ContactDetail = added[0]!.json
    for (const answer of answers.filter((each) => each !== added[0])) {
      expect(answer.status).toBe(409)
      expect(answer.json).toMatchObject({ contactId: id })
    }
    expect(Number(await total())).toBe(before + 1)
  })

  test('allows the same person in two organizations', async () => {
    await add({ firstName: 'Shared', lastName: 'Person', email: 'shared@example.com' })
    await add({ firstName: 'Shared', lastName: 'Person', email: 'shared@example.com' }, bob)
  })

  test('Trust 5 accepts an organizationId in the body and never writes it', async () => {
    const { id } = await add({ ...stranger(), organizationId: bob.organizationId })
    const row = () => app.owner.row('select organization_id from contacts where id = $1', [id])
    expect(await row()).toEqual({ organizationId: ann.organizationId })
    const answer = await ann.request('PATCH', `/api/contacts/${id}`, {
      organizationId: bob.organizationId,
      city: 'X',
    })
    expect(answer.status).toBe(200)
    expect(await row()).toEqual({ organizationId: ann.organizationId })
  })
})

describe('A17 editing a contact', () => {
  test('changes only the given fields; "" clears one', async () => {
    const { id } = await add({ ...FULL, email: 'edit@example.com', phone: '630 555 0144' })
    const changed = await ann.request('PATCH', `/api/contacts/${id}`, { city: 'Aurora' })
    expect(changed.json).toMatchObject({
      ...STORED,
      email: 'edit@example.com',
      phone: '+16305550144',
      city: 'Aurora',
    })
    const cleared = await ann.request('PATCH', `/api/contacts/${id}`, {
      phone: '',
      address: '',
      zipCode: null,
    })
    expect(cleared.json).toMatchObject({
      phone: null,
      address: null,
      zipCode: null,
      city: 'Aurora',
      state: 'IL',
    })
    expect(await read(id)).toEqual(cleared.json)
  })

  test.each([{ firstName: '' }, { lastName: '  ' }, { firstName: null }])(
    'refuses to clear a name: %j',
    async (body) => {
      const { id } = await add(stranger())
      expect((await ann.request('PATCH', `/api/contacts/${id}`, body)).status).toBe(400)
    },
  )

  test('loses nothing of two concurrent changes', async () => {
    for (let round = 0; round < 10; round++) {
      const { id } = await add({ firstName: 'Both', lastName: `Writers ${round}` })
      const change = (body: object) => ann.request('PATCH', `/api/contacts/${id}`, body)
      await Promise.all([change({ city: 'Lisle' }), change({ state: 'IL' })])
      const kept = await ann.request('GET', `/api/contacts/${id}`)
      expect(kept.json).toMatchObject({ city: 'Lisle', state: 'IL' })
    }
  })

  test('finds a contact under its new name and not under the old one', async () => {
    const { id } = await add({ ...stranger(), firstName: 'Before' })
    await ann.request('PATCH', `/api/contacts/${id}`, { firstName: 'Afterwards' })
    expect((await ann.request('GET', '/api/contacts?search=afterwards')).json).toMatchObject([{ id }])
    expect((await ann.request('GET', '/api/contacts?search=before')).json).toEqual([])
  })

  test('answers 409 when a change makes it another existing contact', async () => {
    const there = await add({ firstName: 'Kim', lastName: 'Lee', email: 'kim@example.com' })
    const other = await add({ firstName: 'Kim', lastName: 'Lee', email: 'kim2@example.com' })
    const answer = await ann.request('PATCH', `/api/contacts/${other.id}`, { email: 'kim@example.com' })
    expect(answer.status).toBe(409)
    expect(answer.json).toMatchObject({ contactId: there.id })
    expect((await read(other.id)).email).toBe('kim2@example.com')
  })

  test('allows adding the former person again', async () => {
    const { id } = await add({ firstName: 'Old', lastName: 'Self', email: 'old@example.com' })
    await ann.request('PATCH', `/api/contacts/${id}`, { email: 'new@example.com' })
    await add({ firstName: 'Old', lastName: 'Self', email: 'old@example.com' })
  })

  test('A27 resets verification only for a changed email or phone', async () => {
    const { id } = await add({
      firstName: 'Veri',
      lastName: 'Fied',
      email: 'veri@example.com',
      phone: '6305550145',
    })
    await app.queue.drain()
    await app.owner.run(
      `update contacts set email_verified = 'verified', phone_verified = 'verified' where id = $1`,
      [id],
    )
    const patch = async (body: object): Promise<ContactDetail> =>
      (await ann.request('PATCH', `/api/contacts/${id}`, body)).json
    const verified = { emailVerified: 'verified', phoneVerified: 'verified' }
    expect(await patch({ city: 'X', email: 'VERI@example.com' })).toMatchObject(verified)
    expect(await patch({ email: 'veri2@example.com' })).toMatchObject({
      ...verified,
      emailVerified: 'unverified',
    })
    expect(await patch({ phone: '6305550146' })).toMatchObject({ phoneVerified: 'unverified' })
  })
})

describe('Trust 5 only typed fields can be written', () => {
  test.each(['POST', 'PATCH'])('rejects every other column of contacts sent to %s', async (method) => {
    const { id } = await add(stranger())
    const columns = await app.owner.rows<{ name: string }>(
      `select column_name as name from information_schema.columns where table_name = 'contacts'`,
    )
    const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
    const typed = [...Object.keys(FULL), 'organizationId']
    const others = columns.flatMap(({ name }) => [name, camel(name)]).filter((name) => !typed.includes(name))
    expect(others.length).toBeGreaterThan(40)
    const before = await app.owner.row('select c::text as all from contacts c where id = $1', [id])
    const count = await total()
    for (const name of new Set(others)) {
      const url = method === 'POST' ? '/api/contacts' : `/api/contacts/${id}`
      const answer = await ann.request(method, url, { ...stranger(), [name]: 1 })
      expect([name, answer.status]).toEqual([name, 400])
    }
    expect(await app.owner.row('select c::text as all from contacts c where id = $1', [id])).toEqual(before)
    expect(await total()).toBe(count)
  })
})
