import {
  type KnownAddress,
  NO_PERSON_DATA,
  type PersonRecord,
  type Provenance,
} from '#domain/enrichment/person-record.ts'
import type { PropertyRecord } from '#domain/enrichment/property-record.ts'
import type { PublicRecord } from '#domain/enrichment/public-record.ts'
import { homeKey } from '#domain/signals/place-match.ts'
import { fillNulls } from './fill-nulls.ts'
import type { MatchMetadata, PersonFacts, PhoneFacts, ProviderResult } from './provider.ts'

/** Results of all providers for one contact. */
export type ProviderResults = {
  person: ProviderResult<PersonFacts>
  phone: ProviderResult<PhoneFacts>
  property: ProviderResult<PropertyRecord[]>
  records: ProviderResult<PublicRecord[]>
}

/**
 * Merges the results for a contact into one record with provenance per group. A group without a match keeps the values of
 * `previous`, unless one of the two is sample data and the other isn't. Null if nothing matched, so that an empty record
 * never replaces an earlier one.
 */
export function mergePerson(results: ProviderResults, previous: PersonRecord | null): PersonRecord | null {
  const { person, phone, property } = results
  const matches = [person, phone, property].filter((result) => result.status === 'match')
  const [first] = matches
  if (!first) return null
  const previousOf = (group: string) => (previous?.sources[group]?.sample === first.sample ? previous : null)
  const personFacts = person.status === 'match' ? person.data : (previousOf('person') ?? NO_PERSON_DATA)
  const phoneFacts = phone.status === 'match' ? phone.data : (previousOf('phone') ?? NO_PERSON_DATA)
  const { name, employment, education, social, demographics } = personFacts
  const sources = sourcesOf(results, (group) => previousOf(group)?.sources[group])
  return structuredClone({
    ...{ name, employment, education, social, demographics },
    ...{ phone: phoneFacts.phone, additionalOwners: phoneFacts.additionalOwners },
    ...mergeAlternates(personFacts, phoneFacts, sources),
    addresses: mergeAddresses(personFacts.addresses, phoneFacts.addresses),
    sources,
  })
}

type Alternates = Pick<
  PersonRecord,
  'alternateNames' | 'alternateEmails' | 'alternatePhones' | 'alternateSources'
>

/**
 * Merges alternate names, emails and phone numbers of both groups, each once with its providers. A group from an earlier
 * record contains the alternates of both groups with their recorded providers.
 */
function mergeAlternates(
  person: PersonFacts & Partial<Pick<PersonRecord, 'alternateSources'>>,
  phone: PhoneFacts & Partial<Pick<PersonRecord, 'alternateSources'>>,
  sources: PersonRecord['sources'],
): Alternates {
  const providersByName = new Map<string, Set<string>>()
  const phones = new Map<string, PersonRecord['alternatePhones'][number]>()
  const collect = (key: string, providers: readonly string[]) => {
    providersByName.set(key, new Set([...(providersByName.get(key) ?? []), ...providers]))
    return key
  }
  const collectFrom = (facts: typeof person | typeof phone, group: 'person' | 'phone') => {
    const ownProvider = sources[group] ? [sources[group].provider] : []
    const providersOf = (key: string) => facts.alternateSources?.[key] ?? ownProvider
    return {
      names: facts.alternateNames.map((name) => collect(name, providersOf(name))),
      emails: facts.alternateEmails.map((email) => collect(email, providersOf(email))),
      phones: facts.alternatePhones.map((entry) => {
        const existing = phones.get(entry.phoneNumber)
        phones.set(entry.phoneNumber, existing?.lineType ? existing : entry)
        return collect(entry.phoneNumber, providersOf(entry.phoneNumber))
      }),
    }
  }
  const [a, b] = [collectFrom(person, 'person'), collectFrom(phone, 'phone')]
  return {
    alternateNames: [...new Set([...a.names, ...b.names])],
    alternateEmails: [...new Set([...a.emails, ...b.emails])],
    alternatePhones: [...phones.values()],
    ...(providersByName.size > 0
      ? { alternateSources: Object.fromEntries([...providersByName].map(([key, from]) => [key, [...from]])) }
      : {}),
  }
}

function sourcesOf(
  results: ProviderResults,
  previousSourceOf: (group: string) => Provenance | undefined,
): PersonRecord['sources'] {
  const sources: Record<string, Provenance> = {}
  for (const [group, result] of Object.entries(results)) {
    const source = result.status === 'match' ? provenanceOf(result) : previousSourceOf(group)
    if (source) sources[group] = source
  }
  return sources
}

/** Provenance of a match as stored with its facts. */
function provenanceOf({ provider, fetchedAt, sample, likelihood, refused }: MatchMetadata): Provenance {
  return {
    provider,
    fetchedAt,
    sample,
    ...(likelihood === undefined ? {} : { likelihood }),
    ...(refused && refused.length > 0 ? { refused } : {}),
  }
}

/** Merges addresses, newest move-in first, undated last; gaps of the first list are filled from the second. */
function mergeAddresses(...lists: KnownAddress[][]): KnownAddress[] {
  const byPlace = new Map<string, KnownAddress>()
  for (const address of lists.flat()) {
    const key = homeKey(address)
    const existing = byPlace.get(key)
    byPlace.set(key, existing ? fillGaps(existing, address) : address)
  }
  return [...byPlace.values()].sort((a, b) => (b.moveInDate ?? '').localeCompare(a.moveInDate ?? ''))
}

function fillGaps(address: KnownAddress, other: KnownAddress): KnownAddress {
  // Coordinates and their accuracy must come from one source.
  const located =
    address.latitude !== null && address.longitude !== null && address.accuracy !== null ? address : other
  return {
    ...fillNulls(address, other),
    accuracy: located.accuracy ?? address.accuracy,
    latitude: located.latitude ?? address.latitude,
    longitude: located.longitude ?? address.longitude,
  }
}
