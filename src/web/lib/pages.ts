import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query'
import type { ApiRoute } from '#contract/endpoints.ts'
import { type CallInput, type CallResult, call, type ReadInput, send } from './api.ts'
import { keyOf } from './query-client.ts'

/** One page of a list with cursor; the count and the next page come in headers. */
export interface Page<T> {
  items: T[]
  /** `2418`, or `1000+` if a filtered count is not exact. */
  total: string | null
  /** URL of the next page. */
  next: string | null
}

/** Options of an infinite query that starts at a URL. */
export function pagesFrom<T>(queryKey: readonly unknown[], firstUrl: string) {
  return infiniteQueryOptions({
    queryKey,
    initialPageParam: firstUrl,
    queryFn: ({ pageParam, signal }) => fetchPage<T>(pageParam, signal),
    getNextPageParam: (page: Page<T>) => page.next,
  })
}

/** Routes of lists whose pages hold the cursor of the next one. */
type PagedRoute = {
  [R in ApiRoute]: CallResult<R> extends { next: string | null } ? R : never
}[ApiRoute]

/** Options of an infinite query of such a list. */
export function cursorPages<R extends PagedRoute>(route: R, input = {} as ReadInput<R>) {
  return infiniteQueryOptions({
    queryKey: [...keyOf(route, input), 'pages'],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam: cursor, signal }): Promise<CallResult<R>> =>
      call(route, { ...input, query: { ...(input.query ?? {}), cursor }, signal } as unknown as CallInput<R>),
    getNextPageParam: (page: CallResult<R>) => (page as { next: string | null }).next,
  })
}

async function fetchPage<T>(url: string, signal: AbortSignal): Promise<Page<T>> {
  const response = await send('GET', url, undefined, signal)
  return {
    items: (await response.json()) as T[],
    total: response.headers.get('X-Total-Count'),
    next: nextPageUrl(response.headers.get('Link')),
  }
}

/** Path and query of the next page in a `Link` header; its host is ignored. */
export function nextPageUrl(link: string | null): string | null {
  const [, url] = /<([^>]+)>\s*;[^,]*\brel="?next"?/.exec(link ?? '') ?? []
  if (!url) return null
  const { pathname, search } = new URL(url, 'http://any.invalid')
  return pathname + search
}

/** An item of a list; imports name their id differently. */
export type ListItem = { id: string } | { importId: string }

/** All items loaded so far; an item on two pages, because it moved between the reads, is returned once. */
export function itemsOf<T extends ListItem>(data: InfiniteData<{ items: readonly T[] }> | undefined): T[] {
  const itemsById = new Map<string, T>()
  for (const item of data?.pages.flatMap(({ items }) => items) ?? []) {
    const id = 'id' in item ? item.id : item.importId
    if (!itemsById.has(id)) itemsById.set(id, item)
  }
  return [...itemsById.values()]
}
