import { BackupError } from './backup-error.ts'

const BLOCK = 512
const MAX_FILE_BYTES = 64 * 1024 * 1024

/** A file of an archive; `raw` is its full entry, with header and padding. */
export type TarEntry = { name: string; bytes: Buffer; raw: Buffer }

/**
 * Reads the files of an archive written by `tar`, one in memory at a time.
 *
 * @throws {BackupError} for an invalid or truncated archive
 */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  let held: Buffer[] = []
  let length = 0
  let wanted = BLOCK
  for await (const bytes of source) {
    held.push(bytes)
    length += bytes.length
    while (length >= wanted) {
      const all: Buffer = held.length === 1 && held[0] ? held[0] : Buffer.concat(held)
      const header = all.subarray(0, BLOCK)
      // Everything after the closing block is padding.
      if (header.every((byte) => byte === 0)) return
      const { name, size } = parse(header)
      const whole = BLOCK + Math.ceil(size / BLOCK) * BLOCK
      if (length < whole) {
        held = [all]
        wanted = whole
        break
      }
      yield { name, bytes: all.subarray(BLOCK, BLOCK + size), raw: all.subarray(0, whole) }
      held = [all.subarray(whole)]
      length -= whole
      wanted = BLOCK
    }
  }
  throw new BackupError('The file ends too early')
}

function parse(header: Buffer): { name: string; size: number } {
  const text = (from: number, to: number) => header.toString('latin1', from, to).replace(/\0.*$/s, '')
  const size = Number.parseInt(text(124, 136), 8)
  const told = Number.parseInt(text(148, 156), 8)
  const sum = header.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0)
  if (told !== sum || !Number.isInteger(size) || size > MAX_FILE_BYTES)
    throw new BackupError('The file is not a backup, or it is damaged')
  return { name: text(0, 100), size }
}
