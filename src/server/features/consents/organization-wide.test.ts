import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ConsentEntry } from '#contract/consents.ts'
import type { ContactDetail } from '#contract/contacts.ts'
import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { withJobsRunning } from '#test/checks.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

const PHONE = '(512) 555-0147'
const EMAIL = 'Anna.Canary@Example.com'
const REASON = /^Opt-out request received on [A-Z][a-z]{2} \d{1,2}, \d{4}$/

let app: TestApp
/** The member whom Anna asked, and a colleague. */
let alice: Person
let bob: Person
let count = 0
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  count += 1
  await app.owner.run(`delete from rate_limits where bucket like 'magic-link:%'`)
  alice = await app.subscriber(`alice${count}@example.com`)
  bob = await app.member(`bob${count}@example.com`, alice.organizationId, 'MEMBER')
})
afterAll(() => app.close())

const add = async (person: Person, fields: object): Promise<ContactDetail> => {
  const response = await person.request('POST', '/api/contacts', fields)
  if (response.status !== 201) throw new Error(response.text)
  return response.json
}
const addAnna = () =>
  add(alice, {
    firstName: 'Anna',
    lastName: 'Canary',
    email: EMAIL,
    phone: PHONE,
    city: 'Austin',
    state: 'TX',
  })
const setPreference = (person: Person, id: string, body: object) =>
  person.request('PATCH', `/api/contacts/${id}/do-not-contact`, { doNotContact: true, ...body })
const channelsOf = async (id: string, person = bob): Promise<string[]> =>
  ((await person.request('GET', `/api/contacts/${id}`)).json as ContactDetail).optedOutChannels
const consentsOf = async (id: string): Promise<ConsentEntry[]> =>
  ((await bob.request('GET', `/api/contacts/${id}/consents`)).json as { items: ConsentEntry[] }).items
const findId = (firstName: string): Promise<string | undefined> =>
  app.owner.find<string>('select id from contacts where organization_id = $1 and first_name = $2', [
    alice.organizationId,
    firstName,
  ])

/** Anna asks Alice for no contact at all, or none on one channel. */
async function annaAsks(channel: 'all' | 'call' | 'email' = 'all'): Promise<ContactDetail> {
  const anna = await addAnna()
  await setPreference(alice, anna.id, { channel, source: 'contact', reason: 'Canary-reason' })
  return anna
}

const vcard = (fields: string) => `BEGIN:VCARD\nVERSION:3.0\nN:Smith;Ben;;;\n${fields}\nEND:VCARD\n`
const importFile = (kind: 'csv' | 'vcf', text: string) =>
  withJobsRunning(
    app,
    bob.request('POST', `/api/contacts/import/${kind}`, text, {
      'content-type': kind === 'csv' ? 'text/csv' : 'text/vcard',
    }),
  )

/** Ways in which a colleague adds someone with Anna's number and address, each written differently. */
const WAYS: Record<string, () => Promise<unknown>> = {
  'by hand': () =>
    add(bob, {
      firstName: 'Ben',
      lastName: 'Smith',
      phone: '512.555.0147',
      email: 'ANNA.CANARY@example.com ',
    }),
  'by hand as alternates': () =>
    add(bob, {
      firstName: 'Ben',
      lastName: 'Smith',
      details: { phones: [{ phone: '1-512-555-0147' }], emails: [{ email: 'anna.canary@EXAMPLE.com' }] },
    }),
  'by an edit': async () => {
    const { id } = await add(bob, { firstName: 'Ben', lastName: 'Smith' })
    const changes = { phone: '+1 512 555 0147', email: 'anna.canary@example.com' }
    expect((await bob.request('PATCH', `/api/contacts/${id}`, changes)).status).toBe(200)
  },
  'by a CSV file': () =>
    importFile('csv', 'First Name,Last Name,Email,Phone\nBen,Smith,Anna.canary@example.com,512 555-0147\n'),
  'by a vCard': () =>
    importFile('vcf', vcard('EMAIL:anna.canary@example.COM\nTEL;TYPE=CELL:tel:+1-512-555-0147')),
  'from a phone': () =>
    withJobsRunning(
      app,
      bob.request('POST', '/api/contacts/import/bulk', {
        contacts: [{ name: 'Ben Smith', email: 'anna.canary@example.com', phone: '(512)5550147' }],
      }),
    ),
  'by a merge': async () => {
    const [ben, other] = [
      await add(bob, { firstName: 'Ben', lastName: 'Smith' }),
      await add(bob, { firstName: 'Benny', lastName: 'Smith', phone: '512-555-0147', email: EMAIL }),
    ]
    // Blocked when it was added; lifting it and merging must not matter to the kept contact's own history.
    expect((await channelsOf(other.id)).sort()).toEqual(['call', 'email', 'text'])
    await bob.request('POST', `/api/contacts/${ben.id}/merge`, { otherId: other.id })
  },
}

