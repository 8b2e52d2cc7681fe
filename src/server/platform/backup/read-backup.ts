import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline, Readable } from 'node:stream'
import { createZstdDecompress } from 'node:zlib'
import { BackupError } from './backup-error.ts'
import type { BackupKey } from './backup-keys.ts'
import { readTar, type TarEntry } from './read-tar.ts'
import { MAGIC, unseal } from './sealed-stream.ts'
import { HEAD, type Head, MANIFEST, MANIFEST_SUM, type Manifest } from './write-backup.ts'

/** Part of a table's rows. */
type TableRows = { table: string; bytes: Buffer }
export type VerifiedBackup = { head: Head; manifest: Manifest }

/**
 * Reads a whole backup and compares every checksum, without writing anything.
 *
 * @throws {BackupError} for a damaged, truncated or foreign file, for another key, and for an unencrypted file although
 *   keys are configured, since anyone with write access to the folder could have planted it
 */
export async function verifyBackup(
  file: string,
  keys: readonly BackupKey[],
  { allowUnencrypted = false }: { allowUnencrypted?: boolean | undefined } = {},
): Promise<VerifiedBackup> {
  if (keys.length > 0 && !allowUnencrypted && !(await isEncrypted(file))) {
    throw new BackupError(
      `${file} is not encrypted, although BACKUP_KEY is set. If you trust this file, use --allow-unencrypted. Nothing was changed.`,
    )
  }
  const all = createHash('sha256')
  const tables = new Map<string, Hash>()
  let head: Head | null = null
  let manifest: Manifest | null = null
  let manifestBytes = Buffer.alloc(0)
  for await (const { name, bytes, raw } of entriesOf(file, keys)) {
    if (name === MANIFEST_SUM) {
      const isWhole = head && manifest && sumOf(manifestBytes) === bytes.toString()
      if (!isWhole || !head || !manifest) throw damagedError(file)
      requireSums(file, head, manifest, tables)
      return { head, manifest }
    }
    if (name === MANIFEST) {
      manifestBytes = Buffer.from(bytes)
      manifest = JSON.parse(bytes.toString()) as Manifest
      if (manifest.sha256 !== all.digest('hex')) throw damagedError(file)
      continue
    }
    all.update(raw)
    if (name === HEAD) head = headOf(bytes)
    else hashOf(tables, tableOf(name)).update(bytes)
  }
  throw damagedError(file)
}

/** Streams the rows of a verified backup, table by table. */
export async function* rowsOf(file: string, keys: readonly BackupKey[]): AsyncGenerator<TableRows> {
  for await (const { name, bytes } of entriesOf(file, keys)) {
    if (name.startsWith('tables/')) yield { table: tableOf(name), bytes }
  }
}

async function* entriesOf(file: string, keys: readonly BackupKey[]): AsyncGenerator<TarEntry> {
  const isSealed = await isEncrypted(file)
  const bytes = createReadStream(file, { highWaterMark: 256 * 1024 })
  const source = isSealed ? Readable.from(unseal(bytes, keys)) : bytes
  const plain = createZstdDecompress()
  // Errors of earlier streams surface in the last one.
  pipeline(source, plain, () => {})
  try {
    yield* readTar(plain)
  } catch (error) {
    if (error instanceof BackupError) throw new BackupError(`${file}: ${error.message}. Nothing was changed.`)
    if (
      /zstd|ZSTD|corrupt|checksum|frame|prefix|unexpected end/i.test(
        `${(error as NodeJS.ErrnoException).code} ${error}`,
      )
    )
      throw damagedError(file)
    throw error
  } finally {
    bytes.destroy()
  }
}

async function isEncrypted(file: string): Promise<boolean> {
  const handle = await open(file, 'r').catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(`Could not read ${file} (${error.code})`)
  })
  const { buffer } = await handle.read({ buffer: Buffer.alloc(MAGIC.length), position: 0 })
  await handle.close()
  return buffer.equals(MAGIC)
}

function headOf(bytes: Buffer): Head {
  const head = JSON.parse(bytes.toString()) as Head
  if (head.format !== 1) throw new BackupError('The backup was made by a newer version of Ninefold')
  return head
}

function requireSums(file: string, head: Head, { tables }: Manifest, hashes: Map<string, Hash>): void {
  for (const { name } of head.tables) {
    const found = (hashes.get(name) ?? createHash('sha256')).digest('hex')
    if (tables[name]?.sha256 !== found) throw damagedError(file)
  }
}

function hashOf(hashes: Map<string, Hash>, table: string): Hash {
  const known = hashes.get(table)
  if (known) return known
  const hash = createHash('sha256')
  hashes.set(table, hash)
  return hash
}

const tableOf = (name: string) => name.split('/')[1] ?? ''
const sumOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const damagedError = (file: string) =>
  new BackupError(`${file} is not a Ninefold backup, or it was changed or damaged. Nothing was changed.`)
