import { once } from 'node:events'
import { createInflateRaw } from 'node:zlib'
import { createRegistryReader, type RegistryEntry } from '#domain/compliance/do-not-call-file.ts'
import { AppError } from '#server/platform/errors.ts'
import { MAX_AREA_CODES_PER_FILE, MAX_REGISTRY_BYTES } from '../limits.ts'

const NUMBERS_PER_AREA_CODE = 10_000_000

/** The numbers of one area code in a file: those it lists, and those a change list takes off. */
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
    let known = areaCodes.get(areaCode)
    if (!known) {
      if (areaCodes.size >= MAX_AREA_CODES_PER_FILE)
        throw new AppError(
          'unprocessable',
          `This file has more than ${MAX_AREA_CODES_PER_FILE} area codes. Upload the area codes you call.`,
        )
      known = { added: emptyBits(), removed: null }
      areaCodes.set(areaCode, known)
    }
    if (isRemoved) known.removed ??= emptyBits()
    setBit(isRemoved && known.removed ? known.removed : known.added, number)
    numbers += 1
  }
  const decoder = new TextDecoder()
  for await (const piece of unpacked(bytes)) reader.read(decoder.decode(piece, { stream: true }), addEntry)
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

/** Bits count from the lowest of each byte, as `get_bit` of PostgreSQL does. */
function setBit(bits: Buffer, number: number): void {
  const at = number >> 3
  bits[at] = (bits[at] ?? 0) | (1 << (number & 7))
}

/** Adds and removes the numbers of a file. @returns the result and how many numbers it has */
export function applyNumbers(before: Buffer | null, { added, removed }: AreaCodeNumbers) {
  const bits = before ? Buffer.from(before) : emptyBits()
  let numbers = 0
  for (let at = 0; at < bits.length; at += 1) {
    const byte = ((bits[at] ?? 0) & ~(removed?.[at] ?? 0)) | (added[at] ?? 0)
    bits[at] = byte
    numbers += BIT_COUNTS[byte] ?? 0
  }
  return { bits, numbers }
}

/** How many bits of each byte are set. */
const BIT_COUNTS = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll('0', '').length)

const ZIP_SIGNATURE = 0x04034b50
const ZIP_HEADER_BYTES = 30
const [STORED, DEFLATED] = [0, 8]

async function* unpacked(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const pieces = bytes[Symbol.asyncIterator]()
  let head = Buffer.alloc(0)
  async function hasRead(length: number): Promise<boolean> {
    while (head.length < length) {
      const { value, done } = await pieces.next()
      if (done) return false
      head = Buffer.concat([head, value])
    }
    return true
  }
  async function* from(start: number): AsyncGenerator<Uint8Array> {
    yield head.subarray(start)
    for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value
  }

  const isZip = (await hasRead(ZIP_HEADER_BYTES)) && head.readUInt32LE(0) === ZIP_SIGNATURE
  if (!isZip) {
    yield* from(0)
    return
  }
  const method = head.readUInt16LE(8)
  const storedBytes = head.readUInt32LE(18)
  const start = ZIP_HEADER_BYTES + head.readUInt16LE(26) + head.readUInt16LE(28)
  if (!(await hasRead(start))) throw brokenZip()
  if (method === DEFLATED) yield* inflated(from(start))
  // An entry whose length comes after it can't be told from what follows.
  else if (method === STORED && storedBytes > 0) yield* firstBytes(from(start), storedBytes)
  else throw brokenZip()
}

/** The first bytes; the others are read and dropped. */
async function* firstBytes(pieces: AsyncIterable<Uint8Array>, length: number): AsyncGenerator<Uint8Array> {
  let left = length
  for await (const piece of pieces) {
    yield piece.subarray(0, left)
    left -= Math.min(left, piece.length)
  }
  if (left > 0) throw brokenZip()
}

/** Inflates the first entry of a ZIP file; what follows it is read and dropped. */
async function* inflated(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const inflate = createInflateRaw()
  async function feed(): Promise<void> {
    // After the end of the entry, the stream takes nothing more.
    for await (const piece of packed)
      if (!inflate.writableEnded && !inflate.write(piece))
        await Promise.race([once(inflate, 'drain'), once(inflate, 'close')])
    inflate.end()
  }
  const fed = feed()
  fed.catch((error: Error) => inflate.destroy(error))
  let unpackedBytes = 0
  try {
    for await (const piece of inflate as AsyncIterable<Uint8Array>) {
      unpackedBytes += piece.length
      if (unpackedBytes > MAX_REGISTRY_BYTES)
        throw new AppError('too_large', `Files can be up to ${MAX_REGISTRY_BYTES / 1024 / 1024} MB unpacked`)
      yield piece
    }
    await fed
  } catch (error) {
    throw error instanceof AppError ? error : brokenZip()
  } finally {
    inflate.destroy()
  }
}

function brokenZip(): AppError {
  return new AppError('unprocessable', 'We can’t read this ZIP file. Unpack it and upload the file inside.')
}
