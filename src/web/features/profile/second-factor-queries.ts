import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/lib/api.ts'
import { read } from '#web/lib/query-client.ts'

export const secondFactorQuery = read('GET /api/profile/second-factor')

/**
 * A new secret for the authenticator app, cached only while its dialog is open. Null where the session is too old to set
 * up 2FA, which is read from the server because a session ages while the page stays open.
 */
export function useNewSecret() {
  const client = useQueryClient()
  return useQuery({
    queryKey: ['a secret for an authenticator app'],
    gcTime: 0,
    queryFn: async () => {
      const { isFresh } = await client.fetchQuery({ ...secondFactorQuery, staleTime: 0 })
      return isFresh ? call('POST /api/profile/second-factor/start', {}) : null
    },
  })
}
