import path from 'node:path'
import { replayErasures, signEverybodyOut } from './features/backups/service/replay.ts'
import { contactsService } from './features/contacts/service.ts'
import { organizationsService } from './features/organizations/service.ts'
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
  /** The file that says what was erased; null where there is none. */
  journal: string | null
  replace: boolean
  /** Whether a file that is not encrypted is taken although there are keys. */
  allowUnencrypted?: boolean | undefined
  keepSessions: boolean
  adminEmails: readonly string[]
  ownerUrl: string
  appUrl: string | null
  /** What opens the key of hashes of personal data; without, the process has it already. */
  secrets?: Secrets | undefined
  say(line: string): void
}

/**
 * Restores a backup whole: what is replaced is backed up before, what was erased since is erased again, and everybody signs
 * in anew, since sessions that were ended after the backup would be open again.
 *
 * @throws {BackupError} before anything was changed where something speaks against it
 */
export async function restore(options: RestoreOptions): Promise<void> {
  const { file, keys, ownerUrl, say } = options
  await verifyBackup(file, keys, options)
  const storedLines = options.replace ? await backUpReplacedData(options) : []
  const { appUrl, verified } = await loadBackup(options)
  if (options.secrets) setPersonHashKey(await openPersonHashKey(ownerUrl, options.secrets))
  const db = openDatabase(appUrl, { log: silentLog, max: 2 })
  const owner = openDatabase(ownerUrl, { log: silentLog, max: 1 })
  try {
    // Neither is started: nobody listens, and no job is sent.
    const events = openEvents(appUrl, silentLog)
    const queue = openQueue(ownerUrl, { log: silentLog, runsWorkers: false })
    const organizations = organizationsService({ db })
    const tasks = tasksService({ db, events, clock: systemClock }, { organizations })
    const contacts = contactsService({ db, events, queue, log: silentLog }, { tasks })
    const seams = { db, owner, contacts, clock: systemClock, adminEmails: options.adminEmails }
    const madeAt = new Date(verified.head.madeAt)
    const found = await replayErasures(seams, erasureLinesOf(options.journal, storedLines), madeAt)
    say(
      `Erased again: ${found.contacts} contacts, ${found.organizations} organizations, ${found.accounts} accounts; ` +
        `${found.requests} requests go on at the next start`,
    )
    if (!options.keepSessions) say(`Signed out: ${await signEverybodyOut({ db })} sessions`)
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

/** A backup of what is there now, beside the one to be restored. @returns the erasures that it knows */
async function backUpReplacedData({ file, keys, ownerUrl, say }: RestoreOptions): Promise<ErasureLogLine[]> {
  const client = await connectForBackup(ownerUrl)
  try {
    if (!(await isFilled(client))) return []
    const kept = await writeBackup({
      ownerUrl,
      folder: path.dirname(file),
      key: keys[0] ?? null,
      product: productVersion(),
      now: new Date(),
      name: 'replaced',
    })
    say(`What was there is kept in ${kept.file}`)
    const { rows: known } = await client.query(
      `select from pg_class where oid = to_regclass('erasure_journal')`,
    )
    if (known.length === 0) return []
    const { rows } = await client.query<ErasureLogLine & { at: Date }>(
      'select id, at, kind, organization, subject, details from erasure_journal order by at',
    )
    return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
  } finally {
    await client.end()
  }
}
