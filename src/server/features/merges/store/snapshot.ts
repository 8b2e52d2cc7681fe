import type { TenantTx } from '#server/platform/db/database.ts'

/** Tables computed from others: rows added to the kept contact since the merge belong to neither original. */
const DERIVED_TABLES = [
  'contact_keys',
  'contact_match_keys',
  'duplicate_suspicions',
  'properties',
  'signals',
  'score_history',
  'score_snapshots',
  'assignment_clocks',
  'contact_milestones',
] as const

/** Tables whose snapshot rows replace current ones with the same key column; rows added since the merge stay. */
const REPLACED_TABLES = {
  tasks: 'id',
  contact_tags: 'tag_id',
  broker_agreements: 'side',
  pipeline_values: 'side',
}

/**
 * Tables whose rows undo restores. Every table that refers to contacts is here, in `TRANSFERRED_TABLES` or in `ENDED_TABLES`;
 * a test checks this against the schema.
 */
export const RESTORED_TABLES = [...DERIVED_TABLES, ...Object.keys(REPLACED_TABLES), 'merge_snapshots']

/** Event tables: undo only restores the contact that their rows refer to. */
export const TRANSFERRED_TABLES = [
  'credit_ledger',
  'enrichments',
  'contact_consents',
  'activities',
  'outreach_texts',
  'contact_notes',
  'call_exemptions',
  'notifications',
  'outcomes',
  'milestone_marks',
  'agreement_stages',
  'contact_external_ids',
  'follow_up_boss_links',
  'follow_up_boss_conflicts',
] as const

/** Tables of open questions and checks about one contact, which a merge ends. */
export const ENDED_TABLES = ['origin_requests', 'signal_rule_checks'] as const

const SNAPSHOT_TABLES = [...RESTORED_TABLES, ...TRANSFERRED_TABLES]

/** Stores both contacts as JSON within the database, so that no number or time is converted by the driver. */
export async function takeSnapshot(
  tx: TenantTx,
  mergeId: string,
  keptId: string,
  otherId: string,
): Promise<void> {
  const parts = SNAPSHOT_TABLES.map(
    (table) => `'${table}', (select coalesce(jsonb_agg(to_jsonb(t)), '[]') from ${table} t
       where t.organization_id = $1 and ${contactCondition(table)})`,
  )
  await tx.run(
    `insert into merge_snapshots (organization_id, id, contact_id, rows)
     select $1, $2, $3, jsonb_build_object(
       'contacts', (select jsonb_agg(to_jsonb(c)) from contacts c where c.organization_id = $1 and c.id = any($4)),
       ${parts.join(', ')})`,
    [tx.organizationId, mergeId, keptId, [keptId, otherId]],
  )
}

/** A suspected pair belongs to both of its contacts. */
function contactCondition(table: string, ids = '$4'): string {
  const pair = table === 'duplicate_suspicions' ? ` or t.other_id = any(${ids})` : ''
  return `(t.contact_id = any(${ids})${pair})`
}

type Column = { name: string; refersTo: string | null; byOrganization: boolean }

const IDENTIFIER_PATTERN = '^[a-z_]+$'

/**
 * Columns of a table that the snapshot has, without generated ones. References to rows that may be gone (a user, a
 * playbook) are included, so that they can be cleared.
 */
function columnsOf(tx: TenantTx, mergeId: string, table: string): Promise<Column[]> {
  return tx.rows<Column>(
    `select distinct on (a.attnum) a.attname as name, f.confrelid::regclass::text as refers_to,
            coalesce(array_length(f.conkey, 1) = 2, false) as by_organization
       from merge_snapshots s
       join pg_attribute a on a.attrelid = $3::text::regclass and a.attnum > 0 and not a.attisdropped
        and a.attgenerated = '' and a.attname ~ '${IDENTIFIER_PATTERN}' and s.rows->$3::text->0 ? a.attname
       left join pg_constraint f on f.conrelid = a.attrelid and f.contype = 'f'
        and a.attnum = f.conkey[array_upper(f.conkey, 1)]
        and f.confrelid not in ('contacts'::regclass, 'organizations'::regclass)
      where s.organization_id = $1 and s.id = $2 order by a.attnum`,
    [tx.organizationId, mergeId, table],
  )
}

