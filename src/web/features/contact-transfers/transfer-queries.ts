import { useQuery, useQueryClient } from '@tanstack/react-query'
import { read } from '#web/lib/query-client.ts'

const POLL_MS = 1000
const transfersQuery = read('GET /api/profile/contact-transfers')

/** Contacts that the user can take along, and the latest transfers; read again while one runs. */
export function useContactTransfers() {
  return useQuery({
    ...transfersQuery,
    refetchInterval: ({ state }) =>
      state.data?.transfers.some(({ status }) => status === 'running') ? POLL_MS : false,
  })
}

/** Reads everything again that a started transfer changes. */
export function useRefreshTransfers() {
  const client = useQueryClient()
  return () =>
    Promise.all(
      [transfersQuery.queryKey, ['/api/auth/organizations'], ['/api/contacts']].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    )
}
