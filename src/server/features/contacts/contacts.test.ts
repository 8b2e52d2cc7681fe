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

const CONTACT_INPUT = {
  firstName: ' Zoe ',
  lastName: 'Adams',
  email: 'Zoe@Adams.Example',
  phone: '(630) 555-0142',
  address: '12 Oak St',
  city: 'Naperville',
  state: 'IL',
  zipCode: '60540',
}
const STORED_CONTACT = {
  ...CONTACT_INPUT,
  firstName: 'Zoe',
  email: 'zoe@adams.example',
  phone: '+16305550142',
}

async function addContact(contact: object, person = ann): Promise<ContactDetail> {
  const response = await person.request('POST', '/api/contacts', contact)
  expect(response.text).toContain('"id"')
  expect(response.status).toBe(201)
  return response.json
}

let personCount = 0
/** A person who isn't a contact yet. */
const newPerson = () => ({
  firstName: 'Some',
  lastName: `Body ${++personCount}`,
  email: `some${personCount}@example.com`,
})

const readContact = async (id: string, person = ann): Promise<ContactDetail> =>
  (await person.request('GET', `/api/contacts/${id}`)).json

const countContacts = async (person = ann) =>
  (await person.request('GET', '/api/contacts')).headers['x-total-count']

describe('A09 adding a contact', () => {
  test('stores the eight fields, unverified and unscored', async () => {
    const contact = await addContact(CONTACT_INPUT)
    expect(contact).toMatchObject({
      ...STORED_CONTACT,
      nineDScore: null,
      topSignal: null,
      enrichedAt: null,
      emailVerified: 'unverified',
      phoneVerified: 'unverified',
      signals: [],
      properties: [],
      tasks: [],
    })
    expect(await readContact(contact.id)).toEqual(contact)
  })

  test('accepts names alone; blank fields are stored as null', async () => {
    const contact = await addContact({
      firstName: 'Only',
      lastName: 'Names',
      email: '',
      phone: '  ',
      city: null,
    })
    expect(contact).toMatchObject({
      email: null,
      phone: null,
      address: null,
      city: null,
      state: null,
      zipCode: null,
    })
  })

  test("stores an email and a phone that don't parse unchanged, and fails their verification with a reason", async () => {
    const { id } = await addContact({
      firstName: 'Odd',
      lastName: 'Typer',
      email: 'not an address',
      phone: 'ask his mother',
    })
    await app.queue.drain()
    expect(await readContact(id)).toMatchObject({
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
  ])('rejects %s = %j with the name of the field', async (field, value) => {
    const countBefore = await countContacts()
    const response = await ann.request('POST', '/api/contacts', { ...newPerson(), [field]: value })
    expect(response.status).toBe(400)
    const body: { fields: Record<string, string> } = response.json
    expect(Object.keys(body.fields)).toEqual([field])
    expect(await countContacts()).toBe(countBefore)
  })

  test('returns 409 with the existing contact when it is added twice', async () => {
    const { id } = await addContact({
      firstName: 'José',
      lastName: 'Núñez',
      email: 'jose@example.com',
      phone: '630 555 0143',
    })
    for (const duplicate of [
      { firstName: 'jose', lastName: 'NUNEZ', email: 'JOSE@example.com' },
      { firstName: 'José', lastName: 'Núñez', phone: '+1 (630) 555-0143' },
    ]) {
      const response = await ann.request('POST', '/api/contacts', duplicate)
      expect(response.status).toBe(409)
      expect(response.json).toMatchObject({ code: 'conflict', contactId: id })
    }
    await addContact({ firstName: 'Maria', lastName: 'Núñez', email: 'jose@example.com' })
    await addContact({ firstName: 'José', lastName: 'Núñez', email: 'other@example.com' })
  })

  test('adds a person once for twenty concurrent requests, and names the contact in the others', async () => {
    const countBefore = Number(await countContacts())
    const person = { firstName: 'Many', lastName: 'Hands', email: 'many@example.com' }
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => ann.request('POST', '/api/contacts', person)),
    )
    const createdResponses = responses.filter(({ status }) => status === 201)
    expect(createdResponses).toHaveLength(1)
    const { id }: ContactDetail = createdResponses[0]!.json
    for (const response of responses.filter((each) => each !== createdResponses[0])) {
      expect(response.status).toBe(409)
      expect(response.json).toMatchObject({ contactId: id })
    }
    expect(Number(await countContacts())).toBe(countBefore + 1)
  })

  test('allows the same person in two organizations', async () => {
    await addContact({ firstName: 'Shared', lastName: 'Person', email: 'shared@example.com' })
    await addContact({ firstName: 'Shared', lastName: 'Person', email: 'shared@example.com' }, bob)
  })

  test('Trust 5 ignores an organizationId in the body', async () => {
    const { id } = await addContact({ ...newPerson(), organizationId: bob.organizationId })
    const readOrganization = () => app.owner.row('select organization_id from contacts where id = $1', [id])
    expect(await readOrganization()).toEqual({ organizationId: ann.organizationId })
    const response = await ann.request('PATCH', `/api/contacts/${id}`, {
      organizationId: bob.organizationId,
      city: 'X',
    })
    expect(response.status).toBe(200)
    expect(await readOrganization()).toEqual({ organizationId: ann.organizationId })
  })
})

