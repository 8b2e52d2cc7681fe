import { describe, expect, it } from 'vitest'
import type { CsvColumn } from './csv-column.ts'
import { missingNameFields, recognizeColumns, unknownColumns } from './csv-columns.ts'

/** Recognized fields of columns, from header and cells. */
function fieldsOf(columns: Record<string, string[] | string>): (CsvColumn['field'] | null)[] {
  const cells = Object.values(columns).map((values) => (Array.isArray(values) ? values : [values]))
  const height = Math.max(...cells.map((values) => values.length))
  const rows = Array.from({ length: height }, (_, row) => cells.map((values) => values[row] ?? ''))
  return recognizeColumns(Object.keys(columns), rows).map(({ field }) => field)
}

const fieldOf = (header: string, ...cells: string[]) => fieldsOf({ [header]: cells })[0]

describe('A10 columns by their header', () => {
  it.each([
    ['Mailing Zip/Postal Code', 'mailing.zipCode'],
    ['SITUS_ADDR', 'property.address'],
    ['MAIL_ZIP5', 'mailing.zipCode'],
    ['mailing_state', 'mailing.state'],
    ['MailingPostalCode', 'mailing.zipCode'],
    ['Home Address Line 2', 'home.address2'],
    ['Apt/Suite', 'address2'],
    ['P.O. Box', 'address2'],
    ['Straße geschäftlich', 'work.address'],
    ['Postleitzahl privat', 'home.zipCode'],
    ['Ville (domicile)', 'home.city'],
    ['Código postal del trabajo', 'work.zipCode'],
    ['Cidade do endereço residencial', 'home.city'],
    ['Mobile Phone Number', 'phoneMobile'],
    ['Business Fax', 'phoneFax'],
    ['Téléphone 2 (bureau)', 'phoneWork'],
    ['Móvil', 'phoneMobile'],
    ['personal_email', 'emailHome'],
    ['E-Mail-Adresse', 'email'],
    ['Spouse First Name', 'partnerFirstName'],
    ['Owner 2 Last Name', 'partnerLastName'],
    ['Co-Borrower Cell', 'partnerPhone'],
    ['OWN1_FRST_NM', 'firstName'],
    ['HasOptedOutOfEmail', 'optOutEmail'],
    ['Do Not Call', 'optOutCall'],
    ['Phone 2 DNC', 'optOutCall'],
    ['SMS Opt-In', 'optOutText'],
    ['Do not mail', 'optOutLetter'],
    ['Do Not Contact', 'optOutAll'],
    ['Unsubscribed', 'optOutEmail'],
    ['Lead Source', 'source'],
    ['Contact Owner', 'assignedTo'],
    ['Fecha de nacimiento', 'birthday'],
    ['Group Membership', 'labels'],
    ['Anotações', 'notes'],
    ['phone_on', 'optOutCall'],
    ['Text On', 'optOutText'],
    ['Marketing Lists', 'labels'],
    ['Contact Types', 'labels'],
    ['Localizador', 'phonePager'],
    ['B-day', 'birthday'],
    ['How we met', 'source'],
    ['Arbeitstitel', 'jobTitle'],
    ['Anzeigename', 'fullName'],
    ['Owner Name 2', 'partnerName'],
    ['FirstOwnerName', 'fullName'],
    ['Name on Envelope', 'fullName'],
    ['OWN_ZIPCD', 'mailing.zipCode'],
    ['PHY_ADDR1', 'property.address'],
    ['mcity', 'mailing.city'],
    ['szip', 'property.zipCode'],
    ['Supplemental Address 1', 'address2'],
    ['Address Line Two', 'address2'],
    ['Zip Four', 'zip4'],
    ['Work Phone Ext.', 'phoneExtension'],
    ['Newsletter email', 'email'],
    ['DND', 'optOutAll'],
    ['Do not disturb', 'optOutAll'],
    ['May we text you?', 'optOutText'],
    ['Email Blacklist', 'optOutEmail'],
    ['Sales Rep.', 'assignedTo'],
    ['Tipo de contacto', 'labels'],
    ['LASTCONTON', 'lastContactOn'],
  ])('reads %s as %s', (header, field) => {
    expect(fieldOf(header)).toBe(field)
  })

  it.each([
    'Property Type',
    'Order Total',
    'MLS #',
    'Parcel Number',
    "Assistant's Phone",
    'Agent Email',
    'E-mail Display Name',
    'IP City',
    'HasOptedOutOfFax',
    'Email Bounced Reason',
    'Created By',
    'Shoe Size',
    'Deal Name',
    'Spouse B-day',
    'Relationship 1 Phone',
    'Billing Information',
    '(Do Not Modify) Contact',
    'Follow-up Date',
    'Is a Company',
    'Listing',
    'IM Address',
  ])('leaves out %s', (header) => {
    expect(fieldOf(header, '6305550142')).toBeNull()
  })

  it('distinguishes a second address line from a second address', () => {
    expect(fieldsOf({ 'Address 1': '1 Main St', 'Address 2': 'Apt 4', City: 'Lisle' })).toEqual([
      'address',
      'address2',
      'city',
    ])
    expect(
      fieldsOf({ 'Address 1': '1 Main St', 'Address 2': '2 Oak Ave', 'Address 2 City': 'Gary' }),
    ).toEqual(['address', 'address', 'city'])
  })

  it('reads Name as the last name next to a first name in another language', () => {
    expect(fieldsOf({ Vorname: 'Anna', Name: 'Smith' })).toEqual(['firstName', 'lastName'])
    expect(fieldsOf({ 'First Name': 'Anna', Name: 'Anna Smith' })).toEqual(['firstName', 'fullName'])
  })

  it('reads Owner as the person in a county roll, and as the agent next to a name', () => {
    expect(fieldsOf({ Owner: 'Anna Smith', 'Mail City': 'Gary' })[0]).toBe('fullName')
    expect(fieldsOf({ 'First Name': 'Anna', 'Last Name': 'Smith', Owner: 'Dana Park' })[2]).toBe('assignedTo')
  })

  it('does not read an owner who is the contact as the agent', () => {
    const countyRoll = {
      'Primary First': 'Ana',
      'Primary Last': 'Diaz',
      Owner: 'DIAZ,ANA',
      'Owner 2': 'DIAZ,LEO',
    }
    expect(fieldsOf(countyRoll)[2]).toBeNull()
  })

  it('reads a full name next to a last name that repeats it', () => {
    expect(fieldsOf({ Contact: 'Ellen Voss', Lastname: 'Voss', City: 'Gary' })).toEqual([
      'fullName',
      null,
      'city',
    ])
  })

  it('ignores a prefix of all columns, unless other columns have the names', () => {
    expect(fieldsOf({ xy_owner_name: 'Ana Diaz', xy_addr1: '1 Main St', xy_addr_city: 'Gary' })).toEqual([
      'fullName',
      'address',
      'city',
    ])
    const petColumns = {
      'First Name': 'Ana',
      'Last Name': 'Diaz',
      'Pet Name': '',
      'Pet Birthday': '',
      'Pet Notes': '',
    }
    expect(fieldsOf(petColumns)[3]).not.toBe('birthday')
  })

  it('joins a plain city to the street before it', () => {
    expect(
      fieldsOf({
        Municipality: 'Montclair',
        'Property Location': '5 Upper Ave',
        Class: '2',
        "Owner's Name": 'Ana Diaz',
        "Owner's Mailing Address": 'PO Box 3',
        'City/State/Zip': 'Verona, NJ 07044',
      }),
    ).toEqual([
      'property.city',
      'property.address',
      null,
      'fullName',
      'mailing.address',
      'mailing.cityStateZip',
    ])
  })

  it('reads OWNER_ST next to OWNER_STATE as a street', () => {
    expect(
      fieldsOf({ OWNER: 'Ana Diaz', OWNER_NUM: '88', OWNER_ST: 'OAK', OWNER_TYPE: 'DR', OWNER_STATE: 'CO' }),
    ).toEqual([
      'fullName',
      'mailing.houseNumber',
      'mailing.streetName',
      'mailing.streetName',
      'mailing.state',
    ])
  })

  it('reads Aniversario as a birthday, unless there is Cumpleaños', () => {
    const dates = { Nome: 'Ana', Sobrenome: 'Souza', Aniversário: '27/08/1969' }
    expect(fieldsOf(dates)[2]).toBe('birthday')
    expect(fieldsOf({ Nombre: 'Ana', Aniversario: '1/2/1990', Cumpleaños: '3/4/1969' }).slice(1)).toEqual([
      null,
      'birthday',
    ])
  })

  it('separates names of other people from the contact', () => {
    expect(
      fieldsOf({ 'Buyer Name': 'Anna Smith', 'Seller Name': 'Ben Jones', 'Agent Name': 'Cy Lee' }),
    ).toEqual(['fullName', null, 'assignedTo'])
  })
})

