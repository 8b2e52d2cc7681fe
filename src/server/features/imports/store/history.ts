import type { TimeCursorKey } from '#server/platform/cursor.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { NOT_SUSPENDED } from '#server/platform/db/suspension.ts'
import type { ImportRow } from './imports.ts'

const IMPORTED_BY = `coalesce(nullif(trim(concat_ws(' ', u.first_name, u.last_name)), ''), u.email)`

export type HistoryRow = Pick<
  ImportRow,
  | 'id'
  | 'kind'
  | 'status'
  | 'fileName'
  | 'total'
  | 'imported'
  | 'skipped'
  | 'updated'
  | 'createdBy'
  | 'createdAt'
  | 'finishedAt'
> & {
  importedBy: string | null
  /** Full precision, for the cursor. */
  exactAt: string
}

/** Imports, newest first, without those still uploading. */
export function listImports(
  tx: TenantTx,
  { after, limit }: { after: TimeCursorKey | null; limit: number },
): Promise<HistoryRow[]> {
  return tx.rows<HistoryRow>(
    `select i.id, i.kind, i.status, i.file_name, i.total, i.imported, i.skipped, i.updated, i.created_by, i.created_at,
            i.finished_at, ${IMPORTED_BY} as imported_by, i.created_at::text as exact_at
       from imports i left join users u on u.id = i.created_by
      where i.organization_id = $1 and i.status <> 'uploading'
        and ($2::timestamptz is null or (i.created_at, i.id) < ($2, $3::uuid))
      order by i.created_at desc, i.id desc limit $4`,
    [tx.organizationId, after?.at ?? null, after?.id ?? null, limit],
  )
}

/** Name of the user who started an import; null when the account is gone. */
export async function findImporterName(tx: TenantTx, importId: string): Promise<string | null> {
  const row = await tx.row<{ name: string | null }>(
    `select ${IMPORTED_BY} as name from imports i join users u on u.id = i.created_by
      where i.organization_id = $1 and i.id = $2`,
    [tx.organizationId, importId],
  )
  return row?.name ?? null
}

/** Approximate bytes of staged and skipped rows of all imports. */
export async function sumStoredBytes(tx: TenantTx): Promise<number> {
  const row = await tx.row<{ bytes: string }>(
    `select coalesce(sum(kept_bytes), 0)::text as bytes from imports
      where organization_id = $1 and kept_bytes > 0`,
    [tx.organizationId],
  )
  return Number(row?.bytes ?? 0)
}

export async function clearStoredBytes(tx: TenantTx, importId: string): Promise<void> {
  await tx.run('update imports set kept_bytes = 0 where organization_id = $1 and id = $2', [
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
): Promise<{ all: number; own: number }> {
  await tx.row(`select pg_advisory_xact_lock(hashtext('uploads'), hashtext($1))`, [tx.organizationId])
  const row = await tx.row<{ all: number; own: number }>(
    `select count(*)::int as all, count(*) filter (where created_by = $2)::int as own from imports
      where organization_id = $1 and status = 'uploading' and created_at > now() - interval '1 hour'`,
    [tx.organizationId, userId],
  )
  return row ?? { all: 0, own: 0 }
}

/** Other running imports of the organization. */
export async function countRunning(tx: TenantTx, exceptId: string): Promise<number> {
  const row = await tx.row<{ count: number }>(
    `select count(*)::int as count from imports where organization_id = $1 and status = 'running' and id <> $2`,
    [tx.organizationId, exceptId],
  )
  return row?.count ?? 0
}

/**
 * The oldest other queued import; none while the organization is suspended, so that imports don't wake each other.
 */
export async function findNextQueued(tx: TenantTx, exceptId: string): Promise<string | null> {
  const row = await tx.row<{ id: string }>(
    `select id from imports where organization_id = $1 and status = 'queued' and id <> $2 and ${NOT_SUSPENDED}
      order by created_at, id limit 1`,
    [tx.organizationId, exceptId],
  )
  return row?.id ?? null
}
