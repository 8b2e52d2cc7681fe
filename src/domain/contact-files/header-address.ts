import type { CellShape } from './cell-shapes.ts'
import { type AddressPart, type AddressPlace, addressField } from './csv-fields.ts'
import type { Concept } from './header-lexicon.ts'
import { type HeaderWords, isPerson, type Reading, UNRELATED } from './header-reading.ts'

export const PLACE_WORDS: readonly (readonly [Concept, AddressPlace])[] = [
  ['billing', 'mailing'],
  ['shipping', 'other'],
  ['tax', 'mailing'],
  // "Dirección postal del trabajo" is the work address.
  ['work', 'work'],
  ['home', 'home'],
  ['mailing', 'mailing'],
  ['mail', 'mailing'],
  ['email', 'mailing'],
  ['property', 'property'],
  ['company', 'work'],
  ['account', 'work'],
  ['other', 'other'],
  ['second', 'other'],
]

export function readAddress(words: HeaderWords): Reading[] | null {
  const { has } = words
  const part = addressPart(words)
  if (!part) return null
  if (has('date', 'status', 'note', 'source', 'web', 'sale')) return UNRELATED
  const [word, place] = PLACE_WORDS.find(([concept]) => has(concept)) ?? []
  const person = words.person()
  const addressPlace: AddressPlace = place ?? (person === 'owner' ? 'mailing' : 'plain')
  const isStreetPart =
    part === 'address' || part === 'address2' || part === 'houseNumber' || part === 'streetName'
  const { group: addressNumber, line } = addressNumbers(words, isStreetPart)
  const needs: Pick<Reading, 'shapes'> =
    words.unknownCount > 0 ? { shapes: [SHAPE_OF_PART[part] ?? 'words'] } : {}
  const reading = {
    place: `${word ?? (person === 'owner' ? 'owner' : '')}`,
    person: person === 'owner' || person === 'partner' || person === 'other' ? person : ('self' as const),
    number: addressNumber,
    ...needs,
  }
  const field = addressField(addressPlace, part === 'address' && line > 1 ? 'address2' : part)
  const isNumberedAddress =
    addressNumber === 0 &&
    line > 0 &&
    words.terms.some(({ concept, number }) => concept === 'address' && number > 0)
  const rank = part === 'address2' ? 50 + line : 50
  return [{ field, ...reading, rank, isNumberedAddress }]
}

const SHAPE_OF_PART: Partial<Record<AddressPart, CellShape>> = {
  address: 'street',
  zipCode: 'zip',
  state: 'state',
  fullAddress: 'address',
}

type PartRule = readonly [AddressPart, (words: HeaderWords) => boolean]

/** Rules for the address part of a header; the first match wins. */
const PART_RULES: readonly PartRule[] = [
  ['address2', ({ has }) => has('box')],
  ['fullAddress', (words) => isPlaceLine(words) && words.has('street', 'address') && words.has('zip')],
  ['cityStateZip', isPlaceLine],
  ['zip4', (words) => words.has('zip4') || words.numberOf('zip') === 4],
  ['zipCode', ({ has }) => has('zip')],
  ['country', ({ has }) => has('country')],
  [
    'houseNumber',
    ({ has }) => has('street', 'region') && has('name', 'suffix', 'type', 'direction') && has('number'),
  ],
  [
    'streetName',
    ({ has }) => has('street', 'region') && has('name', 'prefix', 'suffix', 'type', 'direction'),
  ],
  ['houseNumber', ({ has }) => has('region') && has('number')],
  ['city', ({ has }) => has('city')],
  ['state', ({ has }) => has('state', 'region') && !has('sale', 'deal')],
  ['address2', ({ has }) => has('unit') && !(has('owner') && has('number') && !has('address'))],
  ['houseNumber', ({ has }) => has('street', 'address') && has('number')],
  ['houseNumber', (words) => words.hasAll('property', 'number') && words.hasOnlyKnown('property', 'number')],
  [
    'streetName',
    (words) =>
      words.has('direction') && words.hasOnlyKnown('direction', 'property', 'mail', 'mailing', 'address'),
  ],
  [
    'streetName',
    ({ has }) => has('suffix') && has('property', 'mailing') && !has('name', 'first', 'lastName'),
  ],
  ['fullAddress', ({ has }) => has('address') && has('full')],
  ['address', ({ has }) => has('address', 'street') && !(has('address') && has('name'))],
  ['address', ({ has }) => has('line') && has('mailing', 'mail', 'property', 'home', 'work')],
]

function addressPart(words: HeaderWords): AddressPart | null {
  const isEmail = words.has('email') && !words.has('street', 'city', 'state', 'zip', 'country')
  if (isEmail || words.has('phone', 'web') || (words.has('address') && words.endsWith('company'))) return null
  return PART_RULES.find(([, applies]) => applies(words))?.[0] ?? null
}

/** True for several parts in one column: "City, State, Zip"; "State/Region" is a single part. */
function isPlaceLine(words: HeaderWords): boolean {
  const namedParts = [words.has('city'), words.has('state', 'region'), words.has('zip')].filter(
    Boolean,
  ).length
  return namedParts >= 2 && !words.hasAll('state', 'region')
}

/**
 * "Address 2 City" and "Address 2 - Street" belong to the second address; "Address 2" and "Street 2" are its second
 * line.
 */
function addressNumbers(words: HeaderWords, isStreet: boolean): { group: number; line: number } {
  let addressNumber = 0
  let line = 0
  const lastIndex = words.terms.length - 1
  words.terms.forEach(({ concept, number }, index) => {
    if (number === 0 || isPerson(concept) || concept === 'zip') return
    const hasWordsAfter = index < lastIndex
    if (!isStreet || (concept !== 'line' && hasWordsAfter && addressNumber === 0))
      addressNumber = addressNumber || number
    else line = number
  })
  // The number is last in "Home Address 2".
  return { group: addressNumber, line }
}
