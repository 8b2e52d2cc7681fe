import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

export type SealedSecret = { keyId: string; sealed: Buffer }

export type Secrets = ReturnType<typeof createSecrets>

const NONCE = 12
const TAG = 16

/**
 * Encrypts values that must be readable later (unlike hashes), so that the database alone doesn't reveal them.
 *
 * AES-256-GCM with keys of 32 random bytes, newest first: the first key seals, every key opens its own secrets.
 *
 * @throws {Error} without a key
 */
export function createSecrets(keys: readonly Uint8Array[]) {
  const keysById = new Map<string, Buffer>()
  for (const secretsKey of keys) {
    // Seals with a derived key, so that the given keys can serve other purposes.
    const key = Buffer.from(hkdfSync('sha256', secretsKey, '', 'sealed columns', 32))
    const keyId = createHash('sha256').update(key).digest('hex').slice(0, 16)
    if (!keysById.has(keyId)) keysById.set(keyId, key)
  }
  const [newest] = keysById
  const [firstKey] = keys
  if (!newest || !firstKey) throw new Error('Sealing secrets requires a key')
  const [newestId, newestKey] = newest
  return {
    /** Id of the key that seals new secrets. */
    keyId: newestId,
    /** `owner` names the object it belongs to; a secret can only be opened under the same name. */
    seal(plaintext: Uint8Array, owner: string): SealedSecret {
      const nonce = randomBytes(NONCE)
      const cipher = createCipheriv('aes-256-gcm', newestKey, nonce, { authTagLength: TAG })
      cipher.setAAD(Buffer.from(owner))
      const text = Buffer.concat([cipher.update(plaintext), cipher.final()])
      return { keyId: newestId, sealed: Buffer.concat([nonce, cipher.getAuthTag(), text]) }
    },
    /** Derives a key of 32 bytes for one purpose from the newest key. */
    derive: (purpose: string) => Buffer.from(hkdfSync('sha256', firstKey, '', purpose, 32)),
    /** Null if no key opens it, because the key is gone or the row was tampered with. */
    open({ keyId, sealed }: SealedSecret, owner: string): Buffer | null {
      const key = keysById.get(keyId)
      if (!key || sealed.length < NONCE + TAG) return null
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE), {
          authTagLength: TAG,
        })
        decipher.setAAD(Buffer.from(owner))
        decipher.setAuthTag(sealed.subarray(NONCE, NONCE + TAG))
        return Buffer.concat([decipher.update(sealed.subarray(NONCE + TAG)), decipher.final()])
      } catch {
        return null
      }
    },
  }
}
