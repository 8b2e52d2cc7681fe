import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { itemsOf } from '#web/lib/pages.ts'
import { contactPages, contactQuery } from '../contacts-queries.ts'
import type { ListState } from '../use-contacts-url-state.ts'

export interface Neighbors {
  previous: string | null
  next: string | null
}

const DEFAULT_LIST: ListState = { search: '', signal: null, doNotContact: null, panel: {}, sort: 'score' }

/**
 * The previous and next contact in the order of the list, prefetched so that stepping is immediate.
 *
 * @param list null for a drawer that was not opened from a list, which has no neighbors
 */
export function useNeighbors(list: ListState | null, contactId: string): Neighbors {
  const client = useQueryClient()
  const hasList = list !== null
  const pages = useInfiniteQuery({ ...contactPages(list ?? DEFAULT_LIST), enabled: hasList })
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = pages
  const contacts = useMemo(() => itemsOf(hasList ? data : undefined), [hasList, data])
  const index = contacts.findIndex(({ id }) => id === contactId)
  const previous = contacts[index - 1]?.id ?? null
  const next = index < 0 ? null : (contacts[index + 1]?.id ?? null)

  const isLast = index >= 0 && next === null
  useEffect(() => {
    if (isLast && hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage()
  }, [isLast, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage])
  useEffect(() => {
    for (const id of [next, previous]) if (id) void client.prefetchQuery(contactQuery(id))
  }, [client, next, previous])
  return { previous, next }
}
