import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TENANT_ROWS } from '#test/builders/tenant-rows.ts'
import { withoutRequest } from '#test/checks.ts'
import { createObjects, nameOf, type SampleObjects, sampleRequest } from '#test/sample-requests.ts'
import { pagePaths, servedPaths } from '#test/served-paths.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'
import { loadPages } from './pages.ts'

const CANARY = 'CanaryBird'
const STREAM_ROUTE = 'GET /api/events'

let app: TestApp
let ann: Person
let bob: Person
let annObjects: SampleObjects
let bobObjects: SampleObjects
beforeAll(async () => {
  // A fixed clock, so that repeated responses with the time are equal.
  const now = new Date()
  app = await createTestApp({ clock: { now: () => now }, pages: await loadPages({ development: false }) })
  ann = await app.subscriber('ann@example.com')
  bob = await app.subscriber('bob@example.com')
  annObjects = await createObjects(app, ann, CANARY)
  bobObjects = await createObjects(app, bob)
  const rowsByTable = MORE_TABLES.map((table) => [table, TENANT_ROWS[table]] as const)
  for (const [table, row] of [...rowsByTable, ...Object.entries(MORE_ROWS)]) {
    await app.owner.run(`insert into ${table} ${row}`, [ann.organizationId, annObjects.contact])
  }
})
afterAll(() => app.close())

/** Tables without a sample object. */
const MORE_TABLES = [
  'outcomes',
  'broker_agreements',
  'agreement_stages',
  'contact_milestones',
  'pipeline_values',
  'daily_facts',
  'fact_days',
  'fact_runs',
  'analytics_gauges',
  'idempotent_requests',
  'enrichments',
  'score_history',
  'score_snapshots',
  'score_runs',
  'score_calibrations',
  'signal_rule_checks',
  'signal_rule_runs',
  'subscriptions',
  'subscription_payments',
  'subscription_refunds',
  'checkout_orders',
  'billing_emails',
  'retention_notices',
  'contact_keys',
  'contact_match_keys',
  'brands',
  'brand_images',
  'scim_settings',
  'scim_users',
  'scim_groups',
  'scim_group_members',
  'single_sign_on_connections',
  'single_sign_on_domains',
  'single_sign_on_attempts',
  'used_saml_assertions',
  'follow_up_boss_links',
  'follow_up_boss_queue',
] as const
/** Rows of such tables that depend on a sample object: `$1` organization, `$2` contact. */
const MORE_ROWS: Record<string, string> = {
  merge_snapshots: `(organization_id, id, contact_id, rows)
    select organization_id, id, kept_id, '{}' from merges where organization_id = $1 and $2::uuid is not null`,
  chat_messages: `(organization_id, sid, user_role, role, content)
    select $1, sid, 'MEMBER', 'user', 'Hello' from sessions where $2::uuid is not null limit 1`,
  morning_emails: `(organization_id, user_id, send_at, time_zone, days, next_at, token_hash)
    select $1, id, 420, 'America/Chicago', '{1}', now(), 'x' from users where organization_id = $1 and $2::uuid is not null limit 1`,
  report_schedules: `(organization_id, dashboard_id, days, send_at, time_zone, next_at)
    select $1, id, '{1}', 420, 'America/Chicago', now() from analytics_dashboards
     where organization_id = $1 and $2::uuid is not null limit 1`,
  report_recipients: `(organization_id, dashboard_id, user_id, token_hash)
    select $1, d.id, m.user_id, 'x' from analytics_dashboards d join memberships m using (organization_id)
     where organization_id = $1 and $2::uuid is not null limit 1`,
  report_deliveries: `(organization_id, dashboard_id, user_id, due_at, next_at)
    select $1, d.id, m.user_id, now(), now() from analytics_dashboards d join memberships m using (organization_id)
     where organization_id = $1 and $2::uuid is not null limit 1`,
  proven_domains: `(organization_id, use, domain)
    select organization_id, use, domain from domains where organization_id = $1 and $2::uuid is not null`,
  single_sign_on_identities: `(organization_id, connection_id, subject, user_id)
    select $1, $2::uuid, 'x', user_id from memberships where organization_id = $1 limit 1`,
  data_export_chunks: `(organization_id, export_id, position, bytes)
    select organization_id, id, 0, 'x' from data_exports where organization_id = $1 and $2::uuid is not null`,
  import_chunks: `(organization_id, import_id, first_row, last_row, refused, drafts)
    select organization_id, id, 1, 1, 0, '[]' from imports where organization_id = $1 and $2::uuid is not null`,
}

