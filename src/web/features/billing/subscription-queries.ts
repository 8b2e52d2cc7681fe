import { useQuery } from '@tanstack/react-query'
import { getSubscription } from '#contract/organizations.ts'
import { read } from '#web/lib/query-client.ts'

/** Plan, status and credits of an organization; asks nothing while there is none. */
export function useSubscription(organizationId: string | null) {
  return useQuery({
    ...read(getSubscription, { params: { id: organizationId ?? '' } }),
    enabled: organizationId !== null,
  })
}
