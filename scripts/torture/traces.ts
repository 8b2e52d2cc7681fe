// Trust 25: personal data is where it belongs, is in backups, and is erased on request.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { linkIn, startMailServer } from '#test/fakes/mail-server.ts'
import { becomeSubscriber, type Client } from '#test/product/client.ts'
import { until } from './load.ts'
import { newAddress, openOrganization } from './people.ts'
import { query } from './postgres.ts'
import { equalTo, notMeasurable, type Scenario } from './scenario.ts'
import type { Stage, StagedProduct } from './stage.ts'
import { runScript, scriptExists } from './suites.ts'
import { PERSON, walk } from './walk.ts'

const TRACES = /zyxwolk|quorvath|zq7canary|555-?0199|vexlane|plimtown|brindlecorp/gi
const COMPANY = 'Brindlecorp Homes'
const OWNER = 'zq7canary.owner@quorvath.example.com'

export const canaries: Scenario = {
  name: 'canaries',
  seconds: 150,
  async run(stage) {
    const mail = await startMailServer()
    stage.after(() => mail.stop())
    const product = await stage.product({ LOG_LEVEL: 'debug', SMTP_URL: mail.url })
    const linkFor = (email: string) => linkIn(mail.mails.findLast(({ to }) => to.includes(email))?.text)
    const own = { 'x-forwarded-for': newAddress() }
    const person = { url: product.url, linkFor }
    const { client, organizationId } = await becomeSubscriber(person, OWNER, COMPANY, own)
    const { id } = await client.json<{ id: string }>('POST', '/api/contacts', PERSON)
    const walked = await walk(product, { contact: id, organization: organizationId })
    stage.say(`  ${walked.calls} calls: ${walked.kinds}`)
    await wait(1500) // the database writes its log on its own time
    const logs = [product.output(), ...databaseLogs(stage)].join('\n')
    for (const line of logs.split('\n').filter(hasTrace).slice(0, 5)) stage.say(`  ${line.slice(0, 400)}`)
    return [
      equalTo(
        25,
        `traces in logs after ${walked.calls} calls to ${walked.routes} routes`,
        tracesIn(logs),
        'none',
      ),
      equalTo(
        13,
        'answers of 500 and above to them, 503 left out',
        walked.failures.join(', ') || 'none',
        'none',
      ),
    ]
  },
}

export const erasure: Scenario = {
  name: 'erasure',
  seconds: 120,
  async run(stage) {
    const product = await stage.product()
    const name = COMPANY
    const own = { 'x-forwarded-for': newAddress() }
    const { client, organizationId } = await becomeSubscriber(
      product,
      'leaver@brindlecorp.example.com',
      name,
      own,
    )
    const { id } = await client.json<{ id: string }>('POST', '/api/contacts', PERSON)
    await client.send('POST', `/api/contacts/${id}/enrich`)
    await client.send('POST', '/api/chat', { message: `What about ${PERSON.firstName} ${PERSON.lastName}?` })
    const task = { title: `Call ${PERSON.lastName}`, contactId: id, dueDate: '2027-01-02' }
    await client.send('POST', '/api/tasks', task)
    const file = `First Name,Last Name,Email\n${PERSON.firstName},${PERSON.lastName},${PERSON.email}\n`
    const csv = { 'content-type': 'text/plain' }
    await client.send('POST', '/api/contacts/import/csv?enrich=0', file, csv)
    const before = ofPerson(await dump(product.ownerUrl))
    const gone = await client.send('DELETE', `/api/contacts/${id}`)
    const left = ofPerson((await dump(product.ownerUrl)).split('\n').filter(isNoQuestion).join('\n'))
    const again = await client.send('POST', '/api/contacts', PERSON)
    return [
      equalTo(25, 'a dump of everything holds traces of a contact', before === 'none' ? 'no' : 'yes', 'yes'),
      equalTo(25, 'erasure of the contact: answer', gone.status, 204),
      equalTo(25, 'traces in a dump after it', left, 'none'),
      equalTo(25, 'the same contact added again', again.status, 201),
      ...(await waitForErasure(product, client, { id: organizationId, name })),
    ]
  },
}

/** The company has a name of its own. */
const ofPerson = (text: string) => tracesIn(text.replace(/brindlecorp/gi, ''))
const hasTrace = (line: string) => tracesIn(line) !== 'none'
/** Questions to the assistant stay with the person until they sign out. */
const isNoQuestion = (line: string) => !line.includes('What about')

function tracesIn(text: string): string {
  const found = new Set((text.match(TRACES) ?? []).map((trace) => trace.toLowerCase()))
  return [...found].join(', ') || 'none'
}

