import { AsyncLocalStorage } from 'node:async_hooks'
import type { OrganizationId } from './organization-id.ts'
import type { Query } from './query.ts'

/** Sends a statement that takes effect with the transaction. */
export type CommitMark = { organizationId: OrganizationId; send(query: Query): Promise<unknown> }

const current = new AsyncLocalStorage<CommitMark>()

/** Runs work so that each of its changes in an organization commits together with a mark, both or neither. */
export function markCommits<T>(mark: CommitMark, work: () => Promise<T>): Promise<T> {
  return current.run(mark, work)
}

/** Sends the mark of the current work at the end of a transaction that changes an organization, if there is one. */
export async function sendCommitMark(query: Query, organizationId: OrganizationId): Promise<void> {
  const mark = current.getStore()
  if (mark?.organizationId === organizationId) await mark.send(query)
}
