import { describe, expect, test } from 'vitest'
import { DETAILS_LIMITS, FILE_LIMITS } from '../identity/contact-details.ts'
import { assembleContact } from './assemble-contact.ts'
import type { ContactParts } from './contact-parts.ts'

const parts = (overrides: Partial<ContactParts>): ContactParts => ({
  ...{ firstName: 'Anna', lastName: 'Smith', emails: [], phones: [], addresses: [] },
  ...{ labels: [], notes: [], optOuts: [] },
  ...overrides,
})

function contactOf(overrides: Partial<ContactParts>) {
  const assembled = assembleContact(parts(overrides))
  if (!assembled.ok) throw new Error(assembled.problems.join())
  return assembled.contact
}

const phone = (text: string, kind: ContactParts['phones'][number]['kind'] = null, isPreferred = false) => ({
  ...{ text, kind, isPreferred },
})

describe('assembleContact', () => {
  test('sets no details when only the eight fields are filled', () => {
    const home = { kind: null, street: '1 Main St', city: 'Lisle', state: 'IL', zipCode: '60532' }
    expect(
      contactOf({
        emails: [{ text: 'ANNA@Example.com', kind: null }],
        phones: [phone('(630) 555-0142')],
        addresses: [home],
      }),
    ).toEqual({
      ...{ firstName: 'Anna', lastName: 'Smith', email: 'anna@example.com', phone: '+16305550142' },
      ...{ address: '1 Main St', city: 'Lisle', state: 'IL', zipCode: '60532', details: null },
      ...{ labels: [], notes: null, optOuts: [] },
    })
  })

  test.each([
    [
      { firstName: '', lastName: '', fullName: 'Dr. John Smith, Jr.' },
      'John Smith',
      { title: 'Dr.', suffix: 'Jr.' },
    ],
    [{ firstName: 'John Smith', lastName: '' }, 'John Smith', null],
    [{ firstName: '', lastName: 'Smith, John' }, 'John Smith', null],
    [{ firstName: '', lastName: 'Smith', fullName: 'John Smith' }, 'John Smith', null],
    [
      { firstName: 'John & Jane', lastName: 'Smith' },
      'John Smith',
      { partner: { firstName: 'Jane', lastName: 'Smith' } },
    ],
    [
      { firstName: 'Jean-Marc et Hélène', lastName: 'Roy' },
      'Jean-Marc Roy',
      { partner: { firstName: 'Hélène', lastName: 'Roy' } },
    ],
    [
      { firstName: '', lastName: '', fullName: 'José y María Pérez' },
      'José Pérez',
      { partner: { firstName: 'María', lastName: 'Pérez' } },
    ],
    [{ firstName: 'Dr. John', lastName: 'Smith III' }, 'John Smith', { title: 'Dr.', suffix: 'III' }],
    [{ title: 'Mr.', suffix: 'Sr.' }, 'Anna Smith', { title: 'Mr.', suffix: 'Sr.' }],
    [{ firstName: 'Mary Ann', lastName: 'Van Dyke' }, 'Mary Ann Van Dyke', null],
  ])('finds the name: %j', (overrides, name, details) => {
    const contact = contactOf(overrides)
    expect(`${contact.firstName} ${contact.lastName}`).toBe(name)
    if (details) expect(contact.details).toMatchObject(details)
    else expect(contact.details).toBeNull()
  })

  test('adds a nickname to the notes', () => {
    expect(contactOf({ firstName: 'Robert "Bob"', lastName: 'Smith' })).toMatchObject({
      firstName: 'Robert',
      notes: 'Name: Bob',
    })
  })

  test('rejects a company by its name', () => {
    const assembled = assembleContact(parts({ firstName: '', lastName: '', fullName: 'ACME Holdings LLC' }))
    expect(assembled).toMatchObject({
      ok: false,
      problems: ['“ACME Holdings LLC” is a company or trust, not a person'],
    })
  })

  test('returns parsed fields of a rejected record', () => {
    const assembled = assembleContact(parts({ lastName: '', company: 'Acme', notes: ['DNC'] }))
    expect(assembled).toMatchObject({
      ok: false,
      problems: ['Last Name is missing'],
      raw: { firstName: 'Anna' },
      details: { company: 'Acme' },
      notes: 'DNC',
      optOuts: [{ channel: 'call', reason: 'Note: DNC' }],
    })
  })
})

