import { describe, expect, test } from 'vitest'
import { CONTACT_FIELD_LABELS } from '../identity/contact-draft.ts'
import { CSV_FIELD_LABELS, CSV_FIELDS, type CsvMapping } from './csv-fields.ts'
import { previewCsv, readContactRows } from './csv-rows.ts'
import { keptRaw } from './raw-contact.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

async function read(text: string, mapping?: CsvMapping) {
  const chunks = (async function* () {
    yield bytes(text)
  })()
  const rows = []
  for await (const row of readContactRows(chunks, { mapping })) rows.push(row)
  return rows
}

describe('A10 columns as a person chose them', () => {
  const FILE = 'Vorname;Name;Home Phone;Mobile;Ort\nAnna;Smith;630-555-0142;630-555-0143;Lisle\n'

  test('stand above the recognised ones; a column that is not named is left out', async () => {
    const [row] = await read(FILE, { 0: 'firstName', 1: 'lastName', 4: 'city' })
    expect(row).toMatchObject({
      draft: { firstName: 'Anna', lastName: 'Smith', city: 'Lisle', phone: null },
    })
  })

  test('of two columns for one field the recognised keep their order, a newly chosen one comes first', async () => {
    const names = { 0: 'firstName', 1: 'lastName' } as const
    const [kept] = await read(FILE, { ...names, 2: 'phone', 3: 'phone' })
    expect(kept).toMatchObject({ draft: { phone: '+16305550143' } })
    const [chosen] = await read(FILE.replace('Ort', 'Handy').replace('Lisle', '630-555-0144'), {
      ...names,
      3: 'phone',
      4: 'phone',
    })
    expect(chosen).toMatchObject({ draft: { phone: '+16305550144' } })
  })

  test('must give names and be columns of the file', async () => {
    await expect(read(FILE, { 4: 'city' })).rejects.toThrow('Choose a column for First Name and Last Name.')
    await expect(read(FILE, { 0: 'fullName', 9: 'city' })).rejects.toThrow('not those of this file')
    expect(await read(FILE, { 0: 'fullName' })).toMatchObject([
      { problem: 'Row 2: Last Name is missing', raw: { firstName: 'Anna' } },
    ])
  })
})

test('A10 a column can feed each field of a contact, under the name that forms and files use', () => {
  expect(CSV_FIELD_LABELS).toEqual({ ...CONTACT_FIELD_LABELS, fullName: 'Full Name' })
  expect([...CSV_FIELDS].sort()).toEqual(Object.keys(CSV_FIELD_LABELS).sort())
})

describe('A10 the beginning of a file', () => {
  test('shows what each column is taken for, its first rows, and what will be refused', () => {
    const file = 'First Name;Surname;Ort;Phone\nAnna;Smith;Lisle;1\nBen;;;2\nCy;Lee;;3\n'
    expect(previewCsv(bytes(file), 2, true)).toEqual({
      columns: [
        { header: 'First Name', field: 'firstName' },
        { header: 'Surname', field: 'lastName' },
        { header: 'Ort', field: null },
        { header: 'Phone', field: 'phone' },
      ],
      rows: [
        ['Anna', 'Smith', 'Lisle', '1'],
        ['Ben', '', '', '2'],
      ],
      delimiter: ';',
      encoding: 'utf-8',
      problems: ['Row 3: Last Name is missing'],
    })
  })

  test('cut off in the middle of a row says nothing of that row', () => {
    const cut = previewCsv(bytes('First Name,Last Name\nAnna,Smith\n"Be'), 5, false)
    expect(cut).toMatchObject({ rows: [['Anna', 'Smith']], problems: [] })
  })

  test('names the columns that are missing instead of refusing each row', () => {
    expect(previewCsv(bytes('Vorname,Nachname\nAnna,Smith\n'), 5, true).problems).toEqual([
      'No column is recognised as First Name.',
      'No column is recognised as Last Name.',
    ])
  })

  test('without anything in it is refused', () => {
    expect(() => previewCsv(bytes(''), 5, true)).toThrow('No CSV data')
    expect(() => previewCsv(bytes('First Name,Last Name\n'), 5, true)).toThrow('No CSV data')
    expect(() => previewCsv(bytes('%PDF-1.7'), 5, true)).toThrow('PDF')
  })
})

test('A10 what a refused row held is kept within 4 KB, whatever is in it', () => {
  const long = keptRaw({ firstName: '\u0000A\ud800', city: '😀'.repeat(900), address: '"\\'.repeat(900) })
  expect(long.firstName).toBe('A\ufffd')
  const wide = keptRaw(
    Object.fromEntries(
      ['firstName', 'lastName', 'email', 'address', 'city', 'state'].map((field) => [
        field,
        '語"'.repeat(9000),
      ]),
    ),
  )
  for (const raw of [long, wide]) expect(bytes(JSON.stringify(raw)).length).toBeLessThanOrEqual(3800)
  expect(Object.keys(wide)).toHaveLength(6)
})
