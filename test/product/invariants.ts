import { readFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'

const FILE = path.resolve(import.meta.dirname, '../invariants.sql')

/** The broken promises of a database: empty when all hold. */
export async function brokenInvariants(ownerUrl: string): Promise<unknown[]> {
  return rowsOf(ownerUrl, await readFile(FILE, 'utf8'))
}

/** The rows of a query, past row-level security. */
async function rowsOf<T extends pg.QueryResultRow>(ownerUrl: string, sql: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    return (await client.query<T>(sql)).rows
  } finally {
    await client.end()
  }
}

/** The first value of the first row, as a number. */
export async function numberOf(ownerUrl: string, sql: string): Promise<number> {
  const [row] = await rowsOf(ownerUrl, sql)
  return Number(Object.values(row ?? {})[0])
}
