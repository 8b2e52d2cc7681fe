import type { FileExtras as AllExtras } from '#domain/contact-files/assemble-contact.ts'
import type { ContactDraft, RawContact } from '#domain/identity/contact-draft.ts'
import type { Query, TenantTx } from '#server/platform/db/database.ts'

/** Data of a file beyond the eight fields; readers omit what they don't find. */
export type FileExtras = Partial<AllExtras>
export type StagedContact = ContactDraft & FileExtras
/** A skipped row as far as it could be parsed. */
export type SkippedContact = RawContact & FileExtras

/** A row with its contact; `second` is the partner when the user chose to import couples as two contacts. */
export type DraftRow = { row: number; draft: StagedContact; second?: StagedContact }
/** A row as it arrives, with warnings about values that don't fit. */
export type IncomingRow = DraftRow & { warnings?: readonly string[] }
export type SkippedRow = { row: number; problem: string; raw: SkippedContact | null }

/** A staged row: a contact, or the problem that prevents one. */
export type StagedRow = IncomingRow | (SkippedRow & FileExtras)

/** Rows that are staged and processed together. */
export type Chunk = {
  lastRow: number
  /** Rows skipped when they were staged. */
  skipped: number
  drafts: DraftRow[]
  /** Approximate size. */
  bytes: number
}

/** Batch sizes far below the time limit of a statement. */
const REMOVE_BATCH = 20_000
const REMOVE_CHUNKS = 100

/** A row serialized when it arrives, so that no whole chunk is serialized at once. */
export type PackedRow = { row: number; isSkipped: boolean; json: string }

export function packRow(row: StagedRow): PackedRow {
  const isSkipped = !('draft' in row)
  const content = 'draft' in row ? withoutWarnings(row) : withExtras(row)
  return { row: row.row, isSkipped, json: JSON.stringify(content, toStorable) }
}

/**
 * Stores rows as one chunk, skipped ones in their own table. COPY would be no faster for so few rows and does not
 * work with row-level security.
 *
 * @returns the approximate size in bytes
 */
export async function stageChunk(
  tx: TenantTx,
  importId: string,
  rows: readonly PackedRow[],
): Promise<number> {
  const drafts = toJsonArray(rows.filter(({ isSkipped }) => !isSkipped))
  const skipped = rows.filter(({ isSkipped }) => isSkipped)
  const bytes = skipped.length === 0 ? 0 : await insertSkippedJson(tx, importId, toJsonArray(skipped))
  await tx.run(
    `insert into import_chunks (organization_id, import_id, first_row, last_row, refused, drafts)
     values ($1, $2, $3, $4, $5, $6)`,
    [tx.organizationId, importId, rows[0]?.row, rows.at(-1)?.row, skipped.length, drafts],
    'stage-import-chunk',
  )
  return bytes + drafts.length
}

function toJsonArray(rows: readonly PackedRow[]): string {
  return `[${rows.map(({ json }) => json).join(',')}]`
}

function withoutWarnings({
  row,
  draft: { details, labels, notes, optOuts, ...fields },
  second,
}: IncomingRow): DraftRow {
  const draft = { ...fields, ...extrasOf({ details, labels, notes, optOuts }) }
  return { row, draft, ...(second && { second }) }
}

function withExtras({ row, problem, raw, ...file }: SkippedRow & FileExtras): SkippedRow {
  const extras = extrasOf(file)
  return { row, problem, raw: raw || Object.keys(extras).length > 0 ? { ...raw, ...extras } : null }
}

/** Only the extras that a row has. */
function extrasOf({ details, labels, notes, optOuts }: FileExtras): FileExtras {
  return {
    ...(details && { details }),
    ...(labels?.length && { labels }),
    ...(notes && { notes }),
    ...(optOuts?.length && { optOuts }),
  }
}

/**
 * Stores skipped rows with their problem and contents.
 *
 * @returns the approximate size in bytes
 */
export async function insertSkipped(
  tx: TenantTx,
  importId: string,
  skipped: readonly SkippedRow[],
): Promise<number> {
  return skipped.length === 0 ? 0 : insertSkippedJson(tx, importId, JSON.stringify(skipped, toStorable))
}

