import { setTimeout as wait } from 'node:timers/promises'
import { type BreakerState, createCircuitBreaker } from './circuit-breaker.ts'
import { readBody } from './read-body.ts'
import { retryAfterSeconds } from './retry-after.ts'

/**
 * What came of asking a provider. `answer` is any status that speaks about the request, with the JSON body (null where
 * an error status has none); what it means is the adapter's to say. `message` is one of this file's constant texts:
 * it names no person and no address.
 */
export type ProviderResponse =
  | { kind: 'answer'; status: number; body: unknown }
  | { kind: 'rate_limited'; retryAfterSeconds: number }
  | { kind: 'failed'; message: string }

export type ProviderRequest = {
  /** Null and undefined values are left out. */
  query?: Record<string, string | number | null | undefined>
  headers?: Record<string, string>
  /** The longest the caller waits, over all tries. */
  signal: AbortSignal
}

export type ProviderHttp = {
  /** Asks `baseUrl + path`. Never throws. */
  get(path: string, request: ProviderRequest): Promise<ProviderResponse>
  /** `calls` counts questions, not tries; one that an open breaker answers was not asked. */
  status(): { calls: number; breaker: BreakerState; lastFailureAt: string | null }
}

type Limits = {
  /** For one try, including reading its body. */
  timeoutMs: number
  maxAttempts: number
  /** Of the body, after decompression. */
  maxBytes: number
  /** The wait before the second try is anything up to this, then doubles. */
  backoffMs: number
  /** A `Retry-After` up to here is waited for; a longer one is handed to the caller. */
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

/** When a provider names no time itself. */
const DEFAULT_RETRY_AFTER_SECONDS = 60

export type ProviderHttpOptions = {
  /** Shown in messages: `ATTOM`. */
  name: string
  /** May have a path; no trailing slash needed. */
  baseUrl: string
  /** Sent with every request: the key. */
  headers?: Record<string, string>
  limits?: Partial<Limits>
  /** Seams for tests. */
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
 * The one way to talk to a data provider: bounded in time, size and tries, and silent (nothing of a request is
 * logged). Tries again only after 429, 5xx and a broken connection; a try that ran into its time limit is not
 * repeated, since whoever waits has waited long enough. Redirects are never followed: they would carry the key away.
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

  function note(fault: boolean | null): void {
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
    let last = failedResponse(`${options.name} is not asked for a moment because it failed repeatedly`)
    for (let attempt = 0; attempt < limits.maxAttempts; attempt += 1) {
      if (!breaker.allows()) return last
      if (attempt === 0) calls += 1
      const tried = await sendOnce({ options, limits, now, url, request })
      note(tried.fault)
      last = tried.result
      if (!tried.canRetry || attempt === limits.maxAttempts - 1) return last
      const jitter = Math.random() * limits.backoffMs * 2 ** attempt
      const rested = await sleep(tried.waitMs ?? jitter, request.signal).then(
        () => true,
        () => false,
      )
      if (!rested) return last
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
        ...finalResult(failedResponse(`${name} answered with an error (${response.status})`)),
        canRetry: true,
      }
    }
    return await read(name, response, limits.maxBytes)
  } catch {
    const late = finalResult(failedResponse(`${name} did not answer in time`))
    if (timeout.aborted) return late
    // A caller who ran out of time says something about the provider; one who went away does not.
    if (request.signal.aborted)
      return { ...late, fault: request.signal.reason?.name === 'TimeoutError' || null }
    return { ...finalResult(failedResponse(`${name} could not be reached`)), canRetry: true }
  }
}

/** A status below 500 that is not 429. */
async function read(name: string, response: Response, maxBytes: number): Promise<AttemptResult> {
  if (response.status >= 300 && response.status < 400) {
    await response.body?.cancel()
    return finalResult(failedResponse(`${name} pointed to another address`))
  }
  const body = await readBody(response, maxBytes)
  if (body.kind === 'too-big') return finalResult(failedResponse(`${name} answered more than can be read`))
  if (body.kind === 'json') return responseResult(response.status, body.value)
  return response.ok
    ? finalResult(failedResponse(`${name} answered something that is not JSON`))
    : responseResult(response.status, null)
}

function rateLimited(response: Response, limits: Limits, now: number): AttemptResult {
  const asked = retryAfterSeconds(response.headers.get('retry-after'), now)
  void response.body?.cancel().catch(() => undefined)
  return {
    result: { kind: 'rate_limited', retryAfterSeconds: asked ?? DEFAULT_RETRY_AFTER_SECONDS },
    canRetry: asked === null || asked <= limits.maxRetryAfterSeconds,
    waitMs: asked === null ? null : asked * 1000,
    // Somebody who says "not so fast" is there.
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
    // OData names begin with `$`, which some servers do not accept in its encoded form.
    value === null || value === undefined
      ? []
      : [`${encodeURIComponent(name).replaceAll('%24', '$')}=${encodeURIComponent(value)}`],
  )
  const address = `${baseUrl.replace(/\/+$/, '')}${path}`
  return pairs.length > 0 ? `${address}?${pairs.join('&')}` : address
}
