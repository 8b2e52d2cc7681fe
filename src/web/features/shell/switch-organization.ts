import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CurrentUser } from '#contract/auth.ts'
import { currentUserQuery } from '#web/features/auth/auth-queries.ts'
import { call } from '#web/lib/api.ts'
import { read } from '#web/lib/query-client.ts'
import { toastFailure } from '#web/ui/toast.tsx'

export const SWITCH_TITLE = 'Switch organization'
const CHANNEL = 'organization'

/** The organizations that the user belongs to. */
export const ownOrganizationsQuery = read('GET /api/auth/organizations')

/** Lets this browser's session work in another organization; the shell follows the changed user. */
export function useSwitchOrganization() {
  const showUser = useShowUser()
  return useMutation({
    mutationFn: (organizationId: string) => call('POST /api/auth/organization', { body: { organizationId } }),
    onSuccess: showUser,
    onError: toastFailure(SWITCH_TITLE, "We couldn't switch. Try again."),
  })
}

/** Shows a user whose organization has changed, here and in the other tabs of this browser. */
export function useShowUser() {
  const client = useQueryClient()
  return (user: CurrentUser) => {
    client.setQueryData(currentUserQuery.queryKey, user)
    const channel = new BroadcastChannel(CHANNEL)
    channel.postMessage(null)
    channel.close()
  }
}

/** Calls `listener` when another tab switches. @returns a function that stops listening */
export function listenForSwitches(listener: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = listener
  return () => channel.close()
}
