import {
  CONTACT_FIELD_LABELS,
  CONTACT_FIELDS,
  type ContactField,
  type RawContact,
} from '../identity/contact-draft.ts'
import { formatPhone } from '../identity/phone.ts'
import { guardFormula } from './formula-guard.ts'

export type ExportableContact = Record<ContactField, string | null>

/** Contacts as CSV by RFC 4180 with the eight columns that the import reads; no cell can start a formula. */
export function toCsv(contacts: Iterable<ExportableContact>): string {
  const lines = [csvHeader()]
  for (const contact of contacts) lines.push(csvLine(contact))
  return lines.join('')
}

/** The header line of an export, for exports that are written line by line. */
export function csvHeader(): string {
  return joinCells(CONTACT_FIELDS.map((field) => CONTACT_FIELD_LABELS[field]))
}

/** One contact as a line of an export. Phone numbers are written as people read them. */
function csvLine(contact: ExportableContact): string {
  return joinCells(cellsOf(contact))
}

function cellsOf(contact: RawContact): string[] {
  return CONTACT_FIELDS.map((field) => {
    const value = contact[field] ?? ''
    return field === 'phone' ? formatPhone(value) : value
  })
}

/** The header of a list of refused rows: the columns that the import reads, and what is wrong. */
export function skippedRowsCsvHeader(): string {
  return joinCells([...CONTACT_FIELDS.map((field) => CONTACT_FIELD_LABELS[field]), 'Problem'])
}

/** One refused row with the reason, for correcting in a spreadsheet. */
export function skippedRowCsvLine(raw: RawContact | null, problem: string): string {
  return joinCells([...cellsOf(raw ?? {}), problem])
}

/** The file offered as `contact_template.csv`: the header and one example. */
export function contactTemplateCsv(): string {
  return toCsv([
    {
      firstName: 'Jane',
      lastName: 'Doe',
      email: 'jane.doe@example.com',
      phone: '+16305550142',
      address: '123 Main St, Apt 4',
      city: 'Naperville',
      state: 'IL',
      zipCode: '60540',
    },
  ])
}

/** A line of another list, by the same rules. Numbers are written as they are: a minus before digits starts no formula. */
export function csvRow(cells: readonly (string | number)[]): string {
  return `${cells.map((cell) => (typeof cell === 'number' ? String(cell) : quoteCell(cell))).join(',')}\r\n`
}

function joinCells(cells: string[]): string {
  return `${cells.map(quoteCell).join(',')}\r\n`
}

function quoteCell(text: string): string {
  const cell = guardFormula(text)
  // Blanks at the ends are quoted, too: readers trim bare cells.
  return /[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replace(/"/g, '""')}"` : cell
}
