import type { AgentCounts, ImportSummary, ImportTarget, StoredCounts } from '#contract/imports.ts'
import type { Query, TenantTx } from '#server/platform/db/database.ts'
import { type OrganizationId, parseOrganizationIds } from '#server/platform/db/organization-id.ts'
import { NOT_SUSPENDED } from '#server/platform/db/suspension.ts'
import { userNameSql } from '#server/platform/db/user-name.ts'
import type { TimeRange } from '#server/platform/page.ts'

/** Facts of a file beyond its row counts. */
export type ImportFacts = {
  kept?: StoredCounts
  agents?: AgentCounts
  unknownColumns?: string[]
  warnings?: string[]
}

/** The stored part of a summary. */
type Summary = Omit<ImportSummary, 'importId' | 'importedBy' | 'needsAttention' | 'openUntil' | 'mayUndo'> & {
  id: string
  createdBy: string | null
}

/** An import in the list; `exactAt` has full precision, for the cursor. */
export type ListedImport = Summary & { importedBy: string | null; exactAt: string }

export type ImportRow = Summary & {
  failure: string | null
  report: ImportFacts
  enrich: boolean
  assignTo: ImportTarget | null
  /** Number of the last processed row. */
  processedRow: number
  /** Processed rows: imported plus skipped. */
  processed: number
}

const FINAL_STATUSES: ReadonlySet<ImportRow['status']> = new Set(['done', 'failed', 'undone'])

const IMPORT_COLUMNS = `id, kind, status, enrich, total, processed_row, processed, imported, skipped, updated, failure,
  created_by, created_at, finished_at, file_name, report, assign_to`

export type NewImport = Pick<ImportRow, 'id' | 'kind' | 'fileName' | 'enrich' | 'createdBy'> &
  Partial<Pick<ImportRow, 'assignTo'>>

