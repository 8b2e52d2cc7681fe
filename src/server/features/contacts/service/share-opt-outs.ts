import { CHANNELS, type Channel, isContactBlocked } from '#domain/compliance/outreach.ts'
import type { TasksService } from '#server/features/tasks/service.ts'
import { auditAll } from '#server/platform/audit.ts'
import type { Database, TenantTx } from '#server/platform/db/database.ts'
import { emit } from '#server/platform/emit.ts'
import * as store from '../store/channel-opt-outs.ts'
import { findBlocked } from '../store/suppressions.ts'
import * as write from '../store/write-contacts.ts'
import { storeOptOuts } from './channel-opt-outs.ts'
import { contactPointHashes, pointsOf } from './new-contact.ts'

/** A request of a contact not to be contacted on some channels. */
type OptOutRequest = { contactId: string; channels: readonly Channel[] }

const SHARING_ACTOR = { kind: 'system', job: 'opt-out sharing' } as const

/**
 * Makes requests bind the whole organization: stores them by keyed hash, and blocks the same addresses and numbers on the
 * contacts of every member. Their entries say only that a request was received. Part of the caller's transaction, after the
 * consents were recorded.
 *
 * @returns the other contacts that were blocked
 */
async function shareOptOuts(
  tx: TenantTx,
  tasks: TasksService,
  requests: readonly OptOutRequest[],
): Promise<string[]> {
  if (requests.length === 0) return []
  const channelsById = new Map(requests.map(({ contactId, channels }) => [contactId, channels]))
  const owners = (await store.listOptedOut(tx, [...channelsById.keys()])).map((owner) => ({
    ...owner,
    optedOutChannels: owner.optedOutChannels.filter((each) => channelsById.get(owner.id)?.includes(each)),
  }))
  await storeOptOuts(tx, owners)
  const points = owners.flatMap((owner) =>
    pointsOf(owner).flatMap((point) => {
      const channels = owner.optedOutChannels.filter((channel) => usesPoint(channel, point))
      return channels.length > 0 ? [{ point, channels }] : []
    }),
  )
  const requestTimes = owners.map(({ since }) => new Date(since).getTime())
  return blockPoints(tx, tasks, points, new Date(Math.max(...requestTimes)))
}

/** Blocks addresses and numbers, since a request, on every contact that has them. @returns the blocked contacts */
export async function blockPoints(
  tx: TenantTx,
  tasks: TasksService,
  points: readonly store.BlockedPoint[],
  since: Date,
): Promise<string[]> {
  if (points.length === 0) return []
  const blockedContacts = await store.blockChannelsOfPoints(tx, points, store.requestReason(since))
  const auditEntries = []
  for (const { contactId, channels, ...restrictions } of blockedContacts) {
    const tasksRemoved = isContactBlocked(restrictions) ? await tasks.removeOpenAutomatic(tx, contactId) : 0
    // Without the member whose contact asked.
    const entry = { actor: SHARING_ACTOR, action: 'contact.do-not-contact-set', subject: contactId }
    auditEntries.push({
      ...entry,
      details: { doNotContact: true, channels: channels.join(' '), tasksRemoved },
    })
  }
  await auditAll(tx, auditEntries)
  const contactIds = blockedContacts.map(({ contactId }) => contactId)
  await emit(tx, { type: 'consent.changed', contactIds, changed: ['optedOutChannels'] })
  return contactIds
}

/** Shares a further address or number of someone who asked for no contact. Writes the changed contact first. */
export async function shareNewPoints(
  tx: TenantTx,
  tasks: TasksService,
  contact: write.NewContact,
  former: write.NewContact,
): Promise<void> {
  if (contact.keys.every((key) => former.keys.includes(key))) return
  await write.updateContact(tx, contact, former.keys)
  await shareOptOuts(tx, tasks, [{ contactId: contact.id, channels: CHANNELS }])
}

/** True if messages on the channel go to the address or number. */
export function usesPoint(channel: Channel, point: string): boolean {
  return point.includes('@') ? channel === 'email' : channel === 'call' || channel === 'text'
}

type BlockedHash = { hash: string; channels: Channel[] }

/**
 * Which of the hashes are blocked, and on which channels: by a request in force, or because the address or number is
 * suppressed.
 */
async function findBlockedHashes(tx: TenantTx, hashes: readonly string[]): Promise<BlockedHash[]> {
  const blockedKeys = await findBlocked(tx, hashes)
  return [...Map.groupBy(blockedKeys, ({ key }) => key)].flatMap(([hash, keys]) => {
    const isSuppressed = keys.some(({ optOut }) => optOut === null)
    const channels = CHANNELS.filter(
      (channel) =>
        isSuppressed || keys.some(({ optOut, liftedAt }) => optOut?.channel === channel && liftedAt === null),
    )
    return channels.length > 0 ? [{ hash, channels }] : []
  })
}

/** Functions of the contacts service about requests that bind the whole organization. */
export const optOutSharing = (db: Database, tasks: TasksService) => ({
  shareOptOuts: (tx: TenantTx, requests: readonly OptOutRequest[]) => shareOptOuts(tx, tasks, requests),
  findBlockedHashes,
  contactPointHashes,
  /** Contacts whose blocked channels aren't stored by hash yet, of all organizations. */
  listWithoutHash: (limit: number) => store.listWithoutHash(db, limit),
})
