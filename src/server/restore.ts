import path from 'node:path'
import { notesService } from '#server/features/notes/service.ts'
import { tagsService } from '#server/features/tags/service.ts'
import { replayErasures, signEveryoneOut } from './features/backups/service/replay.ts'
import { contactsService } from './features/contacts/service.ts'
import { membershipsService } from './features/memberships/service.ts'
import { tasksService } from './features/tasks/service.ts'
import { type ErasureLogLine, readErasures } from './platform/backup/backup-folder.ts'
import type { BackupKey } from './platform/backup/backup-keys.ts'
import { isFilled, loadBackup } from './platform/backup/load-backup.ts'
import { verifyBackup } from './platform/backup/read-backup.ts'
import { connectForBackup } from './platform/backup/tables.ts'
import { writeBackup } from './platform/backup/write-backup.ts'
import { systemClock } from './platform/clock.ts'
import { openDatabase } from './platform/db/database.ts'
import { openPersonHashKey } from './platform/db/person-hash-key.ts'
import { openEvents } from './platform/events.ts'
import { silentLog } from './platform/log.ts'
import { setPersonHashKey } from './platform/person-hashes.ts'
import { productVersion } from './platform/product-version.ts'
import { openQueue } from './platform/queue/queue.ts'
import type { Secrets } from './platform/secrets.ts'

export type RestoreOptions = {
  file: string
  keys: readonly BackupKey[]
  /** Path of the erasure log; null if there is none. */
  erasureLog: string | null
  replace: boolean
  /** Accepts an unencrypted file although keys are configured. */
  allowUnencrypted?: boolean | undefined
  keepSessions: boolean
  adminEmails: readonly string[]
  ownerUrl: string
  appUrl: string | null
  /** Opens the key for hashes of personal data; omitted where the process already has it. */
  secrets?: Secrets | undefined
  printLine(line: string): void
}

/**
 * Restores a complete backup. Backs up the data it replaces, repeats every erasure made since the backup, and signs all
 * users out, since sessions ended after the backup would be valid again.
 *
 * @throws {BackupError} before anything has changed, if the backup can't be restored
 */
export async function restore(options: RestoreOptions): Promise<void> {
  const { file, keys, ownerUrl, printLine } = options
  await verifyBackup(file, keys, options)
  const storedLines = options.replace ? await backUpReplacedData(options) : []
  const { appUrl, verified } = await loadBackup(options)
  if (options.secrets) setPersonHashKey(await openPersonHashKey(ownerUrl, options.secrets))
  const db = openDatabase(appUrl, { log: silentLog, max: 2 })
  const owner = openDatabase(ownerUrl, { log: silentLog, max: 1 })
  try {
    // Neither is started: this process sends no events and no jobs.
    const events = openEvents(appUrl, silentLog)
    const queue = openQueue(ownerUrl, { log: silentLog, runsWorkers: false })
    const memberships = membershipsService({ db })
    const tasks = tasksService({ db, events, clock: systemClock }, { memberships })
    const labelFeatures = { tags: tagsService({ db, events }), notes: notesService({ db, events }) }
    const contacts = contactsService({ db, events, queue, log: silentLog }, { tasks, ...labelFeatures })
    const deps = { db, owner, contacts, memberships, clock: systemClock, adminEmails: options.adminEmails }
    const madeAt = new Date(verified.head.madeAt)
    const replayed = await replayErasures(deps, erasureLinesOf(options.erasureLog, storedLines), madeAt)
    printLine(
      `Erased again: ${replayed.contacts} contacts, ${replayed.organizations} organizations, ${replayed.accounts} accounts; ` +
        `${replayed.requests} requests will continue at the next start`,
    )
    if (!options.keepSessions) printLine(`Signed out: ${await signEveryoneOut({ db })} sessions`)
  } finally {
    await db.close()
    await owner.close()
  }
}

async function* erasureLinesOf(
  journal: string | null,
  storedLines: readonly ErasureLogLine[],
): AsyncGenerator<ErasureLogLine> {
  if (journal) yield* readErasures(journal)
  yield* storedLines
}

/** Backs up the current data next to the file to be restored. @returns its recorded erasures */
async function backUpReplacedData({
  file,
  keys,
  ownerUrl,
  printLine,
}: RestoreOptions): Promise<ErasureLogLine[]> {
  const client = await connectForBackup(ownerUrl)
  try {
    if (!(await isFilled(client))) return []
    const backup = await writeBackup({
      ownerUrl,
      folder: path.dirname(file),
      key: keys[0] ?? null,
      product: productVersion(),
      now: new Date(),
      name: 'replaced',
    })
    printLine(`Backed up the previous data to ${backup.file}`)
    const { rows: tables } = await client.query(`select from pg_class where oid = to_regclass('erasure_log')`)
    if (tables.length === 0) return []
    const { rows } = await client.query<ErasureLogLine & { at: Date }>(
      'select id, at, kind, organization, subject, details from erasure_log order by at',
    )
    return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
  } finally {
    await client.end()
  }
}
