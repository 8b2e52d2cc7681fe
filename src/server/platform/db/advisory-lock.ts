import pg from 'pg'

/**
 * Runs work that only one process of an installation may do at a time; others wait. The lock ends with its connection, so
 * a killed process doesn't block others.
 */
export async function withAdvisoryLock<T>(
  ownerUrl: string,
  lock: number,
  work: () => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'ninefold-lock' })
  client.on('error', () => {}) // the query under way rejects with the same error
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lock])
    return await work()
  } finally {
    await client.end().catch(() => {}) // a lost connection has released the lock
  }
}
