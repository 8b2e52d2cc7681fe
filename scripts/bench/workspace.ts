// A database of its own for each size, filled, with one organization and its owner.
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { composeServices } from '#server/compose.ts'
import { readSite } from '#server/platform/content/site.ts'
import { type Database, openDatabase } from '#server/platform/db/database.ts'
import { startEmbeddedPostgres } from '#server/platform/db/embedded-postgres.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { silentLog } from '#server/platform/log.ts'
import { outboxMailer } from '#server/platform/mail/mailer.ts'
import { createMailServers } from '#server/platform/mail-servers/mail-servers.ts'
import { createTestPayments } from '#server/platform/payments/test-payments.ts'
import { setPersonHashKey } from '#server/platform/person-hashes.ts'
import { createZipCodes } from '#server/platform/places/zip-codes.ts'
import type { Platform } from '#server/platform/platform.ts'
import { createSampleProviders } from '#server/platform/providers/sample/sample-provider.ts'
import { createSecrets } from '#server/platform/secrets.ts'
import type { Workspace } from './bench-part.ts'
import { fillOrganization } from './fill.ts'

const SECRET = 'a secret of the benchmark'
const EMAIL = 'bench@example.com'
const clock = { now: () => new Date() }

export type Stage = {
  db: Database
  platform: Platform
  services: ReturnType<typeof composeServices>
  ownerUrl: string
  close(): Promise<void>
}

/** Starts an empty database; in `folder`, where it stays for another run, or in one that goes with it. */
export async function openStage(folder?: string): Promise<Stage> {
  const dataDir = folder ?? (await mkdtemp(path.join(os.tmpdir(), 'ninefold-bench-')))
  if (!folder) await chmod(dataDir, 0o711) // root's database runs under another account
  const server = await startEmbeddedPostgres({ dataDir, log: () => {} })
  const { ownerUrl } = server
  const { appUrl } = await migrate(ownerUrl)
  const db = openDatabase(appUrl, { log: silentLog })
  const platform = platformOn(db)
  const services = composeServices(platform, testPaymentsOn(db))
  const close = async () => {
    await db.close()
    await server.stop()
    if (!folder) await rm(dataDir, { recursive: true, force: true })
  }
  return { db, platform, services, ownerUrl, close }
}

/** An organization of so many contacts, filled unless it lies in `folder` from a run before. */
export async function openWorkspace(
  contacts: number,
  folder: string | undefined,
  say: (line: string) => void,
): Promise<Workspace> {
  const { services, ownerUrl, close } = await openStage(folder)
  const owner = new pg.Client({ connectionString: ownerUrl })
  owner.on('error', () => {}) // the database goes first when something fails
  try {
    await owner.connect()
    const start = performance.now()
    await services.demo.seed(EMAIL)
    const { rows } = await owner.query<{ id: string; contacts: number }>(
      'select organization_id as id, contacts from organization_counters',
    )
    const [organization] = rows
    if (!organization) throw new Error('The organization was not made')
    const organizationId = organization.id
    if (organization.contacts < contacts) {
      await fillOrganization(owner, organizationId, contacts)
      const seconds = ((performance.now() - start) / 1000).toFixed(1)
      say(`${contacts.toLocaleString('en')} contacts filled in ${seconds} s`)
    }
    const signInPath = async () => {
      const { pathname, search } = new URL(await services.auth.issueLink(EMAIL))
      return pathname + search
    }
    return { contacts, organizationId, ownerUrl, signInPath, close }
  } catch (error) {
    await close()
    throw error
  } finally {
    await owner.end()
  }
}

/** Embedded payments, unused here. */
export function testPaymentsOn(db: Database) {
  const deliver = async () => ({ status: 200 })
  return createTestPayments({ db, clock, appUrl: 'http://localhost', webhookSecret: SECRET, deliver })
}

/** The seams of the product on a database, with sample data and nothing that leaves the process. */
export function platformOn(db: Database): Platform {
  const { site, pages: sitePages } = readSite(null)
  // The same in every process of a run.
  setPersonHashKey(Buffer.alloc(32))
  return {
    db,
    clock,
    log: silentLog,
    queue: {
      send: async () => {},
      work() {},
      schedule() {},
      due: async () => [],
      start: async () => {},
      stop: async () => {},
    },
    events: {
      publish: async () => {},
      subscribe: () => () => {},
      publishInstance: async () => {},
      subscribeInstance: () => () => {},
      recent: () => [],
      start: async () => {},
      stop: async () => {},
    },
    mailer: outboxMailer(clock, () => {}),
    payments: testPaymentsOn(db),
    providers: createSampleProviders(clock.now),
    providerStatuses: () => [],
    modelStatus: () => null,
    mailServers: createMailServers(),
    zipCodes: createZipCodes(),
    model: { kind: 'embedded' },
    appUrl: 'http://localhost',
    site,
    sitePages,
    adminEmails: [],
    operatorsNeedSecondFactor: false,
    secrets: createSecrets([Buffer.alloc(32)]),
  }
}
