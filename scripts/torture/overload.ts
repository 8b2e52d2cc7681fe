// Trust 22: more than the machine can do, and callers that dawdle.
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { countKinds, isGood, p99, quantile, sendContinuously } from './load.ts'
import { watchMemory } from './memory.ts'
import { listCalls, type Organization, openOrganization } from './people.ts'
import { atLeast, atMost, equalTo, type Finding, type Scenario } from './scenario.ts'
import { bucketsOf, quantileOf, type SenderAnswer, type SenderResult, sendFrom } from './sender.ts'
import type { StagedProduct } from './stage.ts'

const REFUSALS = 'ninefold_http_refusal_seconds'
const ORGANIZATIONS = 12
const PEOPLE = 6
const PEAK_CONNECTIONS = 16
const TIMES = 5
const MEMORY_MIB = 400

async function openCrowd(product: StagedProduct): Promise<Organization[]> {
  const all: Organization[] = []
  for (let i = 0; i < ORGANIZATIONS; i++)
    all.push(await openOrganization(product, { people: PEOPLE, contacts: 200 }))
  return all
}

async function peakOf(product: StagedProduct, next: ReturnType<typeof listCalls>): Promise<number> {
  const rounds: number[] = []
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
    const next = listCalls(await openCrowd(product), 200)
    const peak = await peakOf(product, next)
    const seconds = Math.max(10, Math.round(60 * stage.scale))
    const calls = Array.from({ length: ORGANIZATIONS * PEOPLE }, next)
    const memory = watchMemory(product.pid)
    const before = await bucketsOf(product, REFUSALS)
    const sent = await sendFrom(product, { perSecond: peak * TIMES, seconds, calls, maxOpen: 600 })
    const held = memory()
    const after = await bucketsOf(product, REFUSALS)
    const inside = (share: number) => quantileOf(before, after, share) * 1000
    stage.say(
      `  peak ${peak.toFixed(0)}/s; at ${TIMES} times that for ${seconds} s: ${countKinds(sent.answers)}; ` +
        `not sent ${sent.notSent}; the sender itself was late by ${sent.lateP99Ms.toFixed(0)} ms (p99)`,
    )
    return [
      ...answerFindings(sent, seconds, peak),
      atMost(22, 'rejections, in the process: middle', inside(0.5), 50, 'ms'),
      atMost(22, 'rejections, in the process: p99', inside(0.99), 50, 'ms'),
      atMost(22, 'memory of the process', held, MEMORY_MIB, 'MiB'),
    ]
  },
}

/** Responses as seen by the callers. */
function answerFindings(
  { answers, withoutRetryAfter }: SenderResult,
  seconds: number,
  peak: number,
): Finding[] {
  const good = answers.filter(isGood).length
  const rejected = answers.filter(({ status }) => status === 503 || status === 429)
  const waited = (share: number) => (rejected.length ? quantile(rejected.map(msOf), share) : 0)
  const done = `${TIMES} times as much as can be done: done, to the peak`
  return [
    atLeast(22, done, good / seconds / peak, 0.8, '×'),
    atMost(22, 'rejections, to the caller: middle', waited(0.5), 50, 'ms'),
    atMost(22, 'rejections, to the caller: p99', waited(0.99), 50, 'ms'),
    equalTo(22, 'rejections without Retry-After', withoutRetryAfter, 0),
    equalTo(22, 'neither done nor rejected', answers.length - good - rejected.length, 0),
  ]
}

const msOf = ({ ms }: SenderAnswer) => ms

const SLOW = 500
/** A third of them ask for four long lists each, which are made, read or not: so long that takes at most. */
const ARRIVING_S = 5

/** Callers who send a byte a second, or read nothing of a long answer. */
function startSlowClients(product: StagedProduct, who: Record<string, string>[]): () => void {
  const { port } = new URL(product.url)
  const sockets: Socket[] = []
  const timers: NodeJS.Timeout[] = []
  for (let i = 0; i < SLOW; i++) {
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('error', () => {}) // being cut off is what they may expect
    sockets.push(socket)
    const own = Object.entries(who[i % who.length] ?? {})
    const head = ['Host: x', ...own.map(([name, value]) => `${name}: ${value}`)]
    if (i % 3 === 2) {
      // Asks for much, many times over, and reads none of it.
      socket.pause()
      socket.write(`GET /api/contacts?limit=200 HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`.repeat(4))
      continue
    }
    const post = [
      'POST /api/contacts HTTP/1.1',
      ...head,
      'Content-Type: application/json',
      'Content-Length: 5000',
    ]
    socket.write(i % 3 ? `${post.join('\r\n')}\r\n\r\n{` : 'GET /api/contacts HTTP/1.1\r\nX-')
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
    const organizations = (await openCrowd(product)).slice(0, 6)
    const slow = await Promise.all(
      [1, 2, 3].map(() => openOrganization(product, { people: 10, contacts: 200 })),
    )
    const calls = Array.from({ length: 6 * PEOPLE }, listCalls(organizations))
    const paced = (seconds: number) => sendFrom(product, { perSecond: 60, seconds, calls, maxOpen: 600 })
    await paced(10)
    const quiet = (await paced(10)).answers
    const memory = watchMemory(product.pid)
    const running = paced(ARRIVING_S + 10)
    await wait(500)
    const stop = startSlowClients(
      product,
      slow.flatMap(({ people }) => people),
    )
    const meanwhile = await running
    stop()
    const held = memory()
    const quietAgain = (await paced(10)).answers
    const calm = (p99(quiet) + p99(quietAgain)) / 2
    const arriving = meanwhile.answers.filter(({ at }) => at < ARRIVING_S * 1000)
    const there = meanwhile.answers.filter(({ at }) => at >= ARRIVING_S * 1000)
    stage.say(
      `  meanwhile: ${countKinds(meanwhile.answers)}; p99 ${calm.toFixed(1)} → ${p99(arriving).toFixed(1)} ms while they arrive ` +
        `and are given what they ask for, ${p99(there).toFixed(1)} ms while they are there; ` +
        `the sender itself was late by ${meanwhile.lateP99Ms.toFixed(0)} ms (p99)`,
    )
    return [
      equalTo(
        22,
        `${SLOW} slow callers: others refused`,
        meanwhile.answers.filter((answer) => !isGood(answer)).length,
        0,
      ),
      atMost(22, 'p99 of the others while they are there, to before', p99(there) / calm, 2, '×'),
      atMost(22, 'the same while they arrive, with real work', p99(arriving) / calm, 2, '×'),
      atMost(22, 'memory of the process', held, MEMORY_MIB, 'MiB'),
    ]
  },
}