describe('phone numbers of a record', () => {
  test('put mobile first and fax last', () => {
    const { phone: primary, details } = contactOf({
      phones: [
        phone('630-555-0101', 'fax'),
        phone('630-555-0102', 'work'),
        phone('630-555-0103', 'home'),
        phone('630-555-0104', 'mobile'),
      ],
    })
    expect(primary).toBe('+16305550104')
    expect(details?.phoneKind).toBe('mobile')
    expect(details?.phones).toEqual([
      { phone: '+16305550103', kind: 'home' },
      { phone: '+16305550102', kind: 'work' },
      { phone: '+16305550101', kind: 'fax' },
    ])
  })

  test('follow a preference, except for a fax', () => {
    const phones = [phone('630-555-0101', 'mobile'), phone('630-555-0102', 'work', true)]
    expect(contactOf({ phones }).phone).toBe('+16305550102')
    const fax = [phone('630-555-0101', 'fax', true), phone('630-555-0102', 'pager'), phone('630-555-0103')]
    expect(contactOf({ phones: fax }).phone).toBe('+16305550103')
  })

  test.each([
    ['630-555-0142 (cell) John', ['+16305550142'], 'mobile', '+16305550142: John'],
    [
      '630-555-0142 (Bob), 312-555-0100 (Sue)',
      ['+16305550142', '+13125550100'],
      null,
      '+16305550142: Bob\n+13125550100: Sue',
    ],
    ['630-555-0142 ext 5', ['+16305550142'], null, '+16305550142: ext. 5'],
    ['6305550142.0', ['+16305550142'], null, null],
    ['6.305550142E+09', ['+16305550142'], null, null],
    ['p:+16305550142', ['+16305550142'], null, null],
    ['="6305550142"', ['+16305550142'], null, null],
    ["'6305550142", ['+16305550142'], null, null],
    ['630-555-0142 / 312-555-0100', ['+16305550142', '+13125550100'], null, null],
    ['6305550142 3125550100', ['+16305550142', '+13125550100'], null, null],
    ['(630)555-0142(312)555-0100', ['+16305550142', '+13125550100'], null, null],
    ['H: 630-555-0142 C: 312-555-0100', ['+13125550100', '+16305550142'], 'mobile', null],
    ['630-555-0142 (h) 312-555-0100 (c)', ['+13125550100', '+16305550142'], 'mobile', null],
    ['Home: 630-555-0142\nMobile: 312-555-0100', ['+13125550100', '+16305550142'], 'mobile', null],
    ['1-800-FLOWERS', ['+18003569377'], null, '+18003569377: 1-800-FLOWERS'],
    ['+5125550147', ['+15125550147'], null, null],
    ['00 44 20 7946 0958', ['+442079460958'], null, null],
    ['+52 1 55 5555 0102', ['+525555550102'], null, null],
    ['555-0142', ['555-0142'], null, null],
    ['n/a', [], null, null],
    ['000-000-0000', [], null, null],
    ['call first', [], null, 'Phone: call first'],
    ['6.30555E+09', [], null, 'Phone: 6.30555E+09 (cut off by a spreadsheet)'],
  ])('are read from the cell %j', (text, numbers, kind, notes) => {
    const { phone: primary, details, notes: contactNotes } = contactOf({ phones: [phone(text)] })
    expect([primary, ...(details?.phones ?? []).map((each) => each.phone)]).toEqual(
      numbers.length > 0 ? numbers : [null],
    )
    expect(details?.phoneKind ?? null).toBe(kind)
    expect(contactNotes).toBe(notes)
  })
})

