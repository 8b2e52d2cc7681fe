import Stripe from 'stripe'
import { ConfigError } from '../config-error.ts'
import { AppError } from '../errors.ts'
import type { Log } from '../log.ts'

export type StripeSettings = {
  /** Starts with sk_live_, rk_live_, sk_test_ or rk_test_. */
  secretKey: string
  /** Each of them verifies webhooks; several only during rotation. */
  webhookSecrets: readonly string[]
  /** Null uses the provider's own URL. */
  apiUrl: string | null
}

/** API version whose formats we read; the webhook endpoint uses the same. */
const API_VERSION = '2026-10-28.endive'
const TIMEOUT_MS = 10_000
const RETRIES = 2

/** Creates a client with time limits and without telemetry. */
export function stripeClient(
  { secretKey, apiUrl }: StripeSettings,
  bounds: { timeoutMs?: number | undefined } = {},
): Stripe {
  const address = apiUrl === null ? null : new URL(apiUrl)
  return new Stripe(secretKey, {
    apiVersion: API_VERSION,
    timeout: bounds.timeoutMs ?? TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    ...(address && {
      protocol: address.protocol === 'http:' ? 'http' : 'https',
      host: address.hostname,
      port: address.port || (address.protocol === 'http:' ? 80 : 443),
    }),
  })
}

export function isLiveKey(secretKey: string): boolean {
  return /^[sr]k_live_/.test(secretKey)
}

/** Runs a call and converts its errors to an AppError. */
export type StripeCall = <T>(operation: string, call: () => Promise<T>) => Promise<T>

/** @param log receives kinds and ids of failures only, since messages may quote keys and people */
export function createStripeCall(log: Log): StripeCall {
  return async (operation, call) => {
    try {
      return await call()
    } catch (error) {
      if (error instanceof ConfigError) {
        log.error({ call: operation, err: error }, 'The payment provider is not set up correctly')
        throw unreachableError()
      }
      if (!(error instanceof Stripe.errors.StripeError)) throw error
      const refusal = toAppError(error)
      const { type, code, statusCode: status, requestId } = error
      log.warn({ call: operation, type, code, status, requestId }, 'A payment provider call failed')
      throw refusal
    }
  }
}

/** Catch handler that turns "no such object" into null and rethrows every other error. */
export function nullIfMissing(error: unknown): null {
  if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing')
    return null
  throw error
}

/** True if this account or key lacks permission. */
export function isNotAllowed(error: unknown): boolean {
  const { StripeInvalidRequestError, StripePermissionError } = Stripe.errors
  return error instanceof StripeInvalidRequestError || error instanceof StripePermissionError
}

/** True if the provider rejected the request for good; otherwise a retry may succeed. */
function isRefused(error: Stripe.errors.StripeError): boolean {
  const { StripeCardError, StripeInvalidRequestError, StripeIdempotencyError } = Stripe.errors
  // The account's balance can't cover the refund yet; a later retry may succeed.
  if (error.code === 'balance_insufficient') return false
  return [StripeCardError, StripeInvalidRequestError, StripeIdempotencyError].some(
    (kind) => error instanceof kind,
  )
}

/** Converts a provider error without passing on its message. */
function toAppError(error: Stripe.errors.StripeError): AppError {
  return isRefused(error)
    ? new AppError('conflict', 'The payment provider refused this. Please try again or contact support.')
    : unreachableError()
}

function unreachableError(): AppError {
  return new AppError('unavailable', "We can't reach the payment provider. Please try again.")
}

/** Id of a reference, which is the object itself if expanded. */
export function idOf(reference: string | { id: string }): string {
  return typeof reference === 'string' ? reference : reference.id
}
