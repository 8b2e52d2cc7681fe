// Trust 19: kill -9 in the middle of work.
import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from '#test/product/client.ts'
import { countKinds, sendContinuously, until } from './load.ts'
import { openOrganization, readWriteCalls, waitForImport } from './people.ts'
import { atMost, equalTo, type Finding, type Scenario } from './scenario.ts'
import { queryNumber, type Stage, type StagedProduct } from './stage.ts'

const RESUMES_WITHIN_S = 60
const CSV = { 'content-type': 'text/plain', prefer: 'respond-async' }

/** Kills the product each time a figure passes a mark; then waits until the figure moves again. @returns the longest wait */
async function killAt(product: StagedProduct, sql: string, marks: readonly number[]): Promise<number> {
  let longest = 0
  for (const mark of marks) {
    const came = await until(async () => (await queryNumber(product.ownerUrl, sql)) >= mark, 120_000, 5)
    if (!Number.isFinite(came)) return came
    await product.end('SIGKILL')
    const stood = await queryNumber(product.ownerUrl, sql)
    const begun = performance.now()
    await product.restart()
    await until(async () => (await queryNumber(product.ownerUrl, sql)) > stood, 90_000, 50)
    longest = Math.max(longest, performance.now() - begun)
  }
  return longest
}

function sendFile(client: Client, rows: number, enrich: 0 | 1) {
  const lines = ['First Name,Last Name,Email,Phone,Address,City,State,Zip']
  for (let i = 1; i <= rows; i++) {
    // Every thousandth row lacks its last name, and is refused.
    const last = i % 1000 === 0 ? '' : `Person${i}`
    lines.push(`Row,${last},row${i}@example.com,,${i} Main St,Naperville,IL,60540`)
  }
  const path = `/api/contacts/import/csv?enrich=${enrich}`
  return client.json<{ importId: string }>('POST', path, lines.join('\n'), CSV)
}

export const killImport: Scenario = {
  name: 'kill-import',
  seconds: 300,
  async run(stage) {
    const rows = Math.round(100_000 * stage.scale)
    const product = await stage.product()
    const { client, id } = await openOrganization(product)
    const { importId } = await sendFile(client, rows, 0)
    const marks = [rows * 0.1, rows * 0.4, rows * 0.7]
    const resumed = await killAt(product, 'select coalesce(max(processed), 0) from imports', marks)
    const state = await waitForImport(client, importId, 200_000)
    const refused = Math.floor(rows / 1000)
    const contacts = await queryNumber(
      product.ownerUrl,
      'select count(*) from contacts where organization_id = $1',
      [id],
    )
    return [
      atMost(
        19,
        `import of ${rows.toLocaleString('en')} rows, killed three times: goes on after`,
        resumed / 1000,
        RESUMES_WITHIN_S,
        's',
      ),
      equalTo(19, 'state of the import', state.status, 'done'),
      equalTo(19, 'rows imported', state.imported, rows - refused),
      equalTo(19, 'rows refused, each with its reason', state.skipped, refused),
      equalTo(19, 'contacts', contacts, rows - refused),
    ]
  },
}

export const killEnrichments: Scenario = {
  name: 'kill-enrichments',
  seconds: 240,
  async run(stage) {
    const product = await stage.product()
    const { client } = await openOrganization(product)
    const { importId } = await sendFile(client, 400, 1)
    const sql = `select count(*) from enrichments where status in ('matched', 'no_match')`
    const resumed = await killAt(product, sql, [80, 220])
    const state = await waitForImport(client, importId, 90_000)
    const { ownerUrl } = product
    const found = await queryNumber(ownerUrl, `select count(*) from enrichments where status = 'matched'`)
    const spent = 1000 - (await queryNumber(ownerUrl, 'select sum(credits) from organizations'))
    return [
      atMost(19, '400 enrichments, killed twice: resume after', resumed / 1000, RESUMES_WITHIN_S, 's'),
      equalTo(19, 'enrichments that did not end', state.enrichment.waiting, 0),
      equalTo(19, 'credits spent, to people found', `${spent} : ${found}`, `${found} : ${found}`),
    ]
  },
}

const ROUNDS = 3

export const killBoth: Scenario = {
  name: 'kill-both',
  seconds: 180,
  async run(stage) {
    const product = await stage.product()
    const organizations = await Promise.all(
      Array.from({ length: 3 }, () => openOrganization(product, { people: 4 })),
    )
    const made: string[] = []
    let slowest = 0
    for (let round = 0; round < ROUNDS; round++)
      slowest = Math.max(slowest, await roundOf(stage, product, organizations, made))
    const kept = await queryNumber(
      product.ownerUrl,
      'select count(*) from contacts where id = any($1::uuid[])',
      [made],
    )
    const findings: Finding[] = [
      equalTo(
        19,
        `kill -9 of product and database, ${ROUNDS} times: writes lost of ${made.length} acknowledged`,
        made.length - kept,
        0,
      ),
      atMost(19, 'ready again after the database is', slowest / 1000, RESUMES_WITHIN_S, 's'),
    ]
    if (made.length < 20) findings.push(equalTo(19, 'enough was written to tell', 'no', 'yes'))
    return findings
  },
}

async function roundOf(
  stage: Stage,
  product: StagedProduct,
  organizations: Parameters<typeof readWriteCalls>[0],
  made: string[],
): Promise<number> {
  const stop = new AbortController()
  const next = unique(readWriteCalls(organizations, 1))
  const writing = sendContinuously(product.url, { connections: 8, pauseMs: 40, next, until: stop.signal })
  await wait(3000)
  stage.postgres.kill()
  await product.end('SIGKILL')
  stop.abort()
  const answers = await writing
  for (const { status, body } of answers)
    if (status === 201) made.push((JSON.parse(body) as { id: string }).id)
  stage.say(`  ${countKinds(answers)}`)
  await until(async () => (await queryNumber(product.ownerUrl, 'select 1')) === 1, 60_000)
  const begun = performance.now()
  await product.restart()
  return performance.now() - begun
}

let serial = 0
/** The same calls, each with a new person. */
function unique(next: ReturnType<typeof readWriteCalls>): typeof next {
  return () => {
    const call = next()
    const n = serial++
    return {
      ...call,
      body: JSON.stringify({ firstName: 'Acked', lastName: `N${n}`, email: `n${n}@acked.example.com` }),
    }
  }
}
