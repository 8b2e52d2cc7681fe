import { type ComparableContact, comparableContact } from '#domain/identity/comparable-contact.ts'
import { compareContacts } from '#domain/identity/duplicate.ts'
import { matchKeys } from '#domain/identity/match-keys.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { MAX_CANDIDATES, MAX_COMMON_KEYS, MAX_SUSPECTED_PER_CONTACT } from '../limits.ts'
import * as store from '../store.ts'

type ComparedContact = { id: string; comparable: ComparableContact; keys: string[] }

/**
 * Stores the match keys of contacts and the pairs that may be one person. Part of the caller's transaction.
 * `commonKeys` collects keys shared by too many contacts for the next batches. @returns the number of pairs
 */
export async function findSuspectedDuplicates(
  tx: TenantTx,
  contacts: readonly store.CheckedContact[],
  commonKeys: Set<string>,
): Promise<number> {
  if (contacts.length === 0) return 0
  const comparedContacts = contacts.map((contact) => toComparedContact(tx, contact))
  // Stored first, so that contacts of one batch find each other.
  await store.storeKeys(tx, comparedContacts)
  const candidates = await findCandidates(tx, comparedContacts, commonKeys)
  const comparables = new Map(comparedContacts.map(({ id, comparable }) => [id, comparable]))
  const otherIds = [...new Set([...candidates.values()].flat())].filter((id) => !comparables.has(id))
  for (const contact of await store.listByIds(tx, otherIds))
    comparables.set(contact.id, comparableContact(contact))
  const pairs = new Map<string, store.SuspectedPair>()
  for (const comparedContact of comparedContacts) {
    for (const pair of comparePairs(comparedContact, candidates.get(comparedContact.id) ?? [], comparables)) {
      pairs.set(`${pair.contactId} ${pair.otherId}`, pair)
    }
  }
  await store.storePairs(tx, [...pairs.values()])
  return pairs.size
}

/** A contact with its match keys. */
export function toComparedContact(tx: TenantTx, contact: store.CheckedContact): ComparedContact {
  const comparable = comparableContact(contact)
  const keys = matchKeys(comparable).map((key) => store.hashKey(tx, key))
  return { id: contact.id, comparable, keys: [...new Set(keys)] }
}

/** Ids of the contacts that share keys with each contact, most shared keys first. */
export async function findCandidates(
  tx: TenantTx,
  comparedContacts: readonly ComparedContact[],
  commonKeys = new Set<string>(),
): Promise<Map<string, string[]>> {
  const keys = [...new Set(comparedContacts.flatMap((contact) => contact.keys))].filter(
    (key) => !commonKeys.has(key),
  )
  const blocks = Map.groupBy(await store.listSharingContacts(tx, keys), ({ key }) => key)
  // Every key belongs to a checked contact, so a missing key is shared by too many contacts.
  if (commonKeys.size < MAX_COMMON_KEYS) for (const key of keys) if (!blocks.has(key)) commonKeys.add(key)
  return new Map(
    comparedContacts.map((contact) => {
      const sharedCounts = new Map<string, number>()
      for (const { contactId } of contact.keys.flatMap((key) => blocks.get(key) ?? [])) {
        if (contactId !== contact.id) sharedCounts.set(contactId, (sharedCounts.get(contactId) ?? 0) + 1)
      }
      const candidates = [...sharedCounts].sort(([, a], [, b]) => b - a).slice(0, MAX_CANDIDATES)
      return [contact.id, candidates.map(([id]) => id)]
    }),
  )
}

function comparePairs(
  comparedContact: ComparedContact,
  candidates: readonly string[],
  comparables: ReadonlyMap<string, ComparableContact>,
): store.SuspectedPair[] {
  return candidates
    .flatMap((id) => {
      const candidateContact = comparables.get(id)
      const candidate = candidateContact && compareContacts(comparedContact.comparable, candidateContact)
      if (!candidate || candidate.isHousehold) return []
      const [contactId = '', otherId = ''] = [comparedContact.id, id].sort()
      return [{ contactId, otherId, reason: candidate.reason, points: candidate.points }]
    })
    .sort((a, b) => b.points - a.points)
    .slice(0, MAX_SUSPECTED_PER_CONTACT)
}
