import { once } from 'node:events'
import { createInflateRaw } from 'node:zlib'
import { createRegistryReader, type RegistryEntry } from '#domain/compliance/do-not-call-file.ts'
import { AppError } from '#server/platform/errors.ts'
import { MAX_AREA_CODES_PER_FILE, MAX_REGISTRY_BYTES } from '../limits.ts'

const NUMBERS_PER_AREA_CODE = 10_000_000

/** Numbers of one area code in a file, as bits: those it lists, and those that a change list removes. */
export type AreaCodeNumbers = { added: Buffer; removed: Buffer | null }

export type RegistryContent = {
  areaCodes: Map<string, AreaCodeNumbers>
  numbers: number
  skipped: { count: number; examples: string[] }
}

/**
 * Reads a registry file as it arrives, unpacking a ZIP file with one entry.
 *
 * @throws {AppError} unprocessable when it has no numbers or too many area codes; too_large when it unpacks to too much
 */
export async function readRegistry(bytes: AsyncIterable<Uint8Array>): Promise<RegistryContent> {
  const reader = createRegistryReader()
  const areaCodes = new Map<string, AreaCodeNumbers>()
  let numbers = 0
  const addEntry = ({ areaCode, number, isRemoved }: RegistryEntry) => {
    let numbersOfCode = areaCodes.get(areaCode)
    if (!numbersOfCode) {
      if (areaCodes.size >= MAX_AREA_CODES_PER_FILE)
        throw new AppError(
          'unprocessable',
          `This file has more than ${MAX_AREA_CODES_PER_FILE} area codes. Upload the area codes you call.`,
        )
      numbersOfCode = { added: emptyBits(), removed: null }
      areaCodes.set(areaCode, numbersOfCode)
    }
    if (isRemoved) numbersOfCode.removed ??= emptyBits()
    setBit(isRemoved && numbersOfCode.removed ? numbersOfCode.removed : numbersOfCode.added, number)
    numbers += 1
  }
  const decoder = new TextDecoder()
  for await (const chunk of unpack(bytes)) reader.read(decoder.decode(chunk, { stream: true }), addEntry)
  reader.end(addEntry)
  const skipped = reader.skipped()
  if (numbers === 0)
    throw new AppError(
      'unprocessable',
      'We found no phone numbers in this file. Upload the file as you downloaded it from the registry.',
    )
  return { areaCodes, numbers, skipped }
}

function emptyBits(): Buffer {
  return Buffer.alloc(NUMBERS_PER_AREA_CODE / 8)
}

/** Sets a bit. Bits count from the lowest of each byte, as in PostgreSQL's `get_bit`. */
function setBit(bits: Buffer, number: number): void {
  const index = number >> 3
  bits[index] = (bits[index] ?? 0) | (1 << (number & 7))
}

/** Adds and removes the numbers of a file. @returns the new bits and how many are set */
export function applyNumbers(storedBits: Buffer | null, { added, removed }: AreaCodeNumbers) {
  const bits = storedBits ? Buffer.from(storedBits) : emptyBits()
  let numbers = 0
  for (let index = 0; index < bits.length; index += 1) {
    const byte = ((bits[index] ?? 0) & ~(removed?.[index] ?? 0)) | (added[index] ?? 0)
    bits[index] = byte
    numbers += BIT_COUNTS[byte] ?? 0
  }
  return { bits, numbers }
}

/** Number of set bits for each byte value. */
const BIT_COUNTS = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll('0', '').length)

const ZIP_SIGNATURE = 0x04034b50
const ZIP_HEADER_BYTES = 30
const [STORED, DEFLATED] = [0, 8]

async function* unpack(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const chunks = bytes[Symbol.asyncIterator]()
  let head = Buffer.alloc(0)
  async function hasRead(length: number): Promise<boolean> {
    while (head.length < length) {
      const { value, done } = await chunks.next()
      if (done) return false
      head = Buffer.concat([head, value])
    }
    return true
  }
  async function* readFrom(start: number): AsyncGenerator<Uint8Array> {
    yield head.subarray(start)
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value
  }

  const isZip = (await hasRead(ZIP_HEADER_BYTES)) && head.readUInt32LE(0) === ZIP_SIGNATURE
  if (!isZip) {
    yield* readFrom(0)
    return
  }
  const method = head.readUInt16LE(8)
  const storedBytes = head.readUInt32LE(18)
  const start = ZIP_HEADER_BYTES + head.readUInt16LE(26) + head.readUInt16LE(28)
  if (!(await hasRead(start))) throw brokenZipError()
  if (method === DEFLATED) yield* inflateEntry(readFrom(start))
  // A stored entry without a length in its header has no recognizable end.
  else if (method === STORED && storedBytes > 0) yield* takeBytes(readFrom(start), storedBytes)
  else throw brokenZipError()
}

/** Yields the first bytes; reads and drops the others. */
async function* takeBytes(chunks: AsyncIterable<Uint8Array>, length: number): AsyncGenerator<Uint8Array> {
  let remaining = length
  for await (const chunk of chunks) {
    yield chunk.subarray(0, remaining)
    remaining -= Math.min(remaining, chunk.length)
  }
  if (remaining > 0) throw brokenZipError()
}

/** Inflates the first entry of a ZIP file; reads and drops the rest. */
async function* inflateEntry(compressed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const inflate = createInflateRaw()
  async function feed(): Promise<void> {
    // The stream accepts no data after the end of the entry.
    for await (const chunk of compressed)
      if (!inflate.writableEnded && !inflate.write(chunk))
        await Promise.race([once(inflate, 'drain'), once(inflate, 'close')])
    inflate.end()
  }
  const feeding = feed()
  feeding.catch((error: Error) => inflate.destroy(error))
  let unpackedBytes = 0
  try {
    for await (const chunk of inflate as AsyncIterable<Uint8Array>) {
      unpackedBytes += chunk.length
      if (unpackedBytes > MAX_REGISTRY_BYTES)
        throw new AppError('too_large', `Files can be up to ${MAX_REGISTRY_BYTES / 1024 / 1024} MB unpacked`)
      yield chunk
    }
    await feeding
  } catch (error) {
    throw error instanceof AppError ? error : brokenZipError()
  } finally {
    inflate.destroy()
  }
}

function brokenZipError(): AppError {
  return new AppError('unprocessable', 'We can’t read this ZIP file. Unpack it and upload the file inside.')
}
