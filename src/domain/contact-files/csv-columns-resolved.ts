import { fold } from '../identity/name.ts'
import { type Candidate, HALF, NOT_DETECTED_BY_CELLS, REPEATED_RANK } from './csv-column.ts'
import {
  type AddressPart,
  type AddressPlace,
  addressField,
  addressPartOf,
  type CsvField,
} from './csv-fields.ts'
import { readHeaderTerms } from './header-words.ts'

/** Resolves columns whose meaning depends on other columns, in this order. */
export function resolveAmbiguousColumns(candidates: Candidate[]): void {
  for (const resolve of [
    resolveNames,
    resolveStages,
    resolveAddresses,
    resolveStreetParts,
    resolveLocations,
    resolveLooseStreets,
    joinStreetAndArea,
    resolveOptOuts,
    resolveBirthdays,
    dropRepeatedColumns,
  ]) {
    resolve(candidates)
  }
}

/** Address columns with their place and part. */
function addressColumns(candidates: readonly Candidate[]) {
  return candidates.flatMap((candidate) => {
    const addressPart = candidate.field && addressPartOf(candidate.field)
    return addressPart ? [{ candidate, ...addressPart }] : []
  })
}

/** Reads "Name" next to "First Name" or "Vorname" as the last name, unless its cells have full names. */
function resolveNames(candidates: Candidate[]): void {
  const findByField = (field: CsvField) => candidates.find((candidate) => candidate.field === field)
  const [first, last] = [findByField('firstName'), findByField('lastName')]
  // "Lead Name" next to "Contact Name" is the household or company.
  for (const candidate of candidates) {
    if (candidate.field === 'fullName' && /^lead\b/i.test(candidate.title.replaceAll('_', ' ')))
      candidate.rank += LEAD_RANK
  }
  // "Second name" next to first and last name is a middle name.
  for (const candidate of candidates) {
    if (first && last && /^second name$/i.test(candidate.title)) candidate.field = 'middleName'
  }
  // "Nom du conjoint" next to "Prénom du conjoint" is the last name.
  const partner = findByField('partnerName')
  if (partner && findByField('partnerFirstName') && !findByField('partnerLastName'))
    partner.field = 'partnerLastName'
  // A strong "Full Name" header always has the full name.
  const fullNameColumn = candidates.find(
    ({ field, meaning }) => field === 'fullName' && meaning && (meaning.isWeak || meaning.rank >= NAME_RANK),
  )
  const otherName = first ?? last
  if (!fullNameColumn || !otherName || (first && last)) return
  const pairs = fullNameColumn.cells.map(
    (cell, index) => [fold(cell), fold(otherName.cells[index] ?? '')] as const,
  )
  const filledPairs = pairs.filter(([name, part]) => name !== '' && part !== '')
  const containedCount = filledPairs.filter(([name, part]) => name !== part && name.includes(part)).length
  if (filledPairs.length > 0 && containedCount >= filledPairs.length * HALF) return
  fullNameColumn.field = first ? 'lastName' : 'firstName'
}

const LEAD_RANK = 20
const NAME_RANK = 50

/** Decides if "Address 2" is a second line or a second address, and if an address cell also has city and ZIP. */
function resolveAddresses(candidates: Candidate[]): void {
  const columns = addressColumns(candidates)
  const isGrouped = columns.some(
    ({ candidate: { number, meaning }, part }) =>
      number > 1 && !meaning?.isNumberedAddress && part !== 'address2',
  )
  for (const { candidate, place, part } of columns) {
    const { meaning, shapes, title } = candidate
    // "OWNER_ST" next to "OWNER_STATE" is the street.
    const isStreetName =
      part === 'state' &&
      SHORT_STREET_PATTERN.test(title) &&
      columns.some(
        (each) => each.place === place && each.part === 'state' && /state/i.test(each.candidate.title),
      )
    if (isStreetName) {
      candidate.field = addressField(place, 'streetName')
      continue
    }
    const startsNewAddress = meaning?.isNumberedAddress && (isGrouped || shapes.share('address') >= HALF)
    if (startsNewAddress) candidate.number = Number(/\d+/.exec(title)?.[0] ?? 0)
    const effectivePart = startsNewAddress && part === 'address2' ? 'address' : part
    candidate.field = addressField(place, partByCells(effectivePart, candidate))
  }
}

const SHORT_STREET_PATTERN = /(?:^|[^a-z])st$/i

