import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { silentLog } from '#server/platform/log.ts'
import { cloneDatabase, type TestDatabase } from '#test/database.ts'
import { type Database, openDatabase, type TenantTx } from './database.ts'
import { mintOrganizationId } from './organization-id.ts'

let database: TestDatabase
let owner: Database
let app: Database
beforeAll(async () => {
  database = await cloneDatabase()
  owner = openDatabase(database.ownerUrl, { log: silentLog, max: 2 })
  app = openDatabase(database.appUrl, { log: silentLog, max: 2 })
  await owner.run(`insert into users (id, email) values ($1, 'reader@example.com')`, [READER])
  await owner.run(
    `insert into sessions (sid, sess, expire, user_id) values ('a session', '{}', now() + interval '1 day', $1)`,
    [READER],
  )
  for (const organization of [A, B]) await fill(organization)
})
afterAll(async () => {
  await app.close()
  await owner.close()
  await database.drop()
})

const READER = randomUUID()
const A = mintOrganizationId(randomUUID())
const B = mintOrganizationId(randomUUID())

/** Tables with organization_id that row-level security does not guard, each with its reason. */
const UNGUARDED = {
  users: 'read by the session gate, which finds out to which organization a request belongs',
  test_checkouts: 'found by the secret id of the checkout, before anybody is signed in',
  test_customers: 'found by the secret id of a portal page, which needs no session',
}
/** Guarded tables whose keys do not begin with organization_id. */
const PLAIN_KEYS = { playbooks: 'one small reference table with shared templates' }

