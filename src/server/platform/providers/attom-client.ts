import type { PropertyRecord } from '#domain/enrichment/property-record.ts'
import { type Clock, dayOf } from '../clock.ts'
import { propertiesFrom } from './attom.ts'
import type { ProviderHttp } from './http/provider-http.ts'
import { interpretResponse, noMatch } from './interpret-response.ts'
import type { DataProviders, PersonQuery, ProviderResult } from './provider.ts'
import { listAt, textAt, valueAt } from './raw-fields.ts'
import { createRejectedFields } from './rejected-fields.ts'

export const ATTOM = 'ATTOM'

/** Estimate for the operator's overview; real prices depend on the contract. */
const COST_USD = 0.1

/**
 * Finds the home at an address with `GET /property/expandedprofile`. An unknown home is `SuccessWithoutResult` (status 200
 * or 400) or an empty list. Requires a street and a city, state or ZIP code.
 */
export function createAttom(http: ProviderHttp, clock: Clock): Pick<DataProviders, 'property'> {
  return {
    async property(query, signal) {
      const [address1, address2] = linesOf(query)
      if (!address1 || !address2) return noMatch(ATTOM)
      const answer = await http.get('/property/expandedprofile', { query: { address1, address2 }, signal })
      const read = (status: number) => (body: unknown) => homeFrom(body, status, clock)
      return interpretResponse<PropertyRecord[]>(ATTOM, answer, {
        200: read(200),
        400: read(400),
        404: read(404),
      })
    },
  }
}

function linesOf({ address, city, state, zipCode }: PersonQuery): [string | null, string] {
  const region = [state, zipCode].filter(Boolean).join(' ')
  return [address, [city, region].filter(Boolean).join(', ')]
}

function homeFrom(body: unknown, status: number, clock: Clock): ProviderResult<PropertyRecord[]> {
  const error = (message: string): ProviderResult<PropertyRecord[]> => ({
    status: 'error',
    provider: ATTOM,
    message,
  })
  if (textAt(body, 'status.msg')?.toLowerCase() === 'successwithoutresult') return noMatch(ATTOM)
  if (status !== 200) return error(`${ATTOM} rejected the request (${status})`)
  // Key case differs by endpoint, so the list is read like the fields.
  if (!Array.isArray(valueAt(body, 'property'))) return error(`${ATTOM} returned an unknown format`)
  const rejected = createRejectedFields()
  const data = propertiesFrom(body, dayOf(clock.now()), rejected)
  if (data.length === 0) {
    const isEmpty = listAt(body, 'property').length === 0
    return isEmpty ? noMatch(ATTOM) : error(`${ATTOM} returned an unknown format`)
  }
  return {
    status: 'match',
    data,
    provider: ATTOM,
    fetchedAt: clock.now().toISOString(),
    sample: false,
    costUsd: COST_USD,
    refused: rejected.fields(),
  }
}
