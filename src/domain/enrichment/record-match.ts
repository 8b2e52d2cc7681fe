import { stateCode } from '../identity/address.ts'
import { comparableCounty } from '../identity/county.ts'
import { fold } from '../identity/name.ts'
import { hasSurname, isNamed, nameWords, type PersonName, partiesOf } from '../signals/name-match.ts'
import { isSameCity, isSameHome, type PostalPlace } from '../signals/place-match.ts'
import type { PublicRecord } from './public-record.ts'

/** A county; `state` is a two-letter code. */
export type County = { name: string; state: string }

/** The person to find documents about: name, home, and the county of the home if known. */
export type RecordSubject = PersonName & PostalPlace & { county: County | null }

/**
 * True if a document is about a person: it has their name in their city, or their surname at their home. A name alone is
 * not enough. Permits and listings are about the home, declared disasters about the county.
 */
export function isRecordAbout(record: PublicRecord, subject: RecordSubject): boolean {
  const { address, details, kind } = record
  if (kind === 'disaster' && details.damage !== true) return isInCounty(record, subject.county)
  if (address === null) return false
  const isAtHome = isSameHome(address, subject)
  if (kind === 'permit' || kind === 'listing' || kind === 'disaster') return isAtHome
  const parties = partiesOf(recordNames(record))
  if (parties.some((party) => isNamed(party, subject))) return isAtHome || isSameCity(address, subject)
  return isAtHome && parties.some((party) => hasSurname(party, subject.lastName))
}

function isInCounty({ address, details }: PublicRecord, county: County | null): boolean {
  if (!county || !details.county || !address?.state) return false
  return countyKey(details.county, address.state) === countyKey(county.name, county.state)
}

function recordNames({ names, details }: PublicRecord): string[] {
  return [...names, ...(details.grantors ?? []), ...(details.grantees ?? [])]
}

/** Search words of a document: the words of all names on it. */
export function recordWords(record: PublicRecord): string[] {
  return [...new Set(recordNames(record).flatMap(nameWords))]
}

/** Search keys of a document's places. */
export function recordPlaceKeys({ address, details }: PublicRecord): string[] {
  const county = details.county && address?.state ? [countyKey(details.county, address.state)] : []
  return address ? [...townKeys(address), ...homeKeys(address), ...county] : []
}

/** Keys of a town: its ZIP code, and its state with the city. */
export function townKeys({ city, state, zipCode }: PostalPlace): string[] {
  const zip = /^\d{5}/.exec(zipCode?.trim() ?? '')?.[0]
  const stateCodeOfTown = state ? stateCode(state) : null
  return [...(zip ? [zip] : []), ...(city && stateCodeOfTown ? [`${stateCodeOfTown}|${fold(city)}`] : [])]
}

/** Keys of a home: those of the town with the house number. */
export function homeKeys(place: PostalPlace): string[] {
  const number = /^\s*(\d{1,6})\b/.exec(place.street ?? '')?.[1]
  return number ? townKeys(place).map((town) => `${town}#${number}`) : []
}

/** Key of a county, for declared disasters. */
export function countyKey(county: string, state: string): string {
  return `county:${stateCode(state) ?? fold(state)}|${comparableCounty(county)}`
}
