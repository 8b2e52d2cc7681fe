// Trust 25: personal data appears in no log, is in backups, and stays erased after a restore.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { linkIn, startMailServer } from '#test/fakes/mail-server.ts'
import { becomeSubscriber } from '#test/product/client.ts'
import { rowsOf } from '#test/product/invariants.ts'
import { pollUntil } from '#test/product/load.ts'
import { newAddress, openOrganization } from '../shared/people.ts'
import { finding, type Scenario } from './scenario.ts'
import { runScript, type Stage } from './stage.ts'
import { callEveryRoute, PERSON } from './walk.ts'

const CANARY_PATTERN = /zyxwolk|quorvath|zq7canary|555-?0199|vexlane|plimtown|brindlecorp/gi
const COMPANY_NAME = 'Brindlecorp Homes'
const OWNER_EMAIL = 'zq7canary.owner@quorvath.example.com'

export const canaries: Scenario = {
  name: 'canaries',
  seconds: 150,
  async run(stage) {
    const mailServer = await startMailServer()
    stage.after(() => mailServer.stop())
    const product = await stage.startProduct({ LOG_LEVEL: 'debug', SMTP_URL: mailServer.url })
    const linkFor = (email: string) => linkIn(mailServer.mails.findLast(({ to }) => to.includes(email))?.text)
    const clientHeaders = { 'x-forwarded-for': newAddress() }
    const person = { url: product.url, linkFor }
    const { client, organizationId } = await becomeSubscriber(
      person,
      OWNER_EMAIL,
      COMPANY_NAME,
      clientHeaders,
    )
    const { id } = await client.json<{ id: string }>('POST', '/api/contacts', PERSON)
    const { calls, routes, failures } = await callEveryRoute(product, {
      contact: id,
      organization: organizationId,
    })
    await wait(1500) // the database writes its log with a delay
    const logs = [product.output(), ...databaseLogs(stage)].join('\n')
    const leakingLines = logs.split('\n').filter((line) => tracesIn(line) !== 'none')
    for (const line of leakingLines.slice(0, 5)) console.log(`  ${line.slice(0, 400)}`)
    return [
      finding(25, `traces in logs after ${calls} calls to ${routes} routes`, tracesIn(logs), 'none'),
      finding(13, 'answers of 500 and above to them, 503 left out', failures.join(', ') || 'none', 'none'),
    ]
  },
}

function tracesIn(text: string): string {
  const traces = new Set((text.match(CANARY_PATTERN) ?? []).map((trace) => trace.toLowerCase()))
  return [...traces].join(', ') || 'none'
}

function databaseLogs({ postgres }: Stage): string[] {
  const folder = path.join(postgres.folder, 'postgres/log')
  return readdirSync(folder).map((name) => readFileSync(path.join(folder, name), 'utf8'))
}

const LIST_TABLES = `select format('%I.%I', schemaname, tablename) as name from pg_tables
  where schemaname not in ('pg_catalog', 'information_schema') order by 1`

/** Every row as text, by table, the queue included. */
async function readAllRows(ownerUrl: string): Promise<Map<string, string>> {
  const tables = new Map<string, string>()
  for (const { name } of await rowsOf<{ name: string }>(ownerUrl, LIST_TABLES)) {
    const rows = await rowsOf<{ line: string }>(ownerUrl, `select t::text as line from ${name} t order by 1`)
    tables.set(name, rows.map(({ line }) => line).join('\n'))
  }
  return tables
}

/** True for tables that a restore brings back unchanged; a backup precedes its own row, and limits keep counting. */
const isRestored = (table: string) =>
  table.startsWith('public.') && !/backups|rate_limits|key_ages/.test(table)

export const backups: Scenario = {
  name: 'backups',
  seconds: 150,
  async run(stage) {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'ninefold-torture-backups-'))
    stage.after(() => rmSync(folder, { recursive: true, force: true }))
    const product = await stage.startProduct({ BACKUP_DIR: folder })
    const { ownerUrl } = product
    const { client } = await openOrganization(product, { members: 1, contacts: 2000 })
    const { id } = await client.json<{ id: string }>('POST', '/api/contacts', PERSON)
    await product.end('SIGTERM')
    const rowsBefore = await readAllRows(ownerUrl)
    const isWritten = await runScript(['scripts/backup.ts', `--to=${folder}`], { DATABASE_URL: ownerUrl })
    const names = readdirSync(folder).filter((name) => name.startsWith('ninefold'))
    const file = path.join(folder, names.sort().at(-1) ?? '')
    /** Restores the backup. @returns the contents of the new database */
    const restore = async (name: string, ...options: string[]) => {
      const url = await stage.postgres.createDatabase(name)
      const isRestoredFully = await runScript(['scripts/restore.ts', file, `--into=${url}`, ...options])
      return isRestoredFully ? readAllRows(url) : new Map<string, string>()
    }
    const restoredRows = await restore('torture_copy', '--without-erasures', '--keep-sessions')
    const differingTables = [...rowsBefore].filter(
      ([name, rows]) => isRestored(name) && restoredRows.get(name) !== rows,
    )

    await product.restart()
    const erasure = await client.send('DELETE', `/api/contacts/${id}`)
    // The worker copies the erasure log to the backups once a minute, so that no restore brings an erased person back.
    await pollUntil(async () => existsSync(path.join(folder, 'erasures.jsonl')), 75_000, 200)
    await product.end('SIGTERM')
    const laterRows = await restore('torture_later')
    const traces = laterRows.size > 0 ? tracesIn([...laterRows.values()].join('\n')) : 'not restored'
    return [
      finding(25, 'backup written', isWritten ? 'yes' : 'no', 'yes'),
      finding(
        25,
        'tables that differ after restoring',
        differingTables.map(([name]) => name).join(', ') || 'none',
        'none',
      ),
      finding(25, 'a person erased after the backup', erasure.status, 204),
      finding(25, 'traces of that person in a restored database', traces, 'none'),
    ]
  },
}
