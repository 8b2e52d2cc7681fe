import type { ContactDetail } from '#contract/contacts.ts'
import type { EnrichmentResult } from '#domain/enrichment/public-record.ts'
import { mergePerson } from '#server/platform/providers/merge.ts'
import type { DataProviders, Lookup, PersonQuery } from '#server/platform/providers/provider.ts'
import { LOOKUP_TIMEOUT_MS } from '../policy.ts'

export type LookUp =
  | { outcome: 'matched'; result: EnrichmentResult; sample: boolean }
  | { outcome: 'no_match' }
  | { outcome: 'failed'; message: string }

/** Asks every provider about a person; no database connection is held meanwhile. */
export async function lookUp(providers: DataProviders, contact: ContactDetail): Promise<LookUp> {
  const query = queryOf(contact)
  const signal = AbortSignal.timeout(LOOKUP_TIMEOUT_MS)
  const [person, phone, property, records] = await Promise.all([
    guarded('people data', providers.person(query, signal)),
    guarded('phone data', providers.phone(query, signal)),
    guarded('property data', providers.property(query, signal)),
    guarded('public records', providers.publicRecords(query, signal)),
  ])
  const about = [person, phone, property]
  if (about.some(({ status }) => status === 'match')) {
    return {
      outcome: 'matched',
      sample: [...about, records].some((answer) => answer.status === 'match' && answer.sample),
      result: {
        person: mergePerson(person, phone),
        properties: property.status === 'match' ? property.data : [],
        publicRecords: records.status === 'match' ? records.data : [],
      },
    }
  }
  if (about.some(({ status }) => status === 'error' || status === 'rate_limited')) {
    return { outcome: 'failed', message: 'The data providers could not be reached. Please try again later.' }
  }
  if (about.every(({ status }) => status === 'not_configured')) {
    return { outcome: 'failed', message: 'No data provider is connected to this instance.' }
  }
  return { outcome: 'no_match' }
}

/** A provider that throws or is aborted has failed; the others still count. */
function guarded<T>(provider: string, answer: Promise<Lookup<T>>): Promise<Lookup<T>> {
  return answer.catch((error: Error): Lookup<T> => ({ status: 'error', provider, message: error.name }))
}

export function queryOf(contact: PersonQuery): PersonQuery {
  const { firstName, lastName, email, phone, address, city, state, zipCode } = contact
  return { firstName, lastName, email, phone, address, city, state, zipCode }
}
