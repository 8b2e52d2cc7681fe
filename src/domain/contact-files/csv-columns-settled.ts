import { fold } from '../identity/name.ts'
import { type Candidate, HALF, NEVER_BY_CELLS, REPEATED_RANK } from './csv-column.ts'
import {
  type AddressPart,
  type AddressPlace,
  addressField,
  addressPartOf,
  type CsvField,
} from './csv-fields.ts'

/** "Name" beside "First Name" or "Vorname" is the last name, unless its cells hold the whole. */
export function settleNames(candidates: Candidate[]): void {
  const own = (field: CsvField) => candidates.find((candidate) => candidate.field === field)
  const [first, last] = [own('firstName'), own('lastName')]
  // "Lead Name" beside "Contact Name" is the household or company.
  for (const each of candidates) {
    if (each.field === 'fullName' && /^lead\b/i.test(each.title.replaceAll('_', ' '))) each.rank += LEAD_RANK
  }
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

const LEAD_RANK = 20

/** "Address 2" is the second line of an address, or a second address; an address cell may hold city and ZIP, too. */
export function settleAddresses(candidates: Candidate[]): void {
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

const STREET_PARTS: readonly AddressPart[] = ['address', 'houseNumber', 'streetName', 'fullAddress']
const AREA_PARTS: readonly AddressPart[] = ['city', 'state', 'zipCode', 'cityStateZip']

/** "Property Address" beside a bare "City" is one address: a street without an area joins the area without a street. */
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

function settledPart(part: AddressPart, { shapes: { share }, title }: Candidate): AddressPart {
  const isStreet = part === 'address' || part === 'address2'
  if (isStreet && share('address') >= HALF) return 'fullAddress'
  // "ST" is a state, or a street.
  if (part === 'state' && /(?:^|[^a-z])st$/i.test(title) && share('street') >= HALF) return 'address'
  // The second line of an owner's address in county rolls, or a city with all that follows.
  return (part === 'address2' || part === 'city') && share('placeLine') >= HALF ? 'cityStateZip' : part
}

/** "Aniversario" is the birthday in Portuguese; in Spanish, beside "Cumpleaños", it is an anniversary. */
export function settleBirthdays(candidates: Candidate[]): void {
  const isSpanish = candidates.some(({ title }) => /cumplea/i.test(title))
  if (!isSpanish) return
  for (const candidate of candidates) {
    if (candidate.field === 'birthday' && /aniversario/i.test(candidate.title)) candidate.field = null
  }
}

/** "Opt-out date" in an export of a mail program speaks of e-mail. */
export function settleOptOuts(candidates: Candidate[]): void {
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
export function dropRepeats(candidates: Candidate[]): void {
  for (const candidate of candidates) {
    const isRepeated = candidate.rank >= REPEATED_RANK && candidate.rank !== NEVER_BY_CELLS
    if (isRepeated && candidate.field && !/^(?:email|phone|notes|labels|optOut)/.test(candidate.field)) {
      candidate.field = null
    }
  }
}
