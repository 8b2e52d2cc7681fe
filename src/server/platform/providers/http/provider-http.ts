import { setTimeout as wait } from 'node:timers/promises'
import { type BreakerState, createCircuitBreaker } from './circuit-breaker.ts'
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
  /** Limits the total time over all attempts. */
  signal: AbortSignal
}

export type ProviderHttp = {
  /** Requests `baseUrl + path`. Never throws. */
  get(path: string, request: ProviderRequest): Promise<ProviderResponse>
  /** `calls` counts requests, without retries and requests blocked by an open circuit breaker. */
  status(): { calls: number; breaker: BreakerState; lastFailureAt: string | null }
}

const LIMITS = {
  /** Per attempt, including reading the body. */
  timeoutMs: 12_000,
  maxAttempts: 3,
  /** Body size after decompression. */
  maxBytes: 2 * 1024 * 1024,
  /** Upper bound of the random delay before the second attempt; doubles with each attempt. */
  backoffMs: 300,
  /** A longer `Retry-After` is returned to the caller instead of being waited for. */
  maxRetryAfterSeconds: 2,
  breakerFailures: 5,
  breakerOpenMs: 30_000,
}
type Limits = typeof LIMITS

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
  canRetry?: boolean
  /** Wait before the next attempt; random if the provider states none. */
  waitMs?: number | null
  /** True if the provider failed; null if the attempt says nothing about it. */
  isProviderFault: boolean | null
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
      breaker.recordAbandoned()
    } else if (fault) {
      lastFailureAt = now()
      breaker.recordFailure()
    } else {
      breaker.recordSuccess()
    }
  }

  async function get(path: string, request: ProviderRequest): Promise<ProviderResponse> {
    const url = urlOf(options.baseUrl, path, request.query)
    let lastResult = failure(options.name, 'is paused after repeated failures').result
    for (let attempt = 1; breaker.allowsCall(); attempt += 1) {
      if (attempt === 1) calls += 1
      const { result, canRetry, waitMs, isProviderFault } = await sendOnce({
        options,
        limits,
        now,
        url,
        request,
      })
      record(isProviderFault)
      lastResult = result
      if (!canRetry || attempt === limits.maxAttempts) break
      const jitter = Math.random() * limits.backoffMs * 2 ** (attempt - 1)
      try {
        await sleep(waitMs ?? jitter, request.signal)
      } catch {
        break // the caller has gone
      }
    }
    return lastResult
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
      headers: { accept: 'application/json', ...options.headers },
      redirect: 'manual',
      signal: AbortSignal.any([request.signal, timeout]),
    })
    if (response.status === 429) return rateLimited(response, limits, now())
    if (response.status >= 500) {
      await response.body?.cancel()
      return { ...failure(name, `returned an error (${response.status})`), canRetry: true }
    }
    return await read(name, response, limits.maxBytes)
  } catch {
    const timeoutFailure = failure(name, 'did not answer in time')
    if (timeout.aborted) return timeoutFailure
    // A caller's timeout counts as a failure of the provider; a disconnected caller doesn't.
    if (request.signal.aborted)
      return { ...timeoutFailure, isProviderFault: request.signal.reason?.name === 'TimeoutError' || null }
    return { ...failure(name, 'could not be reached'), canRetry: true }
  }
}

/** Reads a response with a status below 500 other than 429. */
async function read(name: string, response: Response, maxBytes: number): Promise<AttemptResult> {
  const { status } = response
  if (status >= 300 && status < 400) {
    await response.body?.cancel()
    return failure(name, 'redirected to another URL')
  }
  const body = await readBody(response, maxBytes)
  if (body.kind === 'too-big') return failure(name, 'returned too much data')
  if (body.kind === 'not-json' && response.ok) return failure(name, 'returned invalid JSON')
  const value = body.kind === 'json' ? body.value : null
  return { result: { kind: 'answer', status, body: value }, isProviderFault: false }
}

function rateLimited(response: Response, limits: Limits, now: number): AttemptResult {
  const requestedSeconds = retryAfterSeconds(response.headers.get('retry-after'), now)
  void response.body?.cancel().catch(() => undefined)
  return {
    result: { kind: 'rate_limited', retryAfterSeconds: requestedSeconds ?? DEFAULT_RETRY_AFTER_SECONDS },
    canRetry: requestedSeconds === null || requestedSeconds <= limits.maxRetryAfterSeconds,
    waitMs: requestedSeconds === null ? null : requestedSeconds * 1000,
    // A provider that rate-limits us is working.
    isProviderFault: false,
  }
}

/** A failure of the provider, not worth another attempt unless the caller says so. */
function failure(provider: string, problem: string): AttemptResult {
  return { result: { kind: 'failed', message: `${provider} ${problem}` }, isProviderFault: true }
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

type Body = { kind: 'json'; value: unknown } | { kind: 'not-json' } | { kind: 'too-big' }

/**
 * Reads a JSON body and counts its bytes (after decompression), because the announced length can't be trusted. Other
 * content types aren't read.
 *
 * @throws when the connection breaks or the request's signal aborts
 */
async function readBody(response: Response, maxBytes: number): Promise<Body> {
  const type = response.headers.get('content-type') ?? ''
  if (!/^application\/([\w.-]+\+)?json\b/i.test(type) || response.body === null) {
    await response.body?.cancel()
    return { kind: 'not-json' }
  }
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  // Leaving the loop early cancels the stream, which closes the connection.
  for await (const chunk of response.body) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) return { kind: 'too-big' }
    text += decoder.decode(chunk, { stream: true })
  }
  try {
    return { kind: 'json', value: JSON.parse(text + decoder.decode()) }
  } catch {
    return { kind: 'not-json' }
  }
}
