import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type * as outcomes from '#contract/outcomes.ts'
import type * as policy from '#contract/score-policy.ts'
import type { ScorePolicySettings } from '#contract/score-policy.ts'
import { call } from '#web/lib/api.ts'

import { read } from '#web/lib/query-client.ts'
import { route } from '#web/lib/route.ts'
import { toast } from '#web/ui/toast.tsx'
import { toastFailure } from '#web/ui/toast-failure.ts'

const getOutcomesReport = route<typeof outcomes.getOutcomesReport>('GET', '/api/outcomes/report')
const getScorePolicy = route<typeof policy.getScorePolicy>('GET', '/api/organizations/{id}/score-policy')
const setScorePolicy = route<typeof policy.setScorePolicy>('PATCH', '/api/organizations/{id}/score-policy')

export const outcomesReport = read(getOutcomesReport)

const policyQuery = (id: string) => read(getScorePolicy, { params: { id } })

/** An organization's scoring settings; disabled while the id is null. */
export function useScorePolicy(organizationId: string | null) {
  return useQuery({ ...policyQuery(organizationId ?? ''), enabled: organizationId !== null })
}

export function useSetScorePolicy(organizationId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Partial<ScorePolicySettings>) =>
      call(setScorePolicy, { params: { id: organizationId }, body }),
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
