import { isWordSearch, wholeContactPoint } from '#domain/identity/search-text.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/db/database.ts'
import { listFilterOf } from '../store/filter.ts'
import { orderKeyOf } from '../store/orders.ts'
import * as read from '../store/read-contacts.ts'
import { type ContactPage, formatTotal, type ListRequest } from './contact-page.ts'
import { decodeContactCursor, encodeContactCursor, keyOf } from './cursor.ts'
import { listRankedPage } from './ranked-page.ts'

/**
 * A page in the requested order, with the count of all matches. If the search is an email address or phone number, contacts
 * with exactly that one come first.
 */
export async function listPage(
  db: Pick<Database, 'read'>,
  context: Context,
  query: ListRequest,
): Promise<ContactPage> {
  const { sort, limit } = query
  const point = wholeContactPoint(query.search ?? '')
  if (isWordSearch(query.search ?? '')) return listRankedPage(db, context, query)
  const filter = listFilterOf(query)
  const after = decodeContactCursor(query.cursor, sort)
  const { exactMatches, listQuery, page, isCounted } = await db.read(context.organizationId, async (tx) => {
    const sharingContacts = point ? await read.listByContactPoint(tx, point, { ...filter, sort }) : []
    // A number shared by more than a page of contacts, such as a switchboard's, identifies no one.
    const exactMatches = sharingContacts.length <= limit ? sharingContacts : []
    const listQuery = { ...filter, sort, after: keyOf(after), limit: limit + exactMatches.length + 1 }
    const page = await read.listAndCount(tx, listQuery)
    return { exactMatches, listQuery, page, isCounted: read.isCounted(tx, listQuery) }
  })
  const isExact = ({ id }: { id: string }) => exactMatches.some((contact) => contact.id === id)
  const otherMatches = page.contacts.filter((contact) => !isExact(contact))
  const mergedContacts = after ? otherMatches : [...exactMatches, ...otherMatches]
  const contacts = mergedContacts.slice(0, limit)
  const last = contacts.findLast((contact) => !isExact(contact))
  const isWholeList = !after && page.contacts.length < listQuery.limit
  return {
    items: contacts,
    total: isWholeList ? String(page.contacts.length) : formatTotal(page.count, isCounted),
    next:
      mergedContacts.length > limit
        ? encodeContactCursor(sort, { tier: 2, key: last ? orderKeyOf(sort, last) : [] })
        : null,
  }
}
