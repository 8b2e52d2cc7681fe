import { stateCode } from '../identity/address.ts'
import { comparableCounty } from '../identity/county.ts'
import { fold } from '../identity/name.ts'
import { hasSurname, isNamed, nameWords, type PersonName, partiesOf } from '../signals/name-match.ts'
import { isSameCity, isSameHome, type PostalPlace } from '../signals/place-match.ts'
import type { PublicRecord } from './public-record.ts'

/** A county with the postal code of its state. */
export type County = { name: string; state: string }

/** Whose documents are looked for: name, home, and the county of the home where it is known. */
export type RecordSubject = PersonName & PostalPlace & { county: County | null }

/**
 * Whether a document is about a person: named on it in their city, or their surname at their home. A name alone is
 * nobody. A permit or listing is about the home, a declared disaster about the county.
 */
export function isRecordAbout(record: PublicRecord, subject: RecordSubject): boolean {
  const { address, details, kind } = record
  if (kind === 'disaster' && details.damage !== true) return isInCounty(record, subject.county)
  if (address === null) return false
  const atHome = isSameHome(address, subject)
  if (kind === 'permit' || kind === 'listing' || kind === 'disaster') return atHome
  const parties = partiesOf(recordNames(record))
  if (parties.some((party) => isNamed(party, subject))) return atHome || isSameCity(address, subject)
  return atHome && parties.some((party) => hasSurname(party, subject.lastName))
}

function isInCounty({ address, details }: PublicRecord, county: County | null): boolean {
  if (!county || !details.county || !address?.state) return false
  return countyKey(details.county, address.state) === countyKey(county.name, county.state)
}

function recordNames({ names, details }: PublicRecord): string[] {
  return [...names, ...(details.grantors ?? []), ...(details.grantees ?? [])]
}

/** The words by which a document is found: of every name on it. */
export function recordWords(record: PublicRecord): string[] {
  return [...new Set(recordNames(record).flatMap(nameWords))]
}

/** The places by which a document is found. */
export function recordPlaces({ address, details }: PublicRecord): string[] {
  const county = details.county && address?.state ? [countyKey(details.county, address.state)] : []
  return address ? [...townKeys(address), ...homeKeys(address), ...county] : []
}

/** ZIP code, and state with city: where a named person's documents are. */
export function townKeys({ city, state, zipCode }: PostalPlace): string[] {
  const zip = /^\d{5}/.exec(zipCode?.trim() ?? '')?.[0]
  const code = state ? stateCode(state) : null
  return [...(zip ? [zip] : []), ...(city && code ? [`${code}|${fold(city)}`] : [])]
}

/** The same with the house number: where documents about a home are. */
export function homeKeys(place: PostalPlace): string[] {
  const number = /^\s*(\d{1,6})\b/.exec(place.street ?? '')?.[1]
  return number ? townKeys(place).map((town) => `${town}#${number}`) : []
}

/** State with county: where declarations are. */
export function countyKey(county: string, state: string): string {
  return `county:${stateCode(state) ?? fold(state)}|${comparableCounty(county)}`
}
