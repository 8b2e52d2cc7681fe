// A contact list as it is imported, over HTTP, by the built product: parsed, validated, brought into form, looked for
// among those who are there, written and indexed. Beside it COPY of the same finished rows into a table with the same
// indexes, which does nothing but the last two. On a database of its own, empty at the start.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { performance } from 'node:perf_hooks'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { ImportStatus } from '#contract/imports.ts'
import { newContactOf } from '#server/features/contacts/service/new-contact.ts'
import { samplePeople } from '#server/platform/providers/sample/sample-people.ts'
import type { BenchContext, BenchPart, Line, Running } from './bench-part.ts'
import { startBuilt } from './built-product.ts'
import { memoryOf } from './children.ts'
import { percentile } from './numbers.ts'
import { openStage, type Stage } from './workspace.ts'

const EMAIL = 'bench@example.com'
const PEOPLE = samplePeople(1000, 'bench')
const HEADER = 'First Name,Last Name,Email,Phone,Address,City,State,Zip\n'
const ROWS_AT_ONCE = 500
/** Pause between list requests during an import. */
const LOOK_EVERY_MS = 100
const WITHIN_MS = 1_800_000

const GOAL = { ofCopy: 0.5, floor: 0.25, memoryMiB: 256, otherP99Ms: 250, seconds: 240, atRows: 1_000_000 }

export const part: BenchPart = { name: 'imports', sizes: 'each', run }

async function run({ workspace: { contacts: rows }, say }: BenchContext): Promise<Line[]> {
  const stage = await openStage()
  const owner = new pg.Client({ connectionString: stage.ownerUrl })
  try {
    await owner.connect()
    const path = await signInPath(stage, owner)
    const before = await copyRows(owner, rows)
    const product = await startBuilt({ DATABASE_URL: stage.ownerUrl, DEMO: '0' })
    const imported = await importInto(product, path, rows).finally(() => product.stop())
    // Machines have moods: the middle between before and after is what both met.
    const limit = (before + (await copyRows(owner, rows))) / 2
    say(`${rows.toLocaleString('en')} rows imported in ${imported.seconds.toFixed(1)} s`)
    return linesOf(rows, limit, imported)
  } finally {
    await owner.end()
    await stage.close()
  }
}

type ImportMeasurement = { seconds: number; memory: number; others: number[] }

function linesOf(rows: number, limit: number, { seconds, memory, others }: ImportMeasurement): Line[] {
  const p99 = percentile(others, 99)
  const whole: Line = {
    operation: 'import',
    value: rows / seconds,
    unit: 'rows/s',
    limit,
    goal: GOAL.ofCopy,
    floor: GOAL.floor,
    note: `limit: COPY; ${seconds.toFixed(1)} s`,
  }
  const held: Line = {
    operation: 'import, memory',
    value: memory,
    unit: 'MiB',
    goal: GOAL.memoryMiB,
    atMost: true,
  }
  const list: Line = {
    operation: 'list during an import, p99',
    value: p99,
    unit: 'ms',
    p50: percentile(others, 50),
    p99,
    goal: GOAL.otherP99Ms,
    atMost: true,
  }
  if (rows < GOAL.atRows) return [whole, held, list]
  const time: Line = {
    operation: 'import, time',
    value: seconds,
    unit: 's',
    goal: GOAL.seconds,
    atMost: true,
  }
  return [whole, time, held, list]
}

async function signInPath({ services }: Stage, owner: pg.Client): Promise<string> {
  const user = await services.auth.ensureUser(EMAIL)
  await services.organizations.completeProfile(user.id, {
    ...{ firstName: 'Ben', lastName: 'Ch', companyName: 'Bench' },
  })
  await owner.query(`update organizations set subscription_status = 'active'`)
  return new URL(await services.auth.issueLink(EMAIL)).search
}

/** Measures from the first byte sent to the last row written, and the list requests of another user meanwhile. */
async function importInto(product: Running, search: string, rows: number): Promise<ImportMeasurement> {
  const answer = await fetch(`${product.url}/api/auth/verify-magic-link${search}`, { redirect: 'manual' })
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const others: number[] = []
  const watched = { memory: 0, over: false }
  const watching = watch(product, cookie, { others, watched })
  try {
    const begun = performance.now()
    const { importId } = await uploadFile(product, cookie, rows)
    const state = await waitForImport(product, cookie, importId)
    const seconds = (performance.now() - begun) / 1000
    assert.deepEqual([state.status, state.imported], ['done', rows])
    return { seconds, others, memory: watched.memory }
  } finally {
    watched.over = true
    await watching
  }
}

