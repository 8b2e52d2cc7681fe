import { randomUUID } from 'node:crypto'

/** User and session that the rows refer to; create both first, and a membership of the user. */
export const READER_ID = randomUUID()
export const READER_SESSION_ID = 'a session'

/**
 * One row of every table that row-level security guards, as the role of requests would write it: the rest of
 * `insert into <table>`, with `$1` the organization and `$2` its contact, whose id other objects share. Parents first.
 */
export const TENANT_ROWS: Readonly<Record<string, string>> = {
  contacts: `(organization_id, id, first_name, last_name, search, last_name_key) values ($1, $2, 'A', 'B', ' a b', 'b')`,
  contact_keys: `(organization_id, key, contact_id) values ($1, gen_random_uuid()::text::bytea, $2)`,
  contact_match_keys: `(organization_id, contact_id, keys) values ($1, $2, '{1}')`,
  duplicate_suspicions: `(organization_id, contact_id, other_id, reason, points) values ($1, $2, $2, 'Same full name', 14)`,
  duplicate_checks: `(organization_id, id, scope) select $1, gen_random_uuid(), 'contact' where $2::uuid is not null`,
  organization_counters: `(organization_id, contacts) select $1, 1 where $2::uuid is not null`,
  properties: `(organization_id, contact_id, address) values ($1, $2, 'Main St 1')`,
  signals: `(organization_id, contact_id, category, score, evidence_key) values ($1, $2, 'death', 1, gen_random_uuid())`,
  score_history: `(organization_id, contact_id, score, chance, lift, points, cause, model_version)
    values ($1, $2, 1, 0, 1, '[]', 'test', '1')`,
  tasks: `(organization_id, contact_id, title) values ($1, $2, 'Call')`,
  suppressions: `(organization_id, key, reason) select $1, gen_random_uuid()::text::bytea, 'test' where $2::uuid is not null`,
  channel_opt_outs: `(organization_id, key, channel, entry_id, source)
    values ($1, gen_random_uuid()::text::bytea, 'email', $2, 'member')`,
  credit_ledger: `(organization_id, contact_id, amount, operation, idempotency_key)
    values ($1, $2, 1, 'grant', gen_random_uuid())`,
  enrichments: `(organization_id, contact_id, status) values ($1, $2, 'matched')`,
  imports: `(organization_id, id, kind) values ($1, $2, 'csv')`,
  import_rows: `(organization_id, import_id, row) values ($1, $2, (random() * 1e9)::int)`,
  import_chunks: `(organization_id, import_id, first_row, last_row, refused, drafts)
    values ($1, $2, (random() * 1e9)::int, 1, 0, '[]')`,
  import_mappings: `(organization_id, fingerprint, mapping)
    select $1, gen_random_uuid()::text::bytea, '{}' where $2::uuid is not null`,
  audit_log: `(organization_id, actor, action) select $1, 'job:test', 'tested' where $2::uuid is not null`,
  score_runs: `(organization_id, slice, day, cause, model_version, same_model)
    select $1, (random() * 1e9)::int, '2026-11-20', 'faded', '1', true where $2::uuid is not null`,
  score_calibrations: `(organization_id, report, is_nightly, finished_at)
    select $1, '{}', true, now() where $2::uuid is not null`,
  notifications: `(organization_id, id, kind, title, link, dedupe_key)
    values ($1, $2, 'credits_low', 'Low', '/subscribe', gen_random_uuid())`,
  notification_reads: `(organization_id, notification_id, user_id) values ($1, $2, '${READER_ID}')`,
  contact_consents: `(organization_id, contact_id, allowed) values ($1, $2, false)`,
  activities: `(organization_id, contact_id, type, at) values ($1, $2, 'call', now())`,
  licenses: `(organization_id, user_id, state, licensed_name, license_number, brokerage_name)
    select $1, '${READER_ID}', chr(65 + (random() * 25)::int) || chr(65 + (random() * 25)::int), 'A B', '1', 'C' where $2::uuid is not null
    on conflict do nothing`,
  outreach_log: `(organization_id, id, activity_id, channel, kind, at, is_checked)
    values ($1, $2, gen_random_uuid(), 'letter', 'marketing', now(), true)`,
  area_selections: `(organization_id, id, area, contacts, reason) values ($1, $2, '0231', 1, 'Past clients')`,
  outreach_texts: `(organization_id, id, contact_id, script) values ($1, $2, $2, 'Hello')`,
  tags: `(organization_id, id, name, name_key) values ($1, $2, 'Client', gen_random_uuid())`,
  contact_tags: `(organization_id, contact_id, tag_id) values ($1, $2, $2)`,
  contact_notes: `(organization_id, contact_id, text) values ($1, $2, 'Likes the garden')`,
  broker_agreements: `(organization_id, contact_id, side, broker, status) values ($1, $2, 'seller', 'other', 'active')`,
  milestone_marks: `(organization_id, contact_id, milestone, side, at) values ($1, $2, 'closed', 'seller', now())`,
  agreement_stages: `(organization_id, contact_id, side, broker, status, at) values ($1, $2, 'seller', 'own', 'active', now())`,
  contact_milestones: `(organization_id, contact_id, side, milestone, first_at, is_implied)
    values ($1, $2, 'seller', 'closed', now(), false)`,
  pipeline_values: `(organization_id, contact_id, side, fee_cents) values ($1, $2, 'seller', 100)`,
  daily_facts: `(organization_id, day, metric, dimension, value, n, sum)
    select $1, current_date, 'signal.debt', 'source', gen_random_uuid(), 1, 0 where $2::uuid is not null`,
  fact_days: `(organization_id, day) select $1, current_date where $2::uuid is not null`,
  fact_runs: `(organization_id) select $1 where $2::uuid is not null`,
  analytics_gauges: `(organization_id, metric, value, n, sum, taken_at)
    select $1, 'zip', gen_random_uuid(), 1, 0, now() where $2::uuid is not null`,
  analytics_dashboards: `(organization_id, id, created_by, name, view, query)
    values ($1, $2, '${READER_ID}', gen_random_uuid(), 'funnel', '{}')`,
  report_schedules: `(organization_id, dashboard_id, days, send_at, time_zone, next_at)
    values ($1, $2, '{1}', 420, 'America/Chicago', now() + interval '1 year')`,
  report_recipients: `(organization_id, dashboard_id, user_id, token_hash) values ($1, $2, '${READER_ID}', 'x')`,
  report_deliveries: `(organization_id, dashboard_id, user_id, due_at, next_at)
    values ($1, $2, '${READER_ID}', now(), now() + interval '1 year')`,
  calendar_feeds: `(organization_id, id, user_id, name, token_hash, token_start, tasks, has_contact_names, time_zone)
    values ($1, $2, '${READER_ID}', 'Phone', gen_random_uuid(), 'nf_feed_', 'mine', false, 'America/Chicago')`,
  api_keys: `(organization_id, user_id, name, key_hash, key_start, role, scopes)
    select $1, '${READER_ID}', 'Sync', gen_random_uuid(), 'nf_key_', 'MEMBER', '{contacts:read}' where $2::uuid is not null`,
  connected_apps: `(organization_id, id, user_id, client_id, name, redirect_host, resource, scopes)
    select $1, $2, '${READER_ID}', 'app_1', 'Assistant', 'localhost', 'http://localhost/mcp', '{contacts:read}'`,
  oauth_tokens: `(organization_id, token_hash, app_id, kind, payload, expires_at)
    values ($1, gen_random_uuid(), $2, 'AccessToken', '{}', now())`,
  idempotent_requests: `(organization_id, sender, route, key_hash, body_hash, locked_until)
    select $1, gen_random_uuid(), 'POST /', 'x', 'x', now() where $2::uuid is not null`,
  contact_external_ids: `(organization_id, source, external_id, contact_id) values ($1, 'crm', gen_random_uuid(), $2)`,
  call_exemptions: `(organization_id, contact_id, kind, at) values ($1, $2, 'inquiry', now())`,
  do_not_call_numbers: `(organization_id, registry, area_code, bits, numbers, as_of)
    select $1, 'national', (200 + random() * 700)::int, decode(repeat('00', 1250000), 'hex'), 0, '2026-01-01' where $2::uuid is not null`,
  morning_emails: `(organization_id, user_id, send_at, time_zone, days, next_at, token_hash)
    select $1, '${READER_ID}', 420, 'America/Chicago', '{1}', now(), gen_random_uuid()::text::bytea where $2::uuid is not null`,
  score_snapshots: `(organization_id, contact_id, month, snapshot_on, score, chance, model_version)
    select $1, $2, (date '2026-01-01' + make_interval(months => (random() * 1000)::int))::date, '2026-01-01', 1, 0, '1'`,
  score_snapshot_runs: `(organization_id, month) select $1, date '2026-01-01' + (random() * 1e6)::int where $2::uuid is not null`,
  outcomes: `(organization_id, contact_id, kind, moved_on, source) values ($1, $2, 'moved', '2026-01-02', 'person')`,
  merges: `(organization_id, id, kept_id, other_id) values ($1, $2, $2, gen_random_uuid())`,
  merge_snapshots: `(organization_id, id, contact_id, rows) values ($1, $2, $2, '{}')`,
  domains: `(organization_id, domain, use, token)
    select $1, gen_random_uuid() || '.example', 'email', repeat('x', 43) where $2::uuid is not null`,
  invitations: `(organization_id, email, role, expires_at)
    select $1, gen_random_uuid() || '@example.com', 'MEMBER', now() where $2::uuid is not null`,
  scim_settings: `(organization_id, token_hash) select $1, gen_random_uuid() where $2::uuid is not null`,
  scim_users: `(organization_id, id, user_name, email) select $1, $2, u, u from (values (gen_random_uuid()::text)) v(u)`,
  scim_groups: `(organization_id, id, display_name) values ($1, $2, gen_random_uuid())`,
  scim_group_members: `(organization_id, group_id, member_id) values ($1, $2, $2)`,
  brands: `(organization_id, name) select $1, 'Elm' where $2::uuid is not null`,
  brand_images: `(organization_id, kind, sha256, bytes, width, height)
    select $1, 'logo', repeat('0', 64), '\\x00', 1, 1 where $2::uuid is not null`,
  views: `(organization_id, user_id, name) select $1, '${READER_ID}', gen_random_uuid() where $2::uuid is not null`,
  subscriptions: `(organization_id, provider, subscription_id, customer_id, plan, period, status, period_end, event_at, created_at)
    select $1, 'test', gen_random_uuid(), gen_random_uuid(), 'professional', 'monthly', 'active', now(), now(), now()
     where $2::uuid is not null`,
  subscription_payments: `(organization_id, provider, invoice_id, subscription_id, plan, period)
    select $1, 'test', gen_random_uuid(), 'sub', 'professional', 'monthly' where $2::uuid is not null`,
  subscription_refunds: `(organization_id, provider, subscription_id, reason, created_at)
    select $1, 'test', gen_random_uuid(), 'double_checkout', now() where $2::uuid is not null`,
  checkout_orders: `(organization_id, period, user_id, id, opened_at)
    select $1, 'monthly', gen_random_uuid(), gen_random_uuid(), now() where $2::uuid is not null`,
  billing_emails: `(organization_id, key, kind, facts, created_at)
    select $1, gen_random_uuid(), 'credits_low', '{}', now() where $2::uuid is not null`,
  data_exports: `(organization_id, id, status, sha256, created_at) values ($1, $2, 'ready', 'x', now())`,
  data_export_chunks: `(organization_id, export_id, position, bytes) values ($1, $2, (random() * 1e9)::int, 'x')`,
  retention_notices: `(organization_id, canceled_at, days_left, created_at)
    select $1, now(), (random() * 1e9)::int, now() where $2::uuid is not null`,
  chat_messages: `(organization_id, sid, user_role, role, content)
    select $1, '${READER_SESSION_ID}', 'MEMBER', 'user', 'Hello' where $2::uuid is not null`,
  teams: `(organization_id, id, name) values ($1, $2, gen_random_uuid())`,
  team_members: `(organization_id, team_id, user_id) values ($1, $2, '${READER_ID}')`,
  assignment_members: `(organization_id, user_id) select $1, '${READER_ID}' where $2::uuid is not null`,
  assignment_rules: `(organization_id, id, name, position, kind, user_ids) values ($1, $2, 'Turns', 1, 'round_robin', '{}')`,
  signal_rules: `(organization_id, id, version) values ($1, $2, 1)`,
  signal_rule_versions: `(organization_id, rule_id, version, name, condition, category, subtype, date_from, confidence, traits)
    values ($1, $2, 2, 'Long owners', 'property.yearsOwned > 15', 'downsizing', 'downsizing.state', 'first_match', 0.4, '{}')`,
  signal_rule_checks: `(organization_id, contact_id) values ($1, $2)`,
  events: `(organization_id, id, type, contact_ids) values ($1, $2, 'contact.created', array[$2::uuid])`,
  webhook_endpoints: `(organization_id, id, url, key_id, secret) values ($1, $2, 'https://example.com', 'key', 'x')`,
  webhook_deliveries: `(organization_id, endpoint_id, event_id) values ($1, $2, $2)`,
  follow_up_boss_connections: `(organization_id, key_id, api_key, account_id, account_name, directions)
    select $1, 'key', 'x', 1, 'Account', '{}' where $2::uuid is not null`,
  follow_up_boss_links: `(organization_id, kind, resource, remote_id, local_id, contact_id)
    values ($1, 'person', 'people', (random() * 1e9)::bigint, gen_random_uuid(), $2)`,
  follow_up_boss_queue: `(organization_id, local_id, next_attempt_at) values ($1, $2, null)`,
  follow_up_boss_conflicts: `(organization_id, contact_id, kind, local_id, field, kept)
    values ($1, $2, 'person', $2, 'firstName', 'here')`,
  follow_up_boss_tombstones: `(organization_id, person_hash) select $1, sha256(random()::text::bytea) where $2::uuid is not null`,
  signal_rule_runs: `(organization_id, day) select $1, now()::date where $2::uuid is not null`,
  assignment_clocks: `(organization_id, contact_id, rule_id, tried_user_ids, assigned_at, due_at)
    values ($1, $2, $2, '{}', now(), now())`,
  origin_requests: `(organization_id, contact_id, member_id, to_origin, asked_by, asked_side, expires_at)
    values ($1, $2, '${READER_ID}', 'team', '${READER_ID}', 'agent', now()) on conflict do nothing`,
  playbooks: `(organization_id, name, steps) select $1, 'Plan', '[]' where $2::uuid is not null`,
  single_sign_on_connections: `(organization_id, id, kind, name, issuer, client_id)
    values ($1, $2, 'oidc', 'Okta', 'https://idp.example.com', 'client')`,
  single_sign_on_domains: `(organization_id, domain, connection_id) values ($1, gen_random_uuid(), $2)`,
  single_sign_on_identities: `(organization_id, connection_id, subject, user_id)
    values ($1, $2, gen_random_uuid(), '${READER_ID}')`,
  single_sign_on_break_glass: `(organization_id, user_id) select $1, '${READER_ID}' where $2::uuid is not null`,
  single_sign_on_attempts: `(organization_id, connection_id, state, browser, origin, expires_at)
    values ($1, $2, gen_random_uuid(), 'browser', 'https://app.example.com', now())`,
  used_saml_assertions: `(organization_id, connection_id, assertion, expires_at)
    values ($1, $2, gen_random_uuid()::text::bytea, now())`,
}
