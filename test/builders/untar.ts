import { expect } from 'vitest'

/** Files of a tar archive by name, with their checksums checked. */
export function untar(archive: Buffer): Map<string, string> {
  const files = new Map<string, string>()
  for (let offset = 0; archive[offset] !== 0; ) {
    const name = archive.toString('ascii', offset, offset + 100).replace(/\0.*$/s, '')
    const size = Number.parseInt(archive.toString('ascii', offset + 124, offset + 135), 8)
    const block = archive.subarray(offset, offset + 512)
    const statedSum = Number.parseInt(archive.toString('ascii', offset + 148, offset + 154), 8)
    const sum = block.reduce((total, byte, i) => total + (i >= 148 && i < 156 ? 32 : byte), 0)
    expect([name, sum]).toEqual([name, statedSum])
    files.set(name, archive.toString('utf8', offset + 512, offset + 512 + size))
    offset += 512 + Math.ceil(size / 512) * 512
  }
  return files
}
