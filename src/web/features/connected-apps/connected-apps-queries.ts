import { useMutation, useQuery } from '@tanstack/react-query'
import type { allowConnection } from '#contract/connected-apps.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { useMember } from '#web/features/auth/protected.tsx'
import { useOrganizationChange } from '#web/features/organization/organization-change.ts'
import { call } from '#web/lib/api.ts'
import { read } from '#web/lib/query-client.ts'
import { toastFailure } from '#web/ui/toast.tsx'

export function useConnectedApps() {
  const { organizationId } = useMember()
  return useQuery(read('GET /api/organizations/{id}/connected-apps', { params: { id: organizationId } }))
}

export const useDisconnect = (appId: string, name: string) =>
  useOrganizationChange({
    change: (id) => call('DELETE /api/organizations/{id}/connected-apps/{appId}', { params: { id, appId } }),
    successToast: () => ({
      title: 'App disconnected',
      description: `${name} can't access your data anymore.`,
    }),
    failureToast: ["We couldn't disconnect the app", 'Check your connection and try again.'],
  })

export const connectionRequestQuery = (requestId: string) =>
  read('GET /api/oauth/requests/{requestId}', { params: { requestId } })

const goOn = ({ url }: { url: string }) => window.location.assign(url)

/** Answers an app's request and returns to the app. */
export function useAnswer(requestId: string) {
  const params = { requestId }
  const allow = useMutation({
    mutationFn: (body: BodyOf<typeof allowConnection>) =>
      call('POST /api/oauth/requests/{requestId}', { params, body }),
    onSuccess: goOn,
    onError: toastFailure("We couldn't connect the app", 'Go back to the app and try again.'),
  })
  const decline = useMutation({
    mutationFn: () => call('DELETE /api/oauth/requests/{requestId}', { params }),
    onSuccess: goOn,
    onError: toastFailure("We couldn't answer the app", 'You can close this page.'),
  })
  return { allow, decline }
}
