import { useQuery } from '@tanstack/react-query'
import { read } from '#web/lib/query-client.ts'

/** Plan, status and credits of an organization; disabled while the id is null. */
export function useSubscription(organizationId: string | null) {
  return useQuery({
    ...read('GET /api/organizations/{id}/subscription', { params: { id: organizationId ?? '' } }),
    enabled: organizationId !== null,
  })
}