/** One row of every guarded table, as the role of requests would write it: `$1` organization, `$2` contact. */
const ROWS: Record<string, string> = {
  contacts: `(organization_id, id, first_name, last_name, search, last_name_key) values ($1, $2, 'A', 'B', ' a b', 'b')`,
  contact_keys: `(organization_id, key, contact_id) values ($1, gen_random_uuid()::text::bytea, $2)`,
  organization_counters: `(organization_id, contacts) select $1, 1 where $2::uuid is not null`,
  properties: `(organization_id, contact_id, address) values ($1, $2, 'Main St 1')`,
  signals: `(organization_id, contact_id, category, score, evidence_key) values ($1, $2, 'death', 1, gen_random_uuid())`,
  score_history: `(organization_id, contact_id, score, chance, lift, points, cause, model_version)
    values ($1, $2, 1, 0, 1, '[]', 'test', '1')`,
  tasks: `(organization_id, contact_id, title) values ($1, $2, 'Call')`,
  suppressions: `(organization_id, key, reason) select $1, gen_random_uuid()::text::bytea, 'test' where $2::uuid is not null`,
  credit_ledger: `(organization_id, contact_id, amount, operation, idempotency_key)
    values ($1, $2, 1, 'grant', gen_random_uuid())`,
  enrichments: `(organization_id, contact_id, status) values ($1, $2, 'matched')`,
  imports: `(organization_id, id, kind) values ($1, $2, 'csv')`,
  import_rows: `(organization_id, import_id, row) values ($1, $2, (random() * 1e9)::int)`,
  import_chunks: `(organization_id, import_id, first_row, last_row, refused, drafts)
    values ($1, $2, (random() * 1e9)::int, 1, 0, '[]')`,
  audit_log: `(organization_id, actor, action) select $1, 'job:test', 'tested' where $2::uuid is not null`,
  score_runs: `(organization_id, slice, day, cause, model_version, same_model)
    select $1, (random() * 1e9)::int, '2026-11-20', 'faded', '1', true where $2::uuid is not null`,
  notifications: `(organization_id, id, kind, title, link, dedupe_key)
    values ($1, $2, 'credits_low', 'Low', '/subscribe', gen_random_uuid())`,
  notification_reads: `(organization_id, notification_id, user_id) values ($1, $2, '${READER}')`,
  contact_consents: `(organization_id, contact_id, allowed) values ($1, $2, false)`,
  outreach: `(organization_id, contact_id, channel) values ($1, $2, 'call')`,
  frozen_scores: `(organization_id, contact_id, month, frozen_on, score, chance, model_version)
    select $1, $2, (date '2026-01-01' + make_interval(months => (random() * 1000)::int))::date, '2026-01-01', 1, 0, '1'`,
  score_freezes: `(organization_id, month) select $1, date '2026-01-01' + (random() * 1e6)::int where $2::uuid is not null`,
  outcomes: `(organization_id, contact_id, kind, moved_on, source) values ($1, $2, 'moved', '2026-01-02', 'person')`,
  merges: `(organization_id, id, kept_id, other_id) values ($1, $2, $2, gen_random_uuid())`,
  merge_snapshots: `(organization_id, id, contact_id, rows) values ($1, $2, $2, '{}')`,
  invitations: `(organization_id, email, role, expires_at)
    select $1, gen_random_uuid() || '@example.com', 'MEMBER', now() where $2::uuid is not null`,
  views: `(organization_id, user_id, name) select $1, '${READER}', gen_random_uuid() where $2::uuid is not null`,
  subscriptions: `(organization_id, provider, subscription_id, customer_id, plan, period, status, period_end, event_at, created_at)
    select $1, 'test', gen_random_uuid(), gen_random_uuid(), 'professional', 'monthly', 'active', now(), now(), now()
     where $2::uuid is not null`,
  subscription_payments: `(organization_id, provider, invoice_id, subscription_id, plan, period)
    select $1, 'test', gen_random_uuid(), 'sub', 'professional', 'monthly' where $2::uuid is not null`,
  subscription_refunds: `(organization_id, provider, subscription_id, reason, created_at)
    select $1, 'test', gen_random_uuid(), 'double_checkout', now() where $2::uuid is not null`,
  checkout_orders: `(organization_id, period, user_id, id, opened_at)
    select $1, 'monthly', gen_random_uuid(), gen_random_uuid(), now() where $2::uuid is not null`,
  billing_mails: `(organization_id, key, kind, facts, created_at)
    select $1, gen_random_uuid(), 'credits_low', '{}', now() where $2::uuid is not null`,
  data_exports: `(organization_id, id, status, sha256, created_at) values ($1, $2, 'ready', 'x', now())`,
  data_export_chunks: `(organization_id, export_id, position, bytes) values ($1, $2, (random() * 1e9)::int, 'x')`,
  retention_notices: `(organization_id, canceled_at, days_left, created_at)
    select $1, now(), (random() * 1e9)::int, now() where $2::uuid is not null`,
  chat_messages: `(organization_id, sid, user_role, role, content)
    select $1, 'a session', 'MEMBER', 'user', 'Hello' where $2::uuid is not null`,
  playbooks: `(organization_id, name, steps) select $1, 'Plan', '[]' where $2::uuid is not null`,
}

const contactOf = (organization: string) => (organization === A ? CONTACT_A : CONTACT_B)
const CONTACT_A = randomUUID()
const CONTACT_B = randomUUID()

async function insertOrganization(id: string): Promise<void> {
  await owner.run(`insert into organizations (id, name, slug) values ($1, 'Realty', $2)`, [id, id])
}

async function fill(organization: string): Promise<void> {
  await insertOrganization(organization)
  for (const [table, row] of Object.entries(ROWS)) {
    await owner.run(`insert into ${table} ${row}`, [organization, contactOf(organization)])
  }
}

async function names(sql: string): Promise<string[]> {
  return (await owner.rows<{ name: string }>(sql)).map(({ name }) => name)
}

/** The error code of a statement inside organization A; `done` when it was carried out. */
async function tried(work: (tx: TenantTx) => Promise<unknown>): Promise<string> {
  return app.tenant(A, work).then(
    () => 'done',
    (error: { code: string }) => error.code,
  )
}

const TENANT_TABLES = `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attname = 'organization_id'`

