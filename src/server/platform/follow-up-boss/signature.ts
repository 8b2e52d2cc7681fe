import { createHmac, timingSafeEqual } from 'node:crypto'

/** The `FUB-Signature` of a webhook: HMAC-SHA256 with the system key over the body in base64. */
export function signatureOf(body: Buffer, systemKey: string): string {
  return createHmac('sha256', systemKey).update(body.toString('base64')).digest('hex')
}

export function isSignedBy(body: Buffer, signature: string | undefined, systemKey: string): boolean {
  const expected = Buffer.from(signatureOf(body, systemKey))
  const received = Buffer.from(signature ?? '')
  return received.length === expected.length && timingSafeEqual(received, expected)
}
