import type pg from 'pg'
import { ConfigError } from '../config-error.ts'
import type { Secrets } from '../secrets.ts'
import { withAdvisoryLock } from './advisory-lock.ts'

const NAME = 'person hashes'
/** Arbitrary lock id, so that one process at a time creates the key. */
const KEY_LOCK = 909_005

/**
 * Opens the key for hashes of personal data, which the database stores encrypted under SECRETS_KEY. The first start
 * derives it. Replacing SECRETS_KEY only encrypts the same key again.
 *
 * @throws {ConfigError} when no key opens it, because suppressed people would no longer be recognized
 */
export function openPersonHashKey(ownerUrl: string, secrets: Secrets): Promise<Buffer> {
  return withAdvisoryLock(ownerUrl, KEY_LOCK, async (client) => {
    await client.query('begin')
    const key = (await openKey(client, secrets)) ?? (await makeKey(client, secrets))
    await client.query('commit')
    return key
  })
}

async function openKey(client: pg.Client, secrets: Secrets): Promise<Buffer | null> {
  const { rows } = await client.query<{ keyId: string; sealed: Buffer }>(
    'select key_id as "keyId", sealed from sealed_keys where name = $1',
    [NAME],
  )
  const [row] = rows
  if (!row) return null
  const key = secrets.open(row, NAME)
  if (!key) {
    throw new ConfigError(
      'SECRETS_KEY does not match this database: add the previous key after a comma, or restore secrets.key in DATA_DIR',
    )
  }
  if (row.keyId !== secrets.keyId) await storeKey(client, secrets, key)
  return key
}

async function makeKey(client: pg.Client, secrets: Secrets): Promise<Buffer> {
  const key = secrets.derive(NAME)
  await storeKey(client, secrets, key)
  return key
}

async function storeKey(client: pg.Client, secrets: Secrets, key: Buffer): Promise<void> {
  const { keyId, sealed } = secrets.seal(key, NAME)
  await client.query(
    `insert into sealed_keys (name, key_id, sealed) values ($1, $2, $3)
     on conflict (name) do update set key_id = excluded.key_id, sealed = excluded.sealed`,
    [NAME, keyId, sealed],
  )
}
