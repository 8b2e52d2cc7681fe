// Trust 22: more than the machine can do, and callers that dawdle.
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { type Answer, arrive, isGood, keepAsking, kinds, p99, quantile } from './load.ts'
import { watchMemory } from './memory.ts'
import { listing, type Organization, openOrganization } from './people.ts'
import { atLeast, atMost, exactly, type Scenario } from './scenario.ts'
import type { StagedProduct } from './stage.ts'

const ORGANIZATIONS = 12
const PEAK_CONNECTIONS = 16
const TIMES = 5
const MEMORY_MIB = 400

async function crowd(product: StagedProduct): Promise<Organization[]> {
  const all: Organization[] = []
  for (let i = 0; i < ORGANIZATIONS; i++)
    all.push(await openOrganization(product, { people: 6, contacts: 200 }))
  return all
}

async function peakOf(product: StagedProduct, next: ReturnType<typeof listing>): Promise<number> {
  const rounds: number[] = []
  for (let round = 0; round < 3; round++) {
    const until = AbortSignal.timeout(5000)
    const answers = await keepAsking(product.url, { connections: PEAK_CONNECTIONS, next, until })
    rounds.push(answers.filter(isGood).length / 5)
  }
  return Math.max(...rounds)
}

export const overload: Scenario = {
  name: 'overload',
  seconds: 180,
  async run(stage) {
    const product = await stage.product()
    const next = listing(await crowd(product), 200)
    const peak = await peakOf(product, next)
    const seconds = Math.max(10, Math.round(60 * stage.scale))
    const memory = watchMemory(product.pid)
    const answers = await arrive(product.url, { perSecond: peak * TIMES, seconds, next, mostOpen: 600 })
    const held = memory()
    const good = answers.filter(isGood)
    const rejects = answers.filter(({ status }) => status === 503 || status === 429)
    stage.say(`  peak ${peak.toFixed(0)}/s; at ${TIMES} times that for ${seconds} s: ${kinds(answers)}`)
    const others = answers.length - good.length - rejects.length
    return [
      atLeast(
        22,
        `${TIMES} times as much as can be done: done, to the peak`,
        good.length / seconds / peak,
        0.8,
        '×',
      ),
      atMost(22, 'rejections: middle answer', middle(rejects), 50, 'ms'),
      atMost(22, 'rejections: p99', rejects.length ? p99(rejects) : 0, 50, 'ms'),
      exactly(
        22,
        'rejections without Retry-After',
        rejects.filter(({ retryAfter }) => !retryAfter).length,
        0,
      ),
      exactly(22, 'neither done nor rejected', others, 0),
      atMost(22, 'memory of the process', held, MEMORY_MIB, 'MiB'),
    ]
  },
}

const middle = (answers: readonly Answer[]) =>
  answers.length
    ? quantile(
        answers.map(({ ms }) => ms),
        0.5,
      )
    : 0

const SLOW = 500

/** Callers who send a byte a second, or read nothing of a long answer. */
function dawdle(product: StagedProduct, who: Record<string, string>[]): () => void {
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
    const organizations = (await crowd(product)).slice(0, 6)
    const slow = await Promise.all(
      [1, 2, 3].map(() => openOrganization(product, { people: 10, contacts: 200 })),
    )
    const paced = () => arrive(product.url, { perSecond: 60, seconds: 10, next: listing(organizations) })
    await paced()
    const quiet = await paced()
    const memory = watchMemory(product.pid)
    const stop = dawdle(
      product,
      slow.flatMap(({ people }) => people),
    )
    await wait(1000)
    const meanwhile = await paced()
    stop()
    const held = memory()
    const quietAgain = await paced()
    const calm = (p99(quiet) + p99(quietAgain)) / 2
    stage.say(`  meanwhile: ${kinds(meanwhile)}; p99 ${calm.toFixed(1)} → ${p99(meanwhile).toFixed(1)} ms`)
    return [
      exactly(
        22,
        `${SLOW} slow callers: others refused`,
        meanwhile.filter((answer) => !isGood(answer)).length,
        0,
      ),
      atMost(22, 'p99 of the others, to before', p99(meanwhile) / calm, 2, '×'),
      atMost(22, 'memory of the process', held, MEMORY_MIB, 'MiB'),
    ]
  },
}
