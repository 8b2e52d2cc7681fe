import Stripe from 'stripe'
import { ConfigError } from '../config-error.ts'
import { AppError } from '../errors.ts'
import type { Log } from '../log.ts'

export type StripeSettings = {
  /** Its beginning says whether it moves real money: sk_live_, rk_live_, sk_test_ or rk_test_. */
  secretKey: string
  /** Any of them verifies a webhook; several only while one replaces another. */
  webhookSecrets: readonly string[]
  /** Null asks the provider itself. */
  apiUrl: string | null
}

/** The version whose shapes this product reads; the webhook endpoint is created with the same. */
const API_VERSION = '2026-10-28.endive'
const TIMEOUT_MS = 10_000
const RETRIES = 2

/** A client with bounded waiting, that reports nothing about itself. */
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

/** Waits for an answer, and turns what goes wrong into a refusal of ours. */
export type StripeCall = <T>(what: string, call: () => Promise<T>) => Promise<T>

/** @param log told which call failed and how, by kinds and ids only: messages may quote keys and people */
export function createStripeCall(log: Log): StripeCall {
  return async (what, call) => {
    try {
      return await call()
    } catch (error) {
      if (error instanceof ConfigError) {
        log.error({ call: what, err: error }, 'The payment provider is not set up as the product needs it')
        throw unreachableError()
      }
      if (!(error instanceof Stripe.errors.StripeError)) throw error
      const refusal = toAppError(error)
      const { type, code, statusCode: status, requestId } = error
      log.warn(
        { call: what, type, code, status, requestId },
        'The payment provider did not do what it was asked',
      )
      throw refusal
    }
  }
}

/** For a catch: whether the provider says that it has no such object. */
export function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing'
}

/** For a catch: whether this account or key may not ask that. */
export function isNotAllowed(error: unknown): boolean {
  const { StripeInvalidRequestError, StripePermissionError } = Stripe.errors
  return error instanceof StripeInvalidRequestError || error instanceof StripePermissionError
}

/** Whether the provider understood and says no; otherwise it may do the same thing later. */
function isRefused(error: Stripe.errors.StripeError): boolean {
  const { StripeCardError, StripeInvalidRequestError, StripeIdempotencyError } = Stripe.errors
  // The account has too little to pay back with: it has more another day.
  if (error.code === 'balance_insufficient') return false
  return [StripeCardError, StripeInvalidRequestError, StripeIdempotencyError].some(
    (kind) => error instanceof kind,
  )
}

/** The same words for every case of a kind: nothing that the provider said is passed on. */
function toAppError(error: Stripe.errors.StripeError): AppError {
  return isRefused(error)
    ? new AppError('conflict', 'The payment provider refused this. Please try again or contact support.')
    : unreachableError()
}

function unreachableError(): AppError {
  return new AppError('unavailable', 'The payment provider cannot be reached. Please try again.')
}

/** Of what the provider shows as an id, or as the object itself where that was asked for. */
export function idOf(reference: string | { id: string }): string {
  return typeof reference === 'string' ? reference : reference.id
}
