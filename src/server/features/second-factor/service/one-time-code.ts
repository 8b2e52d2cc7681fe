import { createHmac, timingSafeEqual } from 'node:crypto'

const STEP_SECONDS = 30
const DIGITS = 6
/** Steps that clocks may differ either way (RFC 6238, section 5.2). */
const DRIFT = 1

/** Code of a counter with HMAC-SHA-1 (RFC 4226, section 5.3). */
export function codeAt(secret: Uint8Array, counter: number, digits = DIGITS): string {
  const message = Buffer.alloc(8)
  message.writeBigUInt64BE(BigInt(counter))
  const hash = createHmac('sha1', secret).update(message).digest()
  const number = hash.readUInt32BE(hash.readUInt8(19) & 0x0f) & 0x7fffffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** Time step of a moment (RFC 6238, section 4.2). */
export function stepAt(time: Date): number {
  return Math.floor(time.getTime() / 1000 / STEP_SECONDS)
}

/** The newest time step near a moment with this code; null for a wrong code. Compares every step in constant time. */
export function stepOf(secret: Uint8Array, code: string, time: Date): number | null {
  const input = Buffer.from(code)
  const now = stepAt(time)
  let match: number | null = null
  for (let step = now - DRIFT; step <= now + DRIFT; step++) {
    const expected = Buffer.from(codeAt(secret, step))
    if (input.length === expected.length && timingSafeEqual(input, expected)) match = step
  }
  return match
}
