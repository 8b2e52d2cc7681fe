// `npm run bench`: measures the product against the limits of the same machine in the same run.
//   --sizes=1k,10k,100k,1m   contacts of the organization (default 100k)
//   --only=requests,scoring  parts to run, by name
//   --operations=list,search requests to run, by the beginning of their name
//   --seconds=3 --rounds=5   duration and number of rounds
//   --report=docs/benchmark.md  writes the table as a page
//   --data=folder            stores the filled databases there for the next run
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { type BenchPart, isMet, type Workspace } from './bench/bench-part.ts'
import { part as browser } from './bench/browser.ts'
import { part as enrichments } from './bench/enrichments.ts'
import { part as imports } from './bench/imports.ts'
import { part as pages } from './bench/pages.ts'
import { pageOf, printTable, type Row } from './bench/report.ts'
import { part as requests } from './bench/requests.ts'
import { part as rescoring } from './bench/rescoring.ts'
import { part as scoring } from './bench/scoring.ts'
import { part as start } from './bench/start.ts'
import { openWorkspace } from './bench/workspace.ts'
import { ensureBuilt, findNode } from './setup.mjs'

/** Enrichments run last among parts that share a database, because they change search results. */
const PARTS: readonly BenchPart[] = [
  requests,
  imports,
  browser,
  scoring,
  pages,
  start,
  enrichments,
  rescoring,
]

const readOption = (name: string) =>
  process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3)
const sizes = (readOption('sizes') ?? '100k').split(',').map(sizeOf)
const names = readOption('only')?.split(',') ?? PARTS.map(({ name }) => name)
const unknown = names.filter((name) => !PARTS.some((part) => part.name === name))
if (unknown.length > 0) throw new Error(`--only takes ${PARTS.map(({ name }) => name).join(', ')}`)

ensureBuilt(findNode())
const rows: Row[] = []
/** Messages of parts that failed. */
const broken: string[] = []
let postgres = ''
for (const [i, contacts] of sizes.entries()) {
  const isLargest = i === sizes.length - 1
  const parts = PARTS.filter(({ name, sizes }) => names.includes(name) && (sizes === 'each' || isLargest))
  if (parts.length === 0) continue
  const folder = readOption('data')
  const workspace = await openWorkspace(
    contacts,
    folder && path.resolve(folder, String(contacts)),
    console.log,
  )
  try {
    postgres = await versionOf(workspace)
    for (const part of parts) {
      rows.push(...(await measurePart(part, workspace)))
      await writeReport()
    }
  } finally {
    await workspace.close()
  }
}
printTable(rows)
for (const each of broken) console.log(each)
if (broken.length > 0 || !rows.every(isMet)) process.exitCode = 1

/** Written after each part, so that an aborted run leaves its results. */
async function writeReport(): Promise<void> {
  const report = readOption('report')
  if (!report) return
  const options = process.argv.length > 2 ? ['--', ...process.argv.slice(2)] : []
  const command = ['npm run bench', ...options].join(' ')
  await writeFile(report, await pageOf(rows, { postgres, command, broken }))
}

/** A failed part loses its measurements; the others continue. */
async function measurePart(part: BenchPart, workspace: Workspace): Promise<Row[]> {
  const title = `${part.name}, ${workspace.contacts.toLocaleString('en')} contacts`
  console.log(title)
  try {
    const lines = await part.run({
      workspace,
      seconds: Number(readOption('seconds') ?? 3),
      rounds: Number(readOption('rounds') ?? 5),
      say: console.log,
    })
    return lines.map((line) => ({ ...line, contacts: workspace.contacts }))
  } catch (error) {
    console.error(error)
    broken.push(`${title}: broke (${(error as Error).message.split('\n')[0]})`)
    return []
  }
}

/** `10k` → 10000 */
function sizeOf(text: string): number {
  const [, amount, unit] = /^(\d+)(k|m)?$/i.exec(text.trim()) ?? []
  if (!amount) throw new Error('--sizes takes numbers such as 500, 10k or 1m')
  return Number(amount) * ({ k: 1000, m: 1_000_000 }[unit?.toLowerCase() ?? ''] ?? 1)
}

async function versionOf({ ownerUrl }: Workspace): Promise<string> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  const { rows } = await client.query<{ version: string }>(
    `select current_setting('server_version') as version`,
  )
  await client.end()
  return rows[0]?.version ?? ''
}
