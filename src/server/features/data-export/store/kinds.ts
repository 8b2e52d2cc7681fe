import type { TenantTx } from '#server/platform/db/database.ts'

export type ExportedRow = Record<string, unknown>

type Kind = {
  /** Table or subquery with an organization; the kind's name in snake case by default. */
  from?: string
  /** Select list, without commas inside of an expression. */
  columns: string
  where?: string
  /** Column with the owner of a row: the archive contains only the rows of the member who requested it. */
  ownedBy?: string
  /** Condition for rows about some contacts; kinds without one are left out of the archive of a member's contacts. */
  about?: (contacts: string) => string
  /** Sort key of the pages: indexed columns with their types, `id` by default. */
  key?: readonly [column: string, type: string][]
}

const BY_CONTACT = (contacts: string) => `contact_id in (${contacts})`
const BY_ID: NonNullable<Kind['key']> = [['id', 'uuid']]

/** All data of an organization, except derived columns, hashes and operational data. */
const KINDS: Readonly<Record<string, Kind>> = {
  contacts: {
    about: (contacts) => `id in (${contacts})`,
    columns: `id, first_name, last_name, email, phone, address, city, state, zip_code, profile_photo_url,
      email_verified, email_verification_reason, email_verified_at, email_suggestion, phone_verified,
      phone_verification_reason, phone_verified_at, address_verified, address_verification_reason, address_verified_at,
      employer_verified, employer_verification_reason, employer_verified_at, age, birth_year, tenure, nine_d_score,
      move_chance, move_lift, signal_strength, signals_detected, top_signal, do_not_contact, opted_out_channels, details,
      import_id, enriched_at, scored_at, relationship, last_activity_at, last_conversation_at, rests_until, snoozed_until,
      wrong_phone, owner_id, team_id, origin_id, pond_since, created_at, updated_at`,
  },
  enrichments: {
    about: (contacts) => `id in (${contacts})`,
    ...{ from: 'contacts', where: 'enrichment_data is not null' },
    columns: 'id as contact_id, enriched_at, enrichment_data',
  },
  risk: {
    about: (contacts) => `id in (${contacts})`,
    from: 'contacts',
    where: 'risk_data is not null',
    columns: 'id as contact_id, risk_data',
  },
  properties: {
    about: BY_CONTACT,
    columns: `id, contact_id, address, city, state, zip_code, property_type, bedrooms, bathrooms, square_feet, year_built,
      estimated_value, last_sale_date, last_sale_price, ownership_length, property_data, created_at, updated_at`,
  },
  signals: {
    about: BY_CONTACT,
    columns: `id, contact_id, category, score, confidence_score, confidence, source, description, detected_at, event_date,
      metadata, created_at`,
  },
  tasks: {
    about: BY_CONTACT,
    columns: `id, contact_id, playbook_id, assigned_to, title, description, due_date, completed_at, status, metadata,
      created_at, updated_at`,
  },
  follow_up_boss_links: {
    about: BY_CONTACT,
    columns: 'id, kind, resource, remote_id, local_id, contact_id, gone_at, created_at',
  },
  follow_up_boss_conflicts: {
    about: BY_CONTACT,
    columns: 'id, contact_id, kind, local_id, field, kept, kept_value, lost_value, created_at, undone_at',
  },
  webhook_endpoints: { columns: 'id, url, description, types, disabled_at, disabled_reason, created_at' },
  playbooks: {
    columns: 'id, name, description, category, steps, estimated_duration, created_at, updated_at',
  },
  'score-history': {
    about: BY_CONTACT,
    columns: `id, contact_id, score, previous_score, chance, lift, points, cause, model_version, calibration_version,
      recorded_at`,
  },
  'score-snapshots': {
    about: BY_CONTACT,
    from: 'score_snapshots',
    columns: `contact_id, month, snapshot_on, score, chance, live_signals, model_version, calibration_version, age_band,
      tenure`,
    key: [
      ['contact_id', 'uuid'],
      ['month', 'date'],
    ],
  },
  'score-calibrations': {
    columns: 'id, version, calibration, report, created_by, is_nightly, created_at, finished_at',
  },
  outcomes: {
    about: BY_CONTACT,
    columns: 'id, contact_id, kind, moved_on, source, note, recorded_by, recorded_at, undone_by, undone_at',
  },
  'enrichment-requests': {
    about: BY_CONTACT,
    from: 'enrichments',
    columns: `id, contact_id, status, charged, import_id, requested_by, providers, failure, created_at, finished_at`,
  },
  consents: {
    about: BY_CONTACT,
    from: 'contact_consents',
    columns: `id, contact_id, channel, allowed, reason, source, shown, recorded_by, created_at, import_id, reviewed_at,
      reviewed_by`,
  },
  activities: {
    about: BY_CONTACT,
    columns: 'id, contact_id, type, outcome, note, at, recorded_by, created_at, updated_at',
  },
  'outreach-log': {
    about: (contacts) =>
      `activity_id in (select a.id from activities a where a.organization_id = $1 and a.contact_id in (${contacts}))`,
    columns: 'id, activity_id, sent_by, channel, kind, at, is_checked, license_state, license_line',
  },
  'area-selections': { columns: 'id, selected_by, area, contacts, reason, created_at' },
  'outreach-texts': { about: BY_CONTACT, columns: 'id, contact_id, script' },
  notes: {
    about: BY_CONTACT,
    from: 'contact_notes',
    columns: 'id, contact_id, text, is_pinned, author, import_id, created_at, updated_at',
  },
  tags: {
    about: (contacts) =>
      `id in (select t.tag_id from contact_tags t where t.organization_id = $1 and t.contact_id in (${contacts}))`,
    columns: 'id, name, color, created_at',
  },
  'contact-tags': {
    about: BY_CONTACT,
    columns: 'contact_id, tag_id, created_at',
    key: [
      ['contact_id', 'uuid'],
      ['tag_id', 'uuid'],
    ],
  },
  agreements: {
    about: BY_CONTACT,
    from: 'broker_agreements',
    columns: 'id, contact_id, side, broker, status, ends_on, recorded_by, created_at, updated_at',
  },
  'agreement-stages': {
    about: BY_CONTACT,
    columns: 'id, contact_id, side, broker, status, at, recorded_by',
  },
  'milestone-marks': {
    about: BY_CONTACT,
    columns: 'id, contact_id, milestone, side, at, marked_by, created_at, undone_at',
  },
  milestones: {
    about: BY_CONTACT,
    from: 'contact_milestones',
    columns: 'contact_id, side, milestone, first_at, member_id, is_implied',
    key: [
      ['contact_id', 'uuid'],
      ['side', 'text'],
      ['milestone', 'text'],
    ],
  },
  'pipeline-values': {
    about: BY_CONTACT,
    columns: 'contact_id, side, price_cents, fee_cents, fee_percent, member_id, updated_at',
    key: [
      ['contact_id', 'uuid'],
      ['side', 'text'],
    ],
  },
  'analytics-dashboards': {
    columns: 'id, created_by, name, view, query, is_shared, created_at',
    ownedBy: 'created_by',
  },
  'dashboard-emails': {
    from: 'report_schedules',
    columns: 'dashboard_id, days, month_day, send_at, time_zone, created_at',
    key: [['dashboard_id', 'uuid']],
  },
  'dashboard-email-recipients': {
    from: 'report_recipients',
    columns: 'dashboard_id, user_id, unsubscribed_at, removed_at',
    key: [
      ['dashboard_id', 'uuid'],
      ['user_id', 'uuid'],
    ],
  },
  'sent-dashboard-emails': {
    from: 'report_deliveries',
    columns: 'id, dashboard_id, user_id, due_at, is_test, status, reason, finished_at',
  },
  'call-exemptions': {
    about: BY_CONTACT,
    columns: 'id, contact_id, kind, at, note, recorded_by, created_at, withdrawn_at',
  },
  'do-not-call-files': {
    from: 'do_not_call_numbers',
    columns: 'registry, area_code, numbers, as_of, uploaded_by, uploaded_at',
    key: [
      ['registry', 'text'],
      ['area_code', 'text'],
    ],
  },
  merges: { columns: 'id, kept_id, other_id, merged_by, created_at, undone_by, undone_at' },
  'suspected-duplicates': {
    from: 'duplicate_suspicions',
    columns: 'id, contact_id, other_id, reason, found_at, dismissed_at, dismissed_by',
  },
  imports: {
    columns: `id, kind, file_name, status, total, imported, skipped, updated, failure, report, created_by, created_at,
      finished_at`,
  },
  'skipped-rows': {
    ...{ from: 'import_rows', where: 'problem is not null' },
    columns: 'import_id, row, problem, raw',
    key: [
      ['import_id', 'uuid'],
      ['row', 'integer'],
    ],
  },
  'import-mappings': { columns: 'mapping, updated_at', key: [['fingerprint', 'bytea']] },
  ledger: { from: 'credit_ledger', columns: 'id, amount, operation, description, contact_id, created_at' },
  views: {
    columns: 'id, user_id, name, search, signal, sort, do_not_contact, filter, columns, created_at',
    ownedBy: 'user_id',
  },
  'single-sign-on': {
    from: 'single_sign_on_connections',
    columns: `id, kind, name, issuer, client_id, sign_in_url, certificates, accepts_unsolicited, is_on, is_forced,
      adds_members, default_role, default_access, groups_attribute, mappings, created_at, updated_at`,
  },
  'single-sign-on-domains': { columns: 'domain, connection_id', key: [['domain', 'text']] },
  'single-sign-on-people': {
    from: 'single_sign_on_identities',
    columns: 'id, connection_id, subject, user_id, created_at, last_used_at',
  },
  members: {
    from: `(select m.organization_id, m.role, m.access, m.joined_at, u.id, u.email, u.first_name, u.last_name, u.created_at,
              (select f.confirmed_at from second_factors f where f.user_id = u.id) as second_factor_at
         from memberships m join users u on u.id = m.user_id) member`,
    columns: 'id, email, first_name, last_name, role, access, joined_at, created_at, second_factor_at',
  },
  teams: { columns: 'id, name, created_at' },
  'team-members': {
    columns: 'team_id, user_id',
    key: [
      ['team_id', 'uuid'],
      ['user_id', 'uuid'],
    ],
  },
  'origin-requests': {
    columns: 'id, contact_id, member_id, to_origin, asked_by, asked_side, created_at, expires_at',
  },
  // Without the other organization, which is the agent's.
  'contact-transfers': {
    from: '(select t.*, t.from_organization as organization_id from contact_transfers t) transfer',
    columns: 'id, user_id, status, contacts, transferred, skipped, created_at, finished_at',
  },
  'assignment-rules': {
    columns: `id, name, position, kind, zip_codes, user_ids, last_user_id, escalate_after_hours, fallback_user_id, is_on,
      created_at`,
  },
  'signal-rules': { columns: 'id, version, is_on, created_at' },
  'signal-rule-versions': {
    columns: `rule_id, version, name, condition, category, subtype, date_from, confidence, traits, reason, changed_by,
      changed_at`,
    key: [
      ['rule_id', 'uuid'],
      ['version', 'integer'],
    ],
  },
  'assignment-members': { columns: 'user_id, is_paused, max_contacts', key: [['user_id', 'uuid']] },
  domains: { columns: 'id, domain, use, token, problem, checked_at, created_at' },
  'provisioned-people': {
    from: 'scim_users',
    columns: `id, user_id, user_name, email, external_id, display_name, given_name, family_name, former_role, former_access,
      created_at, updated_at`,
  },
  'provisioned-groups': {
    from: 'scim_groups',
    columns: 'id, display_name, external_id, role, access, created_at, updated_at',
  },
  'provisioned-group-members': {
    from: 'scim_group_members',
    columns: 'group_id, member_id',
    key: [
      ['group_id', 'uuid'],
      ['member_id', 'uuid'],
    ],
  },
  licenses: {
    columns: `id, user_id, state, licensed_name, license_number, license_type, brokerage_name, broker_name,
      broker_license_number, brokerage_phone, brokerage_address, notice_url, created_at, updated_at`,
  },
  settings: {
    from: 'organizations',
    columns: `id, name, slug, subscription_status, subscription_plan, subscription_period_end, trial_start_date,
      trial_end_date, credits, seats, exclude_familial, exclude_age, score_calibration,
      calibration_chosen_at, calibration_chosen_by, asks_unchecked, postal_address, created_at`,
  },
  brand: {
    from: 'brands',
    // The key that signs emails is a secret of this server.
    columns: `name, accent, support_email, shows_powered_by, email_intro, email_signature, sender_address, sender_selector,
      sender_public_key, sender_verified_at, updated_at`,
    key: [['organization_id', 'uuid']],
  },
  'brand-images': {
    from: 'brand_images',
    columns: `kind, width, height, is_derived, bytes::text as png_hex, created_at`,
    key: [['kind', 'text']],
  },
  audit: {
    from: 'audit_log',
    // The operator's reason is for operators only.
    columns: `id, actor, action, subject, case when action like 'operator.%' then details - 'reason' else details end as details,
      request_id, created_at`,
  },
}

