export type WideEncoding = 'utf-16le' | 'utf-16be' | 'utf-32le' | 'utf-32be'

/** Byte order marks; the longer of two with the same beginning comes first. */
const BYTE_ORDER_MARKS: readonly [WideEncoding, readonly number[]][] = [
  ['utf-32le', [0xff, 0xfe, 0, 0]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-32be', [0, 0, 0xfe, 0xff]],
  ['utf-16be', [0xfe, 0xff]],
]

/** Detects two-byte and four-byte encodings by their mark, or by the positions of zero bytes; null for other text. */
export function detectWideEncoding(bytes: Uint8Array): { encoding: WideEncoding; markLength: number } | null {
  for (const [encoding, mark] of BYTE_ORDER_MARKS) {
    if (mark.every((byte, index) => bytes[index] === byte)) return { encoding, markLength: mark.length }
  }
  const encoding = detectWithoutMark(bytes)
  return encoding && { encoding, markLength: 0 }
}

/** Detects wide encodings of mostly Latin text, where most bytes but one of each two or four are zero. */
function detectWithoutMark(bytes: Uint8Array): WideEncoding | null {
  const groupCount = Math.min(Math.floor(bytes.length / 4), 512)
  if (groupCount < 1) return null
  const zeroCounts = [0, 0, 0, 0]
  for (let index = 0; index < groupCount * 4; index++) {
    if (bytes[index] === 0) zeroCounts[index % 4] = (zeroCounts[index % 4] ?? 0) + 1
  }
  const [a = 0, b = 0, c = 0, d = 0] = zeroCounts.map((count) => count / groupCount)
  if (b > 0.6 && c > 0.6 && d > 0.9 && a < 0.3) return 'utf-32le'
  if (a > 0.9 && b > 0.6 && c > 0.6 && d < 0.3) return 'utf-32be'
  const [evenZeros, oddZeros] = [(a + c) / 2, (b + d) / 2]
  if (oddZeros > 0.6 && evenZeros < 0.1) return 'utf-16le'
  return evenZeros > 0.6 && oddZeros < 0.1 ? 'utf-16be' : null
}

const REPLACEMENT_CHARACTER = 0xfffd
const DECODE_BATCH = 4096

/** Decodes UTF-32; the bytes are whole groups of four. */
export function decodeUtf32(bytes: Uint8Array, isLittleEndian: boolean): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let text = ''
  for (let start = 0; start + 4 <= bytes.length; start += DECODE_BATCH * 4) {
    const end = Math.min(start + DECODE_BATCH * 4, bytes.length - (bytes.length % 4))
    const codePoints: number[] = []
    for (let offset = start; offset < end; offset += 4) {
      const codePoint = view.getUint32(offset, isLittleEndian)
      codePoints.push(
        codePoint > 0x10ffff || (codePoint >= 0xd800 && codePoint <= 0xdfff)
          ? REPLACEMENT_CHARACTER
          : codePoint,
      )
    }
    text += String.fromCodePoint(...codePoints)
  }
  return text
}
