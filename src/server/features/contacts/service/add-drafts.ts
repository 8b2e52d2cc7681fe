import type { ContactDraft } from '#domain/identity/contact-draft.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import * as suppressions from '../store/suppressions.ts'
import * as write from '../store/write-contacts.ts'
import { newContactOf, reachHashes } from './new-contact.ts'

/** A draft became a contact, or it is a person who is there already or must not come back. */
export type AddedDraft =
  | { contactId: string }
  | { refused: 'duplicate'; contactId: string }
  | { refused: 'suppressed'; contactId?: undefined }

/**
 * Adds drafts as contacts, in order; of several drafts of one person the first is taken. Part of the caller's
 * transaction.
 *
 * @throws unique violation when another transaction added one of them meanwhile; the caller repeats the whole
 */
export async function addDrafts(
  tx: TenantTx,
  drafts: readonly ContactDraft[],
  importId: string | null,
): Promise<AddedDraft[]> {
  const { outcomes, fresh } = await sortDrafts(tx, drafts)
  if (fresh.length > 0) await write.insertContacts(tx, fresh, importId)
  return outcomes
}

/** The same before anything is written: `fresh` are those to be added. */
export async function sortDrafts(
  tx: TenantTx,
  drafts: readonly ContactDraft[],
): Promise<{ outcomes: AddedDraft[]; fresh: write.NewContact[] }> {
  const candidates = drafts.map((draft) => newContactOf(draft))
  const hashes = candidates.map(hashesOf)
  const [taken, unwanted] = await Promise.all([
    write.findKeys(
      tx,
      candidates.flatMap((candidate) => candidate.keys),
    ),
    suppressions.findSuppressed(tx, hashes.flat()),
  ])
  const owners = new Map(taken.map(({ key, contactId }) => [key, contactId]))
  const suppressed = new Set(unwanted)
  const fresh: write.NewContact[] = []
  const outcomes = candidates.map((candidate, index): AddedDraft => {
    if (hashes[index]?.some((key) => suppressed.has(key))) return { refused: 'suppressed' }
    const owner = candidate.keys.map((key) => owners.get(key)).find(Boolean)
    if (owner) return { refused: 'duplicate', contactId: owner }
    for (const key of candidate.keys) owners.set(key, candidate.id)
    fresh.push(candidate)
    return { contactId: candidate.id }
  })
  return { outcomes, fresh }
}

/** By what somebody who must not come back is recognised: as a person, or by an address or number alone. */
export function hashesOf(candidate: write.NewContact): string[] {
  const { email, phone } = reachHashes(candidate)
  return [...candidate.keys, ...[email, phone].filter((hash) => hash !== null)]
}
