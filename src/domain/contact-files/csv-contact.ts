import {
  type FileContact,
  HISTORY_DATES,
  historyOf,
  type OptOut,
  type PhoneKind,
  type PointKind,
} from '../identity/contact-details.ts'
import { fold } from '../identity/name.ts'
import { isTitle } from '../identity/name-words.ts'
import { parseFullName } from '../identity/person-name.ts'
import { type AssembledContact, assembleContact } from './assemble-contact.ts'
import type { ContactParts } from './contact-parts.ts'
import { addressReaders } from './csv-address.ts'
import { cleanCell, GOOGLE_SEPARATOR, onOneCellLine, toPrintable, valuesOf } from './csv-cells.ts'
import type { CsvColumn } from './csv-column.ts'
import { birthdayReader, dateReader, FOREIGN_HEADER_PATTERN } from './csv-dates.ts'
import type { CoupleChoice, CsvField } from './csv-fields.ts'
import {
  type CellReader,
  type ColumnsByField,
  columnsByField,
  firstFilled,
  type IndexedColumn,
} from './csv-indexed-columns.ts'
import { phoneKindOf, pointKindOf } from './csv-kinds.ts'
import { lastNameFirst } from './csv-name-order.ts'
import { optOutReader } from './csv-opt-out.ts'
import { EMAIL_KINDS, PHONE_KINDS, pointReader } from './csv-points.ts'
import type { CsvTable } from './csv-table.ts'
import { labeledNote, partnerOfRelation } from './relations.ts'

/** Contact of a row, plus the partner if a couple becomes two contacts. */
export type RowContact = AssembledContact & { second?: FileContact }

/** Parts of a row: those of the contact, and the partner's contact points. */
export type RowParts = {
  parts: ContactParts
  partnerEmails: ContactParts['emails']
  partnerPhones: ContactParts['phones']
}

/** Creates the reader that turns rows into contacts. */
export function contactReader(
  { columns, sample }: Pick<CsvTable, 'columns' | 'sample'>,
  couples: CoupleChoice,
): (cells: readonly string[]) => RowContact {
  const readRow = createRowReader(
    columns,
    sample.map((cells) => cells.map(cleanCell)),
  )
  return (cells) => {
    const row = readRow(cells.map(cleanCell))
    if (couples === 'two') return splitCouple(row)
    const { parts, partnerEmails, partnerPhones } = row
    // The partner's contact points follow the contact's.
    parts.emails.push(...partnerEmails)
    parts.phones.push(...partnerPhones)
    return assembleContact(parts)
  }
}

/** Splits a couple into two contacts. The partner shares the home, and contact points unless it has separate ones. */
function splitCouple({ parts, partnerEmails, partnerPhones }: RowParts): RowContact {
  const contactOfRow = assembleContact(parts)
  const partner = contactOfRow.ok ? (contactOfRow.contact.details?.partner ?? null) : null
  if (!contactOfRow.ok || !partner?.firstName) return contactOfRow
  const { addresses, labels, notes, optOuts, history } = parts
  const partnerOfRow = assembleContact({
    firstName: partner.firstName,
    lastName: partner.lastName || contactOfRow.contact.lastName,
    emails: partnerEmails.length > 0 ? partnerEmails : parts.emails,
    phones: partnerPhones.length > 0 ? partnerPhones : parts.phones,
    ...{ addresses, labels, notes, optOuts, history, website: parts.website },
  })
  if (!partnerOfRow.ok) return contactOfRow
  const { details } = contactOfRow.contact
  const contact = { ...contactOfRow.contact, details: details && { ...details, partner: null } }
  return { ...contactOfRow, contact, second: partnerOfRow.contact }
}

