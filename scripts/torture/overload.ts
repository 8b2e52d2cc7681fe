// Trust 22: more load than the machine can handle, and slow callers.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import {
  type Answer,
  type Call,
  countKinds,
  isGood,
  p99,
  quantile,
  sendContinuously,
} from '#test/product/load.ts'
import { watchMemory } from '../shared/memory.ts'
import { listCalls, openOrganization } from '../shared/people.ts'
import { finding, type Scenario } from './scenario.ts'
import { type StagedProduct, trackChild } from './stage.ts'

const REFUSALS = 'ninefold_http_refusal_seconds'
const ORGANIZATIONS = 12
const PEOPLE = 6
const PEAK_CONNECTIONS = 16
const TIMES = 5
const MEMORY = '≤ 400 MiB'

export type SenderTask = { url: string; calls: Call[]; perSecond: number; seconds: number; maxOpen: number }
type SenderAnswer = Pick<Answer, 'status' | 'retryAfter' | 'at' | 'ms'>
/** `at` counts from the first call; `lateP99Ms` is how late the sender itself was. */
export type SenderResult = { answers: SenderAnswer[]; lateP99Ms: number }

/** Sends calls from a separate process at a fixed rate, without waiting for responses. */
async function sendFrom({ url }: StagedProduct, task: Pick<SenderTask, 'calls' | 'perSecond' | 'seconds'>) {
  const file = path.join(import.meta.dirname, 'sender-process.ts')
  const child = fork(file, { serialization: 'advanced' })
  trackChild(child)
  child.send({ ...task, url, maxOpen: 600 } satisfies SenderTask)
  const [result] = (await once(child, 'message')) as [SenderResult]
  console.log(
    `  ${countKinds(result.answers)}; the sender was late by ${result.lateP99Ms.toFixed(0)} ms (p99)`,
  )
  return result.answers
}

async function callsOfCrowd(product: StagedProduct, organizations: number, limit?: number): Promise<Call[]> {
  const all = []
  for (let i = 0; i < organizations; i++)
    all.push(await openOrganization(product, { people: PEOPLE, contacts: 200 }))
  return Array.from({ length: organizations * PEOPLE }, listCalls(all, limit))
}

async function peakOf(product: StagedProduct, calls: readonly Call[]): Promise<number> {
  const rounds: number[] = []
  let turn = 0
  const next = () => calls[turn++ % calls.length] as Call
  for (let round = 0; round < 3; round++) {
    const until = AbortSignal.timeout(5000)
    const answers = await sendContinuously(product.url, { connections: PEAK_CONNECTIONS, next, until })
    rounds.push(answers.filter(isGood).length / 5)
  }
  return Math.max(...rounds)
}

export const overload: Scenario = {
  name: 'overload',
  seconds: 180,
  async run(stage) {
    const product = await stage.product()
    const calls = await callsOfCrowd(product, ORGANIZATIONS, 200)
    const peak = await peakOf(product, calls)
    const seconds = Math.max(10, Math.round(60 * stage.scale))
    const memory = watchMemory(product.pid())
    const before = await bucketsOf(product)
    const answers = await sendFrom(product, { perSecond: peak * TIMES, seconds, calls })
    const held = memory()
    const after = await bucketsOf(product)
    const inside = (share: number) => quantileOf(before, after, share) * 1000
    console.log(`  peak ${peak.toFixed(0)}/s; sent ${TIMES} times that for ${seconds} s`)
    const good = answers.filter(isGood).length
    const rejected = answers.filter(({ status }) => status === 503 || status === 429)
    const waits = rejected.length > 0 ? rejected.map(({ ms }) => ms) : [0]
    const silent = rejected.filter(({ retryAfter }) => !retryAfter)
    const done = `${TIMES} times as much as can be done: done, to the peak`
    return [
      finding(22, done, good / seconds / peak, '≥ 0.8 ×'),
      finding(22, 'rejections, to the caller: middle', quantile(waits, 0.5), '≤ 50 ms'),
      finding(22, 'rejections, to the caller: p99', quantile(waits, 0.99), '≤ 50 ms'),
      finding(22, 'rejections without Retry-After', silent.length, 0),
      finding(22, 'neither done nor rejected', answers.length - good - rejected.length, 0),
      finding(22, 'rejections, in the process: middle', inside(0.5), '≤ 50 ms'),
      finding(22, 'rejections, in the process: p99', inside(0.99), '≤ 50 ms'),
      finding(22, 'memory of the process', held, MEMORY),
    ]
  },
}

/** Counts of rejections by the upper bound of their time, to be compared with a later reading. */
async function bucketsOf({ url }: StagedProduct): Promise<[bound: number, count: number][]> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const lines = text.matchAll(new RegExp(`^${REFUSALS}_bucket\\{le="([^"]+)"\\} (\\d+)`, 'gm'))
  return [...lines].map(([, bound, count]) => [Number(bound?.replace('+Inf', 'Infinity')), Number(count)])
}

/** A percentile of the counts between two readings, as an upper bound. */
function quantileOf(before: [number, number][], after: [number, number][], share: number): number {
  const grown = after.map(([bound, count], i) => [bound, count - (before[i]?.[1] ?? 0)] as const)
  const all = grown.at(-1)?.[1] ?? 0
  return grown.find(([, count]) => count >= all * share)?.[0] ?? 0
}

const SLOW = 500
/** Maximum time: a third of the callers request four long lists each, which are produced even if no one reads them. */
const ARRIVING_S = 5

/** Callers who send a byte a second, or read nothing of a long answer. */
function startSlowClients(product: StagedProduct, who: readonly Call[]): () => void {
  const { port } = new URL(product.url)
  const sockets: Socket[] = []
  const timers: NodeJS.Timeout[] = []
  for (let i = 0; i < SLOW; i++) {
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('error', () => {}) // the server may cut them off
    sockets.push(socket)
    const own = Object.entries(who[i % who.length]?.headers ?? {}).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    )
    const head = `Host: x\r\n${own.join('')}`
    if (i % 3 === 2) {
      // Requests a lot many times and reads none of it.
      socket.pause()
      socket.write(`GET /api/contacts?limit=200 HTTP/1.1\r\n${head}\r\n`.repeat(4))
      continue
    }
    const post = `POST /api/contacts HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: 5000\r\n\r\n{`
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
    const product = await stage.product()
    const calls = await callsOfCrowd(product, 6)
    const slow = await callsOfCrowd(product, 5)
    const paced = (seconds: number) => sendFrom(product, { perSecond: 60, seconds, calls })
    await paced(10)
    const quiet = await paced(10)
    const memory = watchMemory(product.pid())
    const running = paced(ARRIVING_S + 10)
    await wait(500)
    const stop = startSlowClients(product, slow)
    const meanwhile = await running
    stop()
    const held = memory()
    const calm = (p99(quiet) + p99(await paced(10))) / 2
    const arriving = meanwhile.filter(({ at }) => at < ARRIVING_S * 1000)
    const there = meanwhile.filter(({ at }) => at >= ARRIVING_S * 1000)
    const refused = meanwhile.filter((answer) => !isGood(answer))
    return [
      finding(22, `${SLOW} slow callers: others refused`, refused.length, 0),
      finding(22, 'p99 of the others while they are there, to before', p99(there) / calm, '≤ 2 ×'),
      finding(22, 'the same while they arrive, with real work', p99(arriving) / calm, '≤ 2 ×'),
      finding(22, 'memory of the process', held, MEMORY),
    ]
  },
}