describe('A17 editing a contact', () => {
  test('changes only the given fields, and clears those set to ""', async () => {
    const { id } = await addContact({ ...CONTACT_INPUT, email: 'edit@example.com', phone: '630 555 0144' })
    const response = await ann.request('PATCH', `/api/contacts/${id}`, { city: 'Aurora' })
    expect(response.json).toMatchObject({
      ...STORED_CONTACT,
      email: 'edit@example.com',
      phone: '+16305550144',
      city: 'Aurora',
    })
    const clearedResponse = await ann.request('PATCH', `/api/contacts/${id}`, {
      phone: '',
      address: '',
      zipCode: null,
    })
    expect(clearedResponse.json).toMatchObject({
      phone: null,
      address: null,
      zipCode: null,
      city: 'Aurora',
      state: 'IL',
    })
    expect(await readContact(id)).toEqual(clearedResponse.json)
  })

  test.each([{ firstName: '' }, { lastName: '  ' }, { firstName: null }])(
    'refuses to clear a name: %j',
    async (body) => {
      const { id } = await addContact(newPerson())
      expect((await ann.request('PATCH', `/api/contacts/${id}`, body)).status).toBe(400)
    },
  )

  test('applies both of two concurrent changes', async () => {
    for (let round = 0; round < 10; round++) {
      const { id } = await addContact({ firstName: 'Both', lastName: `Writers ${round}` })
      const change = (body: object) => ann.request('PATCH', `/api/contacts/${id}`, body)
      await Promise.all([change({ city: 'Lisle' }), change({ state: 'IL' })])
      const response = await ann.request('GET', `/api/contacts/${id}`)
      expect(response.json).toMatchObject({ city: 'Lisle', state: 'IL' })
    }
  })

  test('finds a contact under its new name and not under the old one', async () => {
    const { id } = await addContact({ ...newPerson(), firstName: 'Before' })
    await ann.request('PATCH', `/api/contacts/${id}`, { firstName: 'Afterwards' })
    expect((await ann.request('GET', '/api/contacts?search=afterwards')).json).toMatchObject([{ id }])
    expect((await ann.request('GET', '/api/contacts?search=before')).json).toEqual([])
  })

  test('returns 409 when a change makes it a duplicate of another contact', async () => {
    const existingContact = await addContact({ firstName: 'Kim', lastName: 'Lee', email: 'kim@example.com' })
    const otherContact = await addContact({ firstName: 'Kim', lastName: 'Lee', email: 'kim2@example.com' })
    const response = await ann.request('PATCH', `/api/contacts/${otherContact.id}`, {
      email: 'kim@example.com',
    })
    expect(response.status).toBe(409)
    expect(response.json).toMatchObject({ contactId: existingContact.id })
    expect((await readContact(otherContact.id)).email).toBe('kim2@example.com')
  })

  test('allows adding a contact with the former email', async () => {
    const { id } = await addContact({ firstName: 'Old', lastName: 'Self', email: 'old@example.com' })
    await ann.request('PATCH', `/api/contacts/${id}`, { email: 'new@example.com' })
    await addContact({ firstName: 'Old', lastName: 'Self', email: 'old@example.com' })
  })

  test('A27 resets verification only for a changed email or phone', async () => {
    const { id } = await addContact({
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

describe('Trust 5 only fields of the contact form can be written', () => {
  test.each(['POST', 'PATCH'])('rejects every other column of contacts sent to %s', async (method) => {
    const { id } = await addContact(newPerson())
    const columns = await app.owner.rows<{ name: string }>(
      `select column_name as name from information_schema.columns where table_name = 'contacts'`,
    )
    const toCamelCase = (name: string) =>
      name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
    const writableFields = [...Object.keys(CONTACT_INPUT), 'organizationId']
    const otherColumns = columns
      .flatMap(({ name }) => [name, toCamelCase(name)])
      .filter((name) => !writableFields.includes(name))
    expect(otherColumns.length).toBeGreaterThan(40)
    const rowBefore = await app.owner.row('select c::text as all from contacts c where id = $1', [id])
    const count = await countContacts()
    for (const name of new Set(otherColumns)) {
      const url = method === 'POST' ? '/api/contacts' : `/api/contacts/${id}`
      const response = await ann.request(method, url, { ...newPerson(), [name]: 1 })
      expect([name, response.status]).toEqual([name, 400])
    }
    expect(await app.owner.row('select c::text as all from contacts c where id = $1', [id])).toEqual(
      rowBefore,
    )
    expect(await countContacts()).toBe(count)
  })
})
