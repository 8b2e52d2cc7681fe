// Import of a contact list over HTTP by the built product: parsed, validated, normalized, matched against existing
// contacts, written and indexed. The limit is COPY of the same finished rows into a table with the same indexes, which
// only does the last two. Uses a new, empty database.
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { isSuccess, quantile, sendContinuously } from '#test/product/load.ts'
import { withServerClient } from '#test/server-client.ts'
import { watchMemory } from '../shared/memory.ts'
import { createListCalls, openOrganization, waitForImport } from '../shared/people.ts'
import type { BenchContext, Measurement } from './bench-part.ts'
import { contactsOf, copyContacts, spreadsheetFile } from './copy-contacts.ts'

const IMPORT_TIMEOUT_MS = 1_800_000

export async function measureImports(context: BenchContext): Promise<Measurement[]> {
  const rows = context.contacts
  const ownerUrl = await context.emptyDatabase()
  const copyRateBefore = await copyRows(ownerUrl, rows)
  const { seconds, memory, lists } = await importRows(context, ownerUrl, rows)
  // The speed of machines varies: the mean of before and after is comparable.
  const baseline = (copyRateBefore + (await copyRows(ownerUrl, rows))) / 2
  console.log(`${rows.toLocaleString('en')} rows imported in ${seconds.toFixed(1)} s`)
  const [p50, p99] = [quantile(lists, 0.5), quantile(lists, 0.99)]
  const note = `limit: COPY; ${seconds.toFixed(1)} s`
  const timeGoal = rows >= 1_000_000 ? 240 : undefined
  const lowerIsBetter = { isLowerBetter: true } as const
  return [
    { operation: 'import', value: rows / seconds, unit: 'rows/s', baseline, goal: 0.5, minimum: 0.25, note },
    { operation: 'import, memory', value: memory, unit: 'MiB', goal: 256, ...lowerIsBetter },
    {
      operation: 'list during an import, p99',
      value: p99,
      unit: 'ms',
      p50,
      p99,
      goal: 250,
      ...lowerIsBetter,
    },
    { operation: 'import, time', value: seconds, unit: 's', goal: timeGoal, ...lowerIsBetter },
  ]
}

/** Measures from the first byte sent to the last row written, and another user's lists in the meantime. */
async function importRows({ start }: BenchContext, ownerUrl: string, rows: number) {
  const product = await start(ownerUrl, { TRUST_PROXY: '127.0.0.1' })
  const organization = await openOrganization({ url: product.url, ownerUrl })
  const { client } = organization
  const importEnd = new AbortController()
  const stopWatchingMemory = watchMemory(product.pid())
  const next = createListCalls([organization])
  const listLoad = sendContinuously(product.url, {
    connections: 1,
    pauseMs: 100,
    next,
    signal: importEnd.signal,
  })
  const startedAt = performance.now()
  const response = await fetch(`${product.url}/api/contacts/import/csv?enrich=0`, {
    method: 'POST',
    headers: { cookie: client.cookie(), 'content-type': 'text/csv', prefer: 'respond-async' },
    body: Readable.toWeb(Readable.from(spreadsheetFile(rows))) as ReadableStream,
    ...{ duplex: 'half' },
  })
  assert.equal(response.status, 202)
  const { importId } = (await response.json()) as { importId: string }
  const state = await waitForImport(client, importId, IMPORT_TIMEOUT_MS)
  const seconds = (performance.now() - startedAt) / 1000
  importEnd.abort()
  const lists = await listLoad
  assert.deepEqual([state.status, state.imported], ['done', rows])
  assert.ok(lists.every(isSuccess), 'A list was refused during the import')
  const memory = stopWatchingMemory()
  await product.end('SIGTERM')
  return { seconds, memory, lists: lists.map(({ ms }) => ms) }
}

/** COPY of the finished rows into a table like the one of contacts. @returns rows a second */
async function copyRows(ownerUrl: string, rows: number): Promise<number> {
  const ids = [crypto.randomUUID(), crypto.randomUUID(), new Date().toISOString()]
  let seconds = 0
  await withServerClient(ownerUrl, async (owner) => {
    await owner.query('create table copied (like contacts including all)')
    seconds = await copyContacts(owner, 'copied', contactsOf(rows), {
      columns: 'organization_id, import_id, verification_due_at',
      valuesOf: () => ids,
    })
    await owner.query('drop table copied')
  })
  return rows / seconds
}
