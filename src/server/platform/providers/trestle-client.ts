import { z } from 'zod'
import { normalizePhone } from '#domain/identity/phone.ts'
import type { Clock } from '../clock.ts'
import type { ProviderHttp, ProviderResponse } from './http/provider-http.ts'
import type { DataProviders, PhoneFacts, Verdict } from './provider.ts'
import { createResults, lineVerdict } from './provider-results.ts'
import { textAt } from './raw-fields.ts'
import { phoneFactsFrom } from './trestle.ts'

export const TRESTLE = 'Trestle'

/** Estimate: resellers' price of one request. */
const COST_USD = 0.08

const envelope = z.looseObject({
  phone_number: z.string().nullish(),
  is_valid: z.boolean().nullish(),
  owners: z.array(z.unknown()).nullish(),
  error: z.unknown().optional(),
})

/**
 * Finds the owners of a phone number and verifies it with `GET /3.2/phone`. A number without known owners is 200 with an
 * empty list.
 */
export function createTrestle(
  http: ProviderHttp,
  clock: Clock,
): Pick<DataProviders, 'phone' | 'verifyPhone'> {
  const results = createResults(TRESTLE, clock, COST_USD)
  /** Running requests, so that enrichment and verification of the same number share one paid request. */
  const inFlight = new Map<string, Promise<ProviderResponse>>()

  async function queryNumber(number: string, signal: AbortSignal) {
    const running = inFlight.get(number)
    if (running) return { response: await running, costUsd: 0 }
    const request = http.get('/3.2/phone', { query: { phone: number }, signal })
    inFlight.set(number, request)
    try {
      return { response: await request, costUsd: COST_USD }
    } finally {
      inFlight.delete(number)
    }
  }

  return {
    async phone(query, signal) {
      const number = query.phone ? normalizePhone(query.phone).e164 : null
      if (!number) return results.noMatch
      const { response, costUsd } = await queryNumber(number, signal)
      return results.from<PhoneFacts>(response, {
        200: results.reader(envelope, (body) => {
          if ((body.owners ?? []).length === 0)
            return (body.error ?? null) === null ? results.noMatch : results.error('returned an error')
          return results.matchFrom(
            (today, rejected) => phoneFactsFrom(body, { person: query, rejected, today }),
            { costUsd },
          )
        }),
        404: () => results.noMatch,
      })
    },
    async verifyPhone(phone, signal) {
      const { response, costUsd } = await queryNumber(phone, signal)
      return results.from<Verdict>(response, {
        200: results.reader(envelope, (body) => results.match(verdictOf(body), { costUsd })),
        404: () => results.noMatch,
      })
    },
  }
}

function verdictOf(body: z.output<typeof envelope>): Verdict {
  const lineType = textAt(body, 'line_type')
  const carrier = textAt(body, 'carrier')
  if (body.is_valid === false) {
    return { verdict: 'invalid', reason: 'The number is not in service', lineType, carrier }
  }
  return lineVerdict(body.is_valid, lineType, carrier)
}
