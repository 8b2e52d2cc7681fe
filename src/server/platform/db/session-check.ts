import { AsyncLocalStorage } from 'node:async_hooks'
import type { Query } from './query.ts'

/** Checks in the database that the cached session is still valid, inside a transaction if one is given. */
export type SessionCheck = (query?: Query) => Promise<boolean>
type SessionAssumption = { isCurrent: SessionCheck; isKnown: boolean }

const current = new AsyncLocalStorage<SessionAssumption>()

/** Thrown when the cached session is no longer valid; nothing was written. */
export class StaleSession extends Error {}

/**
 * Runs work with a cached session, which saves a round trip for checking it first. Each tenant transaction checks the
 * session in its own first packet until one check has succeeded; before that it returns no rows and commits no writes. The
 * work must not do anything irreversible before its first such transaction.
 *
 * @throws {StaleSession}
 */
export async function withSessionCheck<T>(isCurrent: SessionCheck, work: () => Promise<T>): Promise<T> {
  const assumption: SessionAssumption = { isCurrent, isKnown: false }
  const verify = async () => {
    if (!assumption.isKnown && !(await isCurrent())) throw new StaleSession()
  }
  let result: T
  try {
    result = await current.run(assumption, work)
  } catch (error) {
    await verify()
    throw error
  }
  await verify()
  return result
}

/**
 * Runs the work of a transaction behind the session check; `verify` waits for the check's result.
 *
 * @throws {StaleSession}
 */
export async function runWithSessionCheck<T>(
  query: Query,
  work: (verify: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const assumption = current.getStore()
  if (!assumption || assumption.isKnown) return work(async () => {})
  const checked = assumption.isCurrent(query)
  const verify = async () => {
    if (!(await checked)) throw new StaleSession()
    assumption.isKnown = true
  }
  const runWork = async () => work(verify)
  // A stale session may be the reason for failing work, so its error comes first.
  const [result] = await Promise.allSettled([runWork(), checked])
  await verify()
  if (result.status === 'rejected') throw result.reason
  return result.value
}