/** Tables of an organization without a free-text column: keys, states and numbers only. */
const WITHOUT_TEXT = [
  'area_selections',
  'assignment_clocks',
  'assignment_members',
  'broker_agreements',
  'channel_opt_outs',
  'contact_match_keys',
  'contact_tags',
  'do_not_call_numbers',
  'duplicate_checks',
  'fact_runs',
  'follow_up_boss_tombstones',
  'import_mappings',
  'memberships',
  'merges',
  'milestone_marks',
  'notification_reads',
  'organization_counters',
  'origin_requests',
  'pipeline_values',
  'report_deliveries',
  'retention_notices',
  'scim_group_members',
  'score_snapshot_runs',
  'sessions',
  'signal_rule_checks',
  'signal_rule_runs',
  'signal_rules',
  'single_sign_on_break_glass',
  'single_sign_on_domains',
  'team_members',
  'test_customers',
]

/** Puts the canary into every text column of every row of an organization. */
async function fillWithCanaries(): Promise<void> {
  const columns = await app.owner.rows<{ table: string; name: string; type: string }>(
    `select c.table_name as table, c.column_name as name, c.data_type as type from information_schema.columns c
       join information_schema.columns o on o.table_schema = c.table_schema and o.table_name = c.table_name
        and o.column_name = 'organization_id'
      where c.table_schema = 'public' and c.data_type in ('text', 'character varying', 'jsonb', 'bytea', 'ARRAY')`,
  )
  const values: Record<string, string> = {
    jsonb: `jsonb_build_object('note', '${CANARY}')`,
    bytea: `convert_to('${CANARY}' || ctid::text, 'UTF8')`,
    ARRAY: `array['${CANARY}']`,
  }
  for (const { table, name, type } of columns) {
    if (table === 'users' && name === 'email') continue // the test searches for this address, so it stays unchanged
    const value = values[type] ?? `'${CANARY}' || ctid::text`
    // Enumerations, keys and columns with another format reject it.
    await app.owner
      .run(`update ${table} set ${name} = ${value} where organization_id = $1`, [ann.organizationId])
      .catch(() => {})
  }
  await app.owner.run('update organizations set name = $2, postal_address = $2 where id = $1', [
    ann.organizationId,
    `${CANARY} Realty`,
  ])
}

test('Trust 4 counts and totals of one organization ignore rows of another', async () => {
  const readTotals = async () => {
    const urls = app.app.endpoints
      .filter(({ method, access }) => method === 'GET' && (access === 'member' || access === 'subscriber'))
      .filter((endpoint) => nameOf(endpoint) !== STREAM_ROUTE)
      .map((endpoint) => sampleRequest(endpoint, bobObjects).url)
    const responses: unknown[] = []
    for (const url of urls) {
      const { status, headers, text } = await bob.request('GET', url)
      const { date: _, ...stableHeaders } = headers
      responses.push([url, status, stableHeaders, withoutRequest(text)])
    }
    return responses
  }
  const before = await readTotals()
  await createObjects(app, ann, CANARY)
  expect(await readTotals()).toEqual(before)
})

test('Trust 4 the live stream of one organization has no events of another', async () => {
  await app.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.app.server.address() as AddressInfo
  const disconnect = new AbortController()
  const response = await fetch(`http://127.0.0.1:${port}/api/events`, {
    headers: { cookie: bob.cookie },
    signal: disconnect.signal,
  })
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  const updateContact = (person: Person, id: string) =>
    person.request('PATCH', `/api/contacts/${id}`, { city: randomUUID() })
  expect((await updateContact(ann, annObjects.contact)).status).toBe(200)
  expect((await updateContact(bob, bobObjects.contact)).status).toBe(200)
  let received = ''
  while (!received.includes(bobObjects.contact)) {
    const { value, done } = await reader.read()
    expect(done).toBe(false)
    received += value
  }
  disconnect.abort()
  expect(received).not.toContain(annObjects.contact)
  expect(received).not.toContain(ann.organizationId)
})

