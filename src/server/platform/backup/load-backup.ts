import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { migrate, migrationNames } from '../db/migrate.ts'
import { BackupError } from './backup-error.ts'
import type { BackupKey } from './backup-keys.ts'
import { rowsOf, type VerifiedBackup, verifyBackup } from './read-backup.ts'
import { connectForBackup, copyIn, copyOut, type Sequence, tablesOf } from './tables.ts'

const quoted = pg.escapeIdentifier
/** Time for the connections of a process that has just stopped to close. */
const DISCONNECT_MS = 1000

export type LoadOptions = {
  file: string
  keys: readonly BackupKey[]
  ownerUrl: string
  /** URL of the operator's own role for requests; null for the product's. */
  appUrl: string | null
  /** Allows dropping the current contents of the database. */
  replace: boolean
  /** Accepts an unencrypted file although keys are configured. */
  allowUnencrypted?: boolean | undefined
  printLine(line: string): void
}

/**
 * Loads a backup into the database: verifies the whole file, creates the tables of that time, loads them in one
 * transaction that compares every table's checksum, then migrates to the newest schema.
 *
 * @returns the URL for requests
 * @throws {BackupError} before any change: for an incomplete file, another key, or a database that isn't empty
 */
export async function loadBackup(
  options: LoadOptions,
): Promise<{ appUrl: string; verified: VerifiedBackup }> {
  const { file, keys, ownerUrl, appUrl, printLine } = options
  const verified = await verifyBackup(file, keys, options)
  const { head, manifest } = verified
  const rows = Object.values(manifest.tables).reduce((total, table) => total + table.rows, 0)
  printLine(`The backup of ${head.madeAt} is complete: ${head.tables.length} tables, ${rows} rows`)
  requireKnownMigrations(head.migrations)
  const client = await connectForBackup(ownerUrl)
  try {
    await prepare(client, options.replace)
    await migrate(ownerUrl, appUrl, { through: head.migrations.at(-1) ?? '' })
    await load(client, options, verified)
  } finally {
    await client.end().catch(() => {})
  }
  const migration = await migrate(ownerUrl, appUrl)
  printLine('Loaded; all table checksums match')
  return { ...migration, verified }
}

function requireKnownMigrations(names: readonly string[]): void {
  const knownNames = migrationNames()
  const unknownNames = names.filter((name) => !knownNames.includes(name))
  const isGap = knownNames.some((name) => !names.includes(name) && name < (names.at(-1) ?? ''))
  if (unknownNames.length === 0 && !isGap) return
  throw new BackupError(
    `The backup was made by another version of Ninefold (${unknownNames[0] ?? 'its migrations differ'}): restore it with that version. ` +
      'Nothing was changed.',
  )
}

/** Empties the database. @throws {BackupError} if that isn't allowed */
async function prepare(client: pg.Client, replace: boolean): Promise<void> {
  await requireNoOtherConnections(client)
  if (!(await isFilled(client))) return
  if (!replace) {
    throw new BackupError(
      'The database is not empty. Restore into an empty one, or use --replace to overwrite it. Nothing was changed.',
    )
  }
  await client.query(
    'begin; drop schema if exists pgboss cascade; drop schema public cascade; create schema public; ' +
      'grant usage on schema public to public; commit',
  )
}

/** True if the database contains anything besides extensions. */
export async function isFilled(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_class c where c.relnamespace = 'public'::regnamespace
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e') limit 1`,
  )
  return rowCount === 1
}

async function requireNoOtherConnections(client: pg.Client): Promise<void> {
  const limit = Date.now() + DISCONNECT_MS
  for (;;) {
    const { rows } = await client.query<{ others: string | null }>(
      `select string_agg(distinct application_name, ', ') as others from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and application_name ~ '^ninefold'`,
    )
    const otherClients = rows[0]?.others
    if (!otherClients) return
    if (Date.now() > limit)
      throw new BackupError(
        `Ninefold is connected to this database (${otherClients}): stop it first. Nothing was changed.`,
      )
    await wait(50)
  }
}

/** Loads all rows in one transaction. */
async function load(
  client: pg.Client,
  { file, keys }: LoadOptions,
  { head, manifest }: VerifiedBackup,
): Promise<void> {
  await client.query('begin')
  try {
    const tables = await tablesOf(client)
    requireSameTables(tables, head.tables)
    // Forced row-level security applies to the owner too, and COPY can't bypass it.
    const forced = await forcedTables(client)
    for (const name of forced) await client.query(`alter table ${quoted(name)} no force row level security`)
    await client.query(`truncate ${tables.map(({ name }) => quoted(name)).join(', ')}`)
    await loadRows(client, head, rowsOf(file, keys))
    for (const sequence of head.sequences) await setSequence(client, sequence)
    for (const table of head.tables) {
      const hash = createHash('sha256')
      for await (const bytes of copyOut(client, table)) hash.update(bytes)
      if (hash.digest('hex') !== manifest.tables[table.name]?.sha256)
        throw new BackupError(`The table ${table.name} does not match its checksum after loading`)
    }
    // Transaction ids of another server could lie in this one's future, which would hide these events.
    if (tables.some(({ name }) => name === 'events'))
      await client.query(`update events set xid = '3' where xid >= pg_snapshot_xmin(pg_current_snapshot())`)
    for (const name of forced) await client.query(`alter table ${quoted(name)} force row level security`)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
  await client.query('analyze')
}

async function loadRows(client: pg.Client, head: Head, rows: ReturnType<typeof rowsOf>): Promise<void> {
  let next = await rows.next()
  while (!next.done) {
    const name = next.value.table
    const columns = head.tables.find((table) => table.name === name)?.columns
    if (!columns) throw new BackupError(`The backup does not describe its table ${name}`)
    const rowsOfTable = async function* () {
      for (; !next.done && next.value.table === name; next = await rows.next()) {
        // Copied, because the bytes are part of a buffer that is reused.
        yield Buffer.from(next.value.bytes)
      }
    }
    await pipeline(rowsOfTable, copyIn(client, { name, columns }))
  }
}

type Head = VerifiedBackup['head']

function requireSameTables(actual: Head['tables'], expected: Head['tables']): void {
  const shape = (tables: Head['tables']) =>
    tables.map(({ name, columns }) => `${name} (${columns.join(', ')})`).sort()
  const [actualTables, expectedTables] = [shape(actual), shape(expected)]
  const differing =
    expectedTables.find((table) => !actualTables.includes(table)) ??
    actualTables.find((table) => !expectedTables.includes(table))
  if (differing) throw new BackupError(`The tables of the backup don't match its migrations: ${differing}`)
}

async function forcedTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relforcerowsecurity`,
  )
  return rows.map(({ name }) => name)
}

async function setSequence(client: pg.Client, { name, value, called }: Sequence): Promise<void> {
  await client.query('select setval($1::regclass, $2::bigint, $3)', [quoted(name), value, called])
}
