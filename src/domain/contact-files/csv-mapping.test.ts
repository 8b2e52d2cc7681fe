import { describe, expect, test } from 'vitest'
import { CONTACT_FIELD_LABELS, CONTACT_FIELDS } from '../identity/contact-draft.ts'
import { CSV_FIELD_GROUPS, CSV_FIELDS, type CsvMapping, csvFieldLabel } from './csv-fields.ts'
import { headerFingerprint } from './csv-header.ts'
import { type CsvOptions, previewCsv, readContactRows } from './csv-rows.ts'
import { trimRaw } from './raw-contact.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

async function readRows(text: string, mapping?: CsvMapping, options: CsvOptions = {}) {
  const chunks = (async function* () {
    yield bytes(text)
  })()
  const rows = []
  for await (const row of readContactRows(chunks, { ...options, mapping })) rows.push(row)
  return rows
}

describe('A10 corrected columns', () => {
  const FILE = 'Imię;Nazwisko;Home Phone;Mobile;Ort\nAnna;Smith;630-555-0142;630-555-0143;Lisle\n'
  const NAMES = { 0: 'firstName', 1: 'lastName' } as const

  test('fill the chosen field and leave other columns as recognized', async () => {
    const [row] = await readRows(FILE, { ...NAMES, 3: 'none' })
    expect(row).toMatchObject({
      draft: { firstName: 'Anna', lastName: 'Smith', city: 'Lisle', phone: '+16305550142' },
    })
  })

  test('precede recognized columns of their kind', async () => {
    const [mobileRow] = await readRows(FILE, NAMES)
    expect(mobileRow).toMatchObject({ draft: { phone: '+16305550143' } })
    const fileWithPhone = FILE.replace('Ort', 'Foo').replace('Lisle', '630-555-0144')
    const [row] = await readRows(fileWithPhone, { ...NAMES, 4: 'phoneOther' })
    expect(row).toMatchObject({ draft: { phone: '+16305550144' } })
  })

  test('fail without name columns or with columns of another file', async () => {
    await expect(readRows(FILE, { 2: 'notes' })).rejects.toThrow(
      'Choose a column for First Name and Last Name.',
    )
    await expect(readRows(FILE, { 0: 'fullName', 9: 'city' })).rejects.toThrow('don’t match this file')
    expect(await readRows(FILE, { 0: 'fullName' })).toMatchObject([
      { problem: 'Row 2: Last Name is missing', raw: { firstName: 'Anna' } },
    ])
  })

  test('are saved per header and used only if none are given', async () => {
    const requestedFields: string[] = []
    const findSavedMapping = async (fingerprint: string) => {
      requestedFields.push(fingerprint)
      return NAMES
    }
    expect(await readRows(FILE, undefined, { findSavedMapping })).toMatchObject([
      { draft: { firstName: 'Anna' } },
    ])
    expect(requestedFields).toEqual([
      headerFingerprint(['imię', ' NAZWISKO', 'Home  Phone', 'Mobile', 'Ort']),
    ])
    await readRows(FILE, NAMES, { findSavedMapping })
    expect(requestedFields).toHaveLength(1)
  })
})

describe('A10 a couple in one row', () => {
  const FILE =
    'First Name,Last Name,Spouse First Name,Spouse Last Name,Email,Spouse Email,Home City,Home State,Home Street,Birthday\n' +
    'John,Smith,Jane,Doe,john@example.com,jane@example.com,Lisle,IL,1 Main St,5/6/1970\n'

  test('becomes one contact with a partner', async () => {
    const [row] = await readRows(FILE)
    expect(row).toMatchObject({
      draft: {
        firstName: 'John',
        email: 'john@example.com',
        details: { partner: { firstName: 'Jane', lastName: 'Doe' }, emails: [{ email: 'jane@example.com' }] },
      },
    })
    expect(row).not.toHaveProperty('second')
  })

  test('becomes two contacts of one home if requested', async () => {
    const [row] = await readRows(FILE, undefined, { couples: 'two' })
    expect(row).toMatchObject({
      row: 2,
      draft: {
        firstName: 'John',
        email: 'john@example.com',
        details: { partner: null, birthday: '1970-05-06' },
      },
      second: {
        firstName: 'Jane',
        lastName: 'Doe',
        email: 'jane@example.com',
        address: '1 Main St',
        city: 'Lisle',
      },
    })
  })
})