function partByCells(part: AddressPart, { shapes: { share }, title }: Candidate): AddressPart {
  const isStreet = part === 'address' || part === 'address2'
  if (isStreet && share('address') >= HALF) return 'fullAddress'
  // "Street address, building number"
  if (part === 'houseNumber' && /address|stra[sß]/i.test(title) && share('street') >= HALF) return 'address'
  // "ST" can mean state or street.
  if (part === 'state' && SHORT_STREET_PATTERN.test(title) && share('street') >= HALF) return 'address'
  // The second line of an owner's address in county rolls, or a city with state and ZIP code.
  return (part === 'address2' || part === 'city') && share('placeLine') >= HALF ? 'cityStateZip' : part
}

const STREET_PARTS: readonly AddressPart[] = ['address', 'houseNumber', 'streetName', 'fullAddress']
const AREA_PARTS: readonly AddressPart[] = ['city', 'state', 'zipCode', 'cityStateZip']

/**
 * Joins "Property Address" and a plain "City": the area belongs to the street before it, or else to the only street
 * without an area.
 */
function joinStreetAndArea(candidates: Candidate[]): void {
  const columns = addressColumns(candidates)
    .filter(({ candidate }) => candidate.number === 0)
    .map((column) => ({ ...column, index: candidates.indexOf(column.candidate) }))
  const hasParts = (place: AddressPlace, parts: readonly AddressPart[]) =>
    columns.some((each) => each.place === place && parts.includes(each.part))
  const lacksParts = (place: AddressPlace, parts: readonly AddressPart[]) =>
    place !== 'plain' && hasParts(place, STREET_PARTS) && !hasParts(place, ['fullAddress', ...parts])
  if (hasParts('plain', STREET_PARTS)) {
    // "Primary location > Line 1" and "Primary location > City"
    const area = columns.filter(({ place }) => place === 'property')
    const parts = area.map(({ part }) => part)
    if (hasParts('property', STREET_PARTS) || hasParts('plain', ['fullAddress', ...parts])) return
    for (const { candidate, part } of area) candidate.field = addressField('plain', part)
    return
  }
  const joinTo = (column: (typeof columns)[number], place: AddressPlace): void => {
    const word = columns.find((each) => each.place === place)?.candidate.place
    Object.assign(column.candidate, { field: addressField(place, column.part), place: word })
    column.place = place
  }
  columns.forEach((column, columnIndex) => {
    const previousColumn = columns[columnIndex - 1]
    const followsStreet = column.place === 'plain' && previousColumn?.index === column.index - 1
    if (followsStreet && lacksParts(previousColumn.place, [column.part])) joinTo(column, previousColumn.place)
  })
  const plainColumns = columns.filter(({ place }) => place === 'plain')
  const parts = plainColumns.map(({ part }) => part).filter((part) => AREA_PARTS.includes(part))
  const [onlyPlace, ...otherPlaces] = new Set(
    columns.map(({ place }) => place).filter((place) => lacksParts(place, ['cityStateZip', ...parts])),
  )
  if (onlyPlace && otherPlaces.length === 0) for (const column of plainColumns) joinTo(column, onlyPlace)
}

/** Decides by a "Provincia" column or the cells if "Estado" means state or stage. */
function resolveStages(candidates: Candidate[]): void {
  const states = addressColumns(candidates).filter(({ part }) => part === 'state')
  for (const { candidate } of states) {
    if (!/^estado\b/.test(fold(candidate.title))) continue
    const filled = candidate.cells.filter((cell) => cell !== '')
    const stages = filled.filter((cell) => STAGE_WORD_PATTERN.test(fold(cell))).length
    const isStage = filled.length > 0 && stages >= filled.length * HALF
    const hasOtherState = states.some(
      ({ candidate: other }) => other !== candidate && other.field === candidate.field,
    )
    if (isStage || hasOtherState) candidate.field = 'stage'
  }
}

const STAGE_WORD_PATTERN =
  /^(?:(?:in)?(?:activ|ativ)|nuev[oa]s?$|nov[oa]s?$|client|lead|contact|cerrad|fechad|perdid|ganad|ganh|interes|prospect|potencial|pendient|pendente|visit|negoci|vendid|comprad)/

/** Reads "Aniversario" as a birthday (Portuguese), or next to "Cumpleaños" as an anniversary (Spanish). */
function resolveBirthdays(candidates: Candidate[]): void {
  if (!candidates.some(({ title }) => /cumplea/i.test(title))) return
  for (const candidate of candidates) {
    if (candidate.field === 'birthday' && /aniversario/i.test(candidate.title)) candidate.field = null
  }
}

