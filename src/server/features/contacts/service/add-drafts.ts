import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { LabelsAndNotes } from '#domain/identity/contact-details.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { requestRuleChecks } from '#server/platform/rule-checks.ts'
import { listLiveOptOuts } from '../store/channel-opt-outs.ts'
import * as suppressions from '../store/suppressions.ts'
import * as write from '../store/write-contacts.ts'
import { createOptOutFinder } from './channel-opt-outs.ts'
import { addLabelsAndNotes, type LabelFeatures } from './labels-and-notes.ts'
import { type DetailedDraft, hashesOf, newContactOf, pointsOf } from './new-contact.ts'

/** The added contact, or the reason why a draft was not added: a duplicate, a suppressed person, or the contact limit. */
export type AddResult =
  | { contactId: string }
  | { skipReason: 'duplicate'; contactId: string }
  | { skipReason: 'suppressed' | 'full'; contactId?: undefined }

/** A draft with the data derived from it. */
export type Candidate = LabelsAndNotes & { contact: write.NewContact; hashes: string[] }

/** Drafts prepared before the event loop can do other work. */
const PREPARE_BATCH = 50

/** Prepares drafts before the transaction that adds them. */
export async function prepareDrafts(drafts: readonly DetailedDraft[]): Promise<Candidate[]> {
  const candidates: Candidate[] = []
  for (let start = 0; start < drafts.length; start += PREPARE_BATCH) {
    if (start > 0) await yieldToEventLoop()
    candidates.push(...drafts.slice(start, start + PREPARE_BATCH).map(candidateOf))
  }
  return candidates
}

export function candidateOf(draft: DetailedDraft): Candidate {
  const contact = newContactOf(draft)
  return { contact, hashes: hashesOf(contact), labels: draft.labels ?? [], notes: draft.notes ?? null }
}

/**
 * Adds contacts in order, and the first of several candidates of one person. With `skipExcess`, candidates beyond
 * the contact limit are skipped as `full`. Part of the caller's transaction.
 *
 * @throws an error that `isLimitReached` recognizes, after which the caller repeats with `skipExcess`; unique violation if
 * another transaction added one of them, after which the caller repeats
 */
export async function addCandidates(
  tx: TenantTx,
  features: LabelFeatures,
  candidates: readonly Candidate[],
  {
    importId,
    maxContacts,
    skipExcess,
  }: { importId: string | null; maxContacts: number; skipExcess: boolean },
): Promise<AddResult[]> {
  const { outcomes, newContacts } = await classifyCandidates(tx, candidates)
  const capacity = skipExcess ? await write.readCapacity(tx, maxContacts, 'lock') : newContacts.length
  const insertedContacts = newContacts.slice(0, capacity)
  if (insertedContacts.length > 0) await write.insertContacts(tx, insertedContacts, { importId, maxContacts })
  const addedIds = new Set(insertedContacts.map(({ id }) => id))
  const labeledContacts = candidates.flatMap(({ contact: { id }, labels, notes }) =>
    addedIds.has(id) ? [{ contactId: id, labels, notes }] : [],
  )
  await addLabelsAndNotes(tx, features, labeledContacts, importId)
  await requestRuleChecks(tx, [...addedIds])
  if (insertedContacts.length === newContacts.length) return outcomes
  const skippedIds = new Set(newContacts.slice(capacity).map(({ id }) => id))
  return outcomes.map((outcome) =>
    outcome.contactId && skippedIds.has(outcome.contactId) ? { skipReason: 'full' } : outcome,
  )
}

/** Determines the outcome of each candidate without writing; `newContacts` are those to add. */
export async function classifyCandidates(
  tx: TenantTx,
  candidates: readonly Candidate[],
): Promise<{ outcomes: AddResult[]; newContacts: write.NewContact[] }> {
  const keys = candidates.flatMap(({ contact }) => contact.keys)
  const allHashes = candidates.flatMap(({ hashes }) => hashes)
  const points = candidates.flatMap(({ contact }) => pointsOf(contact))
  const [keyOwners, blockedKeys, liveOptOuts] = await Promise.all([
    write.findKeys(tx, keys),
    suppressions.findBlocked(tx, allHashes),
    listLiveOptOuts(tx, points),
  ])
  const owners = new Map(keyOwners.map(({ key, contactId }) => [key, contactId]))
  const suppressed = new Set(blockedKeys.flatMap(({ key, optOut }) => (optOut ? [] : [key])))
  const optOutsOf = createOptOutFinder({ blockedKeys, liveOptOuts })
  const newContacts: write.NewContact[] = []
  const outcomes = candidates.map(({ contact, hashes }): AddResult => {
    if (hashes.some((key) => suppressed.has(key))) return { skipReason: 'suppressed' }
    const owner = contact.keys.map((key) => owners.get(key)).find(Boolean)
    if (owner) return { skipReason: 'duplicate', contactId: owner }
    for (const key of contact.keys) owners.set(key, contact.id)
    const optOuts = optOutsOf(contact.id, hashes)
    newContacts.push(optOuts.length > 0 ? { ...contact, optOuts } : contact)
    return { contactId: contact.id }
  })
  return { outcomes, newContacts }
}
