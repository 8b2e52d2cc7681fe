const BLOCK = 512

/** A file for an archive, in memory; `name` is ASCII with at most 100 characters. */
export type TarFile = { name: string; bytes: Buffer }

/**
 * Streams a tar archive in POSIX ustar format, one file at a time.
 *
 * @throws {RangeError} for a name or size the format doesn't support
 */
export async function* tar(files: AsyncIterable<TarFile>, at: Date): AsyncGenerator<Buffer> {
  for await (const { name, bytes } of files) {
    yield header(name, bytes.length, at)
    yield bytes
    const overhang = bytes.length % BLOCK
    if (overhang > 0) yield Buffer.alloc(BLOCK - overhang)
  }
  yield Buffer.alloc(2 * BLOCK)
}

function header(name: string, size: number, at: Date): Buffer {
  if (!/^[\x21-\x7e]{1,100}$/.test(name))
    throw new RangeError('A file name in an archive must have 1 to 100 ASCII characters')
  if (size >= 8 ** 11) throw new RangeError('A file in an archive must be smaller than 8 GiB')
  const block = Buffer.alloc(BLOCK)
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`
  block.write(name, 0, 'ascii')
  block.write(octal(0o600, 7), 100)
  block.write(octal(0, 7), 108)
  block.write(octal(0, 7), 116)
  block.write(octal(size, 11), 124)
  block.write(octal(Math.floor(at.getTime() / 1000), 11), 136)
  // The checksum is computed with spaces in its own field.
  block.write('        ', 148)
  block.write('0', 156)
  block.write('ustar\x0000', 257)
  const sum = block.reduce((total, byte) => total + byte, 0)
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return block
}
