import { fold } from '../identity/name.ts'
import { type CellShape, type ColumnShapes, shapesOf } from './cell-shapes.ts'
import { cleanCell } from './csv-cells.ts'
import {
  type Candidate,
  type CsvColumn,
  HALF,
  MIN_SHAPE_SHARE,
  NOT_DETECTED_BY_CELLS,
  REPEATED_RANK,
} from './csv-column.ts'
import { recognizeByCells } from './csv-columns-by-cells.ts'
import { resolveAmbiguousColumns } from './csv-columns-resolved.ts'
import { addressPartOf, type CsvField, type CsvMapping } from './csv-fields.ts'
import { isUnsubscribeValue } from './csv-opt-out.ts'
import { assignPeople } from './csv-people.ts'
import { readHeader } from './header-meaning.ts'
import type { HeaderMeaning } from './header-reading.ts'

/** Rows below the header used for recognition. */
export const SAMPLE_ROWS = 200

/**
 * Recognizes each column by its header and cells. Known header words decide; cells settle ambiguous headers and
 * identify unknown ones.
 */
export function recognizeColumns(header: readonly string[] | null, rows: readonly string[][]): CsvColumn[] {
  const sample = rows.slice(0, SAMPLE_ROWS)
  const width = header?.length ?? Math.max(0, ...sample.map((cells) => cells.length))
  const maxCells = Math.max(MIN_CELLS, Math.min(MAX_CELLS, Math.floor(MAX_TOTAL_CELLS / Math.max(1, width))))
  const seenTitles = new Set<string>()
  const titles = withoutSharedPrefix(header?.map((title) => title.trim()) ?? [])
  const candidates = Array.from({ length: width }, (_, index): Candidate => {
    const title = header?.[index]?.trim() ?? ''
    const cells = columnCells(sample, index, maxCells)
    const key = fold(title)
    const isRepeated = key !== '' && seenTitles.has(key)
    seenTitles.add(key)
    return { ...candidateOf(titles[index] ?? '', cells, isRepeated), title }
  })
  recognizeByCells(candidates)
  assignPeople(candidates)
  resolveAmbiguousColumns(candidates)
  return candidates.map(({ title, field, confidence, number, place, rank }) => ({
    ...{ title, field, confidence: field && confidence, number, place, rank },
  }))
}

/**
 * Removes the unknown first word that some programs put before all columns: "py_owner_name", "Input First Name". Keeps
 * it if other columns have the names.
 */
function withoutSharedPrefix(titles: readonly string[]): readonly string[] {
  const prefixOf = (title: string) => /^([a-z]{1,12})[\s_.:-]+(?=\S)/i.exec(title)?.[0] ?? ''
  const counts = new Map<string, number>()
  for (const prefix of titles.map(prefixOf)) counts.set(prefix, (counts.get(prefix) ?? 0) + 1)
  const isShared = (prefix: string) =>
    prefix !== '' && (counts.get(prefix) ?? 0) >= MIN_SHARED_PREFIXES && readHeader(prefix) === null
  const sharedPrefixes = new Set([...counts.keys()].filter(isShared))
  if (sharedPrefixes.size === 0) return titles
  const isName = (title: string) => readHeader(title)?.some(({ field }) => NAME_FIELDS.has(field)) ?? false
  if (titles.some((title) => !sharedPrefixes.has(prefixOf(title)) && isName(title))) return titles
  return titles.map((title) =>
    sharedPrefixes.has(prefixOf(title)) ? title.slice(prefixOf(title).length) : title,
  )
}

const MIN_SHARED_PREFIXES = 3
const NAME_FIELDS: ReadonlySet<CsvField> = new Set(['firstName', 'lastName', 'fullName'])

/** Non-empty cells used per column and over all columns, so that recognition takes a few milliseconds. */
const MAX_CELLS = 60
const MIN_CELLS = 8
const MAX_TOTAL_CELLS = 6000

/** Cells of one column, up to the last one used. */
function columnCells(sample: readonly (readonly string[])[], index: number, maxFilled: number): string[] {
  const cells: string[] = []
  let filled = 0
  for (const row of sample) {
    const cell = cleanCell(row[index])
    cells.push(cell)
    if (cell !== '') filled += 1
    if (filled === maxFilled) break
  }
  return cells
}

