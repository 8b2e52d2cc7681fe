import type { FileContact } from '#domain/identity/contact-details.ts'
import type { ContactDraft } from '#domain/identity/contact-draft.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { newId } from '#server/platform/ids.ts'
import * as write from '../store/write-contacts.ts'
import { classifyCandidates } from './add-drafts.ts'
import { deleteContacts } from './channel-opt-outs.ts'
import { addLabelsAndNotes, type LabelFeatures } from './labels-and-notes.ts'
import { hashesOf, newContactOf } from './new-contact.ts'

/** A contact in the organization that it leaves, with its tags as labels. */
export type TransferredContact = ContactDraft & {
  id: string
  details: FileContact['details']
  labels: string[]
}

/**
 * Adds contacts that an agent brings from another organization, with the opt-outs that bind this one. A person who is a
 * contact here already is added, too, and the duplicate check lists the pair, so that nothing is lost; a suppressed person
 * isn't. Part of the caller's transaction.
 *
 * @returns the ids here, by the former ones
 * @throws an error that `isLimitReached` recognizes
 */
async function bringIn(
  tx: TenantTx,
  features: LabelFeatures,
  transferred: readonly TransferredContact[],
  { maxContacts }: { maxContacts: number },
): Promise<Map<string, string>> {
  const contacts = transferred.map((former) => ({ former, contact: newContactOf(former, newId()) }))
  const keysById = new Map(contacts.map(({ contact }) => [contact.id, contact.keys]))
  // Without keys, no candidate counts as a duplicate.
  const { newContacts } = await classifyCandidates(
    tx,
    contacts.map(({ contact }) => ({
      ...{ contact: { ...contact, keys: [] }, hashes: hashesOf(contact) },
      ...{ labels: [], notes: null },
    })),
  )
  if (newContacts.length === 0) return new Map()
  const added = newContacts.map((contact) => ({ ...contact, keys: keysById.get(contact.id) ?? [] }))
  await write.insertContacts(tx, added, { importId: null, maxContacts, holdsKeys: true })
  const addedIds = new Set(added.map(({ id }) => id))
  const pairs = contacts.filter(({ contact }) => addedIds.has(contact.id))
  await addLabelsAndNotes(
    tx,
    features,
    pairs.map(({ former, contact }) => ({ contactId: contact.id, labels: former.labels, notes: null })),
    null,
  )
  return new Map(pairs.map(({ former, contact }) => [former.id, contact.id]))
}

/** Functions of the contacts service about contacts that go to another organization. */
export const transferring = (features: LabelFeatures, maxContacts: number) => ({
  /** Number of contacts that the organization can still add; part of the caller's transaction. */
  readCapacity: (tx: TenantTx): Promise<number> => write.readCapacity(tx, maxContacts),
  bringIn: (tx: TenantTx, contacts: readonly TransferredContact[]) =>
    bringIn(tx, features, contacts, { maxContacts }),
  /** Deletes contacts that went to another organization; their opt-outs stay in force here. */
  takeOut: (tx: TenantTx, ids: readonly string[]) => deleteContacts(tx, ids, { isErasure: false }),
})
