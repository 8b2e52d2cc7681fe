import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { silentLog } from '#server/platform/log.ts'
import { READER_ID, READER_SESSION_ID, TENANT_ROWS } from '#test/builders/tenant-rows.ts'
import { cloneDatabase, type TestDatabase } from '#test/database.ts'
import { type Database, openDatabase, type TenantTx } from './database.ts'
import { parseOrganizationId } from './organization-id.ts'

let database: TestDatabase
let owner: Database
let app: Database
beforeAll(async () => {
  database = await cloneDatabase()
  owner = openDatabase(database.ownerUrl, { log: silentLog, max: 2 })
  app = openDatabase(database.appUrl, { log: silentLog, max: 2 })
  await owner.run(`insert into users (id, email) values ($1, 'reader@example.com')`, [READER_ID])
  await owner.run(
    `insert into sessions (sid, sess, expire, user_id) values ($2, '{}', now() + interval '1 day', $1)`,
    [READER_ID, READER_SESSION_ID],
  )
  for (const organization of [A, B]) await fill(organization)
})
afterAll(async () => {
  await app.close()
  await owner.close()
  await database.drop()
})

const A = parseOrganizationId(randomUUID())
const B = parseOrganizationId(randomUUID())

/** Tables with organization_id that row-level security does not guard, each with its reason. */
const UNGUARDED_TABLES = {
  users: 'read by the session gate, which finds out to which organization a request belongs',
  proven_domains: 'read by the gate, which finds out to which organization a host belongs',
  memberships: 'read by the session gate, which finds out to which organization a request belongs',
  sessions: 'found by the secret id of the cookie; its organization is the one that it works in',
  test_checkouts: 'found by the secret id of the checkout, before anybody is signed in',
  test_customers: 'found by the secret id of a portal page, which needs no session',
}
/** Guarded tables whose keys do not begin with organization_id. */
const PLAIN_KEYS = { playbooks: 'one small reference table with shared templates' }

const contactOf = (organization: string) => (organization === A ? CONTACT_A : CONTACT_B)
const CONTACT_A = randomUUID()
const CONTACT_B = randomUUID()

async function insertOrganization(id: string): Promise<void> {
  await owner.run(`insert into organizations (id, name, slug) values ($1, 'Realty', $2)`, [id, id])
  await owner.run('insert into memberships (user_id, organization_id) values ($1, $2)', [READER_ID, id])
}

async function fill(organization: string): Promise<void> {
  await insertOrganization(organization)
  for (const [table, row] of Object.entries(TENANT_ROWS)) {
    await owner.run(`insert into ${table} ${row}`, [organization, contactOf(organization)])
  }
}

async function names(sql: string): Promise<string[]> {
  return (await owner.rows<{ name: string }>(sql)).map(({ name }) => name)
}

/** Error code of a statement inside organization A; `done` if it succeeded. */
async function errorCodeOf(work: (tx: TenantTx) => Promise<unknown>): Promise<string> {
  return app.tenant(A, work).then(
    () => 'done',
    (error: { code: string }) => error.code,
  )
}

const TENANT_TABLES = `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attname = 'organization_id'`

