// A PMTiles file with one tile for the whole world, which is all water.
import { writeFile } from 'node:fs/promises'

const HEADER_BYTES = 127
const EXTENT = 4096

/** Writes a valid file of version 3 without compression. */
export async function writeMapTiles(file: string): Promise<void> {
  const tile = waterTile()
  // One entry: tile 0, for one tile, with its length and its offset plus one.
  const directory = bytes(1, 0, 1, ...varint(tile.length), 1)
  const metadata = Buffer.from(JSON.stringify({ vector_layers: [{ id: 'water', fields: {} }] }))
  const header = Buffer.alloc(HEADER_BYTES)
  header.write('PMTiles', 'latin1')
  header.writeUInt8(3, 7)
  const sections = [directory, metadata, Buffer.alloc(0), tile]
  let offset = HEADER_BYTES
  for (const [i, section] of sections.entries()) {
    header.writeBigUInt64LE(BigInt(offset), 8 + 16 * i)
    header.writeBigUInt64LE(BigInt(section.length), 16 + 16 * i)
    offset += section.length
  }
  for (const at of [72, 80, 88]) header.writeBigUInt64LE(1n, at)
  // Clustered, no compression of directories and tiles, vector tiles, zoom 0 to 0.
  header.set([1, 1, 1, 1, 0, 0], 96)
  const corners = [-180, -85, 180, 85]
  for (const [i, degrees] of corners.entries()) header.writeInt32LE(degrees * 1e7, 102 + 4 * i)
  await writeFile(file, Buffer.concat([header, ...sections]))
}

function bytes(...values: number[]): Buffer {
  return Buffer.from(values)
}

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...varint(value >>> 7)]
}

const zigzag = (value: number) => varint(value < 0 ? -2 * value - 1 : 2 * value)

/** A protocol-buffer field with length. */
function field(number: number, content: Buffer): Buffer {
  return Buffer.concat([bytes((number << 3) | 2, ...varint(content.length)), content])
}

function waterTile(): Buffer {
  const geometry = bytes(
    ...[9, ...zigzag(0), ...zigzag(0)],
    ...[
      26,
      ...zigzag(EXTENT),
      ...zigzag(0),
      ...zigzag(0),
      ...zigzag(EXTENT),
      ...zigzag(-EXTENT),
      ...zigzag(0),
    ],
    15,
  )
  const polygon = Buffer.concat([bytes(24, 3), field(4, geometry)])
  const layer = Buffer.concat([
    bytes(120, 2),
    field(1, Buffer.from('water')),
    field(2, polygon),
    bytes(40, ...varint(EXTENT)),
  ])
  return field(3, layer)
}