test('A10 offers each field once, with a unique label', () => {
  expect(new Set(CSV_FIELDS).size).toBe(CSV_FIELDS.length)
  for (const { fields } of CSV_FIELD_GROUPS) {
    expect(new Set(fields.map(({ label }) => label)).size).toBe(fields.length)
  }
  for (const field of CONTACT_FIELDS) expect(csvFieldLabel(field)).toBe(CONTACT_FIELD_LABELS[field])
})

describe('A10 previewCsv', () => {
  test('returns recognized columns, confidence and problems', () => {
    const file = 'First Name;Surname;Foo;Phone\nAnna;Smith;Lisle;630-555-0142\nBen;;;2\nCy;Lee;;3\n'
    expect(previewCsv(bytes(file), 2, true)).toEqual({
      columns: [
        { header: 'First Name', field: 'firstName', confidence: 'sure', sample: 'Anna' },
        { header: 'Surname', field: 'lastName', confidence: 'sure', sample: 'Smith' },
        { header: 'Foo', field: null, confidence: null, sample: 'Lisle' },
        { header: 'Phone', field: 'phone', confidence: 'sure', sample: '630-555-0142' },
      ],
      rows: [
        ['Anna', 'Smith', 'Lisle', '630-555-0142'],
        ['Ben', '', '', '2'],
      ],
      headerRow: 1,
      fingerprint: headerFingerprint(['First Name', 'Surname', 'Foo', 'Phone']),
      hasCouples: false,
      delimiter: ';',
      encoding: 'utf-8',
      problems: ['Row 3: Last Name is missing'],
    })
  })

  test('reports the header row, or none', () => {
    const withTitle = previewCsv(bytes('Clients\n\nFirst Name,Last Name\nAnna,Smith\n'), 5, true)
    expect(withTitle.headerRow).toBe(3)
    const withoutHeader = previewCsv(bytes('Anna,Smith,a@example.com\nBen,Jones,b@example.com\n'), 5, true)
    expect(withoutHeader).toMatchObject({ headerRow: null, fingerprint: null, rows: [{}, {}] })
    expect(withoutHeader.columns.map(({ field }) => field)).toEqual(['firstName', 'lastName', 'email'])
  })

  test('ignores an incomplete last row', () => {
    const cutPreview = previewCsv(bytes('First Name,Last Name\nAnna,Smith\n"Be'), 5, false)
    expect(cutPreview).toMatchObject({ rows: [['Anna', 'Smith']], problems: [] })
  })

  test('reports missing columns instead of rejecting each row', () => {
    expect(previewCsv(bytes('Imię,Nazwisko\nAnna,Smith\n'), 5, true).problems).toEqual([
      'We didn’t find a First Name column.',
      'We didn’t find a Last Name column.',
    ])
  })

  test('rejects an empty file', () => {
    expect(() => previewCsv(bytes(''), 5, true)).toThrow('No CSV data')
    expect(() => previewCsv(bytes('First Name,Last Name\n'), 5, true)).toThrow('No CSV data')
    expect(() => previewCsv(bytes('%PDF-1.7'), 5, true)).toThrow('PDF')
  })
})

test('A10 stores a skipped row within 4 KB', () => {
  const longRow = trimRaw({ firstName: '\u0000A\ud800', city: '😀'.repeat(900), address: '"\\'.repeat(900) })
  expect(longRow.firstName).toBe('A\ufffd')
  const wideRow = trimRaw(
    Object.fromEntries(
      ['firstName', 'lastName', 'email', 'address', 'city', 'state'].map((field) => [
        field,
        '語"'.repeat(9000),
      ]),
    ),
  )
  for (const raw of [longRow, wideRow]) expect(bytes(JSON.stringify(raw)).length).toBeLessThanOrEqual(3800)
  expect(Object.keys(wideRow)).toHaveLength(6)
})

test('A10 joins a street of one place to a plain city', async () => {
  const [homeRow] = await readRows(
    'Client Name,Property Address,Apt,"City, State Zip"\nJohn Smith,12 Elm St,Unit 4,"Naperville, IL 60540"\n',
  )
  expect(homeRow).toMatchObject({
    draft: { address: '12 Elm St, Unit 4', city: 'Naperville', state: 'IL', zipCode: '60540' },
  })
  const [plainRow] = await readRows(
    'First Name,Last Name,Home Street,City,State,Zip\nAnn,Bee,5 Pine Rd,Lisle,IL,60532\n',
  )
  expect(plainRow).toMatchObject({
    draft: { address: '5 Pine Rd', city: 'Lisle', state: 'IL', zipCode: '60532' },
  })
})
