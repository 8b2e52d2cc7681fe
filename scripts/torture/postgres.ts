// A PostgreSQL of the run's own, in a folder that goes with it.
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/platform/db/embedded-postgres.ts'
import { migrate } from '#server/platform/db/migrate.ts'

const TEMPLATE = 'torture_template'

export type Postgres = {
  /** The maintenance database. */
  readonly url: string
  readonly folder: string
  readonly version: string
  /** A migrated, empty database. @returns its address for the owner */
  database(name: string): Promise<string>
  /** A database without anything in it. */
  empty(): Promise<string>
  stop(): Promise<void>
  start(): Promise<void>
  /** kill -9 of the server and all of its processes; its supervisor restarts it. */
  kill(): void
  /** Stops it and removes its folder. */
  remove(): Promise<void>
}

/** Starts a server in `parent` with a migrated template. */
export async function startPostgres(parent = os.tmpdir()): Promise<Postgres> {
  const folder = mkdtempSync(path.join(parent, 'ninefold-torture-'))
  chmodSync(folder, 0o711) // root's database runs under another account
  const start = () => startEmbeddedPostgres({ dataDir: folder, log: () => {} })
  let server: EmbeddedPostgres | null = await start()
  const url = server.ownerUrl
  await query(url, `create database ${TEMPLATE}`)
  await migrate(at(url, TEMPLATE))
  const [row] = await query<{ version: string }>(url, `select current_setting('server_version') as version`)
  let empties = 0
  const stop = async () => {
    await server?.stop()
    server = null
  }
  return {
    ...{ url, folder, stop, version: row?.version ?? '' },
    async database(name) {
      await query(url, `create database ${name} template ${TEMPLATE}`)
      return at(url, name)
    },
    async empty() {
      const name = `torture_empty_${empties++}`
      await query(url, `create database ${name}`)
      return at(url, name)
    },
    async start() {
      server ??= await start()
    },
    kill() {
      const pid = readFileSync(path.join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]
      process.kill(Number(pid), 'SIGKILL')
    },
    async remove() {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function at(url: string, database: string): string {
  const moved = new URL(url)
  moved.pathname = `/${database}`
  return moved.href
}

/** Runs one statement on a connection of its own. */
export async function query<T extends pg.QueryResultRow>(
  url: string,
  sql: string,
  values: unknown[] = [],
): Promise<T[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => {}) // the server may be killed meanwhile
  await client.connect()
  try {
    return (await client.query<T>(sql, values)).rows
  } finally {
    await client.end().catch(() => {})
  }
}
