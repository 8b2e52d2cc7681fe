import { hash, randomBytes } from 'node:crypto'

const BLOCK = 64
/** The key's inner and outer pads (RFC 2104). */
type HmacBlocks = { inner: Buffer; outer: Buffer }

function hmacBlocksOf(key: Uint8Array): HmacBlocks {
  const block = Buffer.concat([key, Buffer.alloc(BLOCK - key.length)])
  return {
    inner: Buffer.from(block.map((byte) => byte ^ 0x36)),
    outer: Buffer.from(block.map((byte) => byte ^ 0x5c)),
  }
}

/** Key of this process; random until one is set, so that unkeyed hashes never match stored ones. */
let blocks = hmacBlocksOf(randomBytes(32))

/** Sets the key that `person-hash-key.ts` opens. Call at the start, before anything is hashed. */
export function setPersonHashKey(key: Uint8Array): void {
  blocks = hmacBlocksOf(key)
}

/** Parameters for `keyedHashSql`. */
export const hmacBlocks = (): HmacBlocks => blocks

/**
 * Hash of personal data that is only compared: an HMAC over its SHA-256, of the same length. The database alone isn't
 * enough to find the data by trying phone numbers or addresses.
 */
export function personHash(text: string, bytes = 32): Buffer {
  const digest = hash('sha256', text, 'buffer').subarray(0, bytes)
  // Twenty times as fast as `createHmac`, which matters for imports.
  const inner = hash('sha256', Buffer.concat([blocks.inner, digest]), 'buffer')
  return hash('sha256', Buffer.concat([blocks.outer, inner]), 'buffer').subarray(0, digest.length)
}

/** The HMAC of a SHA-256 in SQL; `inner` and `outer` name the parameters that hold the two pads. */
export function keyedHashSql(column: string, { inner, outer }: { inner: string; outer: string }): string {
  return `substring(sha256(${outer} || sha256(${inner} || ${column})) for length(${column}))`
}
