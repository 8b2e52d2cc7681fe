import type { SkippedRow } from '#contract/imports.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import type { FileExtras, SkippedContact } from './staging.ts'

/** Batch sizes far below the time limit of a statement. */
const CLEAR_BATCH = 20_000
const ERASE_BATCH = 5000

/** Skipped rows after row `after` up to the last processed one, in order. */
export function listSkipped(
  tx: TenantTx,
  importId: string,
  { after, processedRow, limit }: { after: number; processedRow: number; limit: number },
): Promise<SkippedRow[]> {
  return tx.rows<SkippedRow>(
    `select row, problem, raw - '{details,labels,notes,optOuts}'::text[] as contact from import_rows
      where organization_id = $1 and import_id = $2 and row > $3 and row <= $4 and problem is not null
      order by row limit $5`,
    [tx.organizationId, importId, after, processedRow, limit],
  )
}

/** Locks a skipped row and returns its details beyond the eight fields; null if there is no such row. */
export async function lockFileExtras(
  tx: TenantTx,
  importId: string,
  row: number,
): Promise<FileExtras | null> {
  const skippedRow = await tx.row<{ raw: SkippedContact | null }>(
    `select raw from import_rows
      where organization_id = $1 and import_id = $2 and row = $3 and problem is not null for update`,
    [tx.organizationId, importId, row],
  )
  if (!skippedRow) return null
  const { details = null, labels = [], notes = null, optOuts = [] } = skippedRow.raw ?? {}
  return { details, labels, notes, optOuts }
}

export async function removeSkipped(tx: TenantTx, importId: string, row: number): Promise<void> {
  await tx.run(
    `delete from import_rows
      where organization_id = $1 and import_id = $2 and row = $3 and problem is not null`,
    [tx.organizationId, importId, row],
  )
}

/**
 * Clears the contents of some skipped rows with a person's email or the last ten digits of their phone number; the
 * reasons remain.
 *
 * @returns the number of cleared rows
 */
export async function clearRawOfPerson(
  tx: TenantTx,
  { email, phone, digits }: { email: string; phone: string | null; digits: string },
): Promise<number> {
  let cleared = 0
  const conditions = [
    [`lower(raw ->> 'email') = $2`, email],
    [`right(regexp_replace(raw ->> 'phone', '\\D', '', 'g'), 10) = $2`, digits],
    [
      '(import_id, row) in (select import_id, row from refused_rows_with_alternate_points($2))',
      [email, phone].filter(Boolean),
    ],
  ] as const
  // One statement per condition, so that each uses its own index.
  for (const [condition, value] of conditions) {
    if (value === '') continue
    cleared += await tx.run(
      `update import_rows set raw = null where ctid = any (array(
         select ctid from import_rows
          where organization_id = $1 and raw is not null and ${condition} limit $3 for update))
          and organization_id = $1`,
      [tx.organizationId, value, ERASE_BATCH],
    )
  }
  return cleared
}

/** Clears the contents of some skipped rows; the reasons remain. @returns the number of cleared rows */
export function clearRaw(tx: TenantTx, importId: string): Promise<number> {
  return tx.run(
    `update import_rows set raw = null where organization_id = $1 and import_id = $2 and row in (
       select row from import_rows
        where organization_id = $1 and import_id = $2 and raw is not null order by row limit $3)`,
    [tx.organizationId, importId, CLEAR_BATCH],
  )
}
