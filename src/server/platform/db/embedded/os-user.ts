import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, rmdirSync } from 'node:fs'
import { ConfigError } from '../../config-error.ts'

/** The OS account a child process runs under. */
export type OsUser = { name: string; uid: number; gid: number }

/** Used by root when the configured data directory is inside a folder only root may enter. */
const FALLBACK_DATA_DIR = '/var/lib/ninefold'

const ACCOUNTS = ['postgres', 'nobody']

/**
 * Account for the database: PostgreSQL refuses to run as root, so root uses `postgres` or else the unprivileged account in
 * `ACCOUNTS`. Other users run it themselves (undefined).
 *
 * @throws {ConfigError} when root finds neither account
 */
export function databaseUser(): OsUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ACCOUNTS) {
    const uid = idOf(name, '-u')
    const gid = idOf(name, '-g')
    if (uid !== undefined && gid !== undefined) return { name, uid, gid }
  }
  throw new ConfigError(
    `PostgreSQL can't run as root, and this machine has none of the accounts ${ACCOUNTS.join(', ')}. ` +
      'Start Ninefold as a regular user, or set DATABASE_URL to a PostgreSQL server.',
  )
}

function idOf(name: string, flag: '-u' | '-g'): number | undefined {
  const { status, stdout } = spawnSync('id', [flag, name], { encoding: 'utf8' })
  const id = Number.parseInt(stdout ?? '', 10)
  return status === 0 && Number.isInteger(id) && id !== 0 ? id : undefined
}

/** Spawn options that run a child as the user; empty without one. */
export function runAs(user: OsUser | undefined): { uid?: number; gid?: number } {
  return user ? { uid: user.uid, gid: user.gid } : {}
}

/** Asks the kernel instead of reading mode bits, so that ACLs and mount options count too. */
export function userCan(test: 'enter' | 'execute', path: string, user: OsUser): boolean {
  const script = test === 'enter' ? 'cd "$1"' : 'test -x "$1"'
  const probe = spawnSync('/bin/sh', ['-c', script, 'sh', path], {
    ...runAs(user),
    cwd: '/',
    stdio: 'ignore',
  })
  if (probe.error) {
    throw new ConfigError(
      `Ninefold runs as root but can't switch to the account "${user.name}" (${probe.error.message}). ` +
        'Start it as a regular user, or set DATABASE_URL to a PostgreSQL server.',
    )
  }
  return probe.status === 0
}

/**
 * Creates the data directory and returns the one to use: the requested one, or `fallback` when the database's OS user
 * can't reach it. A folder the operator named has no fallback, so that its data never ends up elsewhere.
 *
 * @throws {ConfigError} when no directory can be used
 */
export function reachableDataDir(
  requestedDir: string,
  user: OsUser | undefined,
  log: (line: string) => void,
  fallback: string | null = FALLBACK_DATA_DIR,
): string {
  if (!user) {
    makeDir(requestedDir)
    return requestedDir
  }
  const isCreated = makeDir(requestedDir)
  if (userCan('enter', requestedDir, user)) return requestedDir
  if (isCreated) rmdirSync(requestedDir)
  if (!fallback) {
    throw new ConfigError(
      `DATA_DIR (${requestedDir}) cannot be reached by the account "${user.name}", which runs the database because you are ` +
        'root. Give it access to the parent folders, set another DATA_DIR, or set DATABASE_URL to a PostgreSQL server.',
    )
  }
  log(
    `${requestedDir} cannot be reached by the account "${user.name}"; the database uses ${fallback} instead`,
  )
  makeDir(fallback)
  if (userCan('enter', fallback, user)) return fallback
  throw new ConfigError(
    `Neither ${requestedDir} nor ${fallback} can be reached by the account "${user.name}". ` +
      'Set DATA_DIR to a folder it can enter, or DATABASE_URL to a PostgreSQL server.',
  )
}

/** Creates the folder so that others may pass through but not list it. @returns true if it is new */
function makeDir(dir: string): boolean {
  if (existsSync(dir)) return false
  try {
    mkdirSync(dir, { recursive: true })
    chmodSync(dir, 0o711)
    return true
  } catch (error) {
    throw new ConfigError(
      `The data directory ${dir} cannot be created (${(error as Error).message}). Set DATA_DIR to a writable folder.`,
    )
  }
}
