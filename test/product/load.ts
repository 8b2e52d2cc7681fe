// Sends load to a product, at a fixed rate or continuously, and records the result of each call.
import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

export type Call = { method?: string; path: string; headers: Record<string, string>; body?: string }
export type CallResult = {
  /** 0 if no response came; `error` has the reason. */
  status: number
  error: string
  retryAfter: string | null
  /** Start time and duration in milliseconds. */
  at: number
  ms: number
  body: string
  call: Call
}

const RESPONSE_TIMEOUT_MS = 60_000
const MAX_BODY_LENGTH = 16_384

/** Sends one call. Never throws. */
export function send(url: string, call: Call, agent?: Agent): Promise<CallResult> {
  const at = performance.now()
  return new Promise((resolve) => {
    const end = (status: number, body: string, retryAfter: string | null, error = '') =>
      resolve({ status, error, retryAfter, at, ms: performance.now() - at, body, call })
    const headers = {
      ...(call.body !== undefined && { 'content-type': 'application/json' }),
      ...call.headers,
    }
    const clientRequest = request(
      url + call.path,
      { method: call.method ?? 'GET', headers, agent },
      (response) => {
        let body = ''
        response.setEncoding('utf8')
        response.on('data', (piece: string) => {
          // Enough for the id of a created object; long lists are only counted.
          if (body.length + piece.length <= MAX_BODY_LENGTH) body += piece
        })
        response.on('end', () => end(response.statusCode ?? 0, body, response.headers['retry-after'] ?? null))
        response.on('error', (error: NodeJS.ErrnoException) => end(0, '', null, error.code ?? error.message))
      },
    )
    clientRequest.setTimeout(RESPONSE_TIMEOUT_MS, () =>
      clientRequest.destroy(new Error('no response within a minute')),
    )
    clientRequest.on('error', (error: NodeJS.ErrnoException) => end(0, '', null, error.code ?? error.message))
    clientRequest.end(call.body)
  })
}

/** Sends JSON. Never throws. */
export function post(
  url: string,
  path: string,
  body: object,
  headers: Record<string, string> = {},
  agent?: Agent,
): Promise<CallResult> {
  return send(url, { method: 'POST', path, headers, body: JSON.stringify(body) }, agent)
}

type ContinuousLoad = { connections: number; pauseMs?: number; next: () => Call; signal: AbortSignal }

/** Sends calls on several connections, each a pause after the last response, until stopped or the server is gone. */
export async function sendContinuously(
  url: string,
  { connections, pauseMs = 0, next, signal }: ContinuousLoad,
) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const results: CallResult[] = []
  const sendInLoop = async () => {
    while (!signal.aborted) {
      const result = await send(url, next(), agent)
      results.push(result)
      if (result.error === 'ECONNREFUSED') return // the server is gone
      if (pauseMs) await wait(pauseMs)
    }
  }
  await Promise.all(Array.from({ length: connections }, sendInLoop))
  agent.destroy()
  return results
}

type RatedLoad = { perSecond: number; seconds: number; next: () => Call; maxOpen?: number }

/** Sends calls at a fixed rate, without waiting for earlier responses; at most `maxOpen` at a time. */
export async function sendAtRate(url: string, { perSecond, seconds, next, maxOpen = 1000 }: RatedLoad) {
  const agent = new Agent({ keepAlive: true, maxSockets: maxOpen })
  const results: CallResult[] = []
  const pendingCalls = new Set<Promise<unknown>>()
  const start = performance.now()
  let sentCount = 0
  while (performance.now() - start < seconds * 1000) {
    const dueCount = ((performance.now() - start) / 1000) * perSecond
    for (; sentCount < dueCount; sentCount++) {
      if (pendingCalls.size >= maxOpen) continue
      const call = send(url, next(), agent).then((result) => {
        results.push(result)
        pendingCalls.delete(call)
      })
      pendingCalls.add(call)
    }
    await wait(4)
  }
  await Promise.all(pendingCalls)
  agent.destroy()
  return results
}

export function quantile(values: readonly number[], fraction: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? Number.NaN
}

export const isSuccess = ({ status }: Pick<CallResult, 'status'>) => status >= 200 && status < 300
export const p99 = (results: readonly Pick<CallResult, 'ms'>[]) =>
  quantile(
    results.map(({ ms }) => ms),
    0.99,
  )

/** Number of responses by kind: `200 ×31, 503 ×4, ECONNRESET ×1`. */
export function countKinds(results: readonly { status: number; error?: string }[]): string {
  const counts = new Map<string, number>()
  for (const { status, error = 'no answer' } of results) {
    const kind = status ? String(status) : error
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
  return [...counts].map(([kind, count]) => `${kind} ×${count}`).join(', ') || 'none'
}

/** Polls until a condition is true. @returns the milliseconds it took, infinite if it never became true */
export async function pollUntil(
  condition: () => Promise<boolean>,
  limitMs: number,
  intervalMs = 50,
): Promise<number> {
  const start = performance.now()
  for (;;) {
    if (await condition().catch(() => false)) return performance.now() - start
    if (performance.now() - start > limitMs) return Number.POSITIVE_INFINITY
    await wait(intervalMs)
  }
}
