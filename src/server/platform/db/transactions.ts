import type { Duplex } from 'node:stream'
import type pg from 'pg'

const ATTEMPTS = 3

export type Manner = {
  /** Statements are sent without waiting for those before them, the first together with `begin`. */
  ahead: boolean
  /** Nothing was written: whoever reads need not wait for the end of the transaction. */
  readOnly: boolean
  /** The end goes out with the first statements: there are no others. Only for what writes nothing. */
  atOnce?: boolean
}

/** Runs `work` once the transaction stands; never where it does not. */
export type AfterCommit = (work: () => void) => void
type Work<T> = (client: pg.PoolClient, afterCommit: AfterCommit) => Promise<T>

type Client = Omit<pg.PoolClient, 'pipeline'> & { pipeline: boolean; connection: { stream: Duplex } }

/** What went wrong first in the transaction that a connection is in. */
const firstFailures = new WeakMap<object, unknown>()

/** Notes that a statement was refused; those that were sent behind it only say that the transaction is over. */
export function noteFailure(connection: object, error: unknown): void {
  if (!firstFailures.has(connection)) firstFailures.set(connection, error)
}

/** Runs work in transactions of a pool; two that wait for one another are no fault of either, and are repeated. */
export function transactionsOf(pool: pg.Pool) {
  return async <T>(
    begin: string,
    work: Work<T>,
    manner: Manner = { ahead: false, readOnly: false },
  ): Promise<T> => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await once(pool, begin, work, manner)
      } catch (error) {
        if (attempt === ATTEMPTS || !isContention(error)) throw error
      }
    }
  }
}

async function once<T>(pool: pg.Pool, begin: string, work: Work<T>, manner: Manner): Promise<T> {
  const later: (() => void)[] = []
  const inside = (connection: pg.PoolClient) => work(connection, (one) => later.push(one))
  const client = (await pool.connect()) as pg.PoolClient & Client
  let broken: Error | undefined
  // The pool stops listening at check-out: a connection lost in here would otherwise end this process.
  const noteLoss = (error: Error) => {
    broken = error
  }
  client.on('error', noteLoss)
  client.pipeline = manner.ahead
  firstFailures.delete(client)
  const giveBack = () => {
    client.pipeline = false
    client.off('error', noteLoss)
    client.release(broken)
  }
  try {
    const { result, ended } = await (manner.ahead
      ? sentTogether(client, begin, inside, manner)
      : client.query(begin).then(async () => ({ result: await inside(client), ended: null })))
    const end = ended ?? client.query('commit')
    if (manner.readOnly) {
      void end.catch(noteLoss).finally(giveBack)
      return result
    }
    await end
    giveBack()
    for (const one of later) one()
    return result
  } catch (error) {
    await client.query('rollback').catch(noteLoss)
    const reason = isFollowing(error) ? (firstFailures.get(client) ?? error) : error
    giveBack()
    throw reason
  }
}

/** One packet holds the start of the transaction and whatever the work asks for first; with `atOnce` its end too. */
async function sentTogether<T>(
  client: pg.PoolClient & Client,
  begin: string,
  work: (client: pg.PoolClient) => Promise<T>,
  { atOnce }: Manner,
): Promise<{ result: T; ended: Promise<unknown> | null }> {
  const { stream } = client.connection
  stream.cork()
  let sent: { begun: Promise<unknown>; working: Promise<T>; ended: Promise<unknown> | null }
  try {
    const begun = client.query(begin)
    const working = work(client)
    sent = { begun, working, ended: atOnce ? client.query('commit') : null }
  } finally {
    stream.uncork()
  }
  // Whoever awaits it comes later, if at all: a refused statement ends everything here.
  sent.ended?.catch(() => {})
  const [result] = await Promise.all([sent.working, sent.begun])
  return { result, ended: sent.ended }
}

/** A deadlock or a serialization failure: the same transaction succeeds when it is repeated. */
function isContention(error: unknown): boolean {
  return ['40P01', '40001'].includes((error as { code?: string } | null)?.code ?? '')
}

/** The answer to whatever follows a refused statement in its transaction. */
function isFollowing(error: unknown): boolean {
  return (error as { code?: string } | null)?.code === '25P02'
}
