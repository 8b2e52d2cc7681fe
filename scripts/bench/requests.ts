// Requests per second of the product, compared with bare routes over the same statements, on the same database in the
// same minute.
import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { listContacts } from '#contract/contacts.ts'
import { type Call, pollUntil } from '#test/product/load.ts'
import { watchMemory } from '../shared/memory.ts'
import { readOption } from '../shared/report.ts'
import { type BenchContext, type Measurement, ratioOf } from './bench-part.ts'
import { DISASTER_CONTACT_COUNT } from './fill.ts'
import { compare, load, measureSingleCaller, rotate } from './load.ts'
import { type ListQuery, openStatements, type Statements } from './statements.ts'
import { startUnlimited } from './unlimited-product.ts'

/** Contacts per page, as the dashboard requests them. */
const PAGE_SIZE = 100
const SINGLE_CALLER_CALLS = 300
const MAX_COMPARED_CALLS = 20
const PATH = listContacts.path
/** Names of many people, of some, and of one. */
const SEARCHES = { '1 letter': 'm', '3 letters': 'mar', '7 letters': 'ramirez', 'full name': 'maria garcia' }
const FILTERS: Record<string, ListQuery> = {
  list: { limit: PAGE_SIZE },
  'filter: debt': { topSignal: 'debt', limit: PAGE_SIZE },
  'filter: a rare signal': { topSignal: 'disaster', limit: PAGE_SIZE },
  'filter: debt, by chance': { topSignal: 'debt', sort: 'chance', limit: PAGE_SIZE },
}

type Operation = Pick<Measurement, 'goal' | 'minimum'> & {
  name: string
  /** Reads in rotation, which both servers must answer the same; or the next write. */
  calls: readonly Call[] | (() => Call)
  /** The compared part of the responses. */
  view?(response: never): unknown
  /** Also measured with a single caller, with these goals. */
  singleCaller?: Partial<Measurement>
}

export async function measureRequests(context: BenchContext): Promise<Measurement[]> {
  const { ownerUrl, organizationId, cookie, after } = context
  const statements = openStatements(ownerUrl, organizationId)
  after(statements.close)
  const product = await startUnlimited(context)
  const env = { DATABASE_URL: ownerUrl, ORGANIZATION: organizationId, NODE_ENV: 'production' }
  const limitProcess = fork(path.join(import.meta.dirname, 'limit-process.ts'), { env })
  after(() => limitProcess.kill())
  const [limitUrl] = (await once(limitProcess, 'message')) as [string]
  const names = readOption('operations')?.split(',') ?? ['']
  const lines: Measurement[] = []
  for (const operation of await operationsOf(statements, context))
    if (names.some((name) => operation.name.startsWith(name)))
      lines.push(...(await measure(operation, { ...context, statements, url: product.url, limitUrl })))
  const stopWatchingMemory = watchMemory(product.pid())
  const next = () => ({ ...listCall({ limit: PAGE_SIZE }), headers: { cookie } })
  await load({ url: product.url, next }, context.seconds)
  const memory = { value: stopWatchingMemory(), unit: 'MiB', goal: 300, isLowerBetter: true } as const
  return [...lines, { operation: 'memory, under load', ...memory }]
}

type Servers = BenchContext & { statements: Statements; url: string; limitUrl: string }

/** Measures one kind of call after checking that both servers respond the same. */
async function measure(operation: Operation, servers: Servers): Promise<Measurement[]> {
  const { name, calls, view = (response) => response, goal, minimum, singleCaller } = operation
  const { url, limitUrl, cookie, statements } = servers
  const next = typeof calls === 'function' ? calls : rotate(calls)
  const product = { url, next: () => ({ ...next(), headers: { cookie } }) }
  for (const call of typeof calls === 'function' ? [] : calls.slice(0, MAX_COMPARED_CALLS)) {
    const productJson = await fetchJson(url, { ...call, headers: { cookie } })
    assert.deepEqual(view(productJson), view(await fetchJson(limitUrl, call)), `${name}: the two disagree`)
  }
  const settle = () => cancelAbandoned(statements)
  const results = await compare({ product, baseline: { url: limitUrl, next } }, { ...servers, settle })
  const { perSecond: value, p50, p99 } = results.product
  const line = { operation: name, value, p50, p99, baseline: results.baseline.perSecond, goal, minimum }
  console.log(`  ${name}: ${Math.round(value)} a second, of the limit: ${ratioOf(line)}`)
  if (!singleCaller) return [line]
  const singleResult = await measureSingleCaller(product, SINGLE_CALLER_CALLS)
  return [line, { operation: `${name}, one at a time`, ...singleResult, ...singleCaller }]
}

