import { retryAfterSeconds } from '../providers/http/retry-after.ts'

/** The operator's registration as a system, without which nothing is connected. */
export type FollowUpBossSettings = { system: string; systemKey: string; url: string }

/**
 * Why a call didn't succeed. `key` and `access` end the sync until the owner acts, `busy` and `down` pause it, `missing` and
 * `rejected` concern one object.
 */
export type RemoteFailure = 'key' | 'access' | 'busy' | 'down' | 'missing' | 'rejected'

/** The message is for logs and contains no personal data. */
export class RemoteError extends Error {
  readonly reason: RemoteFailure
  readonly retrySeconds: number | null

  constructor(reason: RemoteFailure, message: string, retrySeconds: number | null = null) {
    super(message)
    this.name = 'RemoteError'
    this.reason = reason
    this.retrySeconds = retrySeconds
  }
}

const TIMEOUT_MS = 12_000
const MAX_BYTES = 4 * 1024 * 1024
const DEFAULT_RETRY_SECONDS = 30
/** Share of the calls of a window that is left to the account's other programs. */
const RESERVE = 0.1

export type RemoteRequest = {
  query?: Record<string, string | number | undefined>
  body?: unknown
}
export type RemoteClient = ReturnType<typeof createClient>

/**
 * Calls the API with an owner's key. Redirects aren't followed, as they would carry the key away. When the headers say that
 * few calls are left, the next one fails as `busy` before it is sent.
 */
export function createClient({ system, systemKey, url }: FollowUpBossSettings, apiKey: string) {
  const headers = {
    accept: 'application/json',
    authorization: `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`,
    'x-system': system,
    'x-system-key': systemKey,
  }
  let pauseSeconds = 0

  /** @throws {RemoteError} */
  async function call(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    { query = {}, body }: RemoteRequest = {},
  ): Promise<unknown> {
    if (pauseSeconds > 0) throw new RemoteError('busy', 'Few calls are left', pauseSeconds)
    const search = new URLSearchParams()
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) search.set(name, String(value))
    const response = await fetch(`${url.replace(/\/+$/, '')}${path}${search.size > 0 ? `?${search}` : ''}`, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(() => {
      throw new RemoteError('down', 'It could not be reached')
    })
    pauseSeconds = pauseOf(response.headers)
    if (!response.ok) {
      await response.body?.cancel()
      throw errorOf(response)
    }
    return readJson(response)
  }

  return {
    call,
    get: (path: string, query?: RemoteRequest['query']) => call('GET', path, query && { query }),
    /** @returns null if the object is gone @throws {RemoteError} */
    find: (path: string, query?: RemoteRequest['query']): Promise<unknown> =>
      call('GET', path, query && { query }).catch((error: unknown) => {
        if (error instanceof RemoteError && error.reason === 'missing') return null
        throw error
      }),
  }
}

function pauseOf(headers: Headers): number {
  const [limit, remaining, window] = ['limit', 'remaining', 'window'].map((name) => {
    const text = headers.get(`x-ratelimit-${name}`)
    return text === null ? Number.NaN : Number(text)
  }) as [number, number, number]
  return remaining < limit * RESERVE ? Math.min(Math.max(window || 0, 1), 60) : 0
}

function errorOf({ status, headers }: Response): RemoteError {
  const message = `It answered ${status}`
  if (status === 401) return new RemoteError('key', message)
  if (status === 403) return new RemoteError('access', message)
  if (status === 404) return new RemoteError('missing', message)
  if (status === 429) {
    const seconds = retryAfterSeconds(headers.get('retry-after'), Date.now()) ?? DEFAULT_RETRY_SECONDS
    return new RemoteError('busy', message, Math.max(seconds, 1))
  }
  return status >= 500 || status < 400
    ? new RemoteError('down', message)
    : new RemoteError('rejected', message)
}

/** @throws {RemoteError} for an answer that is too long, cut off or no JSON */
async function readJson(response: Response): Promise<unknown> {
  if (response.status === 204 || !response.body) return null
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of response.body) {
      bytes += chunk.byteLength
      if (bytes > MAX_BYTES) throw new Error('Too long')
      chunks.push(chunk)
    }
    const text = Buffer.concat(chunks).toString()
    return text === '' ? null : (JSON.parse(text) as unknown)
  } catch {
    throw new RemoteError('down', 'Its answer could not be read')
  }
}