function candidateOf(title: string, cells: string[], isRepeated: boolean): Candidate {
  const shapes = shapesOf(cells)
  const meanings = readHeader(title)
  const meaning = meanings?.find((reading) => matchesShapes(reading, shapes)) ?? null
  const column = { title, cells, shapes, meaning }
  if (!meaning) {
    // Known words for unrelated content outweigh the cells.
    const isUnrelated = meanings !== null && meanings.length === 0
    const rank = isUnrelated || isRepeated ? NOT_DETECTED_BY_CELLS : 50
    return { ...column, field: null, confidence: null, number: 0, place: '', rank }
  }
  const { number, place, isWeak } = meaning
  const isUnsubscribed = meaning.field === 'stage' && cells.some(isUnsubscribeValue)
  const field = isUnsubscribed ? 'optOutEmail' : meaning.field
  const confidence = isWeak || isUnsubscribed ? 'likely' : 'sure'
  const rank = meaning.rank + (isRepeated ? REPEATED_RANK : 0)
  return { ...column, field, confidence, number, place, rank }
}

function matchesShapes(
  { shapes: requiredShapes, field, isWeak }: HeaderMeaning,
  shapes: ColumnShapes,
): boolean {
  if (shapes.filled === 0)
    return (
      !requiredShapes ||
      (!isWeak && !requiredShapes.some((shape) => shape === 'title' || shape === 'clientType'))
    )
  if (requiredShapes)
    return requiredShapes.some(
      (shape) =>
        shapes.share(shape) >= HALF ||
        (shape === 'date' && !isWeak && shapes.share('serial') >= MIN_SHAPE_SHARE),
    )
  return !hasExcludedShape(shapes, EXCLUDED_SHAPES[shapeGroup(field)] ?? [])
}

/** Formats that exclude a field regardless of the header. */
const EXCLUDED_SHAPES: Record<string, readonly CellShape[]> = {
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
  if (field === 'phoneType' || field === 'emailType') return ''
  if (/^(?:phone|partnerPhone)/.test(field)) return 'phone'
  if (/^(?:email|partnerEmail)/.test(field)) return 'email'
  return /^(?:(?:first|last|full|nick)name|partner(?:first|last)?name)$/i.test(field) ? 'name' : ''
}

/** Unambiguous formats; other formats need more cells to exclude a field. */
const STRONG_SHAPES: ReadonlySet<CellShape> = new Set(['email', 'phone', 'date'])
const CONTRADICTING_CELLS = 6

function hasExcludedShape(shapes: ColumnShapes, excludedShapes: readonly CellShape[]): boolean {
  return excludedShapes.some((shape) => {
    const minCells = STRONG_SHAPES.has(shape) ? 2 : CONTRADICTING_CELLS
    return shapes.filled >= minCells && shapes.share(shape) >= MIN_SHAPE_SHARE
  })
}

/** Rank of columns chosen by a person, before recognized ones. */
const CHOSEN_RANK = -1

/** Applies a person's corrections; null if the file lacks a corrected column. */
export function correctColumns(columns: readonly CsvColumn[], mapping: CsvMapping): CsvColumn[] | null {
  if (Object.keys(mapping).some((index) => Number(index) >= columns.length)) return null
  return columns.map((column, index): CsvColumn => {
    const field = mapping[index]
    if (field === undefined || field === column.field) return column
    if (field === 'none') return { ...column, field: null, confidence: null }
    const place = addressPartOf(field) === null ? '' : column.place
    return { title: column.title, field, confidence: 'sure', rank: CHOSEN_RANK, number: column.number, place }
  })
}

/** Titles of columns that aren't imported. */
export function unknownColumns(columns: readonly CsvColumn[]): string[] {
  return columns.flatMap(({ field, title }) => (field === null && title !== '' ? [title] : []))
}

/** Required fields without a column. */
export function missingNameFields(columns: readonly CsvColumn[]): ('firstName' | 'lastName')[] {
  const fields = new Set(columns.map(({ field }) => field))
  if (fields.has('fullName')) return []
  return (['firstName', 'lastName'] as const).filter((field) => !fields.has(field))
}

/** Counts cells that read as column names, to find header rows and delimiters. */
export function countHeaderCells(cells: readonly string[]): { sure: number; weak: number } {
  let sure = 0
  let weak = 0
  const titles = new Set(cells.slice(0, MAX_HEADER_CELLS).map((cell) => cell.trim()))
  for (const title of titles) {
    if (title === '' || title.length > HEADER_CELL_LENGTH) continue
    const meanings = readHeader(title)
    if (!meanings) continue
    if (meanings.some(({ isWeak, shapes }) => !isWeak && !shapes)) sure += 1
    else weak += 1
  }
  return { sure, weak }
}

/** Cells examined to score a row. */
const MAX_HEADER_CELLS = 100
const HEADER_CELL_LENGTH = 80
