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

/** Corrects columns by the others of the file, in this order. */
export function resolveTogether(candidates: Candidate[]): void {
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
    dropRepeats,
  ]) {
    resolve(candidates)
  }
}

/** Address columns with their place and part. */
function addressColumns(candidates: readonly Candidate[]) {
  return candidates.flatMap((candidate) => {
    const placed = candidate.field && addressPartOf(candidate.field)
    return placed ? [{ candidate, ...placed }] : []
  })
}

/** "Name" beside "First Name" or "Vorname" is the last name, unless its cells have full names. */
function resolveNames(candidates: Candidate[]): void {
  const own = (field: CsvField) => candidates.find((candidate) => candidate.field === field)
  const [first, last] = [own('firstName'), own('lastName')]
  // "Lead Name" beside "Contact Name" is the household or company.
  for (const each of candidates) {
    if (each.field === 'fullName' && /^lead\b/i.test(each.title.replaceAll('_', ' '))) each.rank += LEAD_RANK
  }
  // "Second name" between them is a middle name.
  for (const each of candidates) {
    if (first && last && /^second name$/i.test(each.title)) each.field = 'middleName'
  }
  // "Nom du conjoint" beside "Prénom du conjoint".
  const partner = own('partnerName')
  if (partner && own('partnerFirstName') && !own('partnerLastName')) partner.field = 'partnerLastName'
  // "Full Name" always has the full name.
  const whole = candidates.find(
    ({ field, meaning }) => field === 'fullName' && meaning && (meaning.isWeak || meaning.rank >= NAME_RANK),
  )
  const otherName = first ?? last
  if (!whole || !otherName || (first && last)) return
  const pairs = whole.cells.map((cell, index) => [fold(cell), fold(otherName.cells[index] ?? '')] as const)
  const both = pairs.filter(([name, part]) => name !== '' && part !== '')
  const contained = both.filter(([name, part]) => name !== part && name.includes(part)).length
  if (both.length > 0 && contained >= both.length * HALF) return
  whole.field = first ? 'lastName' : 'firstName'
}

const LEAD_RANK = 20
const NAME_RANK = 50

/** "Address 2" is a second line or a second address; an address cell may also have city and ZIP. */
function resolveAddresses(candidates: Candidate[]): void {
  const placed = addressColumns(candidates)
  const isGrouped = placed.some(
    ({ candidate: { number, meaning }, part }) =>
      number > 1 && !meaning?.isNumberedAddress && part !== 'address2',
  )
  for (const { candidate, place, part } of placed) {
    const { meaning, shapes, title } = candidate
    // "OWNER_ST" beside "OWNER_STATE" is the street.
    const isStreetName =
      part === 'state' &&
      SHORT_STREET.test(title) &&
      placed.some(
        (each) => each.place === place && each.part === 'state' && /state/i.test(each.candidate.title),
      )
    if (isStreetName) {
      candidate.field = addressField(place, 'streetName')
      continue
    }
    const isOwnGroup = meaning?.isNumberedAddress && (isGrouped || shapes.share('address') >= HALF)
    if (isOwnGroup) candidate.number = Number(/\d+/.exec(title)?.[0] ?? 0)
    const ownPart = isOwnGroup && part === 'address2' ? 'address' : part
    candidate.field = addressField(place, partByCells(ownPart, candidate))
  }
}

const SHORT_STREET = /(?:^|[^a-z])st$/i

function partByCells(part: AddressPart, { shapes: { share }, title }: Candidate): AddressPart {
  const isStreet = part === 'address' || part === 'address2'
  if (isStreet && share('address') >= HALF) return 'fullAddress'
  // "Street address, building number"
  if (part === 'houseNumber' && /address|stra[sß]/i.test(title) && share('street') >= HALF) return 'address'
  // "ST" means state or street.
  if (part === 'state' && SHORT_STREET.test(title) && share('street') >= HALF) return 'address'
  // The second line of an owner's address in county rolls, or a city with everything after it.
  return (part === 'address2' || part === 'city') && share('placeLine') >= HALF ? 'cityStateZip' : part
}

