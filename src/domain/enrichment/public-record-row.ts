import { normalizeZip, stateCode } from '../identity/address.ts'
import { fold, storableLine } from '../identity/name.ts'
import { parseDay } from '../score/day.ts'
import {
  PUBLIC_RECORD_KINDS,
  type PublicRecord,
  type PublicRecordKind,
  type RegistryDate,
} from './public-record.ts'

/** Columns of a public-records file, in any order; case, spaces and underscores don't matter. */
const COLUMNS = [
  'kind',
  'documentId',
  'names',
  'street',
  'city',
  'state',
  'zip',
  'eventDate',
  'filedDate',
  'recordedDate',
  'auctionDate',
  'amount',
  'source',
  'documentType',
  'grantors',
  'grantees',
  'price',
  'damage',
  'county',
  'individualAssistance',
] as const

type Column = (typeof COLUMNS)[number]

/** Number of columns in a file, and the index of each recognized one. */
export type RecordColumns = { count: number; indexes: Partial<Record<Column, number>> }

const REQUIRED_COLUMNS: readonly Column[] = ['kind', 'documentId', 'source']
const MAX_TEXT_LENGTH = 500
const MAX_PARTIES = 50
const MAX_MONEY = 1e10
const YEAR_RANGE = [1900, 2100] as const
/** Kinds about a home or a county, which need no names. */
const KINDS_WITHOUT_NAMES: readonly PublicRecordKind[] = ['permit', 'listing', 'disaster']

/** Finds the columns in the header row, or names the missing ones. */
export function findRecordColumns(header: readonly string[]): RecordColumns | { problem: string } {
  const indexes: RecordColumns['indexes'] = {}
  const names = new Map<string, Column>(COLUMNS.map((column) => [column.toLowerCase(), column]))
  names.set('zipcode', 'zip').set('address', 'street')
  for (const [index, title] of header.entries()) {
    const column = names.get(fold(title).replace(/[^a-z]/g, ''))
    if (column) indexes[column] ??= index
  }
  const missing = REQUIRED_COLUMNS.filter((column) => indexes[column] === undefined)
  if (missing.length > 0) return { problem: `The header row has no column ${missing.join(', ')}` }
  return { count: header.length, indexes }
}

/** A problem with a row; the message never repeats its contents. */
class RowProblem extends Error {}

/** Reads one row as a public record. One invalid field rejects the whole row. */
export function parsePublicRecord(
  cells: readonly string[],
  columns: RecordColumns,
): { record: PublicRecord } | { problem: string } {
  try {
    return { record: parseRecord(cells, columns) }
  } catch (error) {
    if (error instanceof RowProblem) return { problem: error.message }
    throw error
  }
}

function parseRecord(cells: readonly string[], { count, indexes }: RecordColumns): PublicRecord {
  // Values beyond the header mostly come from an unquoted comma, which shifts all columns after it.
  if (cells.slice(count).some((cell) => cell.trim() !== ''))
    throw new RowProblem('it has more values than the header has columns')
  const text = (column: Column) => textOf(cells[indexes[column] ?? -1], column)
  const kind = kindOf(text('kind'))
  const names = partiesOf(text('names'), 'names')
  if (names.length === 0 && !KINDS_WITHOUT_NAMES.includes(kind)) throw new RowProblem('it has no names')
  const county = text('county')
  const record: PublicRecord = {
    kind,
    documentId: requireText(text('documentId'), 'documentId'),
    names,
    address: addressOf(text),
    dates: datesOf(text),
    amount: moneyOf(text('amount'), 'amount'),
    source: requireText(text('source'), 'source'),
    details: dropUndefined({
      documentType: text('documentType') ?? undefined,
      grantors: splitList(text('grantors'), 'grantors'),
      grantees: splitList(text('grantees'), 'grantees'),
      price: moneyOf(text('price'), 'price') ?? undefined,
      damage: flagOf(text('damage'), 'damage'),
      county: county ?? undefined,
      individualAssistance: flagOf(text('individualAssistance'), 'individualAssistance'),
    }),
  }
  requireAddress(record)
  return record
}

function textOf(cell: string | undefined, column: Column): string | null {
  const text = storableLine(cell ?? '')
  if (text.length > MAX_TEXT_LENGTH && column !== 'names' && column !== 'grantors' && column !== 'grantees')
    throw new RowProblem(`${column} is longer than ${MAX_TEXT_LENGTH} characters`)
  return text === '' ? null : text
}

