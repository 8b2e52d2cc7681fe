import type { DataExport } from '#contract/data-export.ts'
import { isUniqueViolation, type Query, type TenantTx } from '#server/platform/db/database.ts'
import { type OrganizationId, parseOrganizationIds } from '#server/platform/db/organization-id.ts'
import { NOT_SUSPENDED } from '#server/platform/db/suspension.ts'
import type { TimeRange } from '#server/platform/page.ts'

export type ExportRow = Omit<DataExport, 'kinds' | 'availableUntil'> & {
  requestedBy: string | null
  attempts: number
}

const COLUMNS = `id, status, requested_by, kinds_done, rows_done, bytes, sha256, attempts, created_at, finished_at`

export const isExportRunning = isUniqueViolation

/** @throws unique violation while another export is running */
export function insertExport(
  tx: TenantTx,
  { id, requestedBy, now }: { id: string; requestedBy: string | null; now: Date },
): Promise<ExportRow> {
  return tx.one<ExportRow>(
    `insert into data_exports (organization_id, id, requested_by, created_at) values ($1, $2, $3, $4)
     returning ${COLUMNS}`,
    [tx.organizationId, id, requestedBy, now],
  )
}

/** Start times of exports since a moment, oldest first; failed and canceled exports count too. */
export function listStartsSince(tx: TenantTx, moment: Date): Promise<string[]> {
  return tx.column<string>(
    `select created_at from data_exports
      where organization_id = $1 and created_at > $2 order by created_at`,
    [tx.organizationId, moment],
  )
}

export function listExports(tx: TenantTx, page: TimeRange): Promise<(ExportRow & { exactAt: string })[]> {
  return tx.rows(
    `select ${COLUMNS}, created_at::text as exact_at from data_exports
      where organization_id = $1 and ($2::timestamptz is null or (created_at, id) < ($2, $3::uuid))
      order by created_at desc, id desc limit $4`,
    [tx.organizationId, page.after?.at ?? null, page.after?.id ?? null, page.limit],
  )
}

export function findExport(tx: TenantTx, id: string): Promise<ExportRow | undefined> {
  return tx.row<ExportRow>(`select ${COLUMNS} from data_exports where organization_id = $1 and id = $2`, [
    tx.organizationId,
    id,
  ])
}

/** Claims the lease for a new attempt; undefined if another worker has it. */
export async function claimExport(
  tx: TenantTx,
  id: string,
  { now, leaseUntil }: { now: Date; leaseUntil: Date },
): Promise<ExportRow | undefined> {
  return tx.row<ExportRow>(
    `update data_exports set status = 'running', attempts = attempts + 1, lease_until = $4, kinds_done = 0,
            rows_done = 0, bytes = 0
      where organization_id = $1 and id = $2
        and (status = 'queued' or status = 'running' and lease_until < $3) and ${NOT_SUSPENDED}
      returning ${COLUMNS}`,
    [tx.organizationId, id, now, leaseUntil],
  )
}

export type Attempt = { id: string; attempts: number }
export type Progress = { kindsDone: number; rowsDone: number; leaseUntil: Date }

const IS_HELD_BY_ATTEMPT = `organization_id = $1 and id = $2 and attempts = $3 and status = 'running'`

/** Extends the lease. @returns false if another attempt owns the export */
export function renewExport(tx: TenantTx, { id, attempts }: Attempt, progress: Progress): Promise<boolean> {
  return tx.changed(
    `update data_exports set kinds_done = $4, rows_done = $5, lease_until = $6 where ${IS_HELD_BY_ATTEMPT}`,
    [tx.organizationId, id, attempts, progress.kindsDone, progress.rowsDone, progress.leaseUntil],
  )
}

export async function insertChunk(
  tx: TenantTx,
  exportId: string,
  position: number,
  bytes: Buffer,
): Promise<void> {
  await tx.run(
    'insert into data_export_chunks (organization_id, export_id, position, bytes) values ($1, $2, $3, $4)',
    [tx.organizationId, exportId, position, bytes],
  )
}

