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

/** "Name" beside "First Name" or "Vorname" is the last name, unless its cells have full names. */
export function resolveNames(candidates: Candidate[]): void {
  const own = (field: CsvField) => candidates.find((candidate) => candidate.field === field)
  const [first, last] = [own('firstName'), own('lastName')]
  // "Lead Name" beside "Contact Name" is the household or company.
  for (const each of candidates) {
    if (each.field === 'fullName' && /^lead\b/i.test(each.title.replaceAll('_', ' '))) each.rank += LEAD_RANK
  }
  // "Nom du conjoint" beside "Prénom du conjoint".
  const partner = own('partnerName')
  if (partner && own('partnerFirstName') && !own('partnerLastName')) partner.field = 'partnerLastName'
  // "Full Name" always has the full name.
  const whole = candidates.find(
    ({ field, meaning }) => field === 'fullName' && meaning && (meaning.isWeak || meaning.rank >= NAME_RANK),
  )
  if (!whole || (first && last)) return
  const beside = first ?? last
  if (!beside) return
  const pairs = whole.cells.map((cell, index) => [fold(cell), fold(beside.cells[index] ?? '')] as const)
  const both = pairs.filter(([name, part]) => name !== '' && part !== '')
  const contained = both.filter(([name, part]) => name !== part && name.includes(part)).length
  if (both.length > 0 && contained >= both.length * HALF) return
  whole.field = first ? 'lastName' : 'firstName'
}

const LEAD_RANK = 20
const NAME_RANK = 50

/** "Address 2" is a second line or a second address; an address cell may also have city and ZIP. */
export function resolveAddresses(candidates: Candidate[]): void {
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
    if (isOwnGroup) candidate.number = addressLineOf(candidate)
    const part = resolvePart(isOwnGroup && placed.part === 'address2' ? 'address' : placed.part, candidate)
    candidate.field = addressField(placed.place, part)
  }
}

const STREET_PARTS: readonly AddressPart[] = ['address', 'houseNumber', 'streetName', 'fullAddress']
const AREA_PARTS: readonly AddressPart[] = ['city', 'state', 'zipCode', 'cityStateZip']

/**
 * "Property Address" beside a bare "City" is one address: joins a street without an area to an area without a street.
 */
export function joinStreetAndArea(candidates: Candidate[]): void {
  const places = new Map<AddressPlace, { parts: Set<AddressPart>; columns: Candidate[] }>()
  for (const candidate of candidates) {
    const placed = candidate.field && candidate.number === 0 ? addressPartOf(candidate.field) : null
    if (!placed) continue
    const known = places.get(placed.place) ?? { parts: new Set(), columns: [] }
    known.parts.add(placed.part)
    known.columns.push(candidate)
    places.set(placed.place, known)
  }
  const plain = places.get('plain')?.parts
  const has = (parts: ReadonlySet<AddressPart>, some: readonly AddressPart[]) =>
    some.some((part) => parts.has(part))
  if (!plain || has(plain, STREET_PARTS) || !has(plain, AREA_PARTS)) return
  const streets = [...places].filter(
    ([place, { parts }]) =>
      place !== 'plain' && has(parts, STREET_PARTS) && !parts.has('fullAddress') && !has(parts, AREA_PARTS),
  )
  const [only, ...others] = streets
  if (!only || others.length > 0) return
  for (const column of only[1].columns) {
    const placed = column.field && addressPartOf(column.field)
    if (placed) column.field = addressField('plain', placed.part)
  }
}

function resolvePart(part: AddressPart, { shapes: { share }, title }: Candidate): AddressPart {
  const isStreet = part === 'address' || part === 'address2'
  if (isStreet && share('address') >= HALF) return 'fullAddress'
  // "ST" means state or street.
  if (part === 'state' && /(?:^|[^a-z])st$/i.test(title) && share('street') >= HALF) return 'address'
  // The second line of an owner's address in county rolls, or a city with everything after it.
  return (part === 'address2' || part === 'city') && share('placeLine') >= HALF ? 'cityStateZip' : part
}

/** "Estado" means state or stage: decided by a "Provincia" column or by the cells. */
export function resolveStages(candidates: Candidate[]): void {
  const states = candidates.filter(({ field }) => field && addressPartOf(field)?.part === 'state')
  for (const candidate of states) {
    if (fold(candidate.title) !== 'estado') continue
    const filled = candidate.cells.filter((cell) => cell !== '')
    const stages = filled.filter((cell) => STAGE.test(fold(cell))).length
    const isStage = filled.length > 0 && stages >= filled.length * HALF
    const other = states.find((each) => each !== candidate && each.field === candidate.field)
    if (isStage || other) {
      candidate.field = 'stage'
    }
  }
}

