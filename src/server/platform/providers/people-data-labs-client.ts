import { z } from 'zod'
import { normalizePhone } from '#domain/identity/phone.ts'
import type { Clock } from '../clock.ts'
import type { ProviderHttp } from './http/provider-http.ts'
import { personFactsFrom } from './people-data-labs.ts'
import type { DataProviders, PersonFacts, PersonQuery } from './provider.ts'
import { createResults } from './provider-results.ts'

export const PEOPLE_DATA_LABS = 'People Data Labs'

/** Estimate: price per match in small plans; only matches are billed. */
const COST_USD = 0.28

/** Minimum of 10; below it the provider itself warns of wrong matches. */
const MIN_LIKELIHOOD = 6

const envelope = z.looseObject({
  likelihood: z.coerce.number().min(1).max(10),
  data: z.looseObject({}),
})

/** Finds people with `GET /v5/person/enrich`. No match is a free 404; fields outside the plan arrive as `true`. */
export function createPeopleDataLabs(http: ProviderHttp, clock: Clock): Pick<DataProviders, 'person'> {
  const results = createResults(PEOPLE_DATA_LABS, clock, COST_USD)
  return {
    async person(query, signal) {
      const parameters = queryFor(query)
      if (!parameters) return results.noMatch
      const response = await http.get('/v5/person/enrich', {
        query: { ...parameters, min_likelihood: MIN_LIKELIHOOD },
        signal,
      })
      return results.from<PersonFacts>(response, {
        200: results.reader(envelope, (body) => {
          if (body.likelihood < MIN_LIKELIHOOD) return results.noMatch
          const { likelihood } = body
          return results.matchFrom((...context) => personFactsFrom(body, ...context), { likelihood })
        }),
        404: () => results.noMatch,
      })
    },
  }
}

/** Builds the query; null if there is too little data to identify a person. */
function queryFor(query: PersonQuery): Record<string, string | null> | null {
  const phone = query.phone ? normalizePhone(query.phone).e164 : null
  const place = query.zipCode ?? query.city ?? query.address
  if (!query.email && !phone && !place) return null
  return {
    first_name: query.firstName,
    last_name: query.lastName,
    email: query.email,
    phone,
    street_address: query.address,
    locality: query.city,
    region: query.state,
    postal_code: query.zipCode,
  }
}
