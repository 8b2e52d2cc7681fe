// Load from 32 connections, in rounds that alternate between the product and its limit, so that changes in the speed of
// the machine affect both.
import assert from 'node:assert/strict'
import autocannon from 'autocannon'
import { type Call, isSuccess, quantile, send } from '#test/product/load.ts'

const CONNECTIONS = 32

/** A server, and the next call to make. */
export type Target = { url: string; next(): Call }
export type LoadResult = { perSecond: number; p50: number; p99: number }

/** One round of load. @throws {AssertionError} if any call was refused, failed or got no response */
export async function load({ url, next }: Target, seconds: number): Promise<LoadResult> {
  const setupRequest = (request: autocannon.Request) => {
    const { headers, body, ...call } = next()
    const type = body && { 'content-type': 'application/json' }
    return { ...request, ...call, headers: { ...headers, ...type }, ...(body && { body }) } as typeof request
  }
  const requests = [{ setupRequest }]
  const result = await autocannon({ url, connections: CONNECTIONS, duration: seconds, requests })
  const { errors, timeouts, non2xx } = result
  assert.deepEqual([errors, timeouts, non2xx], [0, 0, 0], `${url}${next().path}: failed calls`)
  const { p50, p99 } = result.latency
  return { perSecond: result['2xx'] / result.duration, p50, p99 }
}

/**
 * The median of alternating rounds. The first second of both warms them up and isn't counted. `settle` ends work that a
 * round left behind, so that it doesn't slow down the next one.
 */
export async function compare(
  targets: { product: Target; baseline: Target },
  options: { seconds: number; rounds: number; settle(): Promise<void> },
): Promise<{ product: LoadResult; baseline: LoadResult }> {
  const results = { product: [] as LoadResult[], baseline: [] as LoadResult[] }
  const sides = ['product', 'baseline'] as const
  for (let round = 0; round <= options.rounds; round++) {
    for (const side of round % 2 ? sides : sides.toReversed()) {
      const result = await load(targets[side], round === 0 ? 1 : options.seconds)
      await options.settle()
      if (round > 0) results[side].push(result)
    }
  }
  return { product: medianOf(results.product), baseline: medianOf(results.baseline) }
}

function medianOf(results: readonly LoadResult[]): LoadResult {
  const medianBy = (read: (result: LoadResult) => number) => quantile(results.map(read), 0.5)
  return { perSecond: medianBy((r) => r.perSecond), p50: medianBy((r) => r.p50), p99: medianBy((r) => r.p99) }
}

/** Response time of a single caller in milliseconds, as a percentile. */
export async function measureSingleCaller({ url, next }: Target, calls: number, percentile = 0.5) {
  const times: number[] = []
  for (let i = -20; i < calls; i++) {
    const { call, status, ms } = await send(url, next())
    assert.ok(isSuccess({ status }), `${call.path}: ${status}`)
    if (i >= 0) times.push(ms)
  }
  const [value = 0, p50, p99] = [percentile, 0.5, 0.99].map((share) => quantile(times, share))
  return { value, unit: 'ms', p50, p99, isLowerBetter: true } as const
}

/** Calls that come one after another, from the start again after the last. */
export function rotate<T>(values: readonly T[]): () => T {
  let turn = 0
  return () => values[turn++ % values.length] as T
}
