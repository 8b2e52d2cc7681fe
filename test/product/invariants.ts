import { readFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'

const INVARIANTS_FILE = path.resolve(import.meta.dirname, '../invariants.sql')

/** The broken promises of a database: empty when all hold. */
export async function findBrokenInvariants(ownerUrl: string): Promise<unknown[]> {
  return rowsOf(ownerUrl, await readFile(INVARIANTS_FILE, 'utf8'))
}

/** The rows of a query on a new connection, bypassing row-level security. */
export async function rowsOf<T extends pg.QueryResultRow>(
  ownerUrl: string,
  sql: string,
  values: readonly unknown[] = [],
): Promise<T[]> {
  const client = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 5000 })
  client.on('error', () => {}) // the server may be killed meanwhile
  await client.connect()
  try {
    return (await client.query<T>(sql, [...values])).rows
  } finally {
    await client.end().catch(() => {})
  }
}

/** The first value of the first row, as a number. */
export async function numberOf(
  ownerUrl: string,
  sql: string,
  values: readonly unknown[] = [],
): Promise<number> {
  const [row] = await rowsOf(ownerUrl, sql, values)
  return Number(Object.values(row ?? {})[0] ?? Number.NaN)
}
