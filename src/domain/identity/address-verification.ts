import { wordGroups } from '../word-lists.ts'
import { isZipCode, stateCode, stateName } from './address.ts'
import { ADDRESS_FIELDS, type ContactDraft } from './contact-draft.ts'
import { fold } from './name.ts'
import { parseStreetLine } from './street-line.ts'
import { NOTHING_TO_VERIFY, type Verification } from './verification.ts'
import type { ZipPlace } from './zip-place.ts'

export type AddressInput = Pick<ContactDraft, (typeof ADDRESS_FIELDS)[number]>

/** A source that has the same home on record. */
export type AddressConfirmation = { by: string; at: string }

export type AddressChecks = {
  /** Null if the list has no such ZIP code; undefined if the list couldn't be read. */
  zip: ZipPlace | null | undefined
  confirmation: AddressConfirmation | null
  geocoder: GeocoderResult
  at: string
}

/** Result of the geocoder. */
export type GeocoderResult = 'found' | 'not_found' | 'unavailable' | 'not_asked'

/** ZIP codes known to cross a state line. */
const CROSS_STATE_ZIPS = new Map(
  wordGroups(`
    02861 MA RI; 42223 KY TN; 59221 MT ND; 63673 IL MO; 71749 AR LA; 73949 OK TX; 81137 CO NM; 84536 AZ UT;
    86044 AZ UT; 86515 AZ NM; 88063 NM TX; 89439 CA NV; 97635 CA OR
  `).map(([zip = '', ...states]) => [zip, states]),
)

/** Five-digit ZIP code of an address, from its own field or else the street line. */
export function zipOf({ zipCode, address }: AddressInput): string | null {
  const zipCodeText = zipCode?.trim() || (address && parseStreetLine(address)?.zipCode) || ''
  return isZipCode(zipCodeText) ? zipCodeText.slice(0, 5) : null
}

/** True if the address names a house, so that a geocoder can check it. */
export function isGeocodable({ address, city, state, zipCode }: AddressInput): boolean {
  return Boolean(address && parseStreetLine(address)?.number && (zipCode || (city && state)))
}

/**
 * Verifies a postal address: failed if ZIP and state contradict each other, verified if a geocoder or the home's own
 * record has it, otherwise unverified. One ZIP code can have several city names, so another city is no contradiction.
 */
export function judgeAddress(input: AddressInput, checks: AddressChecks): Verification {
  const { zip, confirmation, geocoder, at } = checks
  if (ADDRESS_FIELDS.every((field) => !input[field])) return NOTHING_TO_VERIFY
  const contradiction = findContradiction(input, zip ?? null)
  if (contradiction) return { status: 'failed', reason: contradiction, checkedAt: at }
  if (confirmation) {
    return { status: 'verified', reason: `${confirmation.by} has this address`, checkedAt: confirmation.at }
  }
  if (geocoder === 'unavailable') {
    return { status: 'pending', reason: 'Waiting for the geocoder', checkedAt: at }
  }
  return { status: 'unverified', reason: explainUncertainty(input, zip, geocoder), checkedAt: at }
}

/** State of the address, from its own field or after the street. */
function stateOf({ state, address }: AddressInput): string | null {
  return stateCode(state?.trim() || (address && parseStreetLine(address)?.state) || '')
}

function findContradiction(input: AddressInput, zip: ZipPlace | null): string | null {
  const state = stateOf(input)
  const zipCode = input.zipCode?.trim()
  if (state && zipCode && !isZipCode(zipCode)) return `“${zipCode}” is not a ZIP code`
  if (!zip?.state || !state || zip.state === state) return null
  if (CROSS_STATE_ZIPS.get(zip.zipCode)?.includes(state)) return null
  const zipPlaceName = [zip.cities[0], stateName(zip.state) ?? zip.state].filter(Boolean).join(', ')
  return `ZIP ${zip.zipCode} is in ${zipPlaceName}, not in ${stateName(state) ?? state}. Did you mean ${zip.state}?`
}

/** The first reason why the address is uncertain. */
function explainUncertainty(
  input: AddressInput,
  zip: ZipPlace | null | undefined,
  geocoder: GeocoderResult,
): string {
  const { address, city, state } = input
  const zipCode = zipOf(input)
  if (state?.trim() && !stateCode(state)) {
    return zip?.state
      ? `“${state.trim()}” is not a state; ZIP ${zip.zipCode} is in ${stateName(zip.state) ?? zip.state}`
      : 'We can only check US addresses'
  }
  if (zipCode && zip === null) return `ZIP ${zipCode} isn’t in our ZIP code list`
  if (zip && city && !hasCity(zip, city)) {
    return `ZIP ${zip.zipCode} is ${zip.cities[0]} in our ZIP code list, which has one city per ZIP`
  }
  const line = address ? parseStreetLine(address) : null
  if (!address) return 'No street address, so only the area is known'
  if (line?.box) return 'A PO box: we don’t know the home address'
  if (!line?.number) return 'The street address has no house number'
  if (geocoder === 'not_found') return 'The geocoder couldn’t find this address'
  if (!zip) return 'No ZIP code to check against'
  return 'ZIP, city and state match; the house itself wasn’t checked'
}

function hasCity({ cities }: ZipPlace, city: string): boolean {
  const comparableCity = toComparableCity(city)
  return cities.some((name) => toComparableCity(name) === comparableCity)
}

/** `St. Louis` = `Saint Louis`, `Ft Worth` = `Fort Worth`, `Mt. Prospect` = `Mount Prospect`. */
function toComparableCity(city: string): string {
  return fold(city)
    .replace(/[.'’-]/g, ' ')
    .replace(/\bsaint\b/g, 'st')
    .replace(/\bfort\b/g, 'ft')
    .replace(/\bmount\b/g, 'mt')
    .replace(/\s+/g, ' ')
    .trim()
}