function requireText(text: string | null, column: Column): string {
  if (text === null) throw new RowProblem(`${column} is missing`)
  return text
}

function kindOf(text: string | null): PublicRecordKind {
  const name = fold(requireText(text, 'kind')).replace(/[\s-]+/g, '_')
  const kind = PUBLIC_RECORD_KINDS.find((candidate) => candidate === name)
  if (!kind) throw new RowProblem('its kind is unknown')
  return kind
}

function partiesOf(text: string | null, column: Column): string[] {
  const parties = (text ?? '')
    .split(';')
    .map((party) => party.trim())
    .filter((party) => party !== '')
  if (parties.length > MAX_PARTIES || parties.some((party) => party.length > MAX_TEXT_LENGTH))
    throw new RowProblem(`${column} has too many or too long entries`)
  return parties
}

function splitList(text: string | null, column: Column): string[] | undefined {
  const parties = partiesOf(text, column)
  return parties.length > 0 ? parties : undefined
}

function addressOf(text: (column: Column) => string | null): PublicRecord['address'] {
  const [street, city, stateText, zip] = [text('street'), text('city'), text('state'), text('zip')]
  if (stateText !== null && stateCode(stateText) === null) throw new RowProblem('its state is not a US state')
  const state = stateText === null ? null : stateCode(stateText)
  const zipCode = zip === null ? null : normalizeZip(zip, state)
  if (zipCode !== null && !/^\d{5}(-\d{4})?$/.test(zipCode)) throw new RowProblem('zip is not a ZIP code')
  return street || city || state || zipCode ? { street, city, state, zipCode } : null
}

function requireAddress({ kind, address, details }: PublicRecord): void {
  if (kind === 'disaster' && details.county && address?.state) return
  const hasCity = Boolean(address?.city && address.state)
  if (hasCity || (address?.street && address.zipCode)) return
  throw new RowProblem(
    kind === 'disaster'
      ? 'it needs a county and state, or an address'
      : 'it needs a city and state, or a street and ZIP code',
  )
}

function datesOf(text: (column: Column) => string | null): PublicRecord['dates'] {
  const dates = dropUndefined({
    event: dateOf(text('eventDate'), 'eventDate'),
    filed: dateOf(text('filedDate'), 'filedDate'),
    recorded: dateOf(text('recordedDate'), 'recordedDate'),
    auction: dateOf(text('auctionDate'), 'auctionDate'),
  })
  if (Object.keys(dates).length === 0) throw new RowProblem('it has no date')
  return dates
}

/** Reads `2026-05-17` (also with a time), `2026-05`, `2026` and `5/17/2026`. */
function dateOf(text: string | null, column: Column): RegistryDate | undefined {
  if (text === null) return undefined
  const isoParts = /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:[T ].*)?)?)?$/.exec(text)
  const usParts = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text)
  const [year, month, day] = usParts
    ? [usParts[3], usParts[1], usParts[2]]
    : isoParts
      ? [isoParts[1], isoParts[2], isoParts[3]]
      : []
  const date = [year, month, day]
    .filter((part) => part !== undefined)
    .map((part) => part.padStart(2, '0'))
    .join('-')
  // A missing month or day is checked as the first.
  const isValid = !Number.isNaN(parseDay(`${date}-01-01`.slice(0, 10)))
  if (!isValid || Number(year) < YEAR_RANGE[0] || Number(year) > YEAR_RANGE[1])
    throw new RowProblem(`${column} is not a date`)
  return date
}

function moneyOf(text: string | null, column: Column): number | null {
  if (text === null) return null
  const digits = text.replace(/[$,\s]/g, '')
  const amount = /^\d+(\.\d+)?$/.test(digits) ? Number(digits) : Number.NaN
  if (!(amount <= MAX_MONEY)) throw new RowProblem(`${column} is not an amount of money`)
  return amount
}

function flagOf(text: string | null, column: Column): boolean | undefined {
  if (text === null) return undefined
  const word = fold(text)
  if (['1', 'true', 'yes', 'y', 't'].includes(word)) return true
  if (['0', 'false', 'no', 'n', 'f'].includes(word)) return false
  throw new RowProblem(`${column} must be yes or no`)
}

/** Drops undefined fields, so that the stored record has only values from the file. */
function dropUndefined<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as { [K in keyof T]: Exclude<T[K], undefined> } // absent keys read as undefined
}
