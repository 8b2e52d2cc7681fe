import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { LabelsAndNotes } from '#domain/identity/contact-details.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { listLiveOptOuts } from '../store/channel-opt-outs.ts'
import * as suppressions from '../store/suppressions.ts'
import * as write from '../store/write-contacts.ts'
import { optOutFinder } from './channel-opt-outs.ts'
import { addLabelsAndNotes, type LabelFeatures } from './labels-and-notes.ts'
import { type DetailedDraft, hashesOf, newContactOf, pointsOf } from './new-contact.ts'

/** The added contact, or why a draft was not added: a duplicate, a suppressed person, or the contact limit. */
export type AddResult =
  | { contactId: string }
  | { skipReason: 'duplicate'; contactId: string }
  | { skipReason: 'suppressed' | 'full'; contactId?: undefined }

/** A draft with the data derived from it. */
export type Candidate = LabelsAndNotes & { contact: write.NewContact; hashes: string[] }

/** Drafts prepared at once; other work gets a turn in between. */
const PREPARE_BATCH = 50

/** Prepares drafts ahead of the transaction that adds them. */
export async function prepareDrafts(drafts: readonly DetailedDraft[]): Promise<Candidate[]> {
  const prepared: Candidate[] = []
  for (let from = 0; from < drafts.length; from += PREPARE_BATCH) {
    if (from > 0) await yieldToEventLoop()
    prepared.push(...drafts.slice(from, from + PREPARE_BATCH).map(candidateOf))
  }
  return prepared
}

export function candidateOf(draft: DetailedDraft): Candidate {
  const contact = newContactOf(draft)
  return { contact, hashes: hashesOf(contact), labels: draft.labels ?? [], notes: draft.notes ?? null }
}

/**
 * Adds contacts in order; of several candidates of one person the first is added. With `fits`, candidates beyond the
 * contact limit are skipped as `full`. Part of the caller's transaction.
 *
 * @throws an error that `isLimitReached` recognizes, after which the caller repeats with `fits`; unique violation if
 * another transaction added one of them, after which the caller repeats
 */
export async function addCandidates(
  tx: TenantTx,
  features: LabelFeatures,
  candidates: readonly Candidate[],
  { importId, maxContacts, fits }: { importId: string | null; maxContacts: number; fits: boolean },
): Promise<AddResult[]> {
  const { outcomes, fresh } = await classifyCandidates(tx, candidates)
  const room = fits ? await write.readCapacity(tx, maxContacts, 'lock') : fresh.length
  const added = fresh.slice(0, room)
  if (added.length > 0) await write.insertContacts(tx, added, { importId, maxContacts })
  const addedIds = new Set(added.map(({ id }) => id))
  const described = candidates.flatMap(({ contact: { id }, labels, notes }) =>
    addedIds.has(id) ? [{ contactId: id, labels, notes }] : [],
  )
  await addLabelsAndNotes(tx, features, described, importId)
  if (added.length === fresh.length) return outcomes
  const left = new Set(fresh.slice(room).map(({ id }) => id))
  return outcomes.map((outcome) =>
    outcome.contactId && left.has(outcome.contactId) ? { skipReason: 'full' } : outcome,
  )
}

/** Decides what happens to each candidate without writing; `fresh` are those to add. */
export async function classifyCandidates(
  tx: TenantTx,
  candidates: readonly Candidate[],
): Promise<{ outcomes: AddResult[]; fresh: write.NewContact[] }> {
  const keys = candidates.flatMap(({ contact }) => contact.keys)
  const allHashes = candidates.flatMap(({ hashes }) => hashes)
  const points = candidates.flatMap(({ contact }) => pointsOf(contact))
  const [taken, unwanted, live] = await Promise.all([
    write.findKeys(tx, keys),
    suppressions.findBlocked(tx, allHashes),
    listLiveOptOuts(tx, points),
  ])
  const owners = new Map(taken.map(({ key, contactId }) => [key, contactId]))
  const suppressed = new Set(unwanted.flatMap(({ key, optOut }) => (optOut ? [] : [key])))
  const optOutsOf = optOutFinder({ stored: unwanted, live })
  const fresh: write.NewContact[] = []
  const outcomes = candidates.map(({ contact, hashes }): AddResult => {
    if (hashes.some((key) => suppressed.has(key))) return { skipReason: 'suppressed' }
    const owner = contact.keys.map((key) => owners.get(key)).find(Boolean)
    if (owner) return { skipReason: 'duplicate', contactId: owner }
    for (const key of contact.keys) owners.set(key, contact.id)
    const optOuts = optOutsOf(contact.id, hashes)
    fresh.push(optOuts.length > 0 ? { ...contact, optOuts } : contact)
    return { contactId: contact.id }
  })
  return { outcomes, fresh }
}
