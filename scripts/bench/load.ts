// Load from 32 connections, in rounds that alternate between the product and its limit, so that both meet the same
// moods of the machine.
import assert from 'node:assert/strict'
import autocannon from 'autocannon'
import { percentile } from './numbers.ts'

const CONNECTIONS = 32

export type Call = { method: 'GET' | 'POST' | 'PATCH'; path: string; body?: string }
/** A server, what identifies the caller to it, and the next call to make. */
export type Target = { url: string; headers: Record<string, string>; next(): Call }
export type LoadResult = { perSecond: number; p50: number; p99: number }

/** One round of load. @throws {AssertionError} when any answer was refused, failed or never came */
export async function load(target: Target, seconds: number): Promise<LoadResult> {
  const result = await autocannon({
    url: target.url,
    connections: CONNECTIONS,
    duration: seconds,
    headers: target.headers,
    requests: [
      {
        setupRequest: (request) => {
          const { method, path, body } = target.next()
          const headers = { ...target.headers, ...(body && { 'content-type': 'application/json' }) }
          return { ...request, method, path, headers, ...(body && { body }) }
        },
      },
    ],
  })
  const { errors, timeouts, non2xx } = result
  assert.deepEqual({ errors, timeouts, non2xx }, { errors: 0, timeouts: 0, non2xx: 0 }, target.next().path)
  const answered = result['2xx']
  return { perSecond: answered / result.duration, p50: result.latency.p50, p99: result.latency.p99 }
}

/**
 * Rounds that alternate; the middle one of each. The first second of both warms them up and is not counted. `settle` ends
 * what a round left behind, so that the next one does not share the machine with it.
 */
export async function compare<T extends Record<string, Target>>(
  targets: T,
  how: { seconds: number; rounds: number; settle(): Promise<void> },
): Promise<{ [K in keyof T]: LoadResult }> {
  const rounds = Object.fromEntries(Object.keys(targets).map((name) => [name, [] as LoadResult[]]))
  const round = async (target: Target, seconds: number) => {
    const measured = await load(target, seconds)
    await how.settle()
    return measured
  }
  for (const target of Object.values(targets)) await round(target, 1)
  for (let turn = 0; turn < how.rounds; turn++) {
    const order = Object.entries(targets)
    if (turn % 2) order.reverse()
    for (const [name, target] of order) rounds[name]?.push(await round(target, how.seconds))
  }
  const middle = (values: readonly LoadResult[]): LoadResult => ({
    perSecond: percentile(
      values.map((each) => each.perSecond),
      50,
    ),
    p50: percentile(
      values.map((each) => each.p50),
      50,
    ),
    p99: percentile(
      values.map((each) => each.p99),
      50,
    ),
  })
  return Object.fromEntries(Object.entries(rounds).map(([name, all]) => [name, middle(all)])) as never
}

/** So many calls, one after another, on one connection. @returns milliseconds of each */
export async function oneByOne(target: Target, calls: number): Promise<number[]> {
  const taken: number[] = []
  for (let i = -20; i < calls; i++) {
    const { method, path, body } = target.next()
    const headers = { ...target.headers, ...(body && { 'content-type': 'application/json' }) }
    const start = performance.now()
    const answer = await fetch(target.url + path, { method, body, headers })
    await answer.arrayBuffer()
    assert.ok(answer.ok, `${path}: ${answer.status}`)
    if (i >= 0) taken.push(performance.now() - start)
  }
  return taken
}

/** How often a second some work is done, so many at once. */
export async function workers(work: () => Promise<unknown>, seconds: number): Promise<number> {
  let done = 0
  const start = performance.now()
  const end = start + seconds * 1000
  const one = async () => {
    while (performance.now() < end) {
      await work()
      done++
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, one))
  return done / ((performance.now() - start) / 1000)
}