/** Creates an import whose rows are still arriving. */
export async function insertImport(
  tx: TenantTx,
  { id, kind, fileName, enrich, createdBy, assignTo = null }: NewImport,
): Promise<void> {
  await tx.run(
    `insert into imports (organization_id, id, kind, file_name, enrich, created_by, assign_to)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [tx.organizationId, id, kind, fileName, enrich, createdBy, assignTo],
  )
}

/** Marks all rows as staged; from here on the sweep finishes an interrupted import. */
export async function setQueued(
  tx: TenantTx,
  id: string,
  { total, bytes, report }: { total: number; bytes: number; report: ImportFacts },
): Promise<void> {
  await tx.run(
    `update imports set status = 'queued', total = $3, stored_bytes = $4, report = $5
      where organization_id = $1 and id = $2 and status = 'uploading'`,
    [tx.organizationId, id, total, bytes, JSON.stringify(report)],
  )
}

export function findImport(tx: TenantTx, id: string): Promise<ImportRow | undefined> {
  return tx.row<ImportRow>(`select ${IMPORT_COLUMNS} from imports where organization_id = $1 and id = $2`, [
    tx.organizationId,
    id,
  ])
}

/** An import that has ended; null while it runs. */
export async function findEnded(tx: TenantTx, id: string): Promise<ImportRow | null> {
  const row = await findImport(tx, id)
  return row && FINAL_STATUSES.has(row.status) ? row : null
}

/** Locks an import for processing; undefined when another worker has it or it has ended. */
export function claimImport(tx: TenantTx, id: string): Promise<ImportRow | undefined> {
  return tx.row<ImportRow>(
    `select ${IMPORT_COLUMNS} from imports
      where organization_id = $1 and id = $2 and status in ('queued', 'running') and ${NOT_SUSPENDED}
        for update skip locked`,
    [tx.organizationId, id],
  )
}

/** Locks an import until the end of the transaction. */
export function lockImport(tx: TenantTx, id: string): Promise<ImportRow | undefined> {
  return tx.row<ImportRow>(
    `select ${IMPORT_COLUMNS} from imports where organization_id = $1 and id = $2 for update`,
    [tx.organizationId, id],
  )
}

/** Counts a skipped row as imported, or as used to update an existing contact. */
export async function countFixed(tx: TenantTx, id: string, counter: 'imported' | 'updated'): Promise<void> {
  await tx.run(
    `update imports set ${counter} = ${counter} + 1, skipped = skipped - 1 where organization_id = $1 and id = $2`,
    [tx.organizationId, id],
  )
}

export type ChunkCounts = {
  processedRow: number
  imported: number
  skipped: number
  /** Partners from rows of other people; they add to the total. */
  partners: number
  /** Counts of the report that this chunk changed, including earlier chunks. */
  report: Pick<ImportFacts, 'kept' | 'agents'>
  /** Change of the stored bytes. */
  bytes: number
  finished: boolean
}

/** Counts a processed chunk. An added partner counts as one more row. */
export async function advanceImport(tx: TenantTx, id: string, chunk: ChunkCounts): Promise<void> {
  await tx.run(
    `update imports set processed_row = $3, processed = processed + $4 + $5, imported = imported + $4,
            skipped = skipped + $5, total = total + $7, stored_bytes = greatest(0, stored_bytes + $8),
            report = report || $9::jsonb,
            status = case when $6 then 'done' else 'running' end, finished_at = case when $6 then clock_timestamp() end
      where organization_id = $1 and id = $2`,
    [
      ...[tx.organizationId, id, chunk.processedRow, chunk.imported, chunk.skipped, chunk.finished],
      ...[chunk.partners, chunk.bytes, JSON.stringify(chunk.report)],
    ],
  )
}

/** @returns false if the import had already ended */
export function setFailed(tx: TenantTx, id: string, failure: string): Promise<boolean> {
  return tx.changed(
    `update imports set status = 'failed', failure = $3, finished_at = now()
      where organization_id = $1 and id = $2 and status in ('queued', 'running')`,
    [tx.organizationId, id, failure],
  )
}

/** @returns false if it was undone in the meantime */
export function setUndone(tx: TenantTx, id: string): Promise<boolean> {
  return tx.changed(
    `update imports set status = 'undone' where organization_id = $1 and id = $2 and status = 'done'`,
    [tx.organizationId, id],
  )
}

const IMPORTED_BY = userNameSql('u')

/** Imports, newest first, without those still uploading. */
export function listImports(tx: TenantTx, { after, limit }: TimeRange): Promise<ListedImport[]> {
  return tx.rows<ListedImport>(
    `select i.id, i.kind, i.status, i.file_name, i.total, i.imported, i.skipped, i.updated, i.created_by, i.created_at,
            i.finished_at, ${IMPORTED_BY} as imported_by, i.created_at::text as exact_at
       from imports i left join users u on u.id = i.created_by
      where i.organization_id = $1 and i.status <> 'uploading'
        and ($2::timestamptz is null or (i.created_at, i.id) < ($2, $3::uuid))
      order by i.created_at desc, i.id desc limit $4`,
    [tx.organizationId, after?.at ?? null, after?.id ?? null, limit],
  )
}

/** Name of the user who started an import; null if the account is gone. */
export async function findImporterName(tx: TenantTx, importId: string): Promise<string | null> {
  const name = await tx.find<string>(
    `select ${IMPORTED_BY} from imports i join users u on u.id = i.created_by
      where i.organization_id = $1 and i.id = $2`,
    [tx.organizationId, importId],
  )
  return name ?? null
}

/** Approximate bytes of staged and skipped rows of all imports. */
export async function sumStoredBytes(tx: TenantTx): Promise<number> {
  const bytes = await tx.value<string>(
    `select coalesce(sum(stored_bytes), 0)::text from imports where organization_id = $1 and stored_bytes > 0`,
    [tx.organizationId],
  )
  return Number(bytes)
}

export async function clearStoredBytes(tx: TenantTx, importId: string): Promise<void> {
  await tx.run('update imports set stored_bytes = 0 where organization_id = $1 and id = $2', [
    tx.organizationId,
    importId,
  ])
}

/**
 * Current uploads of the organization and of one member. Takes a lock until the transaction ends, so that concurrent
 * uploads are counted one after the other.
 */
export async function countUploads(
  tx: TenantTx,
  userId: string | null,
): Promise<{ ofOrganization: number; ofMember: number }> {
  await tx.row(`select pg_advisory_xact_lock(hashtext('uploads'), hashtext($1))`, [tx.organizationId])
  return tx.one<{ ofOrganization: number; ofMember: number }>(
    `select count(*)::int as of_organization, count(*) filter (where created_by = $2)::int as of_member from imports
      where organization_id = $1 and status = 'uploading' and created_at > now() - interval '1 hour'`,
    [tx.organizationId, userId],
  )
}

/** Other running imports of the organization. */
export function countRunning(tx: TenantTx, exceptId: string): Promise<number> {
  return tx.value<number>(
    `select count(*)::int as count from imports where organization_id = $1 and status = 'running' and id <> $2`,
    [tx.organizationId, exceptId],
  )
}

/**
 * The oldest other queued import; none while the organization is suspended, so that imports don't wake each other.
 */
export async function findNextQueued(tx: TenantTx, exceptId: string): Promise<string | null> {
  const id = await tx.find<string>(
    `select id from imports where organization_id = $1 and status = 'queued' and id <> $2 and ${NOT_SUSPENDED}
      order by created_at, id limit 1`,
    [tx.organizationId, exceptId],
  )
  return id ?? null
}

/** Imports without a worker, uploads of stopped processes, and imports whose skipped rows are past retention. */
type ImportsToSweep = 'abandoned_imports' | 'abandoned_uploads' | 'expired_import_rows'

/** Across organizations; ids only. */
export async function listRefs(
  db: Query,
  kind: ImportsToSweep,
): Promise<{ organizationId: OrganizationId; id: string }[]> {
  return parseOrganizationIds(
    await db.rows<{ organizationId: string; id: string }>(`select organization_id, id from ${kind}()`),
  )
}