function databaseLogs({ postgres }: Stage): string[] {
  const folder = path.join(postgres.folder, 'postgres/log')
  return readdirSync(folder).map((name) => readFileSync(path.join(folder, name), 'utf8'))
}

async function waitForErasure(
  product: StagedProduct,
  client: Client,
  { id, name }: { id: string; name: string },
) {
  const answer = await client.send('POST', `/api/organizations/${id}/erase`, { name })
  const open = 'select count(*) as n from erasures where finished_at is null'
  const isOver = async () => Number((await query<{ n: string }>(product.ownerUrl, open))[0]?.n) === 0
  if (answer.status === 202) await until(isOver, 60_000, 200)
  // A partition shows the rows of its table once more.
  const rows = [...new Set((await dump(product.ownerUrl)).split('\n'))].filter(hasTrace)
  for (const row of rows.slice(0, 3)) console.log(`  ${row.slice(0, 300)}`)
  return [
    equalTo(25, 'erasure of the organization: answer', answer.status, 202),
    equalTo(25, 'rows of a dump with traces of it', rows.length, 0),
  ]
}

const TABLES = `select format('%I.%I', schemaname, tablename) as name from pg_tables
  where schemaname not in ('pg_catalog', 'information_schema') order by 1`

/** Every row of every table as text, the queue included. */
async function dump(ownerUrl: string): Promise<string> {
  const parts: string[] = []
  for (const { name } of await query<{ name: string }>(ownerUrl, TABLES)) {
    for (const { line } of await query<{ line: string }>(ownerUrl, `select t::text as line from ${name} t`))
      parts.push(line)
  }
  return parts.join('\n')
}

/** Rows and sum of every table of the product. */
async function checksums(ownerUrl: string): Promise<string[]> {
  const found: string[] = []
  for (const { name } of await query<{ name: string }>(ownerUrl, TABLES)) {
    // Of the backups themselves and of sign-in limits both may know something else.
    if (!name.startsWith('public.') || /backups|rate_limits|key_ages/.test(name)) continue
    const [row] = await query<{ line: string }>(
      ownerUrl,
      `select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as line from ${name} t`,
    )
    found.push(`${name} ${row?.line}`)
  }
  return found
}

export const backups: Scenario = {
  name: 'backups',
  seconds: 150,
  async run(stage) {
    if (!scriptExists('scripts/backup.ts'))
      return [notMeasurable(25, 'backup and restore', 'not part of this version')]
    const folder = mkdtempSync(path.join(os.tmpdir(), 'ninefold-torture-backups-'))
    stage.after(() => rmSync(folder, { recursive: true, force: true }))
    const product = await stage.product({ BACKUP_DIR: folder })
    const { client } = await openOrganization(product, { people: 1, contacts: 2000 })
    const { id } = await client.json<{ id: string }>('POST', '/api/contacts', PERSON)
    await product.end('SIGTERM')
    const before = await checksums(product.ownerUrl)
    const made = await runScript(['scripts/backup.ts', `--to=${folder}`], { DATABASE_URL: product.ownerUrl })
    const file =
      readdirSync(folder)
        .filter((name) => name.startsWith('ninefold'))
        .sort()
        .at(-1) ?? ''
    if (made.code !== 0) stage.say(made.output)
    const copy = await restoreBackup(stage, path.join(folder, file), [
      '--without-erasures',
      '--keep-sessions',
    ])
    const after = copy.code === 0 ? await checksums(copy.url) : []
    const differing = before.filter((line) => !after.includes(line)).map((line) => line.split(' ')[0])

    await product.restart()
    const gone = await client.send('DELETE', `/api/contacts/${id}`)
    // It is noted beside the backups, so that no restored database brings anybody back.
    // The worker copies the journal of erasures once a minute.
    await until(async () => existsSync(path.join(folder, 'erasures.jsonl')), 75_000, 200)
    await product.end('SIGTERM')
    const later = await restoreBackup(stage, path.join(folder, file), [])
    const traces = later.code === 0 ? tracesIn(await dump(later.url)) : 'not restored'
    return [
      equalTo(25, 'backup written', made.code ?? -1, 0),
      equalTo(25, 'tables that differ after restoring', differing.join(', ') || 'none', 'none'),
      equalTo(25, 'a person erased after the backup', gone.status, 204),
      equalTo(25, 'traces of that person in a restored database', traces, 'none'),
    ]
  },
}

async function restoreBackup(stage: Stage, file: string, options: readonly string[]) {
  const url = await stage.postgres.empty()
  const { code, output } = await runScript(['scripts/restore.ts', file, `--into=${url}`, ...options])
  if (code !== 0) stage.say(output)
  return { code, url }
}
