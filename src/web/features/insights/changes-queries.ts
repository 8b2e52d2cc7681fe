import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query'
import type { Change, ChangeKind, Changes } from '#contract/changes.ts'
import { send, urlOf } from '#web/lib/api.ts'

const DAY_MS = 86_400_000

/** Changes of one kind in the last `days` days, page by page. */
export function changePages(kind: ChangeKind, days: number) {
  return infiniteQueryOptions({
    queryKey: ['/api/changes', { kind, days }, 'pages'],
    initialPageParam: null as { cursor: string; since: string } | null,
    queryFn: async ({ pageParam, signal }): Promise<Changes> => {
      // Later pages reuse the first page's start, so that the period doesn't shift.
      const query = pageParam ?? { since: new Date(Date.now() - days * DAY_MS).toISOString() }
      return (
        await send('GET', urlOf('GET /api/changes', { query: { kind, ...query } }), undefined, signal)
      ).json()
    },
    getNextPageParam: (page: Changes) => {
      const { next } = page[kind]
      return next === null ? null : { cursor: next, since: page.since }
    },
  })
}

export function changesOf(data: InfiniteData<Changes> | undefined, kind: ChangeKind): Change[] {
  return data?.pages.flatMap((page) => page[kind].items) ?? []
}