const STREET_PARTS: readonly AddressPart[] = ['address', 'houseNumber', 'streetName', 'fullAddress']
const AREA_PARTS: readonly AddressPart[] = ['city', 'state', 'zipCode', 'cityStateZip']

/**
 * "Property Address" beside a bare "City" is one address: the area belongs to the street in front of it, else to the
 * only street without an area.
 */
function joinStreetAndArea(candidates: Candidate[]): void {
  const columns = addressColumns(candidates)
    .filter(({ candidate }) => candidate.number === 0)
    .map((column) => ({ ...column, index: candidates.indexOf(column.candidate) }))
  const has = (place: AddressPlace, parts: readonly AddressPart[]) =>
    columns.some((each) => each.place === place && parts.includes(each.part))
  const lacks = (place: AddressPlace, parts: readonly AddressPart[]) =>
    place !== 'plain' && has(place, STREET_PARTS) && !has(place, ['fullAddress', ...parts])
  if (has('plain', STREET_PARTS)) {
    // "Primary location > Line 1" and "Primary location > City"
    const area = columns.filter(({ place }) => place === 'property')
    const parts = area.map(({ part }) => part)
    if (has('property', STREET_PARTS) || has('plain', ['fullAddress', ...parts])) return
    for (const { candidate, part } of area) candidate.field = addressField('plain', part)
    return
  }
  const join = (column: (typeof columns)[number], place: AddressPlace): void => {
    const word = columns.find((each) => each.place === place)?.candidate.place
    Object.assign(column.candidate, { field: addressField(place, column.part), place: word })
    column.place = place
  }
  columns.forEach((column, at) => {
    const before = columns[at - 1]
    const isBehind = column.place === 'plain' && before?.index === column.index - 1
    if (isBehind && lacks(before.place, [column.part])) join(column, before.place)
  })
  const loose = columns.filter(({ place }) => place === 'plain')
  const parts = loose.map(({ part }) => part).filter((part) => AREA_PARTS.includes(part))
  const [only, ...others] = new Set(
    columns.map(({ place }) => place).filter((place) => lacks(place, ['cityStateZip', ...parts])),
  )
  if (only && others.length === 0) for (const column of loose) join(column, only)
}

/** "Estado" means state or stage: decided by a "Provincia" column or by the cells. */
function resolveStages(candidates: Candidate[]): void {
  const states = addressColumns(candidates).filter(({ part }) => part === 'state')
  for (const { candidate } of states) {
    if (!/^estado\b/.test(fold(candidate.title))) continue
    const filled = candidate.cells.filter((cell) => cell !== '')
    const stages = filled.filter((cell) => STAGE.test(fold(cell))).length
    const isStage = filled.length > 0 && stages >= filled.length * HALF
    const hasOther = states.some(
      ({ candidate: other }) => other !== candidate && other.field === candidate.field,
    )
    if (isStage || hasOther) candidate.field = 'stage'
  }
}

const STAGE =
  /^(?:(?:in)?(?:activ|ativ)|nuev[oa]s?$|nov[oa]s?$|client|lead|contact|cerrad|fechad|perdid|ganad|ganh|interes|prospect|potencial|pendient|pendente|visit|negoci|vendid|comprad)/

/** "Aniversario" is a birthday in Portuguese; in Spanish, beside "Cumpleaños", an anniversary. */
function resolveBirthdays(candidates: Candidate[]): void {
  if (!candidates.some(({ title }) => /cumplea/i.test(title))) return
  for (const candidate of candidates) {
    if (candidate.field === 'birthday' && /aniversario/i.test(candidate.title)) candidate.field = null
  }
}

