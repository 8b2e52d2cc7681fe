import type { OptOut, PhoneKind, PointKind } from '../identity/contact-details.ts'
import { fold } from '../identity/name.ts'
import { isTitle } from '../identity/name-words.ts'
import { parseFullName } from '../identity/person-name.ts'
import type { ContactParts } from './contact-parts.ts'
import { addressReaders } from './csv-address.ts'
import { onOneCellLine, printable, valuesOf } from './csv-cells.ts'
import type { CsvColumn } from './csv-column.ts'
import { birthdayReader, dateReader, FOREIGN_HEADER } from './csv-dates.ts'
import type { CsvField } from './csv-fields.ts'
import { type CellReader, columnsByField, firstFilled, type IndexedColumn } from './csv-indexed-columns.ts'
import { phoneKindOf, pointKindOf } from './csv-kinds.ts'
import { lastNameFirst } from './csv-name-order.ts'
import { optOutReader } from './csv-opt-out.ts'
import { EMAIL_KINDS, PHONE_KINDS, pointColumns, pointReader } from './csv-points.ts'
import { labeledNote, partnerOfRelation } from './relations.ts'

/** Parts of a row: the contact's own, and the partner's contact points. */
export type RowParts = {
  parts: ContactParts
  partnerEmails: ContactParts['emails']
  partnerPhones: ContactParts['phones']
}

/** Expects clean cells. */
export type RowReader = (cells: readonly string[]) => RowParts

/** Prepares row reading: everything that depends on the header is decided once. */
export function createRowReader(
  columns: readonly CsvColumn[],
  sample: readonly (readonly string[])[],
): RowReader {
  const byField = columnsByField(columns)
  const first = (field: CsvField) => firstFilled((byField.get(field) ?? []).map(({ index }) => index))
  const line = (field: CsvField) => {
    const read = first(field)
    return (cells: readonly string[]) => onOneCellLine(read(cells))
  }
  const names = {
    firstName: withoutInitial(line('firstName'), byField.get('firstName')),
    lastName: surnameReader(byField.get('lastName') ?? []),
    fullName: line('fullName'),
    nickname: line('nickname'),
    middleName: line('middleName'),
    title: titleReader(all(byField, 'namePrefix')),
    suffix: line('nameSuffix'),
  }
  const nameOrder = lastNameFirst(byField, sample)
  const partnerFullName = line('partnerName')
  const partner = {
    firstName: withoutInitial(line('partnerFirstName'), byField.get('partnerFirstName')),
    lastName: line('partnerLastName'),
    name: (cells: readonly string[]) => nameOrder(partnerFullName(cells)),
  }
  const emails = pointReader(pointColumns<PointKind>(byField, EMAIL_KINDS, 'emailType'), pointKindOf)
  const phones = pointReader(pointColumns<PhoneKind>(byField, PHONE_KINDS, 'phoneType'), phoneKindOf)
  const partnerEmails = pointReader(
    pointColumns<PointKind>(byField, { partnerEmail: 'other' }, 'emailType'),
    pointKindOf,
  )
  const partnerPhones = pointReader(
    pointColumns<PhoneKind>(byField, { partnerPhone: 'other' }, 'phoneType'),
    phoneKindOf,
  )
  const addresses = addressReaders(columns)
  const texts = { company: line('company'), jobTitle: line('jobTitle'), website: first('website') }
  const labels = all(byField, 'labels')
  const notes = all(byField, 'notes')
  const labeled = labeledDetails(byField)
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
      notes: notes.flatMap((index) => cells[index] || []),
      optOuts: optOutsOf(optOuts, cells),
    }
    if (fullName !== '') parts.fullName = fullName
    const middle = names.middleName(cells)
    if (middle !== '') parts.middleName = middle
    addTitle(parts, names.title(cells))
    setText(parts, 'suffix', names.suffix(cells))
    setText(parts, 'company', texts.company(cells))
    setText(parts, 'jobTitle', texts.jobTitle(cells))
    setText(parts, 'website', valuesOf(texts.website(cells))[0] ?? '')
    setText(parts, 'birthday', birthday(cells))
    const other = partnerOf(partner, cells)
    if (other) parts.partner = other
    addLabeled(parts, labeled, cells)
    if (hasHistory) {
      const values = historyKeys.map((key) => [key, printable(history[key](cells)) || null] as const)
      if (values.some(([, value]) => value !== null)) {
        parts.history = Object.fromEntries(values) as NonNullable<ContactParts['history']>
      }
    }
    return { parts, partnerEmails: partnerEmails(cells), partnerPhones: partnerPhones(cells) }
  }
}

type LabeledDetail = { value: number; label: number; title: string }

/** "Relation 1 - Value" with the column that labels it. */
function labeledDetails(byField: Map<CsvField, IndexedColumn[]>): LabeledDetail[] {
  const wordOf = ({ title }: IndexedColumn) => fold(title).split(/[^\p{L}]/u, 1)[0]
  return (byField.get('detailValue') ?? []).map((value) => ({
    value: value.index,
    label:
      byField
        .get('detailLabel')
        ?.find((label) => label.number === value.number && wordOf(label) === wordOf(value))?.index ?? -1,
    title: value.title,
  }))
}

