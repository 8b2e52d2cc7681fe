import type { ContactDetail } from '#contract/contacts.ts'
import { CHANNELS, type Channel, isContactBlocked } from '#domain/compliance/outreach.ts'
import type { TasksService } from '#server/features/tasks/service.ts'
import { restrictedMember } from '#server/platform/acting-member.ts'
import { auditAll } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { emit } from '#server/platform/emit.ts'
import * as store from '../store/channel-opt-outs.ts'
import { lockContacts } from '../store/knowledge.ts'
import { type BlockedKey, findBlocked, type StoredOptOut } from '../store/suppressions.ts'
import * as write from '../store/write-contacts.ts'
import { allContactPointHashes, contactPointHashes, hashesOf, newContactOf, pointsOf } from './new-contact.ts'

export type RestrictedContact = Pick<ContactDetail, 'id' | 'doNotContact' | 'optedOutChannels'>
type Owner = Parameters<typeof allContactPointHashes>[0] & { keys: readonly string[] }

/**
 * Deletes contacts and stores their blocked channels by hashes, so that an import of the same person can't unblock them.
 * Part of the caller's transaction.
 */
export async function deleteContacts(
  tx: TenantTx,
  ids: readonly string[],
  options?: { isErasure: boolean },
): Promise<number> {
  // Their traces are in archives, files and conversations that only others see.
  const visibleIds = restrictedMember(tx.organizationId) ? [...(await lockContacts(tx, ids))] : ids
  await tx.liftAccess()
  await preserveOptOuts(tx, visibleIds)
  return write.deleteContacts(tx, visibleIds, options)
}

/** Stores the blocked channels of contacts by hashes before the contacts, or some of their addresses and numbers, are deleted. */
export async function preserveOptOuts(tx: TenantTx, ids: readonly string[]): Promise<void> {
  await storeOptOuts(tx, await store.listOptedOut(tx, ids))
}

/** Stores the blocked channels of contacts by the hashes of the person and of their addresses and numbers. */
export async function storeOptOuts(tx: TenantTx, contacts: readonly store.OptedOutContact[]): Promise<void> {
  await store.insertOptOuts(
    tx,
    contacts.flatMap((contact) =>
      contact.optedOutChannels.flatMap((channel) =>
        keysOf(contact, channel).map((key) => ({ contactId: contact.id, key, channel })),
      ),
    ),
  )
}

/** Keys that block a channel: the person for every channel, an address or number only for the channels that use it. */
function keysOf(contact: Owner, channel: Channel): string[] {
  const { emails, phones } = allContactPointHashes(contact)
  const hashesByChannel: Record<Channel, string[]> = { call: phones, text: phones, email: emails, letter: [] }
  return [...contact.keys, ...hashesByChannel[channel]]
}

/** Lifts stored opt-outs after a member unblocked a contact's channel. */
export function liftOptOuts(tx: TenantTx, contact: ContactDetail, channel: Channel): Promise<void> {
  const owner = newContactOf(contact, contact.id)
  return store.liftOptOuts(tx, contact.id, { keys: keysOf(owner, channel), personKeys: owner.keys, channel })
}

/** Stored opt-outs of deleted contacts and those of existing ones, by keys of people, addresses and numbers. */
export type OptOutSources = {
  blockedKeys: readonly BlockedKey[]
  liveOptOuts: readonly store.ContactOptOut[]
}

/** Returns a function that finds the blocked channels of a contact in sources that were read for several contacts. */
export function createOptOutFinder({ blockedKeys, liveOptOuts }: OptOutSources) {
  const byKey = new Map<string, (StoredOptOut & { contactId?: string })[]>()
  const addOptOut = (key: string, optOut: StoredOptOut) => byKey.set(key, [...(byKey.get(key) ?? []), optOut])
  const liftTimes = new Map(
    blockedKeys.map(({ key, optOut, liftedAt }) => [`${key} ${optOut?.channel}`, liftedAt?.getTime() ?? 0]),
  )
  const isLifted = (key: string, { channel, since }: StoredOptOut) =>
    (liftTimes.get(`${key} ${channel}`) ?? 0) > since.getTime()
  for (const { key, optOut, liftedAt } of blockedKeys) if (optOut && !liftedAt) addOptOut(key, optOut)
  for (const { points, ...optOut } of liveOptOuts)
    for (const { key, channels } of points.map(keyOfPoint))
      if (key && channels.includes(optOut.channel) && !isLifted(key, optOut)) addOptOut(key, optOut)

  /** One opt-out per channel, without the contact's own. */
  return (contactId: string, hashes: readonly string[]): StoredOptOut[] => {
    const optOuts = hashes
      .flatMap((key) => byKey.get(key) ?? [])
      .filter((optOut) => optOut.contactId !== contactId)
    return CHANNELS.flatMap((channel) => optOuts.find((optOut) => optOut.channel === channel) ?? [])
  }
}

