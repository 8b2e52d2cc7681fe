import { isZipCode } from '../identity/address.ts'
import type { PointKind } from '../identity/contact-details.ts'
import type { AddressParts } from './contact-parts.ts'
import { onOneCellLine, withoutDecimal } from './csv-cells.ts'
import type { CsvColumn } from './csv-column.ts'
import { type AddressPart, type AddressPlace, addressPartOf } from './csv-fields.ts'
import { type CellReader, firstFilled, type IndexedColumn } from './csv-indexed-columns.ts'
import { pointKindOf } from './csv-kinds.ts'

type AddressGroup = {
  place: AddressPlace
  number: number
  word: string
  columns: Partial<Record<AddressPart, IndexedColumn[]>>
}

/** Priority of addresses: residence first, then property and work. */
const PLACE_ORDER: readonly AddressPlace[] = ['plain', 'home', 'mailing', 'property', 'work', 'other']

/** Creates one reader per address of a row. */
export function addressReaders(
  columns: readonly CsvColumn[],
): ((cells: readonly string[]) => AddressParts[])[] {
  const groups = addressGroups(columns)
  const types = columns.flatMap((column, index) =>
    column.field === 'addressType' ? [{ ...column, index }] : [],
  )
  const order = (group: AddressGroup) => PLACE_ORDER.indexOf(group.place)
  return groups
    .sort((a, b) => order(a) - order(b) || a.number - b.number || firstIndex(a) - firstIndex(b))
    .map((group) => {
      const typeIndex = types.find(({ number }) => number === group.number)?.index ?? -1
      const readCell = addressReader(group, typeIndex)
      if (!isFirstOfNumbered(group, groups)) return readCell
      return (cells) => readCell(cells).map((parts) => ({ ...parts, isPreferred: true }))
    })
}

/** True for an "Address" followed by "Address 2 - Street". */
function isFirstOfNumbered({ place, number }: AddressGroup, groups: readonly AddressGroup[]): boolean {
  return (
    place === 'plain' && number === 0 && groups.some((other) => other.place === place && other.number > 1)
  )
}

/**
 * Groups columns by address. All parts come from one place; columns without a number or place word join their kind.
 */
function addressGroups(columns: readonly CsvColumn[]): AddressGroup[] {
  const groups: AddressGroup[] = []
  columns.forEach((column, index) => {
    const partOfField = column.field && addressPartOf(column.field)
    if (!partOfField) return
    const { place, part } = partOfField
    const { number, place: word } = column
    let group = groups.find(
      (other) => other.place === place && other.number === number && other.word === word,
    )
    if (!group) {
      group = { place, number, word, columns: {} }
      groups.push(group)
    }
    const partColumns = [...(group.columns[part] ?? []), { ...column, index }]
    group.columns[part] = partColumns.sort((a, b) => a.rank - b.rank || a.index - b.index)
  })
  return mergeGroupsWithoutStreet(groups)
}

/** Merges a group into another of its place that lacks its parts, such as a city column chosen by a person. */
function mergeGroupsWithoutStreet(groups: AddressGroup[]): AddressGroup[] {
  const mergedGroups: AddressGroup[] = []
  for (const group of groups) {
    const parts = Object.keys(group.columns) as AddressPart[]
    const hasNoStreet =
      !parts.includes('address') && !parts.includes('fullAddress') && !parts.includes('streetName')
    const matchingGroup = hasNoStreet
      ? groups.find(
          (other) =>
            other !== group &&
            other.place === group.place &&
            ('address' in other.columns || 'streetName' in other.columns) &&
            (other.number === group.number || group.number === 0 || other.number === 0) &&
            parts.every((part) => !(part in other.columns)),
        )
      : undefined
    if (matchingGroup) Object.assign(matchingGroup.columns, group.columns)
    else mergedGroups.push(group)
  }
  return mergedGroups
}

function firstIndex({ columns }: AddressGroup): number {
  return Math.min(...Object.values(columns).flatMap((partColumns) => partColumns.map(({ index }) => index)))
}

const WHOLE_ADDRESS_PATTERN =
  /,\s*[A-Za-z]{2}\.?\s+\d{5}(?:-\d{4})?\b|\b[A-Za-z]{2}[ ,]+\d{5}(?:-\d{4})?(?:,?\s+(?:USA?|United States(?: of America)?))?\s*$/

/** ZIP code before the city, as in most of Europe: "80331 München". */
const ZIP_FIRST_PATTERN = /^(?:[A-Z]{1,3}[- ])?(\d{4,5}(?:-\d{3})?) (\p{L}[^\d,]*)$/u

function addressReader(group: AddressGroup, typeIndex: number): (cells: readonly string[]) => AddressParts[] {
  const street = streetReader(group)
  const secondLine = secondLineReader(group)
  const kind: PointKind | null = group.place === 'plain' ? null : group.place
  return (cells) => {
    const cell = (part: AddressPart) => firstFilled(group.columns[part] ?? [], cells)
    const parts: AddressParts = { kind: (typeIndex < 0 ? null : pointKindOf(cells[typeIndex] ?? '')) ?? kind }
    setPart(parts, 'street', street(cells))
    setPart(parts, parts.street ? 'street2' : 'street', secondLine(cells))
    setPart(parts, 'city', onOneCellLine(cell('city')))
    setPart(parts, 'state', onOneCellLine(cell('state')))
    setPart(parts, 'zipCode', zipOf(cell('zipCode'), cell('zip4')))
    setPart(parts, 'country', onOneCellLine(cell('country')))
    const placeLine = (group.columns.cityStateZip ?? []).flatMap(({ index }) => cells[index] || []).join(', ')
    const fullAddress = wholeAddress(parts, cell('fullAddress'), placeLine)
    if (fullAddress) return [fullAddress]
    return parts.street || parts.city || parts.state || parts.zipCode ? splitAddresses(parts) : []
  }
}

