import Stripe from 'stripe'
import { z } from 'zod'
import { ConfigError } from '../config-error.ts'
import { AppError } from '../errors.ts'

/** An event whose signature was found right; `data.object` is what it tells of. */
export const stripeEvent = z.looseObject({
  id: z.string().min(1).max(255),
  type: z.string().min(1).max(255),
  created: z.number().int().nonnegative(),
  data: z.looseObject({ object: z.looseObject({}) }),
})
export type StripeEvent = z.output<typeof stripeEvent>

const TOLERANCE_SECONDS = 300
const SECRET_MIN = 16

/** @throws {ConfigError} for a secret that anybody could sign with */
export function requireWebhookSecret(secret: string): void {
  if (secret.trim().length < SECRET_MIN) {
    throw new ConfigError(`The webhook secret must have at least ${SECRET_MIN} characters`)
  }
}

/**
 * Checks a webhook's signature over the raw bytes, and that it was signed within five minutes of now.
 *
 * @throws {AppError} invalid, always with the same words, when the event must not be believed
 */
export function verifiedEvent(
  rawBody: Buffer,
  signature: string | undefined,
  trust: { secret: string; now: Date },
): StripeEvent {
  requireWebhookSecret(trust.secret)
  const now = trust.now.getTime()
  try {
    // A fatal decoder: bytes that are no UTF-8 would be verified as something else than what was sent.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(rawBody)
    const event = Stripe.webhooks.constructEvent(
      text,
      signature ?? '',
      trust.secret,
      TOLERANCE_SECONDS,
      undefined,
      now,
    )
    // The SDK refuses old signatures only, and takes a time that is no number for a young one.
    if (!(Math.abs(now / 1000 - signedAt(signature)) <= TOLERANCE_SECONDS))
      throw new Error('Signed at another time')
    return stripeEvent.parse(event)
  } catch {
    throw new AppError('invalid', 'The signature of this event is not valid')
  }
}

/** Seconds since 1970; of several times the last one, which is the one that the SDK verifies. */
function signedAt(signature = ''): number {
  const times = signature.split(',').filter((part) => part.startsWith('t='))
  return Number.parseInt(times.at(-1)?.slice(2) ?? '', 10)
}
