import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import type * as contract from '#contract/profile.ts'
import type { OwnSession } from '#contract/profile.ts'
import { call, urlOf } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { formatQuantity } from '#web/lib/format.ts'
import { pagesFrom } from '#web/lib/pages.ts'
import { route } from '#web/lib/route.ts'
import { urls } from '#web/lib/urls.ts'
import { toast } from '#web/ui/toast.tsx'

const listSessions = route<typeof contract.listSessions>('GET', '/api/profile/sessions')
const endSession = route<typeof contract.endSession>('DELETE', '/api/profile/sessions/{id}')
const endSessions = route<typeof contract.endSessions>('POST', '/api/profile/sessions/end')

const SESSIONS = { queryKey: ['/api/profile/sessions'] }

export function useSessions() {
  return useInfiniteQuery(pagesFrom<OwnSession>(SESSIONS.queryKey, urlOf(listSessions, {})))
}

function toastFailure(error: unknown): void {
  const description = messageOf(error, 'Failed to sign out')
  toast({ variant: 'destructive', title: 'Error', description })
}

/** Ends one other session. */
export function useEndSession() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: OwnSession) => call(endSession, { params: { id } }),
    onSuccess: () => toast({ title: 'Signed Out', description: 'That device has to sign in again.' }),
    onError: toastFailure,
    onSettled: () => client.invalidateQueries(SESSIONS),
  })
}

/** Ends all other sessions, or this one too, and then the page is left. */
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
    onError: toastFailure,
  })
}
