import type { Duplex } from 'node:stream'
import type pg from 'pg'

const ATTEMPTS = 3

export type TransactionOptions = {
  /** Statements are sent without waiting for those before them, the first together with `begin`. */
  pipelined: boolean
  /** Nothing was written: whoever reads need not wait for the end of the transaction. */
  readOnly: boolean
}

/** Runs `work` once the transaction stands; never where it does not. */
export type AfterCommit = (work: () => void) => void
/** What work may ask of the transaction that it is in. */
export type TransactionContext = {
  client: pg.PoolClient
  afterCommit: AfterCommit
  /** Sends the end of the transaction behind what was asked; nothing may be asked afterwards. */
  sendEnd(): void
}
type TransactionWork<T> = (context: TransactionContext) => Promise<T>

type Client = Omit<pg.PoolClient, 'pipeline'> & { pipeline: boolean; connection: { stream: Duplex } }

/** Statements that are sent in one turn of the event loop leave in one packet. */
export function corkStatements(connection: object): void {
  const { pipeline, connection: { stream } = {} } = connection as Partial<Client>
  if (!pipeline || !stream || stream.writableCorked > 0) return
  stream.cork()
  process.nextTick(() => stream.uncork())
}

/** What went wrong first in the transaction that a connection is in. */
const firstFailures = new WeakMap<object, unknown>()

/** Notes that a statement was refused; those that were sent behind it only say that the transaction is over. */
export function recordFailure(connection: object, error: unknown): void {
  if (!firstFailures.has(connection)) firstFailures.set(connection, error)
}

/** Runs work in transactions of a pool; two that wait for one another are no fault of either, and are repeated. */
export function transactionsOf(pool: pg.Pool) {
  return async <T>(
    begin: string,
    work: TransactionWork<T>,
    options: TransactionOptions = { pipelined: false, readOnly: false },
  ): Promise<T> => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await runOnce(pool, begin, work, options)
      } catch (error) {
        if (attempt === ATTEMPTS || !isContention(error)) throw error
      }
    }
  }
}

async function runOnce<T>(
  pool: pg.Pool,
  begin: string,
  work: TransactionWork<T>,
  options: TransactionOptions,
): Promise<T> {
  const later: (() => void)[] = []
  const client = (await pool.connect()) as pg.PoolClient & Client
  let end: Promise<pg.QueryResult> | null = null
  const sendEnd = () => {
    end = client.query('commit')
    // Whoever awaits it comes later, if at all: a refused statement ends everything here.
    end.catch(() => {})
    return end
  }
  const context: TransactionContext = { client, afterCommit: (one) => later.push(one), sendEnd }
  let broken: Error | undefined
  // The pool stops listening at check-out: a connection lost in here would otherwise end this process.
  const recordLoss = (error: Error) => {
    broken = error
  }
  client.on('error', recordLoss)
  client.pipeline = options.pipelined
  firstFailures.delete(client)
  const releaseClient = () => {
    client.pipeline = false
    client.off('error', recordLoss)
    client.release(broken)
  }
  try {
    corkStatements(client)
    const begun = client.query(begin)
    const [result] = options.pipelined
      ? await Promise.all([work(context), begun])
      : [await begun.then(() => work(context))]
    const ended = end ?? sendEnd()
    if (options.readOnly) {
      void ended.catch(recordLoss).finally(releaseClient)
      return result
    }
    // The end of a transaction in which something was refused, though nobody awaited that.
    if ((await ended).command === 'ROLLBACK')
      throw firstFailures.get(client) ?? new Error('The transaction was taken back')
    releaseClient()
    for (const one of later) one()
    return result
  } catch (error) {
    await client.query('rollback').catch(recordLoss)
    const reason = isAbortedTransaction(error) ? (firstFailures.get(client) ?? error) : error
    releaseClient()
    throw reason
  }
}

/** A deadlock or a serialization failure: the same transaction succeeds when it is repeated. */
function isContention(error: unknown): boolean {
  return ['40P01', '40001'].includes((error as { code?: string } | null)?.code ?? '')
}

/** The answer to whatever follows a refused statement in its transaction. */
function isAbortedTransaction(error: unknown): boolean {
  return (error as { code?: string } | null)?.code === '25P02'
}
