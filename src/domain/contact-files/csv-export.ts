import {
  CONTACT_FIELD_LABELS,
  CONTACT_FIELDS,
  type ContactField,
  type RawContact,
} from '../identity/contact-draft.ts'
import { formatPhone } from '../identity/phone.ts'
import { guardFormula } from './formula-guard.ts'

export type ExportableContact = Record<ContactField, string | null>

/** Exports contacts as CSV (RFC 4180) with the eight import columns; no cell can start a formula. */
export function toCsv(contacts: Iterable<ExportableContact>): string {
  const lines = [csvHeader()]
  for (const contact of contacts) lines.push(csvRow(cellsOf(contact)))
  return lines.join('')
}

/** Header line, for exports written line by line. */
export function csvHeader(): string {
  return csvRow(CONTACT_FIELDS.map((field) => CONTACT_FIELD_LABELS[field]))
}

/** Cells of a contact, with the phone number formatted for people. */
function cellsOf(contact: RawContact): string[] {
  return CONTACT_FIELDS.map((field) => {
    const value = contact[field] ?? ''
    return field === 'phone' ? formatPhone(value) : value
  })
}

/** Header of a skipped-rows file: the import columns and the reason. */
export function skippedRowsCsvHeader(): string {
  return csvRow([...CONTACT_FIELDS.map((field) => CONTACT_FIELD_LABELS[field]), 'Problem'])
}

/** One skipped row with its reason, for correction in a spreadsheet. */
export function skippedRowCsvLine(raw: RawContact | null, problem: string): string {
  return csvRow([...cellsOf(raw ?? {}), problem])
}

/** Contents of `contact_template.csv`: the header and one example. */
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

/**
 * One line of another list, by the same rules. Numbers are written as is, because a minus before digits starts no
 * formula.
 */
export function csvRow(cells: readonly (string | number)[]): string {
  return `${cells.map((cell) => (typeof cell === 'number' ? String(cell) : quoteCell(cell))).join(',')}\r\n`
}

function quoteCell(text: string): string {
  const cell = guardFormula(text)
  // Quotes leading and trailing spaces, too, because readers trim bare cells.
  return /[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replace(/"/g, '""')}"` : cell
}
