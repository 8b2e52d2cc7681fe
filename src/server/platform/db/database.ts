import pg from 'pg'
import { accessSettings, restrictedMember } from '../acting-member.ts'
import type { Log } from '../log.ts'
import { columnTypes } from './column-values.ts'
import { sendCommitMark } from './commit-mark.ts'
import type { OrganizationId } from './organization-id.ts'
import { type Query, queryWith } from './query.ts'
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
   * Sends the last statements, all at once, with the commit in the same packet. No statement may follow, and the results
   * can't prevent the commit.
   */
  commitWith<T>(work: () => Promise<T>): Promise<T>
  /**
   * Sends statements that see all of the organization although a member with own or team records acts, such as the search
   * for opt-outs. `send` starts them without waiting for anything, and its result must not reach the member unchecked.
   */
  asOrganization<T>(send: () => Promise<T>): Promise<T>
  /**
   * Sends statements that read signals, outcomes, properties, tasks and tags only beside the contacts that they are about.
   * The contacts are checked; without this, each of their rows would be checked again. `send` as in `asOrganization`. Within
   * `commitWith`, they are the last ones.
   */
  withDetails<T>(send: () => Promise<T>): Promise<T>
  /** Lets all later statements of the transaction see the whole organization, such as those that erase a contact's traces. */
  liftAccess(): Promise<void>
  /** Tells the listener of this process, after the commit, that there is work of a kind. */
  announce(work: StoredWork): void
}

/** Work that a transaction stores and a worker does. */
export type StoredWork = 'deliveries' | 'sync'

export type Database = Query & {
  /**
   * Transaction on global tables (accounts, sessions, payment events). Statements may take 15 s, or `statementMs` for full
   * scans.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>, bounds?: { statementMs: number }): Promise<T>
  /**
   * Transaction inside one organization. Its statements are pipelined, the first together with `begin`. COPY needs
   * `pipelined: false`.
   */
  tenant<T>(
    organizationId: OrganizationId,
    work: (tx: TenantTx) => Promise<T>,
    options?: { pipelined: boolean },
  ): Promise<T>
  /**
   * Read-only transaction inside one organization: one snapshot, pipelined. With `commitWith` for all statements, it takes
   * a single round trip.
   */
  read<T>(organizationId: OrganizationId, work: (tx: TenantTx) => Promise<T>): Promise<T>
  /** Sets the listener of `announce`. */
  onAnnounced(work: StoredWork, listener: (organizationId: OrganizationId) => void): void
  /** Pool statistics: all connections, idle ones, and calls waiting for one. */
  poolStats(): { total: number; idle: number; waiting: number }
  close(): Promise<void>
}

/** Opens the pool for requests and jobs, with the role that row-level security applies to. */
export function openDatabase(url: string, options: { log: Log; max?: number }): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 10,
    connectionTimeoutMillis: 3000,
    statement_timeout: 15_000,
    // Covers a host that stops answering, where the server-side limit can't act.
    query_timeout: 20_000,
    keepAlive: true,
    idle_in_transaction_session_timeout: 15_000,
    application_name: 'ninefold',
    options: '-c timezone=UTC',
    types: columnTypes,
  })
  // Without a listener, a stopped server would end this process.
  pool.on('error', (error) => options.log.warn({ err: error }, 'Lost an idle database connection'))

  const within = transactionsOf(pool)
  const listeners = new Map<StoredWork, (organizationId: OrganizationId) => void>()
  const announce = (organizationId: OrganizationId, work: StoredWork) => listeners.get(work)?.(organizationId)
  return {
    ...queryOn(pool),
    transaction: (work, bounds) =>
      within(
        bounds ? `begin; set local statement_timeout = ${Math.ceil(bounds.statementMs)}` : 'begin',
        ({ client, afterCommit }) =>
          work({ ...queryOn(client, bounds && bounds.statementMs + 5000), client, afterCommit }),
      ),
    tenant: (organizationId, work, options) =>
      within(
        `begin; set local app.org_id = '${organizationId}'${accessSettings(restrictedMember(organizationId))}`,
        (context) => runInOrganization(context, organizationId, work, { writes: true, announce }),
        { pipelined: true, readOnly: false, ...options },
      ),
    read: (organizationId, work) =>
      within(
        `begin isolation level repeatable read read only; set local app.org_id = '${organizationId}'${accessSettings(restrictedMember(organizationId))}`,
        (context) => runInOrganization(context, organizationId, work, { writes: false, announce }),
        { pipelined: true, readOnly: true },
      ),
    onAnnounced: (work, listener) => void listeners.set(work, listener),
    poolStats: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  }
}

