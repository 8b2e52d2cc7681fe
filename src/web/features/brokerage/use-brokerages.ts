import { useQuery } from '@tanstack/react-query'
import { useCurrentUser } from '#web/features/auth/auth-queries.ts'
import { read } from '#web/lib/query-client.ts'

/** The brokerages that the user owns or supervises; undefined while loading. */
export function useBrokerages() {
  const { state, user } = useCurrentUser()
  const isEnabled = state === 'signed-in' && !user?.isSuspended
  return useQuery({ ...read('GET /api/brokerages'), enabled: isEnabled })
}
