import { CHANNELS, isContactBlocked } from '#domain/compliance/outreach.ts'
import type { TasksService } from '#server/features/tasks/service.ts'
import { auditAll } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import * as store from '../store/opt-outs.ts'

/** Length of the column. */
const MAX_REASON_LENGTH = 200

/**
 * Blocks the channels that a file opts out of, for new and existing contacts, and stores the reason. Channels already
 * blocked remain unchanged. Part of the caller's transaction.
 *
 * @returns the contacts with a newly blocked channel
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
    const isBlocked = channel === 'all' ? contact?.doNotContact : contact?.optedOutChannels.includes(channel)
    const key = `${contactId} ${channel}`
    if (contact && !isBlocked && !fresh.has(key)) fresh.set(key, { ...optOut, reason: lineOf(optOut.reason) })
  }
  if (fresh.size === 0) return []
  const blocked = blockedBy(fresh.values())
  await store.insertOptOuts(tx, importId, [...fresh.values()])
  await store.blockChannels(tx, blocked)
  const lines = []
  for (const { id, doNotContact, optedOutChannels } of blocked) {
    const isUnreachable = isContactBlocked({
      doNotContact,
      optedOutChannels: [...optedOutChannels, ...(before.get(id)?.optedOutChannels ?? [])],
    })
    const tasksRemoved = isUnreachable ? await tasks.removeOpenAutomatic(tx, id) : 0
    const channels = [...(doNotContact ? ['all'] : []), ...optedOutChannels].join(' ')
    const details = { doNotContact: true, channels, importId, tasksRemoved }
    lines.push({ ...context, action: 'contact.do-not-contact-set', subject: id, details })
  }
  await auditAll(tx, lines)
  return blocked.map(({ id }) => id)
}

/** One entry per contact, with the channels that its opt-outs block. */
function blockedBy(optOuts: Iterable<store.FileOptOut>): store.BlockedChannels[] {
  const channels = Map.groupBy(optOuts, ({ contactId }) => contactId)
  return [...channels].map(([id, said]) => ({
    id,
    doNotContact: said.some(({ channel }) => channel === 'all'),
    optedOutChannels: CHANNELS.filter((each) => said.some(({ channel }) => channel === each)),
  }))
}

/** Shortens a reason to one line that the column can hold. */
function lineOf(reason: string): string {
  return reason
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, MAX_REASON_LENGTH)
    .toWellFormed()
}
