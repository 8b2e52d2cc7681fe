import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { ContactDetail, ContactSummary } from '#contract/contacts.ts'
import { urlOf } from '#web/lib/api.ts'
import { itemsOf, type Page, pagesFrom } from '#web/lib/pages.ts'
import { read } from '#web/lib/query-client.ts'
import type { ListFilter, ListState } from './use-contacts-url-state.ts'

/** Cache time of list pages, for returning to the list. */
const PAGES_CACHE_MS = 30 * 60_000

/** Query key prefix of the list and of single contacts. */
export const CONTACTS_KEY = ['/api/contacts'] as const

/** The list's search and filters as API parameters. */
export function filterQuery({ search, signal, doNotContact, panel }: ListFilter) {
  return {
    search: search || undefined,
    topSignal: signal ?? undefined,
    doNotContact: doNotContact ?? undefined,
    ...panel,
  }
}

/** The contact list, page by page. */
export function contactPages(list: ListState) {
  const query = { ...filterQuery(list), sort: list.sort === 'score' ? undefined : list.sort }
  const pages = pagesFrom<ContactSummary>(
    [...CONTACTS_KEY, query, 'pages'],
    urlOf('GET /api/contacts', { query }),
  )
  return { ...pages, gcTime: PAGES_CACHE_MS }
}

export function contactQuery(id: string) {
  return read('GET /api/contacts/{id}', { params: { id } })
}

export function scoreQuery(id: string) {
  return read('GET /api/contacts/{id}/score', { params: { id } })
}

/** Stores the contact from a server response and refreshes every other query that may show it. */
export async function refreshContact(client: QueryClient, contact: ContactDetail): Promise<void> {
  const { queryKey } = contactQuery(contact.id)
  // A request that started before the change would restore the earlier contact.
  await client.cancelQueries({ queryKey, exact: true })
  client.setQueryData(queryKey, contact)
  void client.invalidateQueries({
    queryKey: CONTACTS_KEY,
    predicate: ({ queryKey: key }) => !(key.length === 2 && key[1] === contact.id),
  })
}

/** Ids of the list's contacts loaded so far. */
export function loadedContactIds(client: QueryClient, list: ListState): string[] {
  return itemsOf<{ id: string }>(client.getQueryData(contactPages(list).queryKey)).map(({ id }) => id)
}

/** Removes deleted contacts from all cached lists at once, before the lists are refetched. */
export function dropContacts(client: QueryClient, removedIds: ReadonlySet<string>): void {
  client.setQueriesData<InfiniteData<Page<ContactSummary>>>(
    { queryKey: CONTACTS_KEY, predicate: ({ queryKey }) => queryKey[2] === 'pages' },
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({
          ...page,
          items: page.items.filter(({ id }) => !removedIds.has(id)),
        })),
      },
  )
}
