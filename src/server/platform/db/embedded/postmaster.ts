import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { closeSync, openSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ConfigError } from '../../config-error.ts'
import type { Binaries } from './binaries.ts'
import { childEnvironment } from './cluster.ts'
import { type OsUser, runAs } from './os-user.ts'
import { commandOf, exists, isAlive } from './processes.ts'

/** Contents of postmaster.pid, which PostgreSQL writes while it runs. */
export type Postmaster = { pid: number; port: number; isReady: boolean }

/** A set of database files and the programs and user that run it. */
export type Installation = {
  /** PostgreSQL's data directory. */
  cluster: string
  binaries: Binaries
  user: OsUser | undefined
  /** Settings that replace or add to ours. */
  settings?: Record<string, string> | undefined
  log: (line: string) => void
}

/** Reason why a server process ended before it was ready. */
type StartFailure = 'already-running' | 'memory-in-use'

const POLL_MS = 15
const FAST_SHUTDOWN_MS = 30_000
const SLOW_START_MS = 10_000

const SETTINGS: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'on',
  synchronous_commit: 'on',
  shared_buffers: '256MB',
  // Each checkpoint makes PostgreSQL log whole pages again; with less WAL, a large import would checkpoint every few seconds.
  max_wal_size: '2GB',
  jit: 'off',
  max_connections: '100',
  timezone: 'UTC',
  // One file per weekday, overwritten a week later.
  logging_collector: 'on',
  log_directory: 'log',
  log_filename: 'postgresql-%a.log',
  log_truncate_on_rotation: 'on',
  log_rotation_age: '1d',
  log_rotation_size: '0',
  log_timezone: 'UTC',
  // Keeps personal data out of the log: no parameters, failing statements or rows.
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
}

/** Finds the running server of this data directory. */
export function findPostmaster(cluster: string, log: (line: string) => void): Postmaster | undefined {
  const postmaster = readPidFile(cluster)
  if (!postmaster) return undefined
  if (isAlive(postmaster.pid) && canServe(postmaster.pid, cluster)) return postmaster
  // PostgreSQL handles a free process id itself; only one taken by another program or a zombie would stop it.
  if (!exists(postmaster.pid)) return undefined
  log(`removing a stale pid file: process ${postmaster.pid} is not the database`)
  rmSync(join(cluster, 'postmaster.pid'), { force: true })
  return undefined
}

function readPidFile(cluster: string): Postmaster | undefined {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Number(lines[0])
    if (!Number.isInteger(pid) || pid <= 0) return undefined
    return { pid, port: Number(lines[3]), isReady: lines[7]?.trim() === 'ready' }
  } catch {
    return undefined
  }
}

/** False if the process id now belongs to another program. True if in doubt: a live pid file must not be deleted. */
function canServe(pid: number, cluster: string): boolean {
  const command = commandOf(pid)
  if (!command) return true
  const program = basename(command[0] ?? '').toLowerCase()
  if (!program.includes('postgres')) return false
  // "postgres: checkpointer" and similar are helper processes, never the server itself.
  if (program.startsWith('postgres:')) return false
  const at = command.indexOf('-D')
  const dir = at < 0 ? undefined : command[at + 1]
  if (!dir) return true
  try {
    return realpathSync(dir) === realpathSync(cluster)
  } catch {
    return true
  }
}

/**
 * Starts a server that outlives this process and waits until it accepts connections, including crash recovery.
 *
 * @returns a failure the caller can handle
 * @throws {ConfigError} for any other failure
 */
export async function startPostmaster(at: Installation, port: number): Promise<StartFailure | undefined> {
  const output = `${at.cluster}.start.log`
  const child = launch(at, port, output)
  const failure = new Promise<never>((_, reject) => {
    child.on('error', (error) =>
      reject(new ConfigError(`${at.binaries.postgres} could not be run: ${error.message}`)),
    )
  })
  const outcome = await Promise.race([failure, waitUntilReady(child, at)])
  child.unref()
  return outcome === 'ready' ? undefined : explainFailure(output)
}

function launch(at: Installation, port: number, output: string): ChildProcess {
  const settings = Object.entries({ ...SETTINGS, ...at.settings }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const file = openSync(output, 'w', 0o600)
  try {
    return spawn(at.binaries.postgres, ['-D', at.cluster, '-p', String(port), ...settings], {
      ...runAs(at.user),
      cwd: '/',
      env: childEnvironment(),
      // Detached, so that neither Ctrl-C nor our end reaches it; output goes to a file, since a pipe would end with us.
      detached: true,
      stdio: ['ignore', file, file],
      windowsHide: true,
    })
  } finally {
    closeSync(file)
  }
}

async function waitUntilReady(child: ChildProcess, at: Installation): Promise<'ready' | 'ended'> {
  const startedAt = Date.now()
  let isAnnounced = false
  while (child.exitCode === null && child.signalCode === null) {
    const state = readPidFile(at.cluster)
    if (state && state.pid === child.pid && state.isReady) return 'ready'
    if (!isAnnounced && Date.now() - startedAt > SLOW_START_MS) {
      at.log('the database is still recovering from its last stop; please wait')
      isAnnounced = true
    }
    await delay(POLL_MS)
  }
  return 'ended'
}

function explainFailure(output: string): StartFailure {
  const text = readFileSync(output, 'utf8')
  if (/lock file "[^"]*postmaster\.pid" already exists/.test(text)) return 'already-running'
  if (/pre-existing shared memory block/.test(text)) return 'memory-in-use'
  const incompatible = /incompatible with server/.test(text)
  throw new ConfigError(
    `The database failed to start. See ${output} and the newest file in postgres/log next to it:\n${text.trim()}` +
      (incompatible
        ? '\nThe data was written by another PostgreSQL version; restore a backup into an empty data directory.'
        : ''),
  )
}

/** Shuts the server down fast (open transactions roll back, committed data is on disk) and waits for its end. */
export async function stopPostmaster(at: Installation): Promise<void> {
  const postmaster = readPidFile(at.cluster)
  if (!postmaster || !isAlive(postmaster.pid) || !canServe(postmaster.pid, at.cluster)) return
  if (process.platform === 'win32') {
    spawnSync(at.binaries.pgCtl, ['stop', '-D', at.cluster, '-m', 'fast', '-w'], {
      ...runAs(at.user),
      cwd: '/',
      stdio: 'ignore',
    })
    return
  }
  process.kill(postmaster.pid, 'SIGINT')
  if (await waitForExit(postmaster.pid, FAST_SHUTDOWN_MS)) return
  at.log('the database did not stop in time; forcing it to stop (it will recover at the next start)')
  process.kill(postmaster.pid, 'SIGQUIT')
  await waitForExit(postmaster.pid, FAST_SHUTDOWN_MS)
}

async function waitForExit(pid: number, limitMs: number): Promise<boolean> {
  const limit = Date.now() + limitMs
  while (Date.now() < limit) {
    if (!isAlive(pid)) return true
    await delay(POLL_MS)
  }
  return false
}
