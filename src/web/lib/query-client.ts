import { QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query'
import type { ApiRoute } from '#contract/endpoints.ts'
import { type CallResult, type ReadInput, send, withQuery } from './api.ts'

/**
 * The URL of a query key: the first element is the path; an object as second element becomes the query string; otherwise
 * the other elements are joined to the path by slashes.
 */
export function urlOfKey(key: QueryKey): string {
  const [path, ...segments] = key
  const [query] = segments
  if (typeof query === 'object' && query !== null)
    return withQuery(String(path), query as Record<string, unknown>)
  return [path, ...segments].map(String).join('/')
}

/** The query key of a route. */
export function keyOf<R extends ApiRoute>(route: R, input = {} as ReadInput<R>): QueryKey {
  const params = (input.params ?? {}) as Record<string, string>
  const [, path = ''] = route.split(' ')
  const [basePath = '', ...segments] = path.split(/\/(?=\{)|(?<=\})\//)
  const values = segments.map((part) => part.replace(/^\{(\w+)\}$/, (_, name: string) => params[name] ?? ''))
  return input.query ? [basePath, ...values, input.query] : [basePath, ...values]
}

/** Typed query options of a route. */
export function read<R extends ApiRoute>(route: R, input = {} as ReadInput<R>) {
  return queryOptions<CallResult<R>>({ queryKey: keyOf(route, input) })
}

/**
 * No automatic refetch, never stale, no retries: code that changes data invalidates its queries. While offline, calls fail at once
 * instead of waiting.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: async ({ queryKey, signal }) =>
          (await send('GET', urlOfKey(queryKey), undefined, signal)).json(),
        refetchInterval: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
