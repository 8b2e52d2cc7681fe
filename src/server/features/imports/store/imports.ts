import type { ImportStatus, StoredCounts } from '#contract/imports.ts'
import type { Query, TenantTx } from '#server/platform/db/database.ts'
import { NOT_SUSPENDED } from '#server/platform/db/suspension.ts'

/** What is told of a file beside the counts of its rows. */
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
  /** Number of the last row that is done. */
  processedRow: number
  /** How many rows are done: imported and skipped together. */
  processed: number
  createdBy: string | null
}

const ENDED: ReadonlySet<ImportRow['status']> = new Set(['done', 'failed', 'undone'])

const IMPORT = `id, kind, status, enrich, total, processed_row, processed, imported, skipped, updated, failure,
  created_by, created_at, finished_at, file_name, report`

export type NewImport = Pick<ImportRow, 'id' | 'kind' | 'fileName' | 'enrich' | 'createdBy'>

/** Opens an import whose rows are yet to arrive. */
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

/** All rows are here: from now on the import is carried to its end, whatever stops in between. */
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

/** An import that is over; null while it goes on. */
export async function findEnded(tx: TenantTx, id: string): Promise<ImportRow | null> {
  const found = await findImport(tx, id)
  return found && ENDED.has(found.status) ? found : null
}

/** Makes the caller the one who works on an import; undefined when somebody else does at this moment or it is over. */
export function claimImport(tx: TenantTx, id: string): Promise<ImportRow | undefined> {
  return tx.row<ImportRow>(
    `select ${IMPORT} from imports
      where organization_id = $1 and id = $2 and status in ('queued', 'running') and ${NOT_SUSPENDED}
        for update skip locked`,
    [tx.organizationId, id],
  )
}

/** The import, kept as it is until the end of the transaction. */
export function lockImport(tx: TenantTx, id: string): Promise<ImportRow | undefined> {
  return tx.row<ImportRow>(
    `select ${IMPORT} from imports where organization_id = $1 and id = $2 for update`,
    [tx.organizationId, id],
  )
}

/** Counts one refused row as imported after all. */
export async function countFixed(tx: TenantTx, id: string): Promise<void> {
  await tx.run(
    'update imports set imported = imported + 1, skipped = skipped - 1 where organization_id = $1 and id = $2',
    [tx.organizationId, id],
  )
}

/** Counts one refused row as used for a contact who was there already. */
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
  /** Second people of a row: the file has no row of their own for them. */
  partners: number
  /** What was kept so far, this chunk included; null where it brought nothing. */
  kept: StoredCounts | null
  /** By how much what is kept of the file grew or shrank. */
  bytes: number
  finished: boolean
}

/** Counts a chunk that is done. A partner who was added counts as one more row. */
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

/** @returns false when the import was over already */
export async function setFailed(tx: TenantTx, id: string, failure: string): Promise<boolean> {
  const failed = await tx.run(
    `update imports set status = 'failed', failure = $3, finished_at = now()
      where organization_id = $1 and id = $2 and status in ('queued', 'running')`,
    [tx.organizationId, id, failure],
  )
  return failed === 1
}

/** @returns false when it was undone meanwhile */
export async function setUndone(tx: TenantTx, id: string): Promise<boolean> {
  const undone = await tx.run(
    `update imports set status = 'undone' where organization_id = $1 and id = $2 and status = 'done'`,
    [tx.organizationId, id],
  )
  return undone === 1
}

type ImportRef = { organizationId: string; id: string }

/** Imports that no worker may be at; across organizations, ids only. */
export function listAbandoned(db: Query): Promise<ImportRef[]> {
  return db.rows('select organization_id, id from abandoned_imports()')
}

/** Uploads whose process was stopped; across organizations, ids only. */
export function listAbandonedUploads(db: Query): Promise<ImportRef[]> {
  return db.rows('select organization_id, id from abandoned_uploads()')
}

/** Imports whose refused rows were kept long enough; across organizations, ids only. */
export function listExpiredRows(db: Query): Promise<ImportRef[]> {
  return db.rows('select organization_id, id from expired_import_rows()')
}
