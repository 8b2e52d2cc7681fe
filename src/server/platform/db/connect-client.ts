import pg from 'pg'

/** Opens a connection outside the pool, which the caller ends. Operators see its name in `pg_stat_activity`. */
export async function connectClient(url: string, name: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: name, keepAlive: true })
  // Without a listener, a lost connection would end this process. The query under way rejects with the same error.
  client.on('error', () => {})
  await client.connect()
  return client
}
