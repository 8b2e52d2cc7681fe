import { finished } from 'node:stream/promises'
import type { Outbound } from '#server/platform/outbound/outbound.ts'
import { OutboundError } from '#server/platform/outbound/outbound-error.ts'
import { retryAfterSeconds } from '#server/platform/providers/http/retry-after.ts'
import type { Secrets } from '#server/platform/secrets.ts'
import * as limits from '../limits.ts'
import type { AttemptResult, ClaimedDelivery } from '../store/deliveries.ts'
import { eventBodyOf } from './event-body.ts'
import { signedHeaders } from './sign-delivery.ts'

/** Name under which the secret of an endpoint is sealed. */
export const sealOf = (endpointId: string): string => `webhook-endpoint:${endpointId}`

type Outcome = Pick<AttemptResult, 'status' | 'failure'> & { retryAfter: string | null }

/** Sends a delivery once. Every failure is a result. */
export async function attemptDelivery(
  { outbound, secrets }: { outbound: Outbound; secrets: Secrets },
  delivery: ClaimedDelivery,
  signal: AbortSignal,
): Promise<AttemptResult> {
  const { id, endpointId, attempt } = delivery
  const startedAt = performance.now()
  const keys = openSecrets(secrets, delivery)
  const { retryAfter, ...outcome } = keys
    ? await post(outbound, delivery, keys, signal)
    : ({ status: null, failure: 'secret', retryAfter: null } as const)
  const milliseconds = Math.round(performance.now() - startedAt)
  const retryMs = outcome.failure === null ? null : retryPauseMs(attempt, retryAfter)
  return { id, endpointId, attempt, ...outcome, milliseconds, retryMs }
}

/** @returns null if the current secret can't be opened */
function openSecrets(secrets: Secrets, delivery: ClaimedDelivery): Buffer[] | null {
  const { keyId, secret: sealed, previousKeyId, previousSecret, endpointId } = delivery
  const current = secrets.open({ keyId, sealed }, sealOf(endpointId))
  const previous =
    previousKeyId && previousSecret
      ? secrets.open({ keyId: previousKeyId, sealed: previousSecret }, sealOf(endpointId))
      : null
  return current && [current, ...(previous ? [previous] : [])]
}

async function post(
  outbound: Outbound,
  { url, event }: ClaimedDelivery,
  secrets: readonly Buffer[],
  signal: AbortSignal,
): Promise<Outcome> {
  const body = JSON.stringify(eventBodyOf(event))
  const seconds = Math.floor(Date.now() / 1000)
  try {
    const response = await outbound.stream(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...signedHeaders({ id: event.id, body, seconds }, secrets),
      },
      body,
      ...{ maxBytes: limits.MAX_RESPONSE_BYTES, timeoutMs: limits.TIMEOUT_MS, redirects: 0, signal },
    })
    const { status, headers } = response
    // The status says all. The rest is only read so that the receiver can end its answer.
    await finished(response.body.resume()).catch(() => {})
    const retryAfter = headers['retry-after'] ?? null
    return { status, failure: status >= 200 && status < 300 ? null : 'status', retryAfter }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    return { status: null, failure: error.reason, retryAfter: null }
  }
}

/** Pause before the next attempt; null after the last one. */
function retryPauseMs(attempt: number, retryAfter: string | null): number | null {
  const seconds = limits.RETRY_SECONDS[attempt - 1]
  if (seconds === undefined) return null
  const pause = seconds * (1 + limits.JITTER * (Math.random() * 2 - 1))
  return Math.max(pause, retryAfterSeconds(retryAfter, Date.now()) ?? 0) * 1000
}
