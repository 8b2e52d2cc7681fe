import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import type pg from 'pg'
import { type TarFile, tar } from '../archive/tar.ts'
import type { BackupKey } from './backup-keys.ts'
import { chunksOf, seal } from './sealed-stream.ts'
import {
  connectForBackup,
  copyOut,
  requireRowSecurityBypass,
  type Sequence,
  sequencesOf,
  type Table,
  tablesOf,
} from './tables.ts'

/** First file of a backup, with a description of its contents. */
export type Head = {
  format: 1
  product: string
  madeAt: string
  /** Names of the migrations that made the tables. */
  migrations: string[]
  tables: Table[]
  sequences: Sequence[]
}
/** Second-to-last file: checksums of each table and of all preceding files. */
export type Manifest = { tables: Record<string, { rows: number; sha256: string }>; sha256: string }

export const HEAD = 'ninefold-backup.json'
export const MANIFEST = 'manifest.json'
export const MANIFEST_SUM = 'manifest.sha256'
const PIECE_BYTES = 1024 * 1024

export type BackupSummary = { file: string; bytes: number; rows: number; tables: number }
export type WriteOptions = {
  ownerUrl: string
  folder: string
  /** Null writes an unencrypted backup. */
  key: BackupKey | null
  product: string
  now: Date
  /** Prefix of the file name. */
  name?: string
}

/**
 * Writes a snapshot of all tables to one file, readable only by its owner: a tar archive, compressed with zstd and
 * encrypted if there is a key. The file gets its final name once it is complete and on the disk.
 *
 * @throws {BackupError} when the database user can't read all rows; errors of the database and the disk
 */
export async function writeBackup(options: WriteOptions): Promise<BackupSummary> {
  const { folder, key, now } = options
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const stamp = now.toISOString().replace(/\.\d+/, '').replaceAll(':', '-')
  const file = path.join(folder, `${options.name ?? 'ninefold'}-${stamp}.tar.zst${key ? '.sealed' : ''}`)
  const scratch = `${file}.${process.pid}.part`
  const client = await connectForBackup(options.ownerUrl)
  try {
    await client.query('begin transaction isolation level repeatable read, read only')
    await requireRowSecurityBypass(client)
    const totals = { rows: 0, tables: 0 }
    const compressed = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } })
    const output = createWriteStream(scratch, { flags: 'wx', mode: 0o600 })
    const archive = Readable.from(archiveOf(client, options, totals))
    if (key) await pipeline(archive, compressed, (source: AsyncIterable<Buffer>) => seal(source, key), output)
    else await pipeline(archive, compressed, output)
    await client.query('commit')
    await moveIntoPlace(scratch, file)
    return { file, bytes: (await stat(file)).size, ...totals }
  } catch (error) {
    await rm(scratch, { force: true })
    throw error
  } finally {
    await client.end().catch(() => {})
  }
}

async function moveIntoPlace(scratch: string, file: string): Promise<void> {
  const handle = await open(scratch, 'r+')
  await handle.sync()
  await handle.close()
  await rename(scratch, file)
  // Syncs the new name too; not every system can open a folder.
  const folder = await open(path.dirname(file), 'r').catch(() => null)
  await folder?.sync().catch(() => {})
  await folder?.close()
}

async function* archiveOf(
  client: pg.Client,
  { product, now }: WriteOptions,
  totals: { rows: number; tables: number },
): AsyncGenerator<Buffer> {
  const archiveHash = createHash('sha256')
  for await (const block of tar(
    filesOf(client, { product, now, totals, sumSoFar: () => archiveHash.copy().digest('hex') }),
    now,
  )) {
    archiveHash.update(block)
    yield block
  }
}

async function* filesOf(
  client: pg.Client,
  context: { product: string; now: Date; totals: { rows: number; tables: number }; sumSoFar(): string },
): AsyncGenerator<TarFile> {
  const tables = await tablesOf(client)
  const { rows: migrations } = await client.query<{ name: string }>(
    'select name from schema_migrations order by name',
  )
  const head: Head = {
    format: 1,
    product: context.product,
    madeAt: context.now.toISOString(),
    migrations: migrations.map(({ name }) => name),
    tables,
    sequences: await sequencesOf(client),
  }
  yield { name: HEAD, bytes: Buffer.from(JSON.stringify(head, null, 2)) }
  const sums: Manifest['tables'] = {}
  for (const table of tables) {
    const hash = createHash('sha256')
    const rows = copyOut(client, table)
    let piece = 0
    for await (const { bytes } of chunksOf(rows, PIECE_BYTES)) {
      hash.update(bytes)
      yield { name: `tables/${table.name}/${String(piece++).padStart(6, '0')}`, bytes }
    }
    sums[table.name] = { rows: rows.rows(), sha256: hash.digest('hex') }
    context.totals.rows += rows.rows()
    context.totals.tables += 1
  }
  // The checksum now covers all preceding files, since a file is requested after the previous one was consumed.
  const manifest = Buffer.from(
    JSON.stringify({ tables: sums, sha256: context.sumSoFar() } satisfies Manifest, null, 2),
  )
  yield { name: MANIFEST, bytes: manifest }
  yield { name: MANIFEST_SUM, bytes: Buffer.from(createHash('sha256').update(manifest).digest('hex')) }
}
