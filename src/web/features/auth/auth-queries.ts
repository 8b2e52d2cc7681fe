import { queryOptions, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type * as contract from '#contract/auth.ts'
import type { CurrentUser } from '#contract/auth.ts'
import { call } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { cookieValue } from '#web/lib/cookies.ts'
import { keyOf, read } from '#web/lib/query-client.ts'
import { route } from '#web/lib/route.ts'

const getCurrentUser = route<typeof contract.getCurrentUser>('GET', '/api/auth/user')
const getIsAdmin = route<typeof contract.getIsAdmin>('GET', '/api/auth/is-admin')

export type Account =
  | { state: 'loading'; user: null }
  | { state: 'signed-in'; user: CurrentUser }
  | { state: 'visitor'; user: null }

const LOADING: Account = { state: 'loading', user: null }
const VISITOR: Account = { state: 'visitor', user: null }

/** The signed-in user, or null where nobody is. */
export const currentUserQuery = queryOptions<CurrentUser | null>({
  queryKey: keyOf(getCurrentUser),
  queryFn: async ({ signal }) => {
    try {
      return await call(getCurrentUser, { signal })
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null
      throw error
    }
  },
})

const subscribeToNothing = () => () => {}

/** Whether this browser has signed in and not logged out; the cookie holds no secret. */
export function hasSignedInHint(): boolean {
  return cookieValue(document.cookie, 'signed_in') === '1'
}

/** Whether this browser took a link and has not given the code yet that the account asks for. */
export function isAwaitingCode(): boolean {
  return cookieValue(document.cookie, 'signed_in') === 'code'
}

/** Whether asking is worth a call. Null while rendering on the server. */
function useSignedInHint(): boolean | null {
  return useSyncExternalStore<boolean | null>(subscribeToNothing, hasSignedInHint, () => null)
}

/** The call behind `useCurrentUser`, for those who show that it failed. */
export function useCurrentUserQuery() {
  const hint = useSignedInHint()
  return { hint, query: useQuery({ ...currentUserQuery, enabled: hint === true }) }
}

/** Who is signed in. `loading` lasts while the answer is not known, also when the call failed. */
export function useCurrentUser(): Account {
  const { hint, query } = useCurrentUserQuery()
  if (hint === null) return LOADING
  if (!hint) return VISITOR
  if (query.data === undefined) return LOADING
  return query.data ? { state: 'signed-in', user: query.data } : VISITOR
}

/** The call behind `useIsAdmin`, for those who wait for the answer. */
export function useIsAdminQuery() {
  const { state } = useCurrentUser()
  return useQuery({ ...read(getIsAdmin), enabled: state === 'signed-in' })
}

/** Whether the signed-in user operates this instance, or will with a second factor; false until known. */
export function useIsAdmin(): boolean {
  const { data } = useIsAdminQuery()
  return data?.isAdmin || data?.needsSecondFactor || false
}