export const KIND_NAMES: readonly string[] = Object.keys(KINDS)

/** Kinds with rows about single contacts. */
export const CONTACT_KIND_NAMES: readonly string[] = KIND_NAMES.filter((name) => KINDS[name]?.about)

/** Contacts that a member brought. */
const OF_ORIGIN = 'select c.id from contacts c where c.organization_id = $1 and c.origin_id = $5::uuid'

/** Column names of a kind as in the files, such as `zipCode`. */
export function columnsOf(name: string): string[] {
  return kindOf(name)
    .columns.split(',')
    .map((column) => {
      const columnName = column.trim().split(' as ').at(-1) ?? ''
      return columnName.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
    })
}

/** The next rows after a cursor, with the cursor of the following page. */
export async function readRows(
  tx: TenantTx,
  name: string,
  page: {
    after: string | null
    limit: number
    readerId: string | null
    /** Limits the rows to those about the contacts of this origin. */
    originId: string | null
  },
): Promise<{ rows: ExportedRow[]; after: string | null }> {
  const {
    from = name.replaceAll('-', '_'),
    columns,
    where = 'true',
    ownedBy,
    about,
    key = BY_ID,
  } = kindOf(name)
  if (page.originId && !about) throw new Error(`Rows of this kind are about no contact: ${name}`)
  const names = key.map(([column]) => column).join(', ')
  const values = key.map(([, type], i) => `split_part($2, ' ', ${i + 1})::${type}`).join(', ')
  const rows = await tx.rows<ExportedRow & { cursor: string }>(
    `select ${columns}, concat_ws(' ', ${names}) as cursor from ${from}
      where ${from === 'organizations' ? 'id' : 'organization_id'} = $1 and ${where}
        and ${ownedBy ? `${ownedBy} = $4::uuid` : '$4::text is not distinct from $4::text'}
        and ${page.originId && about ? about(OF_ORIGIN) : '$5::text is not distinct from $5::text'}
        ${page.after === null ? 'and $2::text is null' : `and (${names}) > (${values})`}
      order by ${names} limit $3`,
    [tx.organizationId, page.after, page.limit, page.readerId, page.originId],
  )
  const last = rows.length === page.limit ? rows.at(-1)?.cursor : null
  return { rows: rows.map(({ cursor: _, ...row }) => row), after: last ?? null }
}

function kindOf(name: string): Kind {
  const kind = KINDS[name]
  if (!kind) throw new Error(`Unknown kind of data: ${name}`)
  return kind
}
