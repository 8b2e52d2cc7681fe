// `npm run backup [-- --to=folder]`: backs up everything, even while the product runs.
import path from 'node:path'
import { readConfig } from '#server/config.ts'
import { BackupError } from '#server/platform/backup/backup-error.ts'
import { writeBackup } from '#server/platform/backup/write-backup.ts'
import { ConfigError } from '#server/platform/config-error.ts'
import { reachEmbeddedPostgres } from '#server/platform/db/embedded-postgres.ts'
import { productVersion } from '#server/platform/product-version.ts'

const printLine = (line: string) => process.stdout.write(`${line}\n`)

async function backup(): Promise<void> {
  const config = readConfig({ ...process.env, ALLOW_EMBEDDED: '1' })
  const targetOption = process.argv.find((argument) => argument.startsWith('--to='))?.slice('--to='.length)
  const folder = path.resolve(targetOption ?? config.backup.folder ?? './backups')
  const server = config.database
    ? { ownerUrl: config.database.url, stop: async () => {} }
    : await reachEmbeddedPostgres({
        dataDir: config.dataDir,
        canMove: !config.isDataDirExplicit,
        log: printLine,
      })
  try {
    const startedAt = Date.now()
    const summary = await writeBackup({
      ownerUrl: server.ownerUrl,
      folder,
      key: config.backup.keys[0] ?? null,
      product: productVersion(),
      now: new Date(),
    })
    const size = `${(summary.bytes / 1024 / 1024).toFixed(1)} MiB`
    printLine(
      `${summary.file}: ${summary.tables} tables, ${summary.rows} rows, ${size}, ${((Date.now() - startedAt) / 1000).toFixed(1)} s`,
    )
    if (config.backup.keys.length === 0)
      printLine('The backup is not encrypted. Set BACKUP_KEY to encrypt backups.')
  } finally {
    await server.stop()
  }
}

try {
  await backup()
} catch (error) {
  const isReported = error instanceof BackupError || error instanceof ConfigError
  console.error(isReported ? error.message : error)
  process.exitCode = 1
}
