import { queryOptions, useQuery } from '@tanstack/react-query'
import type { CurrentUser } from '#contract/auth.ts'
import { call } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { cookieValue } from '#web/lib/cookies.ts'
import { keyOf, read } from '#web/lib/query-client.ts'
import { useBrowserValue } from '#web/lib/use-browser-value.ts'
export type Account =
  | { state: 'loading'; user: null }
  | { state: 'signed-in'; user: CurrentUser }
  | { state: 'visitor'; user: null }

const LOADING: Account = { state: 'loading', user: null }
const VISITOR: Account = { state: 'visitor', user: null }

/** The signed-in user, or null for a visitor. */
export const currentUserQuery = queryOptions<CurrentUser | null>({
  queryKey: keyOf('GET /api/auth/user'),
  queryFn: async ({ signal }) => {
    try {
      return await call('GET /api/auth/user', { signal })
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null
      throw error
    }
  },
})

/** True if this browser signed in and didn't log out, read from a cookie without secrets. */
export function hasSignedInHint(): boolean {
  return cookieValue(document.cookie, 'signed_in') === '1'
}

/** True if this browser opened a sign-in link and still needs to enter the 2FA code. */
export function isAwaitingCode(): boolean {
  return cookieValue(document.cookie, 'signed_in') === 'code'
}

/** The query behind `useCurrentUser`, for components that show its failure. */
export function useCurrentUserQuery() {
  // Skips a needless API call for visitors; null while rendering on the server.
  const hint = useBrowserValue<boolean | null>(hasSignedInHint, null)
  return { hint, query: useQuery({ ...currentUserQuery, enabled: hint === true }) }
}

/** The signed-in account. Stays `loading` if the call fails. */
export function useCurrentUser(): Account {
  const { hint, query } = useCurrentUserQuery()
  if (hint === null) return LOADING
  if (!hint) return VISITOR
  if (query.data === undefined) return LOADING
  return query.data ? { state: 'signed-in', user: query.data } : VISITOR
}

/** The query behind `useIsAdmin`, for components that wait for it. */
export function useIsAdminQuery() {
  const { state } = useCurrentUser()
  return useQuery({ ...read('GET /api/auth/is-admin'), enabled: state === 'signed-in' })
}

/** True for operators, including those who still have to set up 2FA; false while loading. */
export function useIsAdmin(): boolean {
  const { data } = useIsAdminQuery()
  return data?.isAdmin || data?.needsSecondFactor || false
}