async function uploadFile({ url }: Running, cookie: string, rows: number): Promise<{ importId: string }> {
  const headers = { cookie, 'content-type': 'text/csv', prefer: 'respond-async' }
  const sent = request(`${url}/api/contacts/import/csv?enrich=0`, { method: 'POST', headers })
  const answered = once(sent, 'response')
  await pipeline(Readable.from(fileOf(rows)), sent)
  const [answer] = (await answered) as [IncomingMessage]
  const body = await text(answer)
  assert.equal(answer.statusCode, 202, body)
  return JSON.parse(body)
}

async function waitForImport({ url }: Running, cookie: string, importId: string): Promise<ImportStatus> {
  const until = performance.now() + WITHIN_MS
  for (;;) {
    const state = (await (
      await fetch(`${url}/api/imports/${importId}`, { headers: { cookie } })
    ).json()) as ImportStatus
    if (state.finishedAt) return state
    if (performance.now() > until) throw new Error('The import did not end')
    await wait(50)
  }
}

async function watch(
  { url, pid }: Running,
  cookie: string,
  { others, watched }: { others: number[]; watched: { memory: number; over: boolean } },
): Promise<void> {
  while (!watched.over) {
    const start = performance.now()
    const answer = await fetch(`${url}/api/contacts?limit=50`, { headers: { cookie } })
    await answer.arrayBuffer()
    assert.equal(answer.status, 200)
    others.push(performance.now() - start)
    watched.memory = Math.max(watched.memory, (await memoryOf(pid))?.rss ?? 0)
    await wait(LOOK_EVERY_MS)
  }
}

/** Different people of different streets, in the notations of a spreadsheet. */
function typedRow(n: number) {
  const person = PEOPLE[n % PEOPLE.length]
  if (!person) throw new Error('No sample people')
  const number = String(2_000_000 + ((n * 7919) % 7_999_999))
  return {
    ...person,
    email: `${person.firstName}.${person.lastName}.${n}@example.com`.toLowerCase().replace(/[^\w.@]/g, ''),
    phone: `(${630 + (n % 5)}) ${number.slice(0, 3)}-${number.slice(3)}`,
    address: `${1 + (n % 9999)} ${(person.address ?? '').replace(/^\d+ |,/g, '')}`,
  }
}

function* fileOf(rows: number): Generator<Buffer> {
  yield Buffer.from(HEADER)
  for (let from = 0; from < rows; from += ROWS_AT_ONCE) {
    const lines = Array.from({ length: Math.min(ROWS_AT_ONCE, rows - from) }, (_, i) => {
      const { firstName, lastName, email, phone, address, city, state, zipCode } = typedRow(from + i)
      return `${[firstName, lastName, email, phone, address, city, state, zipCode].join(',')}\n`
    })
    yield Buffer.from(lines.join(''))
  }
}

const COLUMNS = `organization_id, id, first_name, last_name, email, phone, address, city, state, zip_code, search,
  last_name_key, import_id, verification_due_at`

/** COPY of the finished rows into a table like the one of contacts. @returns rows a second */
async function copyRows(owner: pg.Client, rows: number): Promise<number> {
  await owner.query('create table copied (like contacts including all)')
  const organizationId = crypto.randomUUID()
  const importId = crypto.randomUUID()
  const at = new Date().toISOString()
  const lines: string[] = []
  for (let n = 0; n < rows; n++) {
    const { phone, ...typed } = typedRow(n)
    const contact = newContactOf({ ...typed, phone: `+1${phone.replace(/\D/g, '')}` })
    const { id, firstName, lastName, email, address, city, state, zipCode, search, lastNameKey } = contact
    const cells = [
      ...[organizationId, id, firstName, lastName, email, contact.phone, address, city, state, zipCode],
      ...[search, lastNameKey, importId, at],
    ]
    lines.push(`${cells.join('\t')}\n`)
  }
  const begun = performance.now()
  await pipeline(
    Readable.from(batchLines(lines)),
    owner.query(copyFrom(`copy copied (${COLUMNS}) from stdin`)),
  )
  const seconds = (performance.now() - begun) / 1000
  await owner.query('drop table copied')
  return rows / seconds
}

function* batchLines(lines: readonly string[]): Generator<string> {
  for (let from = 0; from < lines.length; from += ROWS_AT_ONCE)
    yield lines.slice(from, from + ROWS_AT_ONCE).join('')
}
