import { existsSync, realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { ConfigError } from '../config-error.ts'
import { prepareBinaries } from './embedded/binaries.ts'
import {
  type Access,
  clusterPath,
  prepareCluster,
  readAccess,
  SUPERUSER,
  saveAccess,
} from './embedded/cluster.ts'
import { keepsProcessAlive, takeInstanceLock } from './embedded/instance-lock.ts'
import { databaseUser, type OsUser, reachableDataDir } from './embedded/os-user.ts'
import { canBind, freePort } from './embedded/ports.ts'
import { findPostmaster, type Installation, startPostmaster, stopPostmaster } from './embedded/postmaster.ts'

export type EmbeddedPostgres = {
  /** Connection URL of the superuser, for migrations and jobs. */
  ownerUrl: string
  /** True if the server was already running, because an earlier process was killed. */
  adopted: boolean
  /** Actual data directory; differs from the requested one if root's database user can't reach that. */
  dataDir: string
  /** Fast shutdown. Without it the server keeps running, and the next start adopts it. */
  stop(): Promise<void>
}

export type EmbeddedOptions = {
  dataDir: string
  log: (line: string) => void
  /** Allows /var/lib/ninefold instead of `dataDir` if root's database user can't reach `dataDir`. */
  canMove?: boolean
  /** Fixed port; otherwise a free port is chosen at the first start and saved. */
  port?: number
  /** Settings of the server that replace or add to ours. */
  settings?: Record<string, string>
}

const DATABASE = 'ninefold'
const ATTEMPTS = 20
const RETRY_MS = 250
const ADOPT_LIMIT_MS = 60_000

type ServerSetup = Installation & {
  dataDir: string
  access: Access
  fixedPort: boolean
}

/**
 * Runs PostgreSQL 18 from npm under `dataDir`, on 127.0.0.1 only, and keeps other Ninefold processes off that directory
 * while this one runs.
 *
 * @throws {ConfigError} that says what to do
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const setup = await prepare(options)
  const { adopted, lock } = await serve(setup)
  await createDatabase(lock)
  const lockWatch = watchLock(setup, lock)
  return {
    ownerUrl: urlOf(setup.access, DATABASE),
    adopted,
    dataDir: setup.dataDir,
    async stop() {
      const client = await lockWatch.release()
      await stopPostmaster(setup)
      await client?.end().catch(() => {})
    },
  }
}

/**
 * Connects tools to the running product's server, or starts a server for the time being.
 *
 * @throws {ConfigError} if there is no database yet
 */
export async function reachEmbeddedPostgres(
  options: EmbeddedOptions,
): Promise<Pick<EmbeddedPostgres, 'ownerUrl' | 'stop'>> {
  const directory = usableDataDir(options, databaseUser())
  if (!existsSync(clusterPath(directory))) throw new ConfigError(`There is no database in ${directory}`)
  const postmaster = findPostmaster(clusterPath(realpathSync(directory)), options.log)
  if (!postmaster?.isReady) return startEmbeddedPostgres(options)
  const access = readAccess(directory)
  return { ownerUrl: urlOf({ ...access, port: postmaster.port }, DATABASE), stop: async () => {} }
}

function usableDataDir({ dataDir, log, canMove }: EmbeddedOptions, user: OsUser | undefined): string {
  return reachableDataDir(resolve(dataDir), user, log, canMove ? undefined : null)
}

async function prepare(options: EmbeddedOptions): Promise<ServerSetup> {
  const { log } = options
  const user = databaseUser()
  const dataDir = realpathSync(usableDataDir(options, user))
  const binaries = prepareBinaries(dataDir, user)
  const access = await prepareCluster(dataDir, binaries, user, async () => options.port ?? (await freePort()))
  if (options.port) access.port = options.port
  return {
    dataDir,
    cluster: clusterPath(dataDir),
    binaries,
    user,
    access,
    fixedPort: options.port !== undefined,
    settings: options.settings,
    log,
  }
}

/** Adopts the running server or starts one, then takes the instance lock. */
async function serve(setup: ServerSetup): Promise<{ adopted: boolean; lock: pg.Client }> {
  const adopted = await ensureRunning(setup)
  return { adopted, lock: await takeInstanceLock(urlOf(setup.access, 'postgres'), setup.dataDir) }
}

async function ensureRunning(setup: ServerSetup): Promise<boolean> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const postmaster = findPostmaster(setup.cluster, setup.log)
    if (postmaster && (await adopt(setup))) return true
    if (postmaster) continue
    // Checked first, because the server reports a taken port only in its log.
    if (!(await canBind(setup.access.port))) await chooseAnotherPort(setup)
    const failure = await startPostmaster(setup, setup.access.port)
    if (!failure) return false
    // Helpers of a killed server release its memory within moments; another process may also be starting it.
    await delay(RETRY_MS)
  }
  throw new ConfigError(`The database in ${setup.cluster} does not start; see ${setup.cluster}.start.log.`)
}

