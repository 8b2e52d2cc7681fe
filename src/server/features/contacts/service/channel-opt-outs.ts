import type { ContactDetail } from '#contract/contacts.ts'
import { CHANNELS, type Channel } from '#domain/compliance/outreach.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import * as store from '../store/channel-opt-outs.ts'
import * as write from '../store/write-contacts.ts'
import { hashesOf, newContactOf, reachHashesOf } from './new-contact.ts'

/**
 * Deletes contacts as the store does, and keeps by hashes which channels were blocked: an import that brings the same
 * person again must not open them. Part of the caller's transaction.
 */
export async function deleteContacts(tx: TenantTx, ids: readonly string[]): Promise<number> {
  const optedOut = await store.listOptedOut(tx, ids)
  if (optedOut.length > 0) await store.insertOptOuts(tx, optedOut.flatMap(keptOf))
  return write.deleteContacts(tx, ids)
}

/** A person is known with all channels; an address or number alone with those that use it. */
function keptOf(contact: store.OptedOutContact) {
  const { emails, phones } = reachHashesOf(contact)
  const reach: Record<Channel, string[]> = { call: phones, text: phones, email: emails, letter: [] }
  return CHANNELS.filter((channel) => contact.refusedChannels.includes(channel)).flatMap((channel) =>
    [...contact.keys, ...reach[channel]].map((key) => ({ contactId: contact.id, key, channel })),
  )
}

/** What is kept of a channel no longer holds for a contact: a member gave a reason. */
export function forgetOptOuts(tx: TenantTx, contact: ContactDetail, channel: Channel): Promise<void> {
  const keys = hashesOf(newContactOf(contact, contact.id))
  return store.deleteOptOuts(tx, contact.id, { keys, channel })
}