describe('A10 columns by their cells', () => {
  const emails = ['a@example.com', 'b@example.com', 'c@example.com']

  it('finds email, phone, ZIP, state and address under any header', () => {
    expect(fieldOf('Foo', ...emails)).toBe('email')
    expect(fieldOf('Foo', '630-555-0142', '(312) 555-0143')).toBe('phone')
    expect(fieldOf('Foo', '60540', '02116-1234', '60614')).toBe('zipCode')
    expect(fieldOf('Foo', 'IL', 'MA', 'Texas')).toBe('state')
    expect(fieldOf('Foo', '1 Main St, Lisle, IL 60532', '2 Oak Ave, Gary, IN 46402')).toBe('fullAddress')
  })

  it('follows the cells when the header is wrong', () => {
    expect(fieldOf('Phone', ...emails)).toBe('email')
    expect(fieldOf('Contact', ...emails)).toBe('email')
    expect(fieldOf('Address', '1 Main St, Lisle, IL 60532', '2 Oak Ave, Gary, IN 46402')).toBe('fullAddress')
  })

  it('follows the header between columns of the same format', () => {
    expect(fieldOf('Notes', ...emails)).toBe('notes')
    expect(fieldOf('Account', '6305550142', '6305550143')).toBeNull()
    expect(fieldOf('Price', '60540', '60614', '60532')).toBeNull()
    expect(fieldOf('Title', 'Mr.', 'Mrs.', 'Dr.')).toBe('namePrefix')
    expect(fieldOf('Title', 'Broker', 'Owner')).toBe('jobTitle')
    expect(fieldOf('Status', 'Active', 'unsubscribed')).toBe('optOutEmail')
    expect(fieldOf('Status', 'Active', 'Lead')).toBe('stage')
  })

  it('recognizes columns without a header by their cells', () => {
    const rows = [
      ['Anna', 'Smith', 'a@example.com', '630-555-0142', '1 Main St', 'Lisle', 'IL', '60532'],
      ['Ben', 'Jones', '', '630-555-0143', '2 Oak Ave', 'Gary', 'IN', '46402'],
    ]
    expect(recognizeColumns(null, rows).map(({ field }) => field)).toEqual([
      'firstName',
      'lastName',
      'email',
      'phone',
      'address',
      'city',
      'state',
      'zipCode',
    ])
  })

  it('reports its confidence', () => {
    const [sureColumn, likelyColumn, guessColumn] = recognizeColumns(
      ['Email', 'Foo', 'Bar'],
      [
        ['a@example.com', '630-555-0142', '60540'],
        ['b@example.com', '630-555-0143', '60614'],
      ],
    )
    expect([sureColumn?.confidence, likelyColumn?.confidence, guessColumn?.confidence]).toEqual([
      'sure',
      'likely',
      'guess',
    ])
  })
})

it('A10 lists unknown and repeated columns', () => {
  const columns = recognizeColumns(['First Name', 'Shoe Size', 'first name', '', 'Last Name'], [])
  expect(unknownColumns(columns)).toEqual(['Shoe Size', 'first name'])
})

it('A10 reports the missing name column', () => {
  expect(missingNameFields(recognizeColumns(['Full Name'], []))).toEqual([])
  expect(missingNameFields(recognizeColumns(['Email', 'Surname'], []))).toEqual(['firstName'])
})
