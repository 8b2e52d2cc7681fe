import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ContactDetail, ContactSummary } from '#contract/contacts.ts'
import { NO_DETAILS } from '#domain/identity/contact-details.ts'
import { readRows } from '#server/features/data-export/store/kinds.ts'
import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

let app: TestApp
let ann: Person
let bob: Person
beforeAll(async () => {
  app = await createTestApp({ adminEmails: ['operator@example.com'] })
  ann = await app.subscriber('ann@example.com')
  bob = await app.subscriber('bob@example.com')
})
afterAll(() => app.close())

let personCount = 0
const newPerson = () => ({
  firstName: 'Some',
  lastName: `Body ${++personCount}`,
  email: `some${personCount}@example.com`,
})

async function addContact(contact: object, person = ann): Promise<ContactDetail> {
  const response = await person.request('POST', '/api/contacts', contact)
  expect([response.status, response.text]).toEqual([201, expect.any(String)])
  return response.json
}
const readContact = async (id: string): Promise<ContactDetail> =>
  (await ann.request('GET', `/api/contacts/${id}`)).json
const changeContact = (id: string, changes: object) => ann.request('PATCH', `/api/contacts/${id}`, changes)
const searchIds = async (query: string, person = ann): Promise<string[]> => {
  const contacts: ContactSummary[] = (
    await person.request('GET', `/api/contacts?search=${encodeURIComponent(query)}`)
  ).json
  return contacts.map(({ id }) => id)
}

const DETAILS_INPUT = {
  phoneKind: 'mobile',
  emails: [{ email: 'Zoe.Work@Acme.Example', kind: 'work' }],
  phones: [
    { phone: '(312) 555-0101', kind: 'fax' },
    { phone: '312.555.0102', kind: 'home' },
  ],
  addresses: [{ kind: 'mailing', address: 'PO Box 9', city: 'Évanston', state: 'IL', zipCode: '60201' }],
  birthday: '--05-31',
  company: 'Acme Realty',
  jobTitle: 'Broker',
  website: 'acme.example',
  title: 'Dr.',
  suffix: 'Jr.',
  partner: { firstName: 'Ben', lastName: 'Juárez' },
  history: {
    source: 'Zillow',
    stage: 'Closed',
    assignedTo: 'Kim Lee',
    createdOn: '2019-03-01',
    lastContactOn: '2024-02-29',
    lastClosingOn: null,
  },
}
const STORED_DETAILS = {
  ...DETAILS_INPUT,
  emails: [{ email: 'zoe.work@acme.example', kind: 'work' }],
  phones: [
    { phone: '+13125550102', kind: 'home' },
    { phone: '+13125550101', kind: 'fax' },
  ],
}

describe('details of a contact', () => {
  test('are stored and returned, or null if there are none', async () => {
    const contact = await addContact({ ...newPerson(), phone: '6305550142', details: DETAILS_INPUT })
    expect(contact.details).toEqual(STORED_DETAILS)
    expect((await readContact(contact.id)).details).toEqual(STORED_DETAILS)
    expect((await addContact(newPerson())).details).toBeNull()
  })

  test('are replaced as a whole, removed by null, and unchanged by other changes', async () => {
    const { id } = await addContact({ ...newPerson(), phone: '6305550143', details: DETAILS_INPUT })
    expect((await changeContact(id, { city: 'Aurora' })).json).toMatchObject({
      city: 'Aurora',
      details: STORED_DETAILS,
    })
    expect((await changeContact(id, { details: { website: 'only.example' } })).json).toMatchObject({
      details: { ...NO_DETAILS, website: 'only.example' },
    })
    expect((await changeContact(id, { details: null })).json).toMatchObject({ details: null })
    const auditEntries = await app.owner.rows(
      `select 1 from audit_log where subject = $1 and action = 'contact.changed'`,
      [id],
    )
    expect(auditEntries).toHaveLength(3)
  })

  test('drop an alternate number that became the primary one', async () => {
    const { id } = await addContact({ ...newPerson(), phone: '6305550144', details: DETAILS_INPUT })
    const contact: ContactDetail = (await changeContact(id, { phone: '(312) 555-0102' })).json
    expect(contact.details?.phones).toEqual([{ phone: '+13125550101', kind: 'fax' }])
  })

  test.each([
    [{ birthday: '05/31/1980' }, 'details.birthday'],
    [{ birthday: '1980-02-30' }, 'details.birthday'],
    [{ history: { createdOn: '--05-31' } }, 'details.history.createdOn'],
    [{ emails: [{ email: '' }] }, 'details.emails.0.email'],
    [{ phones: Array.from({ length: 21 }, (_, i) => ({ phone: `63055501${i + 10}` })) }, 'details.phones'],
    [{ phones: [{ phone: '6305550142', kind: 'carrier pigeon' }] }, 'details.phones.0.kind'],
    [{ labels: ['VIP'] }, 'details'],
    [{ notes: 'Likes gardens' }, 'details'],
    [{ company: 'A\u0000B' }, 'details.company'],
    [{ salary: 1 }, 'details'],
  ])('are rejected with the name of the field for %j', async (details, field) => {
    const response = await ann.request('POST', '/api/contacts', { ...newPerson(), details })
    expect(response.status).toBe(400)
    expect(Object.keys((response.json as { fields: object }).fields).join()).toContain(field)
  })

  test('are found by alternate email, phone in any format, company, partner and tag, not by notes', async () => {
    const { id } = await addContact({
      ...newPerson(),
      details: {
        emails: [{ email: 'q77@further.example' }],
        phones: [{ phone: '3125550177' }],
        company: 'Quillfeather Homes',
        partner: { firstName: 'Ingeborg', lastName: 'Ünal' },
      },
    })
    await ann.request('PATCH', `/api/contacts/${id}/tags`, { create: ['Lake-front'] })
    await ann.request('POST', `/api/contacts/${id}/notes`, { text: 'Zebra' })
    for (const query of [
      'q77@further.example',
      '(312) 555-0177',
      '+1 312 555 0177',
      'quillfeather',
      'ingeborg unal',
      'lake front',
      'lake-front quill',
    ]) {
      expect([query, await searchIds(query)]).toEqual([query, [id]])
      expect(await searchIds(query, bob)).toEqual([])
    }
    expect(await searchIds('zebra')).toEqual([])
    await changeContact(id, { details: { company: 'Other Homes' } })
    expect([await searchIds('quillfeather'), await searchIds('other homes')]).toEqual([[], [id]])
    expect(await searchIds('lake-front')).toEqual([id])
  })

  test('are deleted with the contact', async () => {
    const { id } = await addContact({
      ...newPerson(),
      details: { company: 'canary-of-details' },
    })
    await ann.request('PATCH', `/api/contacts/${id}/tags`, { create: ['canary-label'] })
    expect((await ann.request('DELETE', `/api/contacts/${id}`)).status).toBe(204)
    const remainingRows = await app.owner.rows(
      `select 1 from contacts where details::text like '%canary-%' or search like '%canary%'
       union all select 1 from audit_log where details::text like '%canary-%'`,
    )
    expect(remainingRows).toEqual([])
  })

  test('are in the archive and in the vCard', async () => {
    const { id } = await addContact({ ...newPerson(), details: { company: 'Archive House' } })
    const page = await app.db.tenant(parseOrganizationId(ann.organizationId), (tx) =>
      readRows(tx, 'contacts', { after: null, limit: 1000, readerId: null, originId: null }),
    )
    expect(page.rows.find((row) => row.id === id)).toMatchObject({ details: { company: 'Archive House' } })
    expect((await ann.request('GET', `/api/contacts/${id}/vcard`)).status).toBe(200)
  })
})

