import { isWordSearch, wholeContactPoint } from '#domain/identity/search-text.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/db/database.ts'
import { isFiltered, listFilterOf } from '../store/filter.ts'
import { orderKeyOf } from '../store/orders.ts'
import * as read from '../store/read-contacts.ts'
import { type ContactPage, type ListRequest, totalOf } from './contact-page.ts'
import { decodeContactCursor, encodeContactCursor, keyOf } from './cursor.ts'
import { rankedPage } from './ranked-page.ts'

/**
 * A page in the requested order, with the count of all matches. Contacts with exactly the email address or phone number
 * searched for come first.
 */
export async function listPage(
  db: Pick<Database, 'read'>,
  context: Context,
  query: ListRequest,
): Promise<ContactPage> {
  const { sort, limit } = query
  const point = wholeContactPoint(query.search ?? '')
  if (isWordSearch(query.search ?? '')) return rankedPage(db, context, query)
  const filter = listFilterOf(query)
  const after = decodeContactCursor(query.cursor, sort)
  const { exact, wanted, found, counted } = await db.read(context.organizationId, async (tx) => {
    const having = point ? await read.listByContactPoint(tx, point, { ...filter, sort }) : []
    // A number shared by more than a page of contacts, such as a switchboard's, identifies no one.
    const exact = having.length <= limit ? having : []
    const wanted = { ...filter, sort, after: keyOf(after), limit: limit + exact.length + 1 }
    const page = await read.listAndCount(tx, wanted)
    return { exact, wanted, found: page.contacts, counted: page.counted }
  })
  const isExact = ({ id }: { id: string }) => exact.some((contact) => contact.id === id)
  const others = found.filter((contact) => !isExact(contact))
  const all = after ? others : [...exact, ...others]
  const contacts = all.slice(0, limit)
  const last = contacts.findLast((contact) => !isExact(contact))
  const isWhole = !after && found.length < wanted.limit
  return {
    items: contacts,
    total: isWhole ? String(found.length) : totalOf(counted, isFiltered(wanted)),
    next:
      all.length > limit
        ? encodeContactCursor(sort, { tier: 2, key: last ? orderKeyOf(sort, last) : [] })
        : null,
  }
}