/** Hash of an address or number, with the channels that use it. */
function keyOfPoint(point: string): { key: string | null; channels: readonly Channel[] } {
  const isEmail = point.includes('@')
  const { email, phone } = contactPointHashes(
    isEmail ? { email: point, phone: null } : { email: null, phone: point },
  )
  return isEmail ? { key: email, channels: ['email'] } : { key: phone, channels: ['call', 'text'] }
}

/**
 * Blocks channels that were opted out by an address, number or name the contact now has, and queues them for review. Part
 * of the caller's transaction.
 *
 * @param former the contact before the change, whose addresses and numbers were already checked
 */
export async function blockOptedOut(
  tx: TenantTx,
  tasks: TasksService,
  context: Context,
  contact: write.NewContact & RestrictedContact,
  former: write.NewContact | null,
): Promise<void> {
  const knownHashes = new Set(former && hashesOf(former))
  const newHashes = hashesOf(contact).filter((hash) => !knownHashes.has(hash))
  if (newHashes.length === 0) return
  const [blockedKeys, liveOptOuts] = await Promise.all([
    findBlocked(tx, newHashes),
    store.listLiveOptOuts(tx, pointsOf(contact)),
  ])
  const newOptOuts = createOptOutFinder({ blockedKeys, liveOptOuts })(contact.id, newHashes).filter(
    ({ channel }) => !contact.optedOutChannels.includes(channel),
  )
  await recordOptOuts(tx, tasks, context, {
    contacts: [contact],
    optOuts: store.newOptOutsOf(contact.id, newOptOuts),
  })
}

/**
 * Records opt-outs of contacts, blocks these channels, and deletes the automatic tasks of contacts who can't be contacted
 * anymore. Part of the caller's transaction.
 */
export async function recordOptOuts(
  tx: TenantTx,
  tasks: TasksService,
  context: Context,
  {
    contacts,
    optOuts,
    importId,
  }: { contacts: readonly RestrictedContact[]; optOuts: readonly store.NewOptOut[]; importId?: string },
): Promise<void> {
  if (optOuts.length === 0) return
  await store.insertConsentOptOuts(tx, optOuts, importId ?? null)
  await store.blockChannels(tx, optOuts)
  const optOutsByContact = Map.groupBy(optOuts, ({ contactId }) => contactId)
  const auditEntries = []
  for (const { id, doNotContact, optedOutChannels } of contacts) {
    const newChannels = new Set(optOutsByContact.get(id)?.map(({ channel }) => channel))
    if (newChannels.size === 0) continue
    const isUnreachable = isContactBlocked({
      doNotContact: doNotContact || newChannels.has('all'),
      optedOutChannels: CHANNELS.filter(
        (channel) => newChannels.has(channel) || optedOutChannels.includes(channel),
      ),
    })
    const tasksRemoved = isUnreachable ? await tasks.removeOpenAutomatic(tx, id) : 0
    const channels = (['all', ...CHANNELS] as const).filter((channel) => newChannels.has(channel)).join(' ')
    const details = { doNotContact: true, channels, tasksRemoved, ...(importId && { importId }) }
    auditEntries.push({ ...context, action: 'contact.do-not-contact-set', subject: id, details })
  }
  await auditAll(tx, auditEntries)
  const contactIds = [...optOutsByContact.keys()]
  await emit(tx, { type: 'consent.changed', contactIds, changed: ['optedOutChannels'] })
}
