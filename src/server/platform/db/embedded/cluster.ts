import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '../../config-error.ts'
import { createFileOnce } from '../../create-file-once.ts'
import type { Binaries } from './binaries.ts'
import { type OsUser, runAs } from './os-user.ts'
import { isAlive } from './processes.ts'

/** Credentials of the server, stored next to the data and readable only by the owner. */
export type Access = { password: string; port: number }

export const SUPERUSER = 'ninefold'

const accessPath = (dataDir: string) => join(dataDir, 'postgres.json')

/** The folder PostgreSQL calls its data directory. */
export const clusterPath = (dataDir: string) => join(dataDir, 'postgres')

/**
 * Creates the database files at the first start and returns the credentials. initdb works in a scratch folder that is
 * renamed at the end, so that an interrupted start leaves nothing that looks complete.
 */
export async function prepareCluster(
  dataDir: string,
  binaries: Binaries,
  user: OsUser | undefined,
  freePort: () => Promise<number>,
): Promise<Access> {
  removeAbandonedScratch(dataDir)
  const cluster = clusterPath(dataDir)
  if (existsSync(cluster)) {
    takeOwnership(cluster, user)
    return readAccess(dataDir)
  }
  const access = claimAccess(dataDir, {
    password: randomBytes(24).toString('base64url'),
    port: await freePort(),
  })
  await initializeCluster(dataDir, binaries, user, access.password)
  return access
}

/** @throws {ConfigError} when the file is missing or can't be read */
export function readAccess(dataDir: string): Access {
  const path = accessPath(dataDir)
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Access
  } catch (error) {
    throw new ConfigError(
      `The database's password file ${path} cannot be read (${(error as Error).message}). Restore it from a backup, ` +
        `or move ${clusterPath(dataDir)} away to start with an empty database.`,
    )
  }
}

/** Saves the port for later starts. */
export function saveAccess(dataDir: string, access: Access): void {
  const scratch = `${accessPath(dataDir)}.${process.pid}`
  writeFileSync(scratch, JSON.stringify(access), { mode: 0o600 })
  renameSync(scratch, accessPath(dataDir))
}

/** Lets concurrent first starts agree on one password. */
function claimAccess(dataDir: string, access: Access): Access {
  createFileOnce(accessPath(dataDir), JSON.stringify(access))
  return readAccess(dataDir)
}

async function initializeCluster(
  dataDir: string,
  binaries: Binaries,
  user: OsUser | undefined,
  password: string,
) {
  const scratch = join(dataDir, `postgres.init-${process.pid}`)
  const passwordFile = `${scratch}.password`
  mkdirSync(scratch, { mode: 0o700 })
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (user) for (const path of [scratch, passwordFile]) chownSync(path, user.uid, user.gid)
  try {
    await run(binaries.initdb, initdbOptions(scratch, passwordFile), user)
    renameSync(scratch, clusterPath(dataDir))
  } catch (error) {
    rmSync(scratch, { recursive: true, force: true })
    // Another process completed the first start; its files are used.
    if (!existsSync(clusterPath(dataDir))) throw error
  } finally {
    rmSync(passwordFile, { force: true })
  }
}

function initdbOptions(scratch: string, passwordFile: string): string[] {
  return [
    `--pgdata=${scratch}`,
    `--username=${SUPERUSER}`,
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
    // Explicit, because an empty LANG would give SQL_ASCII; ICU's root collation is the same on every machine.
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=icu',
    '--icu-locale=und',
  ]
}

function run(command: string, args: string[], user: OsUser | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      ...runAs(user),
      cwd: '/',
      env: childEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
    child.on('error', (error) => reject(new ConfigError(`${command} could not be run: ${error.message}`)))
    child.on('close', (code) => {
      if (code === 0) resolve()
      else reject(new ConfigError(`The database files could not be created; initdb says:\n${output.trim()}`))
    })
  })
}

/** Hides our environment from the database, since it holds keys, and PG… variables would change settings. */
export function childEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TEMP } = process.env
  return { PATH, LC_ALL: 'C', ...(SystemRoot && { SystemRoot }), ...(TEMP && { TEMP }) }
}

function removeAbandonedScratch(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    const pid = /^postgres(?:\.init-|\.json\.|-programs-.*\.copy-)(\d+)/.exec(name)?.[1]
    // Our own process id means an earlier run, since ids repeat in containers.
    if (pid && (Number(pid) === process.pid || !isAlive(Number(pid)))) {
      rmSync(join(dataDir, name), { recursive: true, force: true })
    }
  }
}

/** Gives files of another account (from an earlier start without root) to the database's user. */
function takeOwnership(cluster: string, user: OsUser | undefined): void {
  const owner = statSync(cluster).uid
  if (user && owner !== user.uid) {
    for (const path of [
      cluster,
      ...readdirSync(cluster, { recursive: true, encoding: 'utf8' }).map((p) => join(cluster, p)),
    ]) {
      lchownSync(path, user.uid, user.gid)
    }
  }
  if (!user && process.getuid && owner !== process.getuid()) {
    throw new ConfigError(
      `The database files in ${cluster} belong to another account (uid ${owner}). ` +
        'Start Ninefold under that account or as root, or set DATA_DIR to another folder.',
    )
  }
}
