// Import of a contact list over HTTP by the built product: parsed, validated, normalized, matched against existing
// contacts, written and indexed. The limit is COPY of the same finished rows into a table with the same indexes, which
// only does the last two. Uses a new, empty database.
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import pg from 'pg'
import { isGood, quantile, sendContinuously } from '#test/product/load.ts'
import { runProduct } from '#test/product/running-product.ts'
import { watchMemory } from '../shared/memory.ts'
import { listCalls, openOrganization, waitForImport } from '../shared/people.ts'
import type { BenchPart, Line } from './bench-part.ts'
import { contactsOf, copyContacts, typedRow } from './copy-contacts.ts'

const HEADER = 'First Name,Last Name,Email,Phone,Address,City,State,Zip\n'
const ROWS_AT_ONCE = 500
const WITHIN_MS = 1_800_000

export const part: BenchPart = {
  name: 'imports',
  sizes: 'each',
  async run({ workspace }) {
    const rows = workspace.contacts
    const ownerUrl = await workspace.emptyDatabase()
    const before = await copyRows(ownerUrl, rows)
    const { seconds, memory, others } = await importRows(ownerUrl, rows)
    // The speed of machines varies: the mean of before and after is comparable.
    const limit = (before + (await copyRows(ownerUrl, rows))) / 2
    console.log(`${rows.toLocaleString('en')} rows imported in ${seconds.toFixed(1)} s`)
    const [p50, p99] = [quantile(others, 0.5), quantile(others, 0.99)]
    const note = `limit: COPY; ${seconds.toFixed(1)} s`
    const lines: Line[] = [
      { operation: 'import', value: rows / seconds, unit: 'rows/s', limit, goal: 0.5, floor: 0.25, note },
      { operation: 'import, memory', value: memory, unit: 'MiB', goal: 256, atMost: true },
      { operation: 'list during an import, p99', value: p99, unit: 'ms', p50, p99, goal: 250, atMost: true },
    ]
    if (rows >= 1_000_000)
      lines.push({ operation: 'import, time', value: seconds, unit: 's', goal: 240, atMost: true })
    return lines
  },
}

/** Measures from the first byte sent to the last row written, and another user's lists in the meantime. */
async function importRows(ownerUrl: string, rows: number) {
  const product = await runProduct(ownerUrl, { TRUST_PROXY: '127.0.0.1' })
  try {
    const organization = await openOrganization({ url: product.url, ownerUrl })
    const { client } = organization
    const over = new AbortController()
    const peak = watchMemory(product.pid())
    const lists = { connections: 1, pauseMs: 100, next: listCalls([organization]), until: over.signal }
    const listing = sendContinuously(product.url, lists)
    const begun = performance.now()
    const answer = await fetch(`${product.url}/api/contacts/import/csv?enrich=0`, {
      method: 'POST',
      headers: { cookie: client.cookie(), 'content-type': 'text/csv', prefer: 'respond-async' },
      body: Readable.toWeb(Readable.from(fileOf(rows))) as ReadableStream,
      ...{ duplex: 'half' },
    })
    assert.equal(answer.status, 202)
    const { importId } = (await answer.json()) as { importId: string }
    const state = await waitForImport(client, importId, WITHIN_MS)
    const seconds = (performance.now() - begun) / 1000
    over.abort()
    const answers = await listing
    assert.deepEqual([state.status, state.imported], ['done', rows])
    assert.ok(answers.every(isGood), 'A list was refused during the import')
    return { seconds, memory: peak(), others: answers.map(({ ms }) => ms) }
  } finally {
    await product.end('SIGTERM')
  }
}

function* fileOf(rows: number): Generator<string> {
  yield HEADER
  for (let from = 0; from < rows; from += ROWS_AT_ONCE) {
    const lines = Array.from({ length: Math.min(ROWS_AT_ONCE, rows - from) }, (_, i) =>
      Object.values(typedRow(from + i)).join(','),
    )
    yield `${lines.join('\n')}\n`
  }
}

/** COPY of the finished rows into a table like the one of contacts. @returns rows a second */
async function copyRows(ownerUrl: string, rows: number): Promise<number> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  await owner.query('create table copied (like contacts including all)')
  const own = [crypto.randomUUID(), crypto.randomUUID(), new Date().toISOString()]
  const seconds = await copyContacts(owner, 'copied', contactsOf(rows), {
    columns: 'organization_id, import_id, verification_due_at',
    valuesOf: () => own,
  })
  await owner.query('drop table copied')
  await owner.end()
  return rows / seconds
}
