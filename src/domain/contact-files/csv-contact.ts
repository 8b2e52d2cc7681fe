import { isZipCode } from '../identity/address.ts'
import type { OptOut, PhoneKind, PointKind } from '../identity/contact-details.ts'
import type { AddressParts, ContactParts } from './contact-parts.ts'
import { onOneCellLine, printable, valuesOf, withoutDecimal } from './csv-cells.ts'
import type { CsvColumn } from './csv-columns.ts'
import { type AddressPart, type AddressPlace, addressPartOf, type CsvField } from './csv-fields.ts'
import { isPreferredType, phoneKindOf, pointKindOf } from './csv-kinds.ts'
import { optOutReader } from './csv-opt-out.ts'
import { dayPosition, parseFileDate, parseSerialDate } from './file-date.ts'

/** What a row says: the contact's own parts, and how the partner can be reached. */
export type RowParts = {
  parts: ContactParts
  partnerEmails: ContactParts['emails']
  partnerPhones: ContactParts['phones']
}

/** Cells are clean already. */
export type RowReader = (cells: readonly string[]) => RowParts

type PointColumn<Kind> = { index: number; kind: Kind | null; typeIndex: number; isChosen: boolean }

const PHONE_KINDS: Partial<Record<CsvField, PhoneKind | null>> = {
  phone: null,
  phoneMobile: 'mobile',
  phoneHome: 'home',
  phoneWork: 'work',
  phoneMain: 'main',
  phoneOther: 'other',
  phoneFax: 'fax',
  phonePager: 'pager',
}

const EMAIL_KINDS: Partial<Record<CsvField, PointKind | null>> = {
  email: null,
  emailHome: 'home',
  emailWork: 'work',
  emailOther: 'other',
}

/** Headers of another language than English: their dates begin with the day. */
const FOREIGN_HEADER =
  /vorname|nachname|strasse|straße|telefon|apellido|nombre|correo|calle|ciudad|pr[ée]nom|t[ée]l[ée]phone|courriel|\bville\b|\brue\b|sobrenome|\bnome\b|cidade|endere[çc]o|geburtstag|geschäftlich/i

