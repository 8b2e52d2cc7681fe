import { hkdfSync, randomBytes } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ConfigError } from './config-error.ts'
import { createSecrets, type Secrets } from './secrets.ts'

const FILE = 'secrets.key'
const KEY_BYTES = 32

/**
 * The secrets of an installation under the keys of SECRETS_KEY, newest first. Its own key comes last: what was sealed
 * before SECRETS_KEY was set is still opened by it. `dataDir` is that of an embedded database, null for one elsewhere.
 */
export function openSecrets(
  secretsKeys: readonly Buffer[],
  { ownerUrl, dataDir }: { ownerUrl: string; dataDir: string | null },
): Secrets {
  const own = dataDir ? keyInDataDir(dataDir) : keyFromDatabaseUrl(ownerUrl)
  return createSecrets([...secretsKeys, own])
}

/**
 * The key of an embedded installation, beside its data: made at the first start, readable by its owner alone.
 *
 * @throws {ConfigError} for a file that holds no key
 */
export function keyInDataDir(dataDir: string): Buffer {
  const file = path.join(dataDir, FILE)
  const key = readKey(file) ?? makeKey(file)
  if (key?.length !== KEY_BYTES) {
    throw new ConfigError(`${file} holds no key: put the right file back, from where you keep its copy`)
  }
  return key
}

/** Written whole under another name first: a start that is cut off leaves no half of a key. */
function makeKey(file: string): Buffer | null {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600 })
  try {
    linkSync(draft, file)
  } catch (error) {
    // Another process was first: its key counts.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
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
 * The key of an installation on a database elsewhere that was given none: every process shares the owner's address, and
 * nothing of it stands in a dump.
 */
export function keyFromDatabaseUrl(ownerUrl: string): Buffer {
  const { password } = new URL(ownerUrl)
  return Buffer.from(hkdfSync('sha256', password || ownerUrl, '', 'ninefold sealed columns', KEY_BYTES))
}
