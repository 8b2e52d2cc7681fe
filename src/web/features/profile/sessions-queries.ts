import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import type * as contract from '#contract/profile.ts'
import type { OwnSession } from '#contract/profile.ts'
import { call, urlOf } from '#web/lib/api.ts'

import { formatQuantity } from '#web/lib/format.ts'
import { pagesFrom } from '#web/lib/pages.ts'
import { route } from '#web/lib/route.ts'
import { urls } from '#web/lib/urls.ts'
import { toast } from '#web/ui/toast.tsx'
import { toastFailure } from '#web/ui/toast-failure.ts'

const listSessions = route<typeof contract.listSessions>('GET', '/api/profile/sessions')
const endSession = route<typeof contract.endSession>('DELETE', '/api/profile/sessions/{id}')
const endSessions = route<typeof contract.endSessions>('POST', '/api/profile/sessions/end')

const SESSIONS = { queryKey: ['/api/profile/sessions'] }

export function useSessions() {
  return useInfiniteQuery(pagesFrom<OwnSession>(SESSIONS.queryKey, urlOf(listSessions, {})))
}

const onError = toastFailure('Error', 'Failed to sign out')

/** Ends one other session. */
export function useEndSession() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: OwnSession) => call(endSession, { params: { id } }),
    onSuccess: () =>
      toast({ title: 'Signed Out', description: 'That device has to sign in again to continue.' }),
    onError,
    onSettled: () => client.invalidateQueries(SESSIONS),
  })
}

/** Ends all other sessions; with `true` also this one, then leaves the page. */
export function useEndSessions(onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (includeThis: boolean) => call(endSessions, { body: { includeThis } }),
    onSuccess: async ({ ended }, includeThis) => {
      if (includeThis) {
        client.clear()
        window.location.assign(urls.home)
        return
      }
      onDone()
      toast({ title: 'Signed Out', description: `${formatQuantity(ended, 'session', 'sessions')} ended.` })
      await client.invalidateQueries(SESSIONS)
    },
    onError,
  })
}
