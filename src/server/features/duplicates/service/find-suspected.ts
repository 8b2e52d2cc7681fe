import { type ComparableContact, comparableContact } from '#domain/identity/comparable-contact.ts'
import { compareContacts } from '#domain/identity/duplicate.ts'
import { matchKeys } from '#domain/identity/match-keys.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { MAX_CANDIDATES, MAX_COMMON_KEYS, MAX_SUSPECTED } from '../limits.ts'
import * as store from '../store.ts'

type ComparedContact = { id: string; comparable: ComparableContact; keys: string[] }

/**
 * Stores the match keys of contacts and the pairs that may be one person. Part of the caller's transaction.
 * `commonKeys` collects keys shared by too many contacts, for the next batches. @returns the number of pairs
 */
export async function findSuspectedDuplicates(
  tx: TenantTx,
  contacts: readonly store.CheckedContact[],
  commonKeys: Set<string>,
): Promise<number> {
  if (contacts.length === 0) return 0
  const checked = contacts.map((contact) => comparedOf(tx, contact))
  // Stored first, so that contacts of one batch find each other.
  await store.storeKeys(tx, checked)
  const candidates = await candidatesOf(tx, checked, commonKeys)
  const known = new Map(checked.map(({ id, comparable }) => [id, comparable]))
  const others = [...new Set([...candidates.values()].flat())].filter((id) => !known.has(id))
  for (const contact of await store.listByIds(tx, others)) known.set(contact.id, comparableContact(contact))
  const pairs = new Map<string, store.SuspectedPair>()
  for (const one of checked) {
    for (const pair of pairsOf(one, candidates.get(one.id) ?? [], known)) {
      pairs.set(`${pair.contactId} ${pair.otherId}`, pair)
    }
  }
  await store.storeSuspected(tx, [...pairs.values()])
  return pairs.size
}

/** A contact with its match keys. */
export function comparedOf(tx: TenantTx, contact: store.CheckedContact): ComparedContact {
  const comparable = comparableContact(contact)
  const keys = matchKeys(comparable).map((key) => store.hashKey(tx, key))
  return { id: contact.id, comparable, keys: [...new Set(keys)] }
}

/** For each contact the ids that share keys with it, most shared keys first. */
export async function candidatesOf(
  tx: TenantTx,
  checked: readonly ComparedContact[],
  commonKeys = new Set<string>(),
): Promise<Map<string, string[]>> {
  const keys = [...new Set(checked.flatMap((contact) => contact.keys))].filter((key) => !commonKeys.has(key))
  const blocks = Map.groupBy(await store.listSharingContacts(tx, keys), ({ key }) => key)
  // The checked contact itself has each key, so a missing key is shared by too many.
  if (commonKeys.size < MAX_COMMON_KEYS) for (const key of keys) if (!blocks.has(key)) commonKeys.add(key)
  return new Map(
    checked.map((contact) => {
      const shared = new Map<string, number>()
      for (const { contactId } of contact.keys.flatMap((key) => blocks.get(key) ?? [])) {
        if (contactId !== contact.id) shared.set(contactId, (shared.get(contactId) ?? 0) + 1)
      }
      const found = [...shared].sort(([, a], [, b]) => b - a).slice(0, MAX_CANDIDATES)
      return [contact.id, found.map(([id]) => id)]
    }),
  )
}

function pairsOf(
  one: ComparedContact,
  candidates: readonly string[],
  known: ReadonlyMap<string, ComparableContact>,
): store.SuspectedPair[] {
  return candidates
    .flatMap((id) => {
      const other = known.get(id)
      const candidate = other && compareContacts(one.comparable, other)
      if (!candidate || candidate.isHousehold) return []
      const [contactId = '', otherId = ''] = [one.id, id].sort()
      return [{ contactId, otherId, reason: candidate.reason, points: candidate.points }]
    })
    .sort((a, b) => b.points - a.points)
    .slice(0, MAX_SUSPECTED)
}
