import type { PropertyRecord } from '#domain/enrichment/property-record.ts'
import type { EnrichmentResult, PublicRecord, RegistryDate } from '#domain/enrichment/public-record.ts'
import { placeOfProperty } from '#domain/signals/evidence.ts'
import { isSameHome } from '#domain/signals/place-match.ts'
import type { StoredContact } from '#server/features/contacts/service.ts'
import { mergePerson, type ProviderResults } from '#server/platform/providers/merge.ts'
import type { DataProviders, PersonQuery, ProviderResult } from '#server/platform/providers/provider.ts'
import { PROVIDER_TIMEOUT_MS } from '../limits.ts'

export type ProviderOutcome = {
  /** Seconds until a rate-limiting provider takes the next request; null if none limits. */
  busySeconds: number | null
} & (
  | { outcome: 'matched'; result: EnrichmentResult; sample: boolean; hasCheckedRecords: boolean }
  | { outcome: 'no_match' }
  | { outcome: 'failed'; message: string }
)

/** Queries every provider about a person; holds no database connection meanwhile. */
export async function queryProviders(
  providers: DataProviders,
  contact: StoredContact,
): Promise<ProviderOutcome> {
  const query = queryOf(contact)
  const signal = AbortSignal.timeout(PROVIDER_TIMEOUT_MS)
  const [person, phone, property, records] = await Promise.all([
    catchFailure('people data', providers.person(query, signal)),
    catchFailure('phone data', providers.phone(query, signal)),
    catchFailure('property data', providers.property(query, signal)),
    catchFailure('public records', providers.publicRecords(query, signal)),
  ])
  const contactResults = [person, phone, property]
  const busySeconds = longestWait(contactResults)
  if (contactResults.some(({ status }) => status === 'match')) {
    return {
      busySeconds,
      outcome: 'matched',
      sample: [...contactResults, records].some((result) => result.status === 'match' && result.sample),
      hasCheckedRecords: records.status === 'match' || records.status === 'no_match',
      result: resultOf({ person, phone, property, records }, contact.enrichmentData),
    }
  }
  if (contactResults.some(({ status }) => status === 'error' || status === 'rate_limited')) {
    const message = "We couldn't reach our data providers. Please try again later."
    return { busySeconds, outcome: 'failed', message }
  }
  if (contactResults.every(({ status }) => status === 'not_configured')) {
    return { busySeconds, outcome: 'failed', message: 'No data provider is connected to this server.' }
  }
  return { busySeconds, outcome: 'no_match' }
}

function longestWait(results: readonly ProviderResult<unknown>[]): number | null {
  const waits = results.flatMap((result) =>
    result.status === 'rate_limited' ? [result.retryAfterSeconds] : [],
  )
  return waits.length > 0 ? Math.max(...waits) : null
}

/** Merges the responses; the person's sources also cover properties and documents. */
function resultOf(results: ProviderResults, previous: StoredContact['enrichmentData']): EnrichmentResult {
  const { property, records } = results
  const publicRecords = records.status === 'match' ? records.data : []
  const properties = property.status === 'match' ? withListing(property.data, publicRecords) : []
  return { person: mergePerson(results, previous), properties, publicRecords }
}

/** Adds the newest listing to its home, where later scores read it. */
function withListing(homes: readonly PropertyRecord[], records: readonly PublicRecord[]): PropertyRecord[] {
  return homes.map((home) => {
    const place = placeOfProperty(home)
    const [newest] = records
      .flatMap(({ kind, address, dates: { event, recorded, filed }, amount }) => {
        const listedOn = listingDayOf(event ?? recorded ?? filed)
        const isOfHome = kind === 'listing' && address !== null && isSameHome(address, place)
        return isOfHome && listedOn ? [{ listedOn, price: amount }] : []
      })
      .sort((a, b) => (a.listedOn < b.listedOn ? 1 : -1))
    return newest ? { ...home, propertyData: { ...home.propertyData, listing: newest } } : home
  })
}

/** The first of the month for registries that publish only the month. */
function listingDayOf(date: RegistryDate | undefined): string | null {
  if (date?.length === 7) return `${date}-01`
  return date?.length === 10 ? date : null
}

/** Turns a rejected or aborted request into an error result, so that the other providers still count. */
function catchFailure<T>(provider: string, request: Promise<ProviderResult<T>>): Promise<ProviderResult<T>> {
  return request.catch(
    (error: Error): ProviderResult<T> => ({ status: 'error', provider, message: error.name }),
  )
}

function queryOf(contact: PersonQuery): PersonQuery {
  const { firstName, lastName, email, phone, address, city, state, zipCode } = contact
  return { firstName, lastName, email, phone, address, city, state, zipCode }
}
