import type { Database } from '#server/platform/db/database.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import { AppError } from '#server/platform/errors.ts'
import { MAX_ROWS, STAGE_BATCH } from '../policy.ts'
import { type StagedRow, stageRows } from '../store/staging.ts'

/**
 * Sets down rows as they arrive, batch by batch: memory stays at one batch however long the file is, and no
 * transaction waits for a slow sender.
 *
 * @returns how many rows came
 * @throws {AppError} too_large
 */
export async function stageUpload(
  db: Database,
  organizationId: OrganizationId,
  importId: string,
  rows: AsyncIterable<StagedRow> | Iterable<StagedRow>,
): Promise<number> {
  let total = 0
  let batch: StagedRow[] = []
  const write = (full: readonly StagedRow[]) =>
    db.tenant(organizationId, (tx) => stageRows(tx, importId, full))
  for await (const row of rows) {
    total += 1
    if (total > MAX_ROWS) {
      throw new AppError('too_large', `A file may have at most ${MAX_ROWS.toLocaleString('en-US')} rows`)
    }
    batch.push(row)
    if (batch.length < STAGE_BATCH) continue
    await write(batch)
    batch = []
  }
  if (batch.length > 0) await write(batch)
  return total
}
