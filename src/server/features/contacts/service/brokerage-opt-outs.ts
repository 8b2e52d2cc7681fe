import type { TasksService } from '#server/features/tasks/service.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { findBrokerageOptOuts, listPoints, listPointsAfter } from '../store/brokerage-opt-outs.ts'
import { contactPointHashes, pointsOf } from './new-contact.ts'
import { blockPoints, usesPoint } from './share-opt-outs.ts'

const BATCH_SIZE = 500

const hashOfPoint = (point: string): string | null => {
  const { email, phone } = contactPointHashes(
    point.includes('@') ? { email: point, phone: null } : { email: null, phone: point },
  )
  return email ?? phone
}

/** Addresses and numbers of contacts, for the offices of a brokerage. Part of the caller's transaction. */
export async function listContactPoints(tx: TenantTx, contactIds: readonly string[]): Promise<string[]> {
  return (await listPoints(tx, contactIds)).flatMap(pointsOf)
}

/**
 * Blocks those of the addresses and numbers that a request in another office of the brokerage blocks, on every contact that
 * has them. Their entries say only that a request was received. Part of the caller's transaction.
 *
 * @returns the blocked contacts
 */
export async function applyBrokerageOptOuts(
  tx: TenantTx,
  tasks: TasksService,
  points: readonly string[],
  now: Date,
): Promise<string[]> {
  const hashes = new Map(points.map((point) => [point, hashOfPoint(point)]))
  const optOuts = await findBrokerageOptOuts(
    tx,
    [...hashes.values()].filter((hash) => hash !== null),
  )
  const blockedPoints = [...hashes].flatMap(([point, hash]) => {
    const channels = optOuts.flatMap(({ key, channel }) =>
      key === hash && usesPoint(channel, point) ? [channel] : [],
    )
    return channels.length > 0 ? [{ point, channels }] : []
  })
  return blockPoints(tx, tasks, blockedPoints, now)
}

/** Applies the brokerage's requests to a batch of contacts. @returns the last one's id, null behind the last batch */
export async function applyBrokerageOptOutsAfter(
  tx: TenantTx,
  tasks: TasksService,
  after: string | null,
  now: Date,
): Promise<{ blockedIds: string[]; last: string | null }> {
  const contacts = await listPointsAfter(tx, after, BATCH_SIZE)
  const blockedIds = await applyBrokerageOptOuts(tx, tasks, contacts.flatMap(pointsOf), now)
  return { blockedIds, last: contacts.at(-1)?.id ?? null }
}