describe('Trust 1 the schema', () => {
  test('row-level security is on and forced wherever rows belong to an organization', async () => {
    const unguarded = await names(
      `${TENANT_TABLES} and not (c.relrowsecurity and c.relforcerowsecurity) order by 1`,
    )
    expect(unguarded).toEqual(Object.keys(UNGUARDED_TABLES).sort())
    const guarded = await names(`${TENANT_TABLES} and c.relrowsecurity`)
    expect(guarded.sort()).toEqual(Object.keys(TENANT_ROWS).sort())
  })

  test('the role of requests is not a superuser, owns nothing and cannot bypass row-level security', async () => {
    expect(
      await app.row(
        `select rolsuper or rolbypassrls or rolcreaterole or rolcreatedb as free,
                exists (select from pg_class where relowner = r.oid) as owns
           from pg_roles r where rolname = current_user`,
      ),
    ).toEqual({ free: false, owns: false })
  })

  test('every key of a guarded table begins with organization_id', async () => {
    const unprefixed = await names(
      `select distinct i.indrelid::regclass::text as name from pg_index i
         join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
        where (i.indisprimary or i.indisunique) and a.attname <> 'organization_id'
          and i.indrelid::regclass::text in (${TENANT_TABLES} and c.relrowsecurity)`,
    )
    expect(unprefixed).toEqual(Object.keys(PLAIN_KEYS))
  })

  test('a row can reference only rows of its organization, users and shared playbooks', async () => {
    const single = await names(
      `select conrelid::regclass || '.' || a.attname || ' > ' || confrelid::regclass as name from pg_constraint k
         join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
        where contype = 'f' and connamespace = 'public'::regnamespace and a.attname <> 'organization_id' order by 1`,
    )
    expect(single).toEqual([
      'activities.recorded_by > users',
      'agreement_stages.recorded_by > users',
      'analytics_dashboards.created_by > users',
      'api_keys.user_id > users',
      // Only members of the same organization.
      'area_selections.selected_by > users',
      'assignment_members.user_id > memberships',
      'broker_agreements.recorded_by > users',
      // Global: a brokerage spans organizations.
      'brokerage_invitations.brokerage_id > brokerages',
      'brokerage_moves.brokerage_id > brokerages',
      'brokerage_moves.moved_by > users',
      'brokerage_supervisors.brokerage_id > brokerages',
      'brokerage_supervisors.user_id > users',
      'brokerages.owner_id > users',
      'calendar_feeds.user_id > memberships',
      'call_exemptions.recorded_by > users',
      // A conversation belongs to a session, which people have without an organization, too.
      'chat_messages.sid > sessions',
      'connected_apps.user_id > users',
      'contact_consents.recorded_by > users',
      'contact_consents.reviewed_by > users',
      'contact_milestones.member_id > users',
      'contact_notes.author > users',
      // Global: a transfer spans organizations.
      'contact_transfers.from_organization > organizations',
      'contact_transfers.to_organization > organizations',
      'contact_transfers.user_id > users',
      'contacts.origin_id > users',
      'contacts.owner_id > users',
      'data_exports.requested_by > users',
      'do_not_call_numbers.uploaded_by > users',
      'duplicate_suspicions.dismissed_by > users',
      'enrichments.requested_by > users',
      'follow_up_boss_conflicts.undone_by > users',
      'follow_up_boss_connections.connected_by > users',
      // The blog belongs to the instance.
      'generation_queue.blog_post_id > blog_posts',
      'generation_queue.topic_id > content_topics',
      'imports.created_by > users',
      'invitations.invited_by > users',
      'licenses.user_id > users',
      'memberships.user_id > users',
      'merges.merged_by > users',
      'merges.undone_by > users',
      'milestone_marks.marked_by > users',
      'morning_emails.user_id > users',
      // Global: visitors subscribe without an organization.
      'newsletter_deliveries.issue_id > newsletter_issues',
      'newsletter_deliveries.subscription_id > newsletter_subscriptions',
      'newsletter_tokens.subscription_id > newsletter_subscriptions',
      'notification_reads.user_id > users',
      'notifications.user_id > users',
      'origin_requests.asked_by > users',
      // Only members of the same organization.
      'origin_requests.member_id > memberships',
      'outcomes.recorded_by > users',
      'outcomes.undone_by > users',
      'outreach_log.sent_by > users',
      'pending_sign_ins.user_id > users',
      'pipeline_values.member_id > users',
      'recovery_codes.user_id > second_factors',
      // Only members of the same organization.
      'report_deliveries.user_id > memberships',
      'report_recipients.user_id > memberships',
      'scim_settings.token_created_by > users',
      'scim_users.user_id > users',
      'score_calibrations.created_by > users',
      'second_factors.user_id > users',
      // Only memberships of the session's own user.
      'sessions.user_id > memberships',
      'sessions.user_id > users',
      'signal_rule_versions.changed_by > users',
      'single_sign_on_attempts.tested_by > users',
      'single_sign_on_break_glass.user_id > memberships',
      'single_sign_on_break_glass.user_id > users',
      'single_sign_on_identities.user_id > users',
      'tasks.assigned_to > users',
      'tasks.playbook_id > playbooks',
      'team_members.user_id > memberships',
      // Global: the embedded test payments have customers, as a provider does.
      'test_events.customer_id > test_customers',
      'test_invoices.subscription_id > test_subscriptions',
      'test_portals.customer_id > test_customers',
      'test_subscriptions.customer_id > test_customers',
      'views.user_id > users',
    ])
  })

  test('deleting an organization leaves only its audit log', async () => {
    const organization = parseOrganizationId(randomUUID())
    const contact = randomUUID()
    await insertOrganization(organization)
    for (const [table, row] of Object.entries(TENANT_ROWS)) {
      await owner.run(`insert into ${table} ${row}`, [organization, contact])
    }
    await app.tenant(organization, (tx) => tx.run('delete from organizations where id = $1', [organization]))
    const remaining: string[] = []
    for (const table of Object.keys(TENANT_ROWS)) {
      if (await owner.row(`select 1 from ${table} where organization_id = $1`, [organization]))
        remaining.push(table)
    }
    expect(remaining).toEqual(['audit_log'])
  })
})

