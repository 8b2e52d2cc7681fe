import type { ContactsService } from '#server/features/contacts/service.ts'
import type { Context } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import * as store from '../store/opt-outs.ts'

/** Length of the reason column. */
const MAX_REASON_LENGTH = 200

/** Opt-outs that a file has for existing contacts. */
export type FileOptOuts = {
  importId: string
  optOuts: Parameters<ContactsService['recordOptOuts']>[2]['optOuts']
}

/**
 * Blocks the channels that a file opts out of, for new and existing contacts, and stores the reason. Channels already
 * blocked remain unchanged. Part of the caller's transaction.
 *
 * @returns the newly blocked channels of contacts
 */
export async function storeFileOptOuts(
  tx: TenantTx,
  contacts: ContactsService,
  context: Context,
  { importId, optOuts }: FileOptOuts,
): Promise<FileOptOuts['optOuts']> {
  if (optOuts.length === 0) return []
  const ids = [...new Set(optOuts.map(({ contactId }) => contactId))]
  const restrictions = await store.lockRestrictions(tx, ids)
  const byId = new Map(restrictions.map((contact) => [contact.id, contact]))
  const newByChannel = new Map<string, FileOptOuts['optOuts'][number]>()
  for (const optOut of optOuts) {
    const { contactId, channel } = optOut
    const contact = byId.get(contactId)
    const isBlocked = channel === 'all' ? contact?.doNotContact : contact?.optedOutChannels.includes(channel)
    const key = `${contactId} ${channel}`
    if (contact && !isBlocked && !newByChannel.has(key))
      newByChannel.set(key, { ...optOut, reason: toLine(optOut.reason) })
  }
  const newOptOuts = [...newByChannel.values()]
  await contacts.recordOptOuts(tx, context, { contacts: restrictions, optOuts: newOptOuts, importId })
  return newOptOuts
}

/** Shortens a reason to one line that fits into the column. */
function toLine(reason: string): string {
  return reason
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, MAX_REASON_LENGTH)
    .toWellFormed()
}