/** Prepares the reading of rows: everything that depends on the header is decided here, once. */
export function rowReader(columns: readonly CsvColumn[], sample: readonly (readonly string[])[]): RowReader {
  const byField = columnsByField(columns)
  const first = (field: CsvField) => firstFilled((byField.get(field) ?? []).map(({ index }) => index))
  const line = (field: CsvField) => {
    const read = first(field)
    return (cells: readonly string[]) => onOneCellLine(read(cells))
  }
  const names = {
    firstName: line('firstName'),
    lastName: line('lastName'),
    fullName: line('fullName'),
    nickname: line('nickname'),
    middleName: line('middleName'),
    title: line('namePrefix'),
    suffix: line('nameSuffix'),
  }
  const nameOrder = lastNameFirst(byField, sample)
  const partnerFullName = line('partnerName')
  const partner = {
    firstName: line('partnerFirstName'),
    lastName: line('partnerLastName'),
    name: (cells: readonly string[]) => nameOrder(partnerFullName(cells)),
  }
  const emails = pointReader(points<PointKind>(byField, EMAIL_KINDS, 'emailType'), pointKindOf)
  const phones = pointReader(points<PhoneKind>(byField, PHONE_KINDS, 'phoneType'), phoneKindOf)
  const partnerEmails = pointReader(
    points<PointKind>(byField, { partnerEmail: 'other' }, 'emailType'),
    pointKindOf,
  )
  const partnerPhones = pointReader(
    points<PhoneKind>(byField, { partnerPhone: 'other' }, 'phoneType'),
    phoneKindOf,
  )
  const addresses = addressReaders(columns)
  const texts = { company: line('company'), jobTitle: line('jobTitle'), website: first('website') }
  const labels = all(byField, 'labels')
  const notes = all(byField, 'notes')
  const isForeign = FOREIGN_HEADER.test(columns.map(({ title }) => title).join(' '))
  const date = (field: CsvField) => dateReader(byField.get(field) ?? [], sample, isForeign)
  const birthday = birthdayReader(byField.get('birthday') ?? [], date('birthday'))
  const history = {
    source: line('source'),
    stage: line('stage'),
    assignedTo: line('assignedTo'),
    createdOn: date('createdOn'),
    lastContactOn: date('lastContactOn'),
    lastClosingOn: date('lastClosingOn'),
  }
  const historyKeys = Object.keys(history) as (keyof typeof history)[]
  const hasHistory = historyKeys.some((key) => byField.has(key))
  const optOuts = columns.flatMap(({ field, title }, index) => {
    const read = field && optOutReader(field, title)
    return read ? [{ index, read }] : []
  })

  return (cells) => {
    const fullName = nameOrder(names.fullName(cells))
    const parts: ContactParts = {
      firstName: names.firstName(cells) || (fullName === '' ? names.nickname(cells) : ''),
      lastName: names.lastName(cells),
      emails: emails(cells),
      phones: phones(cells),
      addresses: addresses.flatMap((read) => read(cells)),
      labels: labelsOf(labels, cells),
      notes: notes.flatMap((index) =>
        cells[index] ? [printable(valuesOf(cells[index] ?? '').join('\n'))] : [],
      ),
      optOuts: optOutsOf(optOuts, cells),
    }
    if (fullName !== '') parts.fullName = fullName
    const middle = names.middleName(cells)
    if (middle !== '') parts.middleName = middle
    setText(parts, 'title', names.title(cells))
    setText(parts, 'suffix', names.suffix(cells))
    setText(parts, 'company', texts.company(cells))
    setText(parts, 'jobTitle', texts.jobTitle(cells))
    setText(parts, 'website', valuesOf(texts.website(cells))[0] ?? '')
    setText(parts, 'birthday', birthday(cells))
    const other = partnerOf(partner, cells)
    if (other) parts.partner = other
    if (hasHistory) {
      const values = historyKeys.map((key) => [key, printable(history[key](cells)) || null] as const)
      if (values.some(([, value]) => value !== null)) {
        parts.history = Object.fromEntries(values) as NonNullable<ContactParts['history']>
      }
    }
    return { parts, partnerEmails: partnerEmails(cells), partnerPhones: partnerPhones(cells) }
  }
}

type Placed = CsvColumn & { index: number }

function columnsByField(columns: readonly CsvColumn[]): Map<CsvField, Placed[]> {
  const found = new Map<CsvField, Placed[]>()
  columns.forEach((column, index) => {
    if (column.field) found.set(column.field, [...(found.get(column.field) ?? []), { ...column, index }])
  })
  for (const placed of found.values()) placed.sort((a, b) => a.rank - b.rank || a.index - b.index)
  return found
}

function firstFilled(indexes: readonly number[]): (cells: readonly string[]) => string {
  const [only] = indexes
  if (only === undefined) return () => ''
  if (indexes.length === 1) return (cells) => cells[only] ?? ''
  return (cells) => {
    for (const index of indexes) if (cells[index]) return cells[index]
    return ''
  }
}

function all(byField: Map<CsvField, Placed[]>, field: CsvField): number[] {
  return (byField.get(field) ?? []).map(({ index }) => index)
}

function setText(
  parts: ContactParts,
  key: 'title' | 'suffix' | 'company' | 'jobTitle' | 'website' | 'birthday',
  text: string,
): void {
  if (text !== '') parts[key] = printable(text)
}

/** The columns of one channel in order of preference, each with the column that names its kind. */
function points<Kind>(
  byField: Map<CsvField, Placed[]>,
  kinds: Partial<Record<CsvField, Kind | null>>,
  typeField: CsvField,
): PointColumn<Kind>[] {
  const fields = Object.keys(kinds) as CsvField[]
  const values = fields
    .flatMap((field) => byField.get(field) ?? [])
    .sort((a, b) => a.rank - b.rank || a.number - b.number || a.index - b.index)
  const types = byField.get(typeField) ?? []
  return values.map(({ field, index, number, rank }) => ({
    index,
    kind: (field && kinds[field]) ?? null,
    typeIndex: typeColumnOf(types, { index, number }, values),
    isChosen: rank < 0,
  }))
}

