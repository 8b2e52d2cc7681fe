import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '#server/platform/db/embedded-postgres.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { databaseUrl, onServer } from './on-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    templateDatabase: TemplateDatabase
  }
}

/** A migrated, empty database that nobody may connect to: each test file gets its own copy. */
export type TemplateDatabase = {
  name: string
  /** Superuser, in the maintenance database. */
  maintenanceUrl: string
  /** Address of the template for the role of requests; copies differ in the database name only. */
  appUrl: string
}

const FOLDER = 'ninefold-test-database-'

/** Runs once before a project's tests: a server of their own, or the one TEST_DATABASE_URL names. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL
  const server = given ? { ownerUrl: given, stop: async () => {} } : await startTestServer()
  const name = `ninefold_template_${process.pid}_${Date.now()}`
  try {
    await onServer(server.ownerUrl, (client) => client.query(`create database ${name}`))
    const { appUrl } = await migrate(databaseUrl(server.ownerUrl, name))
    // PostgreSQL copies a database only while nobody is connected to it, not even its own housekeeping.
    await onServer(server.ownerUrl, (client) =>
      client.query(`alter database ${name} allow_connections false`),
    )
    project.provide('templateDatabase', { name, maintenanceUrl: server.ownerUrl, appUrl })
  } catch (error) {
    await server.stop()
    throw error
  }
  return async () => {
    if (given) await onServer(given, (client) => dropTemplates(client, name))
    await server.stop()
  }
}

/** The empty one and what was made out of it. */
async function dropTemplates(client: pg.Client, name: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'select datname as name from pg_database where starts_with(datname, $1)',
    [name],
  )
  for (const each of rows) await client.query(`drop database ${each.name}`)
}

async function startTestServer(): Promise<{ ownerUrl: string; stop(): Promise<void> }> {
  await removeAbandoned()
  const dataDir = mkdtempSync(join(tmpdir(), FOLDER))
  // Root's database runs under another account, which must get through.
  chmodSync(dataDir, 0o711)
  writeFileSync(join(dataDir, 'owner'), String(process.pid))
  const server = await startEmbeddedPostgres({ dataDir, log: () => {} })
  // Tests lose nothing by a power cut; the launcher's own tests see to it that the product does not either.
  await onServer(server.ownerUrl, async (client) => {
    await client.query('alter role all set synchronous_commit = off')
    // Copying and dropping a database waits for the disk otherwise, some hundred times in a run.
    await client.query('alter system set fsync = off')
    await client.query('alter system set full_page_writes = off')
    await client.query('select pg_reload_conf()')
  })
  return {
    ownerUrl: server.ownerUrl,
    async stop() {
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** A test run that was killed leaves its server behind; the next run ends it. */
async function removeAbandoned(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(FOLDER))) {
    const dataDir = join(tmpdir(), name)
    if (!isAbandoned(dataDir)) continue
    try {
      if (existsSync(join(dataDir, 'postgres/postmaster.pid'))) {
        const server = await startEmbeddedPostgres({ dataDir, log: () => {} })
        await server.stop()
      }
      rmSync(dataDir, { recursive: true, force: true })
    } catch {
      // Another run that began at the same moment is tidying the same folder.
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
