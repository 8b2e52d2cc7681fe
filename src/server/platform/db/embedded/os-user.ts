import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, rmdirSync } from 'node:fs'
import { ConfigError } from '../../config-error.ts'

/** The OS account a child process runs under. */
export type OsUser = { name: string; uid: number; gid: number }

/** Used by root when the configured data directory lies behind a folder only root may enter. */
const FALLBACK_DATA_DIR = '/var/lib/ninefold'

const ACCOUNTS = ['postgres', 'nobody']

/**
 * PostgreSQL refuses to run as root, so root runs it as `postgres`, else as `nobody`.
 * Everybody else runs it as themselves (undefined). Throws when root finds neither account.
 */
export function databaseUser(): OsUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ACCOUNTS) {
    const uid = idOf(name, '-u')
    const gid = idOf(name, '-g')
    if (uid !== undefined && gid !== undefined) return { name, uid, gid }
  }
  throw new ConfigError(
    `PostgreSQL does not run as root, and this machine has neither of the accounts ${ACCOUNTS.join(', ')}. ` +
      'Start Ninefold as an ordinary user, or set DATABASE_URL to a PostgreSQL server.',
  )
}

function idOf(name: string, flag: '-u' | '-g'): number | undefined {
  const { status, stdout } = spawnSync('id', [flag, name], { encoding: 'utf8' })
  const id = Number.parseInt(stdout ?? '', 10)
  return status === 0 && Number.isInteger(id) && id !== 0 ? id : undefined
}

/** Spawn options that make a child run as the user; none for an ordinary user. */
export function runAs(user: OsUser | undefined): { uid?: number; gid?: number } {
  return user ? { uid: user.uid, gid: user.gid } : {}
}

/** Asks the kernel rather than the mode bits, so that ACLs and mount options count too. */
export function userCan(test: 'enter' | 'execute', path: string, user: OsUser): boolean {
  const script = test === 'enter' ? 'cd "$1"' : 'test -x "$1"'
  const probe = spawnSync('/bin/sh', ['-c', script, 'sh', path], {
    ...runAs(user),
    cwd: '/',
    stdio: 'ignore',
  })
  if (probe.error) {
    throw new ConfigError(
      `Ninefold runs as root but may not switch to the account "${user.name}" (${probe.error.message}). ` +
        'Start it as an ordinary user, or set DATABASE_URL to a PostgreSQL server.',
    )
  }
  return probe.status === 0
}

/**
 * Creates the data directory and answers the one to use: the wished one, or `fallback` when
 * the database's OS user cannot reach it. Throws when neither can be used, or when there is no fallback:
 * data of a folder that was named must not end up in another.
 */
export function reachableDataDir(
  wished: string,
  user: OsUser | undefined,
  log: (line: string) => void,
  fallback: string | null = FALLBACK_DATA_DIR,
): string {
  if (!user) {
    makeDir(wished)
    return wished
  }
  const made = makeDir(wished)
  if (userCan('enter', wished, user)) return wished
  if (made) rmdirSync(wished)
  if (!fallback) {
    throw new ConfigError(
      `DATA_DIR (${wished}) cannot be reached by the account "${user.name}", which runs the database because you are ` +
        'root. Let it enter the folders above, name another DATA_DIR, or set DATABASE_URL to a PostgreSQL server.',
    )
  }
  log(`${wished} cannot be reached by the account "${user.name}"; the database lives in ${fallback} instead`)
  makeDir(fallback)
  if (userCan('enter', fallback, user)) return fallback
  throw new ConfigError(
    `Neither ${wished} nor ${fallback} can be reached by the account "${user.name}". ` +
      'Set DATA_DIR to a folder it can enter, or DATABASE_URL to a PostgreSQL server.',
  )
}

/** True when the folder was not there before. Others may pass through it, not list it, whatever the umask. */
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
