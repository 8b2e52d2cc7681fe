import { createHash } from 'node:crypto'
import { ConfigError } from '../config-error.ts'

/** A 256-bit key and its short id, by which a file names the key it needs. */
export type BackupKey = { id: Buffer; secret: Buffer }

/**
 * Parses the operator's keys. The first encrypts new backups; every key decrypts.
 *
 * @throws {ConfigError} for a key that is not 32 bytes in hexadecimal or base64
 */
export function backupKeysOf(texts: readonly string[]): BackupKey[] {
  return texts.map((text) => {
    const secret = Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64')
    if (secret.length !== 32) {
      throw new ConfigError(
        'BACKUP_KEY: each key must be 32 random bytes in hexadecimal or base64 (openssl rand -hex 32)',
      )
    }
    return {
      id: createHash('sha256').update('ninefold backup key').update(secret).digest().subarray(0, 8),
      secret,
    }
  })
}
