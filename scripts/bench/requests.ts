// How many requests a second the product answers, beside bare routes over the same statements and beside those
// statements without HTTP, on the same database in the same minute.
import assert from 'node:assert/strict'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { type ContactSort, listContacts } from '#contract/contacts.ts'
import { cancelAbandoned } from './abandoned.ts'
import { type BenchContext, type BenchPart, type Line, type Running, ratioOf } from './bench-part.ts'
import { startLoaded } from './built-product.ts'
import { memoryOf, startChild } from './children.ts'
import { WITH_DISASTER } from './fill.ts'
import { type Call, compare, load, oneByOne, type Target, workers } from './load.ts'
import { percentile } from './numbers.ts'
import {
  contactOf,
  insertContact,
  type ListQuery,
  prepareNaiveSearch,
  queryContactList,
  queryContactSearch,
  updateContact,
} from './statements.ts'

/** Contacts a page, as the dashboard asks for them. */
const LIMIT = 100
const ALONE = 300
/** Names that many have, some have, one person has. */
const SEARCHES = { '1 letter': 'm', '3 letters': 'mar', '7 letters': 'ramirez', 'full name': 'maria garcia' }
/** Until what the start left behind was given back. */
const IDLE_MS = 12_000

type Bench = BenchContext & {
  product: Running
  bare: Running
  pool: pg.Pool
  cookie: string
  known: string[]
  lines: Line[]
}

export const part: BenchPart = {
  name: 'requests',
  sizes: 'each',
  async run(context) {
    const { ownerUrl } = context.workspace
    const pool = new pg.Pool({ connectionString: ownerUrl, max: 10, options: '-c timezone=UTC' })
    // The database may stop before the last idle connection was closed.
    pool.on('error', () => {})
    const product = await startLoaded(ownerUrl)
    const bare = await startChild(path.join(import.meta.dirname, 'limit-process.ts'), {
      DATABASE_URL: ownerUrl,
    })
    try {
      const cookie = await signIn(product.url, context)
      const bench: Bench = { ...context, product, bare, pool, cookie, known: [], lines: [] }
      bench.known = await knownContacts(bench)
      const idle = await memoryAfter(product, IDLE_MS)
      await lists(bench)
      await searches(bench)
      await drawer(bench)
      await writes(bench)
      if (idle) await memory(bench, idle)
      return bench.lines
    } finally {
      await product.stop()
      await bare.stop()
      await pool.end()
    }
  },
}

async function signIn(url: string, { workspace }: BenchContext): Promise<string> {
  const { search } = new URL(await workspace.signInPath(), url)
  const answer = await fetch(`${url}/api/auth/verify-magic-link${search}`, { redirect: 'manual' })
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

/** Contacts about whom everything is known, whom a drawer shows at its longest. */
async function knownContacts({ pool }: Bench): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    'select id from contacts where enrichment_data is not null order by id limit 200',
  )
  return rows.map(({ id }) => id)
}

const isSelected = (name: string): boolean => {
  const only = process.argv.find((argument) => argument.startsWith('--operations='))?.split('=')[1]
  return !only || only.split(',').some((each) => name.startsWith(each))
}

const productTarget = ({ product, cookie }: Bench, next: () => Call): Target => ({
  url: product.url,
  headers: { cookie },
  next,
})
const bareTarget = ({ bare, workspace }: Bench, next: () => Call): Target => ({
  url: `${bare.url}`,
  headers: {},
  next: () => {
    const call = next()
    return { ...call, path: call.path.replace('/api', `/${workspace.organizationId}`) }
  },
})

