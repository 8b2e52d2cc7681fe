import type { KnownAddress, PersonRecord, Provenance } from '#domain/enrichment/person-record.ts'
import { homeKey } from '#domain/signals/place-match.ts'
import type { Lookup, PersonFacts, PhoneFacts } from './provider.ts'

const NO_PERSON: PersonFacts = {
  name: null,
  employment: { current: null, history: [] },
  education: [],
  social: { linkedin: null, facebook: null, twitter: null, github: null },
  demographics: {
    age: null,
    birthYear: null,
    ageRange: null,
    gender: null,
    industry: null,
    skills: [],
    interests: [],
    householdSize: null,
    household: [],
  },
  addresses: [],
}

const NO_PHONE: PhoneFacts = {
  phone: null,
  addresses: [],
  alternateNames: [],
  alternateEmails: [],
  alternatePhones: [],
  additionalOwners: [],
}

/**
 * Joins the answers of the person and the phone provider into one record, each group with its provenance. Null when
 * neither matched, so that an earlier record is never overwritten by an empty one.
 */
export function mergePerson(person: Lookup<PersonFacts>, phone: Lookup<PhoneFacts>): PersonRecord | null {
  if (person.status !== 'match' && phone.status !== 'match') return null
  const personFacts = person.status === 'match' ? person.data : NO_PERSON
  const phoneFacts = phone.status === 'match' ? phone.data : NO_PHONE
  const sources: Record<string, Provenance> = {}
  if (person.status === 'match') sources.person = provenanceOf(person)
  if (phone.status === 'match') sources.phone = provenanceOf(phone)
  return structuredClone({
    ...personFacts,
    ...phoneFacts,
    addresses: mergeAddresses(personFacts.addresses, phoneFacts.addresses),
    sources,
  })
}

/** Where the answer of a look-up came from, as stored beside the facts it brought. */
export function provenanceOf(match: { provider: string; fetchedAt: string; sample: boolean }): Provenance {
  return { provider: match.provider, fetchedAt: match.fetchedAt, sample: match.sample }
}

/** One entry an address, newest move-in first, undated ones last; gaps of the first are filled from the second. */
function mergeAddresses(...lists: KnownAddress[][]): KnownAddress[] {
  const byPlace = new Map<string, KnownAddress>()
  for (const address of lists.flat()) {
    const key = homeKey(address)
    const known = byPlace.get(key)
    byPlace.set(key, known ? filled(known, address) : address)
  }
  return [...byPlace.values()].sort((a, b) => (b.moveInDate ?? '').localeCompare(a.moveInDate ?? ''))
}

function filled(known: KnownAddress, other: KnownAddress): KnownAddress {
  // Coordinates and their accuracy belong together and are taken from one source.
  const located =
    known.latitude !== null && known.longitude !== null && known.accuracy !== null ? known : other
  return {
    street: known.street ?? other.street,
    city: known.city ?? other.city,
    state: known.state ?? other.state,
    zipCode: known.zipCode ?? other.zipCode,
    metro: known.metro ?? other.metro,
    moveInDate: known.moveInDate ?? other.moveInDate,
    accuracy: located.accuracy ?? known.accuracy,
    latitude: located.latitude ?? known.latitude,
    longitude: located.longitude ?? known.longitude,
  }
}
