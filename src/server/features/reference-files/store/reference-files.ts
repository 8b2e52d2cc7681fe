import { columnRows } from '#server/platform/db/column-rows.ts'
import type { Database, Query } from '#server/platform/db/database.ts'

export type ReferenceFileName = 'public_records' | 'sanctions'

/** A row to load: `id` numbers the loaded rows; `line` is the line of the file. */
export type NumberedRow<T> = { id: number; line: number; row: T }

/** A skipped row: its line and the reason, never its content. */
export type SkippedRow = { line: number; reason: string; file?: string | undefined }

export type ReferenceFileStatus = {
  name: ReferenceFileName
  file: string
  /** Date of the content, `YYYY-MM-DD`; null if unknown. */
  listDate: string | null
  /** Null until something was loaded. */
  loadedAt: string | null
  rows: number
  refused: number
  skippedSample: SkippedRow[]
  checkedAt: string
  /** Problem of the last attempt to load it; earlier content stays in use. */
  problem: string | null
}

export type LoadedFile = Pick<ReferenceFileStatus, 'name' | 'file' | 'listDate' | 'rows' | 'refused'> & {
  sha256: string
  loadId: string
  skippedSample: readonly SkippedRow[]
  loadedAt: string
}

const STATUS_COLUMNS = `name, file, list_date, loaded_at, rows, refused, skipped_sample, checked_at, problem`

export function list(db: Query): Promise<ReferenceFileStatus[]> {
  return db.rows<ReferenceFileStatus>(`select ${STATUS_COLUMNS} from reference_files order by name`)
}

export function find(db: Query, name: ReferenceFileName): Promise<ReferenceFileStatus | undefined> {
  return db.row<ReferenceFileStatus>(`select ${STATUS_COLUMNS} from reference_files where name = $1`, [name])
}

/** Hash of the loaded content; null if nothing is loaded. */
export async function findLoadedHash(db: Query, name: ReferenceFileName): Promise<string | null> {
  return (await db.find<string | null>('select sha256 from reference_files where name = $1', [name])) ?? null
}

/** Arbitrary constant; one process loads files at a time. */
const LOAD_LOCK = 909_003

/** Takes the lock until the transaction ends. @returns false while another process loads */
export function tryLoadLock(tx: Query): Promise<boolean> {
  return tx.value('select pg_try_advisory_xact_lock($1) as held', [LOAD_LOCK])
}

const LOADED_COLUMNS =
  'file, sha256, load_id, list_date, loaded_at, rows, refused, skipped_sample, checked_at'

/** Makes a load the current one. */
export async function activateLoad(tx: Query, loaded: LoadedFile): Promise<void> {
  const row = { ...loaded, checkedAt: loaded.loadedAt }
  await tx.run(
    `insert into reference_files (name, ${LOADED_COLUMNS})
     select name, ${LOADED_COLUMNS} from jsonb_populate_recordset(null::reference_files, $1)
     on conflict (name) do update
        set (${LOADED_COLUMNS}, problem) = (select ${LOADED_COLUMNS.replace(/\w+/g, 'excluded.$&')}, null)`,
    [columnRows([row])],
  )
}

/** Stores the time of a check and the problem, if any. */
export async function recordChecked(
  db: Query,
  check: { name: ReferenceFileName; file: string; problem: string | null; checkedAt: string },
): Promise<void> {
  await db.run(
    `insert into reference_files (name, file, checked_at, problem) values ($1, $2, $3, $4)
     on conflict (name) do update set checked_at = excluded.checked_at, problem = excluded.problem`,
    [check.name, check.file, check.checkedAt, check.problem],
  )
}

/** Forgets a file that is no longer configured; `clearOldRows` deletes its rows. */
export async function removeFile(db: Query, name: ReferenceFileName): Promise<boolean> {
  return (await db.run('delete from reference_files where name = $1', [name])) > 0
}

const TABLES: Record<ReferenceFileName, string> = {
  public_records: 'public_records',
  sanctions: 'sanctioned_names',
}
const INDEXES: Record<ReferenceFileName, readonly string[]> = {
  public_records: ['public_records_parties', 'public_records_places'],
  sanctions: ['sanctioned_names_keys'],
}

/** Flushes indexes after a load, since every search would scan their pending entries. */
export async function flushIndexes(db: Query, name: ReferenceFileName): Promise<void> {
  for (const index of INDEXES[name]) await db.run('select gin_clean_pending_list($1::regclass)', [index])
  await db.run(`analyze ${TABLES[name]}`)
}
const DELETE_BATCH = 20_000

/** Deletes rows of old loads in batches. */
export async function clearOldRows(db: Database, name: ReferenceFileName): Promise<void> {
  const table = TABLES[name]
  for (;;) {
    const cleared = await db.run(
      `delete from ${table} where ctid = any(array(
         select ctid from ${table}
          where load_id is distinct from (select load_id from reference_files where name = $1) limit $2))`,
      [name, DELETE_BATCH],
    )
    if (cleared < DELETE_BATCH) return
  }
}
