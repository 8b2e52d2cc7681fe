import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { BackupError } from './backup-error.ts'
import type { BackupKey } from './backup-keys.ts'

/** Magic number of an encrypted backup. */
const MAGIC = Buffer.from('NINEFOLD-SEALED-1\n')
const SALT = 32
const ID = 8
const TAG = 16
const CHUNK = 64 * 1024
export const HEADER_BYTES = MAGIC.length + ID + SALT

type Bytes = AsyncIterable<Buffer>

/**
 * Encrypts in chunks of 64 KiB with AES-256-GCM under a key for this file only. The nonce contains the chunk's number and
 * whether it is the last, so that chunks can't be dropped, repeated, moved or cut off.
 */
export async function* seal(source: Bytes, key: BackupKey): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT)
  const secret = fileKey(key, salt)
  yield Buffer.concat([MAGIC, key.id, salt])
  let count = 0
  for await (const { bytes, isLast } of chunksOf(source, CHUNK)) {
    const cipher = createCipheriv('aes-256-gcm', secret, nonceOf(count++, isLast))
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
  }
}

/** True for the first bytes of an encrypted backup. */
export function isSealed(header: Buffer): boolean {
  return header.subarray(0, MAGIC.length).equals(MAGIC)
}

/** Decrypts what follows the header. @throws {BackupError} for a changed or truncated file */
export async function* unseal(source: Bytes, secret: Buffer): AsyncGenerator<Buffer> {
  let count = 0
  for await (const { bytes, isLast } of chunksOf(source, CHUNK + TAG)) {
    yield decrypt(bytes, secret, nonceOf(count++, isLast))
  }
}

/** Key of the file with this header. @throws {BackupError} without the right key */
export function keyOfFile(header: Buffer, keys: readonly BackupKey[]): Buffer {
  if (header.length < HEADER_BYTES) throw new BackupError('The file ends too early')
  return fileKey(keyOf(header, keys), header.subarray(MAGIC.length + ID))
}

function decrypt(bytes: Buffer, secret: Buffer, nonce: Buffer): Buffer {
  if (bytes.length < TAG) throw new BackupError('The file ends too early')
  const decipher = createDecipheriv('aes-256-gcm', secret, nonce)
  decipher.setAuthTag(bytes.subarray(bytes.length - TAG))
  const text = decipher.update(bytes.subarray(0, bytes.length - TAG))
  try {
    decipher.final()
  } catch {
    throw new BackupError('The file was changed or damaged')
  }
  return text
}

function keyOf(head: Buffer, keys: readonly BackupKey[]): BackupKey {
  const id = head.subarray(MAGIC.length, MAGIC.length + ID)
  const key = keys.find((each) => each.id.equals(id))
  if (key) return key
  throw new BackupError(
    keys.length === 0
      ? 'The backup is encrypted: set BACKUP_KEY to the key it was made with'
      : `The backup was made with another key (${id.toString('hex')}): add that key to BACKUP_KEY`,
  )
}

function fileKey(key: BackupKey, salt: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', key.secret, salt, 'ninefold backup file', 32))
}

function nonceOf(count: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(count, 5, 6)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

/** Splits bytes into chunks of equal size; the last one may be smaller or empty. */
export async function* chunksOf(
  source: Bytes,
  size: number,
): AsyncGenerator<{ bytes: Buffer; isLast: boolean }> {
  let buffers: Buffer[] = []
  let length = 0
  for await (const bytes of source) {
    buffers.push(bytes)
    length += bytes.length
    if (length <= size) continue
    const data: Buffer = Buffer.concat(buffers)
    let at = 0
    // The last chunk is held back until it is clear whether more follows.
    for (; data.length - at > size; at += size) yield { bytes: data.subarray(at, at + size), isLast: false }
    buffers = [data.subarray(at)]
    length = data.length - at
  }
  yield { bytes: Buffer.concat(buffers), isLast: true }
}
