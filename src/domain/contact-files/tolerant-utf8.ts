const STRICT_UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Characters of Windows-1252, by byte. */
export const WINDOWS_1252 = [
  ...new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte)),
]

/** Valid UTF-8 sequences of several bytes (Unicode 16, table 3-7), each byte as one character. */
const SEQUENCE =
  '[\\xc2-\\xdf][\\x80-\\xbf]|\\xe0[\\xa0-\\xbf][\\x80-\\xbf]|\\xed[\\x80-\\x9f][\\x80-\\xbf]|' +
  '[\\xe1-\\xec\\xee\\xef][\\x80-\\xbf]{2}|\\xf0[\\x90-\\xbf][\\x80-\\xbf]{2}|' +
  '[\\xf1-\\xf3][\\x80-\\xbf]{3}|\\xf4[\\x80-\\x8f][\\x80-\\xbf]{2}'

/** A surrogate pair written as two sequences of three bytes (CESU-8, from some databases). */
const SURROGATE_PAIR = '\\xed[\\xa0-\\xaf][\\x80-\\xbf]\\xed[\\xb0-\\xbf][\\x80-\\xbf]'

const NON_ASCII = new RegExp(`((?:${SEQUENCE})+)|(${SURROGATE_PAIR})|[\\x80-\\xff]`, 'g')

/** Decodes UTF-8; bytes outside a valid sequence become their Windows-1252 character. */
export function decodeUtf8Tolerant(bytes: Uint8Array): string {
  try {
    return STRICT_UTF8.decode(bytes)
  } catch {
    return bytesAsCharacters(bytes).replace(NON_ASCII, (run, sequences, pair) => {
      if (sequences) return STRICT_UTF8.decode(Buffer.from(run, 'latin1'))
      return pair ? decodeSurrogatePair(run) : (WINDOWS_1252[run.charCodeAt(0)] ?? '')
    })
  }
}

function decodeSurrogatePair(bytes: string): string {
  const unit = (offset: number) =>
    0xd000 | ((bytes.charCodeAt(offset) & 0x3f) << 6) | (bytes.charCodeAt(offset + 1) & 0x3f)
  return String.fromCharCode(unit(1), unit(4))
}

/**
 * True if the bytes are strict UTF-8 (except for an incomplete last sequence), or have more sequences than stray bytes.
 */
export function isMostlyUtf8(bytes: Uint8Array): boolean {
  const completeBytes = bytes.subarray(0, bytes.length - incompleteTail(bytes))
  try {
    STRICT_UTF8.decode(completeBytes)
    return true
  } catch {
    const sequences = bytesAsCharacters(completeBytes).match(
      new RegExp(`${SEQUENCE}|${SURROGATE_PAIR}|[\\x80-\\xff]`, 'g'),
    )
    const strayBytes = sequences?.filter((part) => part.length === 1).length ?? 0
    return (sequences?.length ?? 0) - strayBytes > strayBytes || strayBytes === 0
  }
}

/** Number of trailing bytes that may begin a sequence or surrogate pair completed by the next chunk (0 to 5). */
export function incompleteTail(bytes: Uint8Array): number {
  const tail = bytesAsCharacters(bytes.subarray(-5))
  const incompleteSequence =
    /(?:\xed[\xa0-\xaf][\x80-\xbf])?(?:[\xc2-\xf4]|[\xe0-\xf4][\x80-\xbf]|[\xf0-\xf4][\x80-\xbf]{2})?$/
  return incompleteSequence.exec(tail)?.[0].length ?? 0
}

function bytesAsCharacters(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
}
