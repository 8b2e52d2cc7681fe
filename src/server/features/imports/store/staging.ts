import type { FileContact } from '#domain/identity/contact-details.ts'
import { CONTACT_FIELDS, type ContactDraft, type RawContact } from '#domain/identity/contact-draft.ts'
import type { Query, TenantTx } from '#server/platform/db/database.ts'

/** Details of a file beyond the eight fields; readers omit those they don't find. */
export type FileExtras = Partial<Pick<FileContact, 'details' | 'optOuts'>>
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
  refused: number
  drafts: DraftRow[]
  /** Approximate size. */
  bytes: number
}

/** Batch sizes far below the time limit of a statement. */
const REMOVE_BATCH = 20_000
const REMOVE_CHUNKS = 100

/** A row serialized when it arrives, so that no whole chunk is serialized at once. */
export type PackedRow = { row: number; isRefused: boolean; json: string }

export function packRow(row: StagedRow): PackedRow {
  if ('draft' in row) return { row: row.row, isRefused: false, json: JSON.stringify(packDraft(row)) }
  return { row: row.row, isRefused: true, json: JSON.stringify(withExtras(row), storable) }
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
  const drafts = listOf(rows.filter(({ isRefused }) => !isRefused))
  const refused = rows.filter(({ isRefused }) => isRefused)
  const bytes = refused.length === 0 ? 0 : await insertSkippedJson(tx, importId, listOf(refused))
  await tx.run(
    `insert into import_chunks (organization_id, import_id, first_row, last_row, refused, drafts)
     values ($1, $2, $3, $4, $5, $6)`,
    [tx.organizationId, importId, rows[0]?.row, rows.at(-1)?.row, refused.length, drafts],
    'stage-import-chunk',
  )
  return bytes + drafts.length
}

function listOf(rows: readonly PackedRow[]): string {
  return `[${rows.map(({ json }) => json).join(',')}]`
}

function withExtras({ row, problem, raw, details, optOuts }: SkippedRow & FileExtras): SkippedRow {
  const extras = { ...(details && { details }), ...(optOuts?.length && { optOuts }) }
  return { row, problem, raw: raw || details || optOuts?.length ? { ...raw, ...extras } : null }
}

/**
 * Stores skipped rows with their problem and contents.
 *
 * @returns the approximate size in bytes
 */
export async function insertSkipped(
  tx: TenantTx,
  importId: string,
  refused: readonly SkippedRow[],
): Promise<number> {
  return refused.length === 0 ? 0 : insertSkippedJson(tx, importId, JSON.stringify(refused, storable))
}

async function insertSkippedJson(tx: TenantTx, importId: string, rows: string): Promise<number> {
  await tx.run(
    `insert into import_rows (organization_id, import_id, row, problem, raw)
     select $1, $2, r.row, r.problem, r.raw from json_to_recordset($3) as r(row integer, problem text, raw jsonb)`,
    [tx.organizationId, importId, rows],
    'keep-refused-rows',
  )
  return rows.length
}

/** Removes characters that jsonb can't store. */
function storable(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value
}

/** The chunk after row `after`; undefined when none is left. */
export async function readChunk(tx: TenantTx, importId: string, after: number): Promise<Chunk | undefined> {
  const found = await tx.row<PackedChunk>(
    `select last_row, refused, drafts from import_chunks
      where organization_id = $1 and import_id = $2 and first_row > $3 order by first_row limit 1`,
    [tx.organizationId, importId, after],
    'read-import-chunk',
  )
  return found && unpackChunk(found)
}

/** Deletes a chunk. @returns false when it is already gone */
export async function dropChunk(tx: TenantTx, importId: string, { lastRow }: Chunk): Promise<boolean> {
  const dropped = await tx.run(
    'delete from import_chunks where organization_id = $1 and import_id = $2 and last_row = $3',
    [tx.organizationId, importId, lastRow],
    'drop-import-chunk',
  )
  return dropped === 1
}

type PackedChunk = { lastRow: number; refused: number; drafts: string }

function unpackChunk({ drafts, ...chunk }: PackedChunk): Chunk {
  const rows = (JSON.parse(drafts) as PackedDraft[]).map(draftRowOf)
  return { ...chunk, drafts: rows, bytes: drafts.length }
}

type FieldValue = string | null
/** The row number, the eight fields in form order and, only if present, more details. */
type PackedDraft = [
  ...[
    row: number,
    FieldValue,
    FieldValue,
    FieldValue,
    FieldValue,
    FieldValue,
    FieldValue,
    FieldValue,
    FieldValue,
  ],
  more?: FileExtras & Pick<DraftRow, 'second'>,
]

function packDraft({ row, draft, second }: DraftRow): unknown[] {
  const { details, optOuts } = draft
  const fields = [row, ...CONTACT_FIELDS.map((field) => draft[field])]
  if (!details && !optOuts?.length && !second) return fields
  const more = { ...(details && { details }), ...(optOuts?.length && { optOuts }), ...(second && { second }) }
  return [...fields, JSON.parse(JSON.stringify(more, storable))]
}

/** Reverses `packDraft`. */
function draftRowOf([row, ...packedFields]: PackedDraft): DraftRow {
  const [firstName, lastName, email, phone, address, city, state, zipCode, more] = packedFields
  if (!firstName || !lastName) throw new Error('A staged import row has no name')
  const draft = { firstName, lastName, email, phone, address, city, state, zipCode }
  if (!more) return { row, draft }
  const { second, ...extras } = more
  return { row, draft: { ...draft, ...extras }, ...(second && { second }) }
}

/** Problems of skipped rows up to `processedRow`, in order. */
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

/** Deletes some unprocessed rows of a failed import. @returns the number of deleted rows; 0 when none is left */
export async function dropRemaining(tx: TenantTx, importId: string): Promise<number> {
  const failed = await tx.row<{ processedRow: number }>(
    `select processed_row from imports where organization_id = $1 and id = $2 and status = 'failed'`,
    [tx.organizationId, importId],
  )
  return failed ? removeRowsAfter(tx, importId, failed.processedRow) : 0
}

/** Deletes some rows of an abandoned upload, then the import itself. @returns true when more is left */
export async function removeUpload(tx: TenantTx, importId: string): Promise<boolean> {
  const upload = await tx.row(
    `select 1 from imports where organization_id = $1 and id = $2 and status = 'uploading' for update`,
    [tx.organizationId, importId],
  )
  if (!upload) return false
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
  await db.rows('select count_contacts_anew()')
}
