import { hostname } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { ConfigError } from '../../config-error.ts'
import { connectClient } from '../connect-client.ts'
import { isAlive } from './processes.ts'

/** The same number in all versions of Ninefold, which alone uses advisory locks in the maintenance database. */
const LOCK = 1_313_426_025
const STALE_LOCK_MS = 10_000
const POLL_MS = 50

/**
 * Connects and takes the lock on this data directory. It is an advisory lock of the database session, so it is released
 * however this process ends, and no stale file can hold it.
 *
 * @throws {ConfigError} naming the process that holds the lock
 */
export async function takeInstanceLock(url: string, dataDir: string): Promise<pg.Client> {
  // The owner of the client listens for 'end'.
  const name = `ninefold pid ${process.pid} on ${hostname()}`.slice(0, 63)
  const client = await connectClient(url, name)
  try {
    await lock(client, dataDir)
  } catch (error) {
    await client.end()
    throw error
  }
  return client
}

async function lock(client: pg.Client, dataDir: string): Promise<void> {
  const limit = Date.now() + STALE_LOCK_MS
  for (;;) {
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
      LOCK,
    ])
    if (rows[0]?.locked) return
    const holder = await findLockOwner(client)
    // The server needs a moment to notice that a killed holder is gone.
    if (holder && (holder.alive || Date.now() > limit)) {
      throw new ConfigError(
        `The data directory ${dataDir} is in use by another Ninefold process (${holder.name}). ` +
          'Stop that process first, set another DATA_DIR, or let both use one server with DATABASE_URL.',
      )
    }
    await delay(POLL_MS)
  }
}

async function findLockOwner(client: pg.Client): Promise<{ name: string; alive: boolean } | undefined> {
  const { rows } = await client.query<{ application_name: string }>(
    `select a.application_name from pg_locks l join pg_stat_activity a using (pid)
      where l.locktype = 'advisory' and l.objid = $1 and l.granted and l.database = a.datid`,
    [LOCK],
  )
  const name = rows[0]?.application_name
  if (name === undefined) return undefined
  const [, pid, host] = /^ninefold pid (\d+) on (.*)$/.exec(name) ?? []
  const sameMachine = host !== undefined && hostname().startsWith(host)
  return { name: name.replace(/^ninefold /, ''), alive: !sameMachine || isAlive(Number(pid)) }
}

/** Sets whether the lock's connection keeps this process alive; after the start it shouldn't. */
export function keepsProcessAlive(client: pg.Client, isKept: boolean): void {
  // Both exist since pg 8.0 but are missing from its types.
  const socket = client as pg.Client & { ref(): void; unref(): void }
  if (isKept) socket.ref()
  else socket.unref()
}
