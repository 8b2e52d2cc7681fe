import { z } from 'zod'
import type { Clock } from '../clock.ts'
import type { ProviderHttp } from './http/provider-http.ts'
import { interpretResponse, noMatch, readBodyWith } from './interpret-response.ts'
import type { DataProviders, ProviderResult, Verdict } from './provider.ts'
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
  const found = (data: Verdict): ProviderResult<Verdict> => ({
    status: 'match',
    data,
    provider: TWILIO,
    fetchedAt: clock.now().toISOString(),
    sample: false,
    costUsd: COST_USD,
  })
  return {
    async verifyPhone(phone, signal) {
      if (!/^\+\d{6,15}$/.test(phone)) return noMatch(TWILIO)
      const answer = await http.get(`/v2/PhoneNumbers/${encodeURIComponent(phone)}`, {
        query: { Fields: 'line_type_intelligence' },
        signal,
      })
      if (answer.kind === 'answer' && Number(valueAt(answer.body, 'code')) === RATE_LIMIT_CODE) {
        return { status: 'rate_limited', provider: TWILIO, retryAfterSeconds: RATE_LIMIT_SECONDS }
      }
      return interpretResponse<Verdict>(TWILIO, answer, {
        200: readBodyWith(TWILIO, envelope, (body) => found(verdictOf(body))),
        404: () => ({ ...found(NO_NUMBER), costUsd: 0 }),
      })
    },
  }
}

const NO_NUMBER: Verdict = { verdict: 'invalid', reason: 'This number does not exist' }

function verdictOf(body: z.output<typeof envelope>): Verdict {
  if (body.valid === false) return NO_NUMBER
  const type = textAt(body, 'line_type_intelligence.type')
  const lineType = type === 'unknown' ? null : type
  const carrier = textAt(body, 'line_type_intelligence.carrier_name')
  // `valid` only checks the format; a known carrier or line type confirms the line.
  const carried = body.valid === true && (lineType !== null || carrier !== null)
  return carried
    ? { verdict: 'valid', reason: null, lineType, carrier }
    : { verdict: 'unknown', reason: 'The carrier gave no answer', lineType, carrier }
}
