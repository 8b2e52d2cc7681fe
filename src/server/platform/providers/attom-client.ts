import type { PropertyRecord } from '#domain/enrichment/property-record.ts'
import type { Clock } from '../clock.ts'
import { propertiesFrom } from './attom.ts'
import type { ProviderHttp } from './http/provider-http.ts'
import type { DataProviders, PersonQuery, ProviderResult } from './provider.ts'
import { createResults } from './provider-results.ts'
import { textAt, valueAt } from './raw-fields.ts'

export const ATTOM = 'ATTOM'

/** Estimate for the operator's overview; real prices depend on the contract. */
const COST_USD = 0.1

/**
 * Finds the home at an address with `GET /property/expandedprofile`. An unknown home is `SuccessWithoutResult` (status 200
 * or 400) or an empty list. Requires a street and a city, state or ZIP code.
 */
export function createAttom(http: ProviderHttp, clock: Clock): Pick<DataProviders, 'property'> {
  const results = createResults(ATTOM, clock, COST_USD)

  function homeFrom(body: unknown): ProviderResult<PropertyRecord[]> {
    // Key case differs by endpoint, so the list is read like the fields.
    const properties = valueAt(body, 'property')
    if (!Array.isArray(properties)) return results.error('returned an unknown format')
    if (properties.length === 0) return results.noMatch
    const match = results.matchFrom((...context) => propertiesFrom(body, ...context))
    return match.data.length > 0 ? match : results.error('returned an unknown format')
  }

  return {
    async property(query, signal) {
      const [address1, address2] = linesOf(query)
      if (!address1 || !address2) return results.noMatch
      const response = await http.get('/property/expandedprofile', { query: { address1, address2 }, signal })
      const isUnknownHome =
        response.kind === 'answer' &&
        [200, 400, 404].includes(response.status) &&
        textAt(response.body, 'status.msg')?.toLowerCase() === 'successwithoutresult'
      return isUnknownHome ? results.noMatch : results.from(response, { 200: homeFrom })
    },
  }
}

function linesOf({ address, city, state, zipCode }: PersonQuery): [string | null, string] {
  const region = [state, zipCode].filter(Boolean).join(' ')
  return [address, [city, region].filter(Boolean).join(', ')]
}
