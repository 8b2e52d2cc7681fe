import { useQuery } from '@tanstack/react-query'
import type * as contract from '#contract/organizations.ts'
import { read } from '#web/lib/query-client.ts'
import { route } from '#web/lib/route.ts'

const getSubscription = route<typeof contract.getSubscription>('GET', '/api/organizations/{id}/subscription')

/** Plan, status and credits of an organization; disabled while the id is null. */
export function useSubscription(organizationId: string | null) {
  return useQuery({
    ...read(getSubscription, { params: { id: organizationId ?? '' } }),
    enabled: organizationId !== null,
  })
}