/** Reads "Opt-out date" in an email program's export as an email opt-out. */
function resolveOptOuts(candidates: Candidate[]): void {
  const hasField = (wantedField: CsvField) => candidates.some(({ field }) => field === wantedField)
  if (!hasField('optOutEmail') || hasField('optOutCall') || hasField('optOutText')) return
  for (const candidate of candidates) {
    const namesContact = readHeaderTerms(fold, candidate.title).terms.some(
      ({ concept }) => concept === 'contact',
    )
    if (candidate.field === 'optOutAll' && !namesContact) candidate.field = 'optOutEmail'
  }
}

/** Reads "Número" next to the street as the house number, and "OWNER_TYPE" next to "OWNER_ST" as part of the street. */
function resolveStreetParts(candidates: Candidate[]): void {
  candidates.forEach((candidate, index) => {
    const [, prefix = '', partWord = ''] = STREET_PART_PATTERN.exec(candidate.title) ?? []
    if (candidate.field !== null || partWord === '') return
    const part = STREET_PART_OF.find(([pattern]) => pattern.test(partWord))?.[1]
    const distance = prefix === '' ? 1 : MAX_PART_DISTANCE
    const nearbyCandidates = candidates.slice(Math.max(0, index - distance), index + distance + 1)
    const street = addressColumns(nearbyCandidates).find(
      (each) =>
        (each.part === 'address' || each.part === 'streetName') && each.candidate.title.startsWith(prefix),
    )
    if (!part || !street || (prefix === '' && part !== 'houseNumber')) return
    // "Mail Name" is a person.
    if (/^name$/i.test(partWord) && candidate.shapes.share('oneWord') < HALF) return
    const { number, place } = street.candidate
    const field = addressField(street.place, part)
    Object.assign(candidate, { field, number, place, confidence: 'likely' })
  })
}

const STREET_PART_PATTERN = /^(\p{L}+[\s_])?(n[uú]mero|num|nbr|n[ºo°]\.?|nr\.?|dir|type|name|more)$/iu
const STREET_PART_OF: readonly [RegExp, AddressPart][] = [
  [/^n[^a]/i, 'houseNumber'],
  [/^more$/i, 'address2'],
  [/./, 'streetName'],
]
const MAX_PART_DISTANCE = 3
const MAX_STREET_LENGTH = 200

/** Reads "Location" next to a mailing address as the property's location. */
function resolveLocations(candidates: Candidate[]): void {
  const columns = addressColumns(candidates)
  const hasMailing = columns.some(
    ({ place, part }) => place === 'mailing' && (part === 'address' || part === 'fullAddress'),
  )
  const hasProperty = columns.some(({ place, part }) => place === 'property' && part === 'address')
  if (!hasMailing) return
  for (const { candidate, place, part } of columns) {
    if (place === 'plain' && /location/i.test(candidate.title)) {
      candidate.field = hasProperty ? null : addressField('property', part)
    }
  }
}

/** Drops street parts without a place word that repeat the full property address. */
function resolveLooseStreets(candidates: Candidate[]): void {
  const columns = addressColumns(candidates)
  const propertyStreet = columns.find(
    ({ place, part }) => place === 'property' && part === 'address',
  )?.candidate
  const parts = columns.filter(({ place, part }) => place === 'plain' && !AREA_PARTS.includes(part))
  const hasSeparateParts = parts.some(({ part }) => part === 'houseNumber' || part === 'streetName')
  if (!propertyStreet || !hasSeparateParts) return
  const toComparable = (cell: string | undefined) => fold(cell?.slice(0, MAX_STREET_LENGTH) ?? '')
  const areRepeated = parts.every(({ candidate }) =>
    candidate.cells.every((cell, index) =>
      toComparable(propertyStreet.cells[index]).includes(toComparable(cell)),
    ),
  )
  const hasArea = columns.some(({ place, part }) => place === 'plain' && AREA_PARTS.includes(part))
  if (!areRepeated && hasArea) return
  for (const { candidate } of parts) candidate.field = null
}

/** Drops repeated headers of fields that a contact has only once. */
function dropRepeatedColumns(candidates: Candidate[]): void {
  for (const candidate of candidates) {
    const isRepeated = candidate.rank >= REPEATED_RANK && candidate.rank !== NOT_DETECTED_BY_CELLS
    if (isRepeated && candidate.field && !/^(?:email|phone|notes|labels|optOut)/.test(candidate.field)) {
      candidate.field = null
    }
  }
}
