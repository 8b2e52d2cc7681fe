// The organization that is measured: 100,000 contacts on an embedded database of its own.
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import pg from 'pg'
import { composeServices } from '#server/compose.ts'
import { readSite } from '#server/platform/content/site.ts'
import { type Database, openDatabase } from '#server/platform/db/database.ts'
import { startEmbeddedPostgres } from '#server/platform/db/embedded-postgres.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { mintOrganizationId, type OrganizationId } from '#server/platform/db/organization-id.ts'
import { silentLog } from '#server/platform/log.ts'
import { outboxMailer } from '#server/platform/mail/mailer.ts'
import { createMailServers } from '#server/platform/mail-servers/mail-servers.ts'
import { createTestPayments } from '#server/platform/payments/test-payments.ts'
import { createZipCodes } from '#server/platform/places/zip-codes.ts'
import type { Platform } from '#server/platform/platform.ts'
import { createDisabledProviders } from '#server/platform/providers/disabled.ts'
import { samplePeople } from '#server/platform/providers/sample/sample-people.ts'

export const CONTACTS = 100_000
/** How many contacts have the rarest of the nine signals. */
export const WITH_DISASTER = 7
/** The best-ranked contacts have something to do. */
const WITH_TASKS = 300

const SECRET = 'a secret of the benchmark'
const EMAIL = 'bench@example.com'
const clock = { now: () => new Date() }
const NO_ORGANIZATION = mintOrganizationId('00000000-0000-0000-0000-000000000000')

export type Workspace = {
  db: Database
  platform: Platform
  services: ReturnType<typeof composeServices>
  organizationId: OrganizationId
  /** A database address that is bound by nothing. */
  ownerUrl: string
  /** Path of a link that signs its one member in. */
  signInPath(): Promise<string>
  close(): Promise<void>
}

/** Starts a database and, where it is wanted, fills it and says how fast that went. */
export async function openWorkspace({ filled }: { filled: boolean }): Promise<Workspace> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'ninefold-bench-'))
  await chmod(dataDir, 0o711) // root's database runs under another account
  const server = await startEmbeddedPostgres({ dataDir, log: () => {} })
  const { ownerUrl } = server
  const { appUrl } = await migrate(ownerUrl)
  const db = openDatabase(appUrl, { log: silentLog })
  const platform = platformOn(db)
  const services = composeServices(platform, testPaymentsOn(db))
  const close = async () => {
    await db.close()
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    const organizationId = filled ? await fill(db, ownerUrl, services) : NO_ORGANIZATION
    const signInPath = async () => {
      const { pathname, search } = new URL(await services.auth.issueLink(EMAIL))
      return pathname + search
    }
    return { db, platform, services, organizationId, ownerUrl, signInPath, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function fill(
  db: Database,
  ownerUrl: string,
  services: Workspace['services'],
): Promise<OrganizationId> {
  const user = await services.auth.ensureUser(EMAIL)
  const profile = { firstName: 'Ben', lastName: 'Ch', companyName: 'Bench' }
  const organizationId = mintOrganizationId(await services.organizations.completeProfile(user.id, profile))
  const people = samplePeople(1000, 'bench')
  const start = performance.now()
  for (let done = 0; done < CONTACTS; done += people.length) {
    const drafts = people.map((person, i) => ({
      ...person,
      email: `person${done + i}@example.com`,
      phone: null,
    }))
    await db.tenant(organizationId, (tx) => services.contacts.addDrafts(tx, drafts, null))
  }
  const seconds = (performance.now() - start) / 1000
  console.log(
    `filled in ${seconds.toFixed(1)} s, ${Math.round(CONTACTS / seconds).toLocaleString('en')} contacts a second`,
  )
  await enliven(ownerUrl)
  return organizationId
}

/** Scores, signals, dates and tasks, spread without any order; one signal only a few have. */
async function enliven(ownerUrl: string): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  await owner.query(`update organizations set subscription_status = 'active', credits = 1000`)
  await owner.query(
    `update contacts c set nine_d_score = h % 100, move_chance = (h % 9973) / 9973.0, move_lift = 1, scored_at = now(),
            signals_detected = (h % 5 < 2)::int, verification_due_at = null,
            top_signal = case when n <= ${WITH_DISASTER} then 'disaster' when h % 5 < 2
              then (enum_range(null::nine_d_category))[1 + h / 5 % 8] end,
            enriched_at = case when h % 3 = 0 then now() - h % 9001 * interval '1 minute' end
       from (select id, abs(hashtext(id::text)) as h, row_number() over (order by hashtext(id::text)) as n from contacts) s
      where s.id = c.id`,
  )
  await owner.query(
    `insert into tasks (organization_id, contact_id, title, due_date)
     select organization_id, id, 'Task ' || n, now() + n * interval '1 day'
       from (select organization_id, id from contacts order by sort_rank, last_name_key, id limit ${WITH_TASKS}) best,
            generate_series(1, 3) n`,
  )
  await owner.query(
    `update contacts c set next_task_at = (select min(due_date) from tasks t where t.contact_id = c.id)
      where id in (select contact_id from tasks)`,
  )
  await owner.query('vacuum analyze contacts')
  await owner.end()
}

/** The embedded payments, which nobody uses here. */
export function testPaymentsOn(db: Database) {
  return createTestPayments({ db, clock, appUrl: 'http://localhost', webhookSecret: SECRET })
}

function platformOn(db: Database): Platform {
  const { site, pages: sitePages } = readSite(null)
  return {
    db,
    clock,
    log: silentLog,
    queue: { send: async () => {}, work() {}, schedule() {}, start: async () => {}, stop: async () => {} },
    events: {
      publish: async () => {},
      subscribe: () => () => {},
      announce: async () => {},
      hear: () => () => {},
      start: async () => {},
      stop: async () => {},
    },
    mailer: outboxMailer(clock, () => {}),
    payments: testPaymentsOn(db),
    providers: createDisabledProviders(),
    providerStatuses: () => [],
    modelStatus: () => null,
    mailServers: createMailServers(),
    zipCodes: createZipCodes(),
    model: { kind: 'embedded' },
    appUrl: 'http://localhost',
    site,
    sitePages,
    adminEmails: [],
  }
}