/** Creates a reader of clean rows; decisions that depend on the header or whole columns are made once. */
export function createRowReader(
  columns: readonly CsvColumn[],
  sample: readonly (readonly string[])[],
): (cells: readonly string[]) => RowParts {
  const columnsOf = columnsByField(columns)
  const nameOrder = lastNameFirst(columnsOf, sample)
  const isForeignHeader = FOREIGN_HEADER_PATTERN.test(columns.map(({ title }) => title).join(' '))
  const dateReaderOf = (field: CsvField) => dateReader(columnsOf(field), sample, isForeignHeader)
  const birthday = birthdayReader(columnsOf('birthday'), dateReaderOf('birthday'))
  const historyDates = new Map<CsvField, CellReader>(HISTORY_DATES.map((key) => [key, dateReaderOf(key)]))
  const emails = pointReader<PointKind>(columnsOf, EMAIL_KINDS, 'emailType', pointKindOf)
  const phones = pointReader<PhoneKind>(columnsOf, PHONE_KINDS, 'phoneType', phoneKindOf)
  const partnerEmails = pointReader<PointKind>(columnsOf, { partnerEmail: 'other' }, 'emailType', pointKindOf)
  const partnerPhones = pointReader<PhoneKind>(columnsOf, { partnerPhone: 'other' }, 'phoneType', phoneKindOf)
  const addresses = addressReaders(columns)
  const labeledColumns = findLabeledDetails(columnsOf)
  const optOuts = columns.flatMap(({ field, title }, index) => {
    const read = field && optOutReader(field, title)
    return read ? [(cells: readonly string[]) => read(cells[index] ?? '')] : []
  })
  return (cells) => {
    const lineOf = (field: CsvField) => {
      const cell = firstFilled(columnsOf(field), cells)
      return cell && onOneCellLine(cell)
    }
    const textOf = (field: CsvField) => {
      const cell = lineOf(field)
      return cell && toPrintable(cell)
    }
    const valuesOfField = (field: CsvField) => columnsOf(field).flatMap(({ index }) => cells[index] || [])
    const firstName = (field: 'firstName' | 'partnerFirstName') =>
      withoutInitial(lineOf(field), columnsOf(field))
    const fullName = nameOrder(lineOf('fullName'))
    const parts: ContactParts = {
      firstName: firstName('firstName') || (fullName === '' ? lineOf('nickname') : ''),
      middleName: lineOf('middleName'),
      lastName: surnameOf(columnsOf('lastName'), cells),
      fullName,
      suffix: textOf('nameSuffix'),
      partner: partnerOf(
        toPrintable(firstName('partnerFirstName')),
        textOf('partnerLastName'),
        nameOrder(lineOf('partnerName')),
      ),
      emails: emails(cells),
      phones: phones(cells),
      addresses: addresses.flatMap((read) => read(cells)),
      birthday: toPrintable(birthday(cells)),
      // CRMs name the account of a person "Baker Household".
      company: textOf('company').replace(/^.* household$/i, ''),
      jobTitle: textOf('jobTitle'),
      website: toPrintable(valuesOf(firstFilled(columnsOf('website'), cells))[0] ?? ''),
      labels: labelsOf(valuesOfField('labels')),
      notes: valuesOfField('notes'),
      optOuts: optOuts.flatMap((read) => optOutOf(read(cells))),
      history: historyOf((key) => historyDates.get(key)?.(cells) ?? textOf(key)),
    }
    addTitle(parts, titleOf(valuesOfField('namePrefix').map((cell) => onOneCellLine(cell))))
    addLabeledDetails(parts, labeledColumns, cells)
    return { parts, partnerEmails: partnerEmails(cells), partnerPhones: partnerPhones(cells) }
  }
}

type LabeledDetail = { value: number; label: number; title: string }

/** Finds columns such as "Relation 1 - Value" and their label columns. */
function findLabeledDetails(columnsOf: ColumnsByField): LabeledDetail[] {
  const wordOf = ({ title }: IndexedColumn) => fold(title).split(/[^\p{L}]/u, 1)[0]
  return columnsOf('detailValue').map((value) => {
    const label = columnsOf('detailLabel').find(
      (each) => each.number === value.number && wordOf(each) === wordOf(value),
    )
    return { value: value.index, label: label?.index ?? -1, title: value.title }
  })
}

