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
 * `earlier`, unless one of the two is sample data and the other isn't. Null when nothing matched, so that an empty record
 * never replaces an earlier one.
 */
export function mergePerson(answers: ProviderResults, earlier: PersonRecord | null): PersonRecord | null {
  const { person, phone, property } = answers
  const matches = [person, phone, property].filter((answer) => answer.status === 'match')
  const [first] = matches
  if (!first) return null
  const kept = (group: string) => (earlier?.sources[group]?.sample === first.sample ? earlier : null)
  const personFacts = person.status === 'match' ? person.data : (kept('person') ?? NO_PERSON_DATA)
  const phoneFacts = phone.status === 'match' ? phone.data : (kept('phone') ?? NO_PERSON_DATA)
  const { name, employment, education, social, demographics } = personFacts
  const sources = sourcesOf(answers, (group) => kept(group)?.sources[group])
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
  const named = new Map<string, Set<string>>()
  const phones = new Map<string, PersonRecord['alternatePhones'][number]>()
  const collect = (key: string, providers: readonly string[]) => {
    named.set(key, new Set([...(named.get(key) ?? []), ...providers]))
    return key
  }
  const each = (facts: typeof person | typeof phone, group: 'person' | 'phone') => {
    const own = sources[group] ? [sources[group].provider] : []
    const of = (key: string) => facts.alternateSources?.[key] ?? own
    return {
      names: facts.alternateNames.map((name) => collect(name, of(name))),
      emails: facts.alternateEmails.map((email) => collect(email, of(email))),
      phones: facts.alternatePhones.map((entry) => {
        const known = phones.get(entry.phoneNumber)
        phones.set(entry.phoneNumber, known?.lineType ? known : entry)
        return collect(entry.phoneNumber, of(entry.phoneNumber))
      }),
    }
  }
  const [a, b] = [each(person, 'person'), each(phone, 'phone')]
  return {
    alternateNames: [...new Set([...a.names, ...b.names])],
    alternateEmails: [...new Set([...a.emails, ...b.emails])],
    alternatePhones: [...phones.values()],
    ...(named.size > 0
      ? { alternateSources: Object.fromEntries([...named].map(([key, from]) => [key, [...from]])) }
      : {}),
  }
}

function sourcesOf(
  answers: ProviderResults,
  keptSource: (group: string) => Provenance | undefined,
): PersonRecord['sources'] {
  const sources: Record<string, Provenance> = {}
  for (const [group, answer] of Object.entries(answers)) {
    const source = answer.status === 'match' ? provenanceOf(answer) : keptSource(group)
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
    const known = byPlace.get(key)
    byPlace.set(key, known ? fillGaps(known, address) : address)
  }
  return [...byPlace.values()].sort((a, b) => (b.moveInDate ?? '').localeCompare(a.moveInDate ?? ''))
}

function fillGaps(known: KnownAddress, other: KnownAddress): KnownAddress {
  // Coordinates and their accuracy must come from one source.
  const located =
    known.latitude !== null && known.longitude !== null && known.accuracy !== null ? known : other
  return {
    ...fillNulls(known, other),
    accuracy: located.accuracy ?? known.accuracy,
    latitude: located.latitude ?? known.latitude,
    longitude: located.longitude ?? known.longitude,
  }
}