/** Whole responses are read, since the sender of the load cuts long ones. */
async function fetchJson(url: string, { path: target, headers }: Call): Promise<never> {
  const response = await fetch(url + target, { headers })
  assert.equal(response.status, 200, `${target}: ${await response.clone().text()}`)
  return (await response.json()) as never
}

/**
 * Waits for the bare route's statements for disconnected callers, and cancels slow ones, because a search may take
 * seconds. Writes end by themselves.
 */
async function cancelAbandoned({ db }: Statements): Promise<void> {
  const cancelSlow = `select case when query_start < now() - interval '500 ms' then pg_cancel_backend(pid) end from pg_stat_activity
    where usename = current_user and state = 'active' and pid <> pg_backend_pid() and application_name = ''`
  await pollUntil(async () => (await db.rows(cancelSlow)).length === 0, 5000)
}

const listCall = (query: ListQuery): Call => ({
  path: `${PATH}?${new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))}`,
  headers: {},
})

async function operationsOf(statements: Statements, { contacts }: BenchContext): Promise<Operation[]> {
  await statements.prepareNaiveSearch()
  const rareSignals = await statements.listContacts({ topSignal: 'disaster', limit: PAGE_SIZE })
  assert.equal(rareSignals.length, DISASTER_CONTACT_COUNT)
  const lists = Object.entries(FILTERS).map(([name, query]) => ({
    ...{ name, calls: [listCall(query)], goal: 0.75, minimum: 0.5, singleCaller: {} },
  }))
  // The product ranks matches by relevance, so pages of many matches have different people.
  const view = (rows: { id: string }[]) =>
    rows.length < PAGE_SIZE ? rows.map(({ id }) => id).sort() : rows.length
  const searchFor = (name: string, words: readonly string[]): Operation => ({
    ...{ name: `search, ${name}`, view, singleCaller: {} },
    calls: words.map((search) => listCall({ search, limit: PAGE_SIZE })),
  })
  const mixedSearch = {
    ...searchFor('four lengths in turn', Object.values(SEARCHES)),
    ...{ goal: 2, minimum: 1 },
    singleCaller: contacts >= 1_000_000 ? { goal: 8, minimum: 20 } : {},
  }
  const searches = Object.entries(SEARCHES).map(([name, words]) => searchFor(name, [words]))
  return [
    ...lists,
    mixedSearch,
    ...searches,
    await readOperation(statements),
    ...(await writeOperations(statements)),
  ]
}

type Contact = Record<string, unknown> & Record<'signals' | 'properties', { id: string }[]>

/** Contacts with all facts, whose drawer is longest. */
async function readOperation({ db }: Statements): Promise<Operation> {
  const ids = await db.column<string>(
    'select id from contacts where enrichment_data is not null order by id limit 200',
  )
  const calls = ids.map((id) => ({ path: `${PATH}/${id}`, headers: {} }))
  // Stored documents, signals and homes have more fields than the contract shows; everything else is the same.
  const view = ({ enrichmentData, riskData, signals, properties, ...contact }: Contact) => ({
    ...contact,
    hasDocuments: [enrichmentData !== null, riskData !== null],
    ids: [signals, properties].map((rows) => rows.map(({ id }) => id)),
  })
  return { name: 'one contact with everything', calls, view, goal: 0.7, minimum: 0.4, singleCaller: {} }
}

async function writeOperations(statements: Statements): Promise<Operation[]> {
  const runId = Date.now().toString(36)
  let count = 0
  const newContact = () => ({
    ...{ firstName: 'Wanda', lastName: 'Writes', email: `w${runId}n${count++}@example.com` },
    ...{ city: 'Naperville', state: 'IL', phone: null, address: null, zipCode: null },
  })
  const ids: string[] = []
  for (let i = 0; i < 500; i++) ids.push((await statements.insertContact(newContact()))?.id ?? '')
  const nextId = rotate(ids)
  const writeCall = (method: string, target: string): Call => ({
    ...{ method, path: target, headers: {}, body: JSON.stringify(newContact()) },
  })
  const goals = { goal: 0.6, minimum: 0.35 }
  return [
    { name: 'create', calls: () => writeCall('POST', PATH), ...goals },
    { name: 'change', calls: () => writeCall('PATCH', `${PATH}/${nextId()}`), ...goals },
  ]
}
