const STRICT = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Characters of Windows-1252, by byte. */
export const WINDOWS_1252 = [
  ...new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte)),
]

/**
 * Decodes UTF-8; bytes outside a valid sequence become their Windows-1252 character. A surrogate pair written as two
 * three-byte sequences (CESU-8, from some databases) becomes one character.
 */
export function decodeUtf8Tolerant(bytes: Uint8Array): string {
  try {
    return STRICT.decode(bytes)
  } catch {
    return decodeBySequence(bytes)
  }
}

function decodeBySequence(bytes: Uint8Array): string {
  const parts: string[] = []
  let runStart = 0
  let position = 0
  const flush = (): void => {
    if (position > runStart) parts.push(STRICT.decode(bytes.subarray(runStart, position)))
  }
  while (position < bytes.length) {
    const length = sequenceLength(bytes, position)
    if (length > 0) {
      position += length
      continue
    }
    flush()
    const pair = surrogatePair(bytes, position)
    parts.push(pair ?? WINDOWS_1252[bytes[position] ?? 0] ?? '')
    position += pair ? 6 : 1
    runStart = position
  }
  flush()
  return parts.join('')
}

/**
 * True if the bytes are strict UTF-8 (except for a cut last sequence), or have more whole sequences than stray bytes.
 */
export function isMostlyUtf8(bytes: Uint8Array): boolean {
  const end = bytes.length - incompleteTail(bytes)
  let sequences = 0
  let strays = 0
  for (let position = 0; position < end; ) {
    const length = surrogatePair(bytes, position) ? 6 : sequenceLength(bytes, position)
    if (length > 1) sequences++
    if (length === 0) strays++
    position += Math.max(length, 1)
  }
  return strays === 0 || sequences > strays
}

/** Length of the valid UTF-8 sequence at the position; 0 if there is none (Unicode 16, table 3-7). */
function sequenceLength(bytes: Uint8Array, position: number): number {
  const lead = bytes[position] ?? 0
  if (lead < 0x80) return 1
  const length = lengthByLead(lead)
  if (length === 0) return 0
  const [low, high] = secondByteRange(lead)
  const second = bytes[position + 1] ?? 0
  if (second < low || second > high) return 0
  for (let offset = 2; offset < length; offset++) {
    if (!isContinuation(bytes[position + offset])) return 0
  }
  return length
}

function lengthByLead(lead: number): number {
  if (lead >= 0xc2 && lead <= 0xdf) return 2
  if (lead >= 0xe0 && lead <= 0xef) return 3
  return lead >= 0xf0 && lead <= 0xf4 ? 4 : 0
}

/** Narrower ranges of the second byte exclude overlong forms, surrogates and code points above U+10FFFF. */
function secondByteRange(lead: number): [number, number] {
  if (lead === 0xe0) return [0xa0, 0xbf]
  if (lead === 0xed) return [0x80, 0x9f]
  if (lead === 0xf0) return [0x90, 0xbf]
  return lead === 0xf4 ? [0x80, 0x8f] : [0x80, 0xbf]
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x80 && byte <= 0xbf
}

function surrogatePair(bytes: Uint8Array, position: number): string | null {
  // A quick exit, because this runs for every sequence and nearly none begins like this.
  if (bytes[position] !== 0xed) return null
  const [lead1, high, low1, lead2, low, low2] = bytes.subarray(position, position + 6)
  if (lead1 !== 0xed || lead2 !== 0xed || low2 === undefined || low === undefined) return null
  if (high === undefined || high < 0xa0 || high > 0xaf || low < 0xb0 || low > 0xbf) return null
  if (!isContinuation(low1) || !isContinuation(low2)) return null
  const unit = (second: number, third: number): number => 0xd000 | ((second & 0x3f) << 6) | (third & 0x3f)
  return String.fromCharCode(unit(high, low1 ?? 0), unit(low, low2))
}

/** Number of trailing bytes that may begin a sequence completed by the next chunk (0 to 5). */
export function incompleteTail(bytes: Uint8Array): number {
  const length = bytes.length
  for (let back = 1; back <= Math.min(3, length); back++) {
    const byte = bytes[length - back] ?? 0
    if (isContinuation(byte)) continue
    // The first half of a CESU-8 pair also waits for its second half.
    const expected = lengthByLead(byte)
    if (expected <= back) return surrogateTail(bytes, length)
    return back + surrogateTail(bytes, length - back)
  }
  return surrogateTail(bytes, length)
}

function surrogateTail(bytes: Uint8Array, end: number): number {
  const second = bytes[end - 2] ?? 0
  const isHighSurrogate = bytes[end - 3] === 0xed && second >= 0xa0 && second <= 0xaf
  return isHighSurrogate ? 3 : 0
}
