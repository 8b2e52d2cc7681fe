import type { CsvRow } from '#domain/contact-files/csv-rows.ts'
import type { ContactDraft } from '#domain/identity/contact-draft.ts'
import type { TenantTx } from '#server/platform/db/database.ts'

/** One row waiting for its turn: a draft, or why it cannot become a contact. */
export type StagedRow = CsvRow

/** Few enough to stay far below the time limit of a statement. */
const REMOVE_BATCH = 20_000

/** Sets rows down. COPY would be quicker, but PostgreSQL refuses it under row-level security. */
export async function stageRows(tx: TenantTx, importId: string, rows: readonly StagedRow[]): Promise<void> {
  await tx.run(
    `insert into import_rows (organization_id, import_id, row, draft, problem)
     select $1, $2, r.row, r.draft, r.problem from jsonb_to_recordset($3) as r(row integer, draft jsonb, problem text)`,
    [tx.organizationId, importId, JSON.stringify(rows)],
    'stage-import-rows',
  )
}

/** The next rows behind `after`, in order. */
export function nextRows(
  tx: TenantTx,
  importId: string,
  after: number,
  limit: number,
): Promise<{ row: number; draft: ContactDraft | null; problem: string | null }[]> {
  return tx.rows(
    `select row, draft, problem from import_rows where organization_id = $1 and import_id = $2 and row > $3
      order by row limit $4`,
    [tx.organizationId, importId, after, limit],
  )
}

/** Rows that became contacts are no longer needed. */
export async function removeRows(tx: TenantTx, importId: string, rows: readonly number[]): Promise<void> {
  await tx.run('delete from import_rows where organization_id = $1 and import_id = $2 and row = any($3)', [
    tx.organizationId,
    importId,
    rows,
  ])
}

/** Of a person who was not added only the reason stays. */
export async function refuseRows(
  tx: TenantTx,
  importId: string,
  refused: readonly { row: number; problem: string }[],
): Promise<void> {
  await tx.run(
    `update import_rows i set draft = null, problem = r.problem
       from unnest($3::integer[], $4::text[]) as r(row, problem)
      where i.organization_id = $1 and i.import_id = $2 and i.row = r.row`,
    [tx.organizationId, importId, refused.map(({ row }) => row), refused.map(({ problem }) => problem)],
  )
}

/** Why rows up to `processedRow` were refused, in order. */
export async function listProblems(
  tx: TenantTx,
  importId: string,
  processedRow: number,
  limit: number,
): Promise<string[]> {
  const rows = await tx.rows<{ problem: string }>(
    `select problem from import_rows
      where organization_id = $1 and import_id = $2 and row <= $3 and problem is not null order by row limit $4`,
    [tx.organizationId, importId, processedRow, limit],
  )
  return rows.map(({ problem }) => problem)
}

/** Drops some of the drafts that a failed import never came to. @returns how many went; 0 when none is left */
export function dropDrafts(tx: TenantTx, importId: string): Promise<number> {
  return tx.run(
    `delete from import_rows where organization_id = $1 and import_id = $2 and row in (
       select r.row from import_rows r join imports i on i.organization_id = r.organization_id and i.id = r.import_id
        where r.organization_id = $1 and r.import_id = $2 and i.status = 'failed' and r.row > i.processed_row
        order by r.row limit $3)`,
    [tx.organizationId, importId, REMOVE_BATCH],
  )
}

/** Removes some rows of an upload that came to nothing, at the end the import itself. @returns whether more is left */
export async function removeUpload(tx: TenantTx, importId: string): Promise<boolean> {
  const upload = await tx.row(
    `select 1 from imports where organization_id = $1 and id = $2 and status = 'uploading' for update`,
    [tx.organizationId, importId],
  )
  if (!upload) return false
  const removed = await tx.run(
    `delete from import_rows where organization_id = $1 and import_id = $2 and row in (
       select row from import_rows where organization_id = $1 and import_id = $2 limit $3)`,
    [tx.organizationId, importId, REMOVE_BATCH],
  )
  if (removed === REMOVE_BATCH) return true
  await tx.run('delete from imports where organization_id = $1 and id = $2', [tx.organizationId, importId])
  return false
}
