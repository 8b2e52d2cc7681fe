import { fold } from '../identity/name.ts'
import { type CellShape, type ColumnShapes, shapesOf } from './cell-shapes.ts'
import { cleanCell } from './csv-cells.ts'
import {
  type AddressPart,
  addressField,
  addressPartOf,
  type Confidence,
  type CsvField,
  type CsvMapping,
} from './csv-fields.ts'
import { saysUnsubscribed } from './csv-opt-out.ts'
import { assignPeople } from './csv-people.ts'
import { type HeaderMeaning, readHeader } from './header-meaning.ts'

/** What one column of a file is taken for. */
export type CsvColumn = {
  /** As written in the header; empty where there is none. */
  title: string
  field: CsvField | null
  confidence: Confidence | null
  /** "Phone 2", "Address 2 City": which of several; 0 where nothing says so. */
  number: number
  /** The word for the place of an address: tells billing and mailing address apart. */
  place: string
  /** Of several columns for a field the one with the lower rank comes first. */
  rank: number
}

export type Candidate = CsvColumn & { meaning: HeaderMeaning | null; shapes: ColumnShapes; cells: string[] }

/** Rows below the header that are looked at. */
export const SAMPLE_ROWS = 200

/** How many of the filled cells must have a shape for it to count. */
const MOST = 0.8
const HALF = 0.5

/** Digits under such a word are no phone number and no ZIP code. */
const COUNTED =
  /\b(?:ids?|nos?|nr|num|number|code|keys?|mls|parcel|apn|pin|accounts?|orders?|invoice|fips|ssn|ein|created|dates?|times?|timestamp|ref|index|licen[sc]e|loan|tax|amount|price|value|lot|case|polic[iy]|sku|uuid|total|balance|sq ?ft|size|year|acres|income|score|population|count|rent|salary|budget|fax)\b/

/**
 * Says what each column holds, by its header and by the cells below it. Header words decide where they are known;
 * cells tell apart what headers leave open, and name columns whose header says nothing.
 */
export function recognizeColumns(header: readonly string[] | null, rows: readonly string[][]): CsvColumn[] {
  const sample = rows.slice(0, SAMPLE_ROWS)
  const width = header?.length ?? Math.max(0, ...sample.map((cells) => cells.length))
  const cellsMax = Math.max(CELLS_MIN, Math.min(CELLS_MAX, Math.floor(CELLS_TOTAL / Math.max(1, width))))
  const seen = new Set<string>()
  const candidates = Array.from({ length: width }, (_, index): Candidate => {
    const title = header?.[index]?.trim() ?? ''
    const cells = columnCells(sample, index, cellsMax)
    const key = fold(title)
    const isRepeated = key !== '' && seen.has(key)
    seen.add(key)
    return candidateOf(title, cells, isRepeated)
  })
  recognizeByCells(candidates)
  assignPeople(candidates)
  settleNames(candidates)
  settleAddresses(candidates)
  settleOptOuts(candidates)
  dropRepeats(candidates)
  return candidates.map(({ title, field, confidence, number, place, rank }) => ({
    ...{ title, field, confidence: field && confidence, number, place, rank },
  }))
}

/** Filled cells of a column that are looked at, and of all columns together: recognition takes a few milliseconds. */
const CELLS_MAX = 60
const CELLS_MIN = 8
const CELLS_TOTAL = 6000

/** The cells of a column, one a row, up to the last that is looked at. */
function columnCells(sample: readonly (readonly string[])[], index: number, filledMax: number): string[] {
  const cells: string[] = []
  let filled = 0
  for (const row of sample) {
    const cell = cleanCell(row[index])
    cells.push(cell)
    if (cell !== '') filled += 1
    if (filled === filledMax) break
  }
  return cells
}

function candidateOf(title: string, cells: string[], isRepeated: boolean): Candidate {
  const shapes = shapesOf(cells)
  const meanings = readHeader(title)
  const meaning = meanings?.find((reading) => fits(reading, shapes)) ?? null
  const base = {
    title,
    cells,
    shapes,
    meaning,
    number: 0,
    place: '',
    rank: 50,
    field: null,
    confidence: null,
  }
  if (!meaning) {
    // Known words that say it is nothing of the contact outweigh what the cells look like.
    const isNothing = meanings !== null && meanings.length === 0
    return { ...base, rank: isNothing || isRepeated ? NEVER_BY_CELLS : 50 }
  }
  const { number, place, rank, isWeak } = meaning
  const isUnsubscribed = meaning.field === 'stage' && cells.some(saysUnsubscribed)
  const field = isUnsubscribed ? 'optOutEmail' : meaning.field
  return {
    ...base,
    field,
    confidence: isWeak || isUnsubscribed ? 'likely' : 'sure',
    number,
    place,
    rank: rank + (isRepeated ? 500 : 0),
  }
}

