import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query'
import { send } from './api.ts'

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

async function fetchPage<T>(url: string, abort: AbortSignal): Promise<Page<T>> {
  const response = await send('GET', url, undefined, abort)
  return {
    items: (await response.json()) as T[],
    total: response.headers.get('X-Total-Count'),
    next: nextPageUrl(response.headers.get('Link')),
  }
}

/** Path and query of the next page in a `Link` header; its host is ignored. */
export function nextPageUrl(link: string | null): string | null {
  const [, target] = /<([^>]+)>\s*;[^,]*\brel="?next"?/.exec(link ?? '') ?? []
  if (!target) return null
  const { pathname, search } = new URL(target, 'http://any.invalid')
  return pathname + search
}

/** All items loaded so far; an item on two pages, because it moved between the reads, is returned once. */
export function itemsOf<T extends { id: string }>(data: InfiniteData<Page<T>> | undefined): T[] {
  const byId = new Map<string, T>()
  for (const page of data?.pages ?? []) {
    for (const item of page.items) if (!byId.has(item.id)) byId.set(item.id, item)
  }
  return [...byId.values()]
}
