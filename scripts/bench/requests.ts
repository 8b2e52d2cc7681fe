// Requests per second of the product, compared with bare routes over the same statements, on the same database in the
// same minute.
import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { listContacts } from '#contract/contacts.ts'
import type { Call } from '#test/product/load.ts'
import { watchMemory } from '../shared/memory.ts'
import { readOption } from '../shared/report.ts'
import { type BenchContext, type BenchPart, type Line, ratioOf } from './bench-part.ts'
import { WITH_DISASTER } from './fill.ts'
import { compare, load, oneByOne } from './load.ts'
import * as statements from './statements.ts'
import { startUnlimited } from './unlimited-product.ts'

/** Contacts per page, as the dashboard requests them. */
const LIMIT = 100
const ALONE = 300
const PATH = listContacts.path
/** Names of many people, of some, and of one. */
const SEARCHES = { '1 letter': 'm', '3 letters': 'mar', '7 letters': 'ramirez', 'full name': 'maria garcia' }
const FILTERS: Record<string, statements.ListQuery> = {
  list: { limit: LIMIT },
  'filter: debt': { topSignal: 'debt', limit: LIMIT },
  'filter: a rare signal': { topSignal: 'disaster', limit: LIMIT },
  'filter: debt, by chance': { topSignal: 'debt', sort: 'chance', limit: LIMIT },
}

type Operation = {
  name: string
  /** The next call of the product and of the bare route. */
  next(): Call
  /** Calls that both must answer the same, and the compared part of the responses. */
  alike?: { calls: readonly Call[]; view?(answer: never): unknown }
  goal?: number
  floor?: number
  /** Also measured with a single caller, with these goals. */
  alone?: Partial<Line>
}

export const part: BenchPart = {
  name: 'requests',
  sizes: 'each',
  async run(context) {
    const { ownerUrl, organizationId, cookie } = context.workspace
    const pool = statements.openPool(ownerUrl)
    const product = await startUnlimited(ownerUrl)
    const env = { DATABASE_URL: ownerUrl, ORGANIZATION: organizationId, NODE_ENV: 'production' }
    const bare = fork(path.join(import.meta.dirname, 'limit-process.ts'), { env })
    try {
      const [limitUrl] = (await once(bare, 'message')) as [string]
      const lines: Line[] = []
      for (const operation of await operationsOf(pool, context))
        if (isSelected(operation))
          lines.push(...(await measure(operation, { ...context, pool, cookie, url: product.url, limitUrl })))
      const peak = watchMemory(product.pid())
      const next = () => ({ ...listCall({ limit: LIMIT }), headers: { cookie } })
      await load({ url: product.url, next }, context.seconds)
      return [
        ...lines,
        { operation: 'memory, under load', value: peak(), unit: 'MiB', goal: 300, atMost: true },
      ]
    } finally {
      bare.kill()
      await product.end('SIGTERM')
      await pool.end()
    }
  },
}

function isSelected({ name }: Operation): boolean {
  return (
    readOption('operations')
      ?.split(',')
      .some((each) => name.startsWith(each)) ?? true
  )
}

type Sides = BenchContext & { pool: pg.Pool; cookie: string; url: string; limitUrl: string }

/** Measures one kind of call after checking that both servers respond the same. */
async function measure(operation: Operation, sides: Sides): Promise<Line[]> {
  const { name, next, alike, goal, floor, alone } = operation
  const { url, limitUrl, cookie, pool, seconds, rounds } = sides
  const product = { url, next: () => ({ ...next(), headers: { cookie } }) }
  const limit = { url: limitUrl, next }
  for (const call of alike?.calls ?? []) {
    const view = (alike?.view ?? ((answer) => answer)) as (answer: unknown) => unknown
    const [own, bare] = await Promise.all([
      fetchJson(url, { ...call, headers: { cookie } }),
      fetchJson(limitUrl, call),
    ])
    assert.deepEqual(view(own), view(bare), `${name}: the two disagree`)
  }
  const found = await compare({ product, limit }, { seconds, rounds, settle: () => cancelAbandoned(pool) })
  const { perSecond: value, p50, p99 } = found.product
  const line: Line = { operation: name, value, p50, p99, limit: found.limit.perSecond, goal, floor }
  console.log(`  ${name}: ${Math.round(value)} a second, of the limit: ${ratioOf(line)}`)
  if (!alone) return [line]
  return [line, { operation: `${name}, one at a time`, ...(await oneByOne(product, ALONE)), ...alone }]
}

/** Whole answers are read, since `send` cuts long ones. */
async function fetchJson(url: string, { path: target, headers }: Call): Promise<unknown> {
  const answer = await fetch(url + target, { headers })
  assert.equal(answer.status, 200, `${target}: ${await answer.clone().text()}`)
  return answer.json()
}