/** Street line, joined if number, direction and name have separate columns. */
function streetReader({ columns }: AddressGroup): CellReader {
  const { address = [], houseNumber = [], streetName = [] } = columns
  const names = [...streetName, ...address].map(({ index }) => index).sort((a, b) => a - b)
  // The number follows the street in some languages: "Straße; Hausnummer".
  const isNumberLast = houseNumber.some(
    ({ index, title }) => /^(?:haus|n[uú]mero|n[ºo°]|nr)/i.test(title) && index > Math.min(...names),
  )
  const hasSeparateParts = houseNumber.length > 0 || streetName.length > 0
  return (cells) => {
    const line = onOneCellLine(firstFilled(address, cells), ', ')
    if (!hasSeparateParts || /^\d/.test(line)) return line
    const name = names
      .map((index) => cells[index] ?? '')
      .filter(Boolean)
      .join(' ')
    const houseNumberText = withoutDecimal(firstFilled(houseNumber, cells))
    // A column of house numbers may have "PO BOX 5".
    if (name === '') return /\p{L}{2}/u.test(houseNumberText) ? houseNumberText : ''
    return (isNumberLast ? [name, houseNumberText] : [houseNumberText, name]).filter(Boolean).join(' ')
  }
}

function secondLineReader({ columns }: AddressGroup): CellReader {
  const lines = (columns.address2 ?? [])
    .map(({ index, title }) => ({ index, word: designatorOf(title) }))
    // The box follows the unit.
    .toSorted((a, b) => Number(a.word === BOX) - Number(b.word === BOX))
  return (cells) =>
    lines
      .map(({ index, word }) => addDesignator(onOneCellLine(cells[index] ?? '', ', '), word))
      .filter(Boolean)
      .join(', ')
}

/** The full address if one cell has all of it, or if the second line has the city. */
function wholeAddress(parts: AddressParts, wholeCell: string, placeLine: string): AddressParts | null {
  const { street, street2, ...addressWithoutStreet } = parts
  const hasArea =
    addressWithoutStreet.city !== undefined ||
    addressWithoutStreet.state !== undefined ||
    addressWithoutStreet.zipCode !== undefined
  if (wholeCell !== '' && !street) {
    // Email programs join the lines with two spaces.
    const fullText = onOneCellLine(wholeCell, ', ').replace(/(\S) {2,}(?=\S)/g, '$1, ')
    return /\d{5}/.test(fullText)
      ? { kind: parts.kind, whole: fullText }
      : { ...addressWithoutStreet, whole: fullText }
  }
  const [, zipCode, city] = ZIP_FIRST_PATTERN.exec(placeLine) ?? []
  if (zipCode && city && !hasArea) {
    Object.assign(parts, { zipCode, city })
    return null
  }
  const lines = [street, street2, onOneCellLine(placeLine)].filter(Boolean).join(', ')
  if (
    placeLine !== '' &&
    addressWithoutStreet.city === undefined &&
    addressWithoutStreet.state === undefined
  ) {
    // A column such as "Dallas, TX" can have a separate column of ZIP codes.
    const { zipCode: zip = '', ...areaWithoutZip } = addressWithoutStreet
    return { ...areaWithoutZip, whole: `${lines} ${zip}`.trim() }
  }
  return street && !hasArea && WHOLE_ADDRESS_PATTERN.test(lines)
    ? { ...addressWithoutStreet, whole: lines }
    : null
}

function setPart(
  parts: AddressParts,
  key: Exclude<keyof AddressParts, 'kind' | 'isPreferred'>,
  text: string,
): void {
  if (text !== '') parts[key] = text
}

/** Splits addresses that Google joined in each cell. */
function splitAddresses(parts: AddressParts): AddressParts[] {
  const keys = ['street', 'street2', 'city', 'state', 'zipCode', 'country'] as const
  if (!keys.some((key) => parts[key]?.includes(':::'))) return [parts]
  const valuesByKey = new Map(
    keys.map((key) => [key, (parts[key] ?? '').split(':::').map((text) => text.trim())]),
  )
  const count = Math.max(...[...valuesByKey.values()].map((values) => values.length))
  return Array.from({ length: count }, (_, index) => {
    const singleAddress: AddressParts = { kind: parts.kind }
    for (const key of keys) setPart(singleAddress, key, valuesByKey.get(key)?.[index] ?? '')
    return singleAddress
  })
}

function zipOf(zip: string, extension: string): string {
  // Lead ads prefix a ZIP code to mark it as text.
  const code = withoutDecimal(zip.replace(/^z:/i, ''))
  const plus4 = withoutDecimal(extension)
  if (isZipCode(plus4) && !isZipCode(code)) return plus4
  return /^\d{5}$/.test(code) && /^\d{4}$/.test(plus4) && plus4 !== '0000' ? `${code}-${plus4}` : code
}

const BOX = 'PO Box'

/** Designator of a bare unit number, from its column header. */
function designatorOf(header: string): string {
  const title = header.replaceAll('_', ' ')
  if (/\bbox\b|postfach|postal$/i.test(title)) return BOX
  if (/\b(?:apt|apartment|appt)/i.test(title)) return 'Apt'
  if (/\b(?:suite|ste)\b/i.test(title)) return 'Suite'
  return /unit/i.test(title) ? 'Unit' : ''
}

function addDesignator(cell: string, word: string): string {
  const text = withoutDecimal(cell)
  if (word === '' || !/^#?\s*(?:\d{1,6}(?:-?[a-z])?|[a-z]-?\d{0,4})$/i.test(text)) return text
  return `${word} ${text.replace(/^#\s*/, '')}`
}
