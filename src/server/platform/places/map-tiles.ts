import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { ConfigError } from '../config-error.ts'
import { AppError } from '../errors.ts'

/** A part of the file. */
export type TileRange = { bytes: Buffer; contentRange: string; etag: string }

/** A PMTiles file, read by ranges of bytes. Its path comes from the operator and never from a request. */
export type MapTiles = {
  /** @throws {AppError} invalid without one range of at most `MAX_TILE_BYTES` within the file */
  read(range: string | undefined): Promise<TileRange>
  close(): Promise<void>
}

/** Largest part of the file that one response holds. Directories and tiles are smaller. */
const MAX_TILE_BYTES = 4 * 1024 * 1024
const RANGE_PATTERN = /^bytes=(\d{1,15})-(\d{1,15})$/
const SIGNATURE = 'PMTiles'
const VERSION = 3

/** Opens the file of `MAP_TILES`; null without one. @throws {ConfigError} if it can't be read or isn't a PMTiles file of version 3 */
export async function openMapTiles(file: string | null): Promise<MapTiles | null> {
  if (file === null) return null
  const handle = await open(file, 'r').catch((error: NodeJS.ErrnoException) => {
    throw new ConfigError(`MAP_TILES: can't read ${file} (${error.code})`)
  })
  try {
    return await tilesOf(handle, file)
  } catch (error) {
    await handle.close()
    throw error
  }
}

async function tilesOf(handle: FileHandle, file: string): Promise<MapTiles> {
  const stats = await handle.stat()
  const header = await readBytes(handle, 0, SIGNATURE.length + 1)
  if (
    !stats.isFile() ||
    header.toString('latin1', 0, SIGNATURE.length) !== SIGNATURE ||
    header.at(-1) !== VERSION
  )
    throw new ConfigError(`MAP_TILES: ${file} is not a PMTiles file of version 3`)
  const etag = `"${createHash('sha256').update(`${stats.size} ${stats.mtimeMs}`).digest('hex').slice(0, 32)}"`
  return {
    async read(range) {
      const [, first, last] = RANGE_PATTERN.exec(range ?? '') ?? []
      const from = Number(first)
      const to = Math.min(Number(last), stats.size - 1)
      if (first === undefined || from > to || to - from >= MAX_TILE_BYTES)
        throw new AppError('invalid', 'Ask for one range of up to 4 MiB, such as bytes=0-16383')
      const bytes = await readBytes(handle, from, to - from + 1)
      return { bytes, contentRange: `bytes ${from}-${to}/${stats.size}`, etag }
    },
    close: () => handle.close(),
  }
}

async function readBytes(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}
