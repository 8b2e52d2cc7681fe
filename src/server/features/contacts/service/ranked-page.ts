import { searchTier } from '#domain/identity/search-text.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/db/database.ts'
import { MAX_EXACT_COUNT } from '../limits.ts'
import { listFilterOf } from '../store/filter.ts'
import { orderKeyOf } from '../store/orders.ts'
import * as read from '../store/read-contacts.ts'
import { type ContactPage, type ListRequest, totalOf } from './contact-page.ts'
import {
  type ContactCursorKey,
  decodeContactCursor,
  encodeContactCursor,
  keyOf,
  type SearchTier,
} from './cursor.ts'

type Ranked = { tier: SearchTier; id: string }

/**
 * A page of search results in the requested order: names with words that start like the search first, then such words
 * elsewhere, then words that contain it. A search with more than `MAX_EXACT_COUNT` matches is not ranked, because every match
 * would have to be read.
 */
export async function rankedPage(
  db: Pick<Database, 'read'>,
  context: Context,
  query: ListRequest,
): Promise<ContactPage> {
  const { sort, limit, search = '' } = query
  const after = decodeContactCursor(query.cursor, sort)
  const wanted = { ...listFilterOf(query), sort, after: null, limit: limit + 1 }
  return db.read(context.organizationId, async (tx) => {
    const { ids, counted } = await read.findIds(tx, wanted)
    const isRanked = counted <= MAX_EXACT_COUNT
    const tiers = new Map<string, SearchTier>()
    let contacts: read.ListedContact[]
    if (isRanked) {
      const found = await read.listSearched(tx, ids, sort)
      const ranked = found.map((contact): Ranked => ({ tier: searchTier(search, contact), id: contact.id }))
      for (const { id, tier } of ranked) tiers.set(id, tier)
      // Sorting keeps the order within a tier.
      const behind = afterCursor(
        ranked.toSorted((one, other) => one.tier - other.tier),
        after,
      )
      const page = behind.slice(0, limit + 1).map(({ id }) => id)
      const byId = new Map((await read.listFound(tx, page, sort)).map((contact) => [contact.id, contact]))
      contacts = page.flatMap((id) => byId.get(id) ?? [])
    } else if (after) {
      contacts = await read.listContacts(tx, { ...wanted, after: keyOf(after) })
    } else contacts = await read.listFound(tx, ids, sort)
    const page = contacts.slice(0, limit)
    const last = page.at(-1)
    const next = last && { tier: tiers.get(last.id) ?? 2, key: orderKeyOf(sort, last) }
    return {
      items: page,
      total: totalOf(counted, true),
      next: contacts.length > limit && next ? encodeContactCursor(sort, next) : null,
    }
  })
}

function afterCursor(ranked: readonly Ranked[], after: ContactCursorKey | null): Ranked[] {
  if (!after) return [...ranked]
  const at = ranked.findIndex(({ id }) => id === after.key.at(-1))
  // The contact there was changed or deleted meanwhile: at worst some of its tier are shown twice.
  return at >= 0 ? ranked.slice(at + 1) : ranked.filter(({ tier }) => tier >= after.tier)
}
