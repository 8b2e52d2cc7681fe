import { isWordSearch, searchPatterns, wholeContactPoint } from '#domain/identity/search-text.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/db/database.ts'
import { COUNT_EXACTLY_TO } from '../policy.ts'
import { placeIn } from '../store/orders.ts'
import * as read from '../store/read-contacts.ts'
import { type ContactPage, type ListRequest, totalOf } from './contact-page.ts'
import { cursorAt, placeOf } from './cursor.ts'
import { rankedPage } from './ranked-page.ts'

/**
 * A page in the order asked for, with the count of all that match. Whoever has exactly the e-mail address or phone number
 * that is searched for comes first.
 */
export async function listPage(
  db: Pick<Database, 'read'>,
  context: Context,
  query: ListRequest,
): Promise<ContactPage> {
  const { sort, limit } = query
  const patterns = searchPatterns(query.search ?? '')
  const point = wholeContactPoint(query.search ?? '')
  const topSignal = query.topSignal ?? null
  const doNotContact = query.doNotContact ?? null
  if (isWordSearch(query.search ?? '')) return rankedPage(db, context, query, patterns)
  const after = placeOf(query.cursor, sort)
  const { exact, wanted, found, counted } = await db.read(context.organizationId, async (tx) => {
    const having = point ? await read.listHaving(tx, point, { topSignal, doNotContact, sort }) : []
    // More than a page have it, as the number of a switchboard: then it tells nobody apart.
    const exact = having.length <= limit ? having : []
    const behind = after?.length ? after : null
    const wanted = { patterns, topSignal, doNotContact, sort, after: behind, limit: limit + exact.length + 1 }
    const page = await read.listAndCount(tx, wanted, COUNT_EXACTLY_TO + 1)
    return { exact, wanted, found: page.contacts, counted: page.counted }
  })
  const isExact = ({ id }: { id: string }) => exact.some((contact) => contact.id === id)
  const others = found.filter((contact) => !isExact(contact))
  const all = after ? others : [...exact, ...others]
  const contacts = all.slice(0, limit)
  const last = contacts.findLast((contact) => !isExact(contact))
  const isWhole = !after && found.length < wanted.limit
  return {
    contacts,
    total: isWhole ? String(found.length) : totalOf(counted, read.isNarrowed(wanted)),
    nextCursor: all.length > limit ? cursorAt(sort, last ? placeIn(sort, last) : []) : null,
  }
}