describe('A40 a request not to be contacted binds the whole organization', () => {
  test.each(Object.keys(WAYS))('blocks the same phone and email on a contact added later %s', async (way) => {
    await annaAsks()
    await WAYS[way]?.()
    const id = (await findId('Ben')) ?? ''
    expect((await channelsOf(id)).sort()).toEqual(['call', 'email', 'text'])
    // Their own preferences stay open: only the number and the address are blocked.
    const ben = (await bob.request('GET', `/api/contacts/${id}`)).json as ContactDetail
    expect(ben.doNotContact).toBe(false)
  })

  test('blocks contacts of colleagues that already have the number or address', async () => {
    const ben = await add(bob, { firstName: 'Ben', lastName: 'Smith', phone: '512.555.0147' })
    const details = { emails: [{ email: 'anna.canary@example.com' }] }
    const carl = await add(bob, { firstName: 'Carl', lastName: 'Jung', details })
    const dora = await add(bob, { firstName: 'Dora', lastName: 'Jung', phone: '512-555-0199' })
    await annaAsks()
    expect([await channelsOf(ben.id), await channelsOf(carl.id), await channelsOf(dora.id)]).toEqual([
      ['call', 'text'],
      ['email'],
      [],
    ])
  })

  test('blocks only the channels that were asked about', async () => {
    const ben = await add(bob, { firstName: 'Ben', lastName: 'Smith', phone: '512.555.0147', email: EMAIL })
    await annaAsks('call')
    expect(await channelsOf(ben.id)).toEqual(['call'])
    const carl = await add(bob, { firstName: 'Carl', lastName: 'Jung', phone: '5125550147', email: EMAIL })
    expect(carl.optedOutChannels).toEqual(['call'])
  })

  test('blocks colleagues’ contacts after a "do not contact" was logged, marked in bulk or came with a file', async () => {
    const phones = ['512-555-0151', '512-555-0152', '512-555-0153']
    const others = await Promise.all(
      phones.map((phone, i) => add(bob, { firstName: `Other${i}`, lastName: 'Smith', phone })),
    )
    const [logged, marked] = [
      await add(alice, { firstName: 'Ann', lastName: 'A', phone: '(512) 555-0151' }),
      await add(alice, { firstName: 'Amy', lastName: 'A', phone: '(512) 555-0152' }),
    ]
    await alice.request('POST', `/api/contacts/${logged.id}/activities`, {
      type: 'call',
      outcome: 'do_not_contact',
    })
    const bulk = await alice.request('POST', '/api/contacts/bulk', {
      action: 'doNotContact',
      contactIds: [marked.id],
    })
    expect([bulk.status, bulk.text]).toEqual([200, expect.any(String)])
    await importFile('csv', 'First Name,Last Name,Phone,Do Not Call\nAva,A,(512) 555-0153,Yes\n')
    expect(await Promise.all(others.map(({ id }) => channelsOf(id)))).toEqual([
      ['call', 'text'],
      ['call', 'text'],
      ['call'],
    ])
  })

  test('still holds after the contact that asked was deleted, under another name too', async () => {
    const anna = await annaAsks()
    await alice.request('DELETE', `/api/contacts/${anna.id}`)
    const ben = await add(bob, { firstName: 'Ben', lastName: 'Smith', phone: '512.555.0147' })
    expect(ben.optedOutChannels.sort()).toEqual(['call', 'text'])
  })

  test('holds for both contacts after a merge is undone', async () => {
    const [ben, benny] = [
      await add(bob, { firstName: 'Ben', lastName: 'Smith' }),
      await add(bob, { firstName: 'Benny', lastName: 'Smith', phone: '512-555-0147' }),
    ]
    const merge = await bob.request('POST', `/api/contacts/${ben.id}/merge`, { otherId: benny.id })
    await annaAsks()
    expect((await channelsOf(ben.id)).sort()).toEqual(['call', 'text'])
    await bob.request('POST', `/api/merges/${(merge.json as { mergeId: string }).mergeId}/undo`)
    expect((await channelsOf(benny.id)).sort()).toEqual(['call', 'text'])
  })

  test('does not reach another organization', async () => {
    const eve = await app.subscriber(`eve${count}@example.com`)
    const ben = await add(eve, { firstName: 'Ben', lastName: 'Smith', phone: PHONE })
    await annaAsks()
    expect(await channelsOf(ben.id, eve)).toEqual([])
    const carl = await add(eve, { firstName: 'Carl', lastName: 'Jung', phone: PHONE })
    expect(carl.optedOutChannels).toEqual([])
  })

  test('blocks writing, logging and bulk outreach for the colleague', async () => {
    const ben = await add(bob, { firstName: 'Ben', lastName: 'Smith', phone: '512.555.0147' })
    await annaAsks()
    const body = { channel: 'text', tone: 'friendly', length: 'short' }
    for (const end of ['outreach', 'outreach/log']) {
      const request = end === 'outreach' ? body : { channel: 'text' }
      const response = await bob.request('POST', `/api/contacts/${ben.id}/${end}`, request)
      expect([response.status, (response.json as { message: string }).message]).toEqual([
        409,
        'This contact opted out of texts.',
      ])
    }
  })
})