/** Measures one kind of call, once both servers answer it alike. */
async function measure(
  bench: Bench,
  operation: string,
  next: () => Call,
  { goal, floor, sql }: { goal?: number; floor?: number; sql: () => Promise<unknown> },
): Promise<void> {
  if (!isSelected(operation)) return
  const target = productTarget(bench, next)
  const settle = () => cancelAbandoned(bench.pool)
  const { seconds, rounds } = bench
  const found = await compare(
    { product: target, limit: bareTarget(bench, next) },
    { seconds, rounds, settle },
  )
  const driver = await workers(sql, bench.seconds)
  const { perSecond, p50, p99 } = found.product
  const line: Line = {
    ...{ operation, value: perSecond, p50, p99 },
    ...{ limit: found.limit.perSecond, driver, goal, floor },
  }
  bench.lines.push(line)
  bench.say(`  ${operation}: ${Math.round(perSecond)} a second, ${p50} ms, of the limit: ${ratioOf(line)}`)
}

async function fetchAnswer(target: Target): Promise<unknown> {
  const { method, path, body } = target.next()
  const answer = await fetch(target.url + path, { method, body, headers: target.headers })
  assert.equal(answer.status, 200, `${path}: ${await answer.clone().text()}`)
  return answer.json()
}

async function compareAnswers(
  bench: Bench,
  call: Call,
  what: string,
  compared: (answer: never) => unknown,
): Promise<void> {
  const [own, limit] = await Promise.all([
    fetchAnswer(productTarget(bench, () => call)),
    fetchAnswer(bareTarget(bench, () => call)),
  ])
  assert.deepEqual(compared(own as never), compared(limit as never), `${what}: the two disagree`)
}

const listCall = (asked: ListQuery): Call => {
  const query = Object.entries(asked).map(([key, value]) => [key, String(value)])
  return { method: 'GET', path: `${listContacts.path}?${new URLSearchParams(query)}` }
}

async function lists(bench: Bench): Promise<void> {
  const { pool, workspace } = bench
  const kinds: [string, ListQuery][] = [
    ['list', { limit: LIMIT }],
    ['filter: debt', { topSignal: 'debt', limit: LIMIT }],
    ['filter: a rare signal', { topSignal: 'disaster', limit: LIMIT }],
    ['filter: debt, by chance', { topSignal: 'debt', sort: 'chance' satisfies ContactSort, limit: LIMIT }],
  ]
  for (const [name, asked] of kinds) {
    const call = listCall(asked)
    await compareAnswers(bench, call, name, (rows: object[]) => rows)
    const sql = () => queryContactList(pool, workspace.organizationId, asked)
    if (asked.topSignal === 'disaster') assert.equal((await sql()).length, WITH_DISASTER)
    await measure(bench, name, () => call, { goal: 0.75, floor: 0.5, sql })
    await measureAlone(bench, `${name}, one at a time`, () => call)
  }
}

/** The wait of one person who works alone. */
async function measureAlone(
  bench: Bench,
  operation: string,
  next: () => Call,
  goals: Partial<Line> = {},
): Promise<void> {
  if (!isSelected(operation)) return
  const taken = await oneByOne(productTarget(bench, next), ALONE)
  const [p50, p99] = [percentile(taken, 50), percentile(taken, 99)]
  bench.lines.push({ operation, value: p50, unit: 'ms', p50, p99, atMost: true, ...goals })
}

