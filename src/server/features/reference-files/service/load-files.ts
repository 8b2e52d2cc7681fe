import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { CsvFileError } from '#domain/contact-files/csv-file-error.ts'
import { KEYS_VERSION, type ListedName } from '#domain/enrichment/listed-name.ts'
import type { PublicRecord } from '#domain/enrichment/public-record.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Query } from '#server/platform/db/database.ts'
import { errorKindOf } from '#server/platform/errors.ts'
import type { Log } from '#server/platform/log.ts'
import { insertRecords } from '../store/public-records.ts'
import * as store from '../store/reference-files.ts'
import { insertNames } from '../store/sanctioned-names.ts'
import { ReferenceFileError } from './file-rows.ts'
import { hashOf, openPublicRecords, openSanctionsList, type SourceFiles } from './source-files.ts'

/** Configured paths; null if not set. */
export type ReferenceFileSettings = { publicRecordsFile: string | null; ofacList: string | null }

type Deps = {
  /** Connection as the owner, since the request role can't write these tables. */
  db: Database
  clock: Clock
  log: Log
}

type FileKind<T> = {
  name: store.ReferenceFileName
  /** Increase it when the stored form changes, so that loaded files are read again. */
  version: number
  open(configuredPath: string): Promise<SourceFiles<T>>
  insert(tx: Query, loadId: string, rows: readonly store.NumberedRow<T>[]): Promise<void>
}

const PUBLIC_RECORDS: FileKind<PublicRecord> = {
  name: 'public_records',
  version: 1,
  open: openPublicRecords,
  insert: insertRecords,
}

const SANCTIONS: FileKind<ListedName> = {
  name: 'sanctions',
  version: KEYS_VERSION,
  open: openSanctionsList,
  insert: insertNames,
}

/**
 * Loads changed files of the operator, each in one transaction, and removes those no longer configured. A problem
 * with a file is stored and logged, and the previous content stays. Never throws; stops soon after `signal` aborts.
 *
 * @returns names of the files whose content changed
 */
export async function loadReferenceFiles(
  deps: Deps,
  settings: ReferenceFileSettings,
  signal: AbortSignal,
): Promise<store.ReferenceFileName[]> {
  const names: store.ReferenceFileName[] = []
  if (await loadOne(deps, PUBLIC_RECORDS, settings.publicRecordsFile, signal)) names.push('public_records')
  if (await loadOne(deps, SANCTIONS, settings.ofacList, signal)) names.push('sanctions')
  return names
}

async function loadOne<T>(
  { db, clock, log }: Deps,
  kind: FileKind<T>,
  configuredPath: string | null,
  signal: AbortSignal,
): Promise<boolean> {
  const { name } = kind
  const now = clock.now().toISOString()
  let isChanged = false
  try {
    if (configuredPath === null) {
      if (await store.removeFile(db, name)) log.info({ file: name }, 'Removed a reference file')
    } else {
      const file = path.basename(configuredPath)
      const source = await kind.open(configuredPath)
      // Shows the file to operators while it loads for the first time.
      await store.recordChecked(db, { name, file, problem: null, checkedAt: now })
      const content = await hashOf(source.paths, signal)
      const sha256 = kind.version > 1 ? `${content} ${kind.version}` : content
      if (sha256 !== (await store.findLoadedHash(db, name)))
        isChanged = await loadContent({ db, log }, kind, source, { file, sha256, loadedAt: now }, signal)
    }
    await store.clearOldRows(db, name)
  } catch (error) {
    if (signal.aborted) return isChanged
    const problem = problemOf(error)
    log.warn({ file: name, problem }, 'Could not load a reference file')
    if (configuredPath === null) return isChanged
    await store
      .recordChecked(db, { name, file: path.basename(configuredPath), problem, checkedAt: now })
      .catch((failure: Error) =>
        log.warn({ file: name, err: failure.name }, 'Could not store the problem of a reference file'),
      )
  }
  return isChanged
}

async function loadContent<T>(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  kind: FileKind<T>,
  source: SourceFiles<T>,
  fileInfo: { file: string; sha256: string; loadedAt: string },
  signal: AbortSignal,
): Promise<boolean> {
  const { name } = kind
  const loadId = randomUUID()
  const counts = await db.transaction(async (tx) => {
    if (!(await store.tryLoadLock(tx))) return null
    const loaded = await insertAll(tx, kind, source, { loadId, log, signal })
    if (loaded.rows === 0) throw new ReferenceFileError(noUsableRowText(loaded))
    const { skipped: refused, ...counts } = loaded
    const listDate = source.listDate()
    await store.activateLoad(tx, { name, ...fileInfo, loadId, listDate, ...counts, refused })
    return loaded
  })
  if (!counts) {
    log.info({ file: name }, 'Another process is loading reference files')
    return false
  }
  log.info({ file: name, rows: counts.rows, skipped: counts.skipped }, 'Loaded a reference file')
  await store.flushIndexes(db, name)
  return true
}

const ROW_BATCH = 500
const LOG_EVERY_ROWS = 100_000
const MAX_SKIPPED_SAMPLE = 20

type LoadCounts = { rows: number; skipped: number; skippedSample: store.SkippedRow[] }

async function insertAll<T>(
  tx: Query,
  kind: FileKind<T>,
  source: SourceFiles<T>,
  { loadId, log, signal }: { loadId: string; log: Log; signal: AbortSignal },
): Promise<LoadCounts> {
  const counts: LoadCounts = { rows: 0, skipped: 0, skippedSample: [] }
  let batch: store.NumberedRow<T>[] = []
  const flush = async () => {
    if (batch.length > 0) await kind.insert(tx, loadId, batch)
    batch = []
    // Lets requests of this process go first.
    await yieldToEventLoop()
    signal.throwIfAborted()
  }
  for await (const result of source.read(signal)) {
    if ('skipped' in result) {
      counts.skipped += 1
      if (counts.skippedSample.length < MAX_SKIPPED_SAMPLE) counts.skippedSample.push(result.skipped)
      if (counts.skipped % ROW_BATCH === 0) await flush()
      continue
    }
    counts.rows += 1
    batch.push({ id: counts.rows, ...result })
    if (batch.length >= ROW_BATCH) await flush()
    if (counts.rows % LOG_EVERY_ROWS === 0)
      log.info({ file: kind.name, rows: counts.rows }, 'Loading a reference file')
  }
  await flush()
  return counts
}

function noUsableRowText({ skipped, skippedSample: [first] }: LoadCounts): string {
  if (!first) return 'The file has no rows'
  return `None of the ${skipped} rows could be used. Line ${first.line}: ${first.reason}`
}

const SYSTEM_PROBLEMS: Record<string, string> = {
  ENOENT: 'File not found',
  EACCES: 'No permission to read the file',
  EPERM: 'No permission to read the file',
  EISDIR: 'This is a folder, not a file',
}

/** Problem of a file without its content, which other error messages may quote. */
function problemOf(error: unknown): string {
  if (error instanceof ReferenceFileError || error instanceof CsvFileError) return error.message
  const kind = errorKindOf(error)
  return SYSTEM_PROBLEMS[kind] ?? `Loading failed (${kind})`
}
