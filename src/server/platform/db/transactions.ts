import type { Duplex } from 'node:stream'
import type pg from 'pg'

const ATTEMPTS = 3

export type TransactionOptions = {
  /** Sends statements without waiting for earlier ones, the first together with `begin`. */
  pipelined: boolean
  /** Returns the result without waiting for the end of the transaction. */
  readOnly: boolean
}

/** Runs `work` after the transaction commits; never after a rollback. */
export type AfterCommit = (work: () => void) => void
/** Gives work access to its transaction. */
export type TransactionContext = {
  client: pg.PoolClient
  afterCommit: AfterCommit
  /** Sends the commit behind the pending statements; no statement may follow. */
  sendEnd(): void
}
type TransactionWork<T> = (context: TransactionContext) => Promise<T>

type Client = Omit<pg.PoolClient, 'pipeline'> & { pipeline: boolean; connection: { stream: Duplex } }

/** Sends the statements of one turn of the event loop in one packet. */
export function corkStatements(connection: object): void {
  const { pipeline, connection: { stream } = {} } = connection as Partial<Client>
  if (!pipeline || !stream || stream.writableCorked > 0) return
  stream.cork()
  process.nextTick(() => stream.uncork())
}

/** The first error in each connection's current transaction. */
const firstFailures = new WeakMap<object, unknown>()

/** Records the error of a statement; pipelined statements behind it only report an aborted transaction. */
export function recordFailure(connection: object, error: unknown): void {
  if (!firstFailures.has(connection)) firstFailures.set(connection, error)
}

/** Returns a function that runs work in transactions of a pool and repeats it after a deadlock. */
export function transactionsOf(pool: pg.Pool) {
  return async <T>(
    beginSql: string,
    work: TransactionWork<T>,
    options: TransactionOptions = { pipelined: false, readOnly: false },
  ): Promise<T> => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await runOnce(pool, beginSql, work, options)
      } catch (error) {
        if (attempt === ATTEMPTS || !isContention(error)) throw error
      }
    }
  }
}

async function runOnce<T>(
  pool: pg.Pool,
  beginSql: string,
  work: TransactionWork<T>,
  options: TransactionOptions,
): Promise<T> {
  const callbacks: (() => void)[] = []
  const client = (await pool.connect()) as pg.PoolClient & Client
  let end: Promise<pg.QueryResult> | null = null
  const sendEnd = () => {
    end = client.query('commit')
    // Awaited later, or never if a statement fails first.
    end.catch(() => {})
    return end
  }
  const context: TransactionContext = { client, afterCommit: (callback) => callbacks.push(callback), sendEnd }
  let connectionError: Error | undefined
  // The pool stops listening at check-out, and an unhandled lost connection would end this process.
  const recordLoss = (error: Error) => {
    connectionError = error
  }
  client.on('error', recordLoss)
  client.pipeline = options.pipelined
  firstFailures.delete(client)
  const releaseClient = () => {
    client.pipeline = false
    client.off('error', recordLoss)
    client.release(connectionError)
  }
  try {
    corkStatements(client)
    const beginning = client.query(beginSql)
    const [result] = options.pipelined
      ? await Promise.all([work(context), beginning])
      : [await beginning.then(() => work(context))]
    const ending = end ?? sendEnd()
    if (options.readOnly) {
      void ending.catch(recordLoss).finally(releaseClient)
      return result
    }
    // A failed statement that no one awaited turns the commit into a rollback.
    if ((await ending).command === 'ROLLBACK')
      throw firstFailures.get(client) ?? new Error('The transaction was rolled back')
    releaseClient()
    for (const callback of callbacks) callback()
    return result
  } catch (error) {
    await client.query('rollback').catch(recordLoss)
    const reason = isAbortedTransaction(error) ? (firstFailures.get(client) ?? error) : error
    releaseClient()
    throw reason
  }
}

/** True for a deadlock or serialization failure, after which the transaction can be repeated. */
function isContention(error: unknown): boolean {
  return ['40P01', '40001'].includes((error as { code?: string } | null)?.code ?? '')
}

/** True for the error of statements that follow a failed one in its transaction. */
function isAbortedTransaction(error: unknown): boolean {
  return (error as { code?: string } | null)?.code === '25P02'
}
