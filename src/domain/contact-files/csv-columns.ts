import type { RawContact } from '../identity/contact-draft.ts'
import { fold } from '../identity/name.ts'
import type { CsvField, CsvMapping } from './csv-fields.ts'

type Column = {
  index: number
  /** Which of several addresses the column belongs to: `home`, `business`, `1`; empty when the header names none. */
  place: string
}

/** Where the values of a record are: the columns of each field in order of preference. */
export type CsvColumns = {
  fields: Map<CsvField, Column[]>
  /** Headers, as written, whose columns are not imported. */
  unknown: string[]
  header: string[]
}

/**
 * Header spellings in order of preference, letters and digits only. Beside plain lists: Google Contacts (today's and
 * the older "Given Name" export), Outlook, Apple and the usual customer systems.
 */
const SYNONYMS: Record<CsvField, string[]> = {
  firstName: ['firstname', 'givenname', 'first', 'forename', 'fname', 'contactfirstname'],
  lastName: ['lastname', 'surname', 'familyname', 'last', 'lname', 'contactlastname'],
  fullName: ['name', 'fullname', 'contactname', 'displayname', 'contact'],
  email: [
    'email',
    'emailaddress',
    'emailvalue',
    'primaryemail',
    'personalemail',
    'homeemail',
    'mail',
    'workemail',
  ],
  phone: [
    'phone',
    'phonenumber',
    'mobile',
    'mobilephone',
    'mobilenumber',
    'cell',
    'cellphone',
    'cellnumber',
    'primaryphone',
    'phonevalue',
    'telephone',
    'telephonenumber',
    'tel',
    'homephone',
    'workphone',
    'businessphone',
    'otherphone',
  ],
  address: [
    'address',
    'street',
    'streetaddress',
    'addressline',
    'mailingaddress',
    'mailingstreet',
    'propertyaddress',
    'homeaddress',
    'homestreet',
    'addressstreet',
    'businessstreet',
    'otherstreet',
  ],
  city: ['city', 'town', 'mailingcity', 'homecity', 'addresscity', 'locality', 'businesscity', 'othercity'],
  state: [
    'state',
    'stateprovince',
    'province',
    'region',
    'mailingstate',
    'homestate',
    'addressregion',
    'addressstate',
    'businessstate',
    'otherstate',
  ],
  zipCode: [
    'zip',
    'zipcode',
    'postal',
    'postalcode',
    'postcode',
    'zippostalcode',
    'mailingzip',
    'homepostalcode',
    'addresspostalcode',
    'addresszip',
    'businesspostalcode',
    'otherpostalcode',
  ],
}

type Meaning = { target: CsvField; rank: number }

const MEANINGS = new Map<string, Meaning>(
  (Object.keys(SYNONYMS) as CsvField[]).flatMap((target) =>
    SYNONYMS[target].map((spelling, rank): [string, Meaning] => [spelling, { target, rank }]),
  ),
)

const ADDRESS_FIELDS = ['address', 'city', 'state', 'zipCode'] as const

/**
 * Finds the columns of a header row, whatever their order and case. Of two columns with the same header the first
 * counts; numbered columns ("Phone 1 - Value", "Phone 2 - Value") rank by their number.
 */
export function mapCsvColumns(header: string[]): CsvColumns {
  const found: (Column & Meaning)[] = []
  const unknown: string[] = []
  const seen = new Set<string>()
  header.forEach((title, index) => {
    const key = headerKey(title)
    const meaning = MEANINGS.get(key.replace(/\d+/g, ''))
    if (meaning && !seen.has(key)) found.push({ ...rankByNumber(meaning, key), index, place: placeOf(key) })
    else if (title.trim() !== '') unknown.push(title.trim())
    seen.add(key)
  })
  return { fields: byField(found), unknown, header }
}

/**
 * The columns as a person chose them. Of several columns for one field the newly chosen come first, the recognised
 * ones keep their order. Null when the file has no such column.
 */
