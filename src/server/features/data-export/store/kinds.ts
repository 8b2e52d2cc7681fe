import type { TenantTx } from '#server/platform/db/database.ts'

export type ExportedRow = Record<string, unknown>

type Kind = {
  name: string
  from: string
  columns: readonly string[]
  where?: string
  /** Column with the owner of a row: the archive contains only the rows of the member who requested it. */
  ownedBy?: string
  /** Sort key of the pages: indexed columns with their types, `id` by default. */
  key?: readonly [column: string, type: string][]
}

const BY_ID: NonNullable<Kind['key']> = [['id', 'uuid']]

const words = (text: string) => text.trim().split(/\s+/)

/** All data of an organization, except derived columns, hashes and operational data. */
const KINDS: readonly Kind[] = [
  {
    name: 'contacts',
    from: 'contacts',
    columns: words(`id first_name last_name email phone address city state zip_code profile_photo_url
      email_verified email_verification_reason email_verified_at email_suggestion phone_verified
      phone_verification_reason phone_verified_at address_verified address_verification_reason address_verified_at
      employer_verified employer_verification_reason employer_verified_at age birth_year tenure nine_d_score
      move_chance move_lift signal_strength signals_detected top_signal do_not_contact opted_out_channels details import_id
      enriched_at scored_at created_at updated_at`),
  },
  {
    name: 'enrichments',
    from: 'contacts',
    columns: ['id as contact_id', 'enriched_at', 'enrichment_data'],
    where: 'enrichment_data is not null',
  },
  {
    name: 'risk',
    from: 'contacts',
    columns: ['id as contact_id', 'risk_data'],
    where: 'risk_data is not null',
  },
  {
    name: 'properties',
    from: 'properties',
    columns:
      words(`id contact_id address city state zip_code property_type bedrooms bathrooms square_feet year_built
      estimated_value last_sale_date last_sale_price ownership_length property_data created_at updated_at`),
  },
  {
    name: 'signals',
    from: 'signals',
    columns:
      words(`id contact_id category score confidence_score confidence source description detected_at event_date
      metadata created_at`),
  },
  {
    name: 'tasks',
    from: 'tasks',
    columns:
      words(`id contact_id playbook_id assigned_to title description due_date completed_at status metadata
      created_at updated_at`),
  },
  {
    name: 'playbooks',
    from: 'playbooks',
    columns: words(`id name description category steps estimated_duration created_at updated_at`),
  },
  {
    name: 'score-history',
    from: 'score_history',
    columns: words(`id contact_id score previous_score chance lift points cause model_version recorded_at`),
  },
  {
    name: 'score-snapshots',
    from: 'frozen_scores',
    columns: words(`contact_id month frozen_on score chance model_version age_band tenure`),
    key: [
      ['contact_id', 'uuid'],
      ['month', 'date'],
    ],
  },
  {
    name: 'outcomes',
    from: 'outcomes',
    columns: words(`id contact_id kind moved_on source note recorded_by recorded_at undone_by undone_at`),
  },
  {
    name: 'enrichment-requests',
    from: 'enrichments',
    columns: words(
      `id contact_id status charged import_id requested_by providers failure created_at finished_at`,
    ),
  },
  {
    name: 'consents',
    from: 'contact_consents',
    columns: words(
      `id contact_id channel allowed reason source shown recorded_by created_at import_id reviewed_at reviewed_by`,
    ),
  },
  {
    name: 'outreach',
    from: 'outreach',
    columns: words(`id contact_id channel recorded_by created_at`),
  },
  {
    name: 'merges',
    from: 'merges',
    columns: words(`id kept_id other_id merged_by created_at undone_by undone_at`),
  },
  {
    name: 'suspected-duplicates',
    from: 'duplicate_suspicions',
    columns: words(`id contact_id other_id reason found_at dismissed_at dismissed_by`),
  },
  {
    name: 'imports',
    from: 'imports',
    columns: words(
      `id kind file_name status total imported skipped updated failure report created_by created_at finished_at`,
    ),
  },
  {
    name: 'skipped-rows',
    from: 'import_rows',
    columns: words(`import_id row problem raw`),
    where: 'problem is not null',
    key: [
      ['import_id', 'uuid'],
      ['row', 'integer'],
    ],
  },
  {
    name: 'import-mappings',
    from: 'import_mappings',
    columns: words(`mapping updated_at`),
    key: [['fingerprint', 'bytea']],
  },
  {
    name: 'ledger',
    from: 'credit_ledger',
    columns: words(`id amount operation description contact_id created_at`),
  },
  {
    name: 'views',
    from: 'views',
    columns: words(`id user_id name search signal sort do_not_contact created_at`),
    ownedBy: 'user_id',
  },
  {
    name: 'members',
    from: 'users',
    columns: [
      ...words('id email first_name last_name role joined_at created_at'),
      '(select f.confirmed_at from second_factors f where f.user_id = users.id) as second_factor_at',
    ],
  },
  {
    name: 'settings',
    from: 'organizations',
    columns:
      words(`id name slug subscription_status subscription_plan subscription_period_end trial_start_date
      trial_end_date credits seats exclude_familial exclude_age postal_address created_at`),
  },
  {
    name: 'audit',
    from: 'audit_log',
    columns: [
      ...words('id actor action subject'),
      // The operator's reason is for operators only.
      `case when action like 'operator.%' then details - 'reason' else details end as details`,
      ...words('request_id created_at'),
    ],
  },
]

export const KIND_NAMES: readonly string[] = KINDS.map(({ name }) => name)

/** Column names of a kind as the files show them: `zipCode`. */
export function columnsOf(name: string): string[] {
  return kindOf(name).columns.map((column) =>
    (column.split(' as ')[1] ?? column).replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
  )
}

/** The next rows after a cursor, with the cursor of the following page. */
export async function readRows(
  tx: TenantTx,
  name: string,
  page: { after: string | null; limit: number; readerId: string | null },
): Promise<{ rows: ExportedRow[]; after: string | null }> {
  const { from, columns, where = 'true', ownedBy, key = BY_ID } = kindOf(name)
  const names = key.map(([column]) => column).join(', ')
  const values = key.map(([, type], i) => `split_part($2, ' ', ${i + 1})::${type}`).join(', ')
  const found = await tx.rows<ExportedRow & { cursor: string }>(
    `select ${columns.join(', ')}, concat_ws(' ', ${names}) as cursor from ${from}
      where ${from === 'organizations' ? 'id' : 'organization_id'} = $1 and ${where}
        and ${ownedBy ? `${ownedBy} = $4::uuid` : '$4::text is not distinct from $4::text'}
        ${page.after === null ? 'and $2::text is null' : `and (${names}) > (${values})`}
      order by ${names} limit $3`,
    [tx.organizationId, page.after, page.limit, page.readerId],
  )
  const last = found.length === page.limit ? found.at(-1)?.cursor : null
  return { rows: found.map(({ cursor: _, ...row }) => row), after: last ?? null }
}

function kindOf(name: string): Kind {
  const kind = KINDS.find((each) => each.name === name)
  if (!kind) throw new Error(`Unknown kind of data: ${name}`)
  return kind
}
