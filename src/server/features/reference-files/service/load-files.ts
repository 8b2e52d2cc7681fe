import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { setImmediate as otherWork } from 'node:timers/promises'
import { CsvFileError } from '#domain/contact-files/csv-file-error.ts'
import { KEYS_VERSION, type ListedName } from '#domain/enrichment/listed-name.ts'
import type { PublicRecord } from '#domain/enrichment/public-record.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Query } from '#server/platform/db/database.ts'
import type { Log } from '#server/platform/log.ts'
import { insertRecords } from '../store/public-records.ts'
import * as store from '../store/reference-files.ts'
import { insertNames } from '../store/sanctioned-names.ts'
import { ReferenceFileError } from './file-rows.ts'
import { hashOf, openPublicRecords, openSanctionsList, type SourceFiles } from './source-files.ts'

/** Paths as the operator set them; null where a setting is empty. */
export type ReferenceFileSettings = { publicRecordsFile: string | null; ofacList: string | null }

type Deps = {
  /** Signed in as the owner: requests can only read what is loaded here. */
  db: Database
  clock: Clock
  log: Log
}

type FileKind<T> = {
  name: store.ReferenceFileName
  /** Raised when the same content is stored in another way: files that are loaded already are read again. */
  version: number
  open(place: string): Promise<SourceFiles<T>>
  insert(tx: Query, loadId: string, rows: readonly NumberedRow<T>[]): Promise<void>
}
/** `id` counts the rows that are loaded; `line` is that of the file. */
type NumberedRow<T> = { id: number; line: number; row: T }

const PUBLIC_RECORDS: FileKind<PublicRecord> = {
  name: 'public_records',
  version: 1,
  open: openPublicRecords,
  insert: (tx, loadId, rows) =>
    insertRecords(
      tx,
      loadId,
      rows.map(({ line, row }) => ({ line, record: row })),
    ),
}

const SANCTIONS: FileKind<ListedName> = {
  name: 'sanctions',
  version: KEYS_VERSION,
  open: openSanctionsList,
  insert: (tx, loadId, rows) =>
    insertNames(
      tx,
      loadId,
      rows.map(({ id, row }) => ({ id, listed: row })),
    ),
}

/**
 * Brings the database to what the operator's files hold: a file whose content changed takes the place of the one
 * before in one transaction, one whose setting is gone is taken away. What goes wrong with a file is kept with it and
 * in the log, and leaves what was loaded before. Never throws; ends soon after `signal` is aborted.
 *
 * @returns the files whose content is another one now
 */
export async function loadReferenceFiles(
  deps: Deps,
  settings: ReferenceFileSettings,
  signal: AbortSignal,
): Promise<store.ReferenceFileName[]> {
  const changed: store.ReferenceFileName[] = []
  if (await loadOne(deps, PUBLIC_RECORDS, settings.publicRecordsFile, signal)) changed.push('public_records')
  if (await loadOne(deps, SANCTIONS, settings.ofacList, signal)) changed.push('sanctions')
  return changed
}

async function loadOne<T>(
  { db, clock, log }: Deps,
  kind: FileKind<T>,
  place: string | null,
  signal: AbortSignal,
): Promise<boolean> {
  const { name } = kind
  const at = clock.now().toISOString()
  let changed = false
  try {
    if (place === null) {
      if (await store.forget(db, name)) log.info({ file: name }, 'A file of the operator was taken away')
    } else {
      const file = path.basename(place)
      const source = await kind.open(place)
      // Seen by the operator while it is loaded for the first time.
      await store.noteChecked(db, { name, file, problem: null, at })
      const content = await hashOf(source.paths, signal)
      const sha256 = kind.version > 1 ? `${content} ${kind.version}` : content
      if (sha256 !== (await store.loadedHash(db, name)))
        changed = await loadContent({ db, log }, kind, source, { file, sha256, at }, signal)
    }
    await store.clearOldRows(db, name)
  } catch (error) {
    if (signal.aborted) return changed
    const problem = problemOf(error)
    log.warn({ file: name, problem }, 'A file of the operator could not be loaded')
    if (place === null) return changed
    await store
      .noteChecked(db, { name, file: path.basename(place), problem, at })
      .catch((failure: Error) => log.warn({ file: name, err: failure.name }, 'That could not be kept'))
  }
  return changed
}

async function loadContent<T>(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  kind: FileKind<T>,
  source: SourceFiles<T>,
  about: { file: string; sha256: string; at: string },
  signal: AbortSignal,
): Promise<boolean> {
  const { name } = kind
  const loadId = randomUUID()
  const counts = await db.transaction(async (tx) => {
    if (!(await store.tryLoadLock(tx))) return null
    const read = await insertAll(tx, kind, source, { loadId, log, signal })
    if (read.rows === 0) throw new ReferenceFileError(noUsableRowText(read))
    await store.activateLoad(tx, { name, ...about, loadId, listDate: source.listDate(), ...read })
    return read
  })
  if (!counts) {
    log.info({ file: name }, 'Another process is loading the files of the operator')
    return false
  }
  log.info({ file: name, rows: counts.rows, refused: counts.refused }, 'A file of the operator was loaded')
  await store.flushIndexes(db, name)
  return true
}

const ROW_BATCH = 500
const LOG_EVERY_ROWS = 100_000
const MAX_SKIPPED_SAMPLE = 20

type LoadCounts = { rows: number; refused: number; refusedSample: store.SkippedRow[] }

async function insertAll<T>(
  tx: Query,
  kind: FileKind<T>,
  source: SourceFiles<T>,
  { loadId, log, signal }: { loadId: string; log: Log; signal: AbortSignal },
): Promise<LoadCounts> {
  const counts: LoadCounts = { rows: 0, refused: 0, refusedSample: [] }
  let batch: NumberedRow<T>[] = []
  const flush = async () => {
    if (batch.length > 0) await kind.insert(tx, loadId, batch)
    batch = []
    // Requests of the same process come first.
    await otherWork()
    signal.throwIfAborted()
  }
  for await (const read of source.read(signal)) {
    if ('refused' in read) {
      counts.refused += 1
      if (counts.refusedSample.length < MAX_SKIPPED_SAMPLE) counts.refusedSample.push(read.refused)
      if (counts.refused % ROW_BATCH === 0) await flush()
      continue
    }
    counts.rows += 1
    batch.push({ id: counts.rows, ...read })
    if (batch.length >= ROW_BATCH) await flush()
    if (counts.rows % LOG_EVERY_ROWS === 0)
      log.info({ file: kind.name, rows: counts.rows }, 'Loading goes on')
  }
  await flush()
  return counts
}

function noUsableRowText({ refused, refusedSample: [first] }: LoadCounts): string {
  if (!first) return 'The file holds no rows'
  return `None of its ${refused} rows could be used. Line ${first.line}: ${first.reason}`
}

const SYSTEM_PROBLEMS: Record<string, string> = {
  ENOENT: 'The file is not there',
  EACCES: 'The file may not be read by this process',
  EPERM: 'The file may not be read by this process',
  EISDIR: 'This is a folder, not a file',
}

/** In words that name no content: messages of other errors may quote it. */
function problemOf(error: unknown): string {
  if (error instanceof ReferenceFileError || error instanceof CsvFileError) return error.message
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  return SYSTEM_PROBLEMS[String(code)] ?? `Loading failed (${String(code ?? name ?? 'unknown')})`
}
