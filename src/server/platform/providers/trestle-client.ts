import { z } from 'zod'
import { normalizePhone } from '#domain/identity/phone.ts'
import type { Clock } from '../clock.ts'
import type { ProviderHttp, ProviderResponse } from './http/provider-http.ts'
import { interpretResponse, noMatch, readBodyWith } from './interpret-response.ts'
import type { DataProviders, PhoneFacts, Verdict } from './provider.ts'
import { textAt } from './raw-fields.ts'
import { createRejectedFields } from './rejected-fields.ts'
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
  /** Running requests, so that enrichment and verification of the same number share one paid request. */
  const inFlight = new Map<string, Promise<ProviderResponse>>()

  async function ask(
    number: string,
    signal: AbortSignal,
  ): Promise<{ answer: ProviderResponse; costUsd: number }> {
    const running = inFlight.get(number)
    if (running) return { answer: await running, costUsd: 0 }
    const request = http.get('/3.2/phone', { query: { phone: number }, signal })
    inFlight.set(number, request)
    try {
      return { answer: await request, costUsd: COST_USD }
    } finally {
      inFlight.delete(number)
    }
  }

  const origin = (costUsd: number) => ({
    provider: TRESTLE,
    fetchedAt: clock.now().toISOString(),
    sample: false,
    costUsd,
  })

  return {
    async phone(query, signal) {
      const number = query.phone ? normalizePhone(query.phone).e164 : null
      if (!number) return noMatch(TRESTLE)
      const { answer, costUsd } = await ask(number, signal)
      return interpretResponse<PhoneFacts>(TRESTLE, answer, {
        200: readBodyWith(TRESTLE, envelope, (body) => {
          if ((body.owners ?? []).length === 0) return emptyResultOf(body.error)
          const refusals = createRejectedFields()
          const data = phoneFactsFrom(body, {
            person: query,
            refusals,
            today: clock.now().toISOString().slice(0, 10),
          })
          return { status: 'match', data, ...origin(costUsd), refused: refusals.fields() }
        }),
        404: () => noMatch(TRESTLE),
      })
    },
    async verifyPhone(phone, signal) {
      const { answer, costUsd } = await ask(phone, signal)
      return interpretResponse<Verdict>(TRESTLE, answer, {
        200: readBodyWith(TRESTLE, envelope, (body) => ({
          status: 'match',
          data: verdictOf(body),
          ...origin(costUsd),
        })),
        404: () => noMatch(TRESTLE),
      })
    },
  }
}

/** Result of a response without owners: an error if the response reports one, otherwise no match. */
function emptyResultOf(error: unknown) {
  if (error === null || error === undefined) return noMatch(TRESTLE)
  return { status: 'error' as const, provider: TRESTLE, message: `${TRESTLE} returned an error` }
}

function verdictOf(body: z.output<typeof envelope>): Verdict {
  const lineType = textAt(body, 'line_type')
  const carrier = textAt(body, 'carrier')
  if (body.is_valid === false) {
    return { verdict: 'invalid', reason: 'The number is not in service', lineType, carrier }
  }
  // A valid format isn't enough; a carrier or line type confirms the line.
  const carried = body.is_valid === true && (lineType !== null || carrier !== null)
  return carried
    ? { verdict: 'valid', reason: null, lineType, carrier }
    : { verdict: 'unknown', reason: 'The carrier gave no answer', lineType, carrier }
}
