import { CHANNELS, isContactBlocked } from '#domain/compliance/outreach.ts'
import type { TasksService } from '#server/features/tasks/service.ts'
import { auditAll } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import * as store from '../store/opt-outs.ts'

/** As the column holds it. */
const MAX_REASON_LENGTH = 200

/**
 * Blocks the channels that a file says are not wanted, of new contacts and of those who were there already, and keeps
 * why. What is blocked already stays as it is. Part of the caller's transaction.
 *
 * @returns the contacts for which a channel was blocked
 */
export async function storeFileOptOuts(
  tx: TenantTx,
  tasks: TasksService,
  context: Context,
  { importId, optOuts }: { importId: string; optOuts: readonly store.FileOptOut[] },
): Promise<string[]> {
  if (optOuts.length === 0) return []
  const before = new Map(
    (await store.lockChannels(tx, [...new Set(optOuts.map(({ contactId }) => contactId))])).map((contact) => [
      contact.id,
      contact,
    ]),
  )
  const fresh = new Map<string, store.FileOptOut>()
  for (const optOut of optOuts) {
    const { contactId, channel } = optOut
    const contact = before.get(contactId)
    const isBlocked = channel === 'all' ? contact?.doNotContact : contact?.refusedChannels.includes(channel)
    const key = `${contactId} ${channel}`
    if (contact && !isBlocked && !fresh.has(key)) fresh.set(key, { ...optOut, reason: lineOf(optOut.reason) })
  }
  if (fresh.size === 0) return []
  const blocked = blockedBy(fresh.values())
  await store.insertOptOuts(tx, importId, [...fresh.values()])
  await store.blockChannels(tx, blocked)
  const lines = []
  for (const { id, doNotContact, refusedChannels } of blocked) {
    const isUnreachable = isContactBlocked({
      doNotContact,
      refusedChannels: [...refusedChannels, ...(before.get(id)?.refusedChannels ?? [])],
    })
    const tasksRemoved = isUnreachable ? await tasks.removeOpenAutomatic(tx, id) : 0
    const channels = [...(doNotContact ? ['all'] : []), ...refusedChannels].join(' ')
    const details = { doNotContact: true, channels, importId, tasksRemoved }
    lines.push({ ...context, action: 'contact.do-not-contact-set', subject: id, details })
  }
  await auditAll(tx, lines)
  return blocked.map(({ id }) => id)
}

/** One entry a contact, with the channels that its opt-outs block. */
function blockedBy(optOuts: Iterable<store.FileOptOut>): store.BlockedChannels[] {
  const channels = Map.groupBy(optOuts, ({ contactId }) => contactId)
  return [...channels].map(([id, said]) => ({
    id,
    doNotContact: said.some(({ channel }) => channel === 'all'),
    refusedChannels: CHANNELS.filter((each) => said.some(({ channel }) => channel === each)),
  }))
}

/** A reason as it can be stored and shown on one line. */
function lineOf(reason: string): string {
  return reason
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, MAX_REASON_LENGTH)
    .toWellFormed()
}
