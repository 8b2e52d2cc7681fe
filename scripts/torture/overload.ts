// Trust 22: more load than the machine can handle, and slow callers.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import {
  type Call,
  type CallResult,
  countKinds,
  isSuccess,
  p99,
  quantile,
  sendContinuously,
} from '#test/product/load.ts'
import { watchMemory } from '../shared/memory.ts'
import { createListCalls, openOrganization } from '../shared/people.ts'
import { finding, type Scenario } from './scenario.ts'
import { type StagedProduct, trackChild } from './stage.ts'

const REFUSAL_METRIC = 'ninefold_http_refusal_seconds'
const ORGANIZATION_COUNT = 12
const MEMBERS_PER_ORGANIZATION = 6
const PEAK_CONNECTIONS = 16
const OVERLOAD_FACTOR = 5
const MEMORY_LIMIT = '≤ 400 MiB'

export type SenderTask = { url: string; calls: Call[]; perSecond: number; seconds: number; maxOpen: number }
type SenderResponse = Pick<CallResult, 'status' | 'retryAfter' | 'at' | 'ms'>
/** `at` counts from the first call; `lateP99Ms` is the sender's own delay. */
export type SenderResult = { responses: SenderResponse[]; lateP99Ms: number }

/** Sends calls from a separate process at a fixed rate, without waiting for responses. */
async function sendFrom({ url }: StagedProduct, task: Pick<SenderTask, 'calls' | 'perSecond' | 'seconds'>) {
  const file = path.join(import.meta.dirname, 'sender-process.ts')
  const child = fork(file, { serialization: 'advanced' })
  trackChild(child)
  child.send({ ...task, url, maxOpen: 600 } satisfies SenderTask)
  const [result] = (await once(child, 'message')) as [SenderResult]
  console.log(
    `  ${countKinds(result.responses)}; the sender was late by ${result.lateP99Ms.toFixed(0)} ms (p99)`,
  )
  return result.responses
}

async function createListCallsOfMany(
  product: StagedProduct,
  organizationCount: number,
  limit?: number,
): Promise<Call[]> {
  const openedOrganizations = []
  for (let i = 0; i < organizationCount; i++)
    openedOrganizations.push(
      await openOrganization(product, { members: MEMBERS_PER_ORGANIZATION, contacts: 200 }),
    )
  return Array.from(
    { length: organizationCount * MEMBERS_PER_ORGANIZATION },
    createListCalls(openedOrganizations, limit),
  )
}

async function measurePeak(product: StagedProduct, calls: readonly Call[]): Promise<number> {
  const successRates: number[] = []
  let callCount = 0
  const next = () => calls[callCount++ % calls.length] as Call
  for (let round = 0; round < 3; round++) {
    const signal = AbortSignal.timeout(5000)
    const results = await sendContinuously(product.url, { connections: PEAK_CONNECTIONS, next, signal })
    successRates.push(results.filter(isSuccess).length / 5)
  }
  return Math.max(...successRates)
}

export const overload: Scenario = {
  name: 'overload',
  seconds: 180,
  async run(stage) {
    const product = await stage.startProduct()
    const calls = await createListCallsOfMany(product, ORGANIZATION_COUNT, 200)
    const peak = await measurePeak(product, calls)
    const seconds = Math.max(10, Math.round(60 * stage.scale))
    const stopWatchingMemory = watchMemory(product.pid())
    const bucketsBefore = await bucketsOf(product)
    const responses = await sendFrom(product, { perSecond: peak * OVERLOAD_FACTOR, seconds, calls })
    const peakMemory = stopWatchingMemory()
    const bucketsAfter = await bucketsOf(product)
    const rejectionMsAt = (share: number) => quantileOf(bucketsBefore, bucketsAfter, share) * 1000
    console.log(`  peak ${peak.toFixed(0)}/s; sent ${OVERLOAD_FACTOR} times that for ${seconds} s`)
    const goodCount = responses.filter(isSuccess).length
    const rejectedResults = responses.filter(({ status }) => status === 503 || status === 429)
    const rejectionTimes = rejectedResults.length > 0 ? rejectedResults.map(({ ms }) => ms) : [0]
    const withoutRetryAfter = rejectedResults.filter(({ retryAfter }) => !retryAfter)
    const throughputTitle = `${OVERLOAD_FACTOR} times as much as can be done: done, to the peak`
    return [
      finding(22, throughputTitle, goodCount / seconds / peak, '≥ 0.8 ×'),
      finding(22, 'rejections, to the caller: middle', quantile(rejectionTimes, 0.5), '≤ 50 ms'),
      finding(22, 'rejections, to the caller: p99', quantile(rejectionTimes, 0.99), '≤ 50 ms'),
      finding(22, 'rejections without Retry-After', withoutRetryAfter.length, 0),
      finding(22, 'neither done nor rejected', responses.length - goodCount - rejectedResults.length, 0),
      finding(22, 'rejections, in the process: middle', rejectionMsAt(0.5), '≤ 50 ms'),
      finding(22, 'rejections, in the process: p99', rejectionMsAt(0.99), '≤ 50 ms'),
      finding(22, 'memory of the process', peakMemory, MEMORY_LIMIT),
    ]
  },
}