/** "Phone 2 - Type" names the kind of "Phone 2"; without a number it is the column beside. */
function typeColumnOf(
  types: readonly Placed[],
  { index, number }: { index: number; number: number },
  values: readonly Placed[],
): number {
  const numbered = types.find((type) => type.number > 0 && type.number === number)
  if (numbered) return numbered.index
  const isOwn = (type: Placed) =>
    type.number === 0 &&
    !values.some(
      (value) => value.index !== index && Math.abs(value.index - type.index) < Math.abs(index - type.index),
    )
  return types.find((type) => isOwn(type) && Math.abs(type.index - index) <= 2)?.index ?? -1
}

type Point<Kind> = { text: string; kind: Kind | null; isPreferred?: boolean }

function pointReader<Kind>(columns: readonly PointColumn<Kind>[], kindOf: (type: string) => Kind | null) {
  return (cells: readonly string[]): Point<Kind>[] =>
    columns.flatMap((column) => {
      const cell = cells[column.index]
      return cell ? pointsOf(cell, cells[column.typeIndex] ?? '', column, kindOf) : []
    })
}

function pointsOf<Kind>(
  cell: string,
  type: string,
  { kind, isChosen }: PointColumn<Kind>,
  kindOf: (type: string) => Kind | null,
): Point<Kind>[] {
  const isPreferred = isChosen || isPreferredType(type)
  return valuesOf(cell).map((value) => {
    const point: Point<Kind> = { text: withoutDecimal(onOneCellLine(value)), kind: kindOf(type) ?? kind }
    return isPreferred ? { ...point, isPreferred } : point
  })
}

function partnerOf(
  read: Record<'firstName' | 'lastName' | 'name', (cells: readonly string[]) => string>,
  cells: readonly string[],
): ContactParts['partner'] {
  const firstName = printable(read.firstName(cells))
  const lastName = printable(read.lastName(cells))
  if (firstName !== '' || lastName !== '') return firstName === '' ? null : { firstName, lastName }
  const name = printable(read.name(cells))
  return name === '' ? null : partnerName(name)
}

/** `assembleContact` reads whole names; the partner's is split here the same way. */
function partnerName(name: string): { firstName: string; lastName: string } {
  const comma = name.indexOf(',')
  if (comma > 0) return { firstName: name.slice(comma + 1).trim(), lastName: name.slice(0, comma).trim() }
  const at = name.lastIndexOf(' ')
  return at < 0
    ? { firstName: name, lastName: '' }
    : { firstName: name.slice(0, at), lastName: name.slice(at + 1) }
}

/** `KOWALSKI DANUTA M` of county rolls: nobody writes an initial behind the last name. */
const LAST_FIRST = /^[\p{L}'’-]{2,} [\p{L}'’-]{2,} \p{L}\.?$/u
const PERSON = /^[\p{L}'’-]{2,} [\p{L}'’& .-]+$/u
const COMPANY =
  /\b(?:llc|inc|corp|co|ltd|lp|llp|trust|trustees?|estate|bank|church|city|county|association|assn|hoa|properties|holdings|investments?|partners(?:hip)?|group|family)\b/i

