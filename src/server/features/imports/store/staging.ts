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
    `insert into import_rows (organization_id, import_id, row, draft, problem, raw)
     select $1, $2, r.row, r.draft, r.problem, r.raw
       from jsonb_to_recordset($3) as r(row integer, draft jsonb, problem text, raw jsonb)`,
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

/**
 * Settles rows that had their turn: those that became contacts go; of persons who were not added the reason stays, and
 * what was read where it is to be kept.
 * The bounds keep the work at these rows, whatever the planner knows about a table that was filled a moment ago.
 */
export async function settleRows(
  tx: TenantTx,
  importId: string,
  rows: {
    first: number
    last: number
    added: readonly number[]
    refused: readonly { row: number; problem: string; keep: boolean }[]
  },
): Promise<void> {
  const { first, last, added, refused } = rows
  await tx.run(
    `delete from import_rows
      where organization_id = $1 and import_id = $2 and row between $3 and $4 and row = any($5)`,
    [tx.organizationId, importId, first, last, added],
  )
  await tx.run(
    `update import_rows i set draft = null, raw = case when r.keep then i.draft end, problem = r.problem
       from unnest($5::integer[], $6::text[], $7::boolean[]) as r(row, problem, keep)
      where i.organization_id = $1 and i.import_id = $2 and i.row between $3 and $4 and i.row = r.row`,
    [
      tx.organizationId,
      importId,
      first,
      last,
      refused.map(({ row }) => row),
      refused.map(({ problem }) => problem),
      refused.map(({ keep }) => keep),
    ],
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

/** Drops some of the rows that a failed import never came to. @returns how many went; 0 when none is left */
export async function dropRest(tx: TenantTx, importId: string): Promise<number> {
  const failed = await tx.row<{ processedRow: number }>(
    `select processed_row from imports where organization_id = $1 and id = $2 and status = 'failed'`,
    [tx.organizationId, importId],
  )
  return failed ? removeBehind(tx, importId, failed.processedRow) : 0
}

/** Removes some rows of an upload that came to nothing, at the end the import itself. @returns whether more is left */
export async function removeUpload(tx: TenantTx, importId: string): Promise<boolean> {
  const upload = await tx.row(
    `select 1 from imports where organization_id = $1 and id = $2 and status = 'uploading' for update`,
    [tx.organizationId, importId],
  )
  if (!upload) return false
  if ((await removeBehind(tx, importId, 0)) > 0) return true
  await tx.run('delete from imports where organization_id = $1 and id = $2', [tx.organizationId, importId])
  return false
}

function removeBehind(tx: TenantTx, importId: string, after: number): Promise<number> {
  return tx.run(
    `delete from import_rows where organization_id = $1 and import_id = $2 and row > $3 and row <= (
       select max(row) from (select row from import_rows
         where organization_id = $1 and import_id = $2 and row > $3 order by row limit $4) as some_rows)`,
    [tx.organizationId, importId, after, REMOVE_BATCH],
  )
}