describe('A40 the reason that a colleague sees', () => {
  test.each(['before', 'after'])(
    'names no one and only the day, for a contact added %s the request',
    async (when) => {
      const addBen = () => add(bob, { firstName: 'Ben', lastName: 'Smith', phone: '512.555.0147' })
      const early = when === 'before' ? await addBen() : null
      const anna = await annaAsks()
      const { id } = early ?? (await addBen())
      const consents = await consentsOf(id)
      expect(consents.map(({ channel, allowed }) => [channel, allowed]).sort()).toEqual([
        ['call', false],
        ['text', false],
      ])
      for (const consent of consents) {
        expect(consent.reason).toMatch(REASON)
        expect(consent.recordedBy).toBeNull()
      }
      const shown = [
        JSON.stringify(consents),
        (await bob.request('GET', `/api/contacts/${id}`)).text,
        (await bob.request('GET', `/api/contacts/${id}/timeline`)).text,
        (await bob.request('GET', '/api/opt-outs?state=all')).text,
      ].join('\n')
      expect(shown).not.toMatch(/canary|Alice/i)
      expect(shown).not.toContain(anna.id)
      expect(shown).not.toContain(alice.userId)
    },
  )

  test('is stored by keyed hash alone where the contact is not', async () => {
    await annaAsks()
    const lines = await app.owner.column<string>(
      'select o::text from channel_opt_outs o where organization_id = $1',
      [alice.organizationId],
    )
    expect(lines.length).toBeGreaterThan(0)
    for (const line of lines) expect(line).not.toMatch(/canary|5125550147/i)
  })
})

