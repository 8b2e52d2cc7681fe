import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createProviderServer, type Route } from '#test/fakes/provider-server.ts'
import { createProviderHttp, type ProviderHttpOptions } from './provider-http.ts'

const route: Route = {
  path: /^\/v1\/person$/,
  isAuthorized: ({ headers }) => headers['x-key'] === 'right',
  scenario: (query) => query.get('who') ?? '',
  replies: { match: { json: { found: true } } },
  fallback: { status: 404, json: { message: 'nobody' } },
}

let server: Awaited<ReturnType<typeof createProviderServer>>
beforeAll(async () => {
  server = await createProviderServer({ routes: [route] })
})
afterAll(() => server.stop())
beforeEach(() => {
  server.requests.length = 0
})

/** Long enough for the call to arrive on a busy machine. */
const SHORT_TIMEOUT = { limits: { timeoutMs: 800 } }

/** Records the client's waits instead of waiting. */
function client(options: Partial<ProviderHttpOptions> = {}) {
  const clock = { now: Date.parse('2026-03-10T12:00:00Z') }
  const waits: number[] = []
  const http = createProviderHttp({
    name: 'Acme',
    baseUrl: `${server.url}/v1/`,
    headers: { 'x-key': 'right' },
    now: () => clock.now,
    sleep: async (ms) => waits.push(ms),
    ...options,
    limits: { timeoutMs: 10_000, ...options.limits },
  })
  const get = (scenario: string, signal = AbortSignal.timeout(5000)) =>
    http.get('/person', { query: { who: scenario, empty: null, $top: 3 }, signal })
  return { http, get, waits, clock }
}

describe('A28 requests to a provider', () => {
  test('return status and body, send no nulls, and leave `$` readable', async () => {
    const { get, http } = client()
    expect(await get('match')).toEqual({ kind: 'answer', status: 200, body: { found: true } })
    expect(await get('nobody & co')).toEqual({ kind: 'answer', status: 404, body: { message: 'nobody' } })
    expect([...(server.requests[1]?.query ?? [])]).toEqual([
      ['who', 'nobody & co'],
      ['$top', '3'],
    ])
    expect(http.status()).toEqual({ calls: 2, breaker: 'closed', lastFailureAt: null })
  })

  test.each(['refused', 'forbidden', 'out-of-credits', 'rejected'])(
    'are not retried when %s',
    async (scenario) => {
      const { get } = client()
      expect(await get(scenario)).toMatchObject({ kind: 'answer' })
      expect(server.requests).toHaveLength(1)
    },
  )

  test('are retried after 5xx with growing random delays', async () => {
    const { get, waits } = client()
    expect(await get('broken-twice')).toMatchObject({ kind: 'answer', status: 200 })
    expect(waits).toHaveLength(2)
    expect(waits[0]).toBeLessThanOrEqual(300)
    expect(waits[1]).toBeLessThanOrEqual(600)
  })

  test('fail after three attempts', async () => {
    const { get } = client()
    expect(await get('broken')).toEqual({ kind: 'failed', message: 'Acme returned an error (503)' })
    expect(server.requests).toHaveLength(3)
  })

  test('are retried when the connection breaks', async () => {
    const { get } = client()
    expect(await get('cut')).toEqual({ kind: 'failed', message: 'Acme could not be reached' })
    expect(server.requests).toHaveLength(3)
  })

  test('wait for a short Retry-After and pass on a long one', async () => {
    const { get, waits } = client()
    expect(await get('limited-once')).toMatchObject({ kind: 'answer', status: 200 })
    expect(waits).toEqual([0])
    server.requests.length = 0
    expect(await get('limited')).toEqual({ kind: 'rate_limited', retryAfterSeconds: 90 })
    expect(server.requests).toHaveLength(1)
  })

  test.each([
    ['black-hole', 'Acme did not answer in time'],
    ['drip', 'Acme did not answer in time'],
    ['huge', 'Acme returned too much data'],
    ['html', 'Acme returned invalid JSON'],
    ['garbled', 'Acme returned invalid JSON'],
    ['redirect', 'Acme redirected to another URL'],
  ])('%s fails after one attempt, in time and with a plain message', async (scenario, message) => {
    const { get, http } = client(message.endsWith('in time') ? SHORT_TIMEOUT : {})
    const startedAt = performance.now()
    expect(await get(scenario)).toEqual({ kind: 'failed', message })
    expect(performance.now() - startedAt).toBeLessThan(3000)
    expect(server.requests).toHaveLength(1)
    expect(http.status().lastFailureAt).toBe('2026-03-10T12:00:00.000Z')
  })

  test("never exceed the caller's timeout, also between attempts", async () => {
    const { get } = client({ limits: { timeoutMs: 60_000, backoffMs: 60_000 }, sleep: undefined })
    const startedAt = performance.now()
    expect(await get('black-hole', AbortSignal.timeout(80))).toMatchObject({ kind: 'failed' })
    expect(await get('broken', AbortSignal.timeout(80))).toMatchObject({ kind: 'failed' })
    expect(performance.now() - startedAt).toBeLessThan(1500)
  })

  test('a disconnected caller does not count as a failure', async () => {
    const { http, get } = client()
    const aborted = AbortSignal.abort()
    for (let i = 0; i < 6; i += 1) expect(await get('match', aborted)).toMatchObject({ kind: 'failed' })
    expect(http.status()).toMatchObject({ breaker: 'closed', lastFailureAt: null })
  })

  test('repeated failures open the circuit breaker: it responds at once until a probe decides', async () => {
    const { get, http, clock } = client()
    await get('broken')
    await get('broken')
    expect(server.requests).toHaveLength(5)
    expect(http.status()).toMatchObject({ breaker: 'open', calls: 2 })

    const startedAt = performance.now()
    for (let i = 0; i < 100; i += 1) expect(await get('match')).toMatchObject({ kind: 'failed' })
    expect((performance.now() - startedAt) / 100).toBeLessThan(5)
    expect(server.requests).toHaveLength(5)

    clock.now += 30_000
    expect(http.status().breaker).toBe('half-open')
    expect(await get('match')).toMatchObject({ kind: 'answer' })
    expect(http.status()).toMatchObject({ breaker: 'closed', calls: 3 })
  })

  test('messages never contain the request', async () => {
    const { get } = client(SHORT_TIMEOUT)
    const messages = await Promise.all(
      ['broken', 'cut', 'html', 'huge', 'black-hole'].map((scenario) => get(scenario)),
    )
    for (const message of messages) {
      expect(JSON.stringify(message)).not.toMatch(/http|127\.0|person|right/)
    }
  })
})