const NEVER_BY_CELLS = 999

function fits({ needs, field, isWeak }: HeaderMeaning, shapes: ColumnShapes): boolean {
  if (shapes.filled === 0)
    return !needs || (!isWeak && !needs.some((shape) => shape === 'title' || shape === 'clientType'))
  if (needs)
    return needs.some(
      (shape) =>
        shapes.share(shape) >= HALF || (shape === 'date' && !isWeak && shapes.share('serial') >= MOST),
    )
  return !contradicts(shapes, EXCLUDED[shapeGroup(field)] ?? [])
}

/** Shapes that the cells of a field cannot have for the most part, whatever the header says. */
const EXCLUDED: Record<string, readonly CellShape[]> = {
  email: ['flag', 'date', 'phone'],
  phone: ['email', 'date', 'flag', 'url', 'bareWords'],
  zipCode: ['email', 'date', 'flag'],
  state: ['digits', 'email', 'date', 'flag', 'phone'],
  city: ['digits', 'email', 'date', 'phone'],
  country: ['digits', 'email', 'date', 'phone'],
  address: ['email', 'date', 'flag', 'url'],
  name: ['email', 'digits', 'phone', 'date', 'flag'],
}

function shapeGroup(field: CsvField): string {
  const part = addressPartOf(field)?.part
  if (part) return part === 'fullAddress' ? 'address' : part
  if (/^(?:phone|partnerPhone)/.test(field)) return field === 'phoneType' ? '' : 'phone'
  if (/^(?:email|partnerEmail)/.test(field)) return field === 'emailType' ? '' : 'email'
  return NAME_FIELDS.has(field) ? 'name' : ''
}

const NAME_FIELDS: ReadonlySet<CsvField> = new Set([
  'firstName',
  'lastName',
  'fullName',
  'nickname',
  'partnerFirstName',
  'partnerLastName',
  'partnerName',
])

/** Nothing else looks like these; a few odd cells may look like the others. */
const STRONG_SHAPES: ReadonlySet<CellShape> = new Set(['email', 'phone', 'date'])
const CONTRADICTING_CELLS = 6

function contradicts(shapes: ColumnShapes, excluded: readonly CellShape[]): boolean {
  return excluded.some((shape) => {
    const cellsMin = STRONG_SHAPES.has(shape) ? 2 : CONTRADICTING_CELLS
    return shapes.filled >= cellsMin && shapes.share(shape) >= MOST
  })
}

/** Columns whose header says nothing that is known, by their cells. */
function recognizeByCells(candidates: Candidate[]): void {
  const isOpen = ({ field, rank, shapes }: Candidate) =>
    field === null && rank !== NEVER_BY_CELLS && shapes.filled > 0
  const isHeaderless = candidates.every(({ title }) => title === '')
  for (const byCells of [reachOf, streetOf, placeOf]) {
    for (const candidate of candidates.filter(isOpen)) {
      const found = byCells(candidate, { candidates, isHeaderless })
      if (found) Object.assign(candidate, found)
    }
  }
  if (isHeaderless) nameBareColumns(candidates)
  else nameOfCells(candidates, candidates.filter(isOpen))
}

type CellContext = { candidates: readonly Candidate[]; isHeaderless: boolean }
type ByCells = Pick<Candidate, 'field' | 'confidence'> | null

function reachOf({ title, shapes: { share, filled } }: Candidate): ByCells {
  if (share('email') >= 0.7)
    return { field: 'email', confidence: title === '' || filled > 2 ? 'likely' : 'guess' }
  return share('phone') >= MOST && !isCounted(title) ? { field: 'phone', confidence: 'likely' } : null
}

function streetOf(
  { shapes: { share, filled } }: Candidate,
  { candidates, isHeaderless }: CellContext,
): ByCells {
  if ((filled < 2 && !isHeaderless) || hasPart(candidates, 'address', 'fullAddress')) return null
  if (share('address') >= 0.7) return { field: 'fullAddress', confidence: 'likely' }
  return share('street') >= MOST && share('zip') < HALF ? { field: 'address', confidence: 'likely' } : null
}