describe('Trust 1 the schema', () => {
  test('row-level security is on and forced wherever rows belong to an organization', async () => {
    const open = await names(
      `${TENANT_TABLES} and not (c.relrowsecurity and c.relforcerowsecurity) order by 1`,
    )
    expect(open).toEqual(Object.keys(UNGUARDED).sort())
    const guarded = await names(`${TENANT_TABLES} and c.relrowsecurity`)
    expect(guarded.sort()).toEqual(Object.keys(ROWS).sort())
  })

  test('the role of requests is no superuser, owns nothing and cannot bypass it', async () => {
    expect(
      await app.row(
        `select rolsuper or rolbypassrls or rolcreaterole or rolcreatedb as free,
                exists (select from pg_class where relowner = r.oid) as owns
           from pg_roles r where rolname = current_user`,
      ),
    ).toEqual({ free: false, owns: false })
  })

  test('every key of a guarded table begins with organization_id', async () => {
    const others = await names(
      `select distinct i.indrelid::regclass::text as name from pg_index i
         join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
        where (i.indisprimary or i.indisunique) and a.attname <> 'organization_id'
          and i.indrelid::regclass::text in (${TENANT_TABLES} and c.relrowsecurity)`,
    )
    expect(others).toEqual(Object.keys(PLAIN_KEYS))
  })

  test('a row can refer only to rows of its own organization, to people and to shared playbooks', async () => {
    const single = await names(
      `select conrelid::regclass || '.' || a.attname || ' > ' || confrelid::regclass as name from pg_constraint k
         join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
        where contype = 'f' and connamespace = 'public'::regnamespace and a.attname <> 'organization_id' order by 1`,
    )
    expect(single).toEqual([
      // A conversation belongs to a session, which people have without an organization, too.
      'chat_messages.sid > sessions',
      'contact_consents.recorded_by > users',
      'data_exports.requested_by > users',
      'enrichments.requested_by > users',
      // The blog is the instance's.
      'generation_queue.blog_post_id > blog_posts',
      'generation_queue.topic_id > content_topics',
      'half_sign_ins.user_id > users',
      'imports.created_by > users',
      'invitations.invited_by > users',
      'merges.merged_by > users',
      'merges.undone_by > users',
      // Global: visitors subscribe without an organization.
      'newsletter_deliveries.issue_id > newsletter_issues',
      'newsletter_deliveries.subscription_id > newsletter_subscriptions',
      'newsletter_tokens.subscription_id > newsletter_subscriptions',
      'notification_reads.user_id > users',
      'notifications.user_id > users',
      'outcomes.recorded_by > users',
      'outcomes.undone_by > users',
      'outreach.recorded_by > users',
      'recovery_codes.user_id > second_factors',
      'second_factors.user_id > users',
      'sessions.user_id > users',
      'tasks.assigned_to > users',
      'tasks.playbook_id > playbooks',
      // Global: the embedded test payments know customers, as a provider does.
      'test_events.customer_id > test_customers',
      'test_invoices.subscription_id > test_subscriptions',
      'test_portals.customer_id > test_customers',
      'test_subscriptions.customer_id > test_customers',
      'views.user_id > users',
    ])
  })

  test('deleting an organization leaves no row of it but the audit log', async () => {
    const organization = mintOrganizationId(randomUUID())
    const contact = randomUUID()
    await insertOrganization(organization)
    for (const [table, row] of Object.entries(ROWS)) {
      await owner.run(`insert into ${table} ${row}`, [organization, contact])
    }
    await app.tenant(organization, (tx) => tx.run('delete from organizations where id = $1', [organization]))
    const left: string[] = []
    for (const table of Object.keys(ROWS)) {
      if (await owner.row(`select 1 from ${table} where organization_id = $1`, [organization]))
        left.push(table)
    }
    expect(left).toEqual(['audit_log'])
  })
})

