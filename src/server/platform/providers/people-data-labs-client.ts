import { z } from 'zod'
import { normalizePhone } from '#domain/identity/phone.ts'
import { type Clock, dayOf } from '../clock.ts'
import type { ProviderHttp } from './http/provider-http.ts'
import { interpretResponse, noMatch, readBodyWith } from './interpret-response.ts'
import { personFactsFrom } from './people-data-labs.ts'
import type { DataProviders, PersonFacts, PersonQuery } from './provider.ts'
import { createRejectedFields } from './rejected-fields.ts'

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
  return {
    async person(query, signal) {
      const parameters = questionOf(query)
      if (!parameters) return noMatch(PEOPLE_DATA_LABS)
      const answer = await http.get('/v5/person/enrich', {
        query: { ...parameters, min_likelihood: MIN_LIKELIHOOD },
        signal,
      })
      return interpretResponse<PersonFacts>(PEOPLE_DATA_LABS, answer, {
        200: readBodyWith(PEOPLE_DATA_LABS, envelope, (body) => {
          if (body.likelihood < MIN_LIKELIHOOD) return noMatch(PEOPLE_DATA_LABS)
          const now = clock.now()
          const refusals = createRejectedFields()
          return {
            status: 'match',
            data: personFactsFrom(body, dayOf(now), refusals),
            provider: PEOPLE_DATA_LABS,
            fetchedAt: now.toISOString(),
            sample: false,
            costUsd: COST_USD,
            likelihood: body.likelihood,
            refused: refusals.fields(),
          }
        }),
        404: () => noMatch(PEOPLE_DATA_LABS),
      })
    },
  }
}

/** Builds the query; null if there is too little data to identify a person. */
function questionOf(query: PersonQuery): Record<string, string | null> | null {
  const phone = query.phone ? normalizePhone(query.phone).e164 : null
  const placed = query.zipCode ?? query.city ?? query.address
  if (!query.email && !phone && !placed) return null
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
