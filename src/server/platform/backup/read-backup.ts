import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline, Readable } from 'node:stream'
import { createZstdDecompress } from 'node:zlib'
import { BackupError } from './backup-error.ts'
import type { BackupKey } from './backup-keys.ts'
import { HEADER_BYTES, isSealed, keyOfFile, unseal } from './sealed-stream.ts'
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
  if (keys.length > 0 && !allowUnencrypted && !isSealed(await readHeader(file))) {
    throw new BackupError(
      `${file} is not encrypted, although BACKUP_KEY is set. If you trust this file, use --allow-unencrypted. Nothing was changed.`,
    )
  }
  const archiveHash = createHash('sha256')
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
      if (manifest.sha256 !== archiveHash.digest('hex')) throw damagedError(file)
      continue
    }
    archiveHash.update(raw)
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
  const header = await readHeader(file)
  const start = isSealed(header) ? HEADER_BYTES : 0
  const bytes = createReadStream(file, { start, highWaterMark: 256 * 1024 })
  const decompressed = createZstdDecompress()
  try {
    const source = isSealed(header) ? Readable.from(unseal(bytes, keyOfFile(header, keys))) : bytes
    // Errors of earlier streams surface in the last one.
    pipeline(source, decompressed, () => {})
    yield* readTar(decompressed)
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

/** Reads the first bytes of a file, where an encrypted one has its header. */
async function readHeader(file: string): Promise<Buffer> {
  const handle = await open(file, 'r').catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(`Could not read ${file} (${error.code})`)
  })
  const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(HEADER_BYTES), position: 0 })
  await handle.close()
  return buffer.subarray(0, bytesRead)
}

function headOf(bytes: Buffer): Head {
  const head = JSON.parse(bytes.toString()) as Head
  if (head.format !== 1) throw new BackupError('The backup was made by a newer version of Ninefold')
  return head
}

function requireSums(file: string, head: Head, { tables }: Manifest, hashes: Map<string, Hash>): void {
  for (const { name } of head.tables) {
    const actualSum = (hashes.get(name) ?? createHash('sha256')).digest('hex')
    if (tables[name]?.sha256 !== actualSum) throw damagedError(file)
  }
}

function hashOf(hashes: Map<string, Hash>, table: string): Hash {
  const existing = hashes.get(table)
  if (existing) return existing
  const hash = createHash('sha256')
  hashes.set(table, hash)
  return hash
}

const tableOf = (name: string) => name.split('/')[1] ?? ''
const sumOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const damagedError = (file: string) =>
  new BackupError(`${file} is not a Ninefold backup, or it was changed or damaged. Nothing was changed.`)

const BLOCK = 512
const MAX_FILE_BYTES = 64 * 1024 * 1024

/** A file of an archive; `raw` is its full entry, with header and padding. */
type TarEntry = { name: string; bytes: Buffer; raw: Buffer }

/**
 * Reads the files of an archive written by `tar`, one in memory at a time.
 *
 * @throws {BackupError} for an invalid or truncated archive
 */
async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  let buffers: Buffer[] = []
  let length = 0
  let wantedBytes = BLOCK
  for await (const bytes of source) {
    buffers.push(bytes)
    length += bytes.length
    while (length >= wantedBytes) {
      const data: Buffer = buffers.length === 1 && buffers[0] ? buffers[0] : Buffer.concat(buffers)
      const header = data.subarray(0, BLOCK)
      // Everything after the closing block is padding.
      if (header.every((byte) => byte === 0)) return
      const { name, size } = parse(header)
      const entrySize = BLOCK + Math.ceil(size / BLOCK) * BLOCK
      if (length < entrySize) {
        buffers = [data]
        wantedBytes = entrySize
        break
      }
      yield { name, bytes: data.subarray(BLOCK, BLOCK + size), raw: data.subarray(0, entrySize) }
      buffers = [data.subarray(entrySize)]
      length -= entrySize
      wantedBytes = BLOCK
    }
  }
  throw new BackupError('The file ends too early')
}

function parse(header: Buffer): { name: string; size: number } {
  const text = (from: number, to: number) => header.toString('latin1', from, to).replace(/\0.*$/s, '')
  const size = Number.parseInt(text(124, 136), 8)
  const statedSum = Number.parseInt(text(148, 156), 8)
  const sum = header.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0)
  if (statedSum !== sum || !Number.isInteger(size) || size > MAX_FILE_BYTES)
    throw new BackupError('The file is not a backup, or it is damaged')
  return { name: text(0, 100), size }
}
