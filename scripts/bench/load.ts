// Load from 32 connections, in rounds that alternate between the product and its limit, so that changes in the speed of
// the machine affect both.
import assert from 'node:assert/strict'
import autocannon from 'autocannon'
import { type Call, isGood, quantile, send } from '#test/product/load.ts'

const CONNECTIONS = 32

/** A server, and the next call to make. */
export type Target = { url: string; next(): Call }
export type LoadResult = { perSecond: number; p50: number; p99: number }

/** One round of load. @throws {AssertionError} if any call was refused, failed or got no response */
export async function load({ url, next }: Target, seconds: number): Promise<LoadResult> {
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: seconds,
    requests: [
      {
        setupRequest: (request) => {
          const { headers, body, ...call } = next()
          const type = body && { 'content-type': 'application/json' }
          return {
            ...request,
            ...call,
            headers: { ...headers, ...type },
            ...(body && { body }),
          } as typeof request
        },
      },
    ],
  })
  const { errors, timeouts, non2xx } = result
  assert.deepEqual(
    { errors, timeouts, non2xx },
    { errors: 0, timeouts: 0, non2xx: 0 },
    `${url}${next().path}`,
  )
  const { p50, p99 } = result.latency
  return { perSecond: result['2xx'] / result.duration, p50, p99 }
}

/**
 * The median of alternating rounds. The first second of both warms them up and isn't counted. `settle` ends work that a
 * round left behind, so that it doesn't slow down the next one.
 */
export async function compare(
  { product, limit }: { product: Target; limit: Target },
  how: { seconds: number; rounds: number; settle(): Promise<void> },
): Promise<{ product: LoadResult; limit: LoadResult }> {
  const sides = [
    { target: product, results: [] as LoadResult[] },
    { target: limit, results: [] as LoadResult[] },
  ]
  for (let round = 0; round <= how.rounds; round++) {
    for (const { target, results } of round % 2 ? sides : sides.toReversed()) {
      const result = await load(target, round === 0 ? 1 : how.seconds)
      await how.settle()
      if (round > 0) results.push(result)
    }
  }
  const [own, bare] = sides.map(({ results }) => middleOf(results))
  return { product: own as LoadResult, limit: bare as LoadResult }
}

function middleOf(results: readonly LoadResult[]): LoadResult {
  const middle = (key: keyof LoadResult) =>
    quantile(
      results.map((result) => result[key]),
      0.5,
    )
  return { perSecond: middle('perSecond'), p50: middle('p50'), p99: middle('p99') }
}

/** Response time of a single caller in milliseconds, as a percentile. */
export async function oneByOne({ url, next }: Target, calls: number, part = 0.5) {
  const taken: number[] = []
  for (let i = -20; i < calls; i++) {
    const answer = await send(url, next())
    assert.ok(isGood(answer), `${answer.call.path}: ${answer.status}`)
    if (i >= 0) taken.push(answer.ms)
  }
  const [value = 0, p50, p99] = [part, 0.5, 0.99].map((share) => quantile(taken, share))
  return { value, unit: 'ms', p50, p99, atMost: true } as const
}
