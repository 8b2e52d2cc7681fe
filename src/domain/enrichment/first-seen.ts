import { isSameCity, isSameHome, type PostalPlace } from '../signals/place-match.ts'
import type { IsoDate, KnownAddress, PersonRecord } from './person-record.ts'

function isSamePlace(a: PostalPlace, b: PostalPlace): boolean {
  return isSameHome(a, b) || (!a.street && !b.street && isSameCity(a, b))
}

function addFirstSeen(
  address: KnownAddress,
  previousAddresses: readonly KnownAddress[],
  today: IsoDate,
): KnownAddress {
  const match = previousAddresses.find((other) => isSamePlace(other, address))
  if (match?.firstSeen) return { ...address, firstSeen: match.firstSeen }
  const isNew = !match && previousAddresses.length > 0 && address.moveInDate === null
  return isNew ? { ...address, firstSeen: today } : address
}

/**
 * Dates new addresses without a move-in date by the day they first appeared, compared with the previous record. Without
 * previous addresses, none counts as new.
 */
export function withFirstSeen(
  person: PersonRecord,
  previous: PersonRecord | null,
  today: IsoDate,
): PersonRecord {
  if (!previous) return person
  return {
    ...person,
    addresses: person.addresses.map((each) => addFirstSeen(each, previous.addresses, today)),
  }
}