const STAGE =
  /^(?:(?:in)?(?:activ|ativ)|nuev[oa]s?$|nov[oa]s?$|client|lead|contact|cerrad|fechad|perdid|ganad|ganh|interes|prospect|potencial|pendient|pendente|visit|negoci|vendid|comprad)/

/** "Aniversario" is a birthday in Portuguese; in Spanish, beside "Cumpleaños", an anniversary. */
export function resolveBirthdays(candidates: Candidate[]): void {
  const isSpanish = candidates.some(({ title }) => /cumplea/i.test(title))
  if (!isSpanish) return
  for (const candidate of candidates) {
    if (candidate.field === 'birthday' && /aniversario/i.test(candidate.title)) candidate.field = null
  }
}

/** "Opt-out date" in an email program's export refers to email. */
export function resolveOptOuts(candidates: Candidate[]): void {
  const hasField = (wanted: CsvField) => candidates.some(({ field }) => field === wanted)
  if (!hasField('optOutEmail') || hasField('optOutCall') || hasField('optOutText')) return
  for (const candidate of candidates) {
    const isNamed = readHeaderTerms(fold, candidate.title).terms.some(({ concept }) => concept === 'contact')
    if (candidate.field === 'optOutAll' && !isNamed) candidate.field = 'optOutEmail'
  }
}

function isStreet(candidate: Candidate | undefined): boolean {
  const part = candidate?.field ? addressPartOf(candidate.field)?.part : undefined
  return part === 'address' || part === 'streetName'
}

/** "Número" beside the street is the house number. */
export function resolveHouseNumbers(candidates: Candidate[]): void {
  candidates.forEach((candidate, index) => {
    if (candidate.field !== null || !/^(?:n[uú]mero|n[ºo°]\.?|nr\.?)$/i.test(candidate.title)) return
    const street = [candidates[index - 1], candidates[index + 1]].find(isStreet)
    const placed = street?.field ? addressPartOf(street.field) : null
    if (!street || !placed) return
    const { number, place } = street
    Object.assign(candidate, { field: addressField(placed.place, 'houseNumber'), number, place })
    candidate.confidence = 'likely'
  })
}

/** "Location" beside a mailing address is the property's location. */
export function resolveLocations(candidates: Candidate[]): void {
  const hasMailing = candidates.some(
    ({ field }) => field === 'mailing.address' || field === 'mailing.fullAddress',
  )
  if (!hasMailing) return
  for (const candidate of candidates) {
    const placed = candidate.field ? addressPartOf(candidate.field) : null
    if (placed?.place === 'plain' && /location/i.test(candidate.title)) {
      candidate.field = addressField('property', placed.part)
    }
  }
}

/** Street parts without a place word that repeat the full property address. */
export function resolveLooseStreets(candidates: Candidate[]): void {
  const partsOf = (place: string) =>
    new Set(
      candidates.flatMap(({ field }) => {
        const placed = field ? addressPartOf(field) : null
        return placed?.place === place ? [placed.part] : []
      }),
    )
  const plain = partsOf('plain')
  const isLoose = plain.has('streetName') || plain.has('houseNumber')
  const hasPlace = (['city', 'state', 'zipCode', 'fullAddress', 'cityStateZip'] as const).some((part) =>
    plain.has(part),
  )
  if (!isLoose || hasPlace || !partsOf('property').has('address')) return
  for (const candidate of candidates) {
    const placed = candidate.field ? addressPartOf(candidate.field) : null
    if (placed?.place === 'plain') candidate.field = null
  }
}

function addressLineOf({ title }: Candidate): number {
  return Number(/\d+/.exec(title)?.[0] ?? 0)
}

/** Drops repeated headers of fields that a contact has only once. */
export function dropRepeats(candidates: Candidate[]): void {
  for (const candidate of candidates) {
    const isRepeated = candidate.rank >= REPEATED_RANK && candidate.rank !== NOT_DETECTED_BY_CELLS
    if (isRepeated && candidate.field && !/^(?:email|phone|notes|labels|optOut)/.test(candidate.field)) {
      candidate.field = null
    }
  }
}
