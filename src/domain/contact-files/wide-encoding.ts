export type WideEncoding = 'utf-16le' | 'utf-16be' | 'utf-32le' | 'utf-32be'

/** Byte order marks; the longer of two with the same beginning comes first. */
const MARKS: readonly [WideEncoding, readonly number[]][] = [
  ['utf-32le', [0xff, 0xfe, 0, 0]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-32be', [0, 0, 0xfe, 0xff]],
  ['utf-16be', [0xfe, 0xff]],
]

/** Detects two-byte and four-byte encodings by their mark, or by the positions of zero bytes; null for other text. */
export function detectWideEncoding(bytes: Uint8Array): { encoding: WideEncoding; markLength: number } | null {
  for (const [encoding, mark] of MARKS) {
    if (mark.every((byte, index) => bytes[index] === byte)) return { encoding, markLength: mark.length }
  }
  const encoding = withoutMark(bytes)
  return encoding && { encoding, markLength: 0 }
}

/** Mostly Latin text has zeros in nearly all but one of each two or four bytes. */
function withoutMark(bytes: Uint8Array): WideEncoding | null {
  const groups = Math.min(Math.floor(bytes.length / 4), 512)
  if (groups < 1) return null
  const zeros = [0, 0, 0, 0]
  for (let index = 0; index < groups * 4; index++) {
    if (bytes[index] === 0) zeros[index % 4] = (zeros[index % 4] ?? 0) + 1
  }
  const [a = 0, b = 0, c = 0, d = 0] = zeros.map((count) => count / groups)
  if (b > 0.6 && c > 0.6 && d > 0.9 && a < 0.3) return 'utf-32le'
  if (a > 0.9 && b > 0.6 && c > 0.6 && d < 0.3) return 'utf-32be'
  const [even, odd] = [(a + c) / 2, (b + d) / 2]
  if (odd > 0.6 && even < 0.1) return 'utf-16le'
  return even > 0.6 && odd < 0.1 ? 'utf-16be' : null
}

const REPLACEMENT = 0xfffd
const DECODE_BATCH = 4096

/** Decodes UTF-32; the bytes are whole groups of four. */
export function decodeUtf32(bytes: Uint8Array, littleEndian: boolean): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let text = ''
  for (let start = 0; start + 4 <= bytes.length; start += DECODE_BATCH * 4) {
    const end = Math.min(start + DECODE_BATCH * 4, bytes.length - (bytes.length % 4))
    const points: number[] = []
    for (let at = start; at < end; at += 4) {
      const point = view.getUint32(at, littleEndian)
      points.push(point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff) ? REPLACEMENT : point)
    }
    text += String.fromCodePoint(...points)
  }
  return text
}
