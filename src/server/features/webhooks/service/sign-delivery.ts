import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

export const newWebhookSecret = (): Buffer => randomBytes(SECRET_BYTES)

/** A secret as receivers configure it. */
export const secretText = (secret: Uint8Array): string => PREFIX + Buffer.from(secret).toString('base64')

/** Headers after Standard Webhooks 1.0.0, with a signature for each secret. */
export function signedHeaders(
  { id, body, seconds }: { id: string; body: string; seconds: number },
  secrets: readonly Uint8Array[],
): Record<string, string> {
  const signatures = secrets.map(
    (secret) => `v1,${createHmac('sha256', secret).update(`${id}.${seconds}.${body}`).digest('base64')}`,
  )
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatures.join(' '),
  }
}
