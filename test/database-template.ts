import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '#server/platform/db/embedded-postgres.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { databaseUrl, withServerClient } from './server-client.ts'

declare module 'vitest' {
  interface ProvidedContext {
    templateDatabase: TemplateDatabase
  }
}

/** A migrated, empty database without connections, of which each test file gets a copy. */
export type TemplateDatabase = {
  name: string
  /** Superuser, in the maintenance database. */
  maintenanceUrl: string
  /** URL of the template for the request role; copies differ only in the database name. */
  appUrl: string
}

/** Durability would make each copy of a database wait for the disk; the launcher's own tests check it for the product. */
const WITHOUT_DURABILITY = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  max_wal_size: '256MB',
}
/**
 * In memory where there is room: a disk's file system takes ten times as long to create the 800 files of a database right
 * after others were deleted.
 */
const MEMORY_FOLDER = '/dev/shm'
const MIN_FREE_BYTES = 4 * 1024 ** 3
const FOLDER_NAME = 'ninefold-test-database-'

/** Runs once before a project's tests; starts a server, or uses TEST_DATABASE_URL. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const givenUrl = process.env.TEST_DATABASE_URL
  const server = givenUrl ? { ownerUrl: givenUrl, stop: async () => {} } : await startTestServer()
  const name = `ninefold_template_${process.pid}_${Date.now()}`
  try {
    await withServerClient(server.ownerUrl, (client) => client.query(`create database ${name}`))
    const { appUrl } = await migrate(databaseUrl(server.ownerUrl, name))
    // PostgreSQL copies a database only while nothing is connected to it, not even autovacuum.
    await withServerClient(server.ownerUrl, (client) =>
      client.query(`alter database ${name} allow_connections false`),
    )
    project.provide('templateDatabase', { name, maintenanceUrl: server.ownerUrl, appUrl })
  } catch (error) {
    await server.stop()
    throw error
  }
  return async () => {
    if (givenUrl) await withServerClient(givenUrl, (client) => dropTemplates(client, name))
    await server.stop()
  }
}

/** The empty template and the filled ones. */
async function dropTemplates(client: pg.Client, name: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'select datname as name from pg_database where starts_with(datname, $1)',
    [name],
  )
  for (const each of rows) await client.query(`drop database ${each.name}`)
}

function findParentFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER)
    return bavail * bsize >= MIN_FREE_BYTES ? MEMORY_FOLDER : tmpdir()
  } catch {
    return tmpdir()
  }
}

async function startTestServer(): Promise<{ ownerUrl: string; stop(): Promise<void> }> {
  const parent = findParentFolder()
  await removeAbandonedServers(parent)
  const dataDir = mkdtempSync(join(parent, FOLDER_NAME))
  // Root's database runs under another account, which needs access.
  chmodSync(dataDir, 0o711)
  writeFileSync(join(dataDir, 'owner'), String(process.pid))
  const server = await startEmbeddedPostgres({ dataDir, log: () => {}, settings: WITHOUT_DURABILITY })
  return {
    ownerUrl: server.ownerUrl,
    async stop() {
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** A test run that was killed leaves its server behind; the next run ends it. */
async function removeAbandonedServers(parent: string): Promise<void> {
  for (const name of readdirSync(parent).filter((entry) => entry.startsWith(FOLDER_NAME))) {
    const dataDir = join(parent, name)
    if (!isAbandoned(dataDir)) continue
    try {
      if (existsSync(join(dataDir, 'postgres/postmaster.pid'))) {
        const server = await startEmbeddedPostgres({ dataDir, log: () => {} })
        await server.stop()
      }
      rmSync(dataDir, { recursive: true, force: true })
    } catch {
      // Another run is cleaning the same folder.
    }
  }
}

function isAbandoned(dataDir: string): boolean {
  try {
    process.kill(Number(readFileSync(join(dataDir, 'owner'), 'utf8')), 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}
