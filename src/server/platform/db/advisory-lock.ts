import pg from 'pg'

/**
 * Does what only one process of an installation may do at a time; the others wait for their turn. The turn ends with its
 * connection, so that a killed process holds nobody up.
 */
export async function withAdvisoryLock<T>(
  ownerUrl: string,
  lock: number,
  work: () => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'ninefold-turn' })
  client.on('error', () => {}) // the query under way rejects with the same error
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lock])
    return await work()
  } finally {
    await client.end().catch(() => {}) // the connection was lost, and the turn with it
  }
}