describe('email addresses of a record', () => {
  test.each([
    ['Anna <a@b.com>', ['a@b.com']],
    ['a@b.com; c@d.org', ['a@b.com', 'c@d.org']],
    ['a@b.com/c@d.org', ['a@b.com', 'c@d.org']],
    ['work: a@b.com home: c@d.com', ['a@b.com', 'c@d.com']],
    ['mailto:A@B.com', ['a@b.com']],
    ['a@b.com.', ['a@b.com']],
    ['a @ b.com', ['a@b.com']],
    ['a@b.com a@b.com', ['a@b.com']],
    ['n/a', [null]],
    ['anna at b.com', ['anna at b.com']],
  ])('are read from the cell %j', (text, addresses) => {
    const { email, details } = contactOf({ emails: [{ text, kind: null }] })
    expect([email, ...(details?.emails ?? []).map((each) => each.email)]).toEqual(addresses)
  })

  test('follow a preference', () => {
    const emails = [
      { text: 'a@b.com', kind: 'work' as const },
      { text: 'c@d.com', kind: null, isPreferred: true },
    ]
    expect(contactOf({ emails })).toMatchObject({
      email: 'c@d.com',
      details: { emails: [{ email: 'a@b.com', kind: 'work' }] },
    })
  })
})

describe('addresses of a record', () => {
  test('begin with the home and keep unit and box', () => {
    const work = {
      kind: 'work' as const,
      street: '9 Office Rd',
      city: 'Aurora',
      state: 'IL',
      zipCode: '60505',
    }
    const home = {
      kind: 'home' as const,
      street: '123 Main St',
      street2: 'Apt 4',
      city: 'Lisle',
      state: 'IL',
    }
    expect(contactOf({ addresses: [work, { ...home, zipCode: '60532' }] })).toMatchObject({
      ...{ address: '123 Main St, Apt 4', city: 'Lisle', zipCode: '60532' },
      details: {
        addresses: [{ kind: 'work', address: '9 Office Rd', city: 'Aurora', state: 'IL', zipCode: '60505' }],
      },
    })
  })

  test('are read from one cell under any header', () => {
    const expected = { address: '123 Main St Apt 4', city: 'Lisle', state: 'IL', zipCode: '60532' }
    const fullAddress = '123 Main St Apt 4, Lisle, IL 60532'
    expect(contactOf({ addresses: [{ kind: null, whole: fullAddress }] })).toMatchObject(expected)
    expect(contactOf({ addresses: [{ kind: null, street: fullAddress }] })).toMatchObject(expected)
    const cityCell = { kind: null, street: '123 Main St', street2: 'Apt 4', city: 'Lisle, IL 60532' }
    expect(contactOf({ addresses: [cityCell] })).toMatchObject({ ...expected, address: '123 Main St, Apt 4' })
  })

  test('prefer a home to an address of unknown kind', () => {
    const home = { kind: 'home' as const, street: '19 Utica Ave', city: 'Tulsa', state: 'OK' }
    const unknownKind = { kind: null, street: '500 Auto Row', city: 'Tulsa', state: 'OK' }
    expect(contactOf({ addresses: [unknownKind, home] })).toMatchObject({ address: '19 Utica Ave' })
    expect(contactOf({ addresses: [{ ...unknownKind, isPreferred: true }, home] }).address).toBe(
      '500 Auto Row',
    )
  })

  test.each([
    [{ city: 'CITY OF WAUKESHA', state: 'WI' }, 'WAUKESHA', 'WI'],
    [{ city: 'New York', state: 'US-NY' }, 'New York', 'NY'],
    [{ city: 'Seattle', state: 'Washington (US)' }, 'Seattle', 'Washington'],
    [{ city: 'BURBANK CA' }, 'BURBANK', 'CA'],
  ])('have city and state without additions: %j', (cityAndState, city, state) => {
    const address = { kind: null, street: '1 Main St', ...cityAndState }
    expect(contactOf({ addresses: [address] })).toMatchObject({ city, state })
  })

  test('keep the extension of a number next to a US address', () => {
    const address = { kind: null, street: '1 Main St', country: 'United States' }
    const { notes } = contactOf({ phones: [phone('630-555-0142 x5')], addresses: [address] })
    expect(notes).toBe('+16305550142: ext. 5')
  })

  test('are deduplicated, and note a foreign country', () => {
    const homeAddress = {
      kind: 'home' as const,
      street: '1 Main St.',
      city: 'Lisle',
      state: 'IL',
      zipCode: '60532',
    }
    expect(
      contactOf({ addresses: [homeAddress, { ...homeAddress, kind: 'other', street: '1 Main St' }] }).details,
    ).toBeNull()
    const londonAddress = {
      kind: 'home' as const,
      street: '10 Downing St',
      city: 'London',
      country: 'United Kingdom',
    }
    expect(contactOf({ addresses: [londonAddress] }).notes).toBe('Country: United Kingdom')
    expect(contactOf({ addresses: [{ ...homeAddress, country: 'USA' }] }).details).toBeNull()
  })
})