/**
 * Waits for the bare route's statements for disconnected callers, and cancels slow ones, because a search may take
 * seconds. Writes end by themselves.
 */
async function cancelAbandoned(pool: pg.Pool): Promise<void> {
  for (let look = 0; look < 100; look++) {
    const { rows } = await pool.query(
      `select case when query_start < now() - interval '500 ms' then pg_cancel_backend(pid) end from pg_stat_activity
        where usename = current_user and state = 'active' and pid <> pg_backend_pid() and application_name = ''`,
    )
    if (rows.length === 0) return
    await wait(50)
  }
}

const callOf = (target: string, more: Partial<Call> = {}): Call => ({ path: target, headers: {}, ...more })
const listCall = (query: statements.ListQuery): Call =>
  callOf(`${PATH}?${new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))}`)

function inTurn<T>(values: readonly T[]): () => T {
  let turn = 0
  return () => values[turn++ % values.length] as T
}

async function operationsOf(pool: pg.Pool, { workspace }: BenchContext): Promise<Operation[]> {
  const { organizationId, contacts } = workspace
  await statements.prepareNaiveSearch(pool)
  const lists = Object.entries(FILTERS).map(([name, query]): Operation => {
    const call = listCall(query)
    return { name, next: () => call, alike: { calls: [call] }, goal: 0.75, floor: 0.5, alone: {} }
  })
  const rare = await statements.queryContactList(pool, organizationId, {
    topSignal: 'disaster',
    limit: LIMIT,
  })
  assert.equal(rare.length, WITH_DISASTER)
  const searchFor = (name: string, words: readonly string[], goals: Partial<Operation>): Operation => {
    const calls = words.map((search) => listCall({ search, limit: LIMIT }))
    // The product ranks matches by relevance, so pages of many matches have different people.
    const view = (rows: { id: string }[]) =>
      rows.length < LIMIT ? rows.map(({ id }) => id).sort() : rows.length
    return { name: `search, ${name}`, next: inTurn(calls), alike: { calls, view }, alone: {}, ...goals }
  }
  const searches = [
    searchFor('four lengths in turn', Object.values(SEARCHES), {
      ...{ goal: 2, floor: 1 },
      alone: contacts >= 1_000_000 ? { goal: 8, floor: 20 } : {},
    }),
    ...Object.entries(SEARCHES).map(([name, words]) => searchFor(name, [words], {})),
  ]
  return [...lists, ...searches, await readOne(pool), ...(await writes(pool, organizationId))]
}

type Contact = Record<string, unknown> & Record<'signals' | 'properties', { id: string }[]>

/** Contacts with all facts, whose drawer is longest. */
async function readOne(pool: pg.Pool): Promise<Operation> {
  const { rows } = await pool.query<{ id: string }>(
    'select id from contacts where enrichment_data is not null order by id limit 200',
  )
  const calls = rows.map(({ id }) => callOf(`${PATH}/${id}`))
  // Stored documents, signals and homes have more fields than the contract shows; everything else is the same.
  const view = ({ enrichmentData, riskData, signals, properties, ...contact }: Contact) => ({
    ...contact,
    documents: [enrichmentData !== null, riskData !== null],
    parts: [signals, properties].map((rows) => rows.map(({ id }) => id)),
  })
  return {
    name: 'one contact with everything',
    next: inTurn(calls),
    alike: { calls: calls.slice(0, 20), view },
    ...{ goal: 0.7, floor: 0.4, alone: {} },
  }
}

async function writes(pool: pg.Pool, organizationId: string): Promise<Operation[]> {
  const run = Date.now().toString(36)
  let made = 0
  const nothing = { phone: null, address: null, zipCode: null }
  const typed = () => ({
    ...{ firstName: 'Wanda', lastName: 'Writes', email: `w${run}n${made++}@example.com` },
    ...{ city: 'Naperville', state: 'IL', ...nothing },
  })
  const ids: string[] = []
  for (let i = 0; i < 500; i++)
    ids.push((await statements.insertContact(pool, organizationId, typed()))?.id ?? '')
  const nextId = inTurn(ids)
  const body = () => ({ body: JSON.stringify(typed()) })
  return [
    {
      name: 'create',
      next: () => callOf(PATH, { method: 'POST', ...body() }),
      ...{ goal: 0.6, floor: 0.35 },
    },
    {
      name: 'change',
      next: () => callOf(`${PATH}/${nextId()}`, { method: 'PATCH', ...body() }),
      ...{ goal: 0.6, floor: 0.35 },
    },
  ]
}
