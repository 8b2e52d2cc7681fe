import { MARKED_NUMBER_PATTERN, MARKED_TEXT_PATTERN, unguardFormula } from './formula-guard.ts'

/** Placeholders that spreadsheets and databases write for empty values. */
const PLACEHOLDERS = new Set(
  'NULL null N/A n/a N/a NA #N/A None none NONE nil NIL \\N (null) (none) (blank) (empty) undefined NaN nan #REF! #VALUE! #NAME? #NUM! #DIV/0!'.split(
    ' ',
  ),
)
const MAX_PLACEHOLDER_LENGTH = 9

/** Cell content without spreadsheet wrapping and placeholders. */
export function cleanCell(cell: string | undefined): string {
  if (!cell) return ''
  let text = cell.trim()
  if (text === '') return ''
  const firstCode = text.charCodeAt(0)
  // ="00123" keeps spreadsheets from reading a ZIP code as a number.
  if (firstCode === EQUALS_CODE && text.length > 2 && text.startsWith('="') && text.endsWith('"')) {
    text = text.slice(2, -1).replaceAll('""', '"').trim()
  } else if (firstCode === APOSTROPHE_CODE) {
    const isSpreadsheetMark = MARKED_NUMBER_PATTERN.test(text.slice(1)) || MARKED_TEXT_PATTERN.test(text)
    text = (isSpreadsheetMark ? text.slice(1) : unguardFormula(text)).trim()
  }
  if (text.length <= MAX_PLACEHOLDER_LENGTH && (PLACEHOLDERS.has(text) || DASHES_PATTERN.test(text)))
    return ''
  return text
}

const EQUALS_CODE = 61
const APOSTROPHE_CODE = 39
const DASHES_PATTERN = /^[-–—_.]+$/

const LINE_BREAKS_PATTERN = /[\r\n\u2028\u2029]+/
export const GOOGLE_SEPARATOR = ':::'

/** Joins the lines of a cell with spaces, or with commas for addresses. */
export function onOneCellLine(text: string, separator: ' ' | ', ' = ' '): string {
  const withoutTabs = text.includes('\t') ? text.replaceAll('\t', ' ') : text
  if (!LINE_BREAKS_PATTERN.test(withoutTabs)) return withoutTabs
  return withoutTabs
    .split(LINE_BREAKS_PATTERN)
    .map((line) => line.trim())
    .map((line) => (separator === ', ' && line.endsWith(',') ? line.slice(0, -1) : line))
    .filter(Boolean)
    .join(separator)
}

/** Splits the values that Google joins in one cell with three colons. */
export function valuesOf(cell: string): string[] {
  if (!cell.includes(GOOGLE_SEPARATOR)) return cell === '' ? [] : [cell]
  return cell
    .split(GOOGLE_SEPARATOR)
    .map((value) => value.trim())
    .filter(Boolean)
}

/** Replaces characters that a database or screen can't show; keeps line breaks. */
export function toPrintable(text: string): string {
  return HAS_CONTROL_PATTERN.test(text)
    ? text.replace(/\r\n?/g, '\n').replace(CONTROL_EXCEPT_NEWLINE_PATTERN, ' ').toWellFormed()
    : text.toWellFormed()
}

const HAS_CONTROL_PATTERN = /[\p{Cc}\u2028\u2029]/u
const CONTROL_EXCEPT_NEWLINE_PATTERN = /[^\P{Cc}\n]/gu

/** Removes the decimals a spreadsheet adds: `60540.0`. */
export function withoutDecimal(text: string): string {
  return text.endsWith('0') && /^\+?\d{3,15}\.0+$/.test(text) ? text.slice(0, text.indexOf('.')) : text
}
