import { isSameCity, isSameHome, type PostalPlace } from '../signals/place-match.ts'
import type { IsoDate, KnownAddress, PersonRecord } from './person-record.ts'

function isSamePlace(a: PostalPlace, b: PostalPlace): boolean {
  return isSameHome(a, b) || (!a.street && !b.street && isSameCity(a, b))
}

function addFirstSeen(address: KnownAddress, former: readonly KnownAddress[], today: IsoDate): KnownAddress {
  const known = former.find((other) => isSamePlace(other, address))
  if (known?.firstSeen) return { ...address, firstSeen: known.firstSeen }
  const isNew = !known && former.length > 0 && address.moveInDate === null
  return isNew ? { ...address, firstSeen: today } : address
}

/**
 * Dates new addresses without a move-in date by the day they first appeared, compared with the record before. Without
 * earlier addresses, none counts as new.
 */
export function withFirstSeen(
  person: PersonRecord,
  before: PersonRecord | null,
  today: IsoDate,
): PersonRecord {
  if (!before) return person
  return { ...person, addresses: person.addresses.map((each) => addFirstSeen(each, before.addresses, today)) }
}
