import { type Place, sameCity, sameHome } from '../signals/place-match.ts'
import type { IsoDate, KnownAddress, PersonRecord } from './person-record.ts'

function isSamePlace(a: Place, b: Place): boolean {
  return sameHome(a, b) || (!a.street && !b.street && sameCity(a, b))
}

function dated(address: KnownAddress, former: readonly KnownAddress[], today: IsoDate): KnownAddress {
  const known = former.find((other) => isSamePlace(other, address))
  if (known?.firstSeen) return { ...address, firstSeen: known.firstSeen }
  const isNew = !known && former.length > 0 && address.moveInDate === null
  return isNew ? { ...address, firstSeen: today } : address
}

/**
 * The record with the day on which undated addresses turned up, which only a comparison with the record before can
 * tell. Of somebody of whom no address was known none is new.
 */
export function withFirstSeen(
  person: PersonRecord,
  before: PersonRecord | null,
  today: IsoDate,
): PersonRecord {
  if (!before) return person
  return { ...person, addresses: person.addresses.map((each) => dated(each, before.addresses, today)) }
}
