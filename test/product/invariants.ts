import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

const INVARIANTS_FILE = path.resolve(import.meta.dirname, '../invariants.sql')

/** The broken promises of a database: empty when all hold. */
export async function findBrokenInvariants(ownerUrl: string): Promise<unknown[]> {
  return rowsOf(ownerUrl, await readFile(INVARIANTS_FILE, 'utf8'))
}

/** The rows of a query on a new connection, bypassing row-level security. */
export function rowsOf<T extends pg.QueryResultRow>(
  ownerUrl: string,
  sql: string,
  values: readonly unknown[] = [],
): Promise<T[]> {
  return withConnection(ownerUrl, async (client) => (await client.query<T>(sql, [...values])).rows)
}

/**
 * Waits on one connection until the first value of a query reaches `count`: a connection for each try takes more of the
 * processor than the work that is waited for.
 */
export function waitForNumber(
  ownerUrl: string,
  sql: string,
  count: number,
  timeoutMs = 60_000,
): Promise<void> {
  return withConnection(ownerUrl, async (client) => {
    const deadline = Date.now() + timeoutMs
    while (firstNumber((await client.query(sql)).rows) < count) {
      if (Date.now() > deadline) throw new Error(`Did not reach ${count} in time: ${sql}`)
      await wait(5)
    }
  })
}

async function withConnection<T>(ownerUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 5000 })
  client.on('error', () => {}) // the server may be killed meanwhile
  await client.connect()
  try {
    return await work(client)
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
  return firstNumber(await rowsOf(ownerUrl, sql, values))
}

function firstNumber([row]: readonly pg.QueryResultRow[]): number {
  return Number(Object.values(row ?? {})[0] ?? Number.NaN)
}