function placeOf({ title, shapes }: Candidate, { candidates, isHeaderless }: CellContext): ByCells {
  const { share, filled, distinct } = shapes
  if (filled < 2 && !isHeaderless) return null
  const isPlace = hasPart(candidates, 'city', 'state', 'address')
  const confidence = isPlace ? 'likely' : 'guess'
  const isZip = share('zip') >= 0.9 && !isCounted(title) && !hasPart(candidates, 'zipCode', 'fullAddress')
  if (isZip) return { field: 'zipCode', confidence }
  const isState = share('state') >= 0.9 && share('flag') < HALF && !hasPart(candidates, 'state')
  return isState && (isPlace || distinct > 1) ? { field: 'state', confidence } : null
}

function nameOfCells(candidates: readonly Candidate[], open: readonly Candidate[]): void {
  if (candidates.some(({ field }) => field === 'fullName' || field === 'firstName' || field === 'lastName'))
    return
  const named = open.find(
    ({ shapes }) =>
      shapes.filled >= 2 && shapes.share('name') >= MOST && shapes.distinct >= shapes.filled * MOST,
  )
  if (named) Object.assign(named, { field: 'fullName', confidence: 'guess' })
}

function isCounted(title: string): boolean {
  return COUNTED.test(fold(title).replace(/[_\W]+/g, ' '))
}

function hasPart(candidates: readonly Candidate[], ...parts: AddressPart[]): boolean {
  return candidates.some(({ field }) => {
    const placed = field && addressPartOf(field)
    return placed ? parts.includes(placed.part) : false
  })
}

/** A file without a header: names stand first, the city before its state or behind the street. */
function nameBareColumns(candidates: Candidate[]): void {
  const isText = ({ field, shapes }: Candidate) =>
    field === null &&
    shapes.filled > 0 &&
    shapes.share('words') >= MOST &&
    shapes.share('flag') < HALF &&
    shapes.share('date') < HALF &&
    shapes.share('digits') < HALF
  const street = candidates.findIndex(({ field }) => field === 'address')
  const state = candidates.findIndex(({ field }) => field === 'state')
  const zip = candidates.findIndex(({ field }) => field === 'zipCode')
  const cityAt = state > 0 ? state - 1 : street >= 0 ? street + 1 : zip > 0 ? zip - 1 : -1
  const city = candidates[cityAt]
  if (city && isText(city)) Object.assign(city, { field: 'city', confidence: 'guess' })
  const whole = candidates.find((candidate) => isText(candidate) && candidate.shapes.share('name') >= HALF)
  const words = candidates.filter(
    (candidate) => isText(candidate) && candidate.shapes.share('oneWord') >= HALF,
  )
  const [first, last] = words
  if (first && last && (!whole || candidates.indexOf(first) < candidates.indexOf(whole))) {
    Object.assign(first, { field: 'firstName', confidence: 'guess' })
    Object.assign(last, { field: 'lastName', confidence: 'guess' })
  } else if (whole) Object.assign(whole, { field: 'fullName', confidence: 'guess' })
}

/** "Name" beside "First Name" or "Vorname" is the last name, unless its cells hold the whole. */
function settleNames(candidates: Candidate[]): void {
  const own = (field: CsvField) => candidates.find((candidate) => candidate.field === field)
  const [first, last] = [own('firstName'), own('lastName')]
  const whole = candidates.find(({ field, meaning }) => field === 'fullName' && meaning?.isWeak)
  if (!whole || (first && last)) return
  const beside = first ?? last
  if (!beside) return
  const pairs = whole.cells.map((cell, index) => [fold(cell), fold(beside.cells[index] ?? '')] as const)
  const both = pairs.filter(([name, part]) => name !== '' && part !== '')
  const contained = both.filter(([name, part]) => name !== part && name.includes(part)).length
  if (both.length > 0 && contained >= both.length * HALF) return
  whole.field = first ? 'lastName' : 'firstName'
}

