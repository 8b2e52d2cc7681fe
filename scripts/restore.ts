// `npm run restore -- <file>`: restores a backup and repeats the erasures since then.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { type Config, readConfig } from '#server/config.ts'
import { BackupError } from '#server/platform/backup/backup-error.ts'
import { ERASURE_LOG_FILE } from '#server/platform/backup/backup-folder.ts'
import { ConfigError } from '#server/platform/config-error.ts'
import { startEmbeddedPostgres } from '#server/platform/db/embedded-postgres.ts'
import { openSecrets } from '#server/platform/secrets-key.ts'
import { restore } from '#server/restore.ts'

const USAGE = `npm run restore -- <file> [options]

  --into=<url>             the database to restore into; otherwise DATABASE_URL, or the embedded one in DATA_DIR
  --erasures=<file>        what was erased since; otherwise ${ERASURE_LOG_FILE} beside the backup
  --without-erasures       there is no such file: what was erased since the backup comes back
  --allow-unencrypted      take a backup that is not encrypted although BACKUP_KEY is set
  --keep-sessions          do not sign everybody out
  --replace[=words]        drop what is in the database; asks for the words "${'replace everything'}"`

const CONFIRMATION = 'replace everything'
const printLine = (line: string) => process.stdout.write(`${line}\n`)

function parseOptions() {
  // `--replace` alone asks for confirmation; with the confirmation as its value it doesn't.
  const args = process.argv.slice(2).map((argument) => (argument === '--replace' ? '--replace=' : argument))
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      into: { type: 'string' },
      erasures: { type: 'string' },
      'without-erasures': { type: 'boolean' },
      'allow-unencrypted': { type: 'boolean' },
      'keep-sessions': { type: 'boolean' },
      replace: { type: 'string' },
    },
  })
  const [file, ...extraFiles] = positionals
  if (!file || extraFiles.length > 0) throw new BackupError(USAGE)
  return { ...values, file: path.resolve(file) }
}
type RestoreOptions = ReturnType<typeof parseOptions>

function findErasureLog({ file, erasures, 'without-erasures': without }: RestoreOptions): string | null {
  if (without) return null
  const logFile = path.resolve(erasures ?? path.join(path.dirname(file), ERASURE_LOG_FILE))
  if (existsSync(logFile)) return logFile
  throw new BackupError(
    `${logFile} is not there: without it, people who were erased since the backup would come back. Name the file with ` +
      '--erasures=, or say --without-erasures. Nothing was changed.',
  )
}

async function confirmReplace({ replace }: RestoreOptions): Promise<boolean> {
  if (replace === undefined) return false
  const confirmation =
    replace ||
    (await askQuestion(
      `This deletes everything in the current database. Type "${CONFIRMATION}" to confirm: `,
    ))
  if (confirmation.trim() !== CONFIRMATION) throw new BackupError('Nothing was changed.')
  return true
}

async function askQuestion(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return await terminal.question(question)
  } finally {
    terminal.close()
  }
}

async function openTarget({ into }: RestoreOptions, config: Config) {
  if (into) return { ownerUrl: into, appUrl: null, dataDir: null, stop: async () => {} }
  if (config.database)
    return {
      ownerUrl: config.database.url,
      appUrl: config.database.appUrl,
      dataDir: null,
      stop: async () => {},
    }
  // Takes the lock on the data directory, which fails while the product is running.
  const embedded = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    canMove: !config.isDataDirExplicit,
    log: printLine,
  })
  return { ownerUrl: embedded.ownerUrl, appUrl: null, dataDir: embedded.dataDir, stop: () => embedded.stop() }
}

async function run(): Promise<void> {
  const options = parseOptions()
  const config = readConfig({ ...process.env, ALLOW_EMBEDDED: '1' })
  const erasureLog = findErasureLog(options)
  const replace = await confirmReplace(options)
  const target = await openTarget(options, config)
  try {
    await restore({
      file: options.file,
      keys: config.backup.keys,
      erasureLog,
      replace,
      allowUnencrypted: options['allow-unencrypted'],
      keepSessions: options['keep-sessions'] ?? false,
      adminEmails: config.adminEmails,
      ownerUrl: target.ownerUrl,
      appUrl: target.appUrl,
      secrets: openSecrets(config.secretsKeys, target),
      printLine,
    })
  } finally {
    await target.stop()
  }
}

try {
  await run()
} catch (error) {
  const isReported = error instanceof BackupError || error instanceof ConfigError
  console.error(isReported ? error.message : error)
  process.exitCode = 1
}
