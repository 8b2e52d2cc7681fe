import { searchTier } from '#domain/identity/search-text.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/db/database.ts'
import { MAX_EXACT_COUNT } from '../limits.ts'
import { listFilterOf } from '../store/filter.ts'
import { orderKeyOf } from '../store/orders.ts'
import * as read from '../store/read-contacts.ts'
import { type ContactPage, formatTotal, type ListRequest } from './contact-page.ts'
import {
  type ContactCursorKey,
  decodeContactCursor,
  encodeContactCursor,
  keyOf,
  type SearchTier,
} from './cursor.ts'

type RankedContact = { tier: SearchTier; id: string }

/**
 * A page of search results in the requested order. Contacts whose names have a word that starts with the search come first,
 * then those with such a word elsewhere, then those with a word that contains it. A search with more than `MAX_EXACT_COUNT`
 * matches is not ranked, because every match would have to be read.
 */
export async function listRankedPage(
  db: Pick<Database, 'read'>,
  context: Context,
  query: ListRequest,
): Promise<ContactPage> {
  const { sort, limit, search = '' } = query
  const after = decodeContactCursor(query.cursor, sort)
  const listQuery = { ...listFilterOf(query), sort, after: null, limit: limit + 1 }
  return db.read(context.organizationId, async (tx) => {
    const { ids, count } = await read.findIds(tx, listQuery)
    const isRanked = count <= MAX_EXACT_COUNT
    const tiers = new Map<string, SearchTier>()
    let contacts: read.ListedContact[]
    if (isRanked) {
      const searched = await read.listSearchTexts(tx, ids, sort)
      const results = searched.map(
        (contact): RankedContact => ({ tier: searchTier(search, contact), id: contact.id }),
      )
      for (const { id, tier } of results) tiers.set(id, tier)
      // Sorting keeps the order within a tier.
      const remaining = afterCursor(
        results.toSorted((left, right) => left.tier - right.tier),
        after,
      )
      const page = remaining.slice(0, limit + 1).map(({ id }) => id)
      const byId = new Map((await read.listInOrder(tx, page, sort)).map((contact) => [contact.id, contact]))
      contacts = page.flatMap((id) => byId.get(id) ?? [])
    } else if (after) {
      contacts = await read.listContacts(tx, { ...listQuery, after: keyOf(after) })
    } else contacts = await read.listInOrder(tx, ids, sort)
    const page = contacts.slice(0, limit)
    const last = page.at(-1)
    const next = last && { tier: tiers.get(last.id) ?? 2, key: orderKeyOf(sort, last) }
    return {
      items: page,
      total: formatTotal(count, true),
      next: contacts.length > limit && next ? encodeContactCursor(sort, next) : null,
    }
  })
}

function afterCursor(results: readonly RankedContact[], after: ContactCursorKey | null): RankedContact[] {
  if (!after) return [...results]
  const index = results.findIndex(({ id }) => id === after.key.at(-1))
  // If the contact was changed or deleted in the meantime, some contacts of its tier may appear twice.
  return index >= 0 ? results.slice(index + 1) : results.filter(({ tier }) => tier >= after.tier)
}
