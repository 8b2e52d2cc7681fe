import Stripe from 'stripe'
import { z } from 'zod'
import { ConfigError } from '../config-error.ts'
import { AppError } from '../errors.ts'

/** An event with a valid signature; `data.object` is the affected object. */
const stripeEvent = z.looseObject({
  id: z.string().min(1).max(255),
  type: z.string().min(1).max(255),
  created: z.number().int().nonnegative(),
  livemode: z.boolean().default(false),
  data: z.looseObject({ object: z.looseObject({}) }),
})
export type StripeEvent = z.output<typeof stripeEvent>

/** Builds an event that did not come through the webhook. `created` is in seconds. */
export function stripeEventOf(
  event: Pick<StripeEvent, 'id' | 'type' | 'created' | 'livemode'>,
  object: object,
): StripeEvent {
  return { ...event, data: { object: { ...object } } }
}

/** Accepted secrets and mode. */
export type WebhookTrust = { secrets: readonly string[]; livemode: boolean; now: Date }

const TOLERANCE_SECONDS = 300
const MIN_SECRET_LENGTH = 16

/** @throws {ConfigError} for a missing or short secret */
export function requireWebhookSecrets(secrets: readonly string[]): void {
  if (secrets.length === 0 || secrets.some((secret) => secret.trim().length < MIN_SECRET_LENGTH)) {
    throw new ConfigError(`The webhook secret must have at least ${MIN_SECRET_LENGTH} characters`)
  }
}

/**
 * Verifies a webhook: the signature over the raw bytes, signed within five minutes of now, and the mode of our key, so
 * that live and test payments never mix. Any of the secrets may match, which allows rotation.
 *
 * @throws {AppError} invalid, always with the same message
 */
export function verifiedEvent(
  rawBody: Buffer,
  signature: string | undefined,
  trust: WebhookTrust,
): StripeEvent {
  requireWebhookSecrets(trust.secrets)
  try {
    // Fatal, because invalid UTF-8 would be verified as a different text than was sent.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(rawBody)
    const event = stripeEvent.parse(signedContent(text, signature ?? '', trust))
    // The SDK only rejects old signatures, and accepts a time that isn't a number.
    if (!(Math.abs(trust.now.getTime() / 1000 - signedAt(signature)) <= TOLERANCE_SECONDS))
      throw new Error('Timestamp out of tolerance')
    if (event.livemode !== trust.livemode) throw new Error('Wrong mode')
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

/** Timestamp of the signature in seconds since 1970; of several the last, which is the one the SDK verifies. */
function signedAt(signature = ''): number {
  const timeParts = signature.split(',').filter((part) => part.startsWith('t='))
  return Number.parseInt(timeParts.at(-1)?.slice(2) ?? '', 10)
}
