import { setTimeout as wait } from 'node:timers/promises'
import { type BreakerState, createCircuitBreaker } from './circuit-breaker.ts'
import { readBody } from './read-body.ts'
import { retryAfterSeconds } from './retry-after.ts'

/**
 * Outcome of a provider request. `answer` is a status about the request with its JSON body (null if an error status has
 * none), which the adapter interprets. `message` is one of this file's constant texts, without personal data.
 */
export type ProviderResponse =
  | { kind: 'answer'; status: number; body: unknown }
  | { kind: 'rate_limited'; retryAfterSeconds: number }
  | { kind: 'failed'; message: string }

export type ProviderRequest = {
  /** Null and undefined values are left out. */
  query?: Record<string, string | number | null | undefined>
  headers?: Record<string, string>
  /** Limits the total time over all attempts. */
  signal: AbortSignal
}

export type ProviderHttp = {
  /** Requests `baseUrl + path`. Never throws. */
  get(path: string, request: ProviderRequest): Promise<ProviderResponse>
  /** `calls` counts requests, without retries and requests blocked by an open circuit breaker. */
  status(): { calls: number; breaker: BreakerState; lastFailureAt: string | null }
}

type Limits = {
  /** Per attempt, including reading the body. */
  timeoutMs: number
  maxAttempts: number
  /** Body size after decompression. */
  maxBytes: number
  /** Upper bound of the random delay before the second attempt; doubles with each attempt. */
  backoffMs: number
  /** A longer `Retry-After` is returned to the caller instead of being waited for. */
  maxRetryAfterSeconds: number
  breakerFailures: number
  breakerOpenMs: number
}

const LIMITS: Limits = {
  timeoutMs: 12_000,
  maxAttempts: 3,
  maxBytes: 2 * 1024 * 1024,
  backoffMs: 300,
  maxRetryAfterSeconds: 2,
  breakerFailures: 5,
  breakerOpenMs: 30_000,
}

/** Used when a provider states no time. */
const DEFAULT_RETRY_AFTER_SECONDS = 60

export type ProviderHttpOptions = {
  /** Shown in messages: `ATTOM`. */
  name: string
  /** May have a path; no trailing slash needed. */
  baseUrl: string
  /** Sent with every request: the key. */
  headers?: Record<string, string>
  limits?: Partial<Limits>
  /** Replaceable in tests. */
  fetch?: typeof fetch
  now?: () => number
  sleep?: (ms: number, signal: AbortSignal) => Promise<unknown>
}

type AttemptResult = {
  result: ProviderResponse
  canRetry: boolean
  waitMs: number | null
  fault: boolean | null
}

/**
 * Creates the HTTP client of a data provider, with limits on time, size and attempts, and without logging. Retries only
 * after 429, 5xx and broken connections, not after a timeout, since the user has waited long enough. Never follows
 * redirects, which would leak the key.
 */
export function createProviderHttp(options: ProviderHttpOptions): ProviderHttp {
  const limits: Limits = { ...LIMITS, ...options.limits }
  const now = options.now ?? Date.now
  const sleep = options.sleep ?? ((ms, signal) => wait(ms, undefined, { signal }))
  const breaker = createCircuitBreaker({
    failures: limits.breakerFailures,
    openMs: limits.breakerOpenMs,
    now,
  })
  let calls = 0
  let lastFailureAt: number | null = null

  function record(fault: boolean | null): void {
    if (fault === null) {
      breaker.abandoned()
    } else if (fault) {
      lastFailureAt = now()
      breaker.failed()
    } else {
      breaker.succeeded()
    }
  }

  async function get(path: string, request: ProviderRequest): Promise<ProviderResponse> {
    const url = urlOf(options.baseUrl, path, request.query)
    let last = failedResponse(`${options.name} is paused after repeated failures`)
    for (let attempt = 0; attempt < limits.maxAttempts; attempt += 1) {
      if (!breaker.allows()) return last
      if (attempt === 0) calls += 1
      const attemptResult = await sendOnce({ options, limits, now, url, request })
      record(attemptResult.fault)
      last = attemptResult.result
      if (!attemptResult.canRetry || attempt === limits.maxAttempts - 1) return last
      const jitter = Math.random() * limits.backoffMs * 2 ** attempt
      const hasWaited = await sleep(attemptResult.waitMs ?? jitter, request.signal).then(
        () => true,
        () => false,
      )
      if (!hasWaited) return last
    }
    return last
  }

  return {
    get,
    status: () => ({
      calls,
      breaker: breaker.state(),
      lastFailureAt: lastFailureAt === null ? null : new Date(lastFailureAt).toISOString(),
    }),
  }
}

