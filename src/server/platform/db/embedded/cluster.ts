import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  existsSync,
  lchownSync,
  linkSync,
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
import type { Binaries } from './binaries.ts'
import { type OsUser, runAs } from './os-user.ts'
import { isAlive } from './processes.ts'

/** What is needed to reach the server: kept beside the data, readable by the owner alone. */
export type Access = { password: string; port: number }

export const SUPERUSER = 'ninefold'

const accessPath = (dataDir: string) => join(dataDir, 'postgres.json')

/** The folder PostgreSQL calls its data directory. */
export const clusterPath = (dataDir: string) => join(dataDir, 'postgres')

/**
 * Makes the database files on the first start and answers how to reach them. initdb works in a
 * scratch folder that is renamed at the end: a kill half-way leaves nothing that looks finished.
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

/** @throws {ConfigError} when it is missing or cannot be read */
export function readAccess(dataDir: string): Access {
  const path = accessPath(dataDir)
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Access
  } catch (error) {
    throw new ConfigError(
      `The database's password file ${path} cannot be read (${(error as Error).message}). Restore it from a backup, ` +
        `or move ${clusterPath(dataDir)} away to begin with an empty database.`,
    )
  }
}

/** Keeps the port for later starts. */
export function saveAccess(dataDir: string, access: Access): void {
  const scratch = `${accessPath(dataDir)}.${process.pid}`
  writeFileSync(scratch, JSON.stringify(access), { mode: 0o600 })
  renameSync(scratch, accessPath(dataDir))
}

/** Two first starts at the same moment must agree on one password: linking fails where the file exists. */
function claimAccess(dataDir: string, wished: Access): Access {
  const path = accessPath(dataDir)
  const scratch = `${path}.${process.pid}`
  writeFileSync(scratch, JSON.stringify(wished), { mode: 0o600 })
  try {
    linkSync(scratch, path)
    return wished
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return readAccess(dataDir)
  } finally {
    rmSync(scratch, { force: true })
  }
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
    // Another process finished the same first start before us: its files count.
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
    // Named, because an empty LANG would give SQL_ASCII; ICU's root order is the same on each machine.
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
    child.on('error', (error) => reject(new ConfigError(`${command} cannot be run: ${error.message}`)))
    child.on('close', (code) => {
      if (code === 0) resolve()
      else reject(new ConfigError(`The database files cannot be made; initdb says:\n${output.trim()}`))
    })
  })
}

/** The database does not get our environment: it holds keys, and PG… variables would change its settings. */
export function childEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TEMP } = process.env
  return { PATH, LC_ALL: 'C', ...(SystemRoot && { SystemRoot }), ...(TEMP && { TEMP }) }
}

function removeAbandonedScratch(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    const pid = /^postgres(?:\.init-|\.json\.|-programs-.*\.copy-)(\d+)/.exec(name)?.[1]
    // Our own number means an earlier life: in a container the numbers repeat.
    if (pid && (Number(pid) === process.pid || !isAlive(Number(pid)))) {
      rmSync(join(dataDir, name), { recursive: true, force: true })
    }
  }
}

/** Files made under another account (an earlier start without root) are handed over to the database's user. */
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