async function insertSkippedJson(tx: TenantTx, importId: string, rows: string): Promise<number> {
  await tx.run(
    `insert into import_rows (organization_id, import_id, row, problem, raw)
     select $1, $2, r.row, r.problem, r.raw from json_to_recordset($3) as r(row integer, problem text, raw jsonb)`,
    [tx.organizationId, importId, rows],
    'insert-skipped-rows',
  )
  return rows.length
}

/** Removes characters that jsonb can't store. */
function toStorable(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value
}

/** The chunk after row `after`; undefined when none is left. */
export async function readChunk(tx: TenantTx, importId: string, after: number): Promise<Chunk | undefined> {
  const chunk = await tx.row<{ lastRow: number; skipped: number; drafts: string }>(
    `select last_row, refused as skipped, drafts from import_chunks
      where organization_id = $1 and import_id = $2 and first_row > $3 order by first_row limit 1`,
    [tx.organizationId, importId, after],
    'read-import-chunk',
  )
  return chunk && { ...chunk, drafts: JSON.parse(chunk.drafts) as DraftRow[], bytes: chunk.drafts.length }
}

/** Deletes a chunk. @returns false if it is already gone */
export function dropChunk(tx: TenantTx, importId: string, { lastRow }: Chunk): Promise<boolean> {
  return tx.changed(
    'delete from import_chunks where organization_id = $1 and import_id = $2 and last_row = $3',
    [tx.organizationId, importId, lastRow],
    'drop-import-chunk',
  )
}

/** Problems of skipped rows up to `processedRow`, in order. */
export function listProblems(
  tx: TenantTx,
  importId: string,
  processedRow: number,
  limit: number,
): Promise<string[]> {
  return tx.column<string>(
    `select problem from import_rows
      where organization_id = $1 and import_id = $2 and row <= $3 and problem is not null order by row limit $4`,
    [tx.organizationId, importId, processedRow, limit],
  )
}

/** Deletes some unprocessed rows of a failed import. @returns the number of deleted rows; 0 when none is left */
export async function dropRemaining(tx: TenantTx, importId: string): Promise<number> {
  const processedRow = await tx.find<number>(
    `select processed_row from imports where organization_id = $1 and id = $2 and status = 'failed'`,
    [tx.organizationId, importId],
  )
  return processedRow === undefined ? 0 : removeRowsAfter(tx, importId, processedRow)
}

/** Deletes some rows of an abandoned upload, then the import itself. @returns true if more is left */
export async function removeUpload(tx: TenantTx, importId: string): Promise<boolean> {
  const isUpload = await tx.exists(
    `select 1 from imports where organization_id = $1 and id = $2 and status = 'uploading' for update`,
    [tx.organizationId, importId],
  )
  if (!isUpload) return false
  if ((await removeRowsAfter(tx, importId, 0)) > 0) return true
  await tx.run('delete from imports where organization_id = $1 and id = $2', [tx.organizationId, importId])
  return false
}

async function removeRowsAfter(tx: TenantTx, importId: string, after: number): Promise<number> {
  const chunks = await tx.run(
    `delete from import_chunks where organization_id = $1 and import_id = $2 and first_row > $3 and first_row <= (
       select max(first_row) from (select first_row from import_chunks
         where organization_id = $1 and import_id = $2 and first_row > $3 order by first_row limit $4) as some_chunks)`,
    [tx.organizationId, importId, after, REMOVE_CHUNKS],
  )
  const rows = await tx.run(
    `delete from import_rows where organization_id = $1 and import_id = $2 and row > $3 and row <= (
       select max(row) from (select row from import_rows
         where organization_id = $1 and import_id = $2 and row > $3 order by row limit $4) as some_rows)`,
    [tx.organizationId, importId, after, REMOVE_BATCH],
  )
  return chunks + rows
}

/** Merges pending entries into the search index, for all organizations. */
export async function flushSearchIndex(db: Query): Promise<void> {
  await db.rows('select flush_search_index()')
}

/** Updates planner statistics of contacts and their keys, for all organizations. */
export async function analyzeContacts(db: Query): Promise<void> {
  await db.rows('select analyze_contacts()')
}