/** "Opt-out date" in an email program's export refers to email. */
function resolveOptOuts(candidates: Candidate[]): void {
  const hasField = (wanted: CsvField) => candidates.some(({ field }) => field === wanted)
  if (!hasField('optOutEmail') || hasField('optOutCall') || hasField('optOutText')) return
  for (const candidate of candidates) {
    const isNamed = readHeaderTerms(fold, candidate.title).terms.some(({ concept }) => concept === 'contact')
    if (candidate.field === 'optOutAll' && !isNamed) candidate.field = 'optOutEmail'
  }
}

/** "Número" beside the street is the house number, "OWNER_TYPE" beside "OWNER_ST" a part of the street. */
function resolveStreetParts(candidates: Candidate[]): void {
  candidates.forEach((candidate, index) => {
    const [, prefix = '', tail = ''] = STREET_PART.exec(candidate.title) ?? []
    if (candidate.field !== null || tail === '') return
    const part = STREET_PART_OF.find(([pattern]) => pattern.test(tail))?.[1]
    const distance = prefix === '' ? 1 : MAX_PART_DISTANCE
    const near = candidates.slice(Math.max(0, index - distance), index + distance + 1)
    const street = addressColumns(near).find(
      (each) =>
        (each.part === 'address' || each.part === 'streetName') && each.candidate.title.startsWith(prefix),
    )
    if (!part || !street || (prefix === '' && part !== 'houseNumber')) return
    // "Mail Name" is a person.
    if (/^name$/i.test(tail) && candidate.shapes.share('oneWord') < HALF) return
    const { number, place } = street.candidate
    const field = addressField(street.place, part)
    Object.assign(candidate, { field, number, place, confidence: 'likely' })
  })
}

const STREET_PART = /^(\p{L}+[\s_])?(n[uú]mero|num|nbr|n[ºo°]\.?|nr\.?|dir|type|name|more)$/iu
const STREET_PART_OF: readonly [RegExp, AddressPart][] = [
  [/^n[^a]/i, 'houseNumber'],
  [/^more$/i, 'address2'],
  [/./, 'streetName'],
]
const MAX_PART_DISTANCE = 3
const MAX_STREET_LENGTH = 200

/** "Location" beside a mailing address is the property's location. */
function resolveLocations(candidates: Candidate[]): void {
  const placed = addressColumns(candidates)
  const hasMailing = placed.some(
    ({ place, part }) => place === 'mailing' && (part === 'address' || part === 'fullAddress'),
  )
  const hasProperty = placed.some(({ place, part }) => place === 'property' && part === 'address')
  if (!hasMailing) return
  for (const { candidate, place, part } of placed) {
    if (place === 'plain' && /location/i.test(candidate.title)) {
      candidate.field = hasProperty ? null : addressField('property', part)
    }
  }
}

/** Street parts without a place word that repeat the full property address. */
function resolveLooseStreets(candidates: Candidate[]): void {
  const placed = addressColumns(candidates)
  const whole = placed.find(({ place, part }) => place === 'property' && part === 'address')?.candidate
  const parts = placed.filter(({ place, part }) => place === 'plain' && !AREA_PARTS.includes(part))
  const isParted = parts.some(({ part }) => part === 'houseNumber' || part === 'streetName')
  if (!whole || !isParted) return
  const shortened = (cell: string | undefined) => fold(cell?.slice(0, MAX_STREET_LENGTH) ?? '')
  const areRepeats = parts.every(({ candidate }) =>
    candidate.cells.every((cell, index) => shortened(whole.cells[index]).includes(shortened(cell))),
  )
  const hasArea = placed.some(({ place, part }) => place === 'plain' && AREA_PARTS.includes(part))
  if (!areRepeats && hasArea) return
  for (const { candidate } of parts) candidate.field = null
}

/** Drops repeated headers of fields that a contact has only once. */
function dropRepeats(candidates: Candidate[]): void {
  for (const candidate of candidates) {
    const isRepeated = candidate.rank >= REPEATED_RANK && candidate.rank !== NOT_DETECTED_BY_CELLS
    if (isRepeated && candidate.field && !/^(?:email|phone|notes|labels|optOut)/.test(candidate.field)) {
      candidate.field = null
    }
  }
}
