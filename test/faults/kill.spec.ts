import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import type { ImportStatus } from '#contract/imports.ts'
import { becomeSubscriber, type Client } from '#test/product/client.ts'
import { findBrokenInvariants, numberOf, rowsOf, waitForNumber } from '#test/product/invariants.ts'
import { type Product, startProduct } from '#test/product/product.ts'

const DATA = path.resolve(import.meta.dirname, '../data')
/** Rows of the import that is killed; the torture run takes more. */
const ROW_COUNT = Number(process.env.NINEFOLD_KILL_ROWS ?? 12_000)
/** People of the import whose enrichments are interrupted. */
const ENRICHED_COUNT = 400
const COUNT_UNFINISHED = "select count(*) from enrichments where status in ('waiting','queued','running')"
/** Trust 19: work resumes within 60 s. */
const RESUME_TIMEOUT_MS = 60_000
const CSV = { 'content-type': 'text/plain', prefer: 'respond-async' }

let product: Product
afterEach(() => product?.stop())

/** Kills the process once a number in the database reaches `count`, while the work is still running. */
async function killWhen(sql: string, count: number): Promise<void> {
  await waitForNumber(product.database.ownerUrl, sql, count)
  await product.kill()
}

/** Waits for the end of an import and its enrichments. */
async function waitForSettled(client: Client, importId: string): Promise<ImportStatus> {
  let deadline = Date.now() + RESUME_TIMEOUT_MS
  let progress = 0
  for (;;) {
    const state = await client.json<ImportStatus>('GET', `/api/imports/${importId}`)
    const doneCount = state.imported + state.skipped + state.enrichment.done
    if (doneCount > progress) deadline = Date.now() + RESUME_TIMEOUT_MS
    progress = doneCount
    const isOver = state.status === 'done' && (!state.enrichment.requested || state.enrichment.waiting === 0)
    if (isOver) return state
    if (Date.now() > deadline) throw new Error(`The import made no progress: ${JSON.stringify(state)}`)
    await wait(100)
  }
}

test('Trust 19 an import resumes after kill -9 without repeating or losing rows', async () => {
  product = await startProduct()
  const { client } = await becomeSubscriber(product, 'importer@example.com')
  const rows = ROW_COUNT
  const skipped = Math.floor(rows / 1000)
  const file = bigCsv(rows)
  const { importId } = await client.json<{ importId: string }>(
    'POST',
    '/api/contacts/import/csv?enrich=0',
    file,
    CSV,
  )
  for (const count of [1, rows / 2]) {
    await killWhen('select max(processed) from imports', count)
    await product.restart()
  }
  const state = await waitForSettled(client, importId)
  expect(state).toMatchObject({ status: 'done', total: rows, imported: rows - skipped, skipped })
  expect(await numberOf(product.database.ownerUrl, 'select count(*) from contacts')).toBe(rows - skipped)
  expect(await findBrokenInvariants(product.database.ownerUrl)).toEqual([])
}, 400_000)

test.each([
  { credits: 'limited', left: (matchCount: number) => 1000 - matchCount },
  { credits: 'unlimited', left: () => 1000 },
])(
  'Trust 17 19 enrichments resume after kill -9, with $credits credits charge each match once and leave none stuck',
  async ({ credits, left }) => {
    product = await startProduct()
    const { client } = await becomeSubscriber(product, 'enricher@example.com')
    if (credits === 'unlimited') {
      const brokerage = await rowsOf<{ id: string }>(
        product.database.ownerUrl,
        `insert into brokerages (name, has_unlimited_credits) values ('Oak Group', true) returning id`,
      )
      await rowsOf(product.database.ownerUrl, 'update organizations set brokerage_id = $1', [
        brokerage[0]?.id,
      ])
    }
    const lines = (await readFile(path.join(DATA, 'contacts-1000.csv'), 'utf8')).split('\n')
    const file = lines.slice(0, ENRICHED_COUNT + 1).join('\n')
    const { importId } = await client.json<{ importId: string }>(
      'POST',
      '/api/contacts/import/csv',
      file,
      CSV,
    )
    await killWhen("select count(*) from enrichments where status = 'matched'", 60)
    const { ownerUrl } = product.database
    expect(await numberOf(ownerUrl, COUNT_UNFINISHED)).toBeGreaterThan(0)
    await product.restart()
    const state = await waitForSettled(client, importId)
    expect(state.enrichment).toMatchObject({ waiting: 0, done: state.imported, outOfCredits: false })
    expect(await numberOf(ownerUrl, COUNT_UNFINISHED)).toBe(0)
    const matchCount = await numberOf(ownerUrl, "select count(*) from enrichments where status = 'matched'")
    expect(await numberOf(ownerUrl, 'select sum(credits) from organizations')).toBe(left(matchCount))
    expect(await numberOf(ownerUrl, 'select count(*) from contacts where enriched_at is not null')).toBe(
      matchCount,
    )
    expect(await findBrokenInvariants(ownerUrl)).toEqual([])
  },
  240_000,
)

test('Trust 19 every acknowledged write survives kill -9', async () => {
  product = await startProduct()
  const { client } = await becomeSubscriber(product, 'writer@example.com')
  const ids: string[] = []
  for (let i = 0; i < 20; i++) {
    const body = { firstName: 'Acked', lastName: `Write ${i}` }
    ids.push((await client.json<{ id: string }>('POST', '/api/contacts', body)).id)
  }
  await product.kill()
  await product.restart()
  for (const id of ids) expect((await client.send('GET', `/api/contacts/${id}`)).status).toBe(200)
}, 120_000)

/** Different people, and every thousandth row without a last name. */
function bigCsv(rows: number): string {
  const lines = ['First Name,Last Name,Email,Phone,Address,City,State,Zip']
  for (let i = 1; i <= rows; i++) {
    const last = i % 1000 === 0 ? '' : `Person${i}`
    lines.push(`Row,${last},row${i}@example.com,,${i} Main St,Naperville,IL,60540`)
  }
  return lines.join('\n')
}