type Attempt = {
  options: ProviderHttpOptions
  limits: Limits
  now: () => number
  url: string
  request: ProviderRequest
}

async function sendOnce({ options, limits, now, url, request }: Attempt): Promise<AttemptResult> {
  const timeout = AbortSignal.timeout(limits.timeoutMs)
  const { name } = options
  try {
    const response = await (options.fetch ?? fetch)(url, {
      headers: { accept: 'application/json', ...options.headers, ...request.headers },
      redirect: 'manual',
      signal: AbortSignal.any([request.signal, timeout]),
    })
    if (response.status === 429) return rateLimited(response, limits, now())
    if (response.status >= 500) {
      await response.body?.cancel()
      return {
        ...finalResult(failedResponse(`${name} returned an error (${response.status})`)),
        canRetry: true,
      }
    }
    return await read(name, response, limits.maxBytes)
  } catch {
    const late = finalResult(failedResponse(`${name} did not answer in time`))
    if (timeout.aborted) return late
    // A caller's timeout counts as a failure of the provider; a disconnected caller doesn't.
    if (request.signal.aborted)
      return { ...late, fault: request.signal.reason?.name === 'TimeoutError' || null }
    return { ...finalResult(failedResponse(`${name} could not be reached`)), canRetry: true }
  }
}

/** Reads a response with a status below 500 other than 429. */
async function read(name: string, response: Response, maxBytes: number): Promise<AttemptResult> {
  if (response.status >= 300 && response.status < 400) {
    await response.body?.cancel()
    return finalResult(failedResponse(`${name} redirected to another URL`))
  }
  const body = await readBody(response, maxBytes)
  if (body.kind === 'too-big') return finalResult(failedResponse(`${name} returned too much data`))
  if (body.kind === 'json') return responseResult(response.status, body.value)
  return response.ok
    ? finalResult(failedResponse(`${name} returned invalid JSON`))
    : responseResult(response.status, null)
}

function rateLimited(response: Response, limits: Limits, now: number): AttemptResult {
  const asked = retryAfterSeconds(response.headers.get('retry-after'), now)
  void response.body?.cancel().catch(() => undefined)
  return {
    result: { kind: 'rate_limited', retryAfterSeconds: asked ?? DEFAULT_RETRY_AFTER_SECONDS },
    canRetry: asked === null || asked <= limits.maxRetryAfterSeconds,
    waitMs: asked === null ? null : asked * 1000,
    // A provider that rate-limits us is working.
    fault: false,
  }
}

function responseResult(status: number, body: unknown): AttemptResult {
  return { result: { kind: 'answer', status, body }, canRetry: false, waitMs: null, fault: false }
}

function finalResult(result: ProviderResponse): AttemptResult {
  return { result, canRetry: false, waitMs: null, fault: true }
}

function failedResponse(message: string): ProviderResponse {
  return { kind: 'failed', message }
}

function urlOf(baseUrl: string, path: string, query: ProviderRequest['query'] = {}): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    // OData names begin with `$`, which some servers reject in encoded form.
    value === null || value === undefined
      ? []
      : [`${encodeURIComponent(name).replaceAll('%24', '$')}=${encodeURIComponent(value)}`],
  )
  const address = `${baseUrl.replace(/\/+$/, '')}${path}`
  return pairs.length > 0 ? `${address}?${pairs.join('&')}` : address
}
