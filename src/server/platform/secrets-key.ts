import { hkdfSync, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { ConfigError } from './config-error.ts'
import { createFileOnce } from './create-file-once.ts'
import { createSecrets, type Secrets } from './secrets.ts'

const FILE = 'secrets.key'
const KEY_BYTES = 32

/**
 * Opens the installation's secrets with the keys of SECRETS_KEY, newest first. The installation's own key comes last and
 * opens secrets sealed before SECRETS_KEY was set. `dataDir` belongs to an embedded database; null for an external one.
 */
export function openSecrets(
  secretsKeys: readonly Buffer[],
  { ownerUrl, dataDir }: { ownerUrl: string; dataDir: string | null },
): Secrets {
  const ownKey = dataDir ? keyInDataDir(dataDir) : keyFromDatabaseUrl(ownerUrl)
  return createSecrets([...secretsKeys, ownKey])
}

/**
 * Key of an embedded installation, stored next to its data: created at the first start, readable only by its owner.
 *
 * @throws {ConfigError} for a file without a valid key
 */
export function keyInDataDir(dataDir: string): Buffer {
  const file = path.join(dataDir, FILE)
  const key = readKey(file) ?? makeKey(file)
  if (key?.length !== KEY_BYTES) {
    throw new ConfigError(`${file} holds no valid key: restore the file from your copy`)
  }
  return key
}

function makeKey(file: string): Buffer | null {
  createFileOnce(file, `${randomBytes(KEY_BYTES).toString('base64')}\n`)
  return readKey(file)
}

function readKey(file: string): Buffer | null {
  try {
    return Buffer.from(readFileSync(file, 'utf8').trim(), 'base64')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/**
 * Key of an installation on an external database without SECRETS_KEY. All processes share the owner's URL, which isn't
 * part of a dump.
 */
export function keyFromDatabaseUrl(ownerUrl: string): Buffer {
  const { password } = new URL(ownerUrl)
  return Buffer.from(hkdfSync('sha256', password || ownerUrl, '', 'ninefold sealed columns', KEY_BYTES))
}
