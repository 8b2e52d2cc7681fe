import { infiniteQueryOptions } from '@tanstack/react-query'
import type { CreditFilter } from '#contract/organizations.ts'
import { type CallResult, send, urlOf } from '#web/lib/api.ts'
import { nextPageUrl } from '#web/lib/pages.ts'
import { read } from '#web/lib/query-client.ts'

const PAGE_SIZE = 50

type LedgerResponse = CallResult<'GET /api/organizations/{id}/credits'>
export type LedgerEntry = LedgerResponse['entries'][number]

/** Usage by day in the current credit month. */
export function usageQuery(organizationId: string) {
  return read('GET /api/organizations/{id}/credits/usage', { params: { id: organizationId } })
}

/** Pages of the filtered ledger, newest first. */
export function ledgerPages(organizationId: string, filter: CreditFilter) {
  const params = { id: organizationId }
  return infiniteQueryOptions({
    // Starts like the organization's keys, so that a used credit refreshes the ledger too.
    queryKey: ['/api/organizations', organizationId, 'credits', filter, 'pages'],
    initialPageParam: urlOf('GET /api/organizations/{id}/credits', {
      params,
      query: { ...filter, limit: PAGE_SIZE },
    }),
    queryFn: async ({ pageParam, signal }) => {
      const response = await send('GET', pageParam, undefined, signal)
      const { balance, entries }: LedgerResponse = await response.json()
      return { balance, items: entries, next: nextPageUrl(response.headers.get('Link')) }
    },
    getNextPageParam: ({ next }) => next,
  })
}

/** The filtered ledger as a CSV file. */
export async function fetchLedgerFile(organizationId: string, filter: CreditFilter): Promise<Blob> {
  const url = urlOf('GET /api/organizations/{id}/credits.csv', {
    params: { id: organizationId },
    query: filter,
  })
  return (await send('GET', url)).blob()
}