const LIFT_ACCESS = `set local app.user_id = ''`

/** Runs work of one organization; a cached session is checked first, on the same connection. */
function runInOrganization<T>(
  { client, afterCommit, sendEnd }: TransactionContext,
  organizationId: OrganizationId,
  work: (tx: TenantTx) => Promise<T>,
  {
    writes,
    announce,
  }: { writes: boolean; announce: (organizationId: OrganizationId, work: StoredWork) => void },
): Promise<T> {
  const query = queryOn(client)
  let isOver = false
  const guard = async <R>(send: () => Promise<R>): Promise<R> => {
    if (isOver) throw new Error('No statement may follow commitWith')
    return send()
  }
  const member = restrictedMember(organizationId)
  let isLifted = member === null
  /** Sent in order in one turn of the event loop, so that no other statement runs in between. */
  const between = async <R>(before: string, send: () => Promise<R>, after: string): Promise<R> => {
    if (isLifted) return send()
    const [, sent, restored] = await Promise.allSettled([query.run(before), send(), query.run(after)])
    if (sent.status === 'rejected') throw sent.reason
    if (restored.status === 'rejected') throw restored.reason
    return sent.value
  }
  let isCommitting = false
  /** Without restoring the setting, because the transaction ends behind these statements. */
  const atEnd = async <R>(before: string, send: () => Promise<R>): Promise<R> => {
    if (isLifted) return send()
    const settled = Promise.allSettled([query.run(before), send()])
    isOver = true
    const [, sent] = await settled
    if (sent.status === 'rejected') throw sent.reason
    return sent.value
  }
  return runWithSessionCheck(query, async (verify) => {
    const result = await work({
      ...queryWith({
        rows: (...args) => guard(() => query.rows(...args)),
        run: (...args) => guard(() => query.run(...args)),
      }),
      ...{ organizationId, client, afterCommit },
      announce: (kind) => afterCommit(() => announce(organizationId, kind)),
      asOrganization: (send) => between(LIFT_ACCESS, send, `set local app.user_id = '${member?.userId}'`),
      withDetails: (send) =>
        isCommitting
          ? atEnd(`set local app.contacts_checked = 'on'`, send)
          : between(`set local app.contacts_checked = 'on'`, send, `set local app.contacts_checked = ''`),
      async liftAccess() {
        if (isLifted) return
        isLifted = true
        await query.run(LIFT_ACCESS)
      },
      async commitWith(lastStatements) {
        // Writes of a stale session could not be rolled back after the commit was sent.
        if (writes) await verify()
        isCommitting = true
        const result = lastStatements()
        const marking = writes ? sendCommitMark(query, organizationId) : null
        isOver = true
        sendEnd()
        // A mark that fails turns the commit into a rollback.
        const [settled] = await Promise.allSettled([result, marking])
        if (settled.status === 'rejected') throw settled.reason
        return settled.value
      },
    })
    if (writes && !isOver) await sendCommitMark(query, organizationId)
    return result
  })
}

/** Statements on a pool or connection, without a transaction of their own. */
export function queryOn(connection: pg.Pool | pg.PoolClient, timeoutMs?: number): Query {
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
  return queryWith({
    async rows<T>(text: string, values: readonly unknown[] = [], name?: string) {
      const result = await run(text, values, name)
      const keys = result.fields.map((field) => camelCase(field.name))
      // The caller's type describes its own SQL; tests on a real database verify that they match.
      return result.rows.map((row) => objectOf(keys, row) as T)
    },
    run: async (text, values = [], name) => (await run(text, values, name)).rowCount ?? 0,
  })
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

/** True for PostgreSQL's unique violation. */
export function isUniqueViolation(error: unknown): boolean {
  return (error as { code?: string } | null)?.code === '23505'
}

const UNAVAILABLE_CODES = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'EHOSTUNREACH', 'ENOTFOUND'],
  ...['57P01', '57P02', '57P03', '08006', '08001', '53300', '25P03'],
  // Disk full or out of memory: reads continue, writes resume later.
  ...['53100', '53200'],
])

/** True if the database can't be reached or used right now, as opposed to a faulty statement. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: string; message?: string }
  return (
    UNAVAILABLE_CODES.has(code ?? '') ||
    /Connection terminated|timeout exceeded when trying to connect|Query read timeout|not queryable/.test(
      message ?? '',
    )
  )
}
