import { z } from 'zod'
import type { Clock } from '../clock.ts'
import type { ProviderHttp } from './http/provider-http.ts'
import { interpretResponse, noMatch, readBodyWith } from './interpret-response.ts'
import type { DataProviders, ProviderResult, Verdict } from './provider.ts'
import { textAt, valueAt } from './raw-fields.ts'

export const TWILIO = 'Twilio Lookup'

/** Judgement: line type intelligence by list price. */
const COST_USD = 0.01

/** "Rate limit exceeded", which may come with another status than 429. */
const RATE_LIMIT_CODE = 60616
const RATE_LIMIT_SECONDS = 60

const envelope = z.looseObject({
  valid: z.boolean().nullish(),
  line_type_intelligence: z.looseObject({ error_code: z.coerce.number().nullish() }).nullish(),
})

/**
 * Whether a number is carried, by whom and as what, from `GET /v2/PhoneNumbers/{E164}` with line type intelligence.
 * A number that cannot exist is a 404.
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

const NO_NUMBER: Verdict = { verdict: 'invalid', reason: 'This number cannot exist' }

function verdictOf(body: z.output<typeof envelope>): Verdict {
  if (body.valid === false) return NO_NUMBER
  const type = textAt(body, 'line_type_intelligence.type')
  const lineType = type === 'unknown' ? null : type
  const carrier = textAt(body, 'line_type_intelligence.carrier_name')
  // "Valid" speaks of the form alone; a line is confirmed when its carrier or kind is known.
  const carried = body.valid === true && (lineType !== null || carrier !== null)
  return carried
    ? { verdict: 'valid', reason: null, lineType, carrier }
    : { verdict: 'unknown', reason: 'The carrier does not tell', lineType, carrier }
}