function addLabeled(parts: ContactParts, details: readonly LabeledDetail[], cells: readonly string[]): void {
  for (const { value, label, title } of details) {
    const name = printable(cells[label] ?? '').replace(/^\* /, '') || title
    for (const text of valuesOf(cells[value] ?? '').map(printable)) {
      const partner = parts.partner ? null : partnerOfRelation(name, text)
      if (partner) parts.partner = partner
      else parts.notes.push(labeledNote(name, text))
    }
  }
}

function all(byField: Map<CsvField, IndexedColumn[]>, field: CsvField): number[] {
  return (byField.get(field) ?? []).map(({ index }) => index)
}

/** Spanish lists have two surname columns. */
function surnameReader(columns: readonly IndexedColumn[]): CellReader {
  const isSpanish = columns.length > 1 && columns.every(({ title }) => /apellido/i.test(title))
  const read = firstFilled(columns.map(({ index }) => index))
  if (!isSpanish) return (cells) => onOneCellLine(read(cells))
  const inOrder = columns.map(({ index }) => index).toSorted((a, b) => a - b)
  return (cells) =>
    inOrder
      .map((index) => onOneCellLine(cells[index] ?? ''))
      .filter(Boolean)
      .join(' ')
}

/** "Frau" and "Dr." in separate columns. */
function titleReader(columns: readonly number[]): CellReader {
  return (cells) => {
    const filled = [...new Set(columns.map((index) => onOneCellLine(cells[index] ?? '')).filter(Boolean))]
    return filled.length > 1 && filled.every(isTitle) ? filled.join(' ') : (filled[0] ?? '')
  }
}

/** "Salutation" holds a title or a greeting for the family ("Fran and Lou"). */
function addTitle(parts: ContactParts, title: string): void {
  if (isTitle(title) && title.split(' ').length <= TITLE_WORDS_MAX) setText(parts, 'title', title)
  else if (title !== '' && fold(title) !== fold(parts.firstName)) {
    parts.notes.push(`Salutation: ${printable(title)}`)
  }
}

/** "Mr. and Mrs. John Doe" is an address line, not a title. */
const TITLE_WORDS_MAX = 4

function setText(
  parts: ContactParts,
  key: 'title' | 'suffix' | 'company' | 'jobTitle' | 'website' | 'birthday',
  text: string,
): void {
  if (text !== '') parts[key] = printable(text)
}

function partnerOf(
  read: Record<'firstName' | 'lastName' | 'name', (cells: readonly string[]) => string>,
  cells: readonly string[],
): ContactParts['partner'] {
  const firstName = printable(read.firstName(cells))
  const lastName = printable(read.lastName(cells))
  if (firstName !== '' || lastName !== '') return firstName === '' ? null : { firstName, lastName }
  const name = parseFullName(printable(read.name(cells)))
  return name.firstName === '' ? null : { firstName: name.firstName, lastName: name.lastName }
}

/** "First Name & MI": drops the initial after the name. */
function withoutInitial(read: CellReader, columns: readonly IndexedColumn[] = []): CellReader {
  if (!columns.some(({ title }) => /\bm\.?i\b|middle/i.test(title))) return read
  return (cells) => read(cells).replace(/ \p{L}\.?$/u, '')
}

/** Google's separator; other separators count only without it. */
const GOOGLE_SEPARATOR = ':::'
const LABEL_SEPARATOR = /[;,|\n]/

/** Groups that Google assigns automatically. */
const GOOGLE_GROUP = /^(?:\* ?(?:my ?contacts|starred|other contacts)|myContacts)$/i

function labelsOf(columns: readonly number[], cells: readonly string[]): string[] {
  if (columns.length === 0) return []
  const labels = new Set<string>()
  for (const index of columns) {
    const cell = cells[index] ?? ''
    const isGoogle = cell.includes(GOOGLE_SEPARATOR)
    const parts = isGoogle ? cell.split(GOOGLE_SEPARATOR) : withoutBrackets(cell).split(LABEL_SEPARATOR)
    for (const part of parts) {
      const label = printable(isGoogle ? part.trim() : withoutQuotes(part.trim()))
      if (label !== '' && !GOOGLE_GROUP.test(label)) labels.add(label)
    }
  }
  return [...labels]
}

/** `["Buyer","VIP"]` and `{Buyer,VIP}`: lists in database format. */
function withoutBrackets(cell: string): string {
  return /^\[[^[\]]*\]$|^\{[^{}]*\}$/.test(cell) ? cell.slice(1, -1) : cell
}

function withoutQuotes(label: string): string {
  return /^"[^"]*"$|^'[^']*'$/.test(label) ? label.slice(1, -1) : label
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
