import pg from 'pg'
import type { Log } from '../log.ts'
import { columnTypes } from './column-values.ts'
import type { OrganizationId } from './organization-id.ts'
import type { Query } from './query.ts'
import { runWithSessionCheck } from './session-check.ts'
import {
  type AfterCommit,
  corkStatements,
  recordFailure,
  type TransactionContext,
  transactionsOf,
} from './transactions.ts'

export type { Query } from './query.ts'

/** One transaction. */
export type Tx = Query & { readonly client: pg.PoolClient; readonly afterCommit: AfterCommit }

/** One transaction inside one organization: row-level security shows and accepts only its rows. */
export type TenantTx = Tx & {
  readonly organizationId: OrganizationId
  /**
   * What is asked last, all of it at once: the end of the transaction leaves in the same packet. Nothing can be asked
   * afterwards, and no answer keeps what was written from staying.
   */
  commitWith<T>(work: () => Promise<T>): Promise<T>
}

export type Database = Query & {
  /**
   * A transaction over the global tables (accounts, sessions, payment events). A statement may take 15 s, or
   * `statementMs` where it looks at everything.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>, bounds?: { statementMs: number }): Promise<T>
  /**
   * A transaction inside one organization. Its statements are sent without waiting for those before them, the first
   * together with the start of the transaction; `ahead: false` lets COPY work, which that does not.
   */
  tenant<T>(
    organizationId: OrganizationId,
    work: (tx: TenantTx) => Promise<T>,
    how?: { pipelined: boolean },
  ): Promise<T>
  /** Reads inside one organization, all of them as of one moment, sent ahead; nothing can be written. */
  read<T>(organizationId: OrganizationId, work: (tx: TenantTx) => Promise<T>): Promise<T>
  /** The same in one packet there and back: work asks for everything at once, and for nothing after an answer. */
  readOnce<T>(organizationId: OrganizationId, work: (tx: TenantTx) => Promise<T>): Promise<T>
  /** Connections of the pool: all there are, those nobody uses, and calls that wait for one. */
  load(): { total: number; idle: number; waiting: number }
  close(): Promise<void>
}

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
    types: columnTypes,
  })
  // Without a listener a stopped server would end this process.
  pool.on('error', (error) => options.log.warn({ err: error }, 'An idle database connection was lost'))

  const within = transactionsOf(pool)
  const reading = <T>(organizationId: OrganizationId, work: (tx: TenantTx) => Promise<T>) =>
    within(
      `begin isolation level repeatable read read only; set local app.org_id = '${organizationId}'`,
      (inside) => runInOrganization(inside, organizationId, work, { writes: false }),
      { pipelined: true, readOnly: true },
    )
  return {
    ...queryOn(pool),
    transaction: (work, bounds) =>
      within(
        bounds ? `begin; set local statement_timeout = ${Math.ceil(bounds.statementMs)}` : 'begin',
        ({ client, afterCommit }) =>
          work({ ...queryOn(client, bounds && bounds.statementMs + 5000), client, afterCommit }),
      ),
    tenant: (organizationId, work, how) =>
      within(
        `begin; set local app.org_id = '${organizationId}'`,
        (inside) => runInOrganization(inside, organizationId, work, { writes: true }),
        { pipelined: true, readOnly: false, ...how },
      ),
    read: reading,
    readOnce: (organizationId, work) => reading(organizationId, (tx) => tx.commitWith(() => work(tx))),
    load: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  }
}

/** Work of one organization; what is assumed of the caller is asked on the same connection, in front of it. */
function runInOrganization<T>(
  { client, afterCommit, sendEnd }: TransactionContext,
  organizationId: OrganizationId,
  work: (tx: TenantTx) => Promise<T>,
  { writes }: { writes: boolean },
): Promise<T> {
  const query = queryOn(client)
  let isOver = false
  const inTime = async <R>(ask: () => Promise<R>): Promise<R> => {
    if (isOver) throw new Error('What is asked last is asked at once')
    return ask()
  }
  return runWithSessionCheck(query, (told) =>
    work({
      rows: (...asked) => inTime(() => query.rows(...asked)),
      row: (...asked) => inTime(() => query.row(...asked)),
      run: (...asked) => inTime(() => query.run(...asked)),
      ...{ organizationId, client, afterCommit },
      async commitWith(ask) {
        // What was written for the wrong person could not be taken back.
        if (writes) await told()
        const asking = ask()
        isOver = true
        sendEnd()
        return asking
      },
    }),
  )
}

function queryOn(connection: pg.Pool | pg.PoolClient, timeoutMs?: number): Query {
  const run = (text: string, values: readonly unknown[], name?: string) => {
    corkStatements(connection)
    return connection
      .query<unknown[]>({
        ...{ text, values: [...values], name, rowMode: 'array' },
        ...(timeoutMs !== undefined && { query_timeout: timeoutMs }),
      })
      .catch((error: unknown) => {
        recordFailure(connection, error)
        throw error
      })
  }
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

/** Whether an error is PostgreSQL's answer that a unique key is taken. */
export function isUniqueViolation(error: unknown): boolean {
  return (error as { code?: string } | null)?.code === '23505'
}

const UNAVAILABLE_CODES = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'EHOSTUNREACH', 'ENOTFOUND'],
  ...['57P01', '57P02', '57P03', '08006', '08001', '53300', '25P03'],
  // No room on its disk, or no memory: reading goes on, and writing again once there is some.
  ...['53100', '53200'],
])

/** Whether an error says that the database cannot be reached now, as against a wrong statement. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: string; message?: string }
  return (
    UNAVAILABLE_CODES.has(code ?? '') ||
    /Connection terminated|timeout exceeded when trying to connect|Query read timeout|not queryable/.test(
      message ?? '',
    )
  )
}