/** Waits for the running server and checks that it serves our directory; false if it ended meanwhile. */
async function adopt(setup: ServerSetup): Promise<boolean> {
  const limit = Date.now() + ADOPT_LIMIT_MS
  for (;;) {
    const postmaster = findPostmaster(setup.cluster, setup.log)
    if (!postmaster) return false
    const served = await findServedDirectory(urlOf({ ...setup.access, port: postmaster.port }, 'postgres'))
    if (served.dir !== undefined) {
      if (!sameDir(served.dir, setup.cluster))
        throw new ConfigError(wrongServerText(setup, postmaster.port, served.dir))
      savePort(setup, postmaster.port)
      return true
    }
    if (served.isRefused || Date.now() > limit)
      throw new ConfigError(unansweredText(setup, postmaster.pid, served.reason))
    await delay(RETRY_MS / 5)
  }
}

async function findServedDirectory(
  url: string,
): Promise<{ dir?: string; isRefused: boolean; reason: string }> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ data_directory: string }>('show data_directory')
    return { dir: rows[0]?.data_directory, isRefused: false, reason: '' }
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    // 28…: wrong password. Every other error (starting, recovering, shutting down) passes with time.
    return { isRefused: code?.startsWith('28') ?? false, reason: message }
  } finally {
    await client.end().catch(() => {})
  }
}

function sameDir(first: string, second: string): boolean {
  return realpathSync(first) === realpathSync(second)
}

const wrongServerText = (setup: ServerSetup, port: number, dir: string) =>
  `Port ${port} answers for ${dir}, not for ${setup.cluster}. Stop that server or set DATA_DIR to another folder.`

const unansweredText = (setup: ServerSetup, pid: number, reason: string) =>
  `Process ${pid} runs the database in ${setup.cluster} but refuses the connection (${reason}). ` +
  `Stop it (kill -INT ${pid}) and start again.`

async function chooseAnotherPort(setup: ServerSetup): Promise<void> {
  const takenPort = setup.access.port
  if (setup.fixedPort)
    throw new ConfigError(`Port ${takenPort} is taken by another program; choose another for the database.`)
  savePort(setup, await freePort())
  setup.log(`port ${takenPort} is taken by another program; the database moves to ${setup.access.port}`)
}

function savePort(setup: ServerSetup, port: number): void {
  if (setup.access.port === port) return
  setup.access.port = port
  if (!setup.fixedPort) saveAccess(setup.dataDir, setup.access)
}

/** Watches the lock's connection; if the server dies, restarts it and takes the lock again. */
function watchLock(setup: ServerSetup, lockClient: pg.Client): { release(): Promise<pg.Client | undefined> } {
  let isReleased = false
  let current: Promise<pg.Client | undefined> = Promise.resolve(lockClient)
  const watch = (client: pg.Client) => {
    keepsProcessAlive(client, false)
    client.once('end', () => {
      if (isReleased) return
      setup.log('lost the connection to the built-in database; reconnecting')
      current = reacquireLock(setup, () => isReleased)
      void current.then((next) => next && watch(next))
    })
  }
  watch(lockClient)
  return {
    async release() {
      isReleased = true
      const client = await current
      if (client) keepsProcessAlive(client, true)
      return client
    },
  }
}

async function reacquireLock(setup: ServerSetup, leaving: () => boolean): Promise<pg.Client | undefined> {
  for (let lastMessage = ''; !leaving(); await delay(RETRY_MS * 4)) {
    try {
      return (await serve(setup)).lock
    } catch (error) {
      const { message } = error as Error
      if (message !== lastMessage) setup.log(message)
      lastMessage = message
    }
  }
  return undefined
}

async function createDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE])
  if (rowCount === 0) await client.query(`create database ${DATABASE}`)
}

function urlOf(access: Access, database: string): string {
  return `postgres://${SUPERUSER}:${access.password}@127.0.0.1:${access.port}/${database}`
}
