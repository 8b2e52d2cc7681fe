import { AsyncLocalStorage } from 'node:async_hooks'
import type { Query } from './query.ts'

/** Asks the database whether what was assumed is so, within a transaction where one is given. */
export type SessionCheck = (query?: Query) => Promise<boolean>
type SessionAssumption = { isCurrent: SessionCheck; isKnown: boolean }

const current = new AsyncLocalStorage<SessionAssumption>()

/** What was assumed is not so; nothing was written. */
export class StaleSession extends Error {}

/**
 * Does work under an assumption, as of whom a session is. Each transaction of one organization asks in its own first packet
 * whether that holds, until one has been told: nothing that it read is handed on before, and nothing it wrote stands. What
 * saves the journey of asking beforehand may do nothing before its first such transaction that cannot be taken back.
 *
 * @throws {WronglyAssumed}
 */
export async function withSessionCheck<T>(isCurrent: SessionCheck, work: () => Promise<T>): Promise<T> {
  const assumed: SessionAssumption = { isCurrent, isKnown: false }
  const asked = async () => {
    if (!assumed.isKnown && !(await isCurrent())) throw new StaleSession()
  }
  let result: T
  try {
    result = await current.run(assumed, work)
  } catch (error) {
    await asked()
    throw error
  }
  await asked()
  return result
}

/**
 * The work of a transaction, behind the question whether what it assumes holds; `told` waits for the answer.
 *
 * @throws {WronglyAssumed}
 */
export async function runWithSessionCheck<T>(
  query: Query,
  work: (told: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const assumed = current.getStore()
  if (!assumed || assumed.isKnown) return work(async () => {})
  const answer = assumed.isCurrent(query)
  const told = async () => {
    if (!(await answer)) throw new StaleSession()
    assumed.isKnown = true
  }
  const working = async () => work(told)
  // Work that fails may do so because the answer is no, so that is told first.
  const [done] = await Promise.allSettled([working(), answer])
  await told()
  if (done.status === 'rejected') throw done.reason
  return done.value
}
