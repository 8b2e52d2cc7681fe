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
import { databaseUser, reachableDataDir } from './embedded/os-user.ts'
import { bindable, freePort } from './embedded/ports.ts'
import { findPostmaster, type Installation, startPostmaster, stopPostmaster } from './embedded/postmaster.ts'

export type EmbeddedPostgres = {
  /** Connection URL of the superuser, for migrations and jobs. */
  ownerUrl: string
  /** True when the server was running already (this program was killed before). */
  adopted: boolean
  /** Where the data really is; differs from the wish when root's database user cannot reach that. */
  dataDir: string
  /** Fast shutdown. Without it the server goes on, and the next start adopts it. */
  stop(): Promise<void>
}

export type EmbeddedOptions = {
  dataDir: string
  log: (line: string) => void
  /** Lets root's database user have /var/lib/ninefold where it cannot reach `dataDir`. */
  canChangePort?: boolean
  /** Chosen freely at the first start and kept when not given. */
  port?: number
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
 * Runs PostgreSQL 18 from npm under `dataDir`, on 127.0.0.1 only, and keeps every other Ninefold
 * process off that directory while this one lives. Throws errors that say what to do.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const place = await prepare(options)
  const { adopted, lock } = await serve(place)
  await createDatabase(lock)
  const seat = watchLock(place, lock)
  return {
    ownerUrl: urlOf(place.access, DATABASE),
    adopted,
    dataDir: place.dataDir,
    async stop() {
      const client = await seat.leave()
      await stopPostmaster(place)
      await client?.end().catch(() => {})
    },
  }
}

/**
 * For what reads beside the running product: the address of its server, or of one started for the moment.
 *
 * @throws {ConfigError} where there is no database yet
 */
export async function reachEmbeddedPostgres(
  options: EmbeddedOptions,
): Promise<Pick<EmbeddedPostgres, 'ownerUrl' | 'stop'>> {
  const { dataDir, log, canChangePort } = options
  const place = reachableDataDir(resolve(dataDir), databaseUser(), log, canChangePort ? undefined : null)
  if (!existsSync(clusterPath(place))) throw new ConfigError(`There is no database in ${place}`)
  const running = findPostmaster(clusterPath(realpathSync(place)), log)
  if (!running?.ready) return startEmbeddedPostgres(options)
  const access = readAccess(place)
  return { ownerUrl: urlOf({ ...access, port: running.port }, DATABASE), stop: async () => {} }
}

async function prepare(options: EmbeddedOptions): Promise<ServerSetup> {
  const { log } = options
  const user = databaseUser()
  const dataDir = realpathSync(
    reachableDataDir(resolve(options.dataDir), user, log, options.canChangePort ? undefined : null),
  )
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
    log,
  }
}

/** Adopts the running server or starts one, then takes the seat at it. */
async function serve(place: ServerSetup): Promise<{ adopted: boolean; lock: pg.Client }> {
  const adopted = await ensureRunning(place)
  return { adopted, lock: await takeInstanceLock(urlOf(place.access, 'postgres'), place.dataDir) }
}

async function ensureRunning(place: ServerSetup): Promise<boolean> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const running = findPostmaster(place.cluster, place.log)
    if (running && (await adopt(place))) return true
    if (running) continue
    // Asked beforehand: the server tells of a taken port only in its log.
    if (!(await bindable(place.access.port))) await chooseAnotherPort(place)
    const failure = await startPostmaster(place, place.access.port)
    if (!failure) return false
    // Helpers of a killed server let go of its memory within moments; another process may be ahead of us.
    await delay(RETRY_MS)
  }
  throw new ConfigError(`The database in ${place.cluster} does not start; see ${place.cluster}.start.log.`)
}

/** Waits for the running server to answer and makes sure it serves our directory; false when it ended meanwhile. */
async function adopt(place: ServerSetup): Promise<boolean> {
  const limit = Date.now() + ADOPT_LIMIT_MS
  for (;;) {
    const running = findPostmaster(place.cluster, place.log)
    if (!running) return false
    const answer = await findServedDirectory(urlOf({ ...place.access, port: running.port }, 'postgres'))
    if (answer.dir !== undefined) {
      if (!sameDir(answer.dir, place.cluster))
        throw new ConfigError(wrongServerText(place, running.port, answer.dir))
      rememberPort(place, running.port)
      return true
    }
    if (answer.refused || Date.now() > limit)
      throw new ConfigError(unansweredText(place, running.pid, answer.reason))
    await delay(RETRY_MS / 5)
  }
}

async function findServedDirectory(url: string): Promise<{ dir?: string; refused: boolean; reason: string }> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ data_directory: string }>('show data_directory')
    return { dir: rows[0]?.data_directory, refused: false, reason: '' }
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    // 28…: wrong password. Waiting helps against everything else (starting, recovering, shutting down).
    return { refused: code?.startsWith('28') ?? false, reason: message }
  } finally {
    await client.end().catch(() => {})
  }
}

function sameDir(one: string, other: string): boolean {
  return realpathSync(one) === realpathSync(other)
}

const wrongServerText = (place: ServerSetup, port: number, dir: string) =>
  `Port ${port} answers for ${dir}, not for ${place.cluster}. Stop that server or set DATA_DIR to another folder.`

const unansweredText = (place: ServerSetup, pid: number, reason: string) =>
  `Process ${pid} holds the database in ${place.cluster} but does not let us in (${reason}). ` +
  `Stop it (kill -INT ${pid}) and start again.`

async function chooseAnotherPort(place: ServerSetup): Promise<void> {
  const taken = place.access.port
  if (place.fixedPort)
    throw new ConfigError(`Port ${taken} is taken by another program; choose another for the database.`)
  rememberPort(place, await freePort())
  place.log(`port ${taken} is taken by another program; the database moves to ${place.access.port}`)
}

function rememberPort(place: ServerSetup, port: number): void {
  if (place.access.port === port) return
  place.access.port = port
  if (!place.fixedPort) saveAccess(place.dataDir, place.access)
}

/** Watches the seat: when the server was killed it is started again and the seat taken anew. */
function watchLock(place: ServerSetup, first: pg.Client): { leave(): Promise<pg.Client | undefined> } {
  let leaving = false
  let current: Promise<pg.Client | undefined> = Promise.resolve(first)
  const watch = (client: pg.Client) => {
    keepsProcessAlive(client, false)
    client.once('end', () => {
      if (leaving) return
      place.log('the connection to the built-in database ended; bringing it back')
      current = reacquireLock(place, () => leaving)
      void current.then((next) => next && watch(next))
    })
  }
  watch(first)
  return {
    async leave() {
      leaving = true
      const client = await current
      if (client) keepsProcessAlive(client, true)
      return client
    },
  }
}

async function reacquireLock(place: ServerSetup, leaving: () => boolean): Promise<pg.Client | undefined> {
  for (let told = ''; !leaving(); await delay(RETRY_MS * 4)) {
    try {
      return (await serve(place)).lock
    } catch (error) {
      const { message } = error as Error
      if (message !== told) place.log(message)
      told = message
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