/** "Address 2" is the second line of an address, or a second address; an address cell may hold city and ZIP, too. */
function settleAddresses(candidates: Candidate[]): void {
  const isGrouped = candidates.some(
    ({ field, number, meaning }) =>
      number > 0 &&
      !meaning?.isNumberedAddress &&
      field !== null &&
      !/address2$/.test(field) &&
      addressPartOf(field),
  )
  for (const candidate of candidates) {
    const { field, meaning, shapes } = candidate
    const placed = field ? addressPartOf(field) : null
    if (!placed) continue
    const isOwnGroup = meaning?.isNumberedAddress && (isGrouped || shapes.share('address') >= HALF)
    if (isOwnGroup) candidate.number = lineOf(candidate)
    const part = settledPart(isOwnGroup && placed.part === 'address2' ? 'address' : placed.part, candidate)
    candidate.field = addressField(placed.place, part)
  }
}

function settledPart(part: AddressPart, { shapes: { share }, title }: Candidate): AddressPart {
  const isStreet = part === 'address' || part === 'address2'
  if (isStreet && share('address') >= HALF) return 'fullAddress'
  // "ST" is a state, or a street.
  if (part === 'state' && /(?:^|[^a-z])st$/i.test(title) && share('street') >= HALF) return 'address'
  // The second line of an owner's address in county rolls, or a city with all that follows.
  return (part === 'address2' || part === 'city') && share('placeLine') >= HALF ? 'cityStateZip' : part
}

/** "Opt-out date" in an export of a mail program speaks of e-mail. */
function settleOptOuts(candidates: Candidate[]): void {
  const hasField = (wanted: CsvField) => candidates.some(({ field }) => field === wanted)
  if (!hasField('optOutEmail') || hasField('optOutCall') || hasField('optOutText')) return
  for (const candidate of candidates) {
    const isNamed = /contact/i.test(candidate.title)
    if (candidate.field === 'optOutAll' && !isNamed) candidate.field = 'optOutEmail'
  }
}

function lineOf({ title }: Candidate): number {
  return Number(/\d+/.exec(title)?.[0] ?? 0)
}

/** Fields of which a contact has one: the same header twice adds nothing. */
function dropRepeats(candidates: Candidate[]): void {
  for (const candidate of candidates) {
    const isRepeated = candidate.rank >= 500 && candidate.rank !== NEVER_BY_CELLS
    if (isRepeated && candidate.field && !/^(?:email|phone|notes|labels|optOut)/.test(candidate.field)) {
      candidate.field = null
    }
  }
}

/** Column of a person's choice: it comes before the recognized ones. */
const CHOSEN_RANK = -1

/** The columns with a person's corrections. Null when the file has no such column. */
export function correctColumns(columns: readonly CsvColumn[], mapping: CsvMapping): CsvColumn[] | null {
  if (Object.keys(mapping).some((index) => Number(index) >= columns.length)) return null
  return columns.map((column, index): CsvColumn => {
    const field = mapping[index]
    if (field === undefined || field === column.field) return column
    if (field === 'none') return { ...column, field: null, confidence: null }
    const isAddress = addressPartOf(field) !== null
    return {
      ...{ title: column.title, field, confidence: 'sure', rank: CHOSEN_RANK },
      ...(isAddress ? { number: column.number, place: column.place } : { number: column.number, place: '' }),
    }
  })
}

/** The names of columns that are not imported. */
export function unknownColumns(columns: readonly CsvColumn[]): string[] {
  return columns.flatMap(({ field, title }) => (field === null && title !== '' ? [title] : []))
}

/** The required fields for which there is no column. */
export function missingNameFields(columns: readonly CsvColumn[]): ('firstName' | 'lastName')[] {
  const fields = new Set(columns.map(({ field }) => field))
  if (fields.has('fullName')) return []
  return (['firstName', 'lastName'] as const).filter((field) => !fields.has(field))
}

/** How much of a row reads as names of columns: tells header rows from others and delimiters apart. */
export function countHeaderCells(cells: readonly string[]): { sure: number; weak: number } {
  let sure = 0
  let weak = 0
  const titles = new Set(cells.slice(0, HEADER_CELLS_MAX).map((cell) => cell.trim()))
  for (const title of titles) {
    if (title === '' || title.length > HEADER_CELL_LENGTH) continue
    const meanings = readHeader(title)
    if (!meanings) continue
    if (meanings.some(({ isWeak, needs }) => !isWeak && !needs)) sure += 1
    else weak += 1
  }
  return { sure, weak }
}

/** The first cells tell enough of a row. */
const HEADER_CELLS_MAX = 100
const HEADER_CELL_LENGTH = 80
