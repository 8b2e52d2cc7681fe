import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Database } from '#server/platform/db/database.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import { AppError } from '#server/platform/errors.ts'
import { CHUNK_ROWS, MAX_CHUNK_LENGTH, MAX_ROWS, MAX_TURN_MS, MAX_WARNINGS } from '../limits.ts'
import { type PackedRow, packRow, type StagedRow, stageChunk } from '../store/staging.ts'

/** Row count, approximate bytes while staged, and row warnings. */
export type StagedUpload = { total: number; bytes: number; warnings: RowWarnings }

/** The first warnings and the total count. */
export type RowWarnings = { first: { row: number; text: string }[]; count: number }

/**
 * Stages rows chunk by chunk as they arrive: memory stays at two chunks for any file size, and no transaction waits
 * for a slow sender. The next chunk is read while one is written; a slow database slows down the sender. Reading
 * yields regularly so that other requests are served.
 *
 * @throws {AppError} too_large
 */
export async function stageUpload(
  db: Database,
  organizationId: OrganizationId,
  importId: string,
  rows: AsyncIterable<StagedRow> | Iterable<StagedRow>,
): Promise<StagedUpload> {
  let total = 0
  let bytes = 0
  const warnings: RowWarnings = { first: [], count: 0 }
  let turnStart = performance.now()
  let chunk: PackedRow[] = []
  let length = 0
  let writing: Promise<void> = Promise.resolve()
  const write = async (): Promise<void> => {
    await writing
    const fullChunk = chunk
    chunk = []
    length = 0
    writing = db
      .tenant(organizationId, (tx) => stageChunk(tx, importId, fullChunk))
      .then((writtenBytes) => {
        bytes += writtenBytes
      })
    // The next await of `writing` throws the failure.
    writing.catch(() => {})
  }
  try {
    for await (const row of rows) {
      total += 1
      if (total > MAX_ROWS) {
        throw new AppError('too_large', `Files can have up to ${MAX_ROWS.toLocaleString('en-US')} rows`)
      }
      if ('warnings' in row && row.warnings) addWarnings(warnings, row.row, row.warnings)
      const packed = packRow(row)
      chunk.push(packed)
      length += packed.json.length
      if (chunk.length === CHUNK_ROWS || length > MAX_CHUNK_LENGTH) await write()
      if (performance.now() - turnStart > MAX_TURN_MS) {
        await yieldToEventLoop()
        turnStart = performance.now()
      }
    }
    if (chunk.length > 0) await write()
    await writing
    return { total, bytes, warnings }
  } finally {
    // No write may be running when the caller cleans up.
    await writing.catch(() => {})
  }
}

function addWarnings(warnings: RowWarnings, row: number, texts: readonly string[]): void {
  warnings.count += texts.length
  const remaining = MAX_WARNINGS - warnings.first.length
  warnings.first.push(...texts.slice(0, remaining).map((text) => ({ row, text })))
}
