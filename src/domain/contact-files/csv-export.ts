import { CONTACT_FIELD_LABELS, CONTACT_FIELDS, type RawContact } from '../identity/contact-draft.ts'
import { formatPhone } from '../identity/phone.ts'
import { guardFormula } from './formula-guard.ts'

/** Cells of a contact, with the phone number formatted for people. */
function cellsOfContact(contact: RawContact): string[] {
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
  return csvRow([...cellsOfContact(raw ?? {}), problem])
}

/**
 * Formats one line of a CSV file (RFC 4180); no cell can start a formula. Numbers stay unchanged, because a minus before
 * digits starts no formula.
 */
export function csvRow(cells: readonly (string | number)[]): string {
  return `${cells.map((cell) => (typeof cell === 'number' ? String(cell) : quoteCell(cell))).join(',')}\r\n`
}

function quoteCell(text: string): string {
  const cell = guardFormula(text)
  // Also quotes leading and trailing spaces, because readers trim unquoted cells.
  return /[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replace(/"/g, '""')}"` : cell
}
