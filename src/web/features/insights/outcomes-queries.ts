import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type * as outcomes from '#contract/outcomes.ts'
import type * as policy from '#contract/score-policy.ts'
import type { ScorePolicySettings } from '#contract/score-policy.ts'
import { call } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { read } from '#web/lib/query-client.ts'
import { route } from '#web/lib/route.ts'
import { toast } from '#web/ui/toast.tsx'

const getOutcomesReport = route<typeof outcomes.getOutcomesReport>('GET', '/api/outcomes/report')
const getScorePolicy = route<typeof policy.getScorePolicy>('GET', '/api/organizations/{id}/score-policy')
const setScorePolicy = route<typeof policy.setScorePolicy>('PATCH', '/api/organizations/{id}/score-policy')

export const outcomesReport = read(getOutcomesReport)

const policyQuery = (id: string) => read(getScorePolicy, { params: { id } })

/** The switches of an organization; asks nothing while there is none. */
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
        description: 'All contacts are being scored again. Their history says why a score changed.',
      })
    },
    onError: (error) =>
      toast({
        title: 'Not Saved',
        description: messageOf(error, 'The change could not be saved. Please try again.'),
        variant: 'destructive',
      }),
  })
}