/** Finishes an export. @returns false if another attempt owns it */
export function setReady(
  tx: TenantTx,
  { id, attempts }: Attempt,
  totals: { kindsDone: number; rowsDone: number; bytes: number; sha256: string; now: Date },
): Promise<boolean> {
  return tx.changed(
    `update data_exports set status = 'ready', kinds_done = $4, rows_done = $5, bytes = $6, sha256 = $7,
            finished_at = $8, lease_until = null
      where ${IS_HELD_BY_ATTEMPT}`,
    [
      ...[tx.organizationId, id, attempts, totals.kindsDone, totals.rowsDone],
      ...[totals.bytes, totals.sha256, totals.now],
    ],
  )
}

/** Releases the lease for the next attempt, or marks the export as failed. */
export async function setFailed(
  tx: TenantTx,
  { id, attempts }: Attempt,
  { isFinal, now }: { isFinal: boolean; now: Date },
): Promise<void> {
  await tx.run(
    isFinal
      ? `update data_exports set status = 'failed', finished_at = $4, lease_until = null where ${IS_HELD_BY_ATTEMPT}`
      : `update data_exports set status = 'queued', lease_until = $4 where ${IS_HELD_BY_ATTEMPT}`,
    [tx.organizationId, id, attempts, now],
  )
}

/** @returns the number of removed chunks, at most `limit` */
export function deleteChunks(tx: TenantTx, id: string, limit: number): Promise<number> {
  return tx.run(
    `delete from data_export_chunks where organization_id = $1 and export_id = $2 and position = any (array(
       select position from data_export_chunks where organization_id = $1 and export_id = $2 limit $3))`,
    [tx.organizationId, id, limit],
  )
}

export async function setExpired(tx: TenantTx, id: string): Promise<void> {
  await tx.run(
    `update data_exports set status = 'expired' where organization_id = $1 and id = $2 and status = 'ready'`,
    [tx.organizationId, id],
  )
}

/** A chunk of a ready archive; undefined past the last one or when the archive was canceled. */
export function readChunk(tx: TenantTx, exportId: string, position: number): Promise<Buffer | undefined> {
  return tx.find<Buffer>(
    `select c.bytes from data_export_chunks c
       join data_exports e on e.organization_id = c.organization_id and e.id = c.export_id and e.status = 'ready'
      where c.organization_id = $1 and c.export_id = $2 and c.position = $3 and ${NOT_SUSPENDED}`,
    [tx.organizationId, exportId, position],
  )
}

export type ExportRef = { organizationId: OrganizationId; id: string }

/** Across organizations; ids only. */
export function listAbandonedExports(db: Query, moment: Date): Promise<ExportRef[]> {
  return listRefs(db, 'abandoned_exports($1)', [moment])
}

export function listExpiredExports(db: Query, moment: Date): Promise<ExportRef[]> {
  return listRefs(db, 'expired_exports($1)', [moment])
}

/** Archives that can't be downloaded anymore but still have chunks. */
export function listExportsToDelete(db: Query): Promise<ExportRef[]> {
  return listRefs(db, 'exports_to_empty()', [])
}

async function listRefs(db: Query, source: string, values: readonly Date[]): Promise<ExportRef[]> {
  return parseOrganizationIds(
    await db.rows<{ organizationId: string; id: string }>(
      `select organization_id, id from ${source}`,
      values,
    ),
  )
}

export async function sumStoredBytes(tx: TenantTx): Promise<number> {
  const bytes = await tx.value<string>(
    `select coalesce(sum(bytes), 0)::text from data_exports
      where organization_id = $1 and status in ('running', 'ready')`,
    [tx.organizationId],
  )
  return Number(bytes)
}

/** Deletes records of exports whose archives were removed. */
export function deleteOutdated(tx: TenantTx, createdBefore: Date, limit: number): Promise<number> {
  return tx.run(
    `delete from data_exports where organization_id = $1 and id = any (array(
       select e.id from data_exports e
        where e.organization_id = $1 and e.created_at < $2 and e.status in ('failed', 'voided', 'expired')
          and not exists (select from data_export_chunks c where c.organization_id = $1 and c.export_id = e.id)
        limit $3))`,
    [tx.organizationId, createdBefore, limit],
  )
}