describe('A40 lifting', () => {
  const lift = (person: Person, id: string, channel: string) =>
    setPreference(person, id, { doNotContact: false, channel, reason: 'Called us back' })

  test('the original request leaves colleagues’ contacts blocked until each is lifted, and opens new ones', async () => {
    const ben = await add(bob, { firstName: 'Ben', lastName: 'Smith', phone: '512.555.0147' })
    const anna = await annaAsks()
    await lift(alice, anna.id, 'all')
    expect(await channelsOf(ben.id)).toEqual(['call', 'text'])
    await lift(bob, ben.id, 'call')
    expect(await channelsOf(ben.id)).toEqual(['text'])
    const carl = await add(bob, { firstName: 'Carl', lastName: 'Jung', phone: '(512) 555-0147' })
    expect(carl.optedOutChannels).toEqual([])
  })

  test('a colleague’s contact leaves the one that asked blocked, with all of its other numbers', async () => {
    const anna = await annaAsks()
    await bob.request('PATCH', `/api/contacts/${anna.id}`, {
      details: { phones: [{ phone: '512-555-0148' }] },
    })
    const ben = await add(bob, { firstName: 'Ben', lastName: 'Smith', phone: '512.555.0147' })
    await lift(bob, ben.id, 'call')
    expect((await bob.request('GET', `/api/contacts/${anna.id}`)).json).toMatchObject({ doNotContact: true })
    const carl = await add(bob, { firstName: 'Carl', lastName: 'Jung', phone: '512 555 0148' })
    expect(carl.optedOutChannels.sort()).toEqual(['call', 'text'])
  })

  test('a new request after it blocks the same contact again', async () => {
    const ben = await add(bob, { firstName: 'Ben', lastName: 'Smith', phone: '512.555.0147' })
    const anna = await annaAsks()
    await lift(bob, ben.id, 'call')
    await lift(alice, anna.id, 'all')
    await setPreference(alice, anna.id, { reason: 'Asked again' })
    expect((await channelsOf(ben.id)).sort()).toEqual(['call', 'text'])
  })
})

describe('A40 blocked hashes', () => {
  test('are those of requests in force and of suppressed addresses, of this organization alone', async () => {
    const { consents } = app.services
    const hashes = consents.contactPointHashes({ email: 'anna.canary@example.com', phone: '5125550147' })
    const blocked = (organization: string) =>
      app.db.tenant(parseOrganizationId(organization), (tx) => consents.findBlockedHashes(tx, hashes))
    expect(await blocked(alice.organizationId)).toEqual([])
    const anna = await annaAsks()
    const [email, phone] = [{ channels: ['email'] }, { channels: ['call', 'text'] }]
    const sorted = async () =>
      (await blocked(alice.organizationId)).sort((a, b) => a.channels.length - b.channels.length)
    expect(await sorted()).toMatchObject([email, phone])
    const eve = await app.subscriber(`eve${count}@example.com`)
    expect(await blocked(eve.organizationId)).toEqual([])
    await setPreference(alice, anna.id, { doNotContact: false, reason: 'Called us back' })
    expect(await blocked(alice.organizationId)).toEqual([])
    await alice.request('POST', `/api/organizations/${alice.organizationId}/suppressions`, { phone: PHONE })
    expect(await sorted()).toMatchObject([{ channels: ['call', 'text', 'email', 'letter'] }])
  })

  test('are stored for requests from before they were shared, by the nightly job', async () => {
    const anna = await addAnna()
    await app.owner.run('update contacts set do_not_contact = true where id = $1', [anna.id])
    const { consents } = app.services
    const hashes = consents.contactPointHashes({ email: null, phone: PHONE })
    const blocked = () =>
      app.db.tenant(parseOrganizationId(alice.organizationId), (tx) => consents.findBlockedHashes(tx, hashes))
    expect(await blocked()).toEqual([])
    expect(await consents.storeMissingHashes()).toBeGreaterThan(0)
    expect(await blocked()).toMatchObject([{ channels: ['call', 'text'] }])
    expect(await consents.storeMissingHashes()).toBe(0)
  })
})
