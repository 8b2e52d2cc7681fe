import pg from 'pg'
import { ConfigError } from '../config-error.ts'
import { hmacBlocksOf, keyedHashSql } from '../person-hashes.ts'
import type { Secrets } from '../secrets.ts'
import { withAdvisoryLock } from './advisory-lock.ts'

const NAME = 'person hashes'
/** Arbitrary lock id, so that one process at a time creates the key. */
const KEY_LOCK = 909_005

/** Columns that held plain SHA-256 hashes of personal data before the key existed. */
const KEYED: readonly { table: string; column: string }[] = [
  { table: 'contact_keys', column: 'key' },
  { table: 'suppressions', column: 'key' },
  { table: 'platform_suppressions', column: 'key' },
  { table: 'outcomes', column: 'address_key' },
]

/**
 * Opens the key for hashes of personal data, which the database stores encrypted under SECRETS_KEY. The first start
 * derives it and rehashes existing hashes with it. Replacing SECRETS_KEY only encrypts the same key again.
 *
 * @throws {ConfigError} when no key opens it, because suppressed people would no longer be recognized
 */
export function openPersonHashKey(ownerUrl: string, secrets: Secrets): Promise<Buffer> {
  return withAdvisoryLock(ownerUrl, KEY_LOCK, async () => {
    const client = new pg.Client({ connectionString: ownerUrl, application_name: 'ninefold-hash-key' })
    client.on('error', () => {}) // the query under way rejects with the same error
    await client.connect()
    try {
      await client.query('begin')
      const key = (await openKey(client, secrets)) ?? (await makeKey(client, secrets))
      await client.query('commit')
      return key
    } finally {
      await client.end()
    }
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
  // Derived, so that the installation gets the same key after restoring a backup older than the key.
  const key = secrets.derive(NAME)
  const { inner, outer } = hmacBlocksOf(key)
  for (const { table, column } of KEYED) {
    const keyed = keyedHashSql(column, { inner: '$1::bytea', outer: '$2::bytea' })
    await withoutRowSecurity(client, table, () =>
      client.query(`update ${table} set ${column} = ${keyed} where ${column} is not null`, [inner, outer]),
    )
  }
  // Rows that undoing a merge restores.
  const keyOf = `decode(substring(k ->> 'key' from 3), 'hex')`
  await withoutRowSecurity(client, 'merge_snapshots', () =>
    client.query(
      `update merge_snapshots set rows = jsonb_set(rows, '{contact_keys}', (
         select coalesce(jsonb_agg(k || jsonb_build_object('key', '\\x' ||
                  encode(${keyedHashSql(keyOf, { inner: '$1::bytea', outer: '$2::bytea' })}, 'hex'))), '[]')
           from jsonb_array_elements(rows -> 'contact_keys') k))
        where jsonb_array_length(rows -> 'contact_keys') > 0`,
      [inner, outer],
    ),
  )
  const keyedText = (text: string) =>
    `encode(${keyedHashSql(`decode(${text}, 'hex')`, { inner: '$1::bytea', outer: '$2::bytea' })}, 'hex')`
  await client.query(
    `update erasure_journal set subject = ${keyedText('subject')}, details = details || '{"keyed": true}'
      where kind = 'suppression' and not details ? 'keyed'`,
    [inner, outer],
  )
  await client.query(
    `update erasure_journal
        set details = details || jsonb_build_object('keyed', true, 'key', ${keyedText("details ->> 'key'")})
      where kind = 'request' and not details ? 'keyed'`,
    [inner, outer],
  )
  await storeKey(client, secrets, key)
  return key
}

/** Lifts forced row-level security, which hides all rows from the owner too, while work runs. */
async function withoutRowSecurity(
  client: pg.Client,
  table: string,
  work: () => Promise<unknown>,
): Promise<void> {
  const { rows } = await client.query<{ forced: boolean }>(
    'select relforcerowsecurity as forced from pg_class where oid = $1::regclass',
    [table],
  )
  const isForced = rows[0]?.forced === true
  if (isForced) await client.query(`alter table ${table} no force row level security`)
  await work()
  if (isForced) await client.query(`alter table ${table} force row level security`)
}

async function storeKey(client: pg.Client, secrets: Secrets, key: Buffer): Promise<void> {
  const { keyId, sealed } = secrets.seal(key, NAME)
  await client.query(
    `insert into sealed_keys (name, key_id, sealed) values ($1, $2, $3)
     on conflict (name) do update set key_id = excluded.key_id, sealed = excluded.sealed`,
    [NAME, keyId, sealed],
  )
}
