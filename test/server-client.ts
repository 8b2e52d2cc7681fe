import pg from 'pg'

/** Runs work on one connection to a database server. Closing it releases all locks. */
export async function withServerClient(
  url: string,
  work: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

/** URL of another database on the same server. */
export function databaseUrl(url: string, name: string): string {
  const serverUrl = new URL(url)
  serverUrl.pathname = `/${name}`
  return serverUrl.href
}
