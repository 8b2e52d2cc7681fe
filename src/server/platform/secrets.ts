import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

export type SealedSecret = { keyId: string; sealed: Buffer }

/** Keeps what must be read again (unlike a hash) out of the reach of whoever has only the database. */
export type Secrets = {
  /** The key that new secrets are sealed under. */
  readonly keyId: string
  /** `about` names whose secret it is: under another name it cannot be opened. */
  seal(plain: Uint8Array, about: string): SealedSecret
  /** A key of 32 bytes for one purpose, from the newest key. */
  derive(purpose: string): Buffer
  /** Null where no key of ours opens it: the key is gone, or the row was tampered with. */
  open(secret: SealedSecret, about: string): Buffer | null
}

const NONCE = 12
const TAG = 16

/**
 * AES-256-GCM under keys of 32 random bytes, newest first: the first one seals, each opens what it sealed.
 *
 * @throws {Error} without a key
 */
export function createSecrets(keys: readonly Uint8Array[]): Secrets {
  const known = new Map<string, Buffer>()
  for (const given of keys) {
    // The keys themselves may serve other purposes one day: what is sealed here has one derived for it.
    const key = Buffer.from(hkdfSync('sha256', given, '', 'sealed columns', 32))
    const keyId = createHash('sha256').update(key).digest('hex').slice(0, 16)
    if (!known.has(keyId)) known.set(keyId, key)
  }
  const [newest] = known
  const [given] = keys
  if (!newest || !given) throw new Error('A key is needed to seal secrets')
  const [newestId, newestKey] = newest
  return {
    keyId: newestId,
    seal(plain, about) {
      const nonce = randomBytes(NONCE)
      const cipher = createCipheriv('aes-256-gcm', newestKey, nonce, { authTagLength: TAG })
      cipher.setAAD(Buffer.from(about))
      const text = Buffer.concat([cipher.update(plain), cipher.final()])
      return { keyId: newestId, sealed: Buffer.concat([nonce, cipher.getAuthTag(), text]) }
    },
    derive: (purpose) => Buffer.from(hkdfSync('sha256', given, '', purpose, 32)),
    open({ keyId, sealed }, about) {
      const key = known.get(keyId)
      if (!key || sealed.length < NONCE + TAG) return null
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE), {
          authTagLength: TAG,
        })
        decipher.setAAD(Buffer.from(about))
        decipher.setAuthTag(sealed.subarray(NONCE, NONCE + TAG))
        return Buffer.concat([decipher.update(sealed.subarray(NONCE + TAG)), decipher.final()])
      } catch {
        return null
      }
    },
  }
}