/** Puts the comma behind the last name into the names of a list that begins with it. */
function lastNameFirst(
  byField: Map<CsvField, Placed[]>,
  sample: readonly (readonly string[])[],
): (name: string) => string {
  const [whole, partner] = [byField.get('fullName')?.[0]?.index, byField.get('partnerName')?.[0]?.index]
  if (whole === undefined) return (name) => name
  const names = sample.flatMap((cells) =>
    cells[whole] ? [{ name: cells[whole], partner: cells[partner ?? -1] ?? '' }] : [],
  )
  const firstWord = (text: string) => text.split(' ', 1)[0]?.toLowerCase()
  const isLastFirst = ({ name, partner: other }: { name: string; partner: string }) =>
    LAST_FIRST.test(name) || (other !== '' && firstWord(name) === firstWord(other))
  const isOrdered = names.length > 0 && names.filter(isLastFirst).length >= Math.max(1, names.length * 0.2)
  if (!isOrdered) return (name) => name
  return (name) => (PERSON.test(name) && !COMPANY.test(name) ? name.replace(' ', ', ') : name)
}

const LABEL_SEPARATOR = /[;,|\n]|:::/

function labelsOf(columns: readonly number[], cells: readonly string[]): string[] {
  if (columns.length === 0) return []
  const labels = new Set<string>()
  for (const index of columns) {
    for (const part of (cells[index] ?? '').split(LABEL_SEPARATOR)) {
      const label = printable(part.trim().replace(/^["'[]+|["'\]]+$/g, ''))
      // "* myContacts" is what Google puts everybody into.
      if (label !== '' && !label.startsWith('*')) labels.add(label)
    }
  }
  return [...labels]
}

function optOutsOf(
  columns: readonly { index: number; read: (cell: string) => OptOut | null }[],
  cells: readonly string[],
): OptOut[] {
  const optOuts: OptOut[] = []
  for (const { index, read } of columns) {
    const optOut = read(cells[index] ?? '')
    if (optOut) optOuts.push({ channel: optOut.channel, reason: printable(optOut.reason) })
  }
  return optOuts
}

/** Year, month and day of birth in columns of their own, or one column. */
function birthdayReader(columns: readonly Placed[], whole: Read): Read {
  const part = (pattern: RegExp) => columns.find(({ title }) => pattern.test(title))?.index
  const [year, month, day] = [part(/year/i), part(/month/i), part(/birth[\s_-]*day$/i)]
  if (month === undefined || day === undefined) return whole
  return (cells) => {
    const two = (index: number) => (cells[index] ?? '').padStart(2, '0')
    const yearText = year === undefined ? '' : (cells[year] ?? '')
    return parseFileDate(`${yearText === '' ? '--' : `${yearText}-`}${two(month)}-${two(day)}`, false) ?? ''
  }
}

function dateReader(columns: readonly Placed[], sample: readonly (readonly string[])[], isForeign: boolean) {
  const readers = columns.map(({ index }) => {
    const positions = sample.map((cells) => dayPosition(cells[index] ?? ''))
    const isDayFirst = positions.includes(1) ? true : positions.includes(-1) ? false : isForeign
    return { index, isDayFirst }
  })
  return (cells: readonly string[]): string => {
    for (const { index, isDayFirst } of readers) {
      const cell = cells[index] ?? ''
      const date = cell === '' ? null : (parseFileDate(cell, isDayFirst) ?? parseSerialDate(cell))
      if (date) return date
    }
    return ''
  }
}

type AddressGroup = {
  place: AddressPlace
  number: number
  word: string
  columns: Partial<Record<AddressPart, Placed[]>>
}

/** Which addresses come first: where the person lives, before what they own and where they work. */
const PLACE_ORDER: readonly AddressPlace[] = ['plain', 'home', 'mailing', 'property', 'work', 'other']

const PLACE_KINDS: Record<AddressPlace, PointKind | null> = {
  plain: null,
  home: 'home',
  mailing: 'mailing',
  property: 'property',
  work: 'work',
  other: 'other',
}

function addressReaders(columns: readonly CsvColumn[]): ((cells: readonly string[]) => AddressParts[])[] {
  const groups = addressGroups(columns)
  const types = columns.flatMap((column, index) =>
    column.field === 'addressType' ? [{ ...column, index }] : [],
  )
  const order = (group: AddressGroup) => PLACE_ORDER.indexOf(group.place)
  return groups
    .sort((a, b) => order(a) - order(b) || a.number - b.number || firstIndex(a) - firstIndex(b))
    .map((group) => {
      const typeIndex = types.find(({ number }) => number === group.number)?.index ?? -1
      return addressReader(group, typeIndex)
    })
}

/** All parts of an address come from one place: columns without a number or place word join the others of their kind. */
function addressGroups(columns: readonly CsvColumn[]): AddressGroup[] {
  const groups: AddressGroup[] = []
  columns.forEach((column, index) => {
    const placed = column.field && addressPartOf(column.field)
    if (!placed) return
    const { place, part } = placed
    const { number, place: word } = column
    let group = groups.find(
      (other) => other.place === place && other.number === number && other.word === word,
    )
    if (!group) {
      group = { place, number, word, columns: {} }
      groups.push(group)
    }
    const others = [...(group.columns[part] ?? []), { ...column, index }]
    group.columns[part] = others.sort((a, b) => a.rank - b.rank || a.index - b.index)
  })
  return joinLoose(groups)
}

/** A group that misses what another of its place has, such as a city that a person chose, becomes part of it. */
function joinLoose(groups: AddressGroup[]): AddressGroup[] {
  const kept: AddressGroup[] = []
  for (const group of groups) {
    const parts = Object.keys(group.columns) as AddressPart[]
    const isLoose =
      !parts.includes('address') && !parts.includes('fullAddress') && !parts.includes('streetName')
    const home = isLoose
      ? groups.find(
          (other) =>
            other !== group &&
            other.place === group.place &&
            ('address' in other.columns || 'streetName' in other.columns) &&
            (other.number === group.number || group.number === 0 || other.number === 0) &&
            parts.every((part) => !(part in other.columns)),
        )
      : undefined
    if (home) Object.assign(home.columns, group.columns)
    else kept.push(group)
  }
  return kept
}

function firstIndex({ columns }: AddressGroup): number {
  return Math.min(...Object.values(columns).flatMap((placed) => placed.map(({ index }) => index)))
}

const WHOLE_ADDRESS =
  /,\s*[A-Za-z]{2}\.?\s+\d{5}(?:-\d{4})?\b|\b[A-Za-z]{2}[ ,]+\d{5}(?:-\d{4})?(?:,?\s+(?:USA?|United States(?: of America)?))?\s*$/

function addressReader(group: AddressGroup, typeIndex: number): (cells: readonly string[]) => AddressParts[] {
  const reader = (part: AddressPart): Read =>
    firstFilled((group.columns[part] ?? []).map(({ index }) => index))
  const [city, state, zip, zip4, country, whole, placeLine] = (
    ['city', 'state', 'zipCode', 'zip4', 'country', 'fullAddress', 'cityStateZip'] as const
  ).map(reader) as [Read, Read, Read, Read, Read, Read, Read]
  const street = streetReader(group)
  const second = secondLineReader(group)
  const kind = PLACE_KINDS[group.place]
  return (cells) => {
    const parts: AddressParts = { kind: (typeIndex < 0 ? null : pointKindOf(cells[typeIndex] ?? '')) ?? kind }
    setPart(parts, 'street', street(cells))
    setPart(parts, parts.street ? 'street2' : 'street', second(cells))
    setPart(parts, 'city', onOneCellLine(city(cells)))
    setPart(parts, 'state', onOneCellLine(state(cells)))
    setPart(parts, 'zipCode', zipOf(zip(cells), zip4(cells)))
    setPart(parts, 'country', onOneCellLine(country(cells)))
    const inOne = wholeAddress(parts, whole(cells), placeLine(cells))
    if (inOne) return [inOne]
    return parts.street || parts.city || parts.state || parts.zipCode ? severalOf(parts) : []
  }
}

/** The street line, put together where number, direction and name have columns of their own. */
function streetReader({ columns }: AddressGroup): Read {
  const street = firstFilled((columns.address ?? []).map(({ index }) => index))
  const number = firstFilled((columns.houseNumber ?? []).map(({ index }) => index))
  const names = [...(columns.streetName ?? []), ...(columns.address ?? [])]
    .map(({ index }) => index)
    .sort((a, b) => a - b)
  const isParted = columns.houseNumber !== undefined || columns.streetName !== undefined
  return (cells) => {
    const line = onOneCellLine(street(cells), ', ')
    if (!isParted || /^\d/.test(line)) return line
    const name = names
      .map((index) => cells[index] ?? '')
      .filter(Boolean)
      .join(' ')
    return name === '' ? '' : [withoutDecimal(number(cells)), name].filter(Boolean).join(' ')
  }
}

function secondLineReader({ columns }: AddressGroup): Read {
  const lines = (columns.address2 ?? []).map(({ index, title }) => ({ index, word: designatorOf(title) }))
  return (cells) =>
    lines
      .map(({ index, word }) => designated(onOneCellLine(cells[index] ?? '', ', '), word))
      .filter(Boolean)
      .join(', ')
}

/** The address in one piece where one cell holds all of it, or the place stands in the second line. */
function wholeAddress(parts: AddressParts, wholeCell: string, placeLine: string): AddressParts | null {
  const { street, street2, ...rest } = parts
  const hasPlace = rest.city !== undefined || rest.state !== undefined || rest.zipCode !== undefined
  if (wholeCell !== '' && !street) {
    // Mail programs join the lines with two blanks.
    const whole = onOneCellLine(wholeCell, ', ').replace(/(\S) {2,}(?=\S)/g, '$1, ')
    return /\d{5}/.test(whole) ? { kind: parts.kind, whole } : { ...rest, whole }
  }
  const lines = [street, street2, onOneCellLine(placeLine)].filter(Boolean).join(', ')
  if (placeLine !== '' && !hasPlace) return { ...rest, whole: lines }
  return street && !hasPlace && WHOLE_ADDRESS.test(street) ? { ...rest, whole: lines } : null
}

type Read = (cells: readonly string[]) => string

function setPart(parts: AddressParts, key: Exclude<keyof AddressParts, 'kind'>, text: string): void {
  if (text !== '') parts[key] = text
}

/** Two addresses that Google joined in each cell. */
function severalOf(parts: AddressParts): AddressParts[] {
  const keys = ['street', 'street2', 'city', 'state', 'zipCode', 'country'] as const
  if (!keys.some((key) => parts[key]?.includes(':::'))) return [parts]
  const split = new Map(keys.map((key) => [key, (parts[key] ?? '').split(':::').map((text) => text.trim())]))
  const count = Math.max(...[...split.values()].map((values) => values.length))
  return Array.from({ length: count }, (_, index) => {
    const one: AddressParts = { kind: parts.kind }
    for (const key of keys) setPart(one, key, split.get(key)?.[index] ?? '')
    return one
  })
}

function zipOf(zip: string, extension: string): string {
  const code = withoutDecimal(zip)
  const four = withoutDecimal(extension)
  if (isZipCode(four) && !isZipCode(code)) return four
  return /^\d{5}$/.test(code) && /^\d{4}$/.test(four) && four !== '0000' ? `${code}-${four}` : code
}

/** The word that a bare unit number lacks, by the header of its column. */
function designatorOf(title: string): string {
  if (/\bbox\b|postfach|postal$/i.test(title)) return 'PO Box'
  if (/\b(?:apt|apartment|appt)/i.test(title)) return 'Apt'
  if (/\b(?:suite|ste)\b/i.test(title)) return 'Suite'
  return /unit/i.test(title) ? 'Unit' : ''
}

function designated(cell: string, word: string): string {
  const text = withoutDecimal(cell)
  if (word === '' || !/^#?\s*(?:\d{1,6}(?:-?[a-z])?|[a-z]-?\d{0,4})$/i.test(text)) return text
  return `${word} ${text.replace(/^#\s*/, '')}`
}
