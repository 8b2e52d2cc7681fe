import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { closeSync, openSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ConfigError } from '../../config-error.ts'
import type { Binaries } from './binaries.ts'
import { childEnvironment } from './cluster.ts'
import { type OsUser, runAs } from './os-user.ts'
import { commandOf, exists, isAlive } from './processes.ts'

/** What PostgreSQL writes into postmaster.pid while it runs. */
export type Postmaster = { pid: number; port: number; ready: boolean }

/** One set of database files and what runs it. */
export type Installation = {
  /** PostgreSQL's data directory. */
  cluster: string
  binaries: Binaries
  user: OsUser | undefined
  log: (line: string) => void
}

/** Why a server process ended before it was ready. */
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
  // Of a page that is written for the first time after a checkpoint the whole goes into the log: an import of a million rows
  // would do so every few seconds.
  max_wal_size: '2GB',
  jit: 'off',
  max_connections: '100',
  timezone: 'UTC',
  // One file a weekday, overwritten a week later.
  logging_collector: 'on',
  log_directory: 'log',
  log_filename: 'postgresql-%a.log',
  log_truncate_on_rotation: 'on',
  log_rotation_age: '1d',
  log_rotation_size: '0',
  log_timezone: 'UTC',
  // People's names and addresses stay out of the log: no parameters, no failing statement, no row in the detail.
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
}

/** The server of this data directory, if one runs. */
export function findPostmaster(cluster: string, log: (line: string) => void): Postmaster | undefined {
  const found = readPidFile(cluster)
  if (!found) return undefined
  if (isAlive(found.pid) && canServe(found.pid, cluster)) return found
  // PostgreSQL itself sees that a number is free; only one taken by another program or a zombie would stop it.
  if (!exists(found.pid)) return undefined
  log(`removing a stale pid file: process ${found.pid} is not the database`)
  rmSync(join(cluster, 'postmaster.pid'), { force: true })
  return undefined
}

function readPidFile(cluster: string): Postmaster | undefined {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Number(lines[0])
    if (!Number.isInteger(pid) || pid <= 0) return undefined
    return { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' }
  } catch {
    return undefined
  }
}

/** After a crash the number may belong to another program. In doubt the answer is yes: a live pid file is never deleted. */
function canServe(pid: number, cluster: string): boolean {
  const command = commandOf(pid)
  if (!command) return true
  const program = basename(command[0] ?? '').toLowerCase()
  if (!program.includes('postgres')) return false
  // "postgres: checkpointer" and the like are helpers of some server, never the server itself.
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
 * Starts a server that outlives this process, and waits until it accepts connections (crash
 * recovery included). Answers a failure the caller can do something about; throws for the rest.
 */
export async function startPostmaster(at: Installation, port: number): Promise<StartFailure | undefined> {
  const output = `${at.cluster}.start.log`
  const child = launch(at, port, output)
  const failed = new Promise<never>((_, reject) => {
    child.on('error', (error) =>
      reject(new ConfigError(`${at.binaries.postgres} cannot be run: ${error.message}`)),
    )
  })
  const outcome = await Promise.race([failed, waitUntilReady(child, at)])
  child.unref()
  return outcome === 'ready' ? undefined : explainFailure(output)
}

function launch(at: Installation, port: number, output: string): ChildProcess {
  const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const file = openSync(output, 'w', 0o600)
  try {
    return spawn(at.binaries.postgres, ['-D', at.cluster, '-p', String(port), ...settings], {
      ...runAs(at.user),
      cwd: '/',
      env: childEnvironment(),
      // Its own session, so that neither Ctrl-C nor our end reaches it; a file, because a pipe would die with us.
      detached: true,
      stdio: ['ignore', file, file],
      windowsHide: true,
    })
  } finally {
    closeSync(file)
  }
}

async function waitUntilReady(child: ChildProcess, at: Installation): Promise<'ready' | 'ended'> {
  const begun = Date.now()
  let told = false
  while (child.exitCode === null && child.signalCode === null) {
    const state = readPidFile(at.cluster)
    if (state && state.pid === child.pid && state.ready) return 'ready'
    if (!told && Date.now() - begun > SLOW_START_MS) {
      at.log('the database is still recovering from its last stop; please wait')
      told = true
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
    `The database does not start; its own words are in ${output} and in the newest file of postgres/log beside it:\n${text.trim()}` +
      (incompatible
        ? '\nThe data was written by another PostgreSQL version; restore a backup into an empty data directory.'
        : ''),
  )
}

/** Fast shutdown: open transactions are rolled back, everything committed is on disk. Waits for the end. */
export async function stopPostmaster(at: Installation): Promise<void> {
  const running = readPidFile(at.cluster)
  if (!running || !isAlive(running.pid) || !canServe(running.pid, at.cluster)) return
  if (process.platform === 'win32') {
    spawnSync(at.binaries.pgCtl, ['stop', '-D', at.cluster, '-m', 'fast', '-w'], {
      ...runAs(at.user),
      cwd: '/',
      stdio: 'ignore',
    })
    return
  }
  process.kill(running.pid, 'SIGINT')
  if (await waitForExit(running.pid, FAST_SHUTDOWN_MS)) return
  at.log('the database did not stop in time; stopping it at once (it recovers at the next start)')
  process.kill(running.pid, 'SIGQUIT')
  await waitForExit(running.pid, FAST_SHUTDOWN_MS)
}

async function waitForExit(pid: number, limitMs: number): Promise<boolean> {
  const limit = Date.now() + limitMs
  while (Date.now() < limit) {
    if (!isAlive(pid)) return true
    await delay(POLL_MS)
  }
  return false
}
