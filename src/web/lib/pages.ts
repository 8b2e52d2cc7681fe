import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query'
import { send } from './api.ts'

/** One page of a list that the server hands out by cursor; the count and the next page travel in headers. */
export interface Page<T> {
  items: T[]
  /** `2418`, or `1000+` where a filtered count stops being exact. */
  total: string | null
  /** Address of the next page. */
  next: string | null
}

/** A list read page by page, beginning at an address. */
export function pagesFrom<T>(queryKey: readonly unknown[], firstUrl: string) {
  return infiniteQueryOptions({
    queryKey,
    initialPageParam: firstUrl,
    queryFn: ({ pageParam, signal }) => fetchPage<T>(pageParam, signal),
    getNextPageParam: (page: Page<T>) => page.next,
  })
}

async function fetchPage<T>(address: string, abort: AbortSignal): Promise<Page<T>> {
  const response = await send('GET', address, undefined, abort)
  return {
    items: (await response.json()) as T[],
    total: response.headers.get('X-Total-Count'),
    next: nextPageUrl(response.headers.get('Link')),
  }
}

/** The address that a `Link` header calls the next page; only its path counts, whatever host it names. */
export function nextPageUrl(link: string | null): string | null {
  const [, target] = /<([^>]+)>\s*;[^,]*\brel="?next"?/.exec(link ?? '') ?? []
  if (!target) return null
  const { pathname, search } = new URL(target, 'http://any.invalid')
  return pathname + search
}

/** Everything read so far; what stands on two pages, because it moved between the two reads, is shown once. */
export function itemsOf<T extends { id: string }>(data: InfiniteData<Page<T>> | undefined): T[] {
  const byId = new Map<string, T>()
  for (const page of data?.pages ?? []) {
    for (const item of page.items) if (!byId.has(item.id)) byId.set(item.id, item)
  }
  return [...byId.values()]
}
