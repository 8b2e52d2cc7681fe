// A PostgreSQL server for one run.
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/platform/db/embedded-postgres.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { rowsOf } from '#test/product/invariants.ts'
import { databaseUrl } from '#test/server-client.ts'

const TEMPLATE_NAME = 'migrated_template'

export type Postgres = {
  /** The maintenance database. */
  readonly url: string
  readonly folder: string
  readonly version: string
  /** An empty database. @returns its URL for the owner */
  createDatabase(name: string): Promise<string>
  /** A migrated database without rows. */
  createMigratedDatabase(name: string): Promise<string>
  stop(): Promise<void>
  start(): Promise<void>
  /** kill -9 of the server and all of its processes; its supervisor restarts it. */
  kill(): void
  /** Stops it, and removes its folder unless that was given. */
  remove(): Promise<void>
}

/** Starts a server in `folder`, where it stays for another run, or in a new folder of `parent`. */
export async function startPostgres({ parent = os.tmpdir(), folder = '' } = {}): Promise<Postgres> {
  const dataDir = folder || mkdtempSync(path.join(parent, 'ninefold-run-'))
  mkdirSync(dataDir, { recursive: true })
  chmodSync(dataDir, 0o711) // root's database runs under another account
  const start = () => startEmbeddedPostgres({ dataDir, log: () => {} })
  let server: EmbeddedPostgres | null = await start()
  const url = server.ownerUrl
  const [row] = await rowsOf<{ version: string }>(url, `select current_setting('server_version') as version`)
  const create = async (name: string, options = '') => {
    await rowsOf(url, `drop database if exists ${name}`)
    await rowsOf(url, `create database ${name} ${options}`)
    return databaseUrl(url, name)
  }
  let template: Promise<unknown> | undefined
  const stop = async () => {
    await server?.stop()
    server = null
  }
  return {
    url,
    folder: dataDir,
    version: row?.version ?? '',
    createDatabase: (name) => create(name),
    async createMigratedDatabase(name) {
      template ??= create(TEMPLATE_NAME).then(migrate)
      await template
      return create(name, `template ${TEMPLATE_NAME}`)
    },
    stop,
    async start() {
      server ??= await start()
    },
    kill() {
      const pid = readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]
      process.kill(Number(pid), 'SIGKILL')
    },
    async remove() {
      await stop()
      if (!folder) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