describe.each(Object.keys(TENANT_ROWS))('Trust 1 the role of requests in %s', (table) => {
  const ownValues = (organization: string) => [organization, contactOf(organization)]
  const count = `select count(*)::int as rows from ${table}`

  test('sees nothing without an organization', async () => {
    expect(await app.row(count)).toEqual({ rows: 0 })
    await expect(app.run(`insert into ${table} ${TENANT_ROWS[table]}`, ownValues(A))).rejects.toMatchObject({
      code: '42501',
    })
  })

  test('sees only the rows of its organization', async () => {
    const visible = await app.tenant(A, (tx) =>
      tx.rows<{ organizationId: string }>(`select organization_id from ${table}`),
    )
    expect(new Set(visible.map((row) => row.organizationId))).toEqual(new Set([A]))
  })

  test('cannot add a row to another organization', async () => {
    expect(
      await errorCodeOf((tx) => tx.run(`insert into ${table} ${TENANT_ROWS[table]}`, ownValues(B))),
    ).toBe('42501')
  })

  test('cannot move a row to another organization or change one there', async () => {
    expect(await errorCodeOf((tx) => tx.run(`update ${table} set organization_id = $1`, [B]))).toBe('42501')
    const touched = await errorCodeOf(async (tx) => {
      const updateCount = await tx.run(
        `update ${table} set organization_id = organization_id where organization_id = $1`,
        [B],
      )
      const deleted = await tx.run(`delete from ${table} where organization_id = $1`, [B])
      expect([updateCount, deleted]).toEqual([0, 0])
    })
    expect(touched).toBe(APPEND_ONLY.includes(table) ? '42501' : 'done')
  })
})

const APPEND_ONLY = ['credit_ledger', 'audit_log', 'contact_consents']

test.each(APPEND_ONLY)('Trust 1 requests cannot change or delete rows of %s', async (table) => {
  expect(await errorCodeOf((tx) => tx.run(`update ${table} set created_at = now()`))).toBe('42501')
  expect(await errorCodeOf((tx) => tx.run(`delete from ${table}`))).toBe('42501')
})

test('Trust 1 an organization can be changed and deleted only from inside it', async () => {
  expect(
    await app.tenant(A, (tx) => tx.run(`update organizations set name = 'Taken' where id = $1`, [B])),
  ).toBe(0)
  expect(await app.tenant(A, (tx) => tx.run('delete from organizations where id = $1', [B]))).toBe(0)
  expect(await app.run(`update organizations set name = 'Taken'`)).toBe(0)
  expect(
    await errorCodeOf((tx) => tx.run('update organizations set id = gen_random_uuid() where id = $1', [A])),
  ).toBe('42501')
})

test('Trust 1 every request can read shared playbook templates and none can write them', async () => {
  await owner.run(`insert into playbooks (name, steps, is_template) values ('Shared', '[]', true)`)
  expect(await app.row(`select name from playbooks`)).toEqual({ name: 'Shared' })
  expect(
    await errorCodeOf((tx) =>
      tx.run(`insert into playbooks (name, steps, is_template) values ('Mine', '[]', true)`),
    ),
  ).toBe('42501')
  expect(await app.tenant(A, (tx) => tx.run(`delete from playbooks where organization_id is null`))).toBe(0)
})

test("Trust 1 every request can read the operator's files and the schema version and none can write them", async () => {
  const readable = await app.rows<{ name: string }>(
    `select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and has_table_privilege(oid, 'select')
        and not has_table_privilege(oid, 'insert, update, delete, truncate') order by 1`,
  )
  expect(readable.map(({ name }) => name)).toEqual([
    ...['public_records', 'reference_files', 'sanctioned_names', 'schema_migrations'],
  ])
})

test('Trust 1 the organization of a transaction does not carry over to the next one on the same connection', async () => {
  const single = openDatabase(database.appUrl, { log: silentLog, max: 1 })
  await single.tenant(A, (tx) => tx.rows('select 1 from contacts'))
  expect(await single.row('select count(*)::int as rows from contacts')).toEqual({ rows: 0 })
  await single.close()
})