describe.each(Object.keys(ROWS))('Trust 1 the role of requests in %s', (table) => {
  const own = (organization: string) => [organization, contactOf(organization)]
  const count = `select count(*)::int as rows from ${table}`

  test('sees nothing without an organization', async () => {
    expect(await app.row(count)).toEqual({ rows: 0 })
    await expect(app.run(`insert into ${table} ${ROWS[table]}`, own(A))).rejects.toMatchObject({
      code: '42501',
    })
  })

  test('sees the rows of its organization and none of another', async () => {
    const seen = await app.tenant(A, (tx) =>
      tx.rows<{ organizationId: string }>(`select organization_id from ${table}`),
    )
    expect(new Set(seen.map((row) => row.organizationId))).toEqual(new Set([A]))
  })

  test('cannot add a row to another organization', async () => {
    expect(await tried((tx) => tx.run(`insert into ${table} ${ROWS[table]}`, own(B)))).toBe('42501')
  })

  test('cannot move a row to another organization, nor touch one there', async () => {
    expect(await tried((tx) => tx.run(`update ${table} set organization_id = $1`, [B]))).toBe('42501')
    const touched = await tried(async (tx) => {
      const changed = await tx.run(
        `update ${table} set organization_id = organization_id where organization_id = $1`,
        [B],
      )
      const deleted = await tx.run(`delete from ${table} where organization_id = $1`, [B])
      expect([changed, deleted]).toEqual([0, 0])
    })
    expect(touched).toBe(APPEND_ONLY.includes(table) ? '42501' : 'done')
  })
})

const APPEND_ONLY = ['credit_ledger', 'audit_log', 'contact_consents', 'outreach']

test.each(APPEND_ONLY)(
  'Trust 1 what stands in %s can be neither changed nor deleted by requests',
  async (table) => {
    expect(await tried((tx) => tx.run(`update ${table} set created_at = now()`))).toBe('42501')
    expect(await tried((tx) => tx.run(`delete from ${table}`))).toBe('42501')
  },
)

test('Trust 1 an organization can be changed and deleted from inside only', async () => {
  expect(
    await app.tenant(A, (tx) => tx.run(`update organizations set name = 'Taken' where id = $1`, [B])),
  ).toBe(0)
  expect(await app.tenant(A, (tx) => tx.run('delete from organizations where id = $1', [B]))).toBe(0)
  expect(await app.run(`update organizations set name = 'Taken'`)).toBe(0)
  expect(
    await tried((tx) => tx.run('update organizations set id = gen_random_uuid() where id = $1', [A])),
  ).toBe('42501')
})

test('Trust 1 shared playbook templates are read by all and written by no request', async () => {
  await owner.run(`insert into playbooks (name, steps, is_template) values ('Shared', '[]', true)`)
  expect(await app.row(`select name from playbooks`)).toEqual({ name: 'Shared' })
  expect(
    await tried((tx) =>
      tx.run(`insert into playbooks (name, steps, is_template) values ('Mine', '[]', true)`),
    ),
  ).toBe('42501')
  expect(await app.tenant(A, (tx) => tx.run(`delete from playbooks where organization_id is null`))).toBe(0)
})

test('Trust 1 files of the operator, and what the schema is, are read by all and written by no request', async () => {
  const readable = await app.rows<{ name: string }>(
    `select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and has_table_privilege(oid, 'select')
        and not has_table_privilege(oid, 'insert, update, delete, truncate') order by 1`,
  )
  expect(readable.map(({ name }) => name)).toEqual([
    ...['public_records', 'reference_files', 'sanctioned_names', 'schema_migrations'],
  ])
})

test('Trust 1 the setting of one transaction is gone in the next one on the same connection', async () => {
  const single = openDatabase(database.appUrl, { log: silentLog, max: 1 })
  await single.tenant(A, (tx) => tx.rows('select 1 from contacts'))
  expect(await single.row('select count(*)::int as rows from contacts')).toEqual({ rows: 0 })
  await single.close()
})