async function searches(bench: Bench): Promise<void> {
  const { pool, workspace } = bench
  if (!isSelected('search')) return
  const owner = new pg.Client({ connectionString: workspace.ownerUrl })
  await owner.connect()
  await prepareNaiveSearch(owner)
  await owner.end()
  const asked = Object.entries(SEARCHES).map(([name, search]) => ({ name, search, limit: LIMIT }))
  const calls = asked.map(({ search, limit }) => listCall({ search, limit }))
  for (const [i, { name }] of asked.entries()) {
    const call = calls[i]
    if (call) await compareAnswers(bench, call, name, (rows: { id: string }[]) => rows.map(({ id }) => id))
  }
  const inTurn = () => {
    let turn = 0
    return () => calls[turn++ % calls.length] as Call
  }
  let turn = 0
  const sql = () => {
    const { search, limit } = asked[turn++ % asked.length] as ListQuery
    return queryContactSearch(pool, workspace.organizationId, { search, limit })
  }
  await measure(bench, 'search, four lengths in turn', inTurn(), { goal: 2, floor: 1, sql })
  for (const [i, { name }] of asked.entries()) {
    const call = calls[i] as Call
    await measure(bench, `search, ${name}`, () => call, {
      sql: () =>
        queryContactSearch(pool, workspace.organizationId, { search: asked[i]?.search, limit: LIMIT }),
    })
    await measureAlone(bench, `search, ${name}, one at a time`, () => call)
  }
  await measureAlone(
    bench,
    'search, four lengths, one at a time',
    inTurn(),
    workspace.contacts >= 1_000_000 ? { goal: 8, floor: 20 } : {},
  )
}

/** Stored documents hold more than the contract shows of them; everything else is the same. */
function comparableContact({ enrichmentData, riskData, ...contact }: Record<string, unknown>) {
  return { ...contact, documents: [enrichmentData !== null, riskData !== null] }
}

async function drawer(bench: Bench): Promise<void> {
  const { pool, workspace, known } = bench
  let turn = 0
  const id = () => known[turn++ % known.length] ?? ''
  const next = (): Call => ({ method: 'GET', path: `${listContacts.path}/${id()}` })
  for (const each of known.slice(0, 20)) {
    const call: Call = { method: 'GET', path: `${listContacts.path}/${each}` }
    await compareAnswers(bench, call, 'one contact', comparableContact)
  }
  await measure(bench, 'one contact with everything', next, {
    ...{ goal: 0.7, floor: 0.4 },
    sql: () => contactOf(pool, workspace.organizationId, id()),
  })
  await measureAlone(bench, 'one contact, one at a time', next)
}

async function writes(bench: Bench): Promise<void> {
  const { pool, workspace } = bench
  const run = Date.now().toString(36)
  let made = 0
  const typed = () => {
    const name = `w${run}n${made++}`
    return {
      firstName: 'Wanda',
      lastName: 'Writes',
      email: `${name}@example.com`,
      city: 'Naperville',
      state: 'IL',
    }
  }
  const goals = { goal: 0.6, floor: 0.35 }
  await measure(
    bench,
    'create',
    () => ({ method: 'POST', path: listContacts.path, body: JSON.stringify(typed()) }),
    { ...goals, sql: () => insertContact(pool, workspace.organizationId, typed()) },
  )
  const ids = Array.from({ length: 500 }, () => '')
  for (const i of ids.keys()) ids[i] = (await insertContact(pool, workspace.organizationId, typed())).id
  let turn = 0
  const id = () => ids[turn++ % ids.length] ?? ''
  await measure(
    bench,
    'change',
    () => ({ method: 'PATCH', path: `${listContacts.path}/${id()}`, body: JSON.stringify(typed()) }),
    { ...goals, sql: () => updateContact(pool, workspace.organizationId, id(), typed()) },
  )
}

async function memoryAfter({ pid }: Running, milliseconds: number) {
  await wait(milliseconds)
  return memoryOf(pid)
}

async function memory(bench: Bench, idle: { rss: number; pss: number }): Promise<void> {
  const loading = load(
    productTarget(bench, () => listCall({ limit: LIMIT })),
    bench.seconds,
  )
  const busy = await memoryAfter(bench.product, (bench.seconds * 1000) / 2)
  await loading
  const line = (operation: string, { rss, pss }: { rss: number; pss: number }, goal: number): Line => ({
    ...{ operation, value: rss, unit: 'MiB', atMost: true, goal },
    note: `${Math.round(pss)} MiB of its own`,
  })
  bench.lines.push(line('memory, idle', idle, 150))
  if (busy) bench.lines.push(line('memory, under load', busy, 300))
}
