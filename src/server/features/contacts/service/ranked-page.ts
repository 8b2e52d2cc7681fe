import { searchTier } from '#domain/identity/search-text.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database, TenantTx } from '#server/platform/db/database.ts'
import { MAX_EXACT_COUNT, RANKED_MAX } from '../policy.ts'
import { orderKeyOf } from '../store/orders.ts'
import * as read from '../store/read-contacts.ts'
import { type ContactPage, type ListRequest, totalOf } from './contact-page.ts'
import { type TieredPlace, tieredCursorAt, tieredPlaceOf } from './cursor.ts'

type Tier = TieredPlace['tier']
type Tiered = { tier: Tier; contact: read.ListedContact }

/** Reads of `RANKED_MAX` contacts after the names of a common word. */
const READS_MAX = 10

/**
 * A page of search results in the requested order: names with words that start like the search first, then such words
 * elsewhere, then words that contain it. With more than `RANKED_MAX` results only the names come first.
 */
export async function rankedPage(
  db: Pick<Database, 'read'>,
  context: Context,
  query: ListRequest,
  { patterns, starts }: { patterns: string[]; starts: string[] },
): Promise<ContactPage> {
  const { sort, limit, search = '', topSignal = null, doNotContact = null } = query
  const after = tieredPlaceOf(query.cursor, sort)
  const wanted = { patterns, topSignal, doNotContact, sort, after: null, limit: RANKED_MAX + 1 }
  const tierOf = (contact: read.ListedContact): Tier =>
    searchTier(search, { ...contact, search: contact.search ?? '' })
  return db.read(context.organizationId, async (tx) => {
    const { contacts: found, counted } = await read.listAndCount(tx, wanted, MAX_EXACT_COUNT + 1)
    const isWhole = found.length <= RANKED_MAX
    const rows = isWhole
      ? behindPlace(sortByTier(found.map((contact) => ({ tier: tierOf(contact), contact }))), after)
      : await namesFirst(tx, { wanted, starts, found, after, limit, isName: (one) => tierOf(one) === 0 })
    const page = rows.slice(0, limit)
    const last = page.at(-1)
    return {
      contacts: page.map(({ contact: { search: _, ...contact } }) => contact),
      total: isWhole ? String(found.length) : totalOf(counted, true),
      nextCursor:
        rows.length > limit && last
          ? tieredCursorAt(sort, { tier: last.tier, place: orderKeyOf(sort, last.contact) })
          : null,
    }
  })
}

/** Keeps the order within a tier. */
function sortByTier(rows: readonly Tiered[]): Tiered[] {
  return rows.toSorted((one, other) => one.tier - other.tier)
}

function behindPlace(rows: readonly Tiered[], after: TieredPlace | null): Tiered[] {
  if (!after) return [...rows]
  const at = rows.findIndex(({ contact }) => contact.id === after.place.at(-1))
  // The contact at the cursor was changed or deleted: at worst some of the tier appear twice.
  return at >= 0 ? rows.slice(at + 1) : rows.filter(({ tier }) => tier >= after.tier)
}

type Search = {
  wanted: read.ListQuery
  starts: string[]
  /** The first matches of all tiers. */
  found: readonly read.ListedContact[]
  after: TieredPlace | null
  limit: number
  isName(contact: read.ListedContact): boolean
}

/** Returns one row more than the page if there are more. */
async function namesFirst(tx: TenantTx, search: Search): Promise<Tiered[]> {
  const { wanted, starts, found, after, limit, isName } = search
  const rows: Tiered[] = []
  if (!after || after.tier === 0) {
    const named = await read.listByName(tx, {
      ...wanted,
      ...{ patterns: starts, after: after?.place ?? null, limit: limit + 1 },
    })
    rows.push(...named.map((contact) => ({ tier: 0 as const, contact })))
  }
  let place = after && after.tier > 0 ? after.place : null
  for (let reads = 0; rows.length <= limit && reads < READS_MAX; reads++) {
    const batch = place === null ? found : await read.listContacts(tx, { ...wanted, after: place })
    rows.push(...batch.filter((one) => !isName(one)).map((contact) => ({ tier: 2 as const, contact })))
    const last = batch.at(-1)
    if (!last || batch.length < wanted.limit) break
    place = orderKeyOf(wanted.sort, last)
  }
  return rows.slice(0, limit + 1)
}