describe('details beyond the eight fields', () => {
  test('are stored', () => {
    const history = {
      ...{ source: 'Zillow', stage: 'Lead', assignedTo: 'Ben', createdOn: '2024-03-01' },
      ...{ lastContactOn: null, lastClosingOn: null },
    }
    const contact = contactOf({
      ...{ birthday: '1980-02-29', company: 'Acme', jobTitle: 'Broker', website: 'acme.com', history },
      labels: ['Past client', 'past CLIENT', 'VIP'],
      notes: ['Likes gardens\r\nTwo dogs', 'Second note'],
    })
    expect(contact).toMatchObject({
      details: { birthday: '1980-02-29', company: 'Acme', jobTitle: 'Broker', website: 'acme.com', history },
      labels: ['Past client', 'VIP'],
      notes: 'Likes gardens\nTwo dogs\nSecond note',
    })
  })

  test.each([
    ['19800229', '1980-02-29'],
    ['1980-02-29T00:00:00Z', '1980-02-29'],
    ['--0229', '--02-29'],
    ['1604-02-29', '--02-29'],
    ['2/29/1980', '1980-02-29'],
  ])('include the birthday %j', (text, birthday) =>
    expect(contactOf({ birthday: text }).details?.birthday).toBe(birthday),
  )

  test('include notes that a program stored as HTML', () => {
    const note = '<div>Wants a <b>view</b> &amp; a pool</div><p>Two dogs<br>One cat</p>'
    expect(contactOf({ notes: [note] }).notes).toBe('Wants a view & a pool\nTwo dogs\nOne cat')
    expect(contactOf({ notes: ['Budget < 400k > 300k'] }).notes).toBe('Budget < 400k > 300k')
  })

  test('note an invalid birthday', () => {
    expect(contactOf({ birthday: 'in May' })).toMatchObject({ details: null, notes: 'Birthday: in May' })
  })

  test('move to the notes beyond their limits', () => {
    const manyPhones = Array.from({ length: 30 }, (_, index) => phone(`630-555-${1000 + index}`, 'home'))
    const { details, notes } = contactOf({ phones: manyPhones })
    expect(details?.phones).toHaveLength(DETAILS_LIMITS.phones)
    expect(notes?.split('\n')).toHaveLength(30 - 1 - DETAILS_LIMITS.phones)
    const longNotes = assembleContact(parts({ notes: ['x'.repeat(FILE_LIMITS.notesLength + 1)] }))
    expect(longNotes).toMatchObject({ ok: true, warnings: ['The notes were cut to 20,000 characters'] })
  })
})
