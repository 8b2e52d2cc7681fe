import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ScorePolicySettings } from '#contract/score-policy.ts'
import { call } from '#web/lib/api.ts'
import { read } from '#web/lib/query-client.ts'
import { toast, toastFailure } from '#web/ui/toast.tsx'

export const outcomesReport = read('GET /api/outcomes/report')

const policyQuery = (id: string) => read('GET /api/organizations/{id}/score-policy', { params: { id } })

/** An organization's scoring settings; disabled while the id is null. */
export function useScorePolicy(organizationId: string | null) {
  return useQuery({ ...policyQuery(organizationId ?? ''), enabled: organizationId !== null })
}

export function useSetScorePolicy(organizationId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Partial<ScorePolicySettings>) =>
      call('PATCH /api/organizations/{id}/score-policy', { params: { id: organizationId }, body }),
    onSuccess: (settings) => {
      client.setQueryData(policyQuery(organizationId).queryKey, settings)
      toast({
        title: 'Saved',
        description: "We're rescoring all contacts. Each contact's history shows why its score changed.",
      })
    },
    onError: toastFailure('Not Saved', "We couldn't save the change. Try again."),
  })
}
