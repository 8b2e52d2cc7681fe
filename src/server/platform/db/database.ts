import pg from 'pg'
import type { Log } from '../log.ts'
import type { OrganizationId } from './organization-id.ts'

/** Runs statements. Column names arrive in camelCase; times as ISO 8601 in UTC, days as `YYYY-MM-DD`. */
export type Query = {
  rows<T>(text: string, values?: readonly unknown[], name?: string): Promise<T[]>
  row<T>(text: string, values?: readonly unknown[], name?: string): Promise<T | undefined>
  /** Runs a change and tells how many rows it touched. */
  run(text: string, values?: readonly unknown[], name?: string): Promise<number>
}

/** One transaction inside one organization: row-level security shows and accepts only its rows. */
export type TenantTx = Query & { readonly organizationId: OrganizationId; readonly client: pg.PoolClient }

export type Database = Query & {
  /**
   * A transaction over the global tables (accounts, sessions, payment events). A statement may take 15 s, or
   * `statementMs` where it looks at everything.
   */
  transaction<T>(work: (tx: Query) => Promise<T>, bounds?: { statementMs: number }): Promise<T>
  /** A transaction inside one organization. */
  tenant<T>(organizationId: OrganizationId, work: (tx: TenantTx) => Promise<T>): Promise<T>
  close(): Promise<void>
}

const { builtins } = pg.types

const TYPE_PARSERS: Record<number, (text: string) => unknown> = {
  [builtins.NUMERIC]: Number,
  [builtins.INT8]: Number,
  [builtins.DATE]: (text) => text,
  [builtins.TIMESTAMPTZ]: (text) => new Date(text).toISOString(),
}

const TRANSACTION_ATTEMPTS = 3

/** Opens the pool that requests and jobs use; it logs in as the role that row-level security binds. */
export function openDatabase(url: string, options: { log: Log; max?: number }): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 10,
    connectionTimeoutMillis: 3000,
    statement_timeout: 15_000,
    // A host that went silent cannot keep the server-side limit.
    query_timeout: 20_000,
    keepAlive: true,
    idle_in_transaction_session_timeout: 15_000,
    application_name: 'ninefold',
    options: '-c timezone=UTC',
    types: {
      getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
        (format !== 'binary' && TYPE_PARSERS[oid]) || pg.types.getTypeParser(oid, format)) as never, // pg types overloads by literal oid
    },
  })
  // Without a listener a stopped server would end this process.
  pool.on('error', (error) =>
    options.log.warn({ err: error.message }, 'An idle database connection was lost'),
  )

  /** Two transactions that wait for one another are no fault of either: the one that was ended tries again. */
  const within = async <T>(begin: string, work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await once(begin, work)
      } catch (error) {
        if (attempt === TRANSACTION_ATTEMPTS || !isContention(error)) throw error
      }
    }
  }
  const once = async <T>(begin: string, work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
    const client = await pool.connect()
    let broken: Error | undefined
    // The pool stops listening at check-out: a connection lost in here would otherwise end this process.
    const noteLoss = (error: Error) => {
      broken = error
    }
    client.on('error', noteLoss)
    try {
      await client.query(begin)
      const result = await work(client)
      await client.query('commit')
      return result
    } catch (error) {
      await client.query('rollback').catch((failure: Error) => {
        broken = failure
      })
      throw error
    } finally {
      client.off('error', noteLoss)
      client.release(broken)
    }
  }
  return {
    ...queryOn(pool),
    transaction: (work, bounds) =>
      within(
        bounds ? `begin; set local statement_timeout = ${Math.ceil(bounds.statementMs)}` : 'begin',
        (client) => {
          // The connection is there for whoever has to know when the transaction is over, as with `tenant`.
          const tx = { ...queryOn(client, bounds && bounds.statementMs + 5000), client }
          return work(tx)
        },
      ),
    tenant: (organizationId, work) =>
      within(`begin; set local app.org_id = '${organizationId}'`, (client) =>
        work({ ...queryOn(client), organizationId, client }),
      ),
    close: () => pool.end(),
  }
}

function queryOn(connection: pg.Pool | pg.PoolClient, timeoutMs?: number): Query {
  const run = (text: string, values: readonly unknown[], name?: string) =>
    connection.query<unknown[]>({
      ...{ text, values: [...values], name, rowMode: 'array' },
      ...(timeoutMs !== undefined && { query_timeout: timeoutMs }),
    })
  const rows = async <T>(text: string, values: readonly unknown[] = [], name?: string): Promise<T[]> => {
    const result = await run(text, values, name)
    const keys = result.fields.map((field) => camelCase(field.name))
    // The caller's type states what its own SQL selects; tests on a real database keep the two together.
    return result.rows.map((row) => objectOf(keys, row) as T)
  }
  return {
    rows,
    row: async <T>(text: string, values?: readonly unknown[], name?: string) =>
      (await rows<T>(text, values, name))[0],
    run: async (text, values = [], name) => (await run(text, values, name)).rowCount ?? 0,
  }
}

function objectOf(keys: readonly string[], values: readonly unknown[]): Record<string, unknown> {
  const object: Record<string, unknown> = {}
  for (let i = 0; i < keys.length; i++) object[keys[i] as string] = values[i]
  return object
}

const camelNames = new Map<string, string>()

function camelCase(column: string): string {
  let name = camelNames.get(column)
  if (name === undefined) {
    name = column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
    camelNames.set(column, name)
  }
  return name
}

/** A deadlock or a serialization failure: the same transaction succeeds when it is repeated. */
function isContention(error: unknown): boolean {
  return ['40P01', '40001'].includes((error as { code?: string } | null)?.code ?? '')
}

/** Whether an error is PostgreSQL's answer that a unique key is taken. */
export function isUniqueViolation(error: unknown): boolean {
  return (error as { code?: string } | null)?.code === '23505'
}

const AWAY = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'EHOSTUNREACH', 'ENOTFOUND'],
  ...['57P01', '57P02', '57P03', '08006', '08001', '53300', '25P03'],
])

/** Whether an error says that the database cannot be reached now, as against a wrong statement. */
export function isDatabaseAway(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: string; message?: string }
  return (
    AWAY.has(code ?? '') ||
    /Connection terminated|timeout exceeded when trying to connect|Query read timeout|not queryable/.test(
      message ?? '',
    )
  )
}
