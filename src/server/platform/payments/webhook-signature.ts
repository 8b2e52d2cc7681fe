import Stripe from 'stripe'
import { z } from 'zod'
import { ConfigError } from '../config-error.ts'
import { AppError } from '../errors.ts'

/** An event whose signature was found right; `data.object` is what it tells of. */
const stripeEvent = z.looseObject({
  id: z.string().min(1).max(255),
  type: z.string().min(1).max(255),
  created: z.number().int().nonnegative(),
  livemode: z.boolean().default(false),
  data: z.looseObject({ object: z.looseObject({}) }),
})
export type StripeEvent = z.output<typeof stripeEvent>

/** What is believed: any of the secrets, and events of this mode only. */
export type WebhookTrust = { secrets: readonly string[]; livemode: boolean; now: Date }

const TOLERANCE_SECONDS = 300
const MIN_SECRET_LENGTH = 16

/** @throws {ConfigError} for no secret, and for one that anybody could sign with */
export function requireWebhookSecrets(secrets: readonly string[]): void {
  if (secrets.length === 0 || secrets.some((secret) => secret.trim().length < MIN_SECRET_LENGTH)) {
    throw new ConfigError(`The webhook secret must have at least ${MIN_SECRET_LENGTH} characters`)
  }
}

/**
 * Checks a webhook's signature over the raw bytes, that it was signed within five minutes of now, and that it is of
 * the mode of our key: real money and test money never mix. While secrets are exchanged, either of them verifies.
 *
 * @throws {AppError} invalid, always with the same words, when the event must not be believed
 */
export function verifiedEvent(
  rawBody: Buffer,
  signature: string | undefined,
  trust: WebhookTrust,
): StripeEvent {
  requireWebhookSecrets(trust.secrets)
  try {
    // A fatal decoder: bytes that are no UTF-8 would be verified as something else than what was sent.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(rawBody)
    const event = stripeEvent.parse(signedContent(text, signature ?? '', trust))
    // The SDK refuses old signatures only, and takes a time that is no number for a young one.
    if (!(Math.abs(trust.now.getTime() / 1000 - signedAt(signature)) <= TOLERANCE_SECONDS))
      throw new Error('Signed at another time')
    if (event.livemode !== trust.livemode) throw new Error('Of the other mode')
    return event
  } catch {
    throw new AppError('invalid', 'The signature of this event is not valid')
  }
}

function signedContent(text: string, signature: string, { secrets, now }: WebhookTrust): unknown {
  let refusal: unknown
  for (const secret of secrets) {
    try {
      return Stripe.webhooks.constructEvent(
        text,
        signature,
        secret,
        TOLERANCE_SECONDS,
        undefined,
        now.getTime(),
      )
    } catch (error) {
      refusal = error
    }
  }
  throw refusal
}

/** Seconds since 1970; of several times the last one, which is the one that the SDK verifies. */
function signedAt(signature = ''): number {
  const times = signature.split(',').filter((part) => part.startsWith('t='))
  return Number.parseInt(times.at(-1)?.slice(2) ?? '', 10)
}
