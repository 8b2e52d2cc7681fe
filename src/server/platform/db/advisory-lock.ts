import type pg from 'pg'
import { connectClient } from './connect-client.ts'

/**
 * Runs work that only one process of an installation may do at a time, on a connection of its own; others wait. The lock
 * ends with the connection, so a killed process doesn't block others.
 */
export async function withAdvisoryLock<T>(
  ownerUrl: string,
  lock: number,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await connectClient(ownerUrl, 'ninefold-lock')
  try {
    await client.query('select pg_advisory_lock($1)', [lock])
    return await work(client)
  } finally {
    await client.end().catch(() => {}) // a lost connection has released the lock
  }
}