// Last, because the tests above need rows without canaries.
test('Trust 4 no response contains text of another organization from any table', async () => {
  await fillWithCanaries()
  const withoutCanary = await tablesWithoutCanary()
  expect(withoutCanary).toEqual(WITHOUT_TEXT)
  const ownMembers = await ann.request('GET', `/api/organizations/${ann.organizationId}/members`)
  expect([ownMembers.status, ownMembers.text]).toEqual([200, expect.stringContaining(CANARY)])

  const reads = app.app.endpoints.filter((endpoint) => endpoint.method === 'GET')
  const readable = reads.filter(
    (endpoint) =>
      ![STREAM_ROUTE, 'GET /api/logout'].includes(nameOf(endpoint)) && endpoint.access !== 'platform-admin',
  )
  expect(readable.length).toBeGreaterThan(30)
  const urls = readable.flatMap((endpoint) => [
    sampleRequest(endpoint, annObjects).url,
    sampleRequest(endpoint, bobObjects).url,
  ])
  urls.push('/api/openapi.json')
  for (const search of [CANARY, annObjects.contact, 'ann@example.com'])
    urls.push(`/api/contacts?search=${search}`)
  urls.push('/api/contacts?topSignal=debt&limit=200', '/api/contacts/export?topSignal=debt')
  for (const url of new Set(urls)) {
    const { headers, text, status } = await bob.request('GET', url)
    expect([url, status < 500, marksIn(JSON.stringify(headers) + text)]).toEqual([url, true, []])
  }
})

test('Trust 4 no page or file shows text of another organization after its owner viewed it', async () => {
  await fillWithCanaries()
  await app.owner.run(`update blog_posts set published_at = $1 where slug = 'sample-post'`, [app.clock.now()])
  await app.mailer.send({ to: ann.email, subject: CANARY, text: CANARY })
  const sitemapPaths = (await app.visitor('GET', '/sitemap.xml')).text.matchAll(
    /<loc>http:\/\/[^/]+([^<]*)</g,
  )
  const pages = (await pagePaths()).flatMap((path) => urlsOf(path))
  const files = servedPaths(app.app).flatMap((path) => urlsOf(path))
  expect(files).toEqual(expect.arrayContaining(['/blog/feed.xml', '/sitemap.xml', '/dev/outbox', '/metrics']))
  expect(pages).toEqual(expect.arrayContaining(['/', '/dashboard', '/blog/sample-post', '/admin/log']))
  // Pages also send the data they read to the browser.
  const pageData = pages.map((page) => `${page === '/' ? '/_' : page}.data`)
  const urls = [
    ...new Set([...pages, ...pageData, ...files, ...[...sitemapPaths].map(([, path]) => path || '/')]),
  ]
  expect((await bob.request('GET', '/blog.data')).text).toContain('sample-post')
  for (const url of urls) {
    const fetchMarks = async (cookie: string, remoteAddress: string) => {
      const { statusCode, headers, body } = await app.app.inject({ url, remoteAddress, headers: { cookie } })
      return { isServed: statusCode < 500, marks: marksIn(JSON.stringify(headers) + body) }
    }
    await fetchMarks(ann.cookie, '192.0.2.1')
    for (const cookie of [bob.cookie, ''])
      expect([url, await fetchMarks(cookie, '192.0.2.2')]).toEqual([url, { isServed: true, marks: [] }])
  }
})

/** A path with possible parameter values: Ann's objects, and objects that everyone can read. */
function urlsOf(path: string): string[] {
  const { organization, contact, post, checkout } = annObjects
  const ids = path.startsWith('/test-payments') ? [checkout] : [organization, contact, post]
  const withIds = path.includes(':id') ? ids.map((id) => path.replace(':id', id)) : [path]
  return withIds.map((url) => url.replace(':slug', 'sample-post'))
}

function marksIn(text: string): string[] {
  return [CANARY, ann.email].filter((mark) => text.toLowerCase().includes(mark.toLowerCase()))
}

async function tablesWithoutCanary(): Promise<string[]> {
  const tables = await app.owner.rows<{ name: string }>(
    `select distinct table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'organization_id' order by 1`,
  )
  const withoutCanary: string[] = []
  for (const { name } of tables) {
    const row = await app.owner.row(
      `select 1 from ${name} t where organization_id = $1
          and (t::text like '%${CANARY}%' or t::text like '%${Buffer.from(CANARY).toString('hex')}%') limit 1`,
      [ann.organizationId],
    )
    if (!row) withoutCanary.push(name)
  }
  return withoutCanary
}
