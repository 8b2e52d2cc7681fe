import { createHash, randomBytes } from 'node:crypto'

/** A time-ordered UUID (version 7): rows made together lie together in the indexes. */
export function newId(now = Date.now()): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(now, 0, 6)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** 256 random bits, 43 characters: sign-in tokens and session ids. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** What the database keeps of a secret: 256 random bits need no slow hash. */
export function digest(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