export function chooseCsvColumns(header: string[], mapping: CsvMapping): CsvColumns | null {
  const chosen = Object.entries(mapping).map(([index, target]) => ({ index: Number(index), target }))
  if (chosen.some(({ index }) => index >= header.length)) return null
  const found = chosen.map(({ index, target }): Column & Meaning => {
    const key = headerKey(header[index] ?? '')
    const meaning = MEANINGS.get(key.replace(/\d+/g, ''))
    const rank = meaning?.target === target ? rankByNumber(meaning, key).rank : -1
    return { target, rank, index, place: placeOf(key) }
  })
  const unknown = header.filter((title, index) => title.trim() !== '' && !(index in mapping))
  return { fields: byField(found), unknown: unknown.map((title) => title.trim()), header }
}

/** The field that each column of the header is recognised as; null where it is not imported. */
export function fieldsOfHeader(header: string[]): (CsvField | null)[] {
  const { fields } = mapCsvColumns(header)
  const recognised = new Map<number, CsvField>()
  for (const [field, columns] of fields) for (const { index } of columns) recognised.set(index, field)
  return header.map((_, index) => recognised.get(index) ?? null)
}

function byField(found: (Column & Meaning)[]): CsvColumns['fields'] {
  const fields: CsvColumns['fields'] = new Map()
  for (const { target, index, place } of found.sort((a, b) => a.rank - b.rank || a.index - b.index)) {
    fields.set(target, [...(fields.get(target) ?? []), { index, place }])
  }
  return fields
}

/** How many of the eight fields (a full name counting for two) the header names; tells delimiters apart. */
export function countKnownFields({ fields }: CsvColumns): number {
  return fields.size + (fields.has('fullName') ? 1 : 0)
}

/** The required fields for which the header has no column. */
export function missingNameFields({ fields }: CsvColumns): ('firstName' | 'lastName')[] {
  if (fields.has('fullName')) return []
  return (['firstName', 'lastName'] as const).filter((field) => !fields.has(field))
}

/** The eight fields of one record: of several columns for a field the first that holds a value. */
export function pickContactFields(cells: string[], columns: CsvColumns): RawContact {
  const value = (column: Column): string => cells[column.index]?.trim() ?? ''
  const first = (field: CsvField): string => firstFilled(columns.fields.get(field) ?? [], value)
  const name = splitName(first('firstName'), first('lastName'), first('fullName'))
  return { ...name, email: first('email'), phone: first('phone'), ...pickAddress(columns, value) }
}

/** A street of one place never meets the city of another, as far as the header tells places apart. */
function pickAddress({ fields }: CsvColumns, value: (column: Column) => string): RawContact {
  const all = ADDRESS_FIELDS.flatMap((field) => fields.get(field) ?? [])
  const place = all.find((column) => value(column) !== '')?.place
  const picked: RawContact = {}
  for (const field of ADDRESS_FIELDS) {
    const candidates = fields.get(field) ?? []
    const here = candidates.filter((column) => column.place === place)
    picked[field] = firstFilled(here.length > 0 ? here : candidates, value)
  }
  return picked
}

function firstFilled(columns: Column[], value: (column: Column) => string): string {
  const column = columns.find((candidate) => value(candidate) !== '')
  // Google puts several values of one kind into one cell, parted by three colons.
  return column ? (value(column).split(' ::: ')[0] ?? '') : ''
}

/** A name in one cell is parted after its first word, or at its comma ("Smith, Anna"). */
function splitName(firstName: string, lastName: string, fullName: string): RawContact {
  if (firstName !== '' || lastName !== '' || fullName === '') return { firstName, lastName }
  const comma = fullName.match(/^([^,]+),([^,]+)$/)
  if (comma) return { firstName: comma[2], lastName: comma[1] }
  const [first, ...others] = fullName.split(/\s+/)
  return { firstName: first, lastName: others.join(' ') }
}

function headerKey(title: string): string {
  return fold(title).replace(/[^\p{L}\p{N}]/gu, '')
}

function rankByNumber({ target, rank }: Meaning, key: string): Meaning {
  const number = Math.min(Number(key.match(/\d+/)?.[0] ?? 0), 99)
  return { target, rank: rank * 100 + number }
}

function placeOf(key: string): string {
  const kind = key.match(/^(?:home|business|other|mailing|property)/)?.[0] ?? ''
  return kind + (key.match(/\d+/)?.[0] ?? '')
}
