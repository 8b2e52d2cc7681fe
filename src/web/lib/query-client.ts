import { QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query'
import type { AnswerOf, Endpoint } from '#contract/endpoint.ts'
import { type CallInput, send, withQuery } from './api.ts'

/**
 * The read rule: the first element of a key is the path; an object as the second gives the query string; otherwise
 * the further elements are joined to the path by slashes.
 */
export function urlOfKey(key: QueryKey): string {
  const [path, ...rest] = key
  const [second] = rest
  if (typeof second === 'object' && second !== null)
    return withQuery(String(path), second as Record<string, unknown>)
  return [path, ...rest].map(String).join('/')
}

/** The key under which a read of this endpoint is kept. */
export function keyOf<E extends Endpoint>(
  endpoint: E,
  input: Pick<CallInput<E>, 'params' | 'query'> = {} as Pick<CallInput<E>, 'params' | 'query'>,
): QueryKey {
  const params = (input.params ?? {}) as Record<string, string>
  const [before = '', ...after] = endpoint.path.split(/\/(?=\{)|(?<=\})\//)
  const rest = after.map((part) => part.replace(/^\{(\w+)\}$/, (_, name: string) => params[name] ?? ''))
  return input.query ? [before, ...rest, input.query] : [before, ...rest]
}

/** Typed options for a read that follows the default rule. */
export function read<E extends Endpoint>(
  endpoint: E,
  input: Pick<CallInput<E>, 'params' | 'query'> = {} as Pick<CallInput<E>, 'params' | 'query'>,
) {
  return queryOptions<AnswerOf<E>>({ queryKey: keyOf(endpoint, input) })
}

/**
 * No automatic refetch, never stale, no retries: what changed is refreshed by the code that changed it. Without a
 * connection a call fails at once and says so, instead of waiting behind a skeleton.
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
