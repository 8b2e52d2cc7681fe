import type { ImportStatus, StoredCounts } from '#contract/imports.ts'
import type { Query, TenantTx } from '#server/platform/db/database.ts'
import { NOT_SUSPENDED } from '#server/platform/db/suspension.ts'

/** Facts of a file beyond its row counts. */
export type ImportFacts = { kept?: StoredCounts; unknownColumns?: string[]; warnings?: string[] }

export type ImportRow = Pick<
  ImportStatus,
  | 'kind'
  | 'status'
  | 'total'
  | 'imported'
  | 'skipped'
  | 'updated'
  | 'failure'
  | 'fileName'
  | 'createdAt'
  | 'finishedAt'
> & {
  id: string
  report: ImportFacts
  enrich: boolean
  /** Number of the last processed row. */
  processedRow: number
  /** Processed rows: imported plus skipped. */
  processed: number
  createdBy: string | null
}

const ENDED: ReadonlySet<ImportRow['status']> = new Set(['done', 'failed', 'undone'])

const IMPORT = `id, kind, status, enrich, total, processed_row, processed, imported, skipped, updated, failure,
  created_by, created_at, finished_at, file_name, report`

export type NewImport = Pick<ImportRow, 'id' | 'kind' | 'fileName' | 'enrich' | 'createdBy'>

/** Creates an import whose rows are still arriving. */
export async function insertImport(
  tx: TenantTx,
  { id, kind, fileName, enrich, createdBy }: NewImport,
): Promise<void> {
  await tx.run(
    `insert into imports (organization_id, id, kind, file_name, enrich, created_by)
     values ($1, $2, $3, $4, $5, $6)`,
    [tx.organizationId, id, kind, fileName, enrich, createdBy],
  )
}

/** Marks all rows as staged; from here on the sweep finishes an interrupted import. */
export async function setQueued(
  tx: TenantTx,
  id: string,
  { total, bytes, report }: { total: number; bytes: number; report: ImportFacts },
): Promise<void> {
  await tx.run(
    `update imports set status = 'queued', total = $3, kept_bytes = $4, report = $5
      where organization_id = $1 and id = $2 and status = 'uploading'`,
    [tx.organizationId, id, total, bytes, JSON.stringify(report)],
  )
}

export function findImport(tx: TenantTx, id: string): Promise<ImportRow | undefined> {
  return tx.row<ImportRow>(`select ${IMPORT} from imports where organization_id = $1 and id = $2`, [
    tx.organizationId,
    id,
  ])
}

/** An import that has ended; null while it runs. */
export async function findEnded(tx: TenantTx, id: string): Promise<ImportRow | null> {
  const found = await findImport(tx, id)
  return found && ENDED.has(found.status) ? found : null
}

/** Locks an import for processing; undefined when another worker has it or it has ended. */
export function claimImport(tx: TenantTx, id: string): Promise<ImportRow | undefined> {
  return tx.row<ImportRow>(
    `select ${IMPORT} from imports
      where organization_id = $1 and id = $2 and status in ('queued', 'running') and ${NOT_SUSPENDED}
        for update skip locked`,
    [tx.organizationId, id],
  )
}

/** Locks an import until the end of the transaction. */
export function lockImport(tx: TenantTx, id: string): Promise<ImportRow | undefined> {
  return tx.row<ImportRow>(
    `select ${IMPORT} from imports where organization_id = $1 and id = $2 for update`,
    [tx.organizationId, id],
  )
}

/** Counts a skipped row as imported. */
export async function countFixed(tx: TenantTx, id: string): Promise<void> {
  await tx.run(
    'update imports set imported = imported + 1, skipped = skipped - 1 where organization_id = $1 and id = $2',
    [tx.organizationId, id],
  )
}

/** Counts a skipped row as used for an existing contact. */
export async function countUpdated(tx: TenantTx, id: string): Promise<void> {
  await tx.run(
    'update imports set updated = updated + 1, skipped = skipped - 1 where organization_id = $1 and id = $2',
    [tx.organizationId, id],
  )
}

export type ChunkCounts = {
  processedRow: number
  imported: number
  skipped: number
  /** Partners from rows of other people; they add to the total. */
  partners: number
  /** Detail counts so far including this chunk; null when the chunk added none. */
  kept: StoredCounts | null
  /** Change of the stored bytes. */
  bytes: number
  finished: boolean
}

/** Counts a processed chunk. An added partner counts as one more row. */
export async function advanceImport(tx: TenantTx, id: string, chunk: ChunkCounts): Promise<void> {
  await tx.run(
    `update imports set processed_row = $3, processed = processed + $4 + $5, imported = imported + $4,
            skipped = skipped + $5, total = total + $7, kept_bytes = greatest(0, kept_bytes + $8),
            report = case when $9::jsonb is null then report else report || jsonb_build_object('kept', $9::jsonb) end,
            status = case when $6 then 'done' else 'running' end, finished_at = case when $6 then clock_timestamp() end
      where organization_id = $1 and id = $2`,
    [
      ...[tx.organizationId, id, chunk.processedRow, chunk.imported, chunk.skipped, chunk.finished],
      ...[chunk.partners, chunk.bytes, chunk.kept && JSON.stringify(chunk.kept)],
    ],
  )
}

/** @returns false when the import had already ended */
export async function setFailed(tx: TenantTx, id: string, failure: string): Promise<boolean> {
  const failed = await tx.run(
    `update imports set status = 'failed', failure = $3, finished_at = now()
      where organization_id = $1 and id = $2 and status in ('queued', 'running')`,
    [tx.organizationId, id, failure],
  )
  return failed === 1
}

/** @returns false when it was undone in the meantime */
export async function setUndone(tx: TenantTx, id: string): Promise<boolean> {
  const undone = await tx.run(
    `update imports set status = 'undone' where organization_id = $1 and id = $2 and status = 'done'`,
    [tx.organizationId, id],
  )
  return undone === 1
}

type ImportRef = { organizationId: string; id: string }

/** Imports without a worker; across organizations, ids only. */
export function listAbandoned(db: Query): Promise<ImportRef[]> {
  return db.rows('select organization_id, id from abandoned_imports()')
}

/** Uploads of stopped processes; across organizations, ids only. */
export function listAbandonedUploads(db: Query): Promise<ImportRef[]> {
  return db.rows('select organization_id, id from abandoned_uploads()')
}

/** Imports whose skipped rows are past retention; across organizations, ids only. */
export function listExpiredRows(db: Query): Promise<ImportRef[]> {
  return db.rows('select organization_id, id from expired_import_rows()')
}
