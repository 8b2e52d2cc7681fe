import type { CsvRow } from '#domain/contact-files/csv-rows.ts'
import { CONTACT_FIELDS, type ContactDraft } from '#domain/identity/contact-draft.ts'
import type { Query, TenantTx } from '#server/platform/db/database.ts'

/** One row waiting for its turn: a draft, or why it cannot become a contact. */
export type StagedRow = CsvRow

type DraftRow = Extract<CsvRow, { draft: ContactDraft }>
type RefusedRow = Pick<Extract<CsvRow, { problem: string }>, 'row' | 'problem'> & { raw: object | null }

/** Rows that were set down together and take their turn together. */
export type Chunk = {
  lastRow: number
  /** How many of its rows were refused as they arrived. */
  refused: number
  drafts: DraftRow[]
}

/** Few enough to stay far below the time limit of a statement. */
const REMOVE_BATCH = 20_000
const REMOVE_CHUNKS = 100

/**
 * Sets rows down as one chunk; those refused already beside it. COPY would be no quicker for so few, and PostgreSQL
 * refuses it under row-level security.
 */
export async function stageChunk(tx: TenantTx, importId: string, rows: readonly StagedRow[]): Promise<void> {
  const drafts = rows.flatMap((row) => ('draft' in row ? [[row.row, ...fieldsOf(row.draft)]] : []))
  const refused = rows.flatMap((row) => ('draft' in row ? [] : [row]))
  await insertRefused(tx, importId, refused)
  await tx.run(
    `insert into import_chunks (organization_id, import_id, first_row, last_row, refused, drafts)
     values ($1, $2, $3, $4, $5, $6)`,
    [tx.organizationId, importId, rows[0]?.row, rows.at(-1)?.row, refused.length, JSON.stringify(drafts)],
    'stage-import-chunk',
  )
}

/** Keeps why rows were refused, and what they held as far as it is to be kept. */
export async function insertRefused(
  tx: TenantTx,
  importId: string,
  refused: readonly RefusedRow[],
): Promise<void> {
  if (refused.length === 0) return
  await tx.run(
    `insert into import_rows (organization_id, import_id, row, problem, raw)
     select $1, $2, r.row, r.problem, r.raw from json_to_recordset($3) as r(row integer, problem text, raw jsonb)`,
    [tx.organizationId, importId, JSON.stringify(refused)],
    'keep-refused-rows',
  )
}

/** The chunk behind row `after`; undefined when none is left. */
export async function readChunk(tx: TenantTx, importId: string, after: number): Promise<Chunk | undefined> {
  const found = await tx.row<PackedChunk>(
    `select last_row, refused, drafts from import_chunks
      where organization_id = $1 and import_id = $2 and first_row > $3 order by first_row limit 1`,
    [tx.organizationId, importId, after],
    'read-import-chunk',
  )
  return found && unpacked(found)
}

/** Takes a chunk out that was read; false when it is gone. */
export async function dropChunk(tx: TenantTx, importId: string, { lastRow }: Chunk): Promise<boolean> {
  const dropped = await tx.run(
    'delete from import_chunks where organization_id = $1 and import_id = $2 and last_row = $3',
    [tx.organizationId, importId, lastRow],
    'drop-import-chunk',
  )
  return dropped === 1
}

type PackedChunk = { lastRow: number; refused: number; drafts: string }

function unpacked(chunk: PackedChunk): Chunk {
  return { ...chunk, drafts: (JSON.parse(chunk.drafts) as PackedDraft[]).map(draftRowOf) }
}

type PackedDraft = [row: number, ...fields: (string | null)[]]

function fieldsOf(draft: ContactDraft): (string | null)[] {
  return CONTACT_FIELDS.map((field) => draft[field])
}

/** The fields come back as `stageChunk` wrote them. */
function draftRowOf([row, ...fields]: PackedDraft): DraftRow {
  const [firstName, lastName, email, phone, address, city, state, zipCode] = fields
  if (!firstName || !lastName) throw new Error('A waiting row of an import has no name')
  return {
    row,
    draft: {
      ...{ firstName, lastName, email: email ?? null, phone: phone ?? null, address: address ?? null },
      ...{ city: city ?? null, state: state ?? null, zipCode: zipCode ?? null },
      ...{ details: null, optOuts: [] },
    },
  }
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

async function removeBehind(tx: TenantTx, importId: string, after: number): Promise<number> {
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

/** Sorts into the search index what was added since the last time, of all organizations. */
export async function flushSearchIndex(db: Query): Promise<void> {
  await db.rows('select flush_search_index()')
}

/** Lets the planner look at contacts and their keys, of all organizations. */
export async function countAnew(db: Query): Promise<void> {
  await db.rows('select count_contacts_anew()')
}