function addLabeledDetails(
  parts: ContactParts,
  details: readonly LabeledDetail[],
  cells: readonly string[],
): void {
  for (const { value, label, title } of details) {
    const name = toPrintable(cells[label] ?? '').replace(/^\* /, '') || title
    for (const text of valuesOf(cells[value] ?? '').map(toPrintable)) {
      const partner = parts.partner ? null : partnerOfRelation(name, text)
      if (partner) parts.partner = partner
      else parts.notes.push(labeledNote(name, text))
    }
  }
}

/** Joins surnames of Spanish lists, which have two columns. */
function surnameOf(columns: readonly IndexedColumn[], cells: readonly string[]): string {
  const isSpanish = columns.length > 1 && columns.every(({ title }) => /apellido/i.test(title))
  if (!isSpanish) return onOneCellLine(firstFilled(columns, cells))
  return columns
    .toSorted((a, b) => a.index - b.index)
    .map(({ index }) => onOneCellLine(cells[index] ?? ''))
    .filter(Boolean)
    .join(' ')
}

/** Joins titles in separate columns: "Frau", "Dr.". */
function titleOf(titles: readonly string[]): string {
  const uniqueTitles = [...new Set(titles)]
  return uniqueTitles.length > 1 && uniqueTitles.every(isTitle)
    ? uniqueTitles.join(' ')
    : (uniqueTitles[0] ?? '')
}

/** Adds a "Salutation", which is a title or a greeting for the family ("Fran and Lou"). */
function addTitle(parts: ContactParts, title: string): void {
  if (isTitle(title) && title.split(' ').length <= MAX_TITLE_WORDS) parts.title = toPrintable(title)
  else if (title !== '' && fold(title) !== fold(parts.firstName)) {
    parts.notes.push(`Salutation: ${toPrintable(title)}`)
  }
}

/** "Mr. and Mrs. John Doe" is an address line, not a title. */
const MAX_TITLE_WORDS = 4

function partnerOf(firstName: string, lastName: string, wholeName: string): ContactParts['partner'] {
  if (firstName !== '') return { firstName, lastName }
  if (lastName !== '' || wholeName === '') return null
  const name = parseFullName(toPrintable(wholeName))
  return name.firstName === '' ? null : { firstName: name.firstName, lastName: name.lastName }
}

/** Drops the initial after the name in a column such as "First Name & MI". */
function withoutInitial(name: string, columns: readonly IndexedColumn[]): string {
  const hasInitials = / \p{L}\.?$/u.test(name) && columns.some(({ title }) => /\bm\.?i\b|middle/i.test(title))
  return hasInitials ? name.replace(/ \p{L}\.?$/u, '') : name
}

/** Separators of labels, except Google's. */
const LABEL_SEPARATOR_PATTERN = /[;,|\n]/

/** Groups that Google assigns automatically. */
const GOOGLE_GROUP_PATTERN = /^(?:\* ?(?:my ?contacts|starred|other contacts)|myContacts)$/i

function labelsOf(cells: readonly string[]): string[] {
  const labels = cells.flatMap((cell) =>
    cell.includes(GOOGLE_SEPARATOR)
      ? valuesOf(cell).map(toPrintable)
      : withoutBrackets(cell)
          .split(LABEL_SEPARATOR_PATTERN)
          .map((label) => toPrintable(withoutQuotes(label.trim()))),
  )
  return [...new Set(labels.filter((label) => label !== '' && !GOOGLE_GROUP_PATTERN.test(label)))]
}

/** Removes the brackets of lists in database format: `["Buyer","VIP"]`, `{Buyer,VIP}`. */
function withoutBrackets(cell: string): string {
  return /^\[[^[\]]*\]$|^\{[^{}]*\}$/.test(cell) ? cell.slice(1, -1) : cell
}

function withoutQuotes(label: string): string {
  return /^"[^"]*"$|^'[^']*'$/.test(label) ? label.slice(1, -1) : label
}

function optOutOf(optOut: OptOut | null): OptOut[] {
  return optOut ? [{ channel: optOut.channel, reason: toPrintable(optOut.reason) }] : []
}
