const BLOCK = 512

/** One file of an archive, held in memory: `name` is ASCII with at most 100 characters. */
export type TarFile = { name: string; bytes: Buffer }

/**
 * A tar archive in the POSIX ustar format, a file at a time.
 *
 * @throws {RangeError} for a name or size that the format cannot hold
 */
export async function* tar(files: AsyncIterable<TarFile>, at: Date): AsyncGenerator<Buffer> {
  for await (const { name, bytes } of files) {
    yield header(name, bytes.length, at)
    yield bytes
    const rest = bytes.length % BLOCK
    if (rest > 0) yield Buffer.alloc(BLOCK - rest)
  }
  yield Buffer.alloc(2 * BLOCK)
}

function header(name: string, size: number, at: Date): Buffer {
  if (!/^[\x21-\x7e]{1,100}$/.test(name))
    throw new RangeError('A name in an archive has 1 to 100 ASCII characters')
  if (size >= 8 ** 11) throw new RangeError('A file in an archive has less than 8 GiB')
  const block = Buffer.alloc(BLOCK)
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`
  block.write(name, 0, 'ascii')
  block.write(octal(0o600, 7), 100)
  block.write(octal(0, 7), 108)
  block.write(octal(0, 7), 116)
  block.write(octal(size, 11), 124)
  block.write(octal(Math.floor(at.getTime() / 1000), 11), 136)
  // The sum is taken with blanks in its own place.
  block.write('        ', 148)
  block.write('0', 156)
  block.write('ustar\x0000', 257)
  const sum = block.reduce((total, byte) => total + byte, 0)
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return block
}
