import type { PropertyRecord } from '#domain/enrichment/property-record.ts'
import { type Clock, dayOf } from '../clock.ts'
import { propertiesFrom } from './attom.ts'
import type { ProviderHttp } from './http/provider-http.ts'
import { interpretResponse, noMatch } from './interpret-response.ts'
import type { DataProviders, PersonQuery, ProviderResult } from './provider.ts'
import { listAt, textAt, valueAt } from './raw-fields.ts'
import { createRejectedFields } from './rejected-fields.ts'

export const ATTOM = 'ATTOM'

/** Judgement: prices are agreed by contract; this is for the operator's overview only. */
const COST_USD = 0.1

/**
 * The home at an address by `GET /property/expandedprofile`. No such home is `SuccessWithoutResult`, with 200 as well
 * as with 400, or an empty list. Without a street and a place there is nothing to ask.
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
  if (status !== 200) return error(`${ATTOM} did not accept the question (${status})`)
  // Key case differs by endpoint, so the form is looked at with the same reader as the fields.
  if (!Array.isArray(valueAt(body, 'property'))) return error(`${ATTOM} answered in a form that is not known`)
  const refusals = createRejectedFields()
  const data = propertiesFrom(body, dayOf(clock.now()), refusals)
  if (data.length === 0) {
    const isEmpty = listAt(body, 'property').length === 0
    return isEmpty ? noMatch(ATTOM) : error(`${ATTOM} answered in a form that is not known`)
  }
  return {
    status: 'match',
    data,
    provider: ATTOM,
    fetchedAt: clock.now().toISOString(),
    sample: false,
    costUsd: COST_USD,
    refused: refusals.fields(),
  }
}
