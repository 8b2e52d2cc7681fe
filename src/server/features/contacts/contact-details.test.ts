import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ContactDetail, ContactSummary } from '#contract/contacts.ts'
import { NO_DETAILS } from '#domain/identity/contact-details.ts'
import { readRows } from '#server/features/data-export/store/kinds.ts'
import { mintOrganizationId } from '#server/platform/db/organization-id.ts'
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

let people = 0
const stranger = () => ({
  firstName: 'Some',
  lastName: `Body ${++people}`,
  email: `some${people}@example.com`,
})

async function add(contact: object, person = ann): Promise<ContactDetail> {
  const answer = await person.request('POST', '/api/contacts', contact)
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)])
  return answer.json
}
const read = async (id: string): Promise<ContactDetail> =>
  (await ann.request('GET', `/api/contacts/${id}`)).json
const change = (id: string, changes: object) => ann.request('PATCH', `/api/contacts/${id}`, changes)
const found = async (query: string, person = ann): Promise<string[]> => {
  const contacts: ContactSummary[] = (
    await person.request('GET', `/api/contacts?search=${encodeURIComponent(query)}`)
  ).json
  return contacts.map(({ id }) => id)
}

const TYPED = {
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
const STORED = {
  ...TYPED,
  emails: [{ email: 'zoe.work@acme.example', kind: 'work' }],
  phones: [
    { phone: '+13125550102', kind: 'home' },
    { phone: '+13125550101', kind: 'fax' },
  ],
}

describe('details of a contact', () => {
  test('are stored when added, shown, and null without any', async () => {
    const contact = await add({ ...stranger(), phone: '6305550142', details: TYPED })
    expect(contact.details).toEqual(STORED)
    expect((await read(contact.id)).details).toEqual(STORED)
    expect((await add(stranger())).details).toBeNull()
  })

  test('are replaced as a whole, removed by null, and unchanged by other changes', async () => {
    const { id } = await add({ ...stranger(), phone: '6305550143', details: TYPED })
    expect((await change(id, { city: 'Aurora' })).json).toMatchObject({ city: 'Aurora', details: STORED })
    expect((await change(id, { details: { website: 'only.example' } })).json).toMatchObject({
      details: { ...NO_DETAILS, website: 'only.example' },
    })
    expect((await change(id, { details: null })).json).toMatchObject({ details: null })
    const audited = await app.owner.rows(
      `select 1 from audit_log where subject = $1 and action = 'contact.changed'`,
      [id],
    )
    expect(audited).toHaveLength(3)
  })

  test('drop an alternate number that became the primary one', async () => {
    const { id } = await add({ ...stranger(), phone: '6305550144', details: TYPED })
    const changed: ContactDetail = (await change(id, { phone: '(312) 555-0102' })).json
    expect(changed.details?.phones).toEqual([{ phone: '+13125550101', kind: 'fax' }])
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
  ])('are rejected as %j, with the field', async (details, field) => {
    const answer = await ann.request('POST', '/api/contacts', { ...stranger(), details })
    expect(answer.status).toBe(400)
    expect(Object.keys((answer.json as { fields: object }).fields).join()).toContain(field)
  })

  test('are found by alternate email, phone in any format, company, partner and tag, not by notes', async () => {
    const { id } = await add({
      ...stranger(),
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
      expect([query, await found(query)]).toEqual([query, [id]])
      expect(await found(query, bob)).toEqual([])
    }
    expect(await found('zebra')).toEqual([])
    await change(id, { details: { company: 'Other Homes' } })
    expect([await found('quillfeather'), await found('other homes')]).toEqual([[], [id]])
    expect(await found('lake-front')).toEqual([id])
  })

  test('are deleted with the contact', async () => {
    const { id } = await add({
      ...stranger(),
      details: { company: 'canary-of-details' },
    })
    await ann.request('PATCH', `/api/contacts/${id}/tags`, { create: ['canary-label'] })
    expect((await ann.request('DELETE', `/api/contacts/${id}`)).status).toBe(204)
    const left = await app.owner.rows(
      `select 1 from contacts where details::text like '%canary-%' or search like '%canary%'
       union all select 1 from audit_log where details::text like '%canary-%'`,
    )
    expect(left).toEqual([])
  })

  test('are in the archive and in the vCard', async () => {
    const { id } = await add({ ...stranger(), details: { company: 'Archive House' } })
    const kinds = await app.db.tenant(mintOrganizationId(ann.organizationId), (tx) =>
      readRows(tx, 'contacts', { after: null, limit: 1000, readerId: null }),
    )
    expect(kinds.rows.find((row) => row.id === id)).toMatchObject({ details: { company: 'Archive House' } })
    expect((await ann.request('GET', `/api/contacts/${id}/vcard`)).status).toBe(200)
  })
})

describe('the same person', () => {
  test('is recognized by an alternate email or phone with the same name', async () => {
    const contact = await add({
      ...stranger(),
      details: { emails: [{ email: 'same@further.example' }], phones: [{ phone: '3125550150' }] },
    })
    const { firstName, lastName } = contact
    for (const twin of [
      { email: 'SAME@further.example' },
      { phone: '(312) 555-0150' },
      { details: { phones: [{ phone: '312-555-0150' }] } },
      { details: { emails: [{ email: contact.email }] } },
    ]) {
      const answer = await ann.request('POST', '/api/contacts', { firstName, lastName, ...twin })
      expect([answer.status, answer.json]).toEqual([409, expect.objectContaining({ contactId: contact.id })])
    }
    await add({ firstName: 'Sam', lastName: 'Else', phone: '3125550150' })
    // A removed number no longer identifies the person.
    await change(contact.id, { details: null })
    await add({ firstName, lastName, phone: '3125550150' })
  })

  test('stays suppressed with a second number', async () => {
    const contact = await add({ ...stranger(), details: { phones: [{ phone: '3125550160' }] } })
    await ann.request('DELETE', `/api/contacts/${contact.id}?suppress=1`)
    const { firstName, lastName } = contact
    const again = await ann.request('POST', '/api/contacts', { firstName, lastName, phone: '312 555 0160' })
    expect(again.status).toBe(409)
    const hidden = await ann.request('POST', '/api/contacts', {
      firstName,
      lastName,
      email: 'new@further.example',
      details: { phones: [{ phone: '312 555 0160' }] },
    })
    expect(hidden.status).toBe(409)
  })

  test('is refused when an alternate address is suppressed', async () => {
    await ann.request('POST', `/api/organizations/${ann.organizationId}/suppressions`, {
      email: 'never@further.example',
    })
    const answer = await ann.request('POST', '/api/contacts', {
      ...stranger(),
      details: { emails: [{ email: 'never@further.example' }] },
    })
    expect(answer.status).toBe(409)
    const later = await add(stranger())
    expect(
      (await change(later.id, { details: { emails: [{ email: 'never@further.example' }] } })).status,
    ).toBe(409)
  })

  test('is found and erased for a privacy request by an alternate address, with skipped rows', async () => {
    const { id } = await add({
      ...stranger(),
      details: { emails: [{ email: 'oriole@further.example' }], phones: [{ phone: '3125550170' }] },
    })
    const reach = { email: 'oriole@further.example', phone: null }
    const matches = await app.owner.rows('select * from privacy_reach($1, null, null, 10)', [reach.email])
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
    const ids = await app.db.tenant(mintOrganizationId(ann.organizationId), (tx) =>
      app.services.contacts.reachedBy(tx, reach, 10),
    )
    expect(ids).toEqual([id])
    await ann.request('DELETE', `/api/contacts/${id}`)
    expect(
      await app.owner.rows('select 1 from import_rows where import_id = $1 and raw is not null', [importId]),
    ).toEqual([])
  })
})
