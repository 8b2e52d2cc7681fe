// `npm run bench`: measures the product against the limits of the same machine in the same run.
//   --sizes=1k,10k,100k,1m   contacts of the organization (default 100k)
//   --only=requests,start  parts to run, by name
//   --operations=list,search requests to run, by the beginning of their name
//   --seconds=3 --rounds=5   duration and number of rounds
//   --report=docs/benchmark.md  writes the table as a page
//   --data=folder            stores the filled databases there for the next run
import path from 'node:path'
import { runProduct } from '#test/product/running-product.ts'
import { measureAnalytics } from './bench/analytics.ts'
import { type BenchPart, isMet, type Row, tableOf } from './bench/bench-part.ts'
import { measureBrowser } from './bench/browser.ts'
import { measureEnrichments } from './bench/enrichments.ts'
import { measureFilters } from './bench/filters.ts'
import { measureImports } from './bench/imports.ts'
import { measureMap } from './bench/map.ts'
import { measureOwnRecords } from './bench/own-records.ts'
import { measurePublicApi } from './bench/public-api.ts'
import { measureRequests } from './bench/requests.ts'
import { measureRescoring } from './bench/rescoring.ts'
import { measureStart } from './bench/start.ts'
import { measureWebhooks } from './bench/webhooks.ts'
import { openWorkspace, type Workspace } from './bench/workspace.ts'
import { ensureBuilt, findNode } from './setup.mjs'
import { startPostgres } from './shared/postgres.ts'
import { chooseByName, printTable, readOption, writeReport } from './shared/report.ts'

/** Parts that change what others read run last. */
const PARTS: readonly BenchPart[] = [
  { name: 'requests', measure: measureRequests },
  { name: 'filters', measure: measureFilters },
  { name: 'imports', measure: measureImports },
  { name: 'browser', isLargestSizeOnly: true, measure: measureBrowser },
  { name: 'start', isLargestSizeOnly: true, measure: measureStart },
  { name: 'map', measure: measureMap },
  { name: 'own-records', measure: measureOwnRecords },
  { name: 'public-api', measure: measurePublicApi },
  { name: 'enrichments', isLargestSizeOnly: true, measure: measureEnrichments },
  { name: 'webhooks', isLargestSizeOnly: true, measure: measureWebhooks },
  { name: 'analytics', isLargestSizeOnly: true, measure: measureAnalytics },
  { name: 'rescoring', isLargestSizeOnly: true, measure: measureRescoring },
]

const ABOUT = `the server, its database and the sender of the load share them.

- **reached** and **limit**: answers a second to 32 connections, the median of alternating rounds. The limit is a bare
  HTTP route over the same statements: no sessions, no validation, no row-level security. For search it is a bare route
  over a plain trigram index.
- **p50**, **p99**: milliseconds. **ratio**: reached to limit. Before a line is measured, both must return the same result.
- Lines "one at a time" are a single caller. Lines "own" are lists of a member with own records; their limit is the
  same list for a member who sees all.`

const sizes = (readOption('sizes') ?? '100k').split(',').map(sizeOf)
const chosenParts = chooseByName(PARTS)
ensureBuilt(findNode())
const rows: Row[] = []
/** Messages of parts that failed. */
const failures: string[] = []
for (const [i, contacts] of sizes.entries()) {
  const parts = chosenParts.filter(({ isLargestSizeOnly }) => !isLargestSizeOnly || i === sizes.length - 1)
  if (parts.length === 0) continue
  const data = readOption('data')
  const postgres = await startPostgres({ folder: data && path.resolve(data, String(contacts)) })
  try {
    const workspace = await openWorkspace(postgres, contacts)
    for (const part of parts) {
      rows.push(...(await measurePart(part, workspace)))
      // Written after each part, so that an aborted run leaves its results.
      await writeReport({
        ...{ title: 'Benchmark', script: 'bench', about: ABOUT, notes: failures },
        ...{ postgres: postgres.version, table: tableOf(rows) },
      })
    }
  } finally {
    await postgres.remove()
  }
}
printTable(tableOf(rows))
for (const each of failures) console.log(each)
process.exit(failures.length === 0 && rows.every(isMet) ? 0 : 1)

/** A failed part loses its measurements; the others continue. */
async function measurePart({ name, measure }: BenchPart, workspace: Workspace): Promise<Row[]> {
  const { contacts } = workspace
  const title = `${name}, ${contacts.toLocaleString('en')} contacts`
  console.log(title)
  const cleanups: (() => unknown)[] = []
  try {
    const lines = await measure({
      ...workspace,
      seconds: Number(readOption('seconds') ?? 3),
      rounds: Number(readOption('rounds') ?? 5),
      after: (work) => cleanups.push(work),
      async start(...options) {
        const product = await runProduct(...options)
        cleanups.push(() => product.end('SIGTERM'))
        return product
      },
    })
    return lines.map((line) => ({ ...line, contacts }))
  } catch (error) {
    console.error(error)
    failures.push(`${title}: failed (${(error as Error).message.split('\n')[0]})`)
    return []
  } finally {
    for (const cleanUp of cleanups.reverse()) await cleanUp()
  }
}

/** `10k` → 10000 */
function sizeOf(text: string): number {
  const [, amount, unit] = /^(\d+)(k|m)?$/i.exec(text.trim()) ?? []
  if (!amount) throw new Error('--sizes takes numbers such as 500, 10k or 1m')
  return Number(amount) * ({ k: 1000, m: 1_000_000 }[unit?.toLowerCase() ?? ''] ?? 1)
}