describe('the same person', () => {
  test('is recognized by an alternate email or phone with the same name', async () => {
    const contact = await addContact({
      ...newPerson(),
      details: { emails: [{ email: 'same@further.example' }], phones: [{ phone: '3125550150' }] },
    })
    const { firstName, lastName } = contact
    for (const contactPoints of [
      { email: 'SAME@further.example' },
      { phone: '(312) 555-0150' },
      { details: { phones: [{ phone: '312-555-0150' }] } },
      { details: { emails: [{ email: contact.email }] } },
    ]) {
      const response = await ann.request('POST', '/api/contacts', { firstName, lastName, ...contactPoints })
      expect([response.status, response.json]).toEqual([
        409,
        expect.objectContaining({ contactId: contact.id }),
      ])
    }
    await addContact({ firstName: 'Sam', lastName: 'Else', phone: '3125550150' })
    // A removed number no longer identifies the person.
    await changeContact(contact.id, { details: null })
    await addContact({ firstName, lastName, phone: '3125550150' })
  })

  test('stays suppressed by an alternate number', async () => {
    const contact = await addContact({ ...newPerson(), details: { phones: [{ phone: '3125550160' }] } })
    await ann.request('DELETE', `/api/contacts/${contact.id}?suppress=1`)
    const { firstName, lastName } = contact
    const sameNumberResponse = await ann.request('POST', '/api/contacts', {
      firstName,
      lastName,
      phone: '312 555 0160',
    })
    expect(sameNumberResponse.status).toBe(409)
    const alternateResponse = await ann.request('POST', '/api/contacts', {
      firstName,
      lastName,
      email: 'new@further.example',
      details: { phones: [{ phone: '312 555 0160' }] },
    })
    expect(alternateResponse.status).toBe(409)
  })

  test('is rejected when an alternate address is suppressed', async () => {
    await ann.request('POST', `/api/organizations/${ann.organizationId}/suppressions`, {
      email: 'never@further.example',
    })
    const response = await ann.request('POST', '/api/contacts', {
      ...newPerson(),
      details: { emails: [{ email: 'never@further.example' }] },
    })
    expect(response.status).toBe(409)
    const contact = await addContact(newPerson())
    expect(
      (await changeContact(contact.id, { details: { emails: [{ email: 'never@further.example' }] } })).status,
    ).toBe(409)
  })

  test('is found and erased for a privacy request by an alternate address, with skipped rows', async () => {
    const { id } = await addContact({
      ...newPerson(),
      details: { emails: [{ email: 'oriole@further.example' }], phones: [{ phone: '3125550170' }] },
    })
    const contactPoint = { email: 'oriole@further.example', phone: null }
    const matches = await app.owner.rows('select * from privacy_reach($1, null, null, 10)', [
      contactPoint.email,
    ])
    expect(matches).toHaveLength(1)
    const { id: importId } = (await app.owner.row<{ id: string }>(
      `insert into imports (organization_id, kind, status) values ($1, 'csv', 'done') returning id`,
      [ann.organizationId],
    ))!
    await app.owner.run(
      `insert into import_rows (organization_id, import_id, row, problem, raw)
       values ($1, $2, 1, 'Refused', '{"email": "Oriole@Further.example"}'), ($1, $2, 2, 'Refused', '{"phone": "312-555-0170"}')`,
      [ann.organizationId, importId],
    )
    const ids = await app.db.tenant(parseOrganizationId(ann.organizationId), (tx) =>
      app.services.contacts.lockByContactPoint(tx, contactPoint, 10),
    )
    expect(ids).toEqual([id])
    await ann.request('DELETE', `/api/contacts/${id}`)
    expect(
      await app.owner.rows('select 1 from import_rows where import_id = $1 and raw is not null', [importId]),
    ).toEqual([])
  })
})
