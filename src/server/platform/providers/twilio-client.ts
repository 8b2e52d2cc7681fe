import { z } from 'zod'
import type { Clock } from '../clock.ts'
import type { ProviderHttp } from './http/provider-http.ts'
import type { DataProviders, Verdict } from './provider.ts'
import { createResults, lineVerdict } from './provider-results.ts'
import { textAt, valueAt } from './raw-fields.ts'

export const TWILIO = 'Twilio Lookup'

/** Estimate: list price of line type intelligence. */
const COST_USD = 0.01

/** Twilio's "rate limit exceeded", which may come with a status other than 429. */
const RATE_LIMIT_CODE = 60616
const RATE_LIMIT_SECONDS = 60

const envelope = z.looseObject({
  valid: z.boolean().nullish(),
  line_type_intelligence: z.looseObject({ error_code: z.coerce.number().nullish() }).nullish(),
})

/**
 * Verifies a number's carrier and line type with `GET /v2/PhoneNumbers/{E164}` and line type intelligence. An impossible
 * number is a 404.
 */
export function createTwilio(http: ProviderHttp, clock: Clock): Pick<DataProviders, 'verifyPhone'> {
  const results = createResults(TWILIO, clock, COST_USD)
  return {
    async verifyPhone(phone, signal) {
      if (!/^\+\d{6,15}$/.test(phone)) return results.noMatch
      const response = await http.get(`/v2/PhoneNumbers/${encodeURIComponent(phone)}`, {
        query: { Fields: 'line_type_intelligence' },
        signal,
      })
      if (response.kind === 'answer' && Number(valueAt(response.body, 'code')) === RATE_LIMIT_CODE) {
        return { status: 'rate_limited', provider: TWILIO, retryAfterSeconds: RATE_LIMIT_SECONDS }
      }
      return results.from<Verdict>(response, {
        200: results.reader(envelope, (body) => results.match(verdictOf(body))),
        404: () => results.match(NO_NUMBER, { costUsd: 0 }),
      })
    },
  }
}

const NO_NUMBER: Verdict = { verdict: 'invalid', reason: 'This number does not exist' }

function verdictOf(body: z.output<typeof envelope>): Verdict {
  if (body.valid === false) return NO_NUMBER
  const type = textAt(body, 'line_type_intelligence.type')
  const lineType = type === 'unknown' ? null : type
  return lineVerdict(body.valid, lineType, textAt(body, 'line_type_intelligence.carrier_name'))
}