function valueSqlOf({ name, refersTo, byOrganization }: Column): string {
  if (!refersTo) return `r.${name}`
  const within = byOrganization ? ' and f.organization_id = r.organization_id' : ''
  return `(select f.id from ${refersTo} f where f.id = r.${name}${within})`
}

const snapshotRowsOf = (table: string) =>
  `jsonb_populate_recordset(null::${table},
     (select rows->'${table}' from merge_snapshots where organization_id = $1 and id = $2)) r`

/** Restores the kept contact and re-inserts the other one. */
export async function restoreContacts(
  tx: TenantTx,
  mergeId: string,
  keptId: string,
  otherId: string,
): Promise<void> {
  const columns = await columnsOf(tx, mergeId, 'contacts')
  const names = (all: readonly Column[]) => all.map(({ name }) => name).join(', ')
  const values = (all: readonly Column[]) => all.map(valueSqlOf).join(', ')
  // Both sides may have agreed on another origin since.
  const restored = columns.filter(({ name }) => name !== 'origin_id')
  await tx.run(
    `update contacts c set (${names(restored)}) = row(${values(restored)}) from ${snapshotRowsOf('contacts')}
      where c.organization_id = $1 and c.id = $3 and r.id = $3`,
    [tx.organizationId, mergeId, keptId],
  )
  await tx.run(
    `insert into contacts (${names(columns)}) select ${values(columns)} from ${snapshotRowsOf('contacts')} where r.id = $3`,
    [tx.organizationId, mergeId, otherId],
  )
  // Snapshots from before the map have no place.
  await tx.run(
    `update contacts set place = place_of(enrichment_data, address, zip_code)
      where organization_id = $1 and id = any($2)`,
    [tx.organizationId, [keptId, otherId]],
  )
}

/** Restores the rows of both contacts; tasks and tags added since the merge stay with the kept one. */
export async function restoreRows(tx: TenantTx, mergeId: string, keptId: string): Promise<void> {
  for (const table of DERIVED_TABLES) {
    await tx.run(`delete from ${table} t where t.organization_id = $1 and ${contactCondition(table, '$2')}`, [
      tx.organizationId,
      [keptId],
    ])
  }
  for (const [table, key] of Object.entries(REPLACED_TABLES)) {
    await tx.run(
      `delete from ${table} t using ${snapshotRowsOf(table)} where t.organization_id = $1 and t.contact_id = $3 and t.${key} = r.${key}`,
      [tx.organizationId, mergeId, keptId],
    )
  }
  for (const table of RESTORED_TABLES) await insertMissing(tx, mergeId, table)
  // Only a waiting enrichment can be missing here: it had not started.
  await insertMissing(tx, mergeId, 'enrichments', ` on conflict do nothing`)
  for (const table of TRANSFERRED_TABLES) {
    await tx.run(
      `update ${table} t set contact_id = r.contact_id from ${snapshotRowsOf(table)}
        where t.organization_id = $1 and t.id = r.id and t.contact_id = $3 and r.contact_id <> $3`,
      [tx.organizationId, mergeId, keptId],
    )
  }
}

/** Conditions for rows that may be gone or already exist. */
const INSERT_CONDITIONS: Readonly<Record<string, string>> = {
  merge_snapshots: ` where not exists (select from merge_snapshots m where m.organization_id = $1 and m.id = r.id)`,
  duplicate_suspicions: ` where 2 = (select count(*) from contacts c
     where c.organization_id = $1 and c.id in (r.contact_id, r.other_id))`,
  contact_tags: ` where exists (select from tags t where t.organization_id = $1 and t.id = r.tag_id)`,
}

async function insertMissing(tx: TenantTx, mergeId: string, table: string, onConflict = ''): Promise<void> {
  const columns = await columnsOf(tx, mergeId, table)
  if (columns.length === 0) return
  const condition = INSERT_CONDITIONS[table] ?? ''
  await tx.run(
    `insert into ${table} (${columns.map(({ name }) => name).join(', ')})
     select ${columns.map(valueSqlOf).join(', ')} from ${snapshotRowsOf(table)}${condition}${onConflict}`,
    [tx.organizationId, mergeId],
  )
}

export async function deleteSnapshot(tx: TenantTx, mergeId: string): Promise<void> {
  await tx.run('delete from merge_snapshots where organization_id = $1 and id = $2', [
    tx.organizationId,
    mergeId,
  ])
}