/** Counts of rejections by the upper bound of their time, to be compared with a later reading. */
async function bucketsOf({ url }: StagedProduct): Promise<[bound: number, count: number][]> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const lines = text.matchAll(new RegExp(`^${REFUSAL_METRIC}_bucket\\{le="([^"]+)"\\} (\\d+)`, 'gm'))
  return [...lines].map(([, upperBound, count]) => [
    Number(upperBound?.replace('+Inf', 'Infinity')),
    Number(count),
  ])
}

/** A percentile of the counts between two readings, as an upper bound. */
function quantileOf(before: [number, number][], after: [number, number][], share: number): number {
  const growth = after.map(([upperBound, count], i) => [upperBound, count - (before[i]?.[1] ?? 0)] as const)
  const total = growth.at(-1)?.[1] ?? 0
  return growth.find(([, count]) => count >= total * share)?.[0] ?? 0
}

const SLOW_CLIENTS = 500
/** Time until all are connected: a third of them request four long lists each, which the server produces unread. */
const CONNECT_SECONDS = 5

/** Clients that send a byte a second or never read a long response. */
function startSlowClients(product: StagedProduct, calls: readonly Call[]): () => void {
  const { port } = new URL(product.url)
  const sockets: Socket[] = []
  const timers: NodeJS.Timeout[] = []
  for (let i = 0; i < SLOW_CLIENTS; i++) {
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('error', () => {}) // the server may cut them off
    sockets.push(socket)
    const callHeaders = Object.entries(calls[i % calls.length]?.headers ?? {}).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    )
    const headerLines = `Host: x\r\n${callHeaders.join('')}`
    if (i % 3 === 2) {
      // Requests long lists and never reads them.
      socket.pause()
      socket.write(`GET /api/contacts?limit=200 HTTP/1.1\r\n${headerLines}\r\n`.repeat(4))
      continue
    }
    const post = `POST /api/contacts HTTP/1.1\r\n${headerLines}Content-Type: application/json\r\nContent-Length: 5000\r\n\r\n{`
    socket.write(i % 3 ? post : 'GET /api/contacts HTTP/1.1\r\nX-')
    timers.push(setInterval(() => socket.writable && socket.write('a'), 1000))
  }
  return () => {
    for (const timer of timers) clearInterval(timer)
    for (const socket of sockets) socket.destroy()
  }
}

export const slowClients: Scenario = {
  name: 'slow-clients',
  seconds: 120,
  async run(stage) {
    const product = await stage.startProduct()
    const calls = await createListCallsOfMany(product, 6)
    const slowCalls = await createListCallsOfMany(product, 5)
    const sendLists = (seconds: number) => sendFrom(product, { perSecond: 60, seconds, calls })
    await sendLists(10)
    const resultsBefore = await sendLists(10)
    const stopWatchingMemory = watchMemory(product.pid())
    const load = sendLists(CONNECT_SECONDS + 10)
    await wait(500)
    const stop = startSlowClients(product, slowCalls)
    const resultsDuring = await load
    stop()
    const peakMemory = stopWatchingMemory()
    const undisturbedP99 = (p99(resultsBefore) + p99(await sendLists(10))) / 2
    const resultsWhileConnecting = resultsDuring.filter(({ at }) => at < CONNECT_SECONDS * 1000)
    const resultsWhileConnected = resultsDuring.filter(({ at }) => at >= CONNECT_SECONDS * 1000)
    const failedResults = resultsDuring.filter((answer) => !isSuccess(answer))
    return [
      finding(22, `${SLOW_CLIENTS} slow callers: others refused`, failedResults.length, 0),
      finding(
        22,
        'p99 of the others while they are there, to before',
        p99(resultsWhileConnected) / undisturbedP99,
        '≤ 2 ×',
      ),
      finding(
        22,
        'the same while they arrive, with real work',
        p99(resultsWhileConnecting) / undisturbedP99,
        '≤ 2 ×',
      ),
      finding(22, 'memory of the process', peakMemory, MEMORY_LIMIT),
    ]
  },
}
